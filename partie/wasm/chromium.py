"""Runs WebAssembly modules in Chromium, for measurements: the same calls as in Node.

A page with one worker (`measuring.mjs`) fetches calls from a server in this process and sends back answers.
The page is isolated from others, so that its clock has a resolution of five microseconds."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

from partie.core.errors import PartieError
from partie.wasm.node import Reply, Request, packed_calls, unpacked_replies

Run = Callable[[Path, Sequence[Request]], list[Reply]]
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The headless shell is the same engine without windows: it opens a page in less than half the processor
time."""
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
"""Without a sandbox: the browser shows one page, and it is ours."""
_PAGE = b"<!doctype html><script>new Worker('measuring.mjs', { type: 'module' });</script>"
_SCRIPTS = ("measuring.mjs", "replaying.mjs", "host.mjs")
_TYPES = {".mjs": "text/javascript", "": "application/octet-stream"}
_START = 60
"""Seconds in which the browser has to ask for the first calls."""


def find_chromium() -> str | None:
    """The path of the Chromium of this machine, if it has one."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def chromium() -> Iterator[Run]:
    """Start Chromium; gives a function that makes calls in one instance of a module there."""
    program = find_chromium()
    if program is None:
        raise PartieError("No Chromium is installed on this machine.")
    server = _Server()
    with tempfile.TemporaryDirectory(prefix="partie-chromium-", ignore_cleanup_errors=True) as profile:
        command = [program, *_FLAGS, f"--user-data-dir={profile}", server.address]
        browser = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            if not server.asked.wait(_START):
                raise PartieError(f"{program} did not open the page that measures.")
            yield server.run
        finally:
            _end(browser)
            server.close()


def _end(browser: subprocess.Popen[bytes]) -> None:
    """End a browser with all its processes: the one that was started may be a script around it."""
    with suppress(ProcessLookupError):
        if os.name == "posix":
            os.killpg(browser.pid, signal.SIGKILL)
        else:
            browser.kill()
    browser.wait()


class _Server(ThreadingHTTPServer):
    """Gives calls to a page, one list after the other, and takes its answers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked = threading.Event()
        self.contents = {
            f"/{name}": files("partie.wasm").joinpath(name).read_bytes() for name in _SCRIPTS
        } | {"/": _PAGE}
        self.questions: queue.Queue[bytes] = queue.Queue()
        self.answers: queue.Queue[tuple[str, bytes]] = queue.Queue()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def run(self, module: Path, requests: Sequence[Request]) -> list[Reply]:
        head, calls = packed_calls(requests)
        self.contents |= {
            "/module": module.read_bytes(),
            "/description": module.with_suffix(".json").read_bytes(),
            "/calls": calls,
        }
        self.questions.put(b"calls")
        path, body = self.answers.get()
        if path == "/failure":
            raise PartieError(f"The module {module.name} failed in Chromium: {body.decode()}")
        return unpacked_replies(body, head)

    def close(self) -> None:
        self.questions.put(b"end")
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        if self.path == "/next":
            self.server.asked.set()
            self._reply(self.server.questions.get())
        elif self.path in self.server.contents:
            self._reply(self.server.contents[self.path])
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._reply(b"")
        self.server.answers.put((self.path, body))

    def _reply(self, body: bytes) -> None:
        self.send_response(200)
        kind = "text/html" if self.path == "/" else _TYPES.get(Path(self.path).suffix, "text/plain")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None: ...

"""Serves the games on this machine. Meanwhile they are built for play without a server, where that has not
been done: the pages have them when they are ready.

Run by `make play`. Building has a low priority, because somebody may be playing, and ends with the server;
the next run goes on with the first game that is not built.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import build_device  # found because this script's folder is first on Python's path

_BIN = Path(sys.executable).parent
_NICE = 15
_INTERRUPTED = (130, -signal.SIGINT)
"""Statuses of a server that was stopped with Ctrl-C, which is how one stops it."""
_REASON = 400
"""The most letters of a reason that are shown."""


def main() -> int:
    """Serve until the server ends; return its status."""
    builder = None if build_device.is_up_to_date() else _start_building()
    with subprocess.Popen([str(_BIN / "partie"), "serve", "--open"]) as server:
        status = _wait(server)
    if builder is not None and builder.poll() is None:
        os.killpg(builder.pid, signal.SIGTERM)
    return 0 if status in _INTERRUPTED else status


def _wait(server: subprocess.Popen[bytes]) -> int:
    """Wait for the server, which is interrupted at the same time as we are."""
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:
            continue


def _start_building() -> subprocess.Popen[bytes]:
    """Build the games in a process group of their own, and say how it went."""
    command = ["nice", "-n", str(_NICE), sys.executable, build_device.__file__]
    builder = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )
    print("Building the games for play without the server, too, which takes a few minutes.", flush=True)
    threading.Thread(target=_report, args=(builder,), daemon=True).start()
    return builder


def _report(builder: subprocess.Popen[bytes]) -> None:
    reason = " ".join(builder.communicate()[1].decode(errors="replace").split())
    if builder.returncode == 0:
        print("The games can be played without the server now: reload the page.", flush=True)
    elif builder.returncode > 0:
        print(f"Games can be played with the server only: {reason[-_REASON:]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""Builds the games for play without a server into build/device, and the pages with them.

Run by `make device`, and by `make play` while the server runs. If nothing has changed since, nothing is
built. Modules come from the cache of compiled code; each that is not there takes a minute or more.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import build_web  # found because this script's folder is first on Python's path

_NEW = build_web.DEVICE.with_name("device.new")
_STAMP = build_web.DEVICE.with_name("device.built-from")
_NOT_SOURCES = {"__pycache__", "static"}


def build() -> int:
    """Build what has changed, the games and then the pages; return the exit status."""
    status = build_games()
    if status == 0:
        build_web.build()
    return status


def build_games() -> int:
    """Build the games, unless they are up to date; return the exit status."""
    digest = _digest()
    if _is_up_to_date(digest):
        return 0
    command = [str(Path(sys.executable).with_name("partie")), "build", "device", "--out", str(_NEW)]
    # Modules are improved, and their sizes measured, by programs that need Node.
    status = subprocess.run(command, env=build_web.environment_with_node()).returncode
    if status == 0:
        shutil.rmtree(build_web.DEVICE, ignore_errors=True)
        _NEW.rename(build_web.DEVICE)
        _STAMP.write_text(digest)
    return status


def is_up_to_date() -> bool:
    """Whether the games are there, and nothing they are built from has changed since."""
    return _is_up_to_date(_digest())


def _is_up_to_date(digest: str) -> bool:
    return build_web.DEVICE.is_dir() and _STAMP.is_file() and _STAMP.read_text() == digest


def _digest() -> str:
    """A hash of what the games are built from: the package, and the versions of the tools."""
    digest = hashlib.sha256(sys.version.encode())
    tools = [build_web.ROOT / "requirements.lock", build_web.WEB / "package-lock.json"]
    for file in [*tools, *sorted((build_web.ROOT / "partie").rglob("*"))]:
        if file.is_file() and not _NOT_SOURCES & set(file.parts):
            digest.update(os.fsencode(file.relative_to(build_web.ROOT)) + b"\0")
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(build())

"""Runs the parts of `make test` side by side. What a part prints goes to a file of its own,
build/parts/PART.log, and is shown if the part fails.

A part that has passed is not run again while nothing it depends on has changed: no file, no package, not the
Python that runs it. `--force` (`make test FORCE=1`) runs every part; a fresh clone has nothing to remember.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_MINUTE = 60.0


def _is_python(file: str) -> bool:
    """Whether a file matters to those who read the code: it is code, or says what is code."""
    return file.endswith((".py", "py.typed", "pyproject.toml", "requirements.lock", "Makefile", ".gitignore"))


@dataclass(frozen=True)
class Part:
    """A target of the Makefile. `needs` says whether it depends on a file; None means that it always runs."""

    name: str
    command: list[str]
    needs: Callable[[str], bool] | None = lambda file: True
    after: tuple[str, ...] = ()
    """The parts that it rests on: it runs when they have passed."""


def make(target: str, *after: str) -> list[str]:
    """The command for a target. What it comes after is not made again."""
    return ["make", "--no-print-directory", target, *(f"--assume-old={name}" for name in after)]


def part(name: str, *after: str, needs: Callable[[str], bool] | None = lambda file: True) -> Part:
    """A target of our Makefile that comes after others."""
    return Part(name, make(name, *after), needs, after)


# All side by side, as far as one does not rest on another. The checks of the pages need no Python package and
# run while those are installed. Compiling and collecting come before the tests, or every process would do the
# same.
PARTS = [
    # These always run: what they have made before may have been deleted.
    part("install", needs=None),
    part("web", needs=None),
    part("compile", "install", needs=None),
    part("collect", "install"),
    part("web-test", "web", needs=lambda file: not file.startswith(("tests/", "benchmarks/"))),
    part("lint", "install", needs=_is_python),
    part("types", "install", needs=_is_python),
    part("unit", "install", "web", "compile", "collect"),
    part("browser", "install", "web", "compile", "collect"),
]


class Run:
    """One run of all parts."""

    def __init__(self, root: Path, parts: list[Part], force: bool = False) -> None:
        self._root, self._parts, self._force = root, parts, force
        self._folder = root / "build" / "parts"
        self._printing = threading.Lock()
        self._ended = {part.name: threading.Event() for part in parts}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._failed: list[str] = []

    def __call__(self) -> int:
        """Run what has to be run; the exit status."""
        self._folder.mkdir(parents=True, exist_ok=True)
        threads = [
            threading.Thread(target=self._run_in_turn, args=(part,), daemon=True) for part in self._parts
        ]
        for thread in threads:
            thread.start()
        try:
            self._watch(threads)
        except KeyboardInterrupt:
            self._stop()
            raise SystemExit("Stopped.") from None
        if self._failed:
            self._say(f"Failed: {', '.join(sorted(self._failed))}.")
        return 1 if self._failed else 0

    def _watch(self, threads: list[threading.Thread]) -> None:
        """Wait for the end, and say once a minute how far it is."""
        shown = time.monotonic()
        while any(thread.is_alive() for thread in threads):
            for thread in threads:
                thread.join(0.2)
            if time.monotonic() - shown > _MINUTE:
                shown = time.monotonic()
                self._say(f"… {', '.join(map(self._how_far, sorted(self._running)))}")

    def _run_in_turn(self, part: Part) -> None:
        """Run a part when those it comes after have passed."""
        try:
            for name in part.after:
                self._ended[name].wait()
            missing = sorted({*part.after} & {*self._failed})
            if missing:
                self._failed.append(part.name)
                self._say(f"{part.name}: not run, since {' and '.join(missing)} failed")
            else:
                self._run(part)
        finally:
            self._ended[part.name].set()

    def _run(self, part: Part) -> None:
        stamp = self._folder / f"{part.name}.green"
        before = self._digest(part)
        if not self._force and before is not None and stamp.is_file() and stamp.read_text() == before:
            self._say(f"{part.name}: unchanged since the last green run")
            return
        stamp.unlink(missing_ok=True)
        self._say(f"{part.name}: running")
        began = time.monotonic()
        log = self._log(part.name)
        with log.open("wb") as file:
            self._running[part.name] = process = subprocess.Popen(
                part.command,
                cwd=self._root,
                env=_plain_environment(),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            status = process.wait()
        del self._running[part.name]
        took = f"{time.monotonic() - began:.0f} s"
        if status:
            self._failed.append(part.name)
            shown = log.read_text(encoding="utf-8", errors="replace")
            self._say(
                f"{part.name}: FAILED after {took}\n{shown}\n{part.name}: FAILED after {took}, see above"
            )
            return
        self._say(f"{part.name}: passed in {took}. {self._last_line(part.name)}")
        if before is not None and self._digest(part) == before:  # no file was changed meanwhile
            stamp.write_text(before)

    def _digest(self, part: Part) -> str | None:
        """A hash of everything a part depends on; None where that cannot be known."""
        files = _files(self._root)
        if files is None or part.needs is None:
            return None
        whole = hashlib.sha256(repr((part.command, _environment())).encode())
        for name in filter(part.needs, files):
            file = self._root / name
            content = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "missing"
            whole.update(repr((name, content)).encode())
        return whole.hexdigest()

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def _last_line(self, name: str) -> str:
        lines = self._log(name).read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _how_far(self, name: str) -> str:
        percent = re.findall(r"\[ *(\d+%)\]", self._log(name).read_text(encoding="utf-8", errors="replace"))
        return " ".join([name, *percent[-1:]])

    def _say(self, text: str) -> None:
        with self._printing:
            print(text, flush=True)

    def _stop(self) -> None:
        for process in list(self._running.values()):
            os.killpg(process.pid, signal.SIGTERM)


def _files(root: Path) -> list[str] | None:
    """The files of the repository, new ones included, ignored ones not; None where Git does not know."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True)
    except OSError:
        return None
    return sorted(set(listed.stdout.split("\0")) - {""}) if listed.returncode == 0 else None


def _environment() -> list[str]:
    """What results depend on besides the files: Python, packages, other programs, and settings."""
    packages = sorted(f"{package.name} {package.version}" for package in distributions())
    programs = [_facts(name) for name in ("node", "chromium-headless-shell", "chromium", "google-chrome")]
    settings = sorted(f"{name}={value}" for name, value in os.environ.items() if _is_setting(name))
    return [sys.version, sys.executable, *packages, *programs, *settings]


def _facts(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        return f"no {program}"
    facts = Path(path).resolve().stat()
    return f"{program} {path} {facts.st_size} {facts.st_mtime_ns}"


def _is_setting(name: str) -> bool:
    return name.startswith(("PARTIE_", "NUMBA_", "PYTEST_", "PYTHON", "XDG_"))


def _plain_environment() -> dict[str, str]:
    """The environment for `make` in a part: not one that belongs to the `make` that runs this."""
    return {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")
    }


def main(arguments: Iterable[str]) -> int:
    """Run the parts of this repository."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return Run(ROOT, PARTS, force="--force" in arguments)()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

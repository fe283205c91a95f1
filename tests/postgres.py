"""A PostgreSQL of one's own for tests and benchmarks: started in a folder, gone afterwards.

It listens on a socket in that folder only, and does not wait for the disk. `python -m tests.postgres` starts
one and prints its URL until it is interrupted."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql@*/bin")
_NEEDED = ("initdb", "postgres", "pg_isready")
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
    "jit": "off",
}


def binaries() -> Path:
    """Return the folder with the programs of PostgreSQL; install Debian's package if there is none."""
    found = _find()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(
            ["apt-get", "install", "-y", "-q", "postgresql"], check=True, stdout=subprocess.DEVNULL
        )
        found = _find()
    if found is None:
        raise SystemExit("PostgreSQL is needed: install the package postgresql (Debian, Ubuntu, Homebrew).")
    return found


def _find() -> Path | None:
    where = shutil.which("postgres")
    own = [os.environ["POSTGRES_BIN"]] if "POSTGRES_BIN" in os.environ else []
    named = [Path(one) for one in [*own, *([str(Path(where).parent)] if where else [])]]
    usual = [one for pattern in _FOLDERS for one in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    return next((one for one in [*named, *usual] if all((one / name).exists() for name in _NEEDED)), None)


def _as_user(command: list[str], folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: let another user run it, who owns the folder."""
    if os.geteuid() != 0:
        return command
    user = pwd.getpwnam("nobody")
    for path in [folder, *folder.rglob("*")]:
        with suppress(FileNotFoundError):
            os.chown(path, user.pw_uid, user.pw_gid)
    return [
        "setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", *command,
    ]  # fmt: skip


@contextmanager
def postgres(settings: dict[str, str] | None = None) -> Iterator[str]:
    """Run a PostgreSQL; yield the URL of its empty database."""
    programs = binaries()
    # A socket's path may have about a hundred characters: pytest's folders are too deep.
    with tempfile.TemporaryDirectory(prefix="partie-pg-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        data = folder / "data"
        data.mkdir(mode=0o700)
        subprocess.run(
            _as_user(
                [
                    str(programs / "initdb"),
                    *("-D", str(data)),
                    *("-U", "partie"),
                    *("-A", "trust"),
                    "-N",
                    *("--locale=C", "--encoding=UTF8"),
                ],
                folder,
            ),
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
        )
        chosen = {**_SETTINGS, "unix_socket_directories": str(folder), **(settings or {})}
        options = [part for name, value in chosen.items() for part in ("-c", f"{name}={value}")]
        with (folder / "log").open("w") as log:
            server = subprocess.Popen(
                _as_user([str(programs / "postgres"), "-D", str(data), *options], folder),
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=folder,
            )
        try:
            _wait(programs, folder, server)
            yield f"postgresql+psycopg://partie@/postgres?host={folder}"
        finally:
            server.send_signal(2)  # a fast shutdown: connections are closed
            with suppress(subprocess.TimeoutExpired):
                server.wait(10)
            server.kill()
            server.wait()


def _wait(programs: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    pause = threading.Event()
    for _ in range(600):
        ready = [str(programs / "pg_isready"), "-q", "-h", str(folder), "-U", "partie"]
        if subprocess.run(ready, check=False).returncode == 0:
            return
        if server.poll() is not None:
            break
        pause.wait(0.1)
    raise RuntimeError(f"PostgreSQL does not start: {(folder / 'log').read_text()}")


if __name__ == "__main__":
    with postgres() as url:
        print(url, flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
        sys.exit(0)

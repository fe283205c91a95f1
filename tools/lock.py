"""Writes requirements.lock: the versions of all packages that `make play` and `make test` install."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
HEADER = """\
# Versions that make installs (pip --constraint): they limit what is installed, and ask for nothing
# themselves. Written by `make lock` with Python {python}. Why it is like this: docs/dependencies.md.
"""


def resolved() -> dict[str, str]:
    """Return the versions of the packages that pip would install for the project with its extras."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--quiet", "--disable-pip-version-check", "--dry-run", "--ignore-installed"]
        command = [sys.executable, "-m", "pip", "install", *options, "--report", str(report)]
        subprocess.run([*command, ".[postgres,map,docs,train,cluster,test]"], cwd=ROOT, check=True)
        installs = json.loads(report.read_text(encoding="utf-8"))["install"]
    packages = {part["metadata"]["name"].lower().replace("_", "-"): part["metadata"]["version"] for part in installs}  # fmt: skip
    del packages["partie"]
    return packages


def main() -> None:
    # `2.13.0+cpu` is one build of 2.13.0; the build is not part of the pin.
    pins = [f"{name}=={version.partition('+')[0]}" for name, version in sorted(resolved().items())]
    python = ".".join(map(str, sys.version_info[:2]))
    LOCK.write_text("\n".join([HEADER.format(python=python) + pins[0], *pins[1:]]) + "\n", encoding="utf-8")
    print(f"{LOCK.name}: {len(pins)} packages")


if __name__ == "__main__":
    main()

"""Installs the packages in `examples/` into a temporary folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def install(example: str, folder: Path) -> dict[str, str]:
    """Install an example; return the environment variables to use it together with this checkout."""
    source, installed = folder / "source", folder / "installed"
    # Building leaves files behind.
    shutil.copytree(
        ROOT / "examples" / example, source, ignore=shutil.ignore_patterns("__pycache__", "tests")
    )
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    done = subprocess.run([*pip, "--target", str(installed), str(source)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    data = {"XDG_DATA_HOME": str(folder / "data")}
    return {**os.environ, **data, "PYTHONPATH": os.pathsep.join((str(installed), str(ROOT)))}

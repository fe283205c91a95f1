"""The packages that only training and plots need: the extra `partie[train]`.

A command that needs one checks for it first, so that nobody waits for a result that then cannot be plotted or
stored.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from partie.core.errors import PartieError

PACKAGES = {"torch": "PyTorch", "cma": "cma", "matplotlib": "matplotlib"}


def require_package(package: str, what: str) -> None:
    """Raise `PartieError` if a package is not installed. `what` needs it: a plural noun, such as "Plots"."""
    if find_spec(package) is None:
        raise PartieError(f"{what} need the package {PACKAGES[package]}: pip install 'partie[train]'.")


def check_plot(path: Path) -> None:
    """Raise `PartieError` if no plot can be written to `path`."""
    require_package("matplotlib", "Plots")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PartieError(f"The folder {path.parent} cannot be created: {error.strerror}.") from None
    if not os.access(path.parent, os.W_OK):
        raise PartieError(f"The folder {path.parent} is not writable: choose another one.")

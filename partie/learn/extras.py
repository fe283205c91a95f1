"""Packages that only training and plots need: the extra `partie[train]`.

Whoever will need one asks at the beginning, so that nobody waits for a result that then cannot be drawn or stored.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from partie.core.errors import PartieError

PACKAGES = {"torch": "PyTorch", "cma": "cma", "matplotlib": "matplotlib"}


def need(package: str, what: str) -> None:
    """Complain where a package is not installed. `what` needs it: a subject in the plural."""
    if find_spec(package) is None:
        raise PartieError(f"{what} need the package {PACKAGES[package]}: pip install 'partie[train]'.")


def check_plot(path: Path) -> None:
    """Complain where no plot can be written to `path`."""
    need("matplotlib", "Plots")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PartieError(f"The folder {path.parent} cannot be made: {error.strerror}.") from None
    if not os.access(path.parent, os.W_OK):
        raise PartieError(f"Nothing can be written to the folder {path.parent}: choose another.")

"""Names of what people train: genomes, weights, networks, models of behaviour. What is shipped keeps its name for itself."""

from __future__ import annotations

import re
from collections.abc import Container

from partie.core.errors import PartieError


def is_name(name: str) -> bool:
    """Whether something stored may be called so: a name that a file can have, never a path."""
    return re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", name) is not None


def check_own_name(name: str, shipped: Container[str]) -> None:
    """Complain about a name under which nothing can be stored: one that is none, or that something shipped has."""
    if not is_name(name):
        raise PartieError(
            f"{name!r} cannot be the name of anything stored: use at most 64 small letters, digits and hyphens."
        )
    if name in shipped:
        raise PartieError(
            f"{name!r} cannot be the name of anything of yours: what is shipped has it. Choose another."
        )

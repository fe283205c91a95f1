"""What lies beside a module: its key, and its description, which says what it exports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

KEY = "module.key"
"""The file with the hash that names a module (`compiling.py`)."""


def read_description(path: Path) -> dict[str, Any]:
    """The description that lies beside a module."""
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def exported(description: Mapping[str, Any], name: str, types: str) -> str | None:
    """The name by which a function is exported for arguments of these types (`recording.types_of`)."""
    for export, entry in description["exports"].items():
        if export.partition(":")[0] == name and entry["types"] == types:
            return str(export)
    return None

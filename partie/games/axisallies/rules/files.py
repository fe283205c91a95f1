"""The files of the boards, and the kinds of units they define.

`board.json` is the world and defines most kinds. Another file may take over everything it does not say from
a board before it (`extends`), give units other values, and define kinds of its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILES = {"world": "board.json", "training": "training.json", "revised": "revised.json"}
"""The files of the boards, by the value of the option `board`."""
BOARD_IDS: tuple[str, ...] = tuple(FILES)


def _read() -> list[dict[str, Any]]:
    boards: dict[str, dict[str, Any]] = {}
    for board, name in FILES.items():
        own = json.loads(Path(__file__).with_name(name).read_text("utf-8"))
        boards[board] = {**boards.get(own.get("extends", ""), {}), **own}
    return list(boards.values())


BOARDS: list[dict[str, Any]] = _read()
WORLD = BOARDS[0]


def _kinds() -> list[dict[str, Any]]:
    """All kinds in the order of their numbers: each as the first file that has it defines it."""
    kinds: dict[str, dict[str, Any]] = {}
    for board in BOARDS:
        for unit in board["units"]:
            kinds.setdefault(unit["id"], unit)
    return list(kinds.values())


UNITS: list[dict[str, Any]] = _kinds()

"""The task networks learn: Hearts with 32 cards, or with `--options rules=classic` with 52."""

from __future__ import annotations

from pathlib import Path

from partie.games.hearts.players.net.encoding import (
    ENCODINGS,
    INPUTS,
    OUTPUTS,
)
from partie.games.hearts.players.net.seats import CARDS as FULL_OUTPUTS
from partie.games.hearts.players.net.starts import vary
from partie.learn.net.task import NetTask, Shape

TASK = NetTask(
    game="hearts",
    options={"rules": "coeurs", "length": "1"},
    encodings={
        name: Shape(inputs, FULL_OUTPUTS, True) if name == "seats" else Shape(inputs, OUTPUTS)
        for name, inputs in zip(ENCODINGS, INPUTS, strict=True)
    },
    models=Path(__file__).resolve().parent / "models",
    yardsticks=("random", "careful"),
    guests={"careful": 0.08, "shooting": 0.06},
    vary=vary,
    same=("rules",),
    cards=FULL_OUTPUTS,
)

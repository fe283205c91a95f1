"""The task networks learn: Hearts with 32 cards."""

from __future__ import annotations

from pathlib import Path

from partie.games.hearts.players.net.encoding import (
    ENCODINGS,
    INPUTS,
    OUTPUTS,
)
from partie.games.hearts.rules.cards import SHORT
from partie.learn.net.task import NetTask

TASK = NetTask(
    game="hearts",
    options={"rules": "coeurs", "length": "1"},
    encodings=dict(zip(ENCODINGS, INPUTS, strict=True)),
    outputs=OUTPUTS,
    models=Path(__file__).resolve().parent / "models",
    yardsticks=("random", "careful"),
    fits=lambda record: bool(record.deck == SHORT),
)

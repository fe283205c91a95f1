"""The task networks learn: calls and cards of Coinche."""

from __future__ import annotations

from pathlib import Path

from partie.games.coinche.players.net.encoding import ENCODINGS, INPUTS, OUTPUTS
from partie.games.coinche.rules.calls import MADE_AND_BID
from partie.learn.net.task import NetTask, Shape

TASK = NetTask(
    game="coinche",
    options={"deals": 1},
    encodings={name: Shape(INPUTS, OUTPUTS) for name in ENCODINGS},
    models=Path(__file__).resolve().parent / "models",
    yardsticks=("random", "scores"),
    guests={"scores": 0.1},
    fits=lambda record: bool(record.marking == MADE_AND_BID and not record.annonces and not record.generale),
)

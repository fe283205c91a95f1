"""The tasks networks learn: calls and cards of Coinche, or calls alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from partie.games.coinche.players.net.auctions import asks, ends, vary, vary_half
from partie.games.coinche.players.net.encoding import ENCODINGS, INPUTS, OUTPUTS
from partie.games.coinche.rules.calls import MADE_AND_BID
from partie.learn.net.task import NetTask, Shape

_ENCODINGS = {name: Shape(inputs, OUTPUTS) for name, inputs in zip(ENCODINGS, INPUTS, strict=True)}
_MODELS = Path(__file__).resolve().parent / "models"

AUCTION_TASK = NetTask(
    game="coinche",
    options={},
    encodings=_ENCODINGS,
    models=_MODELS,
    yardsticks=("scores",),
    guests={"scores": 0.08},
    vary=vary,
    asks=asks,
    ends=ends,
)
"""Calls alone, with any options: the cards are played by `scores`."""
LEAGUE_TASK = replace(AUCTION_TASK, vary=vary_half)
"""The same, with the usual options at half of the tables."""

TASK = NetTask(
    game="coinche",
    options={"deals": 1},
    encodings=_ENCODINGS,
    models=_MODELS,
    yardsticks=("random", "scores"),
    guests={"scores": 0.1},
    fits=lambda record: bool(record.marking == MADE_AND_BID and not record.annonces and not record.generale),
    apart={"auction": AUCTION_TASK},
    cards=32,
)

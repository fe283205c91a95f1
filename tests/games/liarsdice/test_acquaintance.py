"""What programs keep about people: what was shown, in a form that can be stored, and of use."""

from __future__ import annotations

import json

import numpy as np

from partie.core.match import Match, play_out
from partie.core.registry import build_agent, game
from partie.games.liarsdice.players.acquaintance import KEPT, describe, learn
from partie.games.liarsdice.players.reader.agent import ReaderAgent
from partie.games.liarsdice.players.seasoned.agent import FAMILIAR, SeasonedAgent

GAME = game("liarsdice")


def played(style: str, seed: int, seats: int = 2) -> Match:
    match = Match(GAME, seed=seed, seats=seats)
    specs = [f"scripted:style={style}"] + ["watchful"] * (seats - 1)
    play_out(match, [build_agent(GAME, spec, f"{seed}/{seat}") for seat, spec in enumerate(specs)])
    return match


def test_a_memory_is_plain_data_grows_and_fades() -> None:
    first = learn(played("exact", 1), 0, None)
    assert first is not None
    assert json.loads(json.dumps(first)) == first
    second = learn(played("exact", 2, seats=3), 0, first)
    assert second is not None
    assert second["games"] == 2
    assert second["decisions"] > KEPT * first["decisions"]
    assert first == learn(played("exact", 1), 0, None), "the same game teaches the same"
    assert len(json.dumps(second)) < 10_000


def test_people_are_described_by_their_habits() -> None:
    told = {}
    for style in ("bluffer", "truthful"):
        memory = None
        for seed in range(4):
            memory = learn(played(style, seed), 0, memory)
        assert memory is not None
        told[style] = {why.key for why in describe(memory)}
        assert all(why.key in GAME.phrases for why in describe(memory))
    assert "liarsdice.known_bids_bold" in told["bluffer"]
    assert "liarsdice.known_bids_bold" not in told["truthful"]


def test_a_program_begins_with_what_it_remembers() -> None:
    memory = None
    for seed in range(6):
        memory = learn(played("copycat", seed), 0, memory)
    assert memory is not None
    reader = build_agent(GAME, "reader", 1)
    stranger = build_agent(GAME, "reader", 1)
    assert isinstance(reader, ReaderAgent)
    assert isinstance(stranger, ReaderAgent)
    reader.recall({0: memory})
    assert not np.allclose(reader.others[0].kinds, stranger.others[0].kinds)
    assert np.allclose(reader.others[1].kinds, stranger.others[1].kinds)
    master = build_agent(GAME, "seasoned", 1)
    assert isinstance(master, SeasonedAgent)
    view = Match(GAME, seed="new", seats=2).view(1)
    assert not master.recognises(view)
    master.recall({0: memory})
    assert memory["decisions"] >= FAMILIAR
    assert master.recognises(view)
    reader.recall({0: {**memory, "evidence": memory["evidence"][:-1]}})
    assert np.allclose(reader.others[0].kinds, stranger.others[0].kinds), "of another model"

"""Compiled rules against the oracle, facts of the rules page, known counts, and a golden playthrough."""

from __future__ import annotations

import itertools
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partie
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.games.liarsdice import rules
from partie.games.liarsdice.rules.bids import (
    bid,
    face_of,
    least,
    quantity_of,
    rank,
    unrank,
)
from partie.games.liarsdice.text.display import dice_of
from partie.testing import GoldenContract, Playthrough, perft
from partie.testing.amounts import amount
from tests.games.liarsdice.oracle import Oracle

LIARSDICE = partie.game("liarsdice")
WILD = ("none", "ones", "last")
CALLS = ("liar", "exact")
COMBINATIONS = list(itertools.product(WILD, (True, False), (False, True)))


def options_of(oracle: Oracle) -> dict[str, Any]:
    return {
        "dice": oracle.size,
        "faces": oracle.faces,
        "wild": oracle.wild,
        "spot_on": oracle.spot_on,
        "exact_reward": "caller_gains" if oracle.caller_gains else "others_lose",
    }


def look(state: State, oracle: Oracle) -> None:
    """Tell the oracle what everybody has rolled."""
    oracle.rolled = [dice_of(cup) for cup in state.record.cups[: oracle.players]]


def agree(state: State, oracle: Oracle) -> list[str]:
    legal = [state.text(move) for move in state.moves]
    assert set(legal) == oracle.moves()
    assert len(set(legal)) == len(legal)
    assert state.over == oracle.over()
    assert state.record.dice[: oracle.players].tolist() == oracle.dice
    if not state.over:
        assert (state.to_move, state.record.starter) == (oracle.turn, oracle.starter)
        assert state.record.rounds == oracle.rounds
        assert [len(cup) for cup in oracle.rolled] == oracle.dice
    return legal


def pick(legal: list[str], chance: Any) -> str:
    """Mostly a low bid, so that rounds are long; one time in four a call where there is one."""
    calls = [move for move in legal if move in CALLS]
    bids = legal[: len(legal) - len(calls)]
    if not bids or (calls and below(chance, 4) == 0):
        return calls[int(below(chance, len(calls)))]
    return bids[int(below(chance, min(len(bids), 12)))]


@pytest.mark.parametrize(("wild", "spot_on", "gains"), COMBINATIONS)
def test_compiled_rules_agree_with_the_oracle_move_list_by_move_list(
    wild: str, spot_on: bool, gains: bool
) -> None:
    for seed in range(amount(50, 170)):
        chance = new_chance("oracle", seed)
        oracle = Oracle(
            players=2 + seed % 7,
            size=1 + int(below(chance, 6 if seed % 5 == 0 else 2)),
            faces=2 + int(below(chance, 5)),
            wild=wild,
            spot_on=spot_on,
            caller_gains=gains,
        )
        state = LIARSDICE.start(options_of(oracle), chance, oracle.players)
        look(state, oracle)
        while not state.over:
            move = pick(agree(state, oracle), chance)
            state.play(move, chance)
            oracle.play(move)
            look(state, oracle)
        agree(state, oracle)
        assert state.scores == pytest.approx(oracle.scores())


@pytest.mark.parametrize("wild", WILD)
def test_the_order_of_bids_is_total_and_ranks_count_it(wild: str) -> None:
    for faces, total in itertools.product(range(2, 7), (2, 3, 4, 5, 9, 48)):
        face = {"none": -1, "ones": 0, "last": faces - 1}[wild]
        order = [int(unrank(place, total, faces, face)) for place in range(total * faces)]
        assert sorted(order) == sorted(bid(q, f) for q in range(1, total + 1) for f in range(faces))
        assert [rank(move, total, faces, face) for move in order] == list(range(total * faces))
        oracle = Oracle(2, faces=faces, wild=wild)
        spoken = [(quantity_of(move), face_of(move) + 1) for move in order]
        assert all(oracle.higher(high, low) for low, high in itertools.pairwise(spoken))
        for low, high in zip(order[::7], order[3::5], strict=False):
            may = oracle.higher(*((quantity_of(m), face_of(m) + 1) for m in (high, low)))
            assert may == (rank(high, total, faces, face) > rank(low, total, faces, face))
            assert may == (quantity_of(high) >= least(face_of(high), low, total, face))


def lowest(standing: str, face: int, wild: str = "ones") -> int:
    """The lowest quantity of a face that may follow a bid, with 20 dice on the table."""
    state = LIARSDICE.start({"wild": wild}, seats=4)
    if standing.endswith("x1"):
        state.play("1x2")
    state.play(standing)
    return min(quantity_of(move) for move in state.moves if quantity_of(move) and face_of(move) == face - 1)


def test_halving_and_doubling() -> None:
    assert [lowest(f"{q}x4", 1) for q in (1, 2, 3, 4, 5, 6, 7)] == [1, 1, 2, 2, 3, 3, 4]
    assert [lowest(f"{q}x1", 3) for q in (1, 2, 3)] == [3, 5, 7]
    assert lowest("3x1", 1) == 4
    assert (lowest("3x4", 4), lowest("3x4", 5)) == (4, 3)


def test_a_round_may_be_opened_with_ones_only_when_they_are_not_wild() -> None:
    assert "1x1" in _texts(LIARSDICE.start())
    assert "1x1" in _texts(LIARSDICE.start({"wild": "last"}))
    assert not any(text.endswith("x1") for text in _texts(LIARSDICE.start({"wild": "ones"})))


def _texts(state: State) -> list[str]:
    return [state.text(move) for move in state.moves]


def at(position: str, **options: Any) -> State:
    return LIARSDICE.position(position, options)


def dice(state: State) -> list[int]:
    return [int(n) for n in state.record.dice[: state.seats]]


def test_a_contest_of_a_true_bid_costs_the_contester() -> None:
    state = at("11345/22345/33456 0 1 2x3 -")
    state.play("3x3")
    state.play("liar")  # there are four threes
    assert dice(state) == [5, 5, 4]
    assert state.to_move == 2


def test_a_contest_of_a_lie_costs_the_bidder() -> None:
    state = at("11345/22345/33456 0 1 2x3,5x3 -")
    state.play("liar")
    assert dice(state) == [5, 4, 5]
    assert state.to_move == 1
    assert state.record.counted == 4
    assert state.record.lost[:3].tolist() == [0, 1, 0]


def test_an_exact_call_that_is_right_costs_everybody_else() -> None:
    state = at("11345/22345/33456 0 1 2x3,4x3 -")
    state.play("exact")
    assert dice(state) == [4, 4, 5]
    assert state.to_move == 1, "the bidder starts"


def test_an_exact_call_that_is_wrong_costs_the_caller() -> None:
    for bids in ("2x3,3x3", "2x3,5x3"):
        state = at(f"11345/22345/33456 0 1 {bids} -")
        state.play("exact")
        assert dice(state) == [5, 5, 4]
        assert state.to_move == 2


def test_the_caller_may_regain_a_die_up_to_the_starting_number() -> None:
    state = at("11345/22345/3346 0 1 2x3,4x3 -", exact_reward="caller_gains")
    state.play("exact")
    assert dice(state) == [5, 5, 5]
    full = at("11345/22345/33456 0 1 2x3,4x3 -", exact_reward="caller_gains")
    full.play("exact")
    assert dice(full) == [5, 5, 5]
    assert full.to_move == 1


def test_wild_dice_count_for_every_face_but_not_for_each_other() -> None:
    for wild, moves, counted in (
        ("ones", ["4x5", "liar"], 6),
        ("ones", ["4x5", "3x1", "liar"], 4),
        ("last", ["4x5", "liar"], 3),
        ("none", ["4x5", "liar"], 2),
    ):
        state = at("11135/12456 0 1 - -", wild=wild)
        for move in moves:
            state.play(move)
        assert state.record.counted == counted, (wild, moves)


def test_places_follow_the_order_of_elimination() -> None:
    state = at("2/3/44/5 0 9 1x6 -")
    state.play("liar")  # seat 0 has lied
    assert state.record.place[:4].tolist() == [4, 0, 0, 0]
    assert state.to_move == 1, "the starter is out, so the next one starts"
    assert state.scores[0] == 0.0


def test_several_can_go_out_at_once_and_share_their_place() -> None:
    state = at("2/3/44/5 2 9 1x2 -")
    state.play("exact")  # seat 3
    assert state.record.place[:4].tolist() == [3, 3, 0, 0]
    assert not state.over
    assert state.to_move == 2
    end = at("2/3/44/-4 0 9 1x3 -")
    end.play("1x4")
    end.play("exact")
    assert not end.over, "two fours are not exactly one"
    end = at("2/3/44/-4 0 9 1x3,2x4 -")
    end.play("exact")
    assert end.over
    assert end.record.place[:4].tolist() == [2, 2, 1, 4]
    assert end.scores == pytest.approx([0.5, 0.5, 1.0, 0.0])


def test_the_bidder_who_goes_out_leaves_the_start_to_the_next_player() -> None:
    state = at("2/33/44/55 0 9 2x3 -")
    state.play("exact")  # seat 1 is right; seat 0, who bid, is out
    assert dice(state) == [0, 2, 1, 1]
    assert state.to_move == 1


def test_only_calls_are_left_over_the_highest_bid() -> None:
    assert _texts(at("12/34 0 1 4x6 -")) == ["liar", "exact"]
    assert _texts(at("12/34 0 1 4x6 -", spot_on=False)) == ["liar"]
    assert _texts(at("12/34 0 1 4x6,2x1 -", wild="ones")) == ["3x1", "4x1", "liar", "exact"]


def test_after_the_last_round_dice_decide() -> None:
    state = at("11345/2234/3345/-4 0 200 2x3,4x3 -", exact_reward="caller_gains")
    state.play("liar")
    assert state.over
    assert dice(state) == [5, 4, 3, 0]
    assert state.scores == pytest.approx([1.0, 2 / 3, 1 / 3, 0.0])
    again = LIARSDICE.position(str(state), {"exact_reward": "caller_gains"})
    assert bytes(again) == bytes(state)


def test_unknown_cups_are_rolled_when_they_have_to_be_shown() -> None:
    view = at("11345/22345/33456 0 1 2x3 -").view(1)
    assert str(view) == "?????/22345/????? 0 1 2x3 -"
    state = LIARSDICE.position(str(view))
    state.play("liar", new_chance(5))
    assert state.record.shown[:3].sum(axis=1).tolist() == [5, 5, 5]


def sequences(oracle: Oracle) -> int:
    """How many ways there are to play one round to its showdown, counted the slow way."""
    total = 0
    for move in oracle.moves():
        if move in CALLS:
            total += 1
            continue
        child = deepcopy(oracle)
        child.play(move)
        total += sequences(child)
    return total


def rounds(state: State) -> int:
    """The same count by the compiled rules."""
    total = 0
    for move in state.moves:
        if quantity_of(move) == 0:
            total += 1
            continue
        child = state.copy()
        child.play(move)
        total += rounds(child)
    return total


def test_ways_to_play_a_round() -> None:
    """With b bids and c calls there are c × (2^b - 1) ways: any non-empty set of bids, then a call.

    Halving changes nothing, but no set may begin with wild ones.
    """
    for faces in (2, 3):
        assert rounds(LIARSDICE.position("1/1 0 1 - -", {"faces": faces})) == 2 * (2 ** (2 * faces) - 1)
        assert (
            rounds(LIARSDICE.position("1/1 0 1 - -", {"faces": faces, "spot_on": False}))
            == 2 ** (2 * faces) - 1
        )
    for wild in WILD:
        options = {"faces": 2, "wild": wild}
        assert rounds(LIARSDICE.position("1/1/1/1 0 1 - -", options)) == sequences(
            Oracle(4, size=1, faces=2, wild=wild)
        )


def test_dice_are_fair_and_rolled_anew() -> None:
    totals = np.zeros(6)
    for seed in range(300):
        state = LIARSDICE.start({}, new_chance("fair", seed), 8)
        totals += state.record.cups.sum(axis=0)
    expected = 300 * 40 / 6
    assert ((totals - expected) ** 2 / expected).sum() < 20.5, (
        "chi-square with 5 degrees of freedom, p = 0.001"
    )


def test_random_playouts_choose_as_from_the_list_of_moves() -> None:
    for wild, position in (
        ("ones", "11/22 0 1 - -"),
        ("ones", "11/22 0 1 2x3 -"),
        ("none", "11/22 0 1 3x3 -"),
    ):
        state = at(position, wild=wild)
        chance = new_chance("choose", position)
        counts = dict.fromkeys(state.moves, 0)
        for _ in range(200 * len(counts)):
            counts[int(rules.random_move(state.record, chance))] += 1
        assert min(counts.values()) > 130
        assert max(counts.values()) < 280


def slow_perft(state: State, oracle: Oracle, depth: int) -> int:
    """Perft by the oracle, which is told the dice of the state."""
    if depth == 0 or oracle.over():
        return 1
    total = 0
    for move in oracle.moves():
        child, plain = state.copy(), deepcopy(oracle)
        child.play(move)
        plain.play(move)
        look(child, plain)
        total += slow_perft(child, plain, depth - 1)
    return total


@pytest.mark.parametrize(
    ("players", "options", "counts"),
    [
        (2, {"dice": 1, "faces": 2}, [1, 4, 14, 24, 29, 30]),
        (3, {"dice": 2, "faces": 3, "wild": "ones"}, [1, 12, 150, 1194]),
        (2, {"dice": 2, "faces": 6, "spot_on": False}, [1, 24, 300, 2732]),
    ],
)
def test_perft(players: int, options: dict[str, Any], counts: list[int]) -> None:
    """Sequences of bids and calls from a fixed throw."""
    state = LIARSDICE.start(options, new_chance("perft"), players)
    oracle = Oracle(
        players,
        options["dice"],
        options["faces"],
        options.get("wild", "none"),
        options.get("spot_on", True),
    )
    look(state, oracle)
    assert [perft(state, depth) for depth in range(len(counts))] == counts
    assert [slow_perft(state, oracle, depth) for depth in range(len(counts))] == counts


class TestGolden(GoldenContract):
    game = LIARSDICE
    folder = Path(__file__).parent
    playthroughs = {"golden": Playthrough({"dice": 2, "wild": "ones"}, seats=3)}

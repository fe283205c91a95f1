"""The network of Coinche: what it sees, and how it bids and plays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partie
from partie.arena.match import play_match
from partie.core.agent import ask
from partie.core.compiled import verbs
from partie.core.compiled.chance import below, new_chance
from partie.core.errors import PartieError
from partie.core.game import State
from partie.core.match import Match
from partie.games.coinche.players.net.auctions import asks, ends, vary
from partie.games.coinche.players.net.encoding import AUCTION, INPUTS, OUTPUTS, TABLE
from partie.games.coinche.players.net.equity import SCALE, stake, win_chance
from partie.games.coinche.players.net.task import AUCTION_TASK, TASK
from partie.games.coinche.players.searching import SCORES
from partie.games.coinche.rules import settled
from partie.games.coinche.rules.calls import BID, FIRST_BID, PLAY, bid_of, denomination_of, step_of
from partie.learn.net.network import from_tensors
from partie.learn.net.play import Simulator
from partie.learn.net.run import NetRun
from partie.learn.net.settings import NetSettings

COINCHE = partie.game("coinche")
SUITS = (2, 0, 3, 1)
"""A renaming of the suits: suit i becomes SUITS[i]."""


def positions(count: int) -> list[State]:
    """Positions of random deals, in the auction and in play."""
    found = []
    for seed in range(count):
        chance, match = new_chance("coinche net", seed), Match(COINCHE, {"deals": 1}, seed)
        for _ in range(int(below(chance, 40))):
            moves = match.state.moves
            calls = [move for move in moves if move < FIRST_BID or step_of(move) < 4]
            match.play(calls[int(below(chance, len(calls)))])
            if match.state.over:
                break
        if not match.state.over and len(match.state.moves) > 1:
            found.append(match.state)
    return found


def encodings(state: State) -> list[int]:
    """The encodings that can be used in a position: `auction` only while there are calls."""
    return [TABLE, AUCTION] if state.record.phase == BID else [TABLE]


def encoded(state: State, encoding: int) -> list[int]:
    out = np.full(INPUTS[encoding], 9, np.int8)
    verbs.encode(state.record, encoding, out)
    found: list[int] = out.tolist()
    return found


def renamed_set(cards: int) -> int:
    return sum(((cards >> 16 * suit) & 0xFFFF) << 16 * SUITS[suit] for suit in range(4))


def renamed_move(move: int) -> int:
    if move >= FIRST_BID:
        suit = int(denomination_of(move))
        return int(bid_of(step_of(move), SUITS[suit] if suit < 4 else suit))
    return 16 * SUITS[move >> 4] + (move & 15) if move < 64 else move


def renamed(state: State) -> State:
    """The same position with other names for the suits."""
    other = state.copy()
    record = other.record
    for name in ("hands", "laid", "may", "shown"):
        field = getattr(record, name)
        for seat in range(4):
            field[seat] = np.array(renamed_set(int(field[seat]) & (2**64 - 1)), np.uint64).astype(np.int64)
    for i in range(int(record.said)):
        record.calls[i] = renamed_move(int(record.calls[i]))
    if record.bid:
        record.bid = renamed_move(int(record.bid))
    if 0 <= record.denomination < 4:
        record.denomination = SUITS[int(record.denomination)]
    if record.led >= 0:
        record.led = SUITS[int(record.led)]
    for seat in range(4):
        if record.trick[seat] >= 0:
            record.trick[seat] = renamed_move(int(record.trick[seat]))
    return other


def own_suits_differ(state: State) -> bool:
    """Whether no two suits of the seat to move hold the same ranks, so that their order is determined."""
    cards = int(state.record.hands[state.to_move] | state.record.laid[state.to_move])
    return len({(cards >> 16 * suit) & 0xFFFF for suit in range(4)}) == 4


def test_a_view_is_enough_and_inputs_are_bits() -> None:
    phases = set()
    for state in positions(60):
        for encoding in encodings(state):
            numbers = encoded(state, encoding)
            assert set(numbers) <= {0, 1}
            assert numbers == encoded_view(state, encoding)
        phases.add(int(state.record.phase))
    assert len(phases) == 2


def encoded_view(state: State, encoding: int) -> list[int]:
    out = np.full(INPUTS[encoding], 9, np.int8)
    verbs.encode(state.view(state.to_move).record, encoding, out)
    found: list[int] = out.tolist()
    return found


def test_the_names_of_suits_do_not_matter() -> None:
    compared = 0
    for state in positions(80):
        if not own_suits_differ(state):
            continue
        other = renamed(state)
        for encoding in encodings(state):
            assert encoded(other, encoding) == encoded(state, encoding)
        for move in state.moves:
            assert verbs.output_of(other.record, renamed_move(move)) == verbs.output_of(state.record, move)
        compared += 1
    assert compared > 20


def test_every_move_has_an_output_of_its_own() -> None:
    for state in positions(30):
        outputs = [int(verbs.output_of(state.record, move)) for move in state.moves]
        assert len(set(outputs)) == len(outputs)
        assert all(0 <= output < OUTPUTS for output in outputs)


def test_net_gets_far_more_than_random_players() -> None:
    report = play_match(COINCHE, ["net", "random"], games=60, seed=2, options={"deals": 1})
    assert report.difference[1][0] > 0


def test_calls_are_known_with_all_options_and_cards_with_the_usual_ones() -> None:
    agent = partie.build_agent(COINCHE, "net")
    for options, cards in (({}, "net.expects"), ({"annonces": True}, "coinche.scores")):
        match = Match(COINCHE, options, seed=1)
        assert TASK.fits(match.state.record) == (not options)
        decision = ask(agent, match.view())
        assert decision.why is not None
        assert decision.why.key.startswith(("net.expects", "coinche.shows_"))
        for call in ("80h", "pass", "pass", "pass"):
            match.play(COINCHE.notation.read_move(match.state.record, call))
        decision = ask(agent, match.view())
        assert decision.why is not None
        assert decision.why.key.startswith(cards)


def test_the_first_master_can_still_be_built() -> None:
    assert COINCHE.families["master@v1"].params == ()
    partie.build_agent(COINCHE, "master@v1")


def auctions(count: int) -> Any:
    """Deals whose auctions are over, called by the table bidder, with all kinds of options."""
    simulator = Simulator(AUCTION_TASK, {}, varied=True)
    luck = new_chance("auctions", "deal")
    states = simulator.begin(count, luck)
    for _ in simulator.moves_made([SCORES], np.zeros((count, 4), np.int8), states, luck, new_chance("x")):
        pass
    return states


def test_an_auction_ends_as_a_deal_played_alone_would() -> None:
    """Contracts of one deal share playouts: each must come out as if it had been played by itself."""
    states = auctions(60)
    deals = states[states.phase == PLAY]
    assert len(deals) > 30
    doubled = np.repeat(deals, 3).view(np.recarray)
    for number, state in enumerate(doubled):
        if number % 3 == 1:
            state.doubled = 1
        if number % 3 == 2:
            state.bid += 8  # ten points more
    alone = [np.array([state]).view(np.recarray) for state in doubled.copy()]
    ends(doubled, new_chance("together"))
    for together, single in zip(doubled, alone, strict=True):
        ends(single, new_chance("alone"))
        assert together.totals.tolist() == single[0].totals.tolist()
        assert together.sheet[0].tolist() == single[0].sheet[0].tolist()
        assert settled(together)


def test_networks_are_asked_for_calls_only() -> None:
    states = auctions(20)
    assert asks(states, np.zeros((20, 4), np.int8), 0, np.empty(20, np.int64)) == 0
    vary(states, new_chance("again"))
    assert asks(states, np.zeros((20, 4), np.int8), 0, np.empty(20, np.int64)) == 20
    assert len({int(state.marking) for state in auctions(100)}) == 3


def test_the_chance_to_win_a_match_follows_from_what_is_missing() -> None:
    assert win_chance(500, 500) == pytest.approx(0.5, abs=0.01)
    assert win_chance(0, 300) == 1.0
    assert win_chance(-50, -80) == 0.0
    assert win_chance(4000, 4100) == pytest.approx(win_chance(2900, 3000))
    for own in range(50, 1500, 130):
        for other in range(50, 1500, 130):
            assert win_chance(own, other) + win_chance(other, own) == pytest.approx(1.0, abs=0.01)
            assert win_chance(own, other) > win_chance(own + 100, other) - 1e-9


def test_what_is_missing_decides_what_a_deal_is_worth() -> None:
    """Marks that win the match are worth all that is left of it, marks beyond the target nothing."""
    states = auctions(200)
    deals = states[(states.phase == PLAY) & (states.marking == 0)][:8]
    for target, deal_ends in ((2000, False), (90, True)):
        some = deals.copy()
        some.deals, some.target = 0, target
        some.totals[:] = 0
        ends(some, new_chance("worth"))
        for state in some:
            side = int(state.totals[1] > state.totals[0])
            gained = float(stake(state, side))
            assert gained == pytest.approx(-float(stake(state, side ^ 1)), abs=1.0)
            assert gained > 0
            if deal_ends:
                assert gained == pytest.approx(SCALE * (1 - win_chance(target, target)))


def test_auctions_are_learned_from_a_start_against_rivals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tiny = NetSettings(
        "coinche", "counterfactual", "auction", "3", hidden=(32, 16), first=200, deals=60, batch=64, contest=60, judged=60
    )  # fmt: skip
    first = NetRun.begin(tmp_path / "first", TASK, tiny)
    assert first.advance().deals == 200
    network = first._trainer.state()[0]  # the student: the first round need not be better than the table
    stored = from_tensors(network, {**first._card(), "rounds": 1}, "student.")
    TASK.networks.keep(stored, "student")
    further = replace(tiny, start="student", rivals={"student": 0.5})
    again = NetRun.begin(tmp_path / "again", TASK, further)
    assert again.best is not None
    one = again.advance()
    assert one.deals == 60, "a run with a start has no first round"
    assert again.best.card["start"] == "student"
    with pytest.raises(PartieError, match="--encoding auction"):
        NetRun.begin(tmp_path / "wrong", TASK, replace(further, encoding="table"))

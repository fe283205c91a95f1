"""The network of Coinche: what it sees, and how it bids and plays."""

from __future__ import annotations

import numpy as np

import partie
from partie.arena.match import play_match
from partie.core.agent import ask
from partie.core.compiled import verbs
from partie.core.compiled.chance import below, new_chance
from partie.core.game import State
from partie.core.match import Match
from partie.games.coinche.players.net.encoding import INPUTS, OUTPUTS
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.rules.calls import BID, FIRST_BID, bid_of, denomination_of, step_of

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


def encoded(state: State) -> list[int]:
    out = np.full(INPUTS, 9, np.int8)
    verbs.encode(state.record, 0, out)
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
        numbers = encoded(state)
        assert set(numbers) <= {0, 1}
        assert numbers == encoded_view(state)
        phases.add(int(state.record.phase))
    assert len(phases) == 2


def encoded_view(state: State) -> list[int]:
    out = np.full(INPUTS, 9, np.int8)
    verbs.encode(state.view(state.to_move).record, 0, out)
    found: list[int] = out.tolist()
    return found


def test_the_names_of_suits_do_not_matter() -> None:
    compared = 0
    for state in positions(80):
        if not own_suits_differ(state):
            continue
        other = renamed(state)
        assert encoded(other) == encoded(state)
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


def test_with_options_it_was_not_trained_for_it_plays_otherwise() -> None:
    agent = partie.build_agent(COINCHE, "scores:bids=net")
    known = ask(agent, Match(COINCHE, seed=1).view())
    assert known.why is not None
    assert known.why.key == "net.expects"
    match = Match(COINCHE, {"annonces": True}, seed=1)
    assert match.state.record.phase == BID
    assert not TASK.fits(match.state.record)
    unknown = ask(agent, match.view())
    assert unknown.why is not None
    assert unknown.why.key != "net.expects"


def test_the_first_master_can_still_be_built() -> None:
    assert COINCHE.families["master@v1"].params == ()
    partie.build_agent(COINCHE, "master@v1")

"""The exact solver against a plain minimax, and whole deals against values found by a slow search."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from partie.cards.deck import set_text
from partie.core.compiled.chance import new_chance
from partie.core.errors import PartieError
from partie.core.registry import game
from partie.games.coinche.lab.solve import (
    belotes,
    highest_contract,
    solve_text,
)
from partie.games.coinche.players.exact import solver
from partie.games.coinche.players.exact.solver import new_memory
from partie.games.coinche.players.exact.solving import Solver, shares
from partie.games.coinche.text.notation import DENOMINATIONS
from tests.test_cli import partie

Card = tuple[int, str]
Hands = tuple[tuple[Card, ...], ...]
Trick = tuple[tuple[int, Card], ...]
Won = tuple[bool, bool]
Arguments = tuple[Any, Any, int, int, int, int]
Known = dict[tuple[Hands, Trick, int, Won], int]

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
TRUMP_ORDER, PLAIN_ORDER = (
    ["7", "8", "Q", "K", "10", "A", "9", "J"],
    ["7", "8", "9", "J", "Q", "K", "10", "A"],
)
SA, TA = 4, 5
POINTS = {
    "trump": {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3},
    "plain": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
    "sa": {"A": 19, "10": 10, "K": 4, "Q": 3, "J": 2},
    "ta": {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1},
}


def points(denomination: int, card: Card) -> int:
    scale = {SA: "sa", TA: "ta", card[0]: "trump"}.get(denomination, "plain")
    return POINTS[scale].get(card[1], 0)


def height(denomination: int, card: Card, led: int) -> tuple[int, int]:
    suit, rank = card
    order = TRUMP_ORDER if denomination in (suit, TA) else PLAIN_ORDER
    return (2 if suit == denomination else 1 if suit == led else 0), order.index(rank)


def winner(denomination: int, trick: Trick) -> int:
    led = trick[0][1][0]
    return max(trick, key=lambda played: height(denomination, played[1], led))[0]


def may_play(denomination: int, hand: tuple[Card, ...], trick: Trick, seat: int) -> list[Card]:
    if not trick:
        return list(hand)
    led = trick[0][1][0]
    top = max(height(denomination, card, led) for _, card in trick)
    follow = [card for card in hand if card[0] == led]
    if follow and denomination not in (led, TA):
        return follow
    if not follow:
        follow = [card for card in hand if card[0] == denomination]
        if not follow or (winner(denomination, trick) - seat) % 2 == 0:
            return list(hand)
    return [card for card in follow if height(denomination, card, led) > top] or follow


def after(
    denomination: int, hands: Hands, trick: Trick, seat: int, won: Won, card: Card, known: Known
) -> int:
    """What side 0 takes when `seat` plays `card`."""
    hands = tuple(tuple(c for c in hand if c != card) for hand in hands)
    trick = (*trick, (seat, card))
    if len(trick) < 4:
        return minimax(denomination, hands, trick, (seat + 1) % 4, won, known)
    taker = winner(denomination, trick)
    first = taker % 2 == 0
    won = (won[0] or first, won[1] or not first)
    value = sum(points(denomination, card) for _, card in trick) if first else 0
    if any(hands):
        return value + minimax(denomination, hands, (), taker, won, known)
    if not won[0]:
        return value - 90
    return value + (100 if not won[1] else 10 if first else 0)


def minimax(denomination: int, hands: Hands, trick: Trick, seat: int, won: Won, known: Known) -> int:
    key = (hands, trick, seat, won)
    if key not in known:
        cards = may_play(denomination, hands[seat], trick, seat)
        values = [after(denomination, hands, trick, seat, won, card, known) for card in cards]
        known[key] = min(values) if seat % 2 else max(values)
    return known[key]


def number(card: Card) -> int:
    return 16 * card[0] + 5 + RANKS.index(card[1])


def ending(seed: int, most: int) -> tuple[int, Hands, Trick, int, int, Won]:
    """A random ending: denomination, hands, trick, leader, seat to move, and which sides have won tricks."""
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in range(4) for rank in RANKS]
    # few suits make long ones, with equivalent cards, ruffs and overruffs
    pack = [card for card in pack if card[0] < chance.choice((2, 3, 4, 4))] if seed % 3 == 0 else pack
    chance.shuffle(pack)
    size = min(chance.randint(1, most), len(pack) // 4)
    hands: Hands = tuple(tuple(pack[size * seat : size * seat + size]) for seat in range(4))
    denomination, leader = chance.randrange(6), chance.randrange(4)
    trick: Trick = ()
    seat = leader
    for _ in range(chance.randrange(4)):
        card = chance.choice(may_play(denomination, hands[seat], trick, seat))
        hands = tuple(tuple(c for c in hand if c != card) for hand in hands)
        trick, seat = (*trick, (seat, card)), (seat + 1) % 4
    won = chance.choice(((False, False), (True, False), (False, True), (True, True)))
    return denomination, hands, trick, leader, seat, won


def arguments(denomination: int, hands: Hands, trick: Trick, leader: int, won: Won) -> Arguments:
    """An ending as the kernels take it."""
    masks = np.array([sum(1 << number(card) for card in hand) for hand in hands], np.int64)
    table = np.full(4, -1, np.int64)
    for seat, card in trick:
        table[seat] = number(card)
    return masks, table, leader, denomination, int(won[0]), int(won[1])


@pytest.fixture(scope="module")
def memory() -> np.ndarray:
    """A table so small that positions overwrite each other."""
    return new_memory(6)


@pytest.mark.parametrize("block", range(6))
def test_endings_agree_with_minimax(block: int, memory: np.ndarray) -> None:
    values = np.zeros(64, np.int64)
    for seed in range(100 * block, 100 * block + 100):
        denomination, hands, trick, leader, seat, won = ending(seed, 4)
        position = arguments(denomination, hands, trick, leader, won)
        known: Known = {}
        expected = {
            number(card): after(denomination, hands, trick, seat, won, card, known)
            for card in may_play(denomination, hands[seat], trick, seat)
        }
        best = (min if seat % 2 else max)(expected.values())
        assert solver.solve_position(memory, *position) == best, seed
        assert solver.card_values(memory, *position, values) == sum(1 << card for card in expected), seed
        assert {card: values[card] for card in expected} == expected, seed


def test_a_stopped_solver_says_so_and_stores_nothing_wrong() -> None:
    hands = np.array([int(hand) for hand in game("coinche").start(chance=new_chance(1)).record.hands])
    nothing, memory = np.full(4, -1, np.int64), new_memory()
    value = solver.solve_position(memory, hands, nothing, 0, SA, 0, 0)
    fresh, stop = new_memory(), np.ones(1, np.uint8)
    solver.set_stop_flag(fresh, stop.ctypes.data)
    solver.solve_position(fresh, hands, nothing, 0, SA, 0, 0)
    assert solver.was_stopped(fresh)
    solver.set_stop_flag(fresh, 0)
    assert solver.solve_position(fresh, hands, nothing, 0, SA, 0, 0) == value
    assert not solver.was_stopped(fresh)


# The holder of every card, clubs to hearts and seven to ace; the leader; the denomination; the value.
DEALS = [
    ("02132201013211330321001301232302", 1, 0, 83),
    ("01013330130011321223200130312222", 2, 1, 63),
    ("23032300001111231332013223120021", 3, 2, 31),
    ("11000333223033111222230201032011", 3, 3, 69),
    ("11303300033022330111322120202211", 0, 4, 55),
    ("20021310322100323011030133312122", 0, 5, 145),
    ("20122210301323301131312001223030", 3, 0, 252),
    ("20323321220301101133002302131012", 0, 1, 125),
    ("30213201321122031013303002120132", 2, 2, 23),
    ("12001003233131133203120121022230", 0, 3, 119),
    ("23232121321001300201322133000311", 0, 4, 50),
    ("30230303110320123223211100311202", 1, 5, 118),
    ("03312321003232111302110210332020", 1, 0, 91),
    ("21203313230131122113302203020001", 3, 1, 17),
    ("32312311023000222123102310310310", 1, 2, 78),
    ("00331100012210233321130301123222", 0, 3, 97),
    ("32223022101201130330313001121230", 0, 4, 252),
    ("30012220230321130103323310102211", 0, 5, 128),
]


def hands_of(holders: str) -> list[int]:
    hands = [0] * 4
    for place, seat in enumerate(holders):
        hands[int(seat)] |= 1 << 16 * (place // 8) + 5 + place % 8
    return hands


@pytest.mark.parametrize(("holders", "leader", "denomination", "value"), DEALS)
def test_whole_deals(holders: str, leader: int, denomination: int, value: int) -> None:
    hands = hands_of(holders)
    assert Solver().par(hands, leader, denomination) == value
    cards = Solver(table_bits=12).first_cards(hands, leader, denomination)
    assert (min if leader % 2 else max)(cards.values()) == value


def test_the_table_is_cleared_when_position_numbers_start_again() -> None:
    """Positions are numbered; when the numbers start again, no old entry may be found under them."""
    memory, nothing = new_memory(12), np.full(4, -1, np.int64)
    for place in (0, 12):  # the same denomination and leader
        holders, leader, denomination, value = DEALS[place]
        hands = np.array(hands_of(holders), np.int64)
        assert solver.solve_position(memory, hands, nothing, leader, denomination, 0, 0) == value
        memory[solver._STAMP] = solver._LAST_STAMP


@pytest.mark.parametrize(("holders", "leader", "denomination", "value"), DEALS[:6])
def test_sides_and_suits_can_be_exchanged(holders: str, leader: int, denomination: int, value: int) -> None:
    solver = Solver()
    hands = hands_of(holders)
    turned = [hands[3], *hands[:3]]
    assert solver.par(turned, (leader + 1) % 4, denomination) == 162 - value
    shifted = [(hand << 16 | hand >> 48) & (1 << 64) - 1 for hand in hands]
    moved = (denomination + 1) % 4 if denomination < SA else denomination
    assert solver.par(shifted, leader, moved) == value


def test_a_deal_played_by_its_values_ends_with_them() -> None:
    """Along best play, what side 0 has taken plus the value of the rest is constant, and is scored."""
    played = game("coinche").start({"marking": "trick_points"}, new_chance("solver"))
    for call in ("80s", "pass", "pass", "pass"):
        played.play(call)
    solver = Solver()
    par = solver.value(played)
    while int(played.record.cards) < 31:
        cards = solver.cards(played)
        best = (min if played.to_move % 2 else max)(cards.values())
        assert best + int(played.record.points[0]) == par
        assert sorted(cards) == sorted(played.moves)
        played.play(next(card for card, value in cards.items() if value == best))
    played.play(played.moves[0])
    assert [int(each) for each in played.record.points] == list(shares(par))


def test_shares_of_a_deal() -> None:
    assert shares(100) == (100, 62)
    assert shares(252) == (252, 0)
    assert shares(-90) == (0, 252)


def test_hidden_hands_and_deals_not_in_play_cannot_be_solved() -> None:
    state = game("coinche").start(chance=new_chance("hidden"))
    with pytest.raises(PartieError, match="not being played"):
        Solver().cards(state)
    for call in ("80s", "pass", "pass", "pass"):
        state.play(call)
    with pytest.raises(PartieError, match="All hands must be known"):
        Solver().cards(state.view(state.to_move))


def test_belotes_count_for_the_contract() -> None:
    hands = hands_of("01230123" * 3 + "33330113")
    assert belotes(hands, 3) == (0, 20)
    assert belotes(hands, 0) == (0, 0)
    assert belotes(hands, SA) == (0, 0)
    assert belotes(hands, TA) == (0, 20)
    assert belotes(hands, TA, at_ta=False) == (0, 0)
    assert highest_contract(95, 67, False) == "90"
    assert highest_contract(79, 83, False) == "–"
    assert highest_contract(91, 91, False) == "–"
    assert highest_contract(182, 0, False) == "160"
    assert highest_contract(252, 0, True) == "capot"


def deal_text(holders: str) -> str:
    return "/".join(set_text(hand) for hand in hands_of(holders))


def test_a_deal_in_text() -> None:
    holders, leader, denomination, value = DEALS[1]
    answer = solve_text(deal_text(holders), leader, DENOMINATIONS[denomination])
    assert [par.denomination for par in answer.pars] == list(range(6))
    par = answer.pars[denomination]
    assert (par.points[0] - par.belote[0], par.points[1] - par.belote[1]) == shares(value)
    assert (answer.denomination, answer.seat, len(answer.cards)) == (denomination, leader, 8)
    assert answer.cards[0][1] == par.points
    strongest = solve_text(deal_text(holders), leader)
    assert max(strongest.pars[strongest.denomination].points) == max(max(p.points) for p in strongest.pars)


def test_a_position_in_text() -> None:
    state = game("coinche").start(chance=new_chance("text"))
    bidding = solve_text(str(state))
    assert len(bidding.pars) == 6
    assert bidding.seat == state.to_move
    for call in ("80d", "pass", "pass", "pass"):
        state.play(call)
    state.play(state.moves[0])
    state.play(state.moves[-1])
    answer = solve_text(str(state))
    assert answer.denomination == 1
    assert answer.seat == state.to_move
    assert sorted(card for card, _ in answer.cards) == sorted(state.moves)


GOOD = deal_text(DEALS[0][0])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("c789/d789", "there are 2 here"),
        (GOOD + "/c7", "there are 5 here"),
        ("c789TJQKA/d789TJQKA/h789TJQKA/s789TJQ", "Seat 3 should have 8 cards, not 6"),
        ("c789TJQKA/d789TJQKA/h789TJQKA/c789TJQKA", "7♣ appears twice"),
        ("c789TJQKA/d789TJQKA/h789TJQKA/s689TJQKA", "6♠ is not in the pack"),
        ("x7/c8/c9/cT", "is not a set of cards"),
    ],
)
def test_mistakes_in_a_deal(text: str, sentence: str) -> None:
    with pytest.raises(PartieError, match=re.escape(sentence)):
        solve_text(text)


def test_the_command() -> None:
    done = partie("solve", "coinche", GOOD, "--leader", "1", "--denomination", "c")
    assert done.returncode == 0, done.stderr
    assert "seat 1 to play at ♣" in done.stdout
    wrong = partie("solve", "coinche", GOOD, "--denomination", "x")
    assert wrong.returncode == 2
    assert "one of c, d, s, h, sa, ta" in wrong.stderr

"""The encodings against a second, plain implementation."""

from __future__ import annotations

import numpy as np
import pytest

import partie
from partie.cards.deck import (
    card_text,
    cards_of,
)
from partie.core.compiled import verbs
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.core.match import Match
from partie.games.hearts.players.net.encoding import (
    ENCODINGS,
    INPUTS,
    OUTPUTS,
)
from partie.games.hearts.rules import PASS, PLAY
from partie.learn.net.forward import value_of

HEARTS = partie.game("hearts")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
PACK = [rank + suit for suit in "cdsh" for rank in RANKS]


def positions(count: int) -> list[State]:
    """Positions of random deals during play."""
    found = []
    for seed in range(count):
        match, chance = Match(HEARTS, {"slam": ("bonus", "none")[seed % 2]}, seed), new_chance("encode", seed)
        for _ in range(int(below(chance, 32))):
            match.play(match.state.moves[int(below(chance, len(match.state.moves)))])
        assert match.state.record.phase == PLAY
        found.append(match.state)
    return found


def one_hot(size: int, which: int | None) -> list[int]:
    return [int(i == which) for i in range(size)]


def as_cards(cards: list[str], places: int) -> list[int]:
    numbers = []
    for card in cards:
        numbers += one_hot(8, RANKS.index(card[:-1])) + one_hot(4, "cdsh".index(card[-1]))
    return numbers + [0] * (12 * (places - len(cards)))


def as_plane(cards: list[str]) -> list[int]:
    return [1 if card in cards else -1 for card in PACK]


def plain_encoding(state: State, encoding: str) -> list[int]:
    """The encoding as docs/hearts-network.md describes it."""
    record = state.record
    seat = state.to_move
    hand = [card_text(card) for card in cards_of(record.hands[seat])]
    order = [(int(record.leader) + step) % 4 for step in range(4)]
    trick = [card_text(int(record.trick[other])) for other in order if record.trick[other] >= 0]
    out = [
        card
        for card in PACK
        if any(card in map(card_text, cards_of(record.hands[other])) for other in range(4) if other != seat)
    ]
    led = "cdsh".index(trick[0][-1]) if trick else None
    taken = [len(cards_of(record.taken[other])) for other in range(4)]
    every = sum(taken) > 0 and taken[seat] == sum(taken)
    facts = one_hot(8, int(record.tricks)), [*one_hot(4, led), *one_hot(4, len(trick)), int(every)]
    if encoding == "cards":
        return [*facts[0], *as_cards(hand, 8), *as_cards(trick, 3), *as_cards(out, 24), *facts[1]]
    before, after = ([2 * fact - 1 for fact in part] for part in facts)
    return [*before, *as_plane(hand), *as_plane(trick), *as_plane(out), *after]


@pytest.mark.parametrize("encoding", ENCODINGS[:2])
def test_it_is_what_the_page_describes(encoding: str) -> None:
    number = ENCODINGS.index(encoding)
    every = 0
    for state in positions(150):
        got = np.full(INPUTS[number], 9, np.int8)
        verbs.encode(state.record, number, got)
        assert got.tolist() == plain_encoding(state, encoding)
        every += got[-1] == 1
    assert every > 5, "the last input was set in some positions"


@pytest.mark.parametrize("number", range(len(ENCODINGS)))
def test_a_view_is_enough(number: int) -> None:
    for state in positions(40):
        seen, known = np.zeros((2, INPUTS[number]), np.int8)
        verbs.encode(state.record, number, known)
        verbs.encode(state.view(state.to_move).record, number, seen)
        assert (seen == known).all()


def test_every_card_has_an_output() -> None:
    state = HEARTS.start()
    numbers = {card: 16 * "cdsh".index(card[-1]) + 5 + RANKS.index(card[:-1]) for card in PACK}
    outputs = [verbs.output_of(state.record, numbers[card]) for card in PACK]
    assert outputs == list(range(OUTPUTS))


FULL_PACK = [rank + suit for suit in "cdsh" for rank in ("2", "3", "4", "5", "6", *RANKS)]
CLASSIC = {"rules": "classic", "length": "4"}


def classic_positions(count: int) -> list[State]:
    """Positions of random deals with 52 cards, in all directions of passing, while passing and in play."""
    found = []
    for seed in range(count):
        chance = new_chance("encode 52", seed)
        match = Match(HEARTS, {**CLASSIC, "jack_of_diamonds": bool(seed % 2)}, seed)
        for _ in range(int(below(chance, 220))):
            match.play(match.state.moves[int(below(chance, len(match.state.moves)))])
        if match.state.record.phase in (PASS, PLAY):
            found.append(match.state)
    return found


def as_set(cards: list[str]) -> list[int]:
    return [int(card in cards) for card in FULL_PACK]


def texts(cards: int) -> list[str]:
    return [card_text(card) for card in cards_of(cards)]


def plain_seats(state: State) -> list[int]:
    """The encoding `seats` as its module describes it."""
    record, seat = state.record, state.to_move
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    distance = {0: 0, 1: 1, 2: 3, 3: 2}[int(record.number) % 4] if record.passing else 0
    hand = texts(int(record.hands[seat]))
    played = [card_text(int(record.trick[other])) if record.trick[other] >= 0 else None for other in others]
    table = [card for card in played if card]
    led = "cdsh"[int(record.led)] if table else None
    best = max((FULL_PACK.index(card) for card in table if card[-1] == led), default=0)
    winners = [card for card in hand if card[-1] == led and FULL_PACK.index(card) > best]
    gone = set(texts(int(record.gone)))
    passing = record.phase == PASS
    known = distance and not passing
    taken = {other: texts(int(record.taken[other])) for other in range(4)}
    points = {other: [card for card in taken[other] if card[-1] == "h" or card == "Qs"] for other in range(4)}
    takers = [step for step in range(4) if points[(seat + step) % 4]]
    hearts_on_table = sum(card[-1] == "h" for card in table)
    return [
        *as_set(hand),
        *as_set([card for card in FULL_PACK if card not in gone and card not in hand]),
        *as_set(winners),
        *(number for card in played for number in as_set([card] if card else [])),
        *as_set([card for card in texts(int(record.passed[seat])) if card not in gone] if known else []),
        *as_set(texts(int(record.passed[(seat - distance) % 4])) if known else []),
        *one_hot(4, distance),
        *(int(record.voids[other]) >> suit & 1 for other in others for suit in range(5)),
        *(
            int(sum(card[-1] == "h" for card in taken[(seat + step) % 4]) > i)
            for step in range(4)
            for i in range(13)
        ),
        *(int("Qs" in taken[(seat + step) % 4]) for step in range(4)),
        *(int("Jd" in taken[(seat + step) % 4]) for step in range(4)),
        *one_hot(4, takers[0] if len(takers) == 1 else None),
        *one_hot(13, int(record.tricks)),
        *one_hot(4, len(table)),
        *one_hot(4, "cdsh".index(led) if led else None),
        *one_hot(4, (int(record.winner) - seat) % 4 if led else None),
        int(any(card[-1] == "h" for card in gone)),
        *(int(hearts_on_table > i) for i in range(3)),
        int("Qs" in table),
        int("Jd" in table and bool(record.jack)),
        1,
        int(record.slam),
        int(record.jack),
        int(record.passing),
        int(passing),
    ]


def test_seats_is_what_its_module_describes() -> None:
    number = ENCODINGS.index("seats")
    passing = 0
    for state in classic_positions(150):
        seen, known = np.full((2, INPUTS[number]), 9, np.int8)
        verbs.encode(state.record, number, known)
        verbs.encode(state.view(state.to_move).record, number, seen)
        assert known.tolist() == plain_seats(state)
        assert (seen == known).all(), "a view is enough"
        passing += state.record.phase == PASS
    assert passing > 3


def test_a_pass_stands_for_three_outputs() -> None:
    state = HEARTS.start(CLASSIC)
    assert state.record.phase == PASS
    outputs = np.random.default_rng(1).normal(size=52).astype(np.float32)
    for move in state.moves[:40]:
        cards = [card_text(move >> shift & 63) for shift in (0, 6, 12)]
        expected = sum(outputs[FULL_PACK.index(card)] for card in cards)
        assert value_of(outputs, verbs.output_of(state.record, move)) == pytest.approx(expected, abs=1e-5)


def test_shooting_is_worth_as_much_as_it_changes_the_lead() -> None:
    """A point costs 4/3 of the lead over the mean of the others: stakes are proportional to that lead."""
    record = HEARTS.start(CLASSIC).record
    for queen, split in ((0, (13, 0, 0, 0)), (1, (13, 0, 0, 0)), (3, (1, 2, 10, 0))):
        hearts = list(range(48, 61))
        for seat, size in enumerate(split):
            record.taken[seat] = sum(1 << hearts.pop() for _ in range(size))
        record.taken[queen] |= 1 << 16 * 2 + 10
        scores = [float(verbs.worth(record, seat)) for seat in range(4)]
        leads = [score - (sum(scores) - score) / 3 for score in scores]
        stakes = [float(verbs.stake(record, seat)) for seat in range(4)]
        assert [4 / 3 * stake + 26 / 3 for stake in stakes] == pytest.approx(leads)

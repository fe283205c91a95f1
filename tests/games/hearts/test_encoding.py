"""The two encodings against a second, plain implementation."""

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
from partie.games.hearts.rules import PLAY

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


@pytest.mark.parametrize("encoding", ENCODINGS)
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

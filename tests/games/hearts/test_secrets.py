"""What a seat may know, and worlds sampled from it: exactly the consistent deals, each equally likely."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

import partie
from partie.cards.deck import (
    cards_of,
    set_of,
)
from partie.cards.sampling import sample_worlds
from partie.cards.tricks import recent
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.match import Match
from partie.games.hearts import rules
from partie.games.hearts.rules.cards import (
    ALL_HEARTS,
    PACKS,
    POINT_CARDS,
)
from tests.cards.reading import card_of
from tests.cards.test_dealing import chi_square_limit
from tests.games.hearts.oracle import Oracle
from tests.games.hearts.test_rules import hands

HEARTS = partie.game("hearts")
GAMES: list[dict[str, Any]] = [
    {"rules": "coeurs"},
    {"rules": "classic"},
    {"rules": "classic", "pass": False, "jack_of_diamonds": True},
]
Plays = list[tuple[int, str]]


def random_match(options: dict[str, Any], seed: object, cards_left: int) -> tuple[Match, Plays]:
    """A random deal played until `cards_left` cards are left in all hands, and who played which card."""
    match, chance = Match(HEARTS, {**options, "length": "1"}, seed), new_chance("secrets", seed)
    while match.state.record.phase == rules.PASS or sum(map(len, hands(match.state))) > cards_left:
        moves = match.state.moves
        match.play(moves[int(below(chance, len(moves)))])
    plays = [
        (seat, move)
        for seat, move in zip(match.movers, match.moves, strict=True)
        if not move.startswith("pass")
    ]
    return match, plays


def fits(match: Match, plays: Plays, seat: int, world: list[set[str]]) -> bool:
    """Whether the deal could have been played with these hands, by the oracle and by this seat's pass."""
    held = [{card for who, card in plays if who == other} | world[other] for other in range(4)]
    shown = match.view(seat).display()
    if shown["passed"] and not set(shown["passed"]) <= held[shown["passing"]["to"]]:
        return False
    oracle = Oracle(rules=shown["rules"], passing=False)
    oracle.take_deal([set(hand) for hand in held])
    for who, card in plays:
        if oracle.turn != who or card not in oracle.moves():
            return False
        oracle.play(card)
    return oracle.phase != "play" or oracle.turn == match.state.to_move


def possible_worlds(match: Match, plays: Plays, seat: int) -> list[tuple[int, ...]]:
    """Every possible distribution of the unseen cards, by exhaustive search."""
    state = match.state
    others = [other for other in range(4) if other != seat]
    sizes = [len(hands(state)[other]) for other in others]
    unseen = sorted(set().union(*(hands(state)[other] for other in others)))
    found = []
    for first in itertools.combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in first]
        for second in itertools.combinations(rest, sizes[1]):
            world: list[set[str]] = [set() for _ in range(4)]
            world[seat] = hands(state)[seat]
            third = [card for card in rest if card not in second]
            for other, cards in zip(others, (first, second, third), strict=True):
                world[other] = set(cards)
            if fits(match, plays, seat, world):
                found.append(tuple(set_of(card_of(card) for card in hand) for hand in world))
    return found


@pytest.mark.parametrize("options", GAMES)
@pytest.mark.parametrize(("cards_left", "seeds"), [(8, 12), (9, 6), (11, 3)])
def test_worlds_are_uniform_among_all_deals_that_fit(
    options: dict[str, Any], cards_left: int, seeds: int
) -> None:
    """Endings of random deals against enumeration: chi-square with fixed seeds."""
    several = 0
    for seed in range(seeds):
        match, plays = random_match(options, (seed, cards_left), cards_left)
        seat = seed % 4
        possible = possible_worlds(match, plays, seat)
        each = 100
        drawn = np.zeros((each * len(possible), 4), np.int64)
        sample_worlds(match.view(seat).record, seat, len(drawn), new_chance("chi", seed), drawn)
        counts = Counter(tuple(int(cards) for cards in row) for row in drawn)
        assert set(counts) <= set(possible)
        if len(possible) > 1:
            several += 1
            statistic = sum((counts[world] - each) ** 2 / each for world in possible)
            assert statistic < chi_square_limit(len(possible) - 1), (seed, len(possible))
    assert several >= seeds // 2


@pytest.mark.parametrize("options", GAMES)
def test_no_world_breaks_what_has_been_shown_or_passed(options: dict[str, Any]) -> None:
    size = 8 if options["rules"] == "coeurs" else 13
    for seed in range(30):
        chance = new_chance("worlds", seed)
        left = 1 + int(below(chance, 4 * size))
        match, plays = random_match(options, (seed, "all"), left)
        for seat in range(4):
            view = match.view(seat)
            for _ in range(5):
                world = view.sample(chance)
                assert bytes(world.view(seat)) == bytes(view)
                assert fits(match, plays, seat, hands(world))


def test_the_holder_of_the_two_of_clubs_is_known_before_it_is_led() -> None:
    for seed in range(5):
        state = HEARTS.start({"rules": "classic", "pass": False}, new_chance(seed))
        for seat in range(4):
            world = state.view(seat).sample(new_chance("two", seed))
            assert "2c" in hands(world)[state.to_move]


def test_worlds_while_cards_are_passed() -> None:
    match = Match(HEARTS, {"rules": "classic"}, seed=8)
    for _ in range(2):
        match.play(match.state.moves[5])
    for seat in range(4):
        world = match.view(seat).sample(new_chance("passing", seat))
        assert [len(hand) for hand in hands(world)] == [10, 10, 13, 13]
        assert [len(cards_of(cards)) for cards in world.record.passed] == [3, 3, 0, 0]
        everywhere = [int(cards) for cards in (*world.record.hands, *world.record.passed)]
        assert sum(everywhere) == sum(set_of(cards_of(cards)) for cards in everywhere) == PACKS[1]
        for _ in range(3):
            if world.record.phase == rules.PASS:
                world.play(world.moves[0])


def test_what_is_passed_is_seen_by_the_passer_and_then_by_the_receiver_only() -> None:
    """Two games that differ only in what seat 0 passes look the same to everybody else until the cards change
    hands, and to two of the others even after that.
    """
    one, two = (Match(HEARTS, {"rules": "classic"}, seed=8) for _ in range(2))
    one.play(one.state.moves[0])
    two.play(two.state.moves[100])
    assert HEARTS.secret is not None
    for seat in (1, 2, 3, -1):
        assert bytes(one.view(seat)) == bytes(two.view(seat))
        assert str(one.view(seat)) == str(two.view(seat))
        assert one.view(seat).display() == two.view(seat).display()
    assert one.view(0).display()["passed"] != two.view(0).display()["passed"]
    for match in (one, two):
        for _ in range(3):
            assert HEARTS.secret(match.state, match.state.moves[0])
            match.play(match.state.moves[0])
        assert not HEARTS.secret(match.state, match.state.moves[0])
    assert set(one.view(1).display()["received"]) == set(one.moves[0].split()[1:])
    for seat in (2, 3):
        shown, other = one.view(seat).display(), two.view(seat).display()
        assert shown["hands"] == other["hands"]
        assert shown["received"] == other["received"]
    assert one.view(-1).display()["passed"] is one.view(-1).display()["received"] is None
    for seat in (-1, 2, 3):
        assert one.view(seat).record.passed[0] == 0


def test_hands_stay_hidden_after_a_deal() -> None:
    match, _ = random_match({"rules": "coeurs"}, 1, 0)
    assert all(hand is None for hand in match.view(-1).display()["hands"])
    assert match.view(1).display()["hands"] == [None, [], None, None]


@pytest.mark.parametrize("options", GAMES)
@pytest.mark.parametrize("memory", [1, 2])
def test_forgotten_cards_are_guessed(options: dict[str, Any], memory: int) -> None:
    chance = new_chance("memory", memory)
    different = 0
    for seed in range(20):
        match, _ = random_match(options, (seed, "memory"), 12)
        state = match.state
        seat = seed % 4
        world = state.view(seat).sample(chance, memory)
        pack = int(PACKS[state.record.deck])
        piles = [int(cards) for cards in (*world.record.hands, world.record.gone)]
        assert sum(piles) == pack, "every card is somewhere, once"
        assert [len(hand) for hand in hands(world)] == [len(hand) for hand in hands(state)]
        assert hands(world)[seat] == hands(state)[seat]
        assert int(recent(state.record)) & ~int(world.record.gone) == 0
        points = [rules.points(world.record, other) for other in range(4)]
        assert points == [rules.points(state.record, other) for other in range(4)]
        union = int(np.bitwise_or.reduce(world.record.taken))
        assert union & ~int(world.record.gone) == 0
        if memory == 1:
            counting = int(POINT_CARDS) & pack
            assert int(world.record.gone) & counting == int(state.record.gone) & counting
            assert all(
                not int(world.record.hands[other]) & ~int(rules.may_hold(state.record, other))
                for other in range(4)
                if other != seat
            )
        different += int(world.record.gone) != int(state.record.gone)
        while not rules.settled(world.record):
            world.play(world.moves[0])
        assert (
            sum(int(cards & ALL_HEARTS).bit_count() for cards in world.record.taken) == pack.bit_count() // 4
        )
    assert different > 10

"""What play reveals: every inference as a case, deductions and worlds against enumeration."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from partie.cards.deck import (
    cards_of,
    set_of,
)
from partie.cards.sampling import sample_worlds
from partie.cards.tricks import recent
from partie.core.compiled.bits import random_subset
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.core.match import Match
from partie.games.coinche import rules
from partie.games.coinche.players import forgetting
from partie.games.coinche.rules import (
    memory,
)
from partie.games.coinche.rules.cards import PACK
from tests.cards.reading import card_of
from tests.cards.test_dealing import (
    all_deals,
    chi_square_limit,
)
from tests.games.coinche import oracle as plain
from tests.games.coinche.tables import (
    ALL_HEARTS,
    COINCHE,
    after,
    at,
    at_play,
    hands,
    random_card,
    texts,
)

FOUR_HANDS = "c7Kd7Th78sKA/c89dJQs7hTJK/cJAd89sJh9QA/cTQdKAs89TQ"
ONE_RUFFER = "cJQKAd789hA/dTJQKAs789/c789TsTJQK/sAh789TJQK"
TWO_RUFFERS = "cJQKAd7s7hQA/d89TJQs8hTJ/s9QKAh789K/c789TdKAsTJ"


def excluded(state: State, seat: int) -> list[str]:
    """The cards not gone that play has excluded from the hand of a seat."""
    return texts(int(PACK) & ~int(state.record.gone) & ~int(state.record.may[seat]))


def suit(letter: str, but: str = "") -> list[str]:
    ranks = ("7", "8", "9", "10", "J", "Q", "K", "A")
    return [rank + letter for rank in ranks if rank not in but.split()]


# inferences


def test_at_first_every_card_not_gone_is_possible() -> None:
    state = at_play(FOUR_HANDS, "80h")
    assert all(int(may) == int(PACK) for may in state.record.may)
    after(state, "7c", "8c", "Ac", "10c")
    assert all(int(may) == int(PACK) & ~set_of(map(card_of, ("7c", "8c", "Ac", "10c"))) for may in state.record.may)  # fmt: skip
    assert [excluded(state, seat) for seat in range(4)] == [[], [], [], []]


def test_not_following_shows_a_void() -> None:
    state = after(at_play(ONE_RUFFER, "80sa"), "Ac", "7s")
    assert excluded(state, 1) == suit("c", "A")
    assert state.view(0).display()["voids"][1] == ["c"]


def test_not_going_higher_in_trumps_excludes_higher_trumps() -> None:
    state = after(at_play("c7Kd7Th8JsKA/c89dJQs7h7TK/cJAd89sJh9QA/cTQdKAs89TQ", "80h"), "8h", "10h", "9h")
    assert excluded(state, 1) == [], "seat 1 went higher"
    assert excluded(state, 2) == []
    low = after(at_play("c7Kd7ThJAsKA/c89dJQs7h78K/cJAd89sJh9QT/cTQdKAs89TQ", "80h"), "Ah", "8h")
    assert excluded(low, 1) == ["9h", "Jh"], "they beat the ace"
    assert "h" not in low.view(0).display()["voids"][1]
    everywhere = after(at_play("c9KdTKh78sKA/c8TQd7QsTQhJ/c7JAd89JAsJ/s789h9TQKA", "80ta"), "9c", "8c")
    assert excluded(everywhere, 1) == ["Jc"], "at tout atout in every suit"


def test_a_low_card_of_a_plain_suit_excludes_nothing() -> None:
    state = after(at_play(FOUR_HANDS, "80h"), "Kc", "8c", "Jc")
    assert excluded(state, 1) == excluded(state, 2) == []


def test_a_discard_instead_of_a_ruff_excludes_trumps() -> None:
    state = after(at_play(ONE_RUFFER, "80h"), "Ac", "7s")
    assert excluded(state, 1) == [*suit("c", "A"), *suit("h")]
    assert state.view(0).display()["voids"][1] == ["c", "h"]


def test_a_discard_on_the_partners_trick_does_not_exclude_trumps() -> None:
    state = after(at_play(ONE_RUFFER, "80h"), "7d", "Ad", "10s", "As")
    assert excluded(state, 2) == [*suit("d", "7 A"), *suit("h")], "an opponent was winning"
    assert excluded(state, 3) == suit("d", "7 A"), "the partner of seat 3 was winning"


def test_an_underruff_excludes_higher_trumps() -> None:
    state = after(at_play(TWO_RUFFERS, "80h"), "Ac", "Jh", "7h")
    assert excluded(state, 2) == suit("c", "A"), "nothing beats the jack"
    state = after(at_play("cJQKAd7s7hJA/d89TJQs8h9T/s9QKAh78QK/c789TdKAsTJ", "80h"), "Ac", "9h", "7h")
    assert excluded(state, 2) == [*suit("c", "A"), "Jh"]
    over = after(at_play("cJQKAd7s7hQA/d89TJQs8h9T/s9QKAh78JK/c789TdKAsTJ", "80h"), "Ac", "9h", "Jh")
    assert excluded(over, 2) == suit("c", "A"), "an overruff shows only the void"


def test_after_belote_the_other_card_is_known() -> None:
    state = after(at(ALL_HEARTS + "80h,pass,pass,pass"), "Kh")
    assert texts(state.record.shown[0]) == ["Qh"]
    assert all("Qh" in excluded(state, seat) for seat in (1, 2, 3))
    after(state, "7c", "7d", "7s", "Qh")
    assert texts(state.record.shown[0]) == []


def test_without_belote_the_other_card_is_elsewhere() -> None:
    state = after(at_play(FOUR_HANDS, "80h"), "8h", "Kh")
    assert excluded(state, 1) == ["Qh"]
    plain_suit = after(at_play(FOUR_HANDS, "80h"), "Kc")
    assert excluded(plain_suit, 0) == []
    off = after(at_play(FOUR_HANDS, "80ta", belote_ta=False), "Kc")
    assert excluded(off, 0) == []
    on = after(at_play(FOUR_HANDS, "80ta"), "Kc")
    assert excluded(on, 0) == ["Qc"]


def test_declared_annonces_are_known() -> None:
    rows = "c789d7TJsAh8/cTJQKd8QsTh9/cAd9KAsJQhTJ/s789Kh7QKA"
    state = after(at_play(rows, "80h", annonces=True), "8h", "9h", "Jh", "7h")
    assert [texts(cards) for cards in state.record.shown] == [
        ["7c", "8c", "9c"],
        ["10c", "Jc", "Qc", "Kc"],
        [],
        ["7s", "8s", "9s", "Qh", "Kh", "Ah"],
    ]
    assert all("10c" in excluded(state, seat) for seat in (0, 2, 3))
    known = state.view(2).display()["known"]
    assert known[1] == ["10c", "Kc", "Qc", "Jc"]
    after(state, "Ad")
    assert "Ad" not in texts(state.record.shown[2])


def test_a_low_discard_on_the_partners_trick_is_a_call() -> None:
    """Seat 2 leads the ace of clubs, which nobody beats; seats 3 and 0 have no clubs."""
    deal = "d789Ts7JQK/c789TJQsAh7/cKAdJQKAsTh9/s89h8TJQKA 1@1 "
    state = after(at(deal + "80sa,pass,pass,pass"), "Ac", "8h")
    assert state.record.signal.tolist() == [0, 0, 0, 0], "an opponent of seat 3 is winning"
    after(state, "7d")
    assert state.record.signal.tolist() == [2, 0, 0, 0], "seat 0 calls diamonds"
    assert state.view(3).display()["signals"] == ["d", None, None, None]
    after(state, "7c", "Kc", "9s", "7s")
    assert state.record.signal.tolist() == [2, 0, 0, 0], "the first call stands"
    high = after(at(deal + "80sa,pass,pass,pass"), "Ac", "8h", "10d")
    assert high.record.signal.tolist() == [0, 0, 0, 0], "a ten calls nothing"
    ruff = after(at(deal + "80d,pass,pass,pass"), "Ac", "8h", "7d")
    assert ruff.record.signal.tolist() == [0, 0, 0, 0], "nor does a ruff"
    everywhere = after(at(deal + "80ta,pass,pass,pass"), "Ac", "8h", "7d")
    assert everywhere.record.signal.tolist() == [0, 0, 0, 0], "at tout atout no suit is plain"


# consequences


def deduced(state: State, seat: int) -> tuple[list[list[str]], list[list[str]]]:
    can, must = np.zeros(4, np.int64), np.zeros(4, np.int64)
    memory.deduce(state.view(seat).record, seat, can, must)
    return [texts(cards) for cards in can], [texts(cards) for cards in must]


def test_a_card_with_one_possible_holder_is_known() -> None:
    """Seats 1 and 3 have no more spades, so those seat 0 does not have are with seat 2."""
    state = after(at_play("d789sJQKAh7/c789TJQKA/dTJQs789Th8/dKAh9TJQKA", "80sa"), "As", "7c", "7s", "Ad")
    _, must = deduced(state, 0)
    assert must[2] == ["8s", "9s", "10s"]
    assert must[0] == sorted_texts(state, 0)
    can, _ = deduced(state, 0)
    assert not set(suit("s")) & set(can[1] + can[3])


def sorted_texts(state: State, seat: int) -> list[str]:
    return texts(state.record.hands[seat])


def test_a_hand_with_as_many_possible_cards_as_places_is_known() -> None:
    match, _ = random_match(1, 24)
    record = match.state.record
    record.may[1] = record.hands[1]
    can, must = deduced(match.state, 0)
    assert must[1] == can[1] == sorted_texts(match.state, 1)
    assert not set(can[2] + can[3]) & set(must[1]), "so nobody else has them"
    assert set(must[1]) <= set(texts(record.may[2])), "though each card alone might be elsewhere"


def test_two_hands_with_as_many_possible_cards_as_places_are_known_together() -> None:
    """Hall's condition for two seats: nobody else has any of their cards, though neither hand is known."""
    match, _ = random_match(1, 24)
    record = match.state.record
    record.may[1] = record.may[3] = record.hands[1] | record.hands[3]
    can, must = deduced(match.state, 0)
    assert can[1] == can[3] == texts(record.may[1])
    assert must[1] == must[3] == []
    assert can[2] == must[2] == sorted_texts(match.state, 2)


def test_nobody_is_known_before_the_first_card() -> None:
    state = at_play(FOUR_HANDS, "80h")
    can, must = deduced(state, 1)
    assert must == [[], sorted_texts(state, 1), [], []]
    assert can[0] == can[2] == can[3] == texts(int(PACK) & ~int(state.record.hands[1]))
    ended = after(COINCHE.start(), "pass", "pass", "pass", "pass")
    assert deduced(ended, 0) == ([[], [], [], []], [[], [], [], []])


# consistent deals, by exhaustive search

Plays = list[tuple[int, str]]
BIDS = ("80h", "80s", "80d", "80c", "80sa", "80ta")


def random_match(seed: int, cards_left: int, **options: Any) -> tuple[Match, Plays]:
    """A random deal played until `cards_left` cards are left in all hands, and who played which card."""
    match, chance = Match(COINCHE, {"deals": 1, **options}, ("memory", seed)), new_chance("memory", seed)
    for call in ((BIDS * 2)[seed % 6], "pass", "pass", "pass"):
        match.play(call)
    while sum(map(len, hands(match.state))) > cards_left:
        match.play(random_card(match.state, chance))
    return match, list(zip(match.movers[4:], match.moves[4:], strict=True))


class Hihistory:
    """The public hihistory of a deal: cards, belotes and annonces; other hands fit if they would have
    produced the same.
    """

    def __init__(self, match: Match, plays: Plays) -> None:
        self.bid = plain.split(match.moves[0])[1]
        self.options = match.options
        self.plays = plays
        self.announced = self._announcements(hands(match.state))
        assert self.announced is not None

    def fits(self, world: list[set[str]]) -> bool:
        return self._announcements(world) == self.announced

    def _announcements(self, world: list[set[str]]) -> list[Any] | None:
        """The announcements while these hands play the cards; None if they could not have played them."""
        now = [set(hand) for hand in world]
        for seat, card in self.plays:
            now[seat].add(card)
        said: list[Any] = []
        trick: Plays = []
        for number, (seat, card) in enumerate(self.plays):
            if self.options["annonces"] and number < 4:
                said.append(plain.annonces(now[seat]))
            if card not in plain.legal_cards(self.bid, now[seat], trick, seat):
                return None
            said.append(self._belote(now, seat, card))
            now[seat].remove(card)
            trick = [*trick, (seat, card)] if len(trick) < 3 else []
        return said

    def _belote(self, now: list[set[str]], seat: int, card: str) -> bool:
        counts = card[-1] == self.bid or (self.bid == "ta" and bool(self.options["belote_ta"]))
        pair = {"K": "Q", "Q": "K"}.get(card[:-1])
        return counts and pair is not None and pair + card[-1] in now[seat]


def possible_worlds(match: Match, plays: Plays, seat: int) -> list[tuple[int, ...]]:
    """Every possible distribution of the unseen cards, by exhaustive search."""
    held, history = hands(match.state), Hihistory(match, plays)
    others = [other for other in range(4) if other != seat]
    unseen = sorted(set().union(*(held[other] for other in others)))
    found = []
    for first in itertools.combinations(unseen, len(held[others[0]])):
        rest = [card for card in unseen if card not in first]
        for second in itertools.combinations(rest, len(held[others[1]])):
            world: list[set[str]] = [set() for _ in range(4)]
            world[seat] = held[seat]
            third = [card for card in rest if card not in second]
            for other, cards in zip(others, (first, second, third), strict=True):
                world[other] = set(cards)
            if history.fits(world):
                found.append(tuple(set_of(map(card_of, hand)) for hand in world))
    return found


@pytest.mark.parametrize("annonces", [False, True])
@pytest.mark.parametrize(("cards_left", "seeds"), [(8, 24), (9, 12), (12, 6)])
def test_worlds_are_uniform_among_all_deals_that_fit(cards_left: int, seeds: int, annonces: bool) -> None:
    """Endings of random deals against enumeration: chi-square with fixed seeds."""
    several = 0
    for seed in range(seeds):
        match, plays = random_match(seed, cards_left, annonces=annonces)
        seat = seed // 6 % 4
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


@pytest.mark.parametrize(("cards_left", "seeds"), [(6, 30), (8, 30), (9, 18), (11, 6)])
def test_deductions_are_what_all_consistent_deals_have_in_common(cards_left: int, seeds: int) -> None:
    for seed in range(100, 100 + seeds):
        match, plays = random_match(seed, cards_left)
        for seat in (seed % 4, (seed + 1) % 4):
            can, must = np.zeros(4, np.int64), np.zeros(4, np.int64)
            memory.deduce(match.view(seat).record, seat, can, must)
            possible = possible_worlds(match, plays, seat)
            for other in range(4):
                held = [world[other] for world in possible]
                assert int(can[other]) == int(np.bitwise_or.reduce(held))
                assert int(must[other]) == int(np.bitwise_and.reduce(held))


def test_deductions_when_much_is_excluded() -> None:
    """Random sets of possible cards against all consistent deals: some conclusions follow from no card
    alone."""
    surprises = 0
    for seed in range(200):
        match, _ = random_match(seed, 9 + seed % 4)
        chance, record = new_chance("excluded", seed), match.state.record
        seat = seed // 6 % 4
        others = [other for other in range(4) if other != seat]
        unseen = int(np.bitwise_or.reduce([int(record.hands[other]) for other in others]))
        for other in others:
            record.shown[other] = 0
            record.may[other] = record.hands[other] | random_subset(unseen, int(below(chance, 4)), chance)
        may = tuple(int(record.may[other]) & ~int(record.hands[seat]) for other in others)
        places = tuple(int(memory.cards_left(record, other)) for other in others)
        possible = all_deals(unseen, may, places)
        can, must = np.zeros(4, np.int64), np.zeros(4, np.int64)
        memory.deduce(match.view(seat).record, seat, can, must)
        assert int(can[seat]) == int(must[seat]) == int(record.hands[seat])
        for index, other in enumerate(others):
            held = [world[index] for world in possible]
            assert int(can[other]) == int(np.bitwise_or.reduce(held))
            assert int(must[other]) == int(np.bitwise_and.reduce(held))
            surprises += int(can[other]) != may[index]
    assert surprises > 50


def test_a_spectator_deduces_from_what_everybody_knows() -> None:
    """A spectator sees no hand, so every seat knows at least as much."""
    for seed in range(40):
        match, _ = random_match(seed, 10)
        can, must = np.zeros(4, np.int64), np.zeros(4, np.int64)
        memory.deduce(match.view(-1).record, -1, can, must)
        for seat in range(4):
            better, known = np.zeros(4, np.int64), np.zeros(4, np.int64)
            memory.deduce(match.view(seat).record, seat, better, known)
            for other in range(4):
                assert int(match.state.record.hands[other]) & ~int(can[other]) == 0
                assert int(must[other]) & ~int(match.state.record.hands[other]) == 0
                assert int(better[other]) & ~int(can[other]) == 0
                assert int(must[other]) & ~int(known[other]) == 0


@pytest.mark.parametrize("annonces", [False, True])
def test_no_world_contradicts_the_play(annonces: bool) -> None:
    for seed in range(60):
        chance = new_chance("worlds", seed)
        match, plays = random_match(seed, int(below(chance, 33)), annonces=annonces)
        history = Hihistory(match, plays)
        for seat in range(4):
            view = match.view(seat)
            for _ in range(5):
                world = view.sample(chance)
                assert bytes(world.view(seat)) == bytes(view)
                assert history.fits(hands(world))


def test_during_the_bidding_any_deal_is_consistent() -> None:
    state = after(COINCHE.start({}, new_chance(4)), "80h", "pass")
    seen: Counter[int] = Counter()
    for seed in range(300):
        world = state.view(1).sample(new_chance("bidding", seed))
        assert [len(hand) for hand in hands(world)] == [8] * 4
        assert hands(world)[1] == hands(state)[1]
        seen.update(cards_of(int(world.record.hands[0])))
    assert len(seen) == 24
    assert min(seen.values()) > 60


def test_no_view_ever_has_the_hands_of_others() -> None:
    match, chance = Match(COINCHE, {"deals": 2, "annonces": True}, seed=4), new_chance("secret")
    while not match.state.over:
        for seat in range(-1, 4):
            view = match.view(seat)
            assert all(view.record.hands[other] == 0 for other in range(4) if other != seat)
            shown = view.display()["hands"]
            assert [shown[other] for other in range(4) if other != seat] == [None] * (4 if seat < 0 else 3)
        match.play(random_card(match.state, chance))


# forgetting


@pytest.mark.parametrize("level", [1, 2])
def test_forgotten_cards_are_guessed(level: int) -> None:
    chance = new_chance("forgetting", level)
    different = 0
    for seed in range(60):
        match, _ = random_match(seed, 12, annonces=seed % 2 == 0)
        state, seat = match.state, seed % 4
        view = state.view(seat)
        world = view.sample(chance, level)
        piles = [int(cards) for cards in (*world.record.hands, world.record.gone)]
        assert sum(piles) == int(np.bitwise_or.reduce(piles)) == int(PACK), "every card is somewhere, once"
        assert [len(hand) for hand in hands(world)] == [len(hand) for hand in hands(state)]
        assert hands(world)[seat] == hands(state)[seat]
        assert int(recent(state.record)) & ~int(world.record.gone) == 0
        assert all(
            int(state.record.shown[other]) & ~int(world.record.hands[other]) == 0 for other in range(4)
        )
        if level == 1:
            _keeps_the_important(state, world, seat)
        different += int(world.record.gone) != int(state.record.gone)
        while not rules.settled(world.record):
            world.play(world.moves[0])
    assert different > 40


def _keeps_the_important(state: State, world: State, seat: int) -> None:
    kept = int(forgetting.MEMORABLE)
    if state.record.denomination < 4:
        kept |= 0xFFFF << 16 * int(state.record.denomination)
    assert int(world.record.gone) & kept == int(state.record.gone) & kept
    for other in range(4):
        if other != seat:
            for missing in range(4):
                if state.record.voids[other] >> missing & 1:
                    assert not int(world.record.hands[other]) >> 16 * missing & 0xFFFF


def test_little_memory_forgets_a_void_and_some_does_not() -> None:
    """Seat 3 showed a void early; three tricks later, only a player with some memory still knows."""
    match = next(
        match
        for match in (random_match(6 * seed, 16)[0] for seed in range(200))
        if match.state.to_move != 3 and _only_early_void(match)
    )
    view = match.view(match.state.to_move)
    early = int(match.state.record.voids[3])
    counts = []
    for level in (1, 2):
        found = 0
        for seed in range(100):
            hand = int(view.sample(new_chance("little", seed), level).record.hands[3])
            found += any(hand >> 16 * s & 0xFFFF for s in range(4) if early >> s & 1)
        counts.append(found)
    assert counts[0] == 0
    assert counts[1] > 3


def _only_early_void(match: Match) -> bool:
    """Whether seat 3 has shown a void before the last trick in a suit of which cards are still out."""
    record = match.state.record
    voids = int(record.voids[3])
    unseen = int(PACK) & ~int(record.gone) & ~int(record.hands[match.state.to_move])
    led = int(record.last[record.last_leader]) >> 4
    return any(
        voids >> s & 1 and s != led and int(unseen >> 16 * s & 0xFFFF).bit_count() >= 2 for s in range(4)
    )

"""The rules of Hearts written a second time, slowly and plainly, straight from the rules page.

It shares nothing with the compiled rules.

Cards are text. The oracle deals no cards: after every `deal` it is told what everybody holds.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
USUAL = {"coeurs": "4", "classic": "hundred"}
DIRECTIONS = {1: 1, 2: -1, 3: 2, 0: 0}
"""Seats to the left, by the number of the deal modulo 4: left, right, across, none."""


def suit(card: str) -> str:
    return card[-1]


def strength(card: str) -> int:
    return RANKS.index(card[:-1])


def is_point(card: str) -> bool:
    """Whether a card may not be played to the first trick of the classic game."""
    return suit(card) == "h" or card == "Qs"


@dataclass
class Oracle:
    """A game in progress."""

    rules: str = "coeurs"
    length: str = "usual"
    slam: str = "bonus"
    passing: bool = True
    jack: bool = False
    deal: int = 1
    hands: list[set[str]] = field(default_factory=lambda: [set() for _ in range(4)])
    phase: str = "play"
    turn: int = 0
    chosen: dict[int, set[str]] = field(default_factory=dict)
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    won: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    sheet: list[list[int]] = field(default_factory=list)

    def take_deal(self, hands: list[set[str]]) -> None:
        """Take the hands of a new deal."""
        self.hands = hands
        self.chosen, self.trick, self.tricks, self.won = {}, [], [], [[] for _ in range(4)]
        if self.distance():
            self.phase, self.turn = "pass", self.after_the_dealer()
        else:
            self._begin()

    def after_the_dealer(self) -> int:
        return (self.deal - 1) % 4

    def distance(self) -> int:
        return DIRECTIONS[self.deal % 4] if self.rules == "classic" and self.passing else 0

    def _begin(self) -> None:
        self.phase = "play"
        self.turn = self.after_the_dealer()
        if self.rules == "classic":
            self.turn = next(seat for seat in range(4) if "2c" in self.hands[seat])

    def over(self) -> bool:
        return self.phase == "over"

    def moves(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "between":
            return {"deal"}
        hand = self.hands[self.turn]
        if self.phase == "pass":
            return {"pass " + " ".join(sorted(three)) for three in itertools.combinations(hand, 3)}
        return self._followers(hand) if self.trick else self._leads(hand)

    def _followers(self, hand: set[str]) -> set[str]:
        led = suit(self.trick[0][1])
        same = {card for card in hand if suit(card) == led}
        if same:
            return same
        if self.rules == "classic" and not self.tricks:
            return {card for card in hand if not is_point(card)} or hand
        return hand

    def _leads(self, hand: set[str]) -> set[str]:
        if self.rules == "coeurs":
            return hand
        if not self.tricks:
            return {"2c"}
        broken = any(suit(card) == "h" for trick in self.tricks for _, card in trick)
        if broken:
            return hand
        return {card for card in hand if suit(card) != "h"} or hand

    def play(self, move: str) -> None:
        if move == "deal":
            self.deal += 1
        elif move.startswith("pass"):
            self._pass(set(move.split()[1:]))
        else:
            self._card(move)

    def _pass(self, cards: set[str]) -> None:
        self.hands[self.turn] -= cards
        self.chosen[self.turn] = cards
        self.turn = (self.turn + 1) % 4
        if len(self.chosen) == 4:
            for seat, passed in self.chosen.items():
                self.hands[(seat + self.distance()) % 4] |= passed
            self._begin()

    def _card(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) < 4:
            return
        led = suit(self.trick[0][1])
        winner, _ = max(
            ((seat, strength(card)) for seat, card in self.trick if suit(card) == led), key=lambda one: one[1]
        )
        self.won[winner] += [card for _, card in self.trick]
        self.tricks.append(self.trick)
        self.trick, self.turn = [], winner
        if not any(self.hands):
            self._score()

    def points(self) -> list[int]:
        """Everybody's points in this deal so far."""
        hearts = [sum(suit(card) == "h" for card in cards) for cards in self.won]
        if self.rules == "coeurs":
            return [40 if n == 8 and self.slam == "bonus" else -5 * n for n in hearts]
        against = [n + 13 * ("Qs" in cards) for n, cards in zip(hearts, self.won, strict=True)]
        if 26 in against:
            against = [0 if n == 26 else 26 for n in against]
        extra = [10 if self.jack and "Jd" in cards else 0 for cards in self.won]
        return [more - less for more, less in zip(extra, against, strict=True)]

    def totals(self) -> list[int]:
        return [sum(row[seat] for row in self.sheet) for seat in range(4)]

    def _score(self) -> None:
        self.sheet.append(self.points())
        length = USUAL[self.rules] if self.length == "usual" else self.length
        ended = min(self.totals()) <= -100 if length == "hundred" else self.deal == int(length)
        self.phase = "over" if ended or self.deal == 32 else "between"
        self.turn = self.after_the_dealer()  # the next dealer

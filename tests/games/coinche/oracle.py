"""The rules of Coinche written a second time, slowly and plainly, straight from the rules page.

It shares nothing with the compiled rules.

Cards and calls are text. The oracle deals no cards: after every `deal` it is told what everybody holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"]
ROW_ORDER = ["7", "8", "9", "10", "J", "Q", "K", "A"]
FOUR_ORDER = ["Q", "K", "10", "A", "9", "J"]
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
SA_POINTS = {"A": 19, "10": 10, "K": 4, "Q": 3, "J": 2}
TA_POINTS = {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1}
VALUES = {**{str(n): n for n in range(80, 161, 10)}, "capot": 250, "generale": 500}
DENOMINATIONS = ["c", "d", "s", "h", "sa", "ta"]


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> str:
    return card[:-1]


def split(bid: str) -> tuple[str, str]:
    """Split a bid such as `80h` into the name of its value and the denomination."""
    for denomination in ("sa", "ta", "c", "d", "s", "h"):
        name = bid.removesuffix(denomination)
        if name != bid:
            return name.strip(), denomination
    raise ValueError(bid)


def is_trump(denomination: str, card: str) -> bool:
    return denomination in ("ta", suit(card))


def strength(denomination: str, card: str) -> int:
    return (TRUMP_ORDER if is_trump(denomination, card) else PLAIN_ORDER).index(rank(card))


def points(denomination: str, card: str) -> int:
    if denomination == "sa":
        table = SA_POINTS
    elif denomination == "ta":
        table = TA_POINTS
    else:
        table = TRUMP_POINTS if suit(card) == denomination else PLAIN_POINTS
    return table.get(rank(card), 0)


def winner(denomination: str, trick: list[tuple[int, str]]) -> tuple[int, str]:
    """The seat that is winning a trick, and its card."""
    led = suit(trick[0][1])

    def power(play: tuple[int, str]) -> tuple[int, int]:
        card = play[1]
        if suit(card) == denomination:
            return 2, strength(denomination, card)
        return (1, strength(denomination, card)) if suit(card) == led else (0, 0)

    return max(trick, key=power)


def legal_cards(denomination: str, hand: set[str], trick: list[tuple[int, str]], seat: int) -> set[str]:
    """The cards that may be played to a trick."""
    if not trick:
        return hand
    led = suit(trick[0][1])
    who, best = winner(denomination, trick)
    follow = {card for card in hand if suit(card) == led}
    if follow:
        if not is_trump(denomination, trick[0][1]):
            return follow
        return {c for c in follow if strength(denomination, c) > strength(denomination, best)} or follow
    trumps = {card for card in hand if suit(card) == denomination}
    if who == (seat + 2) % 4 or not trumps:
        return hand
    if suit(best) != denomination:
        return trumps
    return {c for c in trumps if strength(denomination, c) > strength(denomination, best)} or trumps


def annonces(hand: set[str]) -> list[tuple[str, int, list[str]]]:
    """What a full hand declares: the kind, the points and the cards; fours of a kind first, every card
    once."""
    left, found = set(hand), []
    for name in reversed(FOUR_ORDER):
        four = [name + s for s in "cdsh"]
        if set(four) <= left:
            found.append(("carre", {"J": 200, "9": 150}.get(name, 100), four))
            left -= set(four)
    for s in "cdsh":
        row: list[str] = []
        for name in [*ROW_ORDER, "end"]:
            if name + s in left:
                row.append(name + s)
                continue
            if len(row) >= 3:
                kind = {3: "tierce", 4: "cinquante"}.get(len(row), "cent")
                found.append((kind, {3: 20, 4: 50}.get(len(row), 100), row))
            row = []
    return found


def merit(one: tuple[str, int, list[str]], denomination: str) -> tuple[int, ...]:
    """A sort key for annonces: fours over runs; J 9 A 10 K Q; length, height, trumps."""
    kind, _, cards = one
    if kind == "carre":
        return 1, FOUR_ORDER.index(rank(cards[0]))
    return 0, len(cards), ROW_ORDER.index(rank(cards[-1])), int(suit(cards[0]) == denomination)


@dataclass
class Oracle:
    """A game in progress."""

    options: dict[str, Any]
    deal: int = 1
    thrown: int = 0
    dealer: int = 3
    phase: str = "bid"
    turn: int = 0
    hands: list[set[str]] = field(default_factory=list)
    dealt: list[set[str]] = field(default_factory=list)
    calls: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    takers: list[int] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    sheet: list[dict[str, Any]] = field(default_factory=list)
    declared: dict[int, list[tuple[str, int, list[str]]]] = field(default_factory=dict)

    def take_deal(self, hands: list[set[str]]) -> None:
        """Take the hands of a new deal."""
        self.hands, self.dealt = hands, [set(hand) for hand in hands]
        self.calls, self.tricks, self.takers, self.trick, self.declared = [], [], [], [], {}
        self.phase, self.turn = "bid", (self.dealer + 1) % 4

    def over(self) -> bool:
        return self.phase == "over"

    # the bidding

    def bids(self) -> list[tuple[int, str]]:
        return [(seat, call) for seat, call in self.calls if call not in ("pass", "coinche", "surcoinche")]

    def doubled(self) -> int:
        said = [call for _, call in self.calls]
        return 4 if "surcoinche" in said else 2 if "coinche" in said else 1

    def legal_calls(self) -> set[str]:
        if self.doubled() == 2:
            return {"pass", "surcoinche"}
        bids = self.bids()
        least = VALUES[split(bids[-1][1])[0]] if bids else 0
        names = [n for n in VALUES if VALUES[n] > least and (n != "generale" or self.options["generale"])]
        denominations = DENOMINATIONS if self.options["sa_ta"] else DENOMINATIONS[:4]
        spaced = {n: f"{n} " if n in ("capot", "generale") else n for n in names}
        found = {"pass"} | {spaced[n] + denomination for n in names for denomination in denominations}
        if bids and bids[-1][0] % 2 != self.turn % 2:
            found.add("coinche")
        return found

    def _call(self, call: str) -> None:
        before = self.doubled()
        self.calls.append((self.turn, call))
        last = [c for _, c in self.calls]
        if call == "surcoinche" or (before == 2 and last[-2:] == ["pass", "pass"]):
            self._begin_play()
        elif before == 2:
            self.turn = (self.turn + 2) % 4
        elif not self.bids():
            self.turn = (self.turn + 1) % 4
            if len(last) == 4:
                self._throw_in()
        elif last[-3:] == ["pass"] * 3:
            self._begin_play()
        else:
            self.turn = (self.turn + 1) % 4

    def _begin_play(self) -> None:
        self.phase, self.turn = "play", (self.dealer + 1) % 4

    def _throw_in(self) -> None:
        self.deal -= 1
        self.thrown += 1
        self.hands = [set() for _ in range(4)]
        self.turn = (self.dealer + 1) % 4
        self.phase = "over" if self.thrown == 100 else "between"

    # the play

    def denomination(self) -> str:
        return split(self.bids()[-1][1])[1]

    def moves(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "between":
            return {"deal"}
        if self.phase == "bid":
            return self.legal_calls()
        return legal_cards(self.denomination(), self.hands[self.turn], self.trick, self.turn)

    def play(self, move: str) -> None:
        if move == "deal":
            self.deal += 1
            self.dealer = (self.dealer + 1) % 4
        elif self.phase == "bid":
            self._call(move)
        else:
            self._card(move)

    def _card(self, card: str) -> None:
        if self.options["annonces"] and not self.tricks:
            self.declared[self.turn] = annonces(self.dealt[self.turn])
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            taker, _ = winner(self.denomination(), self.trick)
            self.tricks.append(self.trick)
            self.takers.append(taker)
            self.trick, self.turn = [], taker
            if len(self.tricks) == 8:
                self._score()

    # the score

    def card_points(self) -> list[int]:
        """The points each side has taken in this deal so far."""
        made = [0, 0]
        for taker, trick in zip(self.takers, self.tricks, strict=True):
            made[taker % 2] += sum(points(self.denomination(), card) for _, card in trick)
        if len(self.tricks) == 8:
            side = self.takers[-1] % 2
            made[side] += 100 if all(taker % 2 == side for taker in self.takers) else 10
        return made

    def belotes(self) -> list[int]:
        """20 for king and queen of trumps dealt to one hand and both played."""
        made = [0, 0]
        if not self.bids() or self.phase == "bid":
            return made
        denomination = self.denomination()
        if denomination == "sa" or (denomination == "ta" and not self.options["belote_ta"]):
            return made
        played = {card for trick in [*self.tricks, self.trick] for _, card in trick}
        for s in "cdsh" if denomination == "ta" else denomination:
            for seat in range(4):
                pair = {"K" + s, "Q" + s}
                if pair <= self.dealt[seat] and pair <= played:
                    made[seat % 2] += 20
        return made

    def annonce_points(self) -> list[int]:
        """The side with the best annonce scores all of its own; among equals, the first to speak."""
        made = [0, 0]
        if not self.tricks:
            return made
        best: tuple[int, tuple[int, ...]] | None = None
        for step in range(4):
            seat = (self.dealer + 1 + step) % 4
            for one in self.declared.get(seat, []):
                if best is None or merit(one, self.denomination()) > best[1]:
                    best = seat, merit(one, self.denomination())
        if best is not None:
            side = best[0] % 2
            made[side] = sum(one[1] for seat in (side, side + 2) for one in self.declared[seat])
        return made

    def extras(self) -> list[int]:
        return [a + b for a, b in zip(self.belotes(), self.annonce_points(), strict=True)]

    def _score(self) -> None:
        bidder, bid = self.bids()[-1]
        name, _ = split(bid)
        value, times = VALUES[name], self.doubled()
        us, them = bidder % 2, 1 - bidder % 2
        cards, extras = self.card_points(), self.extras()
        totals = [cards[side] + extras[side] for side in range(2)]
        if name == "generale":
            made = all(taker == bidder for taker in self.takers)
        elif name == "capot":
            made = all(taker % 2 == us for taker in self.takers)
        else:
            made = totals[us] >= value and totals[us] > totals[them]
        marks = [0, 0]
        if self.options["marking"] == "trick_points":
            marks = totals
        elif self.options["marking"] == "bid_only":
            marks[us if made else them] = value * times
        elif times > 1:
            marks[us if made else them] = (160 + value) * times
            marks = [marks[side] + extras[side] for side in range(2)]
        elif made:
            marks[us], marks[them] = totals[us] + value, totals[them]
        else:
            marks[us], marks[them] = extras[us], 160 + value + extras[them]
        if self.options["round"]:
            marks = [(mark + 5) // 10 * 10 for mark in marks]
        self.sheet.append(
            {
                "call": bid,
                "seat": bidder,
                "doubled": times,
                "made": made,
                "points": cards,
                "extras": extras,
                "marks": marks,
            }
        )
        self.turn = (self.dealer + 1) % 4
        self.phase = "over" if self._ends() else "between"

    def totals(self) -> list[int]:
        return [sum(row["marks"][side] for row in self.sheet) for side in range(2)]

    def _ends(self) -> bool:
        if self.deal == 48:
            return True
        if self.options["deals"]:
            return self.deal == int(self.options["deals"])
        first, second = self.totals()
        return first != second and max(first, second) >= self.options["target"]

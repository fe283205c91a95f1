"""The rules of Liar's Dice written a second time, slowly and plainly, straight from the rules page.

It shares nothing with the compiled rules.

The oracle rolls no dice: after every showdown it is told what everybody has rolled.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Bid = tuple[int, int]
"""A quantity and a face, faces from 1."""


@dataclass
class Oracle:
    """A game in progress."""

    players: int
    size: int = 5
    faces: int = 6
    wild: str = "none"
    spot_on: bool = True
    caller_gains: bool = False
    dice: list[int] = field(default_factory=list)
    rolled: list[list[int]] = field(default_factory=list)
    starter: int = 0
    turn: int = 0
    rounds: int = 1
    bids: list[tuple[int, Bid]] = field(default_factory=list)
    out: list[set[int]] = field(default_factory=list)
    """The seats that went out together, in order of elimination."""

    def __post_init__(self) -> None:
        self.dice = self.dice or [self.size] * self.players

    def inside(self) -> list[int]:
        return [seat for seat in range(self.players) if self.dice[seat] > 0]

    def over(self) -> bool:
        return len(self.inside()) == 1 or self.rounds > 200

    def wild_face(self) -> int | None:
        return {"none": None, "ones": 1, "last": self.faces}[self.wild]

    def higher(self, new: Bid, old: Bid) -> bool:
        """Whether a bid may follow another."""
        (quantity, face), (before, named) = new, old
        if self.wild == "ones" and face == 1 and named != 1:
            return quantity >= before / 2
        if self.wild == "ones" and named == 1 and face != 1:
            return quantity >= 2 * before + 1
        return quantity > before or (quantity == before and face > named)

    def moves(self) -> set[str]:
        if self.over():
            return set()
        found = set()
        for quantity in range(1, sum(self.dice) + 1):
            for face in range(1, self.faces + 1):
                if not self.bids:
                    legal = not (self.wild == "ones" and face == 1)
                else:
                    legal = self.higher((quantity, face), self.bids[-1][1])
                if legal:
                    found.add(f"{quantity}x{face}")
        if self.bids:
            found.add("liar")
            if self.spot_on:
                found.add("exact")
        return found

    def following(self, seat: int) -> int:
        """The next seat clockwise with dice."""
        seat = (seat + 1) % self.players
        while self.dice[seat] == 0:
            seat = (seat + 1) % self.players
        return seat

    def count(self, face: int) -> int:
        good = {face} if face == self.wild_face() else {face, self.wild_face()}
        return sum(die in good for cup in self.rolled for die in cup)

    def play(self, move: str) -> None:
        if move == "liar":
            self._contest()
        elif move == "exact":
            self._confirm()
        else:
            quantity, face = move.split("x")
            self.bids.append((self.turn, (int(quantity), int(face))))
            self.turn = self.following(self.turn)

    def _contest(self) -> None:
        bidder, (quantity, face) = self.bids[-1]
        loser = self.turn if self.count(face) >= quantity else bidder
        self._next_round({loser}, loser)

    def _confirm(self) -> None:
        bidder, (quantity, face) = self.bids[-1]
        caller = self.turn
        if self.count(face) != quantity:
            self._next_round({caller}, caller)
        elif self.caller_gains:
            self.dice[caller] = min(self.size, self.dice[caller] + 1)
            self._next_round(set(), bidder)
        else:
            self._next_round(set(self.inside()) - {caller}, bidder)

    def _next_round(self, losers: set[int], starter: int) -> None:
        for seat in losers:
            self.dice[seat] -= 1
        gone = {seat for seat in losers if self.dice[seat] == 0}
        if gone:
            self.out.append(gone)
        self.starter = starter if self.dice[starter] else self.following(starter)
        self.turn = self.starter
        self.bids = []
        self.rolled = []
        self.rounds += 1

    def ranking(self) -> list[set[int]]:
        """All seats at the end of the game, in order of elimination."""
        inside = self.inside()
        last = [
            {seat for seat in inside if self.dice[seat] == n} for n in sorted({self.dice[s] for s in inside})
        ]
        return self.out + last

    def scores(self) -> list[float]:
        found = [0.0] * self.players
        below = 0
        for group in self.ranking():
            for seat in group:
                found[seat] = (below + (len(group) - 1) / 2) / (self.players - 1)
            below += len(group)
        return found

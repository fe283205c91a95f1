"""One table, rebuilt from how it began and what happened at it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

from partie.core import registry
from partie.core.agent import Decision
from partie.core.errors import PartieError
from partie.core.game import View, sides
from partie.core.match import Match
from partie.core.record import Origin, Record, record_of
from partie.service import secret
from partie.service.errors import Forbidden, NothingToTakeBack, NotYourTurn, OutOfDate, Over, Unavailable
from partie.service.storage import Event, TableRow

RECENT_EVENTS = 200
"""So many are kept in memory for clients that were away; who has missed more gets the whole table."""

SeatKind = Literal["person", "open", "program"]
Status = Literal["waiting", "playing", "over"]
Hints = Literal["off", "own", "all"]
"""Whether programs advise players: nobody, the one person who plays, or everybody, so that everybody hears it."""


@dataclass(frozen=True)
class Seat:
    """Who sits there. `secret_hash` protects a person's seat. An open seat may be kept for whoever had seat `kept_for` in the game before, and has its secret."""

    kind: SeatKind
    name: str | None = None
    agent: str | None = None
    secret_hash: str | None = None
    kept_for: int | None = None
    kept_hash: str | None = None


@dataclass(frozen=True)
class Trouble:
    """A program that could not decide. It does not outlive the process: after a restart the program tries again."""

    seat: int
    agent: str


@dataclass(frozen=True)
class Hint:
    """What a program advised the seat to move, with everybody listening. It is told once and not kept."""

    seat: int
    agent: str
    view: View
    decision: Decision
    seconds: float


@dataclass(frozen=True)
class Seen:
    """How far a client has followed a table: its last event, and the seat it looked from, None for a spectator."""

    seq: int
    seat: int | None


class Table:
    """The referee's copy of a table. It holds the state, so it never leaves the service; `show` says what a seat may see.

    Hold `lock` while reading several things that belong together, and while changing anything."""

    def __init__(self, row: TableRow) -> None:
        self.game = registry.game(row.game)
        if row.version != self.game.version:
            raise Unavailable(
                f"This table was begun with version {row.version} of {self.game.title['en']}, "
                f"this server plays version {self.game.version}."
            )
        self.lock = threading.RLock()
        self.id, self.version, self.created = row.id, row.version, row.created
        self.seed, self.seed_hash = row.seed, row.seed_hash
        self.origin: Origin = "handed_in" if row.origin == "handed_in" else "played"
        self.seats = [Seat(**seat) for seat in row.seats]
        self.match = Match(self.game, row.options, row.seed, len(self.seats))
        self.move_seqs: list[int] = []
        self.seq = 0
        self._recent: deque[Event] = deque(maxlen=RECENT_EVENTS)
        self.turn_since = row.created
        self.resigned: int | None = None
        self.trouble: Trouble | None = None
        self.hint: Hint | None = None
        self.hints: Hints = _hints(row.hints, self.seats)
        self.previous = row.previous
        self.next: str | None = None

    @property
    def status(self) -> Status:
        if self.resigned is not None or self.match.state.over:
            return "over"
        return "waiting" if any(seat.kind == "open" for seat in self.seats) else "playing"

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the table is over, and as long as somebody is missing."""
        return self.match.state.to_move if self.status == "playing" else None

    def apply(self, event: Event, move: int | None = None) -> None:
        """Let an event happen. `move`: the number of its move, where that was found to be legal just now; one that was read from the database is checked."""
        if event.kind == "move":
            if move is None:
                self.match.play(event.data["move"])
            else:
                self.match.play_legal(move)
            self.move_seqs.append(event.seq)
        elif event.kind == "takeback":
            self.match.take_back(event.data["count"])
            del self.move_seqs[len(self.match.moves) :]
        elif event.kind == "resign":
            self.resigned = event.seat
        elif event.kind == "sit":
            self.seats[event.seat] = Seat("person", event.data["name"], None, event.data["secret_hash"])
        elif event.kind == "next":
            self.next = event.data["table"]
        self.seq = event.seq
        self._recent.append(event)
        self.turn_since = event.at
        self.trouble = self.hint = None

    def snapshot(self) -> Table:
        """The table as it is now, which nothing changes any more."""
        kept = copy(self)
        kept.seats, kept.move_seqs = self.seats.copy(), self.move_seqs.copy()
        kept.match = self.match.copy()
        kept._recent = self._recent.copy()
        return kept

    def events_since(self, seq: int) -> list[Event] | None:
        """What happened after this event; None where that is too long ago, or has not happened yet."""
        if not self.seq - len(self._recent) <= seq <= self.seq:
            return None
        return list(islice(self._recent, len(self._recent) - (self.seq - seq), None))

    def opened_by(self, secrets: Iterable[str]) -> frozenset[int]:
        """The seats that these secrets open; `Forbidden` if one of them opens nothing here."""
        return frozenset(seat for seat in self._matching(secrets) if self.seats[seat].kind != "open")

    def kept_by(self, secrets: Iterable[str]) -> frozenset[int]:
        """The empty seats that are kept for whoever has these secrets, from the game before."""
        return frozenset(seat for seat in self._matching(secrets) if self.seats[seat].kind == "open")

    def _matching(self, secrets: Iterable[str]) -> list[int]:
        found = secret.matching([seat.secret_hash or seat.kept_hash for seat in self.seats], secrets)
        if None in found:
            raise Forbidden("This secret does not belong to a seat at this table.")
        return [seat for seat in found if seat is not None]

    def seat_of(self, mine: frozenset[int]) -> int | None:
        """Of several seats of one device, the one to show: the one to move, else the first; None for a spectator."""
        if self.to_move in mine:
            return self.to_move
        return min(mine, default=None)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know now. Nothing is dealt before everybody sits: until then all see the table laid, which no seed has touched."""
        if self.status == "waiting":
            return self.game.start(self.match.options, seats=len(self.seats)).view(-1)
        return self.match.state.view(-1 if seat is None else seat)

    def require(self, seq: int | None, mine: frozenset[int]) -> None:
        """Refuse a change by somebody who has no seat, has not seen the last event, or comes too late."""
        if not mine:
            raise Forbidden("Only somebody who sits at this table may do this: send the secret of the seat.")
        self.require_seq(seq)
        if self.status == "over":
            raise Over("This game is over.")
        if self.status == "waiting":
            empty = next(number for number, seat in enumerate(self.seats) if seat.kind == "open")
            raise NotYourTurn(
                f"Nobody sits on seat {empty} yet: the game begins when somebody does.", seat=empty
            )

    def require_next(self, mine: frozenset[int]) -> None:
        """Refuse a next game to somebody who did not play this one, before it is over, or when there is one already."""
        if not mine:
            raise Forbidden("Only somebody who sat at this table may set up its next game.")
        if self.status != "over":
            raise Forbidden("The game is not over yet: finish it or resign before the next one.")
        if self.next is not None:
            raise OutOfDate(
                "Somebody has set up the next game already: join it.", seq=self.seq, next=self.next
            )

    def require_seq(self, seq: int | None) -> None:
        """Refuse a decision about something that has changed since."""
        if seq is not None and seq != self.seq:
            raise OutOfDate(
                f"The table has changed since: it is at event {self.seq}, you answered to event {seq}.",
                seq=self.seq,
            )

    def require_hints(self) -> None:
        """Refuse advice at a table that was set up without."""
        if self.hints == "off":
            raise Forbidden(
                "This table was set up without hints. Between several people there are hints for everybody or for nobody."
            )

    def require_turn(self, mine: frozenset[int]) -> int:
        """The seat to move, which must be one of these."""
        to_move = self.match.state.to_move
        if to_move not in mine:
            raise NotYourTurn(f"It is the turn of seat {to_move}.", seat=to_move)
        return to_move

    def takeback_count(self, mine: frozenset[int]) -> int:
        """How many moves lie between now and the previous decision of these seats, that one included."""
        if any(seat.kind != "program" and number not in mine for number, seat in enumerate(self.seats)):
            raise Forbidden("A move can be taken back only where every other player is a program.")
        movers = self.match.movers
        count = next((count for count, mover in enumerate(reversed(movers), 1) if mover in mine), None)
        if count is None:
            raise NothingToTakeBack("You have not moved yet: there is nothing to take back.")
        if len(movers) - count < max(self.match.shown[seat] for seat in mine):
            raise NothingToTakeBack(
                "Something has been shown since your last decision: nothing can be taken back any more."
            )
        return count

    def can_take_back(self, mine: frozenset[int]) -> bool:
        try:
            self.require(None, mine)
            return self.takeback_count(mine) > 0
        except PartieError:
            return False

    def winners(self) -> list[int]:
        """The seats that won, when over: nobody in a draw, everybody else where somebody resigned."""
        parties = sides(self.game, len(self.seats))
        if self.resigned is not None:
            return [seat for party in parties if self.resigned not in party for seat in party]
        scores = self.match.state.scores
        best = [party for party in parties if scores[party[0]] == max(scores)]
        return [] if len(best) == len(parties) else sorted(seat for party in best for seat in party)

    def record(self) -> Record:
        """The table as a record; the seed is in it when the table is over."""
        names = [seat.agent or seat.name or "?" for seat in self.seats]
        return record_of(
            self.match,
            names,
            secret=self.status != "over",
            resigned=self.resigned,
            origin=self.origin,
            table=self.id or None,
        )


def _hints(request: str | None, seats: list[Seat]) -> Hints:
    """What was asked for; else hints for a person who plays alone with programs."""
    if request == "all":
        return "all"
    if request == "off":
        return "off"
    return "own" if people_at(seats) <= 1 else "off"


def people_at(seats: Iterable[Seat]) -> int:
    """How many people play. Seats of one name are one person's; a seat that is open is somebody else's."""
    here = [seat for seat in seats if seat.kind == "person"]
    named = {seat.name for seat in here if seat.name}
    return len(named) + sum(not seat.name for seat in here) + sum(seat.kind == "open" for seat in seats)


def seat_row(seat: Seat, **changes: Any) -> dict[str, Any]:
    """A seat as it is stored with the table."""
    return vars(replace(seat, **changes)).copy()

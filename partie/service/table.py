"""One table: its state, rebuilt from how it began and the events since."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, Literal, cast

from partie.core import registry
from partie.core.agent import Decision
from partie.core.errors import PartieError
from partie.core.game import View, sides
from partie.core.match import Match
from partie.core.record import Ending, MadeBy, Origin, Record, record_of
from partie.core.seeds import mixed_seed
from partie.service import secret
from partie.service.clock import Times, clock_of
from partie.service.errors import (
    Closed,
    Forbidden,
    NothingToTakeBack,
    NotYourTurn,
    OutOfDate,
    Over,
    Paused,
    Unavailable,
)
from partie.service.requests import WHATS, Asked, What
from partie.service.storage import ASIDE, Event, TableRow

UNNAMED = "?"
"""How a record names somebody without a name."""
RECENT_EVENTS = 200
"""Number of events kept in memory; a client that missed more gets the whole table."""

SeatKind = Literal["person", "open", "program"]
Status = Literal["waiting", "playing", "over"]
Hints = Literal["off", "own", "all"]
"""Who may ask for hints: nobody, the only person who plays, or everybody; then everybody sees them."""


@dataclass(frozen=True)
class Seat:
    """Who holds a seat. `secret_hash` protects a person's seat; `level` is what they say of their strength,
    and `player` the key by which their games are recognised.

    Programs may remember them where they are `known`: `memory` is what these know from earlier games.

    An open seat may be reserved for the player who had seat `kept_for` in the previous game; `kept_hash` is
    the hash of their secret there."""

    kind: SeatKind
    name: str | None = None
    agent: str | None = None
    secret_hash: str | None = None
    kept_for: int | None = None
    kept_hash: str | None = None
    level: str | None = None
    player: str | None = None
    colour: str | None = None
    known: bool = False
    memory: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Person:
    """Somebody who sits down. `device` is a secret of their browser, by which they are known again; `part` is
    its part of the seed. `known`: programs may remember them from earlier games, and for later ones."""

    name: str | None = None
    level: str | None = None
    device: str | None = None
    colour: str | None = None
    part: str | None = None
    known: bool | None = False

    def seat(self, name: str | None, secret_hash: str | None = None) -> Seat:
        """Their seat, under the name they have there."""
        player = None if self.device is None else secret.player_key(self.device, name)
        return Seat(
            "person",
            name,
            secret_hash=secret_hash,
            level=self.level,
            player=player,
            colour=self.colour,
            known=bool(self.known) and player is not None,
        )


@dataclass(frozen=True)
class StandIn:
    """A program that plays for a person: until they return, for one move, or to the end of the game."""

    agent: str
    until: Literal["return", "move", "end"] = "return"


@dataclass(frozen=True)
class Trouble:
    """A program that failed to decide. This is not stored: after a restart the program tries again."""

    seat: int
    agent: str


@dataclass(frozen=True)
class Hint:
    """A program's advice to the seat to move, shown to everybody. It is sent once and not stored."""

    seat: int
    agent: str
    view: View
    decision: Decision
    seconds: float


@dataclass(frozen=True)
class Seen:
    """How far a client has followed a table: the last event, and its seat (None for a spectator)."""

    seq: int
    seat: int | None


class Table:
    """The authoritative copy of a table.

    It holds the full state, so it never leaves the service; `show` renders what a seat may see.

    Hold `lock` while changing anything, and while reading several things that belong together."""

    def __init__(self, row: TableRow) -> None:
        self.game = registry.game(row.game)
        if row.version != self.game.version:
            raise Unavailable(
                f"This table was started with version {row.version} of {self.game.title['en']}; "
                f"this server has version {self.game.version}."
            )
        self.lock = threading.RLock()
        self.id, self.version, self.created = row.id, row.version, row.created
        self.seed = self.server_part = row.seed
        self.seed_hash = row.seed_hash
        self.origin: Origin = cast("Origin", row.origin)
        self.seats = [Seat(**seat) for seat in row.seats]
        self.creators = frozenset(number for number, seat in enumerate(self.seats) if seat.kind == "person")
        """The seats of those who created the table."""
        self.parts: Mapping[int, str] = {}
        """The parts of the seed that devices have sent, by seat."""
        self.awaited = self.creators if row.mixed else frozenset()
        """The seats whose part of the seed is missing: nothing is dealt before."""
        self.closed = bool(row.closed)
        self.match = Match(self.game, row.options, row.seed, len(self.seats))
        self.move_seqs: list[int] = []
        self.move_agents: list[str | None] = []
        """For every move, the program that made it; None for a person."""
        self.seq = self.turn_seq = 0
        self._recent: deque[Event] = deque(maxlen=RECENT_EVENTS)
        self.turn_since = row.created
        self.ending: Ending | None = None
        self.stand_ins: Mapping[int, StandIn] = {}
        self.asked: Asked | None = None
        self.paused = False
        clock = clock_of(row.clock)
        self.times = Times(clock, len(self.seats)) if clock else None
        self.trouble: Trouble | None = None
        self.hint: Hint | None = None
        self.hints: Hints = _hints(row.hints, self.seats)
        self._turn: tuple[Match, int, Status, int | None] | None = None
        self.previous = row.previous
        self.delay = 0.0
        """By how many seconds this copy is behind, for spectators (`spectators.py`)."""
        self.next: str | None = None
        self._start_clock(row.created)

    @property
    def status(self) -> Status:
        """Whether the game has begun, and whether it is over."""
        return "over" if self.ending is not None else self._known_turn()[2]

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the game is over, and before it has begun."""
        return None if self.ending is not None else self._known_turn()[3]

    def _known_turn(self) -> tuple[Match, int, Status, int | None]:
        """Return status and seat to move, after the match and the number of its moves; found out once after
        every event and move."""
        played = len(self.match.moves)
        if self._turn is None or self._turn[0] is not self.match or self._turn[1] != played:
            status = self._find_status()
            to_move = self.match.state.to_move if status == "playing" else None
            self._turn = self.match, played, status, to_move
        return self._turn

    def _find_status(self) -> Status:
        if self.match.state.over:
            return "over"
        if self.awaited:
            return "waiting"
        return "waiting" if any(seat.kind == "open" for seat in self.seats) else "playing"

    def agent_at(self, seat: int) -> str | None:
        """Return the program that moves for a seat: its own, or a stand-in; None if a person does."""
        stand_in = self.stand_ins.get(seat)
        return stand_in.agent if stand_in else self.seats[seat].agent

    def may_move(self, own_seats: frozenset[int]) -> bool:
        """Whether it is the turn of one of these seats, and its time is not up."""
        seat = self.to_move
        if seat is None or seat not in own_seats or self.paused:
            return False
        stand_in = self.stand_ins.get(seat)
        return stand_in is None or stand_in.until == "return"

    def apply(self, event: Event, move: int | None = None) -> None:
        """Apply an event.

        `move` is the number of its move where that is known to be legal; otherwise the move is checked, as
        for events read from the database."""
        if event.kind in ASIDE:
            self._apply_aside(event)
        else:
            if self.times:
                self.times.stop(event.at)
            if event.kind == "move":
                self._apply_move(event, move)
            else:
                self._apply_change(event)
            self.turn_seq, self.turn_since = event.seq, event.at
            self.trouble = self.hint = self._turn = None
            self._start_clock(event.at)
        self.seq = event.seq
        self._recent.append(event)

    def take_persons_of(self, other: Table) -> None:
        """Take over who sits where from a copy of this table that was read after a name was deleted."""
        self.seats, self._recent = other.seats, other._recent

    def _apply_aside(self, event: Event) -> None:
        if event.kind == "next":
            self.next = event.data["table"]
        elif event.kind == "doors":
            self.closed = not event.data["open"]
        elif event.kind == "ask":
            data = dict(event.data)
            what, needed = data.pop("what"), frozenset(data.pop("needed"))
            self.asked = Asked(event.seq, event.seat, what, needed, data)
        elif self.asked is not None:
            self.asked = self.asked.without(frozenset(event.data["seats"])) if event.data["yes"] else None

    def _apply_move(self, event: Event, move: int | None) -> None:
        seat, agent = self.match.state.to_move, event.data.get("agent")
        agent = agent or self.agent_at(seat)
        if move is None:
            self.match.play(event.data["move"])
        else:
            self.match.play_legal(move)
        self.move_seqs.append(event.seq)
        self.move_agents.append(agent)
        if self.times:
            self.times.wind()
        if agent is None:
            self.asked = None
            if self.times:
                self.times.add_increment(seat)
        elif (stand_in := self.stand_ins.get(seat)) and stand_in.until == "move":
            self._set_stand_in(seat, None)

    def _apply_change(self, event: Event) -> None:
        seat, data = event.seat, event.data
        if event.kind != "return":
            self.asked = None
        if self.times and event.kind == "takeback":
            self.times.wind()
        if event.kind == "takeback":
            self.match.take_back(data["count"])
            del self.move_seqs[len(self.match.moves) :], self.move_agents[len(self.match.moves) :]
        elif event.kind == "sit":
            facts = dict(data)
            self._add_part(seat, facts.pop("part", None))
            self.seats[seat] = Seat("person", **facts)
            self._mix_seed()
        elif event.kind == "part":
            self._add_part(seat, data["part"])
            self.awaited = self.awaited - frozenset(data["seats"])
            self._mix_seed()
        elif event.kind == "fill":
            self.seats[seat] = Seat("program", data["name"], data["agent"])
            self._mix_seed()
        elif event.kind == "stand_in":
            self._set_stand_in(data["for"], StandIn(data["agent"]))
        elif event.kind == "return":
            self._set_stand_in(seat, None)
        elif event.kind in ("pause", "resume"):
            self.paused = event.kind == "pause"
        elif event.kind == "level":
            self.seats[data["program"]] = replace(
                self.seats[data["program"]], agent=data["agent"], name=data["name"]
            )
        elif event.kind == "timeout" and data["agent"]:
            per_move = self.times is not None and self.times.clock.kind == "move"
            self._set_stand_in(seat, StandIn(data["agent"], "move" if per_move else "end"))
        else:
            self.ending = _ending(event)

    def _add_part(self, seat: int, part: str | None) -> None:
        """Take a device's part of the seed."""
        if part is not None:
            self.parts = {**self.parts, seat: part}

    def _mix_seed(self) -> None:
        """Begin the game with the seed of all parts, once they are there and everybody sits.

        The status is found anew: in the middle of an event, the one known may be that of before."""
        if self.parts and not self.move_seqs and self._find_status() == "playing":
            self.seed = mixed_seed(self.server_part, self.parts)
            self.match = Match(self.game, self.match.options, self.seed, len(self.seats))

    def _set_stand_in(self, seat: int, stand_in: StandIn | None) -> None:
        others = {number: one for number, one in self.stand_ins.items() if number != seat}
        self.stand_ins = others | ({seat: stand_in} if stand_in else {})

    def _start_clock(self, at: datetime) -> None:
        """Start the clock of the person to move, if there is one."""
        seat = self.to_move
        if self.times and seat is not None and not self.paused and self.agent_at(seat) is None:
            self.times.start(seat, at)

    def snapshot(self) -> Table:
        """Return a copy of the table that later changes do not affect."""
        kept = copy(self)
        kept.seats, kept.move_seqs = self.seats.copy(), self.move_seqs.copy()
        kept.move_agents = self.move_agents.copy()
        kept.times = self.times.copy() if self.times else None
        kept.match = self.match.copy()
        kept._recent = self._recent.copy()
        return kept

    def events_since(self, seq: int) -> list[Event] | None:
        """Return the events after number `seq`; None if that is too long ago, or has not happened yet."""
        if not self.seq - len(self._recent) <= seq <= self.seq:
            return None
        return list(islice(self._recent, len(self._recent) - (self.seq - seq), None))

    def seats_opened_by(self, secrets: Iterable[str]) -> frozenset[int]:
        """Return the seats that these secrets belong to; raise `Forbidden` if one of them belongs to none."""
        return frozenset(seat for seat in self._matching(secrets) if self.seats[seat].kind != "open")

    def seats_reserved_for(self, secrets: Iterable[str]) -> frozenset[int]:
        """Return the open seats reserved for players with these secrets from the previous game."""
        return frozenset(seat for seat in self._matching(secrets) if self.seats[seat].kind == "open")

    def _matching(self, secrets: Iterable[str]) -> list[int]:
        found = secret.matching([seat.secret_hash or seat.kept_hash for seat in self.seats], secrets)
        if None in found:
            raise Forbidden("This secret does not belong to a seat at this table.")
        return [seat for seat in found if seat is not None]

    def seat_of(self, own_seats: frozenset[int]) -> int | None:
        """Return which seat of a device to show: the one to move, else the first; None for a spectator."""
        if self.to_move in own_seats:
            return self.to_move
        return min(own_seats, default=None)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, may know now.

        Nothing is dealt before every seat is taken: until then everybody sees a starting position that does
        not depend on the seed."""
        if self.status == "waiting":
            return self.game.start(self.match.options, seats=len(self.seats)).view(-1)
        return self.match.state.view(-1 if seat is None else seat)

    def require_player(self, seq: int | None, own_seats: frozenset[int], even_paused: bool = False) -> None:
        """Refuse a change by others than players, based on an old event, or while nobody can play."""
        if not own_seats:
            raise Forbidden("Only players of this table may do this: send the secret of your seat.")
        self.require_seq(seq)
        if self.status == "over":
            raise Over("This game is over.")
        if self.status == "waiting":
            self._refuse_waiting()
        if self.paused and not even_paused:
            raise Paused("The game is paused: resume it first.")

    def _refuse_waiting(self) -> None:
        empty = next((number for number, seat in enumerate(self.seats) if seat.kind == "open"), None)
        if empty is None:
            seat = min(self.awaited)
            raise NotYourTurn(
                f"The device of seat {seat} has not sent its part of the seed yet: nothing is dealt before.",
                seat=seat,
            )
        raise NotYourTurn(f"Seat {empty} is still open: the game starts when somebody takes it.", seat=empty)

    def require_admission(self, own_seats: frozenset[int]) -> None:
        """Refuse to show a game to spectators while its owner does not want them."""
        if self.closed and not own_seats and self.status == "playing":
            raise Closed("This table is closed to spectators until the game is over.")

    def require_rematch(self, own_seats: frozenset[int]) -> None:
        """Refuse a rematch to others than players, before the game is over, or if there is one already."""
        if not own_seats:
            raise Forbidden("Only players of this table may set up a rematch.")
        if self.status != "over":
            raise Forbidden("The game is not over yet: finish it or resign before a rematch.")
        if self.next is not None:
            raise OutOfDate("The rematch has already been set up: join it.", seq=self.seq, next=self.next)

    def require_seq(self, seq: int | None) -> None:
        """Refuse a request based on an earlier event than the last one of the game itself."""
        if seq is not None and not self.turn_seq <= seq <= self.seq:
            raise OutOfDate(
                f"The table has changed: it is at event {self.seq}, and your request answers event {seq}.",
                seq=self.seq,
            )

    def require_hints(self) -> None:
        """Refuse advice at a table that was set up without hints."""
        if self.hints == "off":
            raise Forbidden(
                "This table was set up without hints. Where several people play, hints are for everybody or for nobody."
            )

    def require_turn(self, own_seats: frozenset[int]) -> int:
        """Return the seat to move of a game in progress; raise `NotYourTurn` unless it is one of these."""
        to_move = self.to_move
        assert to_move is not None
        if to_move not in own_seats:
            raise NotYourTurn(f"It is seat {to_move}'s turn.", seat=to_move)
        return to_move

    def people(self) -> frozenset[int]:
        """Return the seats of people who play themselves, without those for whom a program plays."""
        return frozenset(
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "person" and number not in self.stand_ins
        )

    def takeback_count(self, own_seats: frozenset[int], agreed: bool = False) -> int:
        """Return how many moves to take back to reach the previous decision of these seats.

        Unless other people have agreed, there must be none."""
        others = (
            frozenset(number for number, seat in enumerate(self.seats) if seat.kind != "program") - own_seats
        )
        if others and not agreed:
            raise Forbidden("There are other people at this table: ask them to take moves back.")
        movers = self.match.movers
        count = next((count for count, mover in enumerate(reversed(movers), 1) if mover in own_seats), None)
        if count is None:
            raise NothingToTakeBack("You have not moved yet: there is nothing to take back.")
        if len(movers) - count < max(self.match.shown[seat] for seat in own_seats | others):
            raise NothingToTakeBack(
                "Something was revealed since your last decision: it can no longer be taken back."
            )
        return count

    def can_take_back(self, own_seats: frozenset[int]) -> bool:
        try:
            self.require_player(None, own_seats)
            return self.takeback_count(own_seats) > 0
        except PartieError:
            return False

    def can_ask(self, own_seats: frozenset[int]) -> list[What]:
        """Return what these seats may ask of the other people now."""
        if not own_seats or self.status != "playing" or self.paused or self.asked is not None:
            return []
        others = self.people() - own_seats
        return [what for what in WHATS if self._may_ask(what, own_seats, others)]

    def _may_ask(self, what: What, own_seats: frozenset[int], others: frozenset[int]) -> bool:
        try:
            self._require_sense(what, own_seats, others)
        except PartieError:
            return False
        return True

    def require_request(self, what: What, own_seats: frozenset[int]) -> frozenset[int]:
        """Return the seats that must agree to a request of these; refuse one that makes no sense now."""
        self.require_player(None, own_seats)
        if self.asked is not None:
            raise Forbidden("There is a request already: it must be answered first.")
        others = self.people() - own_seats
        self._require_sense(what, own_seats, others)
        return others

    def _require_sense(self, what: What, own_seats: frozenset[int], others: frozenset[int]) -> None:
        """Refuse to ask these people for something that cannot be, whoever has a request already."""
        if what == "takeback":
            if not others:
                raise Forbidden("There is nobody at the table who could agree.")
            self.takeback_count(own_seats, agreed=True)
        elif what == "draw":
            self._require_draw(own_seats, others)
        elif what == "level" and not any(seat.kind == "program" for seat in self.seats):
            raise Forbidden("No program plays at this table.")

    def _require_draw(self, own_seats: frozenset[int], others: frozenset[int]) -> None:
        if not self.game.draws:
            raise Forbidden(f"{self.game.title['en']} knows no draw by agreement.")
        if any(own_seats.isdisjoint(side) and others.isdisjoint(side) for side in self.sides()):
            raise Forbidden("Programs do not agree on draws: only people can be asked for one.")
        if not others:
            raise Forbidden("There is nobody else at this table who could agree.")

    def sides(self) -> list[tuple[int, ...]]:
        """Return the seats of every side."""
        return [tuple(side) for side in sides(self.game, len(self.seats))]

    def partners(self, seat: int) -> frozenset[int]:
        """Return the other seats of people on the side of this one."""
        side = next(side for side in self.sides() if seat in side)
        return frozenset(other for other in side if other != seat and other in self.people())

    def opponents(self, own_seats: frozenset[int]) -> frozenset[int]:
        """Return the seats of people on other sides than these."""
        return frozenset(
            seat
            for side in self.sides()
            if own_seats.isdisjoint(side)
            for seat in side
            if self.seats[seat].kind == "person"
        )

    def winners(self) -> list[int]:
        """Return the seats that won a finished game: none in a draw, and all other sides after somebody has
        resigned, left or run out of time."""
        all_sides = self.sides()
        if self.ending is not None:
            lost = set(self.ending.seats)
            return [seat for side in all_sides if lost and lost.isdisjoint(side) for seat in side]
        scores = self.match.state.scores
        best = [side for side in all_sides if scores[side[0]] == max(scores)]
        return [] if len(best) == len(all_sides) else sorted(seat for side in best for seat in side)

    def record(self) -> Record:
        """Return the table as a record, with the seed once the game is over."""
        names = [seat.agent or seat.name or UNNAMED for seat in self.seats]
        return record_of(
            self.match,
            names,
            secret=self.status != "over",
            ending=self.ending,
            origin=self.origin,
            table=self.id or None,
            made_by=self._made_by(),
            parts=self._seed_parts() if self.status == "over" else (),
        )

    def _seed_parts(self) -> tuple[str, ...]:
        """Return the parts of the seed as records list them: the server's, then one for every seat, empty
        where there is none. Nothing if the seed has only one part."""
        if not self.parts:
            return ()
        return (self.server_part, *(self.parts.get(seat, "") for seat in range(len(self.seats))))

    def _made_by(self) -> tuple[MadeBy, ...]:
        """Return the moves that programs made which are not named as players."""
        found: dict[str, list[int]] = {}
        for number, (mover, agent) in enumerate(zip(self.match.movers, self.move_agents, strict=True), 1):
            if agent is not None and agent != self.seats[mover].agent:
                found.setdefault(agent, []).append(number)
        return tuple(MadeBy(agent, tuple(numbers)) for agent, numbers in found.items())


def _ending(event: Event) -> Ending:
    if event.kind == "draw":
        return Ending("drawn")
    if event.kind == "claim":
        return Ending("abandoned", tuple(event.data["away"]))
    return Ending("out-of-time" if event.kind == "timeout" else "resigned", (event.seat,))


def _hints(request: str | None, seats: list[Seat]) -> Hints:
    """Return the hints asked for; by default, hints for a person who plays against programs only."""
    if request == "all":
        return "all"
    if request == "off":
        return "off"
    return "own" if people_at(seats) <= 1 else "off"


def people_at(seats: Iterable[Seat]) -> int:
    """Return how many people play.

    Seats with the same name are one person's; an open seat is another person's."""
    here = [seat for seat in seats if seat.kind == "person"]
    named = {seat.name for seat in here if seat.name}
    return len(named) + sum(not seat.name for seat in here) + sum(seat.kind == "open" for seat in seats)


def seat_row(seat: Seat, **changes: Any) -> dict[str, Any]:
    """Return a seat as it is stored with the table."""
    return vars(replace(seat, **changes)).copy()

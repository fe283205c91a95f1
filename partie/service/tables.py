"""All tables: creates and finds them, and makes every change to one.

A change is stored before it takes effect."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.game import Game
from partie.core.match import Match
from partie.core.parameters import Text
from partie.service import secret
from partie.service.clock import Clock, usual_program
from partie.service.errors import Forbidden, NotFound, OutOfDate, SeatKept, SeatTaken, Unavailable
from partie.service.requests import Asked, What
from partie.service.storage import Event, Kind, NewEvents, SeqTaken, Storage, TableRow
from partie.service.table import Person, Seat, Table, seat_row

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class NewMove:
    """A legal move to be played at a table, whose number is `move`, by a seat. `caller` is who sent it."""

    table: Table
    seat: int
    move: int
    caller: str


_New = tuple[Kind, int, dict[str, Any]]
"""A new event: its kind, the seat that acts, and its data."""
_SITTER = ("name", "secret_hash", "level", "player", "colour", "known", "memory")
"""What is stored of somebody who sits down."""
_KEPT_IN_MEMORY = 500
_RESUMED_DAYS = 30
"""Tables used within this number of days are resumed at start-up, older ones when somebody opens them."""


@dataclass(frozen=True)
class Terms:
    """What is agreed with a new table.

    `previous` is the table of which it is the rematch; `clock` is how much time people have. `mixed`: the
    devices of those who create it will send parts of the seed. `closed`: nobody may watch."""

    hints: str | None = None
    previous: str | None = None
    clock: Clock | None = None
    mixed: bool = False
    closed: bool = False


class Tables:
    """Keeps tables in memory while they are used, and rebuilds them from their events otherwise.

    `on_change` is called after every change, with the table locked."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: deque[Table] = deque(maxlen=_KEPT_IN_MEMORY)
        self.on_change: Callable[[Table], None] = lambda table: None
        self.recollect: Callable[[str, Seat], Mapping[str, Any] | None] = lambda game, seat: None
        """Returns what programs of a game know of the person in a seat."""

    def create(
        self,
        game_name: str,
        options: Mapping[str, Any],
        seats: Sequence[Seat],
        lang: str,
        terms: Terms | None = None,
    ) -> tuple[Table, dict[int, str]]:
        """Create a table; return it with the secrets of the seats that people hold."""
        terms = terms or Terms()
        game = registry.game(game_name)
        values = Match(game, options, 0, len(seats)).options
        secrets = {number: secret.new_secret() for number, seat in enumerate(seats) if seat.kind == "person"}
        seats = [replace(seat, memory=self.recollect(game.name, seat)) for seat in seats]
        seed = secret.new_seed()
        row = TableRow(
            id=secret.new_id(),
            game=game.name,
            version=game.version,
            options=dict(values),
            seed=seed,
            seed_hash=secret.fingerprint(seed),
            seats=[
                _seat_to_store(game, seat, secrets.get(number), lang) for number, seat in enumerate(seats)
            ],
            created=datetime.now(UTC),
            hints=terms.hints,
            previous=terms.previous,
            clock=vars(terms.clock).copy() if terms.clock else None,
            mixed=terms.mixed,
            closed=terms.closed,
        )
        self._storage.add_table(row)
        return self.find(row.id), secrets

    def find(self, table_id: str) -> Table:
        """Return the table with this id, up to date with its stored events."""
        if not secret.is_id(table_id):
            raise _no_such_table(table_id)
        with self._lock:
            known = self._alive.get(table_id)
        table = known or self._load(table_id)
        with table.lock:
            if self._catch_up(table) or known is None:
                self.on_change(table)
        return table

    def catch_up(self, table: Table, heard: Sequence[Event] = ()) -> bool:
        """Apply what another process has stored; return whether there was anything. Call with the table
        locked.

        Events that were `heard` are not read again, unless others come before them."""
        if self._catch_up(table, heard):
            self.on_change(table)
            return True
        return False

    def _load(self, table_id: str) -> Table:
        row = self._storage.table(table_id)
        if row is None:
            raise _no_such_table(table_id)
        table = Table(row)
        with self._lock:
            table = self._alive.setdefault(table_id, table)
            self._recent.append(table)
        return table

    def known(self, table_id: str) -> Table | None:
        """Return a table if it is in memory; it may be out of date."""
        with self._lock:
            return self._alive.get(table_id)

    def all_known(self) -> list[Table]:
        """Return all tables in memory."""
        with self._lock:
            return list(self._alive.values())

    def reload(self, ids: Iterable[str]) -> None:
        """Read again who sits at tables in memory whose rows were changed.

        The tables themselves stay: people are connected to them, and programs think there."""
        for table_id in set(ids):
            table, row = self.known(table_id), self._storage.table(table_id)
            if table is None or row is None:
                continue
            with table.lock:
                fresh = Table(row)
                for event in self._storage.events(table_id, 0):
                    if event.seq <= table.seq:
                        fresh.apply(event)
                table.take_persons_of(fresh)

    def _catch_up(self, table: Table, heard: Sequence[Event] = ()) -> bool:
        """Apply events that are stored but not yet applied; return whether there were any.

        After loading these are all events, later only those another process has stored."""
        missed = [event for event in heard if event.seq > table.seq]
        if not heard or (missed and missed[0].seq != table.seq + 1):
            missed = self._storage.events(table.id, table.seq)
        for event in missed:
            try:
                table.apply(event)
            except (PartieError, KeyError, IndexError) as error:
                log.exception("table %s cannot be replayed at event %s", table.id, event.seq)
                raise Unavailable(
                    f"This table cannot be replayed: event {event.seq} is not possible there."
                ) from error
        return bool(missed)

    def recently_active(self, game: str) -> Iterator[Table]:
        """Yield the tables of a game that were used recently, newest first."""
        return self._found(self._storage.active(game, datetime.now(UTC) - timedelta(days=_RESUMED_DAYS)))

    def all_tables(self, game: str | None) -> Iterator[Table]:
        """Yield all tables of a game, or of all games, oldest first."""
        return self._found(self._storage.table_ids(game))

    def _found(self, ids: Iterable[str]) -> Iterator[Table]:
        for table_id in ids:
            try:
                yield self.find(table_id)
            except PartieError as error:
                log.warning("skipping table %s: %s", table_id, error)

    def move(self, table: Table, own_seats: frozenset[int], seq: int, text: str) -> None:
        """Play a move given as text, for the one of these seats whose turn it is."""
        with table.lock:
            table.require_player(seq, own_seats)
            seat = table.require_turn(own_seats)
            move = table.match.state.legal(text)
            if seat in table.stand_ins:
                self.give_back(table, seat)
            self._move(table, seat, move)

    def prepare_move(
        self, table: Table, own_seats: frozenset[int], seq: int, text: str, caller: str
    ) -> NewMove:
        """Check a move for `play_all`. The caller holds the lock of the table until it is played."""
        table.require_player(seq, own_seats)
        seat = table.require_turn(own_seats)
        move = table.match.state.legal(text)
        if seat in table.stand_ins:
            self.give_back(table, seat)
        return NewMove(table, seat, move, caller)

    def play_all(
        self, moves: Sequence[NewMove], begin: Callable[[NewMove], object]
    ) -> list[Exception | None]:
        """Play checked moves at different tables, stored together; return for each what went wrong.

        The caller holds the locks of all tables. `begin` is called with each before it takes effect."""
        if not moves:
            return []
        now = datetime.now(UTC)
        events = [
            Event(new.table.seq + 1, "move", new.seat, {"move": new.table.match.state.text(new.move)}, now)
            for new in moves
        ]
        stored = self._storage.append_all(
            [NewEvents(new.table.id, [event]) for new, event in zip(moves, events, strict=True)]
        )
        errors: list[Exception | None] = []
        for new, event, failure in zip(moves, events, stored, strict=True):
            begin(new)
            error = failure
            try:
                if isinstance(failure, SeqTaken):
                    error = self._too_late(new.table)
                elif failure is None:
                    self._apply_events(new.table, [event], new.move)
            except Exception as unexpected:
                error = unexpected
            errors.append(error)
        return errors

    def decide(self, table: Table, seat: int, seq: int, move: int) -> None:
        """Play the move that a program chose at event `seq`, where it is known to be legal."""
        with table.lock:
            table.require_player(seq, frozenset({seat}))
            self._move(table, table.require_turn(frozenset({seat})), move)

    def _move(self, table: Table, seat: int, move: int) -> None:
        self._append_event(table, "move", seat, {"move": table.match.state.text(move)}, move)

    def take_back(self, table: Table, own_seats: frozenset[int], seq: int) -> None:
        """Take back moves to the previous decision of these seats."""
        with table.lock:
            table.require_player(seq, own_seats)
            count = table.takeback_count(own_seats)
            self._append_event(table, "takeback", table.match.movers[-count], {"count": count})

    def resign(self, table: Table, own_seats: frozenset[int], seq: int) -> None:
        """Resign for one of these seats: the one to move, else the first. People on its side must agree.

        With a single seat it does not matter what programs have done meanwhile; with several, `seq` says
        whose turn it was."""
        with table.lock:
            table.require_player(seq if len(own_seats) > 1 else None, own_seats, even_paused=True)
            seat = table.seat_of(own_seats)
            assert seat is not None
            partners = table.partners(seat) - own_seats
            if not partners:
                self._append_event(table, "resign", seat, {})
                return
            if table.asked is not None:
                raise Forbidden("There is a request already: it must be answered first.")
            self._append_event(table, "ask", seat, {"what": "resign", "needed": sorted(partners)})

    def substitute(self, table: Table, own_seats: frozenset[int], seat: int, agent: str) -> None:
        """Let a program play for a person who is away, until they return.

        Whether they are away is for the caller to know."""
        with table.lock:
            table.require_player(None, own_seats, even_paused=True)
            if seat in own_seats or not 0 <= seat < len(table.seats) or table.seats[seat].kind != "person":
                raise Forbidden("A program can play only for another person.", seat=seat)
            known = table.stand_ins.get(seat)
            if known is not None and known.until != "return":
                raise Forbidden("Their time is up: the program that the clock chose plays on.", seat=seat)
            registry.check_agent(table.game, agent)
            _require_able(table.game, agent, seat)
            self._append_event(table, "stand_in", min(own_seats), {"for": seat, "agent": agent})

    def give_back(self, table: Table, seat: int) -> None:
        """Let a person play again whose seat a program has played meanwhile."""
        with table.lock:
            stand_in = table.stand_ins.get(seat)
            if stand_in is None or table.status == "over":
                return
            if stand_in.until != "return":
                raise Forbidden("Your time is up: the program plays on.")
            self._append_event(table, "return", seat, {})

    def claim(self, table: Table, own_seats: frozenset[int]) -> None:
        """End the game as won against people who have left.

        Whether they have is for the caller to know."""
        with table.lock:
            table.require_player(None, own_seats, even_paused=True)
            away = sorted(table.opponents(own_seats))
            if not away:
                raise Forbidden("You play against programs, which do not leave.")
            self._append_event(table, "claim", min(own_seats), {"away": away})

    def ask(
        self,
        table: Table,
        own_seats: frozenset[int],
        what: What,
        program: int | None,
        agent: str | None,
        lang: str,
    ) -> None:
        """Ask the other people for something; do it at once if there is nobody to ask.

        `program` is the seat whose level is to change, and `agent` its new one."""
        with table.lock:
            needed = table.require_request(what, own_seats)
            seat = table.seat_of(own_seats)
            assert seat is not None
            data: dict[str, Any] = {}
            if what == "takeback":
                count = table.takeback_count(own_seats, agreed=True)
                data = {"plies": len(table.match.moves) - count}
            elif what == "level":
                data = _new_level(table, program, agent, lang)
            if needed:
                self._append_event(table, "ask", seat, {"what": what, "needed": sorted(needed), **data})
            else:
                self._append_event(table, *_granted(table, Asked(0, seat, what, frozenset(), data)))

    def answer(self, table: Table, own_seats: frozenset[int], request: int, yes: bool) -> None:
        """Agree to a request or refuse it; who made it withdraws it by refusing."""
        with table.lock:
            table.require_player(None, own_seats)
            asked = table.asked
            if asked is None or asked.seq != request:
                raise OutOfDate("This request has been answered already, or has lapsed.", seq=table.seq)
            seats = asked.needed & own_seats
            if not seats and (yes or asked.seat not in own_seats):
                raise Forbidden("This request is for somebody else to answer.")
            seat = min(seats, default=asked.seat)
            answer: _New = ("answer", seat, {"yes": yes, "seats": sorted(seats)})
            if yes and asked.needed <= seats:
                self._append_events(table, [answer, _granted(table, asked)])
            else:
                self._append_event(table, *answer)

    def resume(self, table: Table, own_seats: frozenset[int]) -> None:
        """Go on with a game that is paused."""
        with table.lock:
            table.require_player(None, own_seats, even_paused=True)
            if table.paused:
                self._append_event(table, "resume", min(own_seats), {})

    def time_out(self, table: Table, now: datetime) -> None:
        """Do what the game says if the time of the person to move is up."""
        with table.lock:
            deadline = table.times.deadline if table.times else None
            if table.times is None or table.times.running is None or deadline is None or deadline > now:
                return
            seat = table.times.running
            agent = usual_program(table.game) if table.game.out_of_time == "program" else None
            self._append_event(table, "timeout", seat, {"agent": agent})

    def sit(
        self, table: Table, own_seats: frozenset[int], reserved: frozenset[int], seat: int, person: Person
    ) -> str:
        """Take an open seat, a reserved one, or that of a program that failed; return its secret."""
        with table.lock:
            if not 0 <= seat < len(table.seats):
                raise NotFound(f"This table has no seat {seat}.", seat=seat)
            who = table.seats[seat]
            if who.kind != "open":
                _require_takeover(table, own_seats, seat)
            elif who.kept_hash is not None and seat not in reserved:
                raise SeatKept(
                    f"This seat is reserved for {who.name or 'a player'} of the previous game: "
                    "send the secret of the seat at that table.",
                    seat=seat,
                    name=who.name,
                )
            new = secret.new_secret()
            known_as = person.name or (who.name if who.kind == "open" else None)
            taken = person.seat(known_as, secret.fingerprint(new))
            taken = replace(taken, memory=self.recollect(table.game.name, taken))
            facts = {key: getattr(taken, key) for key in _SITTER if getattr(taken, key) is not None}
            if who.kind == "open" and person.part is not None:
                facts["part"] = person.part
            self._append_event(table, "sit", seat, {"name": None, **facts})
            return new

    def add_part(self, table: Table, own_seats: frozenset[int], part: str) -> None:
        """Take the part of the seed of a device, for all of its seats that miss one; once."""
        with table.lock:
            if not own_seats:
                raise Forbidden("Only players of this table may do this: send the secret of your seat.")
            seats = sorted(table.awaited & own_seats)
            if seats:
                self._append_event(table, "part", seats[0], {"part": part, "seats": seats})

    def fill(self, table: Table, agent: str, lang: str = "en") -> None:
        """Let a program take every seat that is still open for anybody."""
        with table.lock:
            if table.status != "waiting":
                return
            title = _title(table.game, agent)
            name = title.get(lang) or title["en"]
            taken = {seat.name for seat in table.seats}
            new: list[_New] = []
            for number, seat in enumerate(table.seats):
                if seat.kind == "open" and seat.kept_for is None:
                    names = [name, *(f"{name} {count}" for count in range(2, len(table.seats) + 2))]
                    free = next(one for one in names if one not in taken)
                    taken.add(free)
                    new.append(("fill", number, {"agent": agent, "name": free}))
            if new:
                self._append_events(table, new)

    def set_doors(self, table: Table, own_seats: frozenset[int], is_open: bool) -> None:
        """Open a table to spectators, or close it."""
        with table.lock:
            if not own_seats & table.creators:
                raise Forbidden("Only who has created the table may open it to spectators or close it.")
            if table.closed is is_open:
                self._append_event(table, "doors", min(own_seats & table.creators), {"open": is_open})

    def link_rematch(self, table: Table, seat: int, table_id: str) -> None:
        """Lead the players of a finished table to the table of their rematch."""
        self._append_event(table, "next", seat, {"table": table_id})

    def _append_event(
        self, table: Table, kind: Kind, seat: int, data: dict[str, Any], move: int | None = None
    ) -> None:
        """Store an event and apply it. `move` is the number of its move, where that is known to be legal."""
        self._append_events(table, [(kind, seat, data)], move)

    def _append_events(self, table: Table, new: Sequence[_New], move: int | None = None) -> None:
        """Store events together, and apply them."""
        now = datetime.now(UTC)
        events = [
            Event(seq, kind, seat, data, now) for seq, (kind, seat, data) in enumerate(new, table.seq + 1)
        ]
        try:
            self._storage.append(table.id, *events)
        except SeqTaken:
            raise self._too_late(table) from None
        self._apply_events(table, events, move)

    def _too_late(self, table: Table) -> OutOfDate:
        """Catch up with whoever was faster; return the error for who was not."""
        self.catch_up(table)
        return OutOfDate("Somebody else was faster: the table has changed.", seq=table.seq)

    def _apply_events(self, table: Table, events: Sequence[Event], move: int | None) -> None:
        for event in events:
            table.apply(event, move)
        self.on_change(table)


def _granted(table: Table, asked: Asked) -> _New:
    """Return the event that carries a request out."""
    if asked.what == "takeback":
        count = len(table.match.moves) - asked.data["plies"]
        return "takeback", asked.seat, {"count": count}
    return asked.what, asked.seat, dict(asked.data)


def _new_level(table: Table, seat: int | None, agent: str | None, lang: str) -> dict[str, Any]:
    """Return the data of a program's new level."""
    if seat is None or agent is None or not 0 <= seat < len(table.seats):
        raise PartieError("Say which program to change, by its seat, and its new level.")
    who = table.seats[seat]
    if who.kind != "program":
        raise Forbidden("There is no program in this seat.", seat=seat)
    registry.check_agent(table.game, agent)
    _require_able(table.game, agent, seat)
    return {"program": seat, "agent": agent, "name": _new_name(table, seat, agent, lang)}


def _new_name(table: Table, seat: int, agent: str, lang: str) -> str | None:
    """Return the name of a program at its new level: that of the new character, unless somebody named it."""
    before = table.seats[seat]
    if before.name not in _title(table.game, before.agent or "").values():
        return before.name
    title = _title(table.game, agent)
    name, taken = title.get(lang) or title["en"], {one.name for one in table.seats}
    names = [name, *(f"{name} {number}" for number in range(2, len(table.seats) + 2))]
    return next(one for one in names if one not in taken or one == before.name)


def _require_able(game: Game, agent: str, seat: int) -> None:
    """Refuse an agent that cannot play this seat."""
    level = game.levels.get(agent)
    able = game.families[(level.spec if level else agent).partition(":")[0]].seats
    if able is not None and seat not in able:
        raise PartieError(f"{agent} cannot play seat {seat}.", seat=seat)


def _no_such_table(table_id: str) -> NotFound:
    return NotFound("There is no such table.", table=table_id[:40])


def _require_takeover(table: Table, own_seats: frozenset[int], seat: int) -> None:
    if table.trouble is None or table.trouble.seat != seat or table.seats[seat].kind != "program":
        raise SeatTaken(f"Seat {seat} is already taken.", seat=seat)
    if not own_seats and any(other.kind == "person" for other in table.seats):
        raise Forbidden("Only a player of this table may take over from a program.")


def _seat_to_store(game: Game, seat: Seat, new_secret: str | None, lang: str) -> dict[str, Any]:
    if seat.kind != "program":
        return seat_row(seat, agent=None, secret_hash=new_secret and secret.fingerprint(new_secret))
    agent = seat.agent or ""
    registry.check_agent(game, agent)
    title = _title(game, agent)
    return seat_row(seat, name=seat.name or title.get(lang) or title["en"])


def _title(game: Game, agent: str) -> Text:
    """Return what a program is called: the character of its level, or the title of its family."""
    level = game.levels.get(agent)
    return level.character if level else game.families[agent.partition(":")[0]].title

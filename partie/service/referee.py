"""What the API offers about games and tables, without HTTP: on a server, and on a device without one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from partie.core import registry
from partie.core.agent import Budget, Decision
from partie.core.errors import BadPosition, PartieError
from partie.core.game import View
from partie.core.match import Match
from partie.core.parameters import Text
from partie.core.phrases import Names, numbered
from partie.core.record import Record, read_record
from partie.service import models, records, replays, show
from partie.service.clock import Clock
from partie.service.errors import Forbidden, NotFound, Over, StillSecret, Unavailable
from partie.service.following import Follower, Message, TableChange
from partie.service.pool import Job
from partie.service.seats import GameSoFar
from partie.service.storage import Storage
from partie.service.table import Hint, Person, Seat, SeatKind, Seen, Table
from partie.service.tables import Tables, Terms
from partie.service.thinking import Question

Secrets = Sequence[str]
T = TypeVar("T")
_REPLAY_SECONDS = 20.0


@dataclass(frozen=True)
class HintQuestion:
    """A player's request for a hint, in the turn that began with event `seq` of a table."""

    table: Table
    seq: int
    question: Question


class Thinkers(Protocol):
    """Where programs think: `thinking.Thinking` on a server, another worker on a device."""

    @property
    def is_crowded(self) -> bool:
        """Whether too many jobs are waiting to accept more."""

    def schedule(self, table: Table) -> None:
        """Start the program whose turn it is, and stop one whose turn is over."""

    def is_thinking(self, table: Table) -> bool:
        """Whether a program is thinking at this table."""

    def require_ready(self, game: str) -> None:
        """Raise `Unavailable` while a game is being compiled."""

    def submit(self, game: str, run: Callable[[Budget], T], seconds: float) -> Job[T]:
        """Submit a job, which stops soon after the flag of its budget is raised."""


class Watchers(Protocol):
    """Those who follow tables."""

    def has_watchers(self, table_id: str) -> bool:
        """Whether anybody watches a table."""

    def publish(self, table_id: str, message: Message | TableChange) -> None:
        """Send a message to all watchers of a table."""


class Referee:
    """Everything the API offers about tables.

    `prefer(game)` is called when a game will be needed soon. Methods may be called from any thread; anything
    slow is submitted as a job. Finished games that are handed in are kept in `storage`, if there is one."""

    def __init__(
        self,
        tables: Tables,
        thinking: Thinkers,
        hub: Watchers,
        prefer: Callable[[str], None],
        storage: Storage | None,
    ) -> None:
        self.tables, self._thinking, self._hub = tables, thinking, hub
        self._prefer, self._storage = prefer, storage

    def publish_change(self, table: Table) -> None:
        """Send the table to its watchers. Called with the table locked, so that events are sent in order."""
        if self._hub.has_watchers(table.id):
            self._hub.publish(table.id, TableChange(table, self._thinking.is_thinking(table)))

    def publish_thinking(self, table_id: str, seat: int, on: bool) -> None:
        """Tell the watchers of a table that a program has begun to think, or ended."""
        self._hub.publish(table_id, models.LiveThinking(seat=seat, on=on))

    def publish_live(self, table_id: str, message: models.LiveHint | models.LiveWord) -> None:
        """Send a message that is not stored to all who follow a table."""
        self._hub.publish(table_id, message)

    def _render(self, table: Table, own_seats: frozenset[int]) -> models.Table:
        with table.lock:
            return show.render_table(show.Scene(table, self._thinking.is_thinking(table)), own_seats)

    def _table_and_seats(self, table_id: str, secrets: Secrets) -> tuple[Table, frozenset[int]]:
        """Return a table and the seats there that these secrets belong to."""
        table = self.tables.find(table_id)
        with table.lock:
            return table, table.seats_opened_by(secrets)

    def create(self, request: models.TableRequest, secrets: Secrets) -> models.Created:
        """Create a table; with `after`, as the rematch of a finished one."""
        if request.after is not None:
            previous, own_seats = self._table_and_seats(request.after, secrets)
            with previous.lock:
                previous.require_rematch(own_seats)
                created = self._create(request, previous)
                self.tables.link_rematch(previous, min(own_seats), created.id)
                return created
        return self._create(request, None)

    def _create(self, request: models.TableRequest, previous: Table | None) -> models.Created:
        seats = _seats(request, previous)
        if self._thinking.is_crowded and any(seat.kind == "program" for seat in seats):
            raise Unavailable("Too many programs are thinking already: try again in a moment.")
        self._prefer(request.game)
        table, secrets = self.tables.create(
            request.game,
            request.options,
            seats,
            request.lang,
            Terms(
                request.hints,
                previous.id if previous else None,
                Clock(**dict(request.clock)) if request.clock else None,
                bool(request.mixed),
                bool(request.closed),
            ),
        )
        return models.Created(
            id=table.id,
            secrets={str(seat): secret for seat, secret in secrets.items()},
            table=self._render(table, frozenset(secrets)),
        )

    def table(self, table_id: str, secrets: Secrets) -> models.Table:
        """Return a table as the seats of these secrets, or a spectator, may see it."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        table.require_admission(own_seats)
        return self._render(table, own_seats)

    def catch_up(self, table_id: str, follower: Follower) -> Message | None:
        """Return what a client that starts to follow a table does not know yet, if anything."""
        table = self.tables.find(table_id)
        with table.lock:
            return follower.catch_up(table, self._thinking.is_thinking(table))

    def sit(self, table_id: str, secrets: Secrets, seat: int, person: Person) -> models.Seated:
        table, own_seats = self._table_and_seats(table_id, secrets)
        with table.lock:  # so that programs cannot move before the answer is rendered
            secret = self.tables.sit(table, own_seats, table.seats_reserved_for(secrets), seat, person)
            return models.Seated(secret=secret, table=self._render(table, own_seats | {seat}))

    def move(self, table_id: str, secrets: Secrets, seq: int, move: str) -> models.Update:
        return self._change(
            table_id, secrets, seq, lambda table, own_seats: self.tables.move(table, own_seats, seq, move)
        )

    def take_back(self, table_id: str, secrets: Secrets, seq: int) -> models.Update:
        return self._change(
            table_id, secrets, seq, lambda table, own_seats: self.tables.take_back(table, own_seats, seq)
        )

    def resign(self, table_id: str, secrets: Secrets, seq: int) -> models.Update:
        return self._change(
            table_id, secrets, seq, lambda table, own_seats: self.tables.resign(table, own_seats, seq)
        )

    def ask(self, table_id: str, secrets: Secrets, request: models.AskRequest) -> models.Update:
        """Ask the other people at a table for something."""

        def act(table: Table, own_seats: frozenset[int]) -> None:
            self.tables.ask(table, own_seats, request.what, request.program, request.agent, request.lang)

        return self._change(table_id, secrets, request.seq, act)

    def resume(self, table_id: str, secrets: Secrets, seq: int) -> models.Update:
        """Go on with a game that is paused."""
        return self._change(table_id, secrets, seq, self.tables.resume)

    def _change(
        self, table_id: str, secrets: Secrets, seq: int, act: Callable[[Table, frozenset[int]], None]
    ) -> models.Update:
        """Perform a player's action; return what happened since event `seq`, and the table right after it."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        with table.lock:
            last, seat = table.seq, table.seat_of(own_seats)
            act(table, own_seats)
            scene = show.Scene(table, self._thinking.is_thinking(table))
            update = show.render_update(scene, own_seats, Seen(seq, seat))
            # A player may have been away for long: then only what they did is sent, and the gap in the
            # sequence numbers tells the client to reload.
            update = update or show.render_update(scene, own_seats, Seen(last, seat))
            assert update is not None, "one event is never too long ago"
            return update

    def hint_question(self, table_id: str, secrets: Secrets, agent: str | None) -> HintQuestion:
        """Return the question that a request for a hint asks, and of which agent."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        with table.lock:
            table.require_player(None, own_seats)
            seat = table.require_turn(own_seats)
            table.require_hints()
            view, names = table.view(seat), show.names_at(table)
            question = Question(view, self._adviser(view, agent), GameSoFar.of(table), names)
            return HintQuestion(table, table.turn_seq, question)

    def hint(self, asked: HintQuestion, answer: tuple[Decision, float]) -> models.Decision:
        """Return the hint to the player who asked; where hints are for all, send it to everybody."""
        table, question = asked.table, asked.question
        hint = Hint(question.view.seat, question.agent, question.view, *answer)
        rendered = show.render_hint(hint, question.names)
        if table.hints == "all":
            with table.lock:
                if table.turn_seq == asked.seq:
                    table.hint = hint
                self.publish_live(table.id, models.LiveHint(hint=rendered))
        return rendered.decision

    def position_question(self, game_name: str, request: models.AdviceRequest) -> Question:
        """Return the question about a position given as text, and of which agent."""
        self._thinking.require_ready(registry.game(game_name).name)
        state = registry.game(game_name).position(request.position, request.options)
        if state.over:
            raise Over("The game is over in this position: there is nothing to advise.")
        if not state.moves:
            raise BadPosition(
                "The hand of the player to move is missing from the position, so there is nothing to advise on."
            )
        view = state.view(state.to_move)
        return Question(view, self._adviser(view, request.agent), names=_names_from(request.names))

    def _adviser(self, view: View, agent: str | None) -> str:
        spec = agent or view.game.hinter
        registry.check_agent(view.game, spec)
        return spec

    def decision(self, question: Question, answer: tuple[Decision, float]) -> models.Decision:
        return show.render_decision(question.view, question.agent, *answer, question.names)

    def record(self, table_id: str, secrets: Secrets) -> tuple[str, str]:
        """Return the record of a table as text, and a name for its file."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        with table.lock:
            table.require_admission(own_seats)
            return str(table.record()), f"partie-{table.game.name}-{table.id}.txt"

    def replay(
        self, table_id: str, secrets: Secrets, seen_by: int | None = None, plies: str | None = None
    ) -> Job[bytes]:
        """Submit the replay of a finished table, with nothing hidden or as one seat saw it."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        with table.lock:
            require_over(table)
            rendered, record = self._render(table, own_seats), table.record()
        return self._thinking.submit(
            table.game.name, partial(replays.of_table, rendered, record, seen_by, plies), _REPLAY_SECONDS
        )

    def commented_table(self, table_id: str, secrets: Secrets, ply: int = -1) -> Table:
        """Return a copy of a table that can be commented on: one with nothing hidden, of a game that does,
        and with a move of the number `ply`."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        if table.game.can.commentary is None:
            raise NotFound(f"{table.game.title['en']} has no commentary.", game=table.game.name)
        with table.lock:
            table.require_admission(own_seats)
            if table.game.hidden:
                require_over(table)
            if ply >= len(table.match.moves):
                raise NotFound(f"There is no move {ply} at this table.", ply=ply)
            return table.snapshot()

    def verify(self, table_id: str, secrets: Secrets) -> Job[models.Verification]:
        """Submit the verification of a finished table, recomputed from its seed and moves."""
        table, _ = self._table_and_seats(table_id, secrets)
        with table.lock:
            require_over(table)
            snapshot = table.snapshot()
        return self._thinking.submit(
            table.game.name, partial(replays.verification, snapshot), _REPLAY_SECONDS
        )

    def replay_record(
        self,
        record: str,
        keep: bool,
        seen_by: int | None = None,
        plies: str | None = None,
        device: str | None = None,
    ) -> Job[bytes]:
        """Submit the replay of a record given as text; with `keep`, also store it as a finished table.

        `device`: a secret of the browser that hands it in. The result is JSON."""
        read = read_record(record)
        if not read.is_replayable:
            return self._replay_if_finished(read, seen_by, plies)
        if keep:
            records.require_finished(read)
        store = partial(self._store_record, device) if keep else None
        return self._thinking.submit(
            read.game, partial(replays.of_record, read, seen_by, plies, store), _REPLAY_SECONDS
        )

    def _store_record(self, device: str | None, record: Record, match: Match) -> str:
        """Store a finished game that was played elsewhere; return the id of its table."""
        assert self._storage is not None, "only a server is asked to keep records"
        return records.store_record(record, match, self._storage, device)

    def _replay_if_finished(self, record: Record, seen_by: int | None, plies: str | None) -> Job[bytes]:
        """Submit the replay of a game that was unfinished when its record was made, and is over now.

        Raise `StillSecret` if the game is not over, or was played on another server."""
        if record.table is not None:
            with contextlib.suppress(NotFound):
                if self.tables.find(record.table).status == "over":
                    return self.replay(record.table, (), seen_by, plies)
                raise StillSecret(
                    "This game is not over: until then hidden cards and dice stay secret, and it cannot be replayed. "
                    "It continues at its table.",
                    table=record.table,
                )
        raise StillSecret(
            "This record was made before the game was over, so hidden cards and dice are not in it: "
            "export it again after the end."
        )


def _seats(request: models.TableRequest, previous: Table | None) -> list[Seat]:
    """Return the seats requested; reserved ones are for players of the previous table."""
    reserved = [seat.kept_for for seat in request.seats if seat.kept_for is not None]
    if len(set(reserved)) < len(reserved):
        raise PartieError("Two seats cannot be reserved for the same player.")
    return [
        _seat(seat) if seat.kept_for is None else _reserved_seat(seat.kind, seat.kept_for, previous)
        for seat in request.seats
    ]


def _seat(request: models.SeatRequest) -> Seat:
    if request.kind != "person":
        return Seat(request.kind, request.name, request.agent)
    person = Person(
        request.name, request.level, request.device, colour=request.colour, known=bool(request.known)
    )
    return person.seat(request.name)


def _reserved_seat(kind: SeatKind, number: int, previous: Table | None) -> Seat:
    if previous is None or kind != "open":
        raise PartieError(
            "Only open seats of a rematch can be reserved: send `after`, the id of the previous table."
        )
    who = previous.seats[number] if number < len(previous.seats) else None
    if who is None or who.secret_hash is None:
        raise PartieError(
            f"No person had seat {number} at the previous table, so no seat can be reserved for them."
        )
    return Seat("open", who.name, kept_for=number, kept_hash=who.secret_hash)


def _names_from(given: Sequence[str | None]) -> Names:
    """Return a function that names seats: by the names given, else by their numbers."""

    def named(seat: int) -> Text:
        name = given[seat] if seat < len(given) else None
        return {language: name or number for language, number in numbered(seat).items()}

    return named


def require_over(table: Table) -> None:
    """Raise `Forbidden` while a game goes on: its seed and what is hidden stay secret."""
    if table.status != "over":
        raise Forbidden("The game is not over yet: until then the seed and the players' hands stay secret.")

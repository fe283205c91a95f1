"""The parts of the service, put together."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from partie.core import registry
from partie.core.agent import Decision
from partie.core.errors import BadPosition, PartieError
from partie.core.game import View
from partie.core.parameters import Text
from partie.core.phrases import Names, numbered
from partie.core.record import Record, read_record
from partie.service import models, records, replays, show
from partie.service.errors import Forbidden, NotFound, Over, StillSecret, Unavailable
from partie.service.live import Changed, Follower, Hub, Message
from partie.service.pool import Job
from partie.service.seats import Course
from partie.service.storage import Storage
from partie.service.table import Hint, Seat, SeatKind, Seen, Table
from partie.service.tables import Tables
from partie.service.thinking import Question, Thinking
from partie.service.warmup import Warmup

Secrets = Sequence[str]
_REPLAY_SECONDS = 20.0


@dataclass(frozen=True)
class Asked:
    """A hint that a player asked for, at this event of the table."""

    table: Table
    seq: int
    question: Question


class Service:
    """What the API offers, free of HTTP. Every method may be called from any thread; none of them thinks."""

    def __init__(self, storage: Storage, seconds: float, workers: int | None) -> None:
        self.storage = storage
        self.hub = Hub()
        self.tables = Tables(storage)
        self.warmup = Warmup(self._resume)
        self.thinking = Thinking(
            self.tables, self.warmup.ready, self._announce, self._tell_changed, seconds, workers
        )
        self.tables.watch = self._changed

    def stop_thinking(self) -> bool:
        """Let everybody who waits for a program know that it will not answer; whether all programs stopped."""
        self.warmup.stop()
        return self.thinking.close()

    def close(self) -> None:
        """Stop thinking and let go of the database."""
        self.stop_thinking()
        self.storage.close()

    def _changed(self, table: Table) -> None:
        self.thinking.consider(table)
        self._tell_changed(table)

    def _tell_changed(self, table: Table) -> None:
        """Called with the table locked, so every event is told, in order."""
        if self.hub.watched(table.id):
            self.hub.tell(table.id, Changed(table.snapshot(), self.thinking.thinks(table)))

    def _announce(self, table_id: str, seat: int, on: bool) -> None:
        self.hub.tell(table_id, models.LiveThinking(seat=seat, on=on))

    def _resume(self, game: str) -> None:
        """A game is ready: programs whose turn it is, since before the server stopped or since a moment ago, begin to think."""
        for table in self.tables.active(game):
            with table.lock:
                self.thinking.consider(table)

    def _shown(self, table: Table, mine: frozenset[int]) -> models.Table:
        with table.lock:
            return show.table_shown(table, mine, self.thinking.thinks(table))

    def _enter(self, table_id: str, secrets: Secrets) -> tuple[Table, frozenset[int]]:
        table = self.tables.find(table_id)
        with table.lock:
            return table, table.opened_by(secrets)

    def create(self, wanted: models.TableRequest, secrets: Secrets) -> models.Created:
        """Set up a table; with `after`, as the next game of a finished one."""
        if wanted.after is not None:
            before, mine = self._enter(wanted.after, secrets)
            with before.lock:
                before.require_next(mine)
                created = self._create(wanted, before)
                self.tables.lead_on(before, min(mine), created.id)
                return created
        return self._create(wanted, None)

    def _create(self, wanted: models.TableRequest, before: Table | None) -> models.Created:
        seats = _seats(wanted, before)
        if self.thinking.crowded and any(seat.kind == "program" for seat in seats):
            raise Unavailable("Too many programs are thinking already: try again in a moment.")
        self.warmup.prefer(wanted.game)
        table, secrets = self.tables.create(
            wanted.game, wanted.options, seats, wanted.lang, wanted.hints, before.id if before else None
        )
        return models.Created(
            id=table.id,
            secrets={str(seat): secret for seat, secret in secrets.items()},
            table=self._shown(table, frozenset(secrets)),
        )

    def table(self, table_id: str, secrets: Secrets) -> models.Table:
        return self._shown(*self._enter(table_id, secrets))

    def catch_up(self, table_id: str, follower: Follower) -> Message | None:
        """What somebody who begins to follow a table does not know yet, if anything."""
        table = self.tables.find(table_id)
        with table.lock:
            return follower.catch_up(table, self.thinking.thinks(table))

    def sit(self, table_id: str, secrets: Secrets, seat: int, name: str | None) -> models.Seated:
        table, mine = self._enter(table_id, secrets)
        with table.lock:  # the answer is the table after this event, whatever programs do next
            secret = self.tables.sit(table, mine, table.kept_by(secrets), seat, name)
            return models.Seated(secret=secret, table=self._shown(table, mine | {seat}))

    def move(self, table_id: str, secrets: Secrets, seq: int, move: str) -> models.Update:
        return self._change(
            table_id, secrets, seq, lambda table, mine: self.tables.move(table, mine, seq, move)
        )

    def take_back(self, table_id: str, secrets: Secrets, seq: int) -> models.Update:
        return self._change(
            table_id, secrets, seq, lambda table, mine: self.tables.take_back(table, mine, seq)
        )

    def resign(self, table_id: str, secrets: Secrets, seq: int) -> models.Update:
        return self._change(table_id, secrets, seq, lambda table, mine: self.tables.resign(table, mine, seq))

    def _change(
        self, table_id: str, secrets: Secrets, seq: int, act: Callable[[Table, frozenset[int]], None]
    ) -> models.Update:
        """Let somebody who has seen event `seq` do something: what happened since, and how the table is right after that, whatever programs do next."""
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            last, seat = table.seq, table.seat_of(mine)
            act(table, mine)
            thinks = self.thinking.thinks(table)
            update = show.update_shown(table, mine, Seen(seq, seat), thinks)
            # Whoever gives up may have seen nothing for long: then they hear of that alone, and notice what they lack.
            update = update or show.update_shown(table, mine, Seen(last, seat), thinks)
            assert update is not None, "one event is never too long ago"
            return update

    def hint_question(self, table_id: str, secrets: Secrets, agent: str | None) -> Asked:
        """What a hint is asked for, and which agent to ask."""
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            table.require(None, mine)
            seat = table.require_turn(mine)
            table.require_hints()
            view, names = table.view(seat), show.names_at(table)
            question = Question(view, self._adviser(view, agent), Course.of(table), names)
            return Asked(table, table.seq, question)

    def hint(self, asked: Asked, answer: tuple[Decision, float]) -> models.Decision:
        """The hint for the player who asked; where hints are for all, everybody at the table gets it at the same time."""
        table, question = asked.table, asked.question
        hint = Hint(question.view.seat, question.agent, question.view, *answer)
        shown = show.hint_shown(hint, question.names)
        if table.hints == "all":
            with table.lock:
                if table.seq == asked.seq:
                    table.hint = hint
                self.hub.tell(table.id, models.LiveHint(hint=shown))
        return shown.decision

    def position_question(self, game_name: str, wanted: models.AdviceRequest) -> Question:
        """A position written down, and the agent to ask about it."""
        self.thinking.require_ready(registry.game(game_name).name)
        state = registry.game(game_name).position(wanted.position, wanted.options)
        if state.over:
            raise Over("The game is over in this position: there is nothing to advise.")
        if not state.moves:
            raise BadPosition(
                "The position does not say what the player to move has: nobody can advise on a hand that is not known."
            )
        view = state.view(state.to_move)
        return Question(view, self._adviser(view, wanted.agent), names=_named(wanted.names))

    def _adviser(self, view: View, agent: str | None) -> str:
        spec = agent or view.game.hinter
        registry.check_agent(view.game, spec)
        return spec

    def decision(self, question: Question, answer: tuple[Decision, float]) -> models.Decision:
        return show.decision_shown(question.view, question.agent, *answer, question.names)

    def record(self, table_id: str, secrets: Secrets) -> tuple[str, str]:
        """The record of a table as text, and a name for its file."""
        table, _ = self._enter(table_id, secrets)
        with table.lock:
            return str(table.record()), f"partie-{table.game.name}-{table.id}.txt"

    def replay(
        self, table_id: str, secrets: Secrets, seen_by: int | None = None, plies: str | None = None
    ) -> Job[bytes]:
        """Positions of a finished table, with nothing hidden or as one seat saw it, as JSON."""
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            _require_over(table)
            shown, record = self._shown(table, mine), table.record()
        return self.thinking.work(
            table.game.name, partial(replays.of_table, shown, record, seen_by, plies), _REPLAY_SECONDS
        )

    def verify(self, table_id: str, secrets: Secrets) -> Job[models.Verification]:
        """Recompute a finished table from its seed and moves."""
        table, _ = self._enter(table_id, secrets)
        with table.lock:
            _require_over(table)
            kept = table.snapshot()
        return self.thinking.work(table.game.name, partial(replays.verification, kept), _REPLAY_SECONDS)

    def read(
        self, record: str, keep: bool, seen_by: int | None = None, plies: str | None = None
    ) -> Job[bytes]:
        """A record from outside, replayed, as JSON; it is stored as a finished table where that is asked for."""
        read = read_record(record)
        if not read.is_replayable:
            return self._finished_since(read, seen_by, plies)
        if keep:
            records.require_finished(read)
        kept_in = self.storage if keep else None
        return self.thinking.work(
            read.game, partial(replays.of_record, read, seen_by, plies, kept_in), _REPLAY_SECONDS
        )

    def _finished_since(self, record: Record, seen_by: int | None, plies: str | None) -> Job[bytes]:
        """The replay of a game that was not over when the record was made, but is now; `StillSecret` where it goes on, here or elsewhere."""
        if record.table is not None:
            with contextlib.suppress(NotFound):
                if self.tables.find(record.table).status == "over":
                    return self.replay(record.table, (), seen_by, plies)
                raise StillSecret(
                    "This game is not over: what is hidden stays secret until then, so nobody can replay it yet. It goes on at its table.",
                    table=record.table,
                )
        raise StillSecret(
            "This game was not over when the record was made, so what was hidden is not in it: a record made after the end can be replayed."
        )


def _seats(wanted: models.TableRequest, before: Table | None) -> list[Seat]:
    """The seats asked for; those that are kept belong to players of the table before."""
    kept = [seat.kept_for for seat in wanted.seats if seat.kept_for is not None]
    if len(set(kept)) < len(kept):
        raise PartieError("Two seats cannot be kept for the same player.")
    return [
        Seat(seat.kind, seat.name, seat.agent)
        if seat.kept_for is None
        else _kept_seat(seat.kind, seat.kept_for, before)
        for seat in wanted.seats
    ]


def _kept_seat(kind: SeatKind, number: int, before: Table | None) -> Seat:
    if before is None or kind != "open":
        raise PartieError("Only open seats of a rematch can be kept: send `after`, the table before.")
    who = before.seats[number] if number < len(before.seats) else None
    if who is None or who.secret_hash is None:
        raise PartieError(f"Nobody can come from seat {number} of the table before: no person sat there.")
    return Seat("open", who.name, kept_for=number, kept_hash=who.secret_hash)


def _named(given: Sequence[str | None]) -> Names:
    """Seats by the names given, by their numbers where there are none."""

    def named(seat: int) -> Text:
        name = given[seat] if seat < len(given) else None
        return {language: name or number for language, number in numbered(seat).items()}

    return named


def _require_over(table: Table) -> None:
    if table.status != "over":
        raise Forbidden("The game is not over yet: until then its seed and what players see stay secret.")

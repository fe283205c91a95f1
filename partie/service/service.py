"""The parts of the service, put together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from partie.core import registry
from partie.core.agent import Decision
from partie.core.game import View
from partie.core.record import read_record
from partie.service import models, records, show
from partie.service.errors import Forbidden, Over, Unavailable
from partie.service.live import Changed, Hub
from partie.service.secret import fingerprint
from partie.service.storage import Storage
from partie.service.table import Seat, Table
from partie.service.tables import Tables, check_agent
from partie.service.thinking import Question, Thinking
from partie.service.warmup import Warmup

Secrets = Sequence[str]


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

    def close(self) -> None:
        """Stop thinking and let go of the database."""
        self.warmup.stop()
        self.thinking.close()
        self.storage.close()

    def _changed(self, table: Table) -> None:
        self.thinking.consider(table)
        self._tell_changed(table)

    def _tell_changed(self, table: Table) -> None:
        """Called with the table locked, so every event is told, in order."""
        if self.hub.watched(table.id):
            self.hub.tell(table.id, Changed(table.snapshot(), self.thinking.thinks(table)))

    def _announce(self, table_id: str, seat: int, on: bool) -> None:
        self.hub.tell(table_id, {"type": "thinking", "seat": seat, "on": on})

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
                created = self._create(wanted)
                self.tables.lead_on(before, min(mine), created.id)
                return created
        return self._create(wanted)

    def _create(self, wanted: models.TableRequest) -> models.Created:
        seats = [Seat(seat.kind, seat.name, seat.agent) for seat in wanted.seats]
        if self.thinking.crowded and any(seat.kind == "program" for seat in seats):
            raise Unavailable("Too many programs are thinking already: try again in a moment.")
        self.warmup.prefer(wanted.game)
        table, secrets = self.tables.create(wanted.game, wanted.options, seats, wanted.lang)
        return models.Created(
            id=table.id,
            secrets={str(seat): secret for seat, secret in secrets.items()},
            table=self._shown(table, frozenset(secrets)),
        )

    def table(self, table_id: str, secrets: Secrets) -> models.Table:
        return self._shown(*self._enter(table_id, secrets))

    def changed(self, news: Changed, secrets: Secrets) -> models.Table:
        """A table as it was after an event, for somebody who watches it."""
        return show.table_shown(news.table, news.table.opened_by(secrets), news.thinking)

    def sit(self, table_id: str, secrets: Secrets, seat: int, name: str | None) -> models.Seated:
        table, mine = self._enter(table_id, secrets)
        with table.lock:  # the answer is the table after this event, whatever programs do next
            secret = self.tables.sit(table, mine, seat, name)
            return models.Seated(secret=secret, table=self._shown(table, mine | {seat}))

    def move(self, table_id: str, secrets: Secrets, seq: int, move: str) -> models.Table:
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            self.tables.move(table, mine, seq, move)
            return self._shown(table, mine)

    def take_back(self, table_id: str, secrets: Secrets, seq: int) -> models.Table:
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            self.tables.take_back(table, mine, seq)
            return self._shown(table, mine)

    def resign(self, table_id: str, secrets: Secrets, seq: int) -> models.Table:
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            self.tables.resign(table, mine, seq)
            return self._shown(table, mine)

    def hint_question(self, table_id: str, secrets: Secrets, agent: str | None) -> Question:
        """What a hint is asked for, and which agent to ask."""
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            table.require(None, mine)
            seat = table.require_turn(mine)
            view, names = table.view(seat), show.names_at(table)
        return Question(view, self._adviser(view, agent), partial(table.match.copy().past, seat), names)

    def position_question(self, game_name: str, wanted: models.AdviceRequest) -> Question:
        """A position written down, and the agent to ask about it."""
        state = registry.game(game_name).position(wanted.position, wanted.options)
        if state.over or not state.moves:
            raise Over("The game is over in this position: there is nothing to advise.")
        view = state.view(state.to_move)
        return Question(view, self._adviser(view, wanted.agent))

    def _adviser(self, view: View, agent: str | None) -> str:
        spec = agent or view.game.hinter
        check_agent(view.game, spec)
        return spec

    def decision(self, question: Question, answer: tuple[Decision, float]) -> models.Decision:
        return show.decision_shown(question.view, question.agent, *answer, question.names)

    def record(self, table_id: str, secrets: Secrets) -> tuple[str, str]:
        """The record of a table as text, and a name for its file."""
        table, _ = self._enter(table_id, secrets)
        with table.lock:
            return str(table.record()), f"partie-{table.game.name}-{table.id}.txt"

    def replay(self, table_id: str, secrets: Secrets) -> models.Replay:
        table, mine = self._enter(table_id, secrets)
        with table.lock:
            _require_over(table)
            shown, record = self._shown(table, mine), table.record()
        return models.Replay(table=shown, steps=show.replay_steps(record, shown.seat))

    def verify(self, table_id: str, secrets: Secrets) -> models.Verification:
        """Recompute a finished table from its seed and moves."""
        table, _ = self._enter(table_id, secrets)
        with table.lock:
            _require_over(table)
            again = table.record().replay()
            played = table.origin == "played"
            seed_matches = fingerprint(table.seed) == table.seed_hash if played else None
            replay_matches = again.state == table.match.state and again.movers == table.match.movers
            return models.Verification(
                ok=bool(seed_matches) and replay_matches,
                origin=table.origin,
                seed_matches=seed_matches,
                replay_matches=replay_matches,
                plies=len(again.moves),
            )

    def read(self, record: str, keep: bool) -> models.Replay:
        """A record from outside, replayed; it is stored as a finished table where that is asked for."""
        read = read_record(record)
        shown = show.record_shown(read)
        if keep:
            shown.table.id = records.keep(read, self.storage, self.tables).id
        return shown


def _require_over(table: Table) -> None:
    if table.status != "over":
        raise Forbidden("The game is not over yet: until then its seed and what players see stay secret.")

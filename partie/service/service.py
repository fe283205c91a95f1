"""The service: the referee of all tables, with its database, its thread pool and its watchers."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from fastapi import WebSocket
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.match import Match
from partie.core.record import Record
from partie.service import comments, metrics, models, records, results, show
from partie.service.answers import problem
from partie.service.callers import CALLER
from partie.service.company import Company
from partie.service.errors import Forbidden, StillHere, TooMany
from partie.service.following import Follower
from partie.service.identity import memories
from partie.service.live import Hub, Line
from partie.service.lobby.lobby import Lobby
from partie.service.lobby.models import TableCode
from partie.service.metrics import METRICS
from partie.service.moves import LiveMove, Moves
from partie.service.pool import Job
from partie.service.presence import GRACE_SECONDS, Presence, Visit
from partie.service.referee import Referee, Secrets
from partie.service.spectators import DELAY_SECONDS, LateFollower, LateTable, is_late
from partie.service.storage import Storage
from partie.service.table import Person, Seat, Table
from partie.service.tables import Tables
from partie.service.thinking import Limits, Thinking
from partie.service.timekeeper import Timekeeper
from partie.service.voices import Voices
from partie.service.warmup import Warmup

_COMMENT_SECONDS = 20.0


_HOW_TO_MOVE = 'Send moves as {"seq": 7, "move": "…"}: `seq` is the last event you have seen.'


class Service(Referee):
    """Everything the API offers: what the referee does, and what happens among people."""

    def __init__(
        self,
        storage: Storage,
        seconds: float,
        workers: int | None,
        grace: float = GRACE_SECONDS,
        delay: float = DELAY_SECONDS,
        thinks: bool = True,
        kind: str = "serve",
        limits: Limits | None = None,
    ) -> None:
        self.storage, self._delay = storage, delay
        self.is_stopping = False
        self.hub = Hub()
        self.presence = Presence(grace)
        self._publishing_presence = threading.Lock()
        self.voices = Voices()
        self.timekeeper = Timekeeper(self._expire)
        self.warmup = Warmup(self._resume)
        tables = Tables(storage)
        self.thinking = Thinking(
            tables,
            self.warmup.ready,
            self.publish_thinking,
            self._publish_trouble,
            seconds,
            workers,
            thinks,
            limits,
        )
        super().__init__(tables, self.thinking, self.hub, self.warmup.prefer, storage)
        self.tables.on_change = self._on_change
        self.moves = Moves(self.tables, self.warmup.ready)
        self.tables.recollect = self._recollect
        self.lobby = Lobby(storage, tables, self.presence)
        self.company = Company(self, kind, self.figures) if storage.is_shared else None

    def start(self) -> None:
        """Begin to compile games, to think, and to fill seats, together with other processes if there are."""
        if self.company is not None:
            self.company.start()
        self.warmup.start()
        self.lobby.host.start()

    def figures(self) -> dict[str, Any]:
        """Return what this process measures, as samples for `metrics`."""
        gauges: metrics.Samples = [
            ("partie_connections", (), self.hub.count()),
            ("partie_tables", (), len(self.tables.all_known())),
            ("partie_database_up", (), self.storage.last_trouble is None),
        ]
        return {"samples": METRICS.samples() + gauges + metrics.of_thinking(self.thinking.figures())}

    def all_figures(self) -> dict[str, list[Any]]:
        """Return the samples of this process, or of all that share its database."""
        if self.company is None:
            return {"1": [*self.figures()["samples"], ("partie_up", (("kind", "serve"),), 1)]}
        own, found = self.company.cluster.id, {}
        for row in self.company.cluster.processes():
            samples = (self.figures() if row.id == own else row.figures).get("samples", [])
            found[row.host] = [*samples, ("partie_up", (("kind", row.kind),), 1)]
        return found

    def _publish_trouble(self, table: Table) -> None:
        self.publish_change(table)
        if self.company is not None:
            self.company.tell_trouble(table)

    def publish_live(self, table_id: str, message: models.LiveHint | models.LiveWord) -> None:
        """Send a message that is not stored to all who follow a table, here and elsewhere."""
        self.hub.publish(table_id, message)
        if self.company is not None:
            self.company.tell_live(table_id, message)

    def reload(self, ids: Sequence[str]) -> None:
        """Read tables again whose rows were changed, in all processes."""
        self.tables.reload(ids)
        if self.company is not None:
            self.company.tell_reload(ids)

    def _recollect(self, game: str, seat: Seat) -> Mapping[str, Any] | None:
        return memories.recollect(self.storage, game, seat) if registry.game(game).can.memory else None

    def stop_thinking(self) -> bool:
        """Stop all programs and tell those who wait for one; return whether all of them stopped."""
        self.is_stopping = True
        self.warmup.stop()
        self.timekeeper.close()
        self.lobby.host.close()
        return self.thinking.close()

    def close(self) -> None:
        """Stop all programs and close the database."""
        self.stop_thinking()
        self.moves.close()
        if self.company is not None:
            self.company.close()
        self.storage.close()

    def _on_change(self, table: Table) -> None:
        self.thinking.schedule(table)
        self.timekeeper.watch(table)
        if results.keep(self.storage, table):
            memories.learn_later(self.storage, self.thinking, table)
        self.publish_change(table)

    def _store_record(self, device: str | None, record: Record, match: Match) -> str:
        table_id = super()._store_record(device, record, match)
        if device is not None and record.origin == "on_device":
            results.keep_of_device(self.storage, record, records.table_of(record, match, table_id, device))
        return table_id

    def _expire(self, table_id: str) -> None:
        """Act if the time of the person to move at a table is up."""
        table = self.tables.find(table_id)
        with table.lock:
            self.tables.time_out(table, datetime.now(UTC))
            self.timekeeper.watch(table)

    def _resume(self, game: str) -> None:
        """Let programs whose turn it is think, now that their game is compiled."""
        for table in self.tables.recently_active(game):
            with table.lock:
                self.thinking.schedule(table)

    def _table_and_seats(self, table_id: str, secrets: Secrets) -> tuple[Table, frozenset[int]]:
        """Return a table and the seats there that these secrets belong to. Their players are alive."""
        table, own_seats = super()._table_and_seats(table_id, secrets)
        self.presence.see(table_id, own_seats)
        return table, own_seats

    def create(self, request: models.TableRequest, secrets: Secrets) -> models.Created:
        """Create a table; one with open seats gets a short code, and a place in the lobby if it wants one."""
        self.lobby.check(request.game, request.lobby)
        if any(seat.kind == "program" for seat in request.seats):
            self.thinking.require_memory()
        created = super().create(request, secrets)
        self.lobby.add(self.tables.find(created.id), request.lobby)
        return created

    def sit(self, table_id: str, secrets: Secrets, seat: int, person: Person) -> models.Seated:
        """Take a seat."""
        seated = super().sit(table_id, secrets, seat, person)
        self.lobby.update(self.tables.find(table_id))
        return seated

    def code_of(self, table_id: str, secrets: Secrets) -> TableCode:
        """Return the short code of a table, to its players."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        if not own_seats:
            raise Forbidden("Only players of this table may see its code: send the secret of your seat.")
        return self.lobby.code_of(table.id)

    def add_part(self, table_id: str, secrets: Secrets, part: str) -> models.Table:
        """Take a device's part of the seed."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        with table.lock:
            self.tables.add_part(table, own_seats, part)
            return self._render(table, own_seats)

    def set_doors(self, table_id: str, secrets: Secrets, is_open: bool) -> models.Table:
        """Open a table to spectators, or close it."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        with table.lock:
            self.tables.set_doors(table, own_seats, is_open)
            return self._render(table, own_seats)

    def table(self, table_id: str, secrets: Secrets) -> models.Table:
        """Return a table as the seats of these secrets may see it; spectators see a hidden game later."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        table.require_admission(own_seats)
        if is_late(table, own_seats, self._delay):
            return show.render_table(show.Scene(self._late(table).table, thinking=False), own_seats)
        return self._render(table, own_seats)

    def record(self, table_id: str, secrets: Secrets) -> tuple[str, str]:
        """Return the record of a table as text, and a name for its file."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        text, name = super().record(table_id, secrets)
        if is_late(table, own_seats, self._delay):
            text = str(self._late(table).table.record())
        return text, name

    def _late(self, table: Table) -> LateTable:
        late = LateTable(self.storage, table.id, self._delay)
        late.read()
        late.advance(datetime.now(UTC))
        return late

    async def follow(self, socket: WebSocket, table_id: str, hello: models.Hello) -> None:
        """Send a client what happens at a table, and receive its moves, until it leaves."""
        line = Line(Follower(hello.secrets, hello.since))
        visit = await run_in_threadpool(self.arrive, table_id, line)
        caller = CALLER.get()
        try:
            await line.follow(socket, lambda text: self.receive(line, text, caller))
        finally:
            self.leave(line, visit)

    def arrive(self, table_id: str, line: Line) -> Visit:
        """Let a client follow a table from now on. Its players play again, and no program for them."""
        table, own_seats = self._table_and_seats(table_id, line.follower.secrets)
        table.require_admission(own_seats)
        for seat in own_seats:
            if (stand_in := table.stand_ins.get(seat)) and stand_in.until == "return":
                self.tables.give_back(table, seat)
        with table.lock:
            line.table = table
            line.late = self._late_follower(table, own_seats, line.follower.since)
            if not own_seats:
                line.become_late = partial(self._late_follower, table, own_seats, None)
            if line.late is None:
                first = line.follower.catch_up(table, self.thinking.is_thinking(table))
                if first is not None:
                    self.hub.send(line, first.model_dump_json())
            self.hub.add(table_id, line)
        visit = Visit(table_id, own_seats)
        self.presence.arrive(visit)
        self.publish_presence(table)
        return visit

    def _late_follower(
        self, table: Table, own_seats: frozenset[int], since: int | None
    ) -> LateFollower | None:
        """Return what somebody with these seats follows instead of the table, if they see it later."""
        if not is_late(table, own_seats, self._delay):
            return None
        late = LateTable(self.storage, table.id, self._delay)
        return LateFollower(late, lambda: self.tables.find(table.id), since)

    def leave(self, line: Line, visit: Visit) -> None:
        """Note that a client no longer follows a table. This waits for nothing."""
        self.hub.remove(visit.table, line)
        self.presence.leave(visit)
        if line.table is not None:
            self.publish_presence(line.table)

    def receive(self, line: Line, text: str | None, caller: str) -> None:
        """Take a message of a client that follows a table: a move. This waits for nothing."""
        try:
            line.require_pause()
            request = models.MoveRequest.model_validate_json(text or "")
        except TooMany as error:
            self._refuse(line, None, error)
            return
        except ValidationError:
            self._refuse(line, None, PartieError(_HOW_TO_MOVE))
            return
        assert line.table is not None
        refuse = partial(self._refuse, line, request)
        secrets = line.follower.secrets
        if not secrets:
            refuse(Forbidden("Spectators do not move."))
            return
        self.moves.put(LiveMove(line.table, secrets, request.seq, request.move, caller, refuse))

    def _refuse(self, line: Line, request: models.MoveRequest | None, error: PartieError) -> None:
        refused = models.LiveRefused(error=models.Problem(**problem(error)))
        if request is not None:
            refused.seq, refused.move = request.seq, request.move
        self.hub.send(line, refused.model_dump_json())

    def publish_presence(self, table: Table) -> None:
        with self._publishing_presence:  # or who was away before could be sent after who is here now
            present = show.render_presence(table, self.presence)
            self.hub.publish(table.id, models.LivePresence(**vars(present)))

    def who_is_here(self, table_id: str) -> models.Presence:
        """Return who is at a table."""
        return show.render_presence(self.tables.find(table_id), self.presence)

    def stand_in(self, table_id: str, secrets: Secrets, seq: int, seat: int, agent: str) -> models.Update:
        """Let a program play for a person who is away."""

        def act(table: Table, own_seats: frozenset[int]) -> None:
            if seat not in table.stand_ins:
                self._require_away(table, {seat})
            self.tables.substitute(table, own_seats, seat, agent)

        return self._change(table_id, secrets, seq, act)

    def come_back(self, table_id: str, secrets: Secrets, seq: int) -> models.Update:
        """Play again after a program has played for one."""

        def act(table: Table, own_seats: frozenset[int]) -> None:
            table.require_player(None, own_seats, even_paused=True)
            for seat in own_seats:
                self.tables.give_back(table, seat)

        return self._change(table_id, secrets, seq, act)

    def claim(self, table_id: str, secrets: Secrets, seq: int) -> models.Update:
        """Win against people who have all left."""

        def act(table: Table, own_seats: frozenset[int]) -> None:
            table.require_player(None, own_seats, even_paused=True)
            self._require_away(table, table.opponents(own_seats))
            self.tables.claim(table, own_seats)

        return self._change(table_id, secrets, seq, act)

    def _require_away(self, table: Table, seats: Iterable[int]) -> None:
        """Refuse to go on without people who are here, or have not been away for long."""
        missing = [self.presence.grace - self.presence.seconds_away(table.id, seat) for seat in seats]
        if max(missing, default=0) > 0:
            raise StillHere(
                f"The others can go on without somebody who has been away for {self.presence.grace:g} seconds.",
                seconds=math.ceil(max(missing)),
            )

    def answer(
        self, table_id: str, secrets: Secrets, number: int, request: models.AnswerRequest
    ) -> models.Update:
        """Agree to the request made by event `number`, or refuse it."""

        def act(table: Table, own_seats: frozenset[int]) -> None:
            self.tables.answer(table, own_seats, number, request.yes)

        return self._change(table_id, secrets, request.seq, act)

    def say(self, table_id: str, secrets: Secrets, phrase: models.Phrase) -> None:
        """Say something to everybody at a table."""
        table, own_seats = self._table_and_seats(table_id, secrets)
        seat = table.seat_of(own_seats)
        if seat is None:
            raise Forbidden("Only players of this table may speak: send the secret of your seat.")
        self.voices.require_pause(f"{table_id}/{seat}")
        self.publish_live(table_id, models.LiveWord(seat=seat, phrase=phrase))

    def commentary(self, table_id: str, secrets: Secrets, since: int) -> Job[models.Commentary]:
        """Submit the comments on what was played at a table from move number `since` on."""
        table = self.commented_table(table_id, secrets)
        return self._thinking.submit(
            table.game.name, partial(comments.commentary, table, since), _COMMENT_SECONDS
        )

    def explanation(self, table_id: str, secrets: Secrets, ply: int) -> Job[models.Explanation]:
        """Submit the reasons for the move with this number."""
        table = self.commented_table(table_id, secrets, ply)
        return self._thinking.submit(
            table.game.name, partial(comments.explanation, table, ply), _COMMENT_SECONDS
        )

"""A table on a device without a server: the referee in one worker of the browser, programs in others.

All run this module. The page sends requests as to the server and gets the same answers; the messages are
described in `wasm/device/README.md`. They are dictionaries that can be written as JSON; `send` passes one on.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar, cast

from partie.core import registry
from partie.core.agent import Budget, Decision
from partie.core.decisions import read_decision, written_decision
from partie.core.errors import PartieError
from partie.core.record import read_record
from partie.service import comments, models, show
from partie.service.answers import Internal, problem
from partie.service.errors import STATUS, NotFound, OutOfDate, Over, Unavailable
from partie.service.following import Follower, Message, TableChange
from partie.service.referee import HintQuestion, Referee
from partie.service.seats import GameSoFar, Seats
from partie.service.storage import Event, TableRow
from partie.service.table import Person, Table, Trouble
from partie.service.tables import Tables
from partie.service.thinking import Question, Seed, decide, table_seed

log = logging.getLogger(__name__)

Send = Callable[[Mapping[str, Any]], None]
T = TypeVar("T")
_SECONDS = 5.0
"""How long a program may think about a move, as on a server."""
_ROUTE_SECONDS = 15.0
"""How long a game's own part of the API and comments may take."""
_KEPT_AGENTS = 8
_PAUSE = 0.3
"""Seconds for which pages are not told of moves in the middle of a program's turn of many moves: rendering a
table takes longer than the program thinks."""


def stored_table(row: Any, events: Sequence[Event], status: str) -> dict[str, Any]:
    """How a table began and what has happened since, as it is kept by the page."""
    return {
        "id": row.id,
        "game": row.game,
        "version": row.version,
        "options": row.options,
        "seed": row.seed,
        "seed_hash": row.seed_hash,
        "seats": row.seats,
        "created": row.created.isoformat(),
        "hints": row.hints,
        "previous": row.previous,
        "clock": row.clock,
        "events": [event.packed() for event in events],
        "status": status,
        "seq": len(events),
    }


def _read_row(stored: Mapping[str, Any]) -> TableRow:
    names = ("id", "game", "version", "options", "seed", "seed_hash", "seats", "hints", "previous", "clock")
    kept = {name: stored[name] for name in names}
    return TableRow(created=datetime.fromisoformat(stored["created"]), origin="played", **kept)


def _read_events(stored: Mapping[str, Any]) -> list[Event]:
    return [Event.unpacked(values) for values in stored["events"]]


class Shelf:
    """The tables of this device, as `Tables` stores them; the page keeps them between visits."""

    def __init__(self) -> None:
        self._rows: dict[str, TableRow] = {}
        self._events: dict[str, list[Event]] = {}

    def put(self, stored: Mapping[str, Any]) -> None:
        """Take a table that the page has kept."""
        self._rows[stored["id"]] = _read_row(stored)
        self._events[stored["id"]] = _read_events(stored)

    def knows(self, table_id: str) -> bool:
        return table_id in self._rows

    def add_table(self, row: TableRow) -> None:
        self._rows[row.id] = row
        self._events[row.id] = []

    def table(self, table_id: str) -> TableRow | None:
        return self._rows.get(table_id)

    def events(self, table_id: str, since: int) -> list[Event]:
        return self._events[table_id][since:]

    def append(self, table_id: str, *new: Event) -> None:
        self._events[table_id].extend(new)

    def stored(self, table: Table) -> dict[str, Any]:
        """A table as the page keeps it."""
        return stored_table(self._rows[table.id], self._events[table.id], table.status)


Done = Callable[[Decision | None, float, PartieError | None], None]
"""Takes a decision and the seconds it took, or what went wrong."""
Answered = Callable[[Mapping[str, Any]], None]
"""Takes the answer to a question as it comes from the other worker."""


def _decided(done: Done) -> Answered:
    """Read the decision in an answer for `done`."""

    def answered(answer: Mapping[str, Any]) -> None:
        if "error" in answer:
            done(None, 0.0, Unavailable(answer["error"]))
        else:
            done(read_decision(answer["decision"]), answer["seconds"], None)

    return answered


class Thinkers:
    """Passes questions to the worker in which programs think, and their answers to those who asked."""

    is_crowded = False

    def __init__(self, send: Send, shelf: Shelf) -> None:
        self._send, self._shelf = send, shelf
        self._asked: dict[int, Answered] = {}
        self._turns: dict[str, tuple[int, int]] = {}
        """For each table where a program thinks: the event it answers, and the number of the question."""
        self._numbers = 0
        self.referee: Referee | None = None

    def is_thinking(self, table: Table) -> bool:
        return table.id in self._turns

    def require_ready(self, game: str) -> None:
        registry.game(game)

    def submit(self, game: str, run: Callable[[Budget], T], seconds: float) -> T:
        """Run something at once: what the referee does itself is quick."""
        return run(Budget())

    def schedule(self, table: Table) -> None:
        """Start the program whose turn it is, and stop one whose turn is over."""
        current = self._turns.get(table.id)
        seat = table.to_move
        agent = None if seat is None or table.trouble or table.paused else table.agent_at(seat)
        if current is not None and agent is not None and current[0] == table.turn_seq:
            return
        if current is not None:
            self._end(table, current[1])
            self.cancel(current[1])
        if agent is not None:
            assert seat is not None
            seq = table.turn_seq

            def done(decision: Decision | None, seconds: float, error: PartieError | None) -> None:
                self._decided(table, seat, seq, decision)

            number = self.ask(table, seat, agent, False, _SECONDS, done)
            self._turns[table.id] = (seq, number)
            self._announce(table, seat, True)

    def _announce(self, table: Table, seat: int, on: bool) -> None:
        if self.referee is not None:
            self.referee.publish_thinking(table.id, seat, on)

    def _end(self, table: Table, number: int) -> None:
        current = self._turns.get(table.id)
        if current is not None and current[1] == number:
            del self._turns[table.id]
            self._announce(table, table.match.state.to_move, False)

    def _decided(self, table: Table, seat: int, seq: int, decision: Decision | None) -> None:
        current = self._turns.pop(table.id, None)
        if current is None or current[0] != seq:
            return
        self._announce(table, seat, False)
        assert self.referee is not None
        try:
            if decision is None:
                raise Unavailable("The program failed.")
            self.referee.tables.decide(table, seat, seq, decision.move)
        except (OutOfDate, Over):
            pass
        except PartieError:
            table.trouble = Trouble(seat, table.seats[seat].agent or "")
            self.referee.publish_change(table)

    def ask(
        self,
        table: Table,
        seat: int,
        agent: str,
        adviser: bool,
        seconds: float,
        done: Done,
    ) -> int:
        """Ask a program about a table's position; return the number of the question."""
        stored = self._shelf.stored(table)
        return self._post(
            {"table": stored, "seat": seat, "agent": agent, "adviser": adviser, "seconds": seconds},
            _decided(done),
        )

    def ask_about(
        self,
        game: str,
        request: models.AdviceRequest,
        agent: str,
        done: Done,
    ) -> int:
        """Ask a program about a position given as text."""
        question = {
            "game": game,
            "position": request.position,
            "options": request.options,
            "agent": agent,
            "seconds": request.seconds,
        }
        return self._post(question, _decided(done))

    def ask_comment(self, table: Table, comment: Mapping[str, int], done: Answered) -> int:
        """Ask for comments on what was played at a table (`since`), or on one move (`ply`)."""
        question = {"table": self._shelf.stored(table), "comment": comment, "seconds": _ROUTE_SECONDS}
        return self._post(question, done)

    def ask_route(self, game: str, address: str, body: Mapping[str, Any], done: Answered) -> int:
        """Ask the game's own part of the API."""
        return self._post({"route": address, "game": game, "body": body, "seconds": _ROUTE_SECONDS}, done)

    def _post(self, question: dict[str, Any], done: Answered) -> int:
        self._numbers += 1
        self._asked[self._numbers] = done
        self._send({"think": {"number": self._numbers, **question}})
        return self._numbers

    def cancel(self, number: int) -> None:
        """Stop a program whose answer is no longer needed."""
        if self._asked.pop(number, None) is not None:
            self._send({"stop": number})

    def answered(self, answer: Mapping[str, Any]) -> None:
        """Take the answer of the other worker."""
        asked = self._asked.pop(answer["number"], None)
        if asked is not None:
            asked(answer)


class Watchers:
    """The pages that follow tables of this device, by the number each has chosen."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._followers: dict[int, tuple[str, Follower]] = {}

    def has_watchers(self, table_id: str) -> bool:
        return any(watched == table_id for watched, _ in self._followers.values())

    def publish(self, table_id: str, message: Message | TableChange) -> None:
        for number, (watched, follower) in list(self._followers.items()):
            if watched == table_id:
                change = isinstance(message, TableChange)
                self.tell(number, follower.message_for(cast("TableChange", message)) if change else message)

    def tell(self, number: int, message: Any) -> None:
        """Send a message, if there is one, to one page."""
        if message is not None:
            self._send({"live": number, "message": message.model_dump(mode="json")})

    def add(self, number: int, table_id: str, follower: Follower) -> None:
        self._followers[number] = (table_id, follower)

    def remove(self, number: int) -> None:
        self._followers.pop(number, None)


class Device:
    """The referee of a device: takes the messages of a page and answers by `send`."""

    def __init__(self, game: str, send: Send) -> None:
        self._game, self._send = registry.game(game), send
        self._shelf = Shelf()
        self._thinkers = Thinkers(send, self._shelf)
        self._watchers = Watchers(send)
        tables = Tables(cast("Any", self._shelf))
        self._referee = Referee(tables, cast("Any", self._thinkers), self._watchers, lambda game: None, None)
        self._thinkers.referee = self._referee
        tables.on_change = self._on_change
        self._waiting: dict[int, int] = {}
        """For each request that waits for a program, the number of its question."""
        self._told: dict[str, float] = {}
        """For each table, when pages were last told of a change."""
        self._untold: dict[str, Table] = {}
        """The tables with changes that pages will be told of later."""

    def _on_change(self, table: Table) -> None:
        self._thinkers.schedule(table)
        self._send({"store": {"key": f"table/{table.id}", "value": json.dumps(self._shelf.stored(table))}})
        if not self._can_wait(table):
            self._tell(table)
        elif table.id not in self._untold:
            self._untold[table.id] = table
            self._send({"wake": {"table": table.id, "seconds": _PAUSE}})

    def _can_wait(self, table: Table) -> bool:
        """Whether one program made the last moves and makes the next one, and pages were told of a change
        moments ago."""
        last = table.events_since(max(0, table.seq - 2)) or []
        return (
            self._thinkers.is_thinking(table)
            and len(last) == 2
            and all(event.kind == "move" and event.seat == table.to_move for event in last)
            and time.perf_counter() - self._told.get(table.id, 0.0) < _PAUSE
        )

    def _tell(self, table: Table) -> None:
        self._untold.pop(table.id, None)
        self._told[table.id] = time.perf_counter()
        self._referee.publish_change(table)

    def knows(self, table_id: str) -> bool:
        """Whether a table is here already; otherwise the page is asked for it first."""
        return self._shelf.knows(table_id)

    def put(self, value: str) -> None:
        """Take a table that the page has kept."""
        self._shelf.put(json.loads(value))

    def receive(self, message: Mapping[str, Any]) -> None:
        """Take a message of the page, or of the worker in which programs think."""
        if "thought" in message:
            self._thinkers.answered(message["thought"])
        elif "follow" in message:
            self._follow(message)
        elif "wake" in message:
            if (table := self._untold.get(message["wake"]["table"])) is not None:
                self._tell(table)
        elif "unfollow" in message:
            self._watchers.remove(message["unfollow"])
        elif "cancel" in message:
            number = self._waiting.pop(message["cancel"], None)
            if number is not None:
                self._thinkers.cancel(number)
        else:
            self._answer(message)

    def _follow(self, message: Mapping[str, Any]) -> None:
        number, table_id = message["follow"], message["table"]
        follower = Follower(message.get("secrets") or [], message.get("since"))
        try:
            first = self._referee.catch_up(table_id, follower)
        except PartieError as error:
            self._watchers.tell(number, models.LiveError(error=models.Problem(**problem(error))))
            return
        self._watchers.tell(number, first)
        self._watchers.add(number, table_id, follower)

    def _answer(self, message: Mapping[str, Any]) -> None:
        number = message["id"]
        try:
            found = self._handle(number, message)
        except PartieError as error:
            self._refuse(number, error)
            return
        except Exception as error:
            log.exception("The request for %s failed: %r", message["path"], error)
            self._refuse(number, Internal("Something went wrong on this device; see the browser's console."))
            return
        if found is not None:
            self._send({"id": number, "status": found[0], "body": found[1]})

    def _refuse(self, number: int, error: PartieError) -> None:
        self._send({"id": number, "status": STATUS.get(error.code, 422), "body": {"error": problem(error)}})

    def _handle(self, number: int, message: Mapping[str, Any]) -> tuple[int, Any] | None:
        """The status and body of an answer; None if it comes later."""
        path, _, query = message["path"].partition("?")
        parts = path.strip("/").split("/")[1:]
        secrets, body = message.get("secrets") or [], message.get("body") or {}
        try:
            if parts[:1] == ["games"]:
                return self._about_games(number, message["method"], parts[1:], body)
            if parts[:1] == ["tables"]:
                return self._about_tables(number, parts[1:], read_query(query), body, secrets)
            if parts == ["records"]:
                return self._read_record(models.RecordRequest(**body))
            if message["method"] == "POST":
                self._ask_route(number, path, body)
                return None
        except TypeError as error:
            raise PartieError(f"The request is not complete, or has unknown fields: {error}.") from None
        raise NotFound("There is nothing at this address.")

    def _about_games(
        self, number: int, method: str, parts: list[str], body: dict[str, Any]
    ) -> tuple[int, Any] | None:
        if not parts:
            return 200, [_dump(show.render_game(self._game, True))]
        game = registry.game(parts[0])
        if len(parts) == 1:
            return 200, _dump(show.render_game(game, True))
        if parts[1:] == ["advice"] and method == "POST":
            request = models.AdviceRequest(**body)
            question = self._referee.position_question(game.name, request)

            def done(decision: Decision | None, seconds: float, error: PartieError | None) -> None:
                self._advised(number, error, lambda: _advice(self._referee, question, decision, seconds))

            self._waiting[number] = self._thinkers.ask_about(game.name, request, question.agent, done)
            return None
        if method == "POST":
            self._ask_route(number, "/".join(["/api/games", *parts]), body)
            return None
        raise NotFound("There is nothing at this address.")

    def _ask_route(self, number: int, address: str, body: dict[str, Any]) -> None:
        """Have the game's own part of the API answer."""
        done = self._passed_on(number)
        self._waiting[number] = self._thinkers.ask_route(self._game.name, address, body, done)

    def _ask_comment(
        self, number: int, table_id: str, secrets: list[str], comment: Mapping[str, int]
    ) -> None:
        table = self._referee.commented_table(table_id, secrets, comment.get("ply", -1))
        self._waiting[number] = self._thinkers.ask_comment(table, comment, self._passed_on(number))

    def _passed_on(self, number: int) -> Answered:
        """Answers a request with the status and body that come from the other worker."""

        def done(answer: Mapping[str, Any]) -> None:
            if self._waiting.pop(number, None) is None:
                return
            if "error" in answer:
                self._refuse(number, Unavailable(answer["error"]))
            else:
                self._send({"id": number, "status": answer["status"], "body": answer["body"]})

        return done

    def _about_tables(
        self,
        number: int,
        parts: list[str],
        query: Mapping[str, str],
        body: dict[str, Any],
        secrets: list[str],
    ) -> tuple[int, Any] | None:
        referee = self._referee
        if not parts:
            return 201, _dump(referee.create(_table_request(body), secrets))
        table, action = parts[0], parts[1] if len(parts) > 1 else ""
        if not action:
            return 200, _dump(referee.table(table, secrets))
        if action == "seats":
            wanted = models.SitRequest(**_cleaned(body))
            person = Person(wanted.name, wanted.level, wanted.device, wanted.colour)
            return 200, _dump(referee.sit(table, secrets, int(parts[2]), person))
        if parts[1::2] == ["moves", "why"]:
            self._ask_comment(number, table, secrets, {"ply": int(parts[2])})
            return None
        if action == "commentary":
            self._ask_comment(number, table, secrets, {"since": int(query.get("since", 0))})
            return None
        if action == "moves":
            move = models.MoveRequest(**body)
            return 200, _dump(referee.move(table, secrets, move.seq, move.move))
        if action == "takeback":
            return 200, _dump(referee.take_back(table, secrets, models.SeqRequest(**body).seq))
        if action == "resign":
            return 200, _dump(referee.resign(table, secrets, models.SeqRequest(**body).seq))
        if action == "requests" and len(parts) == 2:
            return 200, _dump(referee.ask(table, secrets, models.AskRequest(**body)))
        if action == "resume":
            return 200, _dump(referee.resume(table, secrets, models.SeqRequest(**body).seq))
        if action == "hint":
            self._hint(number, table, secrets, models.HintRequest(**body))
            return None
        if action == "record":
            record = read_record(referee.record(table, secrets)[0])
            return 200, str(replace(record, origin="on_device"))
        if action == "replay":
            seen_by = int(query["seen_by"]) if "seen_by" in query else None
            return 200, _parsed(referee.replay(table, secrets, seen_by, query.get("plies")))
        if action == "verify":
            return 200, _dump(referee.verify(table, secrets))
        raise NotFound("There is nothing at this address.")

    def _read_record(self, request: models.RecordRequest) -> tuple[int, Any]:
        if request.keep:
            raise PartieError("Records are kept by a server, not by a device: open it without keeping it.")
        return 200, _parsed(
            self._referee.replay_record(request.record, False, request.seen_by, request.plies)
        )

    def _hint(self, number: int, table_id: str, secrets: list[str], request: models.HintRequest) -> None:
        asked = self._referee.hint_question(table_id, secrets, request.agent)
        question = asked.question

        def done(decision: Decision | None, seconds: float, error: PartieError | None) -> None:
            self._advised(number, error, lambda: _hinted(self._referee, asked, decision, seconds))

        self._waiting[number] = self._thinkers.ask(
            asked.table, question.view.seat, question.agent, True, request.seconds, done
        )

    def _advised(self, number: int, error: PartieError | None, render: Callable[[], Any]) -> None:
        if self._waiting.pop(number, None) is None:
            return
        if error is not None:
            self._refuse(number, error)
        else:
            self._send({"id": number, "status": 200, "body": _dump(render())})


def _advice(
    referee: Referee, question: Question, decision: Decision | None, seconds: float
) -> models.Decision:
    assert decision is not None
    return referee.decision(question, (decision, seconds))


def _hinted(
    referee: Referee, asked: HintQuestion, decision: Decision | None, seconds: float
) -> models.Decision:
    assert decision is not None
    return referee.hint(asked, (decision, seconds))


def _dump(model: Any) -> Any:
    return model.model_dump(mode="json")


def _parsed(answer: Any) -> Any:
    return json.loads(answer)


def read_query(text: str) -> dict[str, str]:
    """The parameters of a query.

    >>> read_query("seen_by=0&plies=0-99")
    {'seen_by': '0', 'plies': '0-99'}
    """
    return {name: value for name, _, value in (part.partition("=") for part in text.split("&")) if name}


def _cleaned(body: Mapping[str, Any]) -> dict[str, Any]:
    name = body.get("name")
    return {**body, "name": None if name is None else models.clean_name(name)}


def _table_request(body: Mapping[str, Any]) -> models.TableRequest:
    seats = [models.SeatRequest(**_cleaned(seat)) for seat in body.get("seats") or []]
    return models.TableRequest(**{**body, "seats": seats})


class Thinker:
    """Decides for programs, in a worker of its own.

    `stop` are the flags of a budget (`Budget.stop`), which others may raise while a decision is computed."""

    def __init__(self, stop: Any = None) -> None:
        self._stop = stop
        self._seats = Seats(max_agents=_KEPT_AGENTS)
        self._tables: dict[str, Table] = {}

    @property
    def keeps_agents(self) -> bool:
        """Whether an agent stays at its table until its next decision."""
        return len(self._seats) > 0

    def forget_agents(self) -> None:
        """Build agents anew for their next decisions; they decide the same."""
        self._seats = Seats(max_agents=_KEPT_AGENTS)

    def think(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question of `Thinkers`."""
        began = time.perf_counter()
        budget = Budget(question["seconds"]) if self._stop is None else Budget(None, self._stop)
        if "route" in question:
            status, body = answer_route(question["game"], question["route"], question["body"], budget)
            return {"number": question["number"], "status": status, "body": body}
        if "comment" in question:
            status, body = answer_comment(self._table(question["table"]), question["comment"], budget)
            return {"number": question["number"], "status": status, "body": body}
        decision = (
            self._about_table(question, budget) if "table" in question else _about_position(question, budget)
        )
        return {
            "number": question["number"],
            "decision": written_decision(decision),
            "seconds": time.perf_counter() - began,
        }

    def _about_table(self, question: Mapping[str, Any], budget: Budget) -> Decision:
        table, seat = self._table(question["table"]), question["seat"]
        asked = Question(table.view(seat), question["agent"], GameSoFar.of(table))
        if question["adviser"]:
            seed = Seed("advice", f"advice/{asked.view}")
        else:
            seed = table_seed(table.seed, seat, len(table.match.moves))
        return decide(self._seats, asked, seed, budget, adviser=question["adviser"])

    def _table(self, stored: Mapping[str, Any]) -> Table:
        """The table as the referee has it: the one known here with the events since, or a new one."""
        known = self._tables.get(stored["id"])
        events = _read_events(stored)
        if known is None or known.seq > len(events):
            self._tables = {}  # one table at a time: the others are rebuilt when they are needed
            known = self._tables[stored["id"]] = Table(_read_row(stored))
        for event in events[known.seq :]:
            known.apply(event)
        return known


def answer_route(
    game: str, address: str, body: Mapping[str, Any], budget: Budget | None = None
) -> tuple[int, Any]:
    """The status and body with which a game's own part of the API answers, as the server would."""
    declared = registry.game(game).can.routes
    routes = [] if declared is None else [one for one in declared.load() if one.address(game) == address]
    try:
        if not routes:
            raise NotFound("There is nothing at this address.")
        try:
            question = routes[0].question.model_validate(body)
        except TypeError as error:
            raise PartieError(f"The question is not complete, or has unknown fields: {error}.") from None
        if routes[0].check is not None:
            routes[0].check(question)
        return 200, _dump(routes[0].answer(question, budget or Budget()))
    except PartieError as error:
        return STATUS.get(error.code, 422), {"error": problem(error)}


def answer_comment(table: Table, comment: Mapping[str, int], budget: Budget) -> tuple[int, Any]:
    """The status and body with which a server answers a request for comments, or for the reason of a move."""
    try:
        if "ply" in comment:
            return 200, _dump(comments.explanation(table, comment["ply"], budget))
        return 200, _dump(comments.commentary(table, comment["since"], budget))
    except PartieError as error:
        return STATUS.get(error.code, 422), {"error": problem(error)}


def _about_position(question: Mapping[str, Any], budget: Budget) -> Decision:
    game = registry.game(question["game"])
    state = game.position(question["position"], question["options"])
    view = state.view(state.to_move)
    seed = Seed("advice", f"advice/{view}")
    return decide(Seats(), Question(view, question["agent"]), seed, budget, adviser=True)

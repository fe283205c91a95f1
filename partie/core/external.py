"""Agents that are programs of their own, in any language: one line of JSON per decision on their standard
input and
output (`process:./mybot`), or one POST request per decision (`http://host/path`).

A question names the game, its options, what the seat can see and the legal moves; the answer names a move and
may give values and a reason. docs/reference/bots.md has the protocol. A program that crashes, answers too
late, answers nonsense or an illegal move is counted, and a legal move is chosen at random in its place, so
that a game always ends.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import resource
import selectors
import shlex
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import urlsplit

from partie.core.agent import SAID, Agent, Budget, Candidate, Decision, Why, ask
from partie.core.compiled.chance import below, new_chance
from partie.core.errors import BadSpec, IllegalMove, PartieError
from partie.core.game import Game, View
from partie.core.parameters import complete, integer, number, parse_pairs

PROTOCOL = 1
_LIMITS = (
    number("seconds", 10.0, 0.01, 3600.0),
    integer("memory", 1024, 16, 1_000_000),
    integer("processor", 36_000, 1, 10_000_000),
)
"""What may follow `process?`: seconds per move, megabytes of memory, seconds of processor time in all."""
_MOST_RESTARTS = 3
"""How often a program that died is started again in one game."""
_LONGEST_ANSWER = 1_000_000
_READ = 65_536


@dataclass(frozen=True)
class Limits:
    """What an external program may use."""

    seconds: float
    memory: int
    processor: int


class Failure(Exception):
    """An external program gave no move that can be played; `kind` says in one word what was wrong."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def question(view: View, options: Mapping[str, Any], number: int, seconds: float) -> dict[str, Any]:
    """What an external program is asked: all it needs for one decision."""
    game = view.game
    return {
        "protocol": PROTOCOL,
        "id": number,
        "game": game.name,
        "version": game.version,
        "options": dict(options),
        "seats": view.seats,
        "seat": view.seat,
        "position": str(view),
        "view": view.display(),
        "legal": [{"move": move, "text": view.text(move)} for move in view.moves],
        "budget": {"seconds": seconds},
    }


def read_answer(view: View, answer: object, number: int) -> Decision:
    """The decision in an answer; `Failure` where there is none."""
    if not isinstance(answer, Mapping):
        raise Failure("garbage", "The answer is not a JSON object.")
    if answer.get("id", number) != number:
        raise Failure("garbage", f"The answer has the id {answer.get('id')!r}, the question had {number}.")
    if "error" in answer:
        raise Failure("error", str(answer["error"])[:300])
    move = _read_move(view, answer.get("move"))
    why = answer.get("why")
    return Decision(
        move,
        candidates=tuple(_read_values(view, answer.get("values"))),
        why=Why(SAID, {"text": why[:1000]}) if isinstance(why, str) else None,
    )


def _read_move(view: View, move: object) -> int:
    if isinstance(move, str):
        try:
            return view.parse(move)
        except IllegalMove as error:
            raise Failure("illegal", str(error)) from None
    if isinstance(move, int) and not isinstance(move, bool):
        try:
            legal = view.is_legal(move)
        except IllegalMove:
            legal = False
        if legal:
            return move
        raise Failure("illegal", f"{move} is not a legal move here.")
    raise Failure("garbage", "The answer names no move.")


def _read_values(view: View, values: object) -> Iterator[Candidate]:
    if not isinstance(values, Mapping):
        return
    for text, value in values.items():
        with contextlib.suppress(IllegalMove):
            if isinstance(value, int | float):
                yield Candidate(view.parse(str(text)), float(value))


class ExternalAgent:
    """Asks an external program for every decision, and replaces the answers that cannot be played."""

    def __init__(self, ask: Callable[[dict[str, Any], float], object], seconds: float, seed: object) -> None:
        self._ask, self._seconds = ask, seconds
        self._chance = new_chance(seed, "external")
        self._asked = 0
        self._options: Mapping[str, Any] = {}
        self.failures: Counter[str] = Counter()
        """How often it failed, by kind: `crash`, `timeout`, `garbage`, `illegal`, `error`."""

    def begin(self, options: Mapping[str, Any]) -> None:
        """Learn the options of the game that begins."""
        self._options = options

    def decide(self, view: View, budget: Budget) -> Decision:
        self._asked += 1
        seconds = self._seconds if budget.seconds is None else min(self._seconds, budget.seconds)
        try:
            answer = self._ask(question(view, self._options, self._asked, seconds), seconds)
            return read_answer(view, answer, self._asked)
        except Failure as failure:
            self.failures[failure.kind] += 1
            moves = view.moves
            return Decision(moves[int(below(self._chance, len(moves)))])

    def close(self) -> None:
        """End the program, where this agent started one."""
        close = getattr(self._ask, "close", None)
        if close is not None:
            close()


@contextmanager
def failures_of(agents: Sequence[Agent]) -> Iterator[Callable[[], list[Mapping[str, int]]]]:
    """Count how external programs among these agents fail, agent by agent, and end them afterwards."""
    with ExitStack() as ends:
        for agent in agents:
            if isinstance(agent, ExternalAgent):
                ends.callback(agent.close)
        yield lambda: [agent.failures if isinstance(agent, ExternalAgent) else {} for agent in agents]


def answer_line(agent: Agent, game: Game, asked: object) -> dict[str, Any]:
    """The other direction: what one of our agents answers to a question."""
    if not isinstance(asked, Mapping):
        return {"error": "A question is a JSON object."}
    reply: dict[str, Any] = {"id": asked["id"]} if "id" in asked else {}
    try:
        if asked.get("game", game.name) != game.name:
            raise PartieError(f"This engine plays {game.name}, not {asked['game']}.")
        if not isinstance(asked.get("position"), str):
            raise PartieError("A question needs a position, as text.")
        state = game.position(asked["position"], asked.get("options"), asked.get("seats"))
        if state.over:
            raise PartieError("The game is over in this position.")
        seconds = (asked.get("budget") or {}).get("seconds")
        view = state.view(state.to_move)
        decision = ask(agent, view, Budget(float(seconds) if seconds is not None else None))
    except (PartieError, TypeError, ValueError, AttributeError) as error:
        return {**reply, "error": str(error)}
    values = {view.text(one.move): one.value for one in decision.candidates if one.exact}
    if values:
        reply["values"] = values
    if decision.why is not None:
        reply["why"] = game.phrase(decision.why.key, decision.why.data)["en"]
    return {**reply, "move": view.text(decision.move)}


def is_external(spec: str) -> bool:
    """Whether a spec names a program outside this process."""
    return spec.startswith(("process:", "process?", "http://", "https://"))


def build_external(spec: str, seed: object) -> ExternalAgent:
    """The agent behind `process:COMMAND`, `process?seconds=2,memory=512:COMMAND` or `http://…`."""
    if spec.startswith(("http://", "https://")):
        remote = _Remote(spec)
        return ExternalAgent(remote, 10.0, seed)
    head, _, command = spec.partition(":")
    values = complete(_LIMITS, parse_pairs(head.partition("?")[2]), "process")
    words = shlex.split(command)
    if not words:
        raise BadSpec("After process: comes the command to run, for example process:./mybot.", spec=spec)
    limits = Limits(float(values["seconds"]), int(values["memory"]), int(values["processor"]))
    return ExternalAgent(_Child(words, limits, spec), limits.seconds, seed)


class _Child:
    """A program on the other end of two pipes, started when it is first asked."""

    def __init__(self, words: list[str], limits: Limits, spec: str) -> None:
        self._words, self._limits, self._spec = words, limits, spec
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0
        self._rest = b""
        if os.sep in words[0] and not os.path.isfile(words[0]):
            raise BadSpec(f"There is no program {words[0]} to run.", spec=spec)

    def __call__(self, question: dict[str, Any], seconds: float) -> object:
        process = self._running()
        line = json.dumps(question, ensure_ascii=False).encode() + b"\n"
        until = time.monotonic() + seconds
        try:
            _write(process, line, until)
            answer = self._read_line(process, until)
        except (BrokenPipeError, EOFError):
            self.close()
            raise Failure("crash", "The program ended.") from None
        except TimeoutError:
            self.close()  # a late answer would be taken for the next one
            raise Failure("timeout", f"The program took longer than {seconds:g} s.") from None
        return _parsed(answer)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        if self._process is not None:
            self.close()
        if self._started > _MOST_RESTARTS:
            raise Failure("crash", "The program ended too often.")
        self._started += 1
        try:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                preexec_fn=lambda: _restrict(self._limits),
                start_new_session=True,
            )
        except OSError as error:
            raise BadSpec(f"{self._words[0]} cannot be run: {error.strerror}.", spec=self._spec) from None
        return self._process

    def _read_line(self, process: subprocess.Popen[bytes], until: float) -> bytes:
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise TimeoutError
                more = os.read(process.stdout.fileno(), _READ)
                if not more:
                    raise EOFError
                self._rest += more
                if len(self._rest) > _LONGEST_ANSWER:
                    self.close()
                    _too_long()
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def close(self) -> None:
        process, self._process, self._rest = self._process, None, b""
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def _write(process: subprocess.Popen[bytes], line: bytes, until: float) -> None:
    """Write a line without waiting for a program that does not read."""
    assert process.stdin is not None
    out = process.stdin.fileno()
    os.set_blocking(out, False)
    with selectors.DefaultSelector() as selector:
        selector.register(out, selectors.EVENT_WRITE)
        while line:
            if not selector.select(max(0.0, until - time.monotonic())):
                raise TimeoutError
            line = line[os.write(out, line[:_READ]) :]


def _restrict(limits: Limits) -> None:
    """Bound memory and processor time of the process that calls this."""
    size = limits.memory * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.processor, limits.processor))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Remote:
    """A program that answers POST requests."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if not parts.hostname:
            raise BadSpec(f"{url} names no host to ask.", spec=url)
        self._parts = parts

    def __call__(self, question: dict[str, Any], seconds: float) -> object:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        assert self._parts.hostname is not None
        line = kind(self._parts.hostname, self._parts.port, timeout=seconds)
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        try:
            line.request("POST", path, json.dumps(question).encode(), {"Content-Type": "application/json"})
            response = line.getresponse()
            body = response.read(_LONGEST_ANSWER + 1)
        except TimeoutError:
            raise Failure("timeout", f"No answer within {seconds:g} s.") from None
        except (OSError, http.client.HTTPException) as error:
            raise Failure("crash", f"{self._parts.hostname} cannot be reached: {error}") from None
        finally:
            line.close()
        if response.status != 200:
            raise Failure("error", f"The answer has the status {response.status}.")
        return _parsed(body)


def _parsed(body: bytes) -> object:
    if len(body) > _LONGEST_ANSWER:
        _too_long()
    try:
        return json.loads(body)
    except ValueError:
        raise Failure("garbage", "The answer is not JSON.") from None


def _too_long() -> NoReturn:
    raise Failure("garbage", f"The answer is longer than {_LONGEST_ANSWER} bytes.")

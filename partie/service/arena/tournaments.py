"""Small tournaments that visitors start, and those of a folder.

Deals are played one after the other as jobs of the service's pool, so a tournament takes one thread at most,
takes turns with everybody else, and can be cancelled. Each has a folder as `partie arena run` writes it."""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal

from partie.arena.deals import DealtGame, play_deal
from partie.arena.report import write_report
from partie.arena.standings import as_json, standings
from partie.arena.tournament import Journal, Played, Tournament, Unit, write_results
from partie.core import registry
from partie.core.agent import Budget, check_budget
from partie.core.errors import BadOption, PartieError
from partie.service import secret
from partie.service.arena import models
from partie.service.callers import CALLER
from partie.service.errors import Forbidden, NotFound, TooMany, Unavailable
from partie.service.pool import Job
from partie.service.thinking import Thinking

log = logging.getLogger(__name__)

MAX_GAMES = 400
MAX_RUNNING = 4
UNIT_SECONDS = 120.0
"""How long one deal, played in all seatings, may take."""
_REPORT_SECONDS = 60.0
_MAX_KEPT = 200
_LISTED = 50
_LIVE_RESAMPLES = 60
_ALIVE_SECONDS = 60.0
"""A tournament of another process whose journal has not grown for longer is taken for interrupted."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")

_REFUSALS = {
    "yours": {
        "en": "A tournament of yours is being played: wait for its end, or cancel it.",
        "fr": "Un de vos tournois est en cours : attendez qu’il se termine, ou annulez-le.",
    },
    "crowded": {
        "en": "Too many tournaments are being played already: try again later.",
        "fr": "Trop de tournois sont déjà en cours : réessayez plus tard.",
    },
    "large": {
        "en": "That would be {games} games; a tournament started here has at most {most}. "
        "Choose fewer programs or games, or use `partie arena run`.",
        "fr": "Cela ferait {games} parties ; un tournoi lancé ici en a au plus {most}. "
        "Choisissez moins de programmes ou de parties, ou utilisez `partie arena run`.",
    },
}
"""Why a tournament is not started."""

Status = Literal["playing", "finished", "cancelled", "failed", "stopped"]


@dataclass(eq=False)
class _Running:
    """A tournament that this server plays, or has played."""

    id: str
    folder: Path
    tournament: Tournament
    journal: Journal
    caller: str
    status: Status = "playing"
    began: float = field(default_factory=time.monotonic)
    job: Job[list[DealtGame]] | Job[None] | None = None
    shown: tuple[int, models.TournamentResult] | None = None
    """The result last computed, and the number of games it is from."""

    @property
    def is_own(self) -> bool:
        """Whether the caller has started it."""
        return self.caller == CALLER.get()


class Tournaments:
    """All tournaments below `root`. `seconds` is the maximum time for one move."""

    def __init__(self, root: Path, thinking: Thinking, seconds: float) -> None:
        self._root, self._thinking, self._seconds = root, thinking, seconds
        self._lock = threading.RLock()
        self._running: dict[str, _Running] = {}

    def start(self, request: models.TournamentRequest) -> models.TournamentState:
        """Start a tournament, if it is small enough and few others are running."""
        tournament = self._read(request)
        self._thinking.require_ready(tournament.game)
        caller = CALLER.get()
        with self._lock:
            playing = [one for one in self._running.values() if one.status == "playing"]
            if any(one.caller == caller for one in playing):
                raise _refused(TooMany, "yours")
            if len(playing) >= MAX_RUNNING:
                raise _refused(Unavailable, "crowded")
            self._drop_oldest()
            name = secret.new_id()
            folder = self._root / name
            running = _Running(name, folder, tournament, Journal(folder, tournament), caller)
            tournament.describe(folder)
            self._running[name] = running
        self._continue(running)
        return self.state(name)

    def _read(self, request: models.TournamentRequest) -> Tournament:
        game = registry.game(request.game)
        for agent in request.agents:
            registry.check_agent(game, agent)
        tournament = Tournament.of(request.model_dump())
        if tournament.total > MAX_GAMES:
            raise _refused(BadOption, "large", games=tournament.total, most=MAX_GAMES)
        return tournament

    def _continue(self, running: _Running) -> None:
        """Submit the next deal, or the report after the last one."""
        with self._lock:
            if running.status != "playing":
                return
            units = running.tournament.missing(running.journal.units)
            if units:
                play = partial(self._play, running.tournament, units[0])
                running.job = self._thinking.follow_up(
                    play, UNIT_SECONDS, running.caller, partial(self._on_unit, running, units[0])
                )
            else:
                running.job = self._thinking.follow_up(
                    partial(_write, running),
                    _REPORT_SECONDS,
                    running.caller,
                    partial(self._on_report, running),
                )

    def _play(self, tournament: Tournament, unit: Unit, budget: Budget) -> list[DealtGame]:
        """Play one deal; stop in the middle of it when the budget is stopped."""

        def decision() -> Budget:
            check_budget(budget)
            return budget.part(self._seconds / UNIT_SECONDS)

        games = play_deal(tournament.deal(tournament.pairings[unit.pairing]), unit.deal, decision)
        check_budget(budget)
        return games

    def _on_unit(self, running: _Running, unit: Unit, answer: Future[list[DealtGame]]) -> None:
        if self._has_failed(running, answer):
            return
        with self._lock:
            running.journal.add(unit, answer.result())
            running.journal.write()
        self._continue(running)

    def _on_report(self, running: _Running, answer: Future[None]) -> None:
        if not self._has_failed(running, answer):
            running.status = "finished"

    def _has_failed(self, running: _Running, answer: Future[list[DealtGame]] | Future[None]) -> bool:
        """Note why a tournament does not go on, if it does not."""
        if answer.cancelled() or running.status != "playing":
            if running.status == "playing":
                running.status = "stopped"
            return True
        error = answer.exception()
        if error is None:
            return False
        running.status = "failed"
        if not isinstance(error, PartieError):
            log.error("tournament %s failed", running.id, exc_info=error)
        return True

    def cancel(self, name: str) -> models.TournamentState:
        """Stop a tournament that this server plays."""
        with self._lock:
            running = self._running.get(name)
            if running is None:
                raise NotFound("This server is not playing this tournament.", tournament=name[:64])
            if not running.is_own:
                raise Forbidden("Only whoever started a tournament may cancel it.", tournament=name)
            if running.status == "playing":
                running.status = "cancelled"
                if running.job is not None:
                    running.job.cancel()
        return self.state(name)

    def state(self, name: str) -> models.TournamentState:
        """A tournament with its result so far."""
        with self._lock:
            running = self._running.get(name)
        if running is not None:
            return self._live(running)
        folder = self._folder(name)
        summary = _summary(folder)
        return models.TournamentState(
            **summary.model_dump(),
            result=_stored_result(folder),
            seconds_left=None,
            can_cancel=False,
            has_report=(folder / "report.html").is_file(),
        )

    def _live(self, running: _Running) -> models.TournamentState:
        with self._lock:
            done, units = running.journal.games, dict(running.journal.units)
        left = running.tournament.total - done
        pace = (time.monotonic() - running.began) / done if done else None
        playing = running.status == "playing"
        return models.TournamentState(
            **_summary_of(running).model_dump(),
            result=self._result(running, done, units),
            seconds_left=left * pace if pace is not None and playing else None,
            can_cancel=playing and running.is_own,
            has_report=running.status == "finished",
        )

    def _result(
        self, running: _Running, done: int, units: dict[Unit, list[DealtGame]]
    ) -> models.TournamentResult | None:
        """The result of the games so far, once every pairing has one; intervals of a running tournament are
        rougher."""
        if len({unit.pairing for unit in units}) < len(running.tournament.pairings):
            return None
        if running.status == "finished" and (stored := _stored_result(running.folder)) is not None:
            return stored
        if running.shown is None or running.shown[0] != done:
            found = standings(Played(running.tournament, units), 0, _LIVE_RESAMPLES)
            running.shown = (done, models.TournamentResult(**as_json(found)))
        return running.shown[1]

    def summaries(self) -> list[models.TournamentSummary]:
        """All tournaments, the last changed first."""
        with self._lock:
            running = dict(self._running)
        found = [_summary_of(one) for one in running.values()]
        for folder in self._folders():
            if folder.name not in running:
                try:
                    found.append(_summary(folder))
                except PartieError:
                    continue
        return sorted(found, key=lambda one: one.changed, reverse=True)[:_LISTED]

    def report(self, name: str) -> Path:
        """The file of a tournament's report."""
        path = self._folder(name) / "report.html"
        if not path.is_file():
            raise NotFound("This tournament has no report yet.", tournament=name)
        return path

    def _folder(self, name: str) -> Path:
        if _NAME.fullmatch(name) is None or not (self._root / name).is_dir():
            raise NotFound("There is no such tournament.", tournament=name[:64])
        return self._root / name

    def _folders(self) -> list[Path]:
        try:
            return [path for path in self._root.iterdir() if path.is_dir()]
        except OSError:
            return []

    def _drop_oldest(self) -> None:
        """Delete the oldest tournaments that visitors have started, where there are too many."""
        own = sorted(
            (path for path in self._folders() if secret.is_id(path.name)),
            key=lambda path: path.stat().st_mtime,
        )
        for folder in own[: max(0, len(own) - _MAX_KEPT + 1)]:
            if folder.name not in self._running or self._running[folder.name].status != "playing":
                self._running.pop(folder.name, None)
                shutil.rmtree(folder, ignore_errors=True)


def _refused(kind: type[PartieError], reason: str, **data: int) -> PartieError:
    sentence = {language: text.format(**data) for language, text in _REFUSALS[reason].items()}
    return kind(sentence["en"], sentence=sentence, **data)


def _write(running: _Running, budget: Budget) -> None:
    played = Played(running.tournament, running.journal.units)
    write_results(running.folder / "results.jsonl", played)
    write_report(running.folder, played)


def _summary_of(running: _Running) -> models.TournamentSummary:
    tournament = running.tournament
    return models.TournamentSummary(
        id=running.id,
        title=tournament.title,
        game=tournament.game,
        agents=list(tournament.agents),
        format=tournament.format,
        status=running.status,
        done=running.journal.games,
        total=tournament.total,
        changed=_changed(running.folder),
    )


def _summary(folder: Path) -> models.TournamentSummary:
    """What a folder says of its tournament. Raise `PartieError` if it holds none."""
    tournament = Tournament.described(folder)
    done = _games_in(folder / "journal.jsonl")
    changed = _changed(folder)
    status: Status = "stopped"
    if done >= tournament.total or (tournament.stop is not None and (folder / "ratings.json").is_file()):
        status = "finished"
    elif (datetime.now(UTC) - changed).total_seconds() < _ALIVE_SECONDS:
        status = "playing"
    return models.TournamentSummary(
        id=folder.name,
        title=tournament.title,
        game=tournament.game,
        agents=list(tournament.agents),
        format=tournament.format,
        status=status,
        done=done,
        total=tournament.total,
        changed=changed,
    )


def _games_in(journal: Path) -> int:
    try:
        lines = journal.read_text(encoding="utf-8").split("\n")[1:-1]
        return sum(len(json.loads(line)["games"]) for line in lines)
    except (OSError, ValueError, KeyError):
        return 0


def _changed(folder: Path) -> datetime:
    try:
        return datetime.fromtimestamp((folder / "journal.jsonl").stat().st_mtime, UTC)
    except OSError:
        return datetime.now(UTC)


def _stored_result(folder: Path) -> models.TournamentResult | None:
    try:
        return models.TournamentResult(**json.loads((folder / "ratings.json").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None

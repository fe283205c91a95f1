"""The real server with additions for tests: programs that fail or are slow, and a game with hidden dice."""

import hashlib
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Engine, event

from partie.core import registry, warmed
from partie.core.agent import Budget, Decision
from partie.core.compiled import kernel
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.service import connections, pool
from partie.service.pool import Pool
from partie.service.serve import main
from partie.service.service import Service
from partie.service.thinking import Thinking
from partie.service.warmup import Warmup
from tests import tiny
from tests.service.client import LATE

COLD = "PARTIE_TESTS_COLD"


class Broken:
    def __init__(self, game: Game, seed: object) -> None: ...

    def decide(self, view: View, budget: Budget) -> Decision:
        if len(view.moves) == 16:
            return Decision(view.moves[0])
        raise RuntimeError("this program always fails")


class Ponder:
    """Thinks for a while, or until it is cancelled."""

    def __init__(self, game: Game, seed: object, seconds: float) -> None:
        self._seconds = seconds

    def decide(self, view: View, budget: Budget) -> Decision:
        waiting = threading.Event()
        timer = threading.Timer(self._seconds, waiting.set)
        timer.daemon = True
        timer.start()
        while not budget.stop[0] and not waiting.wait(0.01):
            pass
        timer.cancel()
        return Decision(view.moves[0])


class Stubborn(Ponder):
    """Keeps computing when it is cancelled, for so many seconds of processor time: by the clock, it might be
    done on a busy machine before it has computed long enough to be abandoned."""

    def decide(self, view: View, budget: Budget) -> Decision:
        end = time.thread_time() + self._seconds
        while time.thread_time() < end:
            hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 20_000)  # lets other threads run meanwhile
        return Decision(view.moves[0])


def _both(text: str) -> dict[str, str]:
    return {"en": text, "fr": text}


def _families() -> dict[str, Any]:
    seconds = Parameter("seconds", "number", 0.5, _both("seconds"), _both("How long."), 0.0, 3600.0)
    return {
        "broken": Family("broken", Broken, _both("Broken"), _both("Fails.")),
        "ponder": Family("ponder", Ponder, _both("Ponder"), _both("Waits."), (seconds,)),
        "stubborn": Family("stubborn", Stubborn, _both("Stubborn"), _both("Does not stop."), (seconds,)),
    }


def _share() -> None:
    make_pool, advise = Pool.__init__, Thinking.advise
    Pool.__init__ = lambda self, workers=None, memory=None: make_pool(self, 8, memory)  # type: ignore[method-assign]
    Thinking.advise = lambda self, question, seconds: advise(self, question, min(seconds, 0.3))  # type: ignore[method-assign]


def _report_late() -> None:
    """Log what a visitor had to wait for: compiled functions of games that no rehearsal used.

    Games of the tests are left out: no other process compiles them beforehand."""
    needed = set[str]()
    for game in registry.games():
        if not game.rules.__name__.startswith("partie."):
            continue
        try:
            needed |= warmed.needed_by(game)
        except OSError:
            print(f"{LATE}{game.name} was not compiled", file=sys.stderr)
    for name in sorted(kernel.entries_used() - needed):
        if name.startswith("games."):
            print(f"{LATE}{name}", file=sys.stderr)


def _reporting(stop: Callable[[Service], bool]) -> Callable[[Service], bool]:
    def stop_and_report(service: Service) -> bool:
        _report_late()
        return stop(service)

    return stop_and_report


def add_programs() -> None:
    """Add the programs of the tests to Quarto."""
    quarto = registry.game("quarto")
    assert tiny.GAME in registry.games()
    registry._games["quarto"] = replace(quarto, families={**quarto.families, **_families()})


def prepare(warmup: Warmup, name: str) -> None:
    """Compile only this game."""
    warmup._waiting = [name]
    threading.Thread(target=warmup._run, daemon=True).start()


if __name__ == "__main__":
    add_programs()
    if "--cold" in sys.argv:  # no game is compiled, for tests that do not play
        sys.argv.remove("--cold")
        os.environ[COLD] = "yes"
    if COLD in os.environ:  # processes that this one starts, too
        Warmup.start = lambda self: None  # type: ignore[method-assign]
    if "--only" in sys.argv:  # only one game is compiled
        only = sys.argv[(at := sys.argv.index("--only")) + 1]
        del sys.argv[at : at + 2]
        Warmup.start = lambda self: prepare(self, only)  # type: ignore[method-assign]
    if "--shared" in sys.argv:  # for several test processes: many programs think at once, and advice is quick
        sys.argv.remove("--shared")
        _share()
        Service.stop_thinking = _reporting(Service.stop_thinking)  # type: ignore[method-assign, assignment]
    if "--hasty" in sys.argv:  # incomplete requests time out soon
        sys.argv.remove("--hasty")
        connections.REQUEST_SECONDS = 1.0
    if "--strict" in sys.argv:  # programs that do not stop are abandoned soon
        sys.argv.remove("--strict")
        pool.GRACE_SECONDS = 0.5
    if "--full" in sys.argv:  # the disk is full after this number of pages
        pages = sys.argv[(at := sys.argv.index("--full")) + 1]
        del sys.argv[at : at + 2]
        event.listen(
            Engine, "connect", lambda database, _: database.execute(f"PRAGMA max_page_count={pages}")
        )
    sys.exit(main())

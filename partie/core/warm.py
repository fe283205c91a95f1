"""Compiling everything a game and its agents need, by asking every agent for decisions in one random game.

`python -m partie.core.warm GAME` does it in a process of its own; without a name, for all games."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial

from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.compiled.kernel import NotCompiled, cache_folder, watch_compilation
from partie.core.errors import PartieError
from partie.core.game import Game, State, View
from partie.core.locking import exclusive
from partie.core.rehearsal import rehearse
from partie.core.walks import option_sets, random_positions
from partie.core.warmed import is_warmed, remember

log = logging.getLogger(__name__)

_PLIES = (0, 1, 2, 4, 6, 9, 13, 20, 28)
"""The numbers of moves after which agents are asked: to bid, to pass cards or to solve an ending an agent may
use other code than in the opening."""
_PLIES_OF_OTHERS = (0, 3, 13)
_SECONDS = 0.01
_BACKWARDS = "--backwards"
_ATTACHED = "--attached"
"""The process ends with the one that has started it, whose end it sees as that of its standard input."""


def warm(game: Game, stopped: Callable[[], bool] = lambda: False, *, backwards: bool = False) -> None:
    """Compile what a game and its agents need; if all of it is known to be compiled, do nothing.

    Everything is called once, so that it is compiled, or loaded from the cache. An agent that fails is
    logged; it will fail again when it is used. Two processes, one of them `backwards`, share the work: one
    begins with openings, the other with endings, and what one has compiled, the other finds in the cache."""
    if not is_warmed(game) and _call_everything(game, stopped, backwards):
        remember(game)


def _call_everything(game: Game, stopped: Callable[[], bool], backwards: bool = False) -> bool:
    """Ask every agent in positions of all kinds, and do what tables do; returns whether nothing failed."""
    is_complete = True
    specs = list(dict.fromkeys([game.hinter, *game.levels, *game.families]))
    views = [state.view(state.to_move) for state in _positions(game)]
    for view in reversed(views) if backwards else views:
        for spec in specs:
            if stopped():
                return False
            is_complete &= _succeeds(partial(_ask, game, spec, view), f"{spec} of {game.name}")
    return _succeeds(partial(rehearse, game, stopped), game.name) and is_complete and not stopped()


def _repeated(action: Callable[[], object]) -> None:
    """Act until nothing has to be compiled for it.

    A search that had to be compiled first has used up its time, and may have left out what comes after it."""
    compiled = [""]
    while compiled:
        compiled.clear()
        with watch_compilation(compiled.append):
            action()


def _ask(game: Game, spec: str, view: View) -> None:
    ask(registry.build_agent(game, spec), view, Budget(_SECONDS))


def _positions(game: Game) -> Iterator[State]:
    """Positions of a random game with each preset, fewer for the later ones, which use mostly the same
    code."""
    first, *others = option_sets(game)
    yield from random_positions(game, "warm", _PLIES, first)
    for other in others:
        yield from random_positions(game, "warm", _PLIES_OF_OTHERS, other)


def _succeeds(action: Callable[[], object], name: str) -> bool:
    try:
        _repeated(action)
    except NotCompiled:
        raise
    except PartieError as error:
        log.warning("warming up %s failed: %s", name, error)
        return False
    except Exception:
        log.exception("warming up %s failed", name)
        return False
    return True


def compile_in_subprocess(game: str, backwards: bool = False) -> subprocess.Popen[bytes]:
    """Compile a game in a separate process with low priority, which fills the cache on disk.

    It ends with this one, even if this one is killed: servers that are killed and started again would leave
    more and more of them behind."""
    command = [
        sys.executable,
        "-m",
        "partie.core.warm",
        _ATTACHED,
        game,
        *([_BACKWARDS] if backwards else []),
    ]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)


def wait_for(compiler: subprocess.Popen[bytes]) -> None:
    """Wait until a process that compiles has ended."""
    compiler.wait()
    if compiler.stdin is not None:
        compiler.stdin.close()


def _compile_all() -> None:
    """Compile all games, one per core at a time; the last one first, because it has the most rules.

    A core for which none is left helps with a game from the other end."""
    waiting, running, lock = [game.name for game in registry.games()], list[str](), threading.Lock()

    def work() -> None:
        while True:
            with lock:
                helps = not waiting
                if helps and not running:
                    return
                name = running.pop() if helps else waiting.pop()
                if not helps:
                    running.append(name)
            wait_for(compile_in_subprocess(name, backwards=helps))
            with lock:
                if name in running:
                    running.remove(name)

    threads = [threading.Thread(target=work) for _ in range(os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _compile_here(game: Game, backwards: bool) -> None:
    """Compile a game; wait first for a process that does so from the same end, and then load its results."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with exclusive(folder / f"{game.name}{_BACKWARDS if backwards else ''}.lock"):
        warm(game, backwards=backwards)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def main(arguments: list[str]) -> None:
    """Compile the games that are named, or all."""
    names = [argument for argument in arguments if argument not in (_BACKWARDS, _ATTACHED)]
    if _ATTACHED in arguments:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    if not names:
        _compile_all()
    elif hasattr(os, "nice"):
        os.nice(5)
    for name in names:
        _compile_here(registry.game(name), _BACKWARDS in arguments)


if __name__ == "__main__":
    main(sys.argv[1:])

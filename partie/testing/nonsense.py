"""Trying nonsensical numbers and texts, also on odd positions: the rules must refuse them and never crash."""

from __future__ import annotations

import importlib
import operator
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from partie.core.compiled.chance import (
    below,
    new_chance,
    next_word,
)
from partie.core.compiled.kernel import PYTHON_MODE
from partie.core.errors import IllegalMove, PartieError
from partie.core.game import Game, State, View
from partie.core.match import Match
from partie.testing.amounts import amount
from partie.testing.play import any_match, play_on

PATIENCE = 900.0
"""Seconds after which a child process is stopped. It needs only a few, but more if it has to compile."""
_ODD, _ON = (amount(2, 4), amount(2, 3)) if PYTHON_MODE else (15, 20)
"""The number of odd positions tried for each proper one, and of moves played from each."""
_VIEWS = amount(2, 100) if PYTHON_MODE else 100
"""The most views of a position that are tried: an onlooker's first, then those of seats."""
_HUGE = (2**31 - 1, 2**31, -(2**31), 2**62, 2**63 - 1, -(2**63), 2**63, 2**64, -(2**64), 10**30)


def in_child(contract: type, positions: int, plain: bool, folder: Path) -> str | None:
    """Try everything in a child process and return what went wrong, or None.

    The child writes down what it is about to try. `contract` is a test class with a `game`; with `plain`, the
    rules run as plain Python."""
    diary = folder / "diary"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)]),
        "NUMBA_DISABLE_JIT": str(int(plain)),
    }
    arguments = f"{contract.__module__!r}, {contract.__qualname__!r}, {positions}, {str(diary)!r}"
    command = [sys.executable, "-c", f"from partie.testing.nonsense import main; main({arguments})"]
    try:
        child = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"This did not end: {diary.read_text()}"
    if child.returncode:
        return f"This ended the process with {child.returncode}: {diary.read_text()}\n{child.stderr[-3000:]}"
    return None


def main(module: str, contract: str, positions: int, diary: str) -> None:
    """Run in the child process: try random positions of a test class's game, and similar ones."""
    game: Game = operator.attrgetter(contract)(importlib.import_module(module)).game
    with open(diary, "w") as file:

        def note(text: str) -> None:
            file.seek(0)
            file.truncate()
            file.write(text)
            file.flush()

        for seed in range(positions):
            chance = new_chance(seed, "nonsense")
            note(f"random play of {game.name} from seed {seed}")
            match = any_match(game, seed, chance)
            play_on(match, int(below(chance, 50)), seed)
            for position in _around(match, chance, note):
                _try_position(position, chance, note)


def _around(match: Match, chance: Any, note: Callable[[str], None]) -> Iterator[State | View]:
    """A position, the views of all seats, and positions read from their texts and from garbled ones."""
    game, state = match.game, match.state
    yield state
    views = [state.view(seat) for seat in range(-1, state.seats)[:_VIEWS]]
    yield from views
    texts = [str(view) for view in views] + [_garbled(str(state), chance) for _ in range(_ODD)]
    for text in texts:
        note(f"{game.name} with {match.options} for {state.seats}: reading the position {text}")
        try:
            found = game.position(text, match.options, state.seats)
        except PartieError as error:
            assert str(error)
        else:
            yield found
            yield found.view(found.to_move)


def _garbled(text: str, chance: Any) -> str:
    """A text with one or two of its letters left out or replaced by others from it."""
    letters = list(text)
    for _ in range(1 + int(below(chance, 2))):
        here, there = int(below(chance, len(letters))), int(below(chance, len(letters)))
        letters[here] = letters[there] if below(chance, 4) else ""
    return "".join(letters)


def _numbers(legal: list[int], chance: Any) -> set[int]:
    """Numbers to try as moves: random ones, ones close to legal moves, and huge ones."""
    found = {int(below(chance, 1 << bits)) for bits in (3, 7, 10, 16, 20, 31)}
    found |= {-number for number in found} | {-1, 0, 1, 255}
    found |= {int(next_word(chance)) >> shift for shift in (1, 5, 12)}
    for _ in range(6 if legal else 0):
        near = legal[int(below(chance, len(legal)))]
        found |= {near, near + 1, near - 1, -near, near ^ 1 << int(below(chance, 63))}
    return {*found, *_HUGE}


def _try_position(position: State | View, chance: Any, note: Callable[[str], None]) -> None:
    note(f"a position of {position.game.name}: {bytes(position).hex()}")
    shown = f"{position.game.name} {position}"
    note(f"{shown}: listing the moves")
    legal = position.moves
    assert len(legal) <= position.game.rules.MOVES
    for number in sorted(_numbers(legal, chance)):
        _try_number(position, number, number in legal, note, shown)
    _try_texts(position, legal, chance, note, shown)
    if isinstance(position, State):
        note(f"{shown}: playing on")
        on = position.copy()
        for _ in range(_ON):
            moves = on.moves
            if not moves:
                break
            on.play(moves[int(below(chance, len(moves)))], chance)


def _try_number(
    position: State | View, number: int, allowed: bool, note: Callable[[str], None], shown: str
) -> None:
    note(f"{shown}: the text of {number}")
    try:
        assert position.text(number)
    except PartieError as error:
        assert not allowed
        assert str(error).endswith(".")
    if not allowed and abs(number) < 2**63:
        note(f"{shown}: why {number} is not legal")
        assert position.game.notation.why_illegal(position.record, number)
    if not isinstance(position, State):
        return
    note(f"{shown}: playing {number}")
    twin, before = position.copy(), bytes(position)
    try:
        twin.play(number)
    except IllegalMove as error:
        assert not allowed
        assert str(error).endswith(".")
        assert bytes(twin) == before, "a refused move must change nothing"
    else:
        assert allowed, f"{number} was accepted"


def _try_texts(
    position: State | View, legal: list[int], chance: Any, note: Callable[[str], None], shown: str
) -> None:
    words = [position.text(legal[int(below(chance, len(legal)))]) for _ in range(3 if legal else 0)]
    for text in [*words, *(_garbled(word, chance) for word in words), str(int(next_word(chance))), "", "-1"]:
        note(f"{shown}: reading {text!r}")
        try:
            assert position.parse(text) in legal
        except PartieError as error:
            assert str(error)

"""Checks that games on a device say and decide what they do natively.

A device is a folder that `partie build device` writes, run by Node. Decisions are compared position by
position: the move, visits, values and the reason with its words. Numbers are compared by their bits. Where
they differ, by how much is noted: programs that add floats in the order that suits a processor (networks),
or that use the exponential function of the C library, differ in the last digits.
"""

from __future__ import annotations

import json
import math
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np

from partie.core.errors import PartieError
from partie.core.game import Game
from partie.core.walks import option_sets
from partie.wasm.comparing import answer
from partie.wasm.node import find_node
from partie.wasm.recording import specs
from partie.wasm.shaking import Root

COMPARED: Root = ("partie.wasm.comparing", "answer")
"""What a device needs besides, to be compared."""
TOLERANCE = 1e-4
"""The most that a value may differ; in practice it is the last digits (docs/methods/webassembly.md)."""
_LONGEST = 120
_EVERY = (7, 10, 13, 16, 19)
"""Moves between two positions of a game, by request: some stay in the opening, some get far."""
_FIRSTS = 7
"""The first position of a game is after 0 to 6 moves, by request: few are the same one."""
_LONGEST_SHOWN, _BETWEEN, _POSITIONS = 400, 7, 500
"""Of longer games only the beginning is shown, and one of so many positions, which are those of every player
in turn; about so many positions are compared at a time."""
_TOGETHER = 4
"""The decisions of one request. The memory that they took is freed afterwards: a table of positions may have
tens of megabytes."""


@dataclass(frozen=True)
class Agreement:
    """How the decisions of one program compare: those in all, those equal to the bit, the largest difference
    of a number in the others, and sentences about those that are not the same decision."""

    spec: str
    decisions: int
    exact: int
    largest: float
    different: tuple[str, ...]


def decisions(folder: Path, game: Game, number: int, agents: Sequence[str] = ()) -> Iterator[Agreement]:
    """Ask programs in `number` positions of random games, natively and on the device: by default all levels,
    the hinter and what a game declares besides. Every preset has its share."""
    for spec in agents or specs(game):
        yield agreement(folder, game, spec, requests(game, spec, number))


def agreement(folder: Path, game: Game, spec: str, asked: Sequence[dict[str, Any]]) -> Agreement:
    """Compare the answers to these requests, all to the same program."""
    return _agreement(spec, [pair for pairs in both(folder, game, asked) for pair in pairs])


def requests(game: Game, spec: str, number: int) -> list[dict[str, Any]]:
    """Requests for the decisions of a program in at least `number` positions, in turn with each preset.

    Those for more positions begin with those for fewer, unless these are very few."""
    sets = option_sets(game)
    together = min(_TOGETHER, -(-number // len(sets)))
    return [
        {
            "options": sets[turn % len(sets)],
            "seed": f"check/{turn // len(sets)}",
            "longest": _LONGEST,
            "first": turn // len(sets) % min(_FIRSTS, game.longest),
            "every": _EVERY[turn // len(sets) % len(_EVERY)],
            "spec": spec,
            "count": together,
        }
        for turn in range(-(-number // together))
    ]


@dataclass(frozen=True)
class Shown:
    """How what is shown of positions compares: the number of positions, sentences about those of which the
    device shows something else, and the seconds of a processor natively and on the device."""

    positions: int
    different: tuple[str, ...]
    native: float
    device: float


def shown(folder: Path, game: Game, longest: int, seed: str) -> Shown:
    """Compare what is shown in all positions of a random game with each preset."""
    sets = option_sets(game)
    return shown_in(
        folder,
        game,
        [{"options": options, "seed": seed, "longest": longest, "every": 1} for options in sets],
    )


def shown_requests(game: Game, first: int) -> list[dict[str, Any]]:
    """A few hundred positions of random games, with all presets in turn; games that may be long are shown
    here and there. `first`: the number of games in the requests before these."""
    sets = option_sets(game)
    longest = min(game.longest, _LONGEST_SHOWN) + 1
    every = 1 if game.longest < _LONGEST_SHOWN else _BETWEEN
    return [
        {
            "options": sets[turn % len(sets)],
            "seed": f"shown/{turn // len(sets)}",
            "longest": longest,
            "every": every,
        }
        for turn in range(first, first + max(len(sets), _POSITIONS * every // longest))
    ]


def shown_in(folder: Path, game: Game, asked: Sequence[dict[str, Any]]) -> Shown:
    """Compare what is shown of the positions of these requests."""
    found, native, device = _both_timed(folder, game, asked)
    different = [
        f"{request}, position {number}: {here} instead of {shown}"
        for request, pairs in zip(asked, found, strict=True)
        for number, (shown, here) in enumerate(pairs)
        if shown != here
    ]
    return Shown(sum(map(len, found)), tuple(different), native, device)


def calls(folder: Path, game: Game, function: Root, arguments: Iterable[Sequence[Any]]) -> list[str]:
    """A sentence for every call of a function that gives something else on the device."""
    asked = [{"call": function, "arguments": list(given)} for given in arguments]
    found = both(folder, game, asked)
    return [
        f"{request['arguments']}: {_readable(here)} instead of {_readable(native)}"
        for request, ((native, here),) in zip(asked, found, strict=True)
        if (by := _difference(native, here)) is None or by > TOLERANCE
    ]


def both(folder: Path, game: Game, asked: Sequence[dict[str, Any]]) -> list[list[tuple[Any, Any]]]:
    """For every request, the parts of its answer: natively, and on the device, which works meanwhile."""
    return _both_timed(folder, game, asked)[0]


def _both_timed(
    folder: Path, game: Game, asked: Sequence[dict[str, Any]]
) -> tuple[list[list[tuple[Any, Any]]], float, float]:
    """As `both`, with the seconds of a processor that the answers took natively and on the device."""
    with (
        tempfile.TemporaryDirectory(prefix="partie-device-") as room,
        as_file(files("partie.wasm").joinpath("device/answer.mjs")) as script,
    ):
        questions, answered = Path(room) / "questions", Path(room) / "answers"
        questions.write_text(json.dumps(asked))
        command = [find_node(), str(script), str(folder), game.name, str(questions), str(answered)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as device:
            began = time.thread_time()
            native = [_plain(answer(game, request)) for request in asked]
            took = time.thread_time() - began
            said = device.communicate()[0]
        if device.returncode:
            raise PartieError(f"The device failed: {said[-2000:]}")
        found = json.loads(answered.read_text())["answers"]
    for request, one in zip(asked, found, strict=True):
        if "error" in one:
            raise PartieError(f"The device failed to answer {request}: {one['error']}")
    pairs = [list(zip(one, other["answer"], strict=True)) for one, other in zip(native, found, strict=True)]
    return pairs, took, sum(one["milliseconds"] for one in found) / 1000


def _plain(value: Any) -> Any:
    """A value as it comes back from JSON."""
    return json.loads(
        json.dumps(value, default=lambda one: one.tolist() if isinstance(one, np.generic) else str(one))
    )


def _agreement(spec: str, pairs: Sequence[tuple[Any, Any]]) -> Agreement:
    exact, largest, different = 0, 0.0, []
    for number, (native, here) in enumerate(pairs):
        if native == here:
            exact += 1
            continue
        by = _difference(native, here)
        if by is None or by > TOLERANCE:
            different.append(f"{spec}, position {number}: {_readable(here)} instead of {_readable(native)}")
        else:
            largest = max(largest, by)
    return Agreement(spec, len(pairs), exact, largest, tuple(different))


def _difference(native: Any, here: Any) -> float | None:
    """The largest difference of two numbers in these values; None if they differ in anything else."""
    if isinstance(native, dict) and isinstance(here, dict) and native.keys() == here.keys():
        if native.keys() == {"bits"}:
            return _distance(_number(native), _number(here))
        return _largest(
            (_candidates_difference if name == "candidates" else _difference)(native[name], here[name])
            for name in native
        )
    if isinstance(native, list) and isinstance(here, list) and len(native) == len(here):
        return _largest(_difference(one, other) for one, other in zip(native, here, strict=True))
    return 0.0 if native == here else None


def _candidates_difference(native: list[Any], here: list[Any]) -> float | None:
    """As `_difference`. Candidates are listed by value: those of nearly, but not quite, the same value may
    have changed places."""
    if [one[0] for one in native] == [one[0] for one in here] or len(native) != len(here):
        return _difference(native, here)
    by_place = _difference([one[1] for one in native], [one[1] for one in here])
    by_move = _difference(sorted(native, key=lambda one: one[0]), sorted(here, key=lambda one: one[0]))
    return _largest([by_place, by_move]) or None


def _largest(found: Iterable[float | None]) -> float | None:
    largest = 0.0
    for one in found:
        if one is None:
            return None
        largest = max(largest, one)
    return largest


def _distance(native: float, here: float) -> float | None:
    """By how much two numbers differ, compared with 1 or the larger of them."""
    if not (math.isfinite(native) and math.isfinite(here)):
        return 0.0 if native == here else None
    return abs(native - here) / max(1.0, abs(native))


def _number(bits: dict[str, str]) -> float:
    (value,) = struct.unpack(">d", int(bits["bits"]).to_bytes(8, "big"))
    return float(value)


def _readable(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {"bits"}:
            return _number(value)
        return {name: _readable(part) for name, part in value.items()}
    return [_readable(part) for part in value] if isinstance(value, list) else value

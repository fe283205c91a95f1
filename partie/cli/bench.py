"""`partie bench`: speed on this machine."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from partie.arena import bench as benches
from partie.arena import compiling, overhead
from partie.core import registry
from partie.core.errors import PartieError
from partie.core.game import Game
from partie.service.bundles import ROOTS, games_for_devices, write
from partie.shell import errors, say, show_compilation, show_table
from partie.wasm.bench import Speed, measure, ratio
from partie.wasm.build import build
from partie.wasm.checking import COMPARED, decisions
from partie.wasm.chromium import chromium, find_chromium

COMPILE, WASM, ARENA = "compile", "wasm", "arena"
_SHOWN = 15


def bench(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|compile|wasm|arena]",
            help="Measure only this game; how long compiling takes; WebAssembly beside native code; or what the "
            "arena costs beside games.",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="With compile, wasm or arena: only this game.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="Duration of each measurement in seconds.")] = 1.0,
    check: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="With wasm: instead of measuring, ask every program in N positions, natively and on a device, "
            "and compare the decisions.",
        ),
    ] = None,
) -> None:
    """Measure speed on this machine."""
    if check is not None:
        if what != WASM:
            raise PartieError(f"--check is only possible with {WASM!r}.")
        _check_wasm([registry.game(game)] if game else games_for_devices(), check)
        return
    if what in (COMPILE, WASM):
        all_games = games_for_devices() if what == WASM else registry.games()
        for each in [registry.game(game)] if game else all_games:
            if what == COMPILE:
                _show_compilation(each.name)
            else:
                _show_wasm(each, seconds)
        return
    if what == ARENA:
        _show_overhead(registry.game(game) if game else registry.games()[0], seconds)
        return
    if game is not None:
        raise PartieError(
            f"Two arguments are only possible with {COMPILE!r}, {WASM!r} or {ARENA!r} first, not {what!r}."
        )
    for chosen in [registry.game(what)] if what else registry.games():
        with show_compilation():
            rows = benches.measure(chosen, seconds)
        show_table(("what", "measured"), rows, chosen.title["en"])


def _show_overhead(game: Game, seconds: float) -> None:
    places: dict[str, tuple[int, str | None]] = {"this process": (1, None), "two processes": (2, None)}
    if find_spec("distributed") is not None:
        places["a cluster of two workers"] = (1, "local:2")
    with show_compilation():
        found = overhead.measure(game, seconds, places)
    show_table(
        ("units of work", "workers", "units/s", "cost of one unit (ms)", "overhead"),
        (
            [
                place.name,
                str(place.workers),
                f"{place.units_per_second:.1f}",
                f"{place.unit_cost_ms:.2f}",
                "–" if place.overhead is None else f"{place.overhead:+.1%}",
            ]
            for place in found.places
        ),
        f"{game.title['en']}: units of {found.games:,} compiled games, {1000 * found.unit_seconds:.0f} ms each",
    )
    say(f"A tournament of fast agents takes {found.tournament:+.1%} against its deals alone.")


def _show_compilation(game: str) -> None:
    with errors.status(f"Compiling {game} without the cache …"):
        found = compiling.measure(game)
    show_table(
        ("function", "seconds"),
        ([name, f"{own:.2f}"] for name, own in found.functions[:_SHOWN]),
        f"{game}: {found.seconds:g} s on one core, {found.compiled} functions",
    )


def _show_wasm(game: Game, seconds: float) -> None:
    """Measure in Node, and in Chromium if it is installed."""
    with errors.status(f"Building the WebAssembly module of {game.name} …"):
        built = build(game, ROOTS)
    with chromium() if find_chromium() else nullcontext() as browser, show_compilation():
        found = measure(game, built, seconds, browser)
    show_table(
        ("what", "native", "Node", "ratio", "Chromium", "ratio"),
        (_side_by_side(speed) for speed in found),
        f"{game.title['en']}: native and WebAssembly",
    )


def _check_wasm(games: Sequence[Game], positions: int) -> None:
    """Compare decisions; one that differs in more than the last digits is an error."""
    different: list[str] = []
    for game in games:
        rows = []
        with tempfile.TemporaryDirectory() as folder, errors.status(f"Asking the programs of {game.name} …"):
            write(Path(folder), [game], [*ROOTS, COMPARED])
            for found in decisions(Path(folder), game, positions):
                close = found.decisions - found.exact - len(found.different)
                largest = f"{found.largest:.1g}" if close else "–"
                counts = (found.decisions, found.exact, close, len(found.different))
                rows.append([_title(game, found.spec), *map(str, counts), largest])
                different += found.different
        show_table(
            ("program", "positions", "equal", "but for last digits", "different", "largest difference"),
            rows,
            f"{game.title['en']}: decisions on a device and natively",
        )
    if different:
        raise PartieError("\n".join(["Some decisions differ:", *different[:_SHOWN]]))


def _title(game: Game, spec: str) -> str:
    """A program and the levels that are this program."""
    names = [name for name, level in game.levels.items() if level.spec == spec]
    return f"{spec} ({', '.join(names)})" if names else spec


def _side_by_side(speed: Speed) -> list[str]:
    return [
        speed.what,
        _shown(speed, speed.native),
        _shown(speed, speed.node),
        ratio(speed.native, speed.node),
        _shown(speed, speed.chromium),
        ratio(speed.native, speed.chromium),
    ]


def _shown(speed: Speed, seconds: float | None) -> str:
    """Games per second, or the milliseconds of all calls of a function."""
    if seconds is None:
        return "–"
    return f"{speed.amount / seconds:,.0f}/s" if speed.is_rate else f"{1000 * seconds:,.1f} ms"

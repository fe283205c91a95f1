"""`partie train net`: training networks on the command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from partie.core import registry
from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.learn.extras import check_plot, require_package
from partie.learn.keys import key_pressed
from partie.learn.net.forward import HEADS
from partie.learn.net.plot import plot_net_run
from partie.learn.net.run import NetRun
from partie.learn.net.settings import METHODS, NetSettings, Round, default_settings
from partie.learn.net.task import NetTask
from partie.shell import console, say

SHOWN = 12
"""How many rounds the progress table shows."""
PLOT = "curves.png"


def net_task(game: str) -> NetTask:
    """What networks learn of a game, as the game declares it."""
    declared = registry.game(game).can.network
    if declared is None:
        raise PartieError(f"No network can be trained for {game}: it declares no task.")
    task: NetTask = declared.load()
    return task


def train_net(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game; `partie games` lists them.")],
    method: Annotated[str, typer.Option(help=f"How: {' or '.join(METHODS)}.")] = "qlearning",
    encoding: Annotated[
        str | None, typer.Option(help="How positions become numbers; default: the game's last encoding.")
    ] = None,
    head: Annotated[str, typer.Option(help=f"What the outputs are: {' or '.join(HEADS)}.")] = "values",
    options: Annotated[str, typer.Option("--options", metavar="K=V,…", help="Options of the game.")] = "",
    minutes: Annotated[
        float | None, typer.Option(help="Begin no round after this number of minutes.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of rounds (including resumed runs).")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of deals (including resumed runs).")
    ] = None,
    per_round: Annotated[int | None, typer.Option(min=1, help="Deals played in a round.")] = None,
    patience: Annotated[int | None, typer.Option(min=1, help="Rounds without a better network.")] = None,
    rate: Annotated[float | None, typer.Option(help="The learning rate.")] = None,
    epsilon: Annotated[float | None, typer.Option(min=0, max=1, help="How often it tries any move.")] = None,
    seed: Annotated[str, typer.Option(help="Same seed, same run.")] = "0",
    device: Annotated[str, typer.Option(help="Where to compute: cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(min=1, help="Threads of the processor.")] = 1,
    run: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where the run is kept; default: runs/GAME-METHOD-ENCODING-SEED."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")] = False,
    save: Annotated[
        str | None, typer.Option(metavar="NAME", help="Store the best, to play it as net:model=NAME.")
    ] = None,
) -> None:
    """Train a network. Any key or Ctrl-C stops; the best is kept."""
    task = net_task(game)
    if save:
        task.networks.check_name(save)
    encoding = encoding or list(task.encodings)[-1]
    folder = run or Path("runs") / f"{game}-{method}-{encoding}-{seed}"
    require_package("torch", "Training runs of networks")
    check_plot(folder / PLOT)
    if resume:
        training = NetRun.resume(folder, task)
    else:
        chosen: dict[str, Any] = {"deals": per_round, "patience": patience, "rate": rate, "epsilon": epsilon}
        settings = NetSettings(
            game, method, encoding, seed, _options(registry.game(game), options), head, device, threads
        )
        settings = replace(settings, **default_settings(method, device))
        settings = replace(settings, **{name: value for name, value in chosen.items() if value is not None})
        training = NetRun.begin(folder, task, settings)
    console.print(f"Run folder: {folder}. Any key stops; the best is kept.", highlight=False)
    began = time.monotonic()

    def enough(last: Round | None) -> bool:
        late = minutes is not None and time.monotonic() - began > 60 * minutes
        return late or (
            last is not None
            and (
                (rounds is not None and last.number >= rounds) or (deals is not None and last.deals >= deals)
            )
        )

    first = training.history[-1].samples if training.history else 0
    _follow(training, enough)
    _conclude(training, folder, time.monotonic() - began, first)
    if save and training.best is not None:
        say(f"Stored as {task.networks.keep(training.best, save)}: play it as net:model={save}.")


def _options(game: Any, text: str) -> dict[str, Any]:
    """The options given, checked and complete words only."""
    given = parse_pairs(text)
    values = game.read_options(given)
    return {name: values[name] for name in given}


def _follow(training: NetRun, enough: Callable[[Round | None], bool]) -> None:
    """Advance with a table of the last rounds on the screen, and a bar for the one that is going on."""
    try:
        with key_pressed() as stop, _screen(training) as tick:
            for one in training.rounds(enough, stop, tick):
                tick("round over", 1, 1)
                if not console.is_terminal:
                    console.print(_line(one), highlight=False, soft_wrap=True)
    except KeyboardInterrupt:
        console.print("Stopped.")


@contextmanager
def _screen(training: NetRun) -> Iterator[Callable[[str, int, int], None]]:
    bar = Progress(TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    task = bar.add_task("compiling", total=1)
    if not console.is_terminal:
        yield lambda what, done, total: None
        return
    with Live(console=console, refresh_per_second=4) as live:
        live.update(Group(_progress(training.history), bar))

        def tick(what: str, done: int, total: int) -> None:
            bar.update(
                task, description=f"round {len(training.history) + 1}: {what}", completed=done, total=total
            )
            live.update(Group(_progress(training.history), bar))

        yield tick


def _progress(history: list[Round]) -> Table:
    names = list(history[-1].judged) if history else []
    table = Table(
        "round", "deals", "samples", "loss", "against the best", *(f"against {name}" for name in names), ""
    )
    for one in history[-SHOWN:]:
        table.add_row(*_cells(one))
    return table


def _cells(one: Round) -> list[str]:
    return [
        str(one.number),
        f"{one.deals:,}",
        f"{one.samples:,}",
        f"{one.loss:.4f}",
        f"{one.gain:+.2f} ± {one.gain_error:.2f}",
        *(f"{points:.2f}" for points in one.judged.values()),
        "better" if one.accepted else "",
    ]


def _line(one: Round) -> str:
    judged = ", ".join(f"{points:.2f} against {name}" for name, points in one.judged.items())
    better = ", better" if one.accepted else ""
    return f"round {one.number}: {one.deals:,} deals, loss {one.loss:.4f}, {one.gain:+.2f} ± {one.gain_error:.2f}, {judged}{better}"


def _conclude(training: NetRun, folder: Path, seconds: float, first: int) -> None:
    if not training.history:
        console.print("Stopped before the first round was over: nothing was learned yet.")
        return
    learned = training.history[-1].samples - first
    console.print(f"{learned:,} samples in {seconds:.0f} s, {learned / max(seconds, 1e-9):,.0f} a second.")
    plot_net_run(training.history, folder / PLOT)
    if training.best is None:
        console.print("No network was better than random play yet.")
        return
    judged = ", ".join(
        f"{points:.2f} against {name}" for name, points in training.best.card["alone_against"].items()
    )
    console.print(
        f"The best, of round {training.best.card['rounds']}: {judged} (points per deal). Kept in {folder / 'best.safetensors'}.",
        highlight=False,
    )

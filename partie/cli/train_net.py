"""`partie train net`: trains networks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from partie.cli.imitate import show_predictions
from partie.core import registry
from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.learn.extras import check_plot, require_package
from partie.learn.keys import key_pressed
from partie.learn.net.forward import HEADS
from partie.learn.net.people import PeopleData, encode_people, fitting_records, predictions
from partie.learn.net.plot import plot_net_run
from partie.learn.net.run import NetRun
from partie.learn.net.settings import METHODS, NetSettings, Round, default_settings
from partie.learn.net.task import NetTask
from partie.learn.records import digest as record_digest
from partie.learn.records import human_moves, read_folder
from partie.learn.runs import note_saved
from partie.shell import console, renamed_options, say

SHOWN = 12
"""Number of rounds in the progress table."""
PLOT = "curves.png"


def net_task(game: str) -> NetTask:
    """Return the training task for networks that a game declares."""
    declared = registry.game(game).can.network
    if declared is None:
        raise PartieError(f"No network can be trained for {game}: the game declares no training task.")
    task: NetTask = declared.load()
    return task


@renamed_options(
    {"--rate": "--learning-rate", "--epsilon": "--exploration-rate", "--per-round": "--deals-per-round"}
)
# Long, since every option of the command is an argument with its help.
def train_net(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game; `partie games` lists them.")],
    method: Annotated[str, typer.Option(help=f"Training method: {', '.join(METHODS)}.")] = "counterfactual",
    encoding: Annotated[
        str | None, typer.Option(help="Encoding of positions; default: the last one for this method.")
    ] = None,
    head: Annotated[str, typer.Option(help=f"Kind of outputs: {' or '.join(HEADS)}.")] = "values",
    options: Annotated[str, typer.Option("--options", metavar="K=V,…", help="Options of the game.")] = "",
    minutes: Annotated[
        float | None, typer.Option(help="Start no round after this number of minutes.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of rounds (including resumed runs).")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of deals (including resumed runs).")
    ] = None,
    deals_per_round: Annotated[int | None, typer.Option(min=1, help="Deals played per round.")] = None,
    first_deals: Annotated[int | None, typer.Option(min=1, help="Deals played in the first round.")] = None,
    epochs: Annotated[
        float | None, typer.Option(min=0, help="How often, on average, each new decision is learned from.")
    ] = None,
    share: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Method counterfactual: share of decisions whose moves are tried."),
    ] = None,
    patience: Annotated[
        int | None, typer.Option(min=1, help="Stop after this number of rounds without a better network.")
    ] = None,
    learning_rate: Annotated[float | None, typer.Option(help="Learning rate.")] = None,
    exploration_rate: Annotated[
        float | None, typer.Option(min=0, max=1, help="Probability of a random move in training.")
    ] = None,
    tries: Annotated[
        int | None, typer.Option(min=2, help="Method counterfactual: maximum number of moves tried.")
    ] = None,
    start: Annotated[
        str, typer.Option(metavar="NAME", help="Stored network to train further; default: random weights.")
    ] = "",
    rivals: Annotated[
        str,
        typer.Option(metavar="NAME=SHARE,…", help="Stored networks that take a share of the seats."),
    ] = "",
    past: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Share of the seats taken by earlier bests of this run."),
    ] = None,
    window: Annotated[
        int | None, typer.Option(min=1, help="Number of rounds whose decisions are learned from.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Random seed; the same seed gives the same run.")] = "0",
    device: Annotated[str, typer.Option(help="Device to compute on: cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(min=1, help="Number of CPU threads.")] = 1,
    run: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder of the run; default: runs/GAME-METHOD-ENCODING-SEED."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in that folder.")] = False,
    save: Annotated[
        str | None, typer.Option(metavar="NAME", help="Store the best network, to play it as net:model=NAME.")
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Records of games of people, to learn from them, too."),
    ] = None,
) -> None:
    """Train a network. Any key or Ctrl-C stops; the best network is kept.

    With --records, games of people are part of the data set (method dataset), and the command says how well
    the network predicts those of their moves that it has not seen."""
    task = net_task(game)
    if save:
        task.networks.check_name(save)
    encoding = encoding or _usual_encoding(task, method)
    folder = run or Path("runs") / f"{game}-{method}-{encoding}-{seed}"
    require_package("torch", "Training runs of networks")
    check_plot(folder / PLOT)
    people, digest = _people(task, encoding, _options(registry.game(game), options), records)
    if resume:
        training = NetRun.resume(folder, task, people)
    else:
        chosen: dict[str, Any] = {
            "deals": deals_per_round,
            "first": first_deals,
            "epochs": epochs,
            "share": share,
            "patience": patience,
            "rate": learning_rate,
            "epsilon": exploration_rate,
            "tries": tries,
            "start": start,
            "rivals": {name: float(part) for name, part in parse_pairs(rivals).items()} or None,
            "past": past,
            "window": window,
        }
        settings = NetSettings(
            game, method, encoding, seed, _options(registry.game(game), options), head, device, threads
        )
        settings = replace(settings, **default_settings(method, device))
        settings = replace(settings, **{name: value for name, value in chosen.items() if value is not None})
        training = NetRun.begin(folder, task, replace(settings, people=digest), people)
    console.print(f"Run folder: {folder}. Any key stops; the best network is kept.", highlight=False)
    began = time.monotonic()

    def is_done(last: Round | None) -> bool:
        late = minutes is not None and time.monotonic() - began > 60 * minutes
        return late or (
            last is not None
            and (
                (rounds is not None and last.number >= rounds) or (deals is not None and last.deals >= deals)
            )
        )

    first = training.history[-1].samples if training.history else 0
    _follow(training, is_done)
    _conclude(training, folder, time.monotonic() - began, first)
    if people is not None:
        _show_people(training, task, people)
    if save and training.best is not None:
        say(f"Stored as {task.networks.keep(training.best, save)}: play it as net:model={save}.")
        note_saved(folder, f"net:model={save}")


def _usual_encoding(task: NetTask, method: str) -> str:
    """Return the last encoding the game declares that the method can learn with."""
    usable = [
        name for name, shape in task.encodings.items() if method == "counterfactual" or not shape.compound
    ]
    return (usable or list(task.encodings))[-1]


def _people(
    task: NetTask, encoding: str, options: dict[str, Any], folder: Path | None
) -> tuple[PeopleData | None, str]:
    """Return the decisions of people in a folder of records, and a digest of them."""
    if folder is None:
        return None, ""
    game = registry.game(task.game)
    found = fitting_records(task, options, read_folder(game, folder))
    data = encode_people(task, encoding, human_moves(found, game))
    if not data.unseen.any() or data.unseen.all():
        raise PartieError(
            f"There are {len(data)} decisions of people in {folder} that a network can learn: too few."
        )
    say(
        f"{len(data)} decisions of people in {len(found)} records, {int(data.unseen.sum())} of them kept back."
    )
    return data, sha256("".join(map(record_digest, found)).encode()).hexdigest()[:16]


def _show_people(training: NetRun, task: NetTask, people: PeopleData) -> None:
    """Print how well networks predict decisions of people that none of them has seen."""
    networks = {
        name: network
        for name in task.networks.files()
        if (network := task.networks.load(name)).card["encoding"] == training.settings.encoding
    }
    if training.best is not None:
        networks["trained"] = training.best
    found = predictions(people, networks, lambda network: network)
    show_predictions(found, int(people.unseen.sum()))


def _options(game: Any, text: str) -> dict[str, Any]:
    """Return the options given, checked and converted."""
    given = parse_pairs(text)
    values = game.read_options(given)
    return {name: values[name] for name in given}


def _follow(training: NetRun, is_done: Callable[[Round | None], bool]) -> None:
    """Train, with a table of the last rounds on the screen and a progress bar for the current one."""
    try:
        with key_pressed() as stop, _screen(training) as tick:
            for one in training.rounds(is_done, stop, tick):
                tick("round finished", 1, 1)
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
        console.print("Stopped before the end of the first round: nothing was learned.")
        return
    learned = training.history[-1].samples - first
    console.print(f"{learned:,} samples in {seconds:.0f} s, {learned / max(seconds, 1e-9):,.0f} per second.")
    plot_net_run(training.history, folder / PLOT)
    if training.best is None:
        console.print("No network was better than random play yet.")
        return
    judged = ", ".join(
        f"{points:.2f} against {name}" for name, points in training.best.card["alone_against"].items()
    )
    console.print(
        f"The best network, of round {training.best.card['rounds']}: {judged} (points per deal). "
        f"Stored in {folder / 'best.safetensors'}.",
        highlight=False,
    )

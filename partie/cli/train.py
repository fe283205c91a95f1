"""`partie train`: the tuning workshop on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.table import Table

from partie.cli.shell import console
from partie.cli.train_net import train_net
from partie.core import registry
from partie.core.errors import PartieError
from partie.learn.extras import check_plot
from partie.learn.keys import key_pressed
from partie.learn.plots import plot_run
from partie.learn.tuning.genome import Genome
from partie.learn.tuning.run import (
    METHODS,
    Generation,
    Run,
)
from partie.learn.tuning.tuner import Task

SHOWN = 12
"""How many generations the progress table shows."""
PLOT = "fitness.png"

train_app = typer.Typer(no_args_is_help=True, help="Tune the programs of a game.")


def tuning_task(family: str, game: str) -> Task:
    """What there is to tune of a family of agents, as the game declares it."""
    tuners = registry.game(game).can.tuners
    if family not in tuners:
        known = f"; there is: {', '.join(tuners)}" if tuners else ""
        raise PartieError(f"Nothing of the agent {family!r} can be tuned for {game}{known}.")
    task: Task = tuners[family].load()
    return task


@train_app.callback()
def _train() -> None:
    """Tune the programs of a game."""


train_app.command("net")(train_net)


_Method = Annotated[str, typer.Option(help=f"How: {' or '.join(METHODS)}.")]
_Generations = Annotated[
    int, typer.Option(min=1, help="Maximum number of generations (including resumed runs).")
]
_PopulationSize = Annotated[int, typer.Option(min=4, help="How many individuals.")]
_Games = Annotated[int, typer.Option(min=1, help="Games each of them plays per generation.")]
_Seed = Annotated[str, typer.Option(help="Same seed, same run.")]
_RunFolder = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where the run is kept; default: runs/GAME-METHOD-SEED."),
]
_Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")]
_Start = Annotated[
    str | None, typer.Option(metavar="GENOME", help="A stored genome to start from; default: the best.")
]


@train_app.command("weighted")
def train_weighted(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game, e.g. liarsdice.")],
    method: _Method = "genetic",
    generations: _Generations = 100,
    population: _PopulationSize = 100,
    games: _Games = 100,
    seed: _Seed = "0",
    run: _RunFolder = None,
    resume: _Resume = False,
    start: _Start = None,
    save: Annotated[
        str | None, typer.Option(metavar="NAME", help="Store the best, to play it as weighted:genome=NAME.")
    ] = None,
) -> None:
    """Tune the weights of the program `weighted`. Any key or Ctrl-C stops; the best is kept."""
    training = _run(game, "weighted", method, population, games, seed, run, resume, start, save)
    _tune(training, generations, save)


@train_app.command("scores")
def train_scores(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game, e.g. coinche.")],
    method: _Method = "cma",
    generations: _Generations = 200,
    population: _PopulationSize = 40,
    games: _Games = 1800,
    seed: _Seed = "0",
    run: _RunFolder = None,
    resume: _Resume = False,
    start: _Start = None,
    save: Annotated[
        str | None, typer.Option(metavar="NAME", help="Store the best, to play it as scores:weights=NAME.")
    ] = None,
) -> None:
    """Tune the weights of the program `scores`. Any key or Ctrl-C stops; the best is kept."""
    training = _run(game, "scores", method, population, games, seed, run, resume, start, save)
    _tune(training, generations, save)


def _run(
    game: str,
    family: str,
    method: str,
    population: int,
    games: int,
    seed: str,
    run: Path | None,
    resume: bool,
    start: str | None,
    save: str | None,
) -> Run:
    """The run that was asked for, new or resumed, once everything is there that its end will need."""
    task = tuning_task(family, game)
    if save:
        task.check_name(save)
    folder = run or Path("runs") / f"{game}-{method}-{seed}"
    check_plot(folder / PLOT)
    if resume:
        return Run.resume(folder, task)
    first = None if start is None else task.load(start)
    return Run.begin(folder, task, method, population, games, seed, first)


def _tune(training: Run, generations: int, save: str | None) -> None:
    """Advance, show and keep what was found."""
    task, folder = training.task, training.folder
    console.print(f"Run folder: {folder}. Any key stops; the best is kept.", highlight=False)
    _follow(training, generations)
    if not training.history:
        console.print("Stopped before the first generation was over: nothing was learned yet.")
        return
    best = training.finish()
    _show_best(training, best)
    plot_run(training.history, folder / PLOT, task.judged.replace("_", " "))
    if save:
        console.print(f"Stored as {task.store(best, save)}.", highlight=False)


def _follow(training: Run, generations: int) -> None:
    """Advance with a table of the last generations on the screen."""
    try:
        with key_pressed() as stop, Live(console=console, refresh_per_second=4) as live:
            live.update("Compiling and playing the first generation …")
            for _ in training.generations(generations, stop):
                live.update(_progress(training.history, training.task.judged))
    except KeyboardInterrupt:
        console.print("Stopped.")


def _progress(history: list[Generation], judged: str) -> Table:
    table = Table("generation", "games", "best", "mean", "diversity", judged.replace("_", " "))
    for one in history[-SHOWN:]:
        table.add_row(
            str(one.number),
            f"{one.games:,}",
            f"{one.best:.3f}",
            f"{one.mean:.3f}",
            f"{one.diversity:.2f}",
            f"{one.judged:.1%}",
        )
    return table


def _show_best(training: Run, best: Genome) -> None:
    table = Table("gene", "value", "what it weighs", title="The best genome")
    for gene, (name, value) in zip(best.genes, best.values.items(), strict=True):
        table.add_row(name, f"{value:g}", gene.help)
    console.print(table)
    word = training.task.judged
    console.print(
        f"{word.replace('_', ' ')}: {best.card[word]:.1%}. Kept in {training.folder / 'best.toml'}.",
        highlight=False,
    )


@train_app.command("reader")
def train_reader(
    records: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Records of people to learn from; without it our programs play."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games our programs play.")] = 1500,
    seed: Annotated[int, typer.Option(help="Same seed, same model.")] = 0,
    name: Annotated[str, typer.Option(metavar="NAME", help="Play it as reader:model=NAME.")] = "mine",
) -> None:
    """Teach the program `reader` of Liar's Dice how people bid.

    With --records, what people did is added to the model NAME, or to a copy of the shipped one, each kind of player by how much there is to go by. What is shipped is never changed."""
    from partie.games.liarsdice.players.reader import (
        agent as reader,
    )  # only this command needs it
    from partie.games.liarsdice.players.reader import (
        training as reader_training,
    )

    if records is not None and not records.is_dir():
        raise PartieError(f"{records} is not a folder of records.")
    reader.check_model_name(name)
    base = reader.load_model(name) if reader.model_path(name).is_file() else None
    if records is None and base is not None:
        raise PartieError(
            f"There is a model called {name!r} already, which would be lost: choose another name."
        )
    with console.status("Learning …"):
        model = reader_training.train_reader(records, games=games, seed=seed, base=base)
    file = reader.store_model(model, name)
    if records is not None:
        now, before = map(reader_training.from_records, (model, base))
        games = now["games"] - before["games"]
        console.print(
            f"Added {now['decisions'] - before['decisions']} decisions of {games} new record{'s' * (games > 1)} to what "
            f"{name if base else 'the shipped model'} knew.",
            highlight=False,
        )
    console.print(f"Kept in {file}: play it as reader:model={name}.", highlight=False)

"""`partie train FAMILY`: tunes a family of agents with the task that a game declares for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.table import Table

from partie.arena.pool import Pool, workers
from partie.cli.imitate import imitate_person
from partie.core import registry
from partie.core.errors import PartieError
from partie.learn.extras import check_plot
from partie.learn.keys import key_pressed
from partie.learn.plots import plot_run
from partie.learn.runs import note_saved
from partie.learn.tuning.genome import Genome
from partie.learn.tuning.run import METHODS, Generation, Run
from partie.learn.tuning.tuner import Task
from partie.shell import Cluster, GameName, Jobs, console, say, show_table

SHOWN = 12
"""Number of generations in the progress table."""
PLOT = "fitness.png"


def tuning_task(family: str, game: str) -> Task:
    """Return the tuning task that a game declares for a family of agents."""
    tuners = registry.game(game).can.tuners
    if family not in tuners:
        known = f", only: {', '.join(tuners)}" if tuners else ""
        raise PartieError(f"The agent {family!r} cannot be tuned for {game}{known}.")
    task: Task = tuners[family].load()
    return task


def tuning_command(family: str) -> Callable[..., None]:
    """Return the command function that tunes a family."""

    # Long, since every option of the command is an argument with its help.
    def tune(
        game: GameName,
        method: Annotated[
            str | None, typer.Option(help=f"Tuning method: {' or '.join(METHODS)}; default: see above.")
        ] = None,
        generations: Annotated[
            int | None,
            typer.Option(
                min=1,
                help="Maximum number of generations (including resumed runs); default: see above.",
            ),
        ] = None,
        population: Annotated[
            int | None, typer.Option(min=4, help="Size of the population; default: see above.")
        ] = None,
        games: Annotated[
            int | None,
            typer.Option(min=1, help="Games each individual plays per generation; default: see above."),
        ] = None,
        seed: Annotated[str, typer.Option(help="Random seed; the same seed gives the same run.")] = "0",
        run: Annotated[
            Path | None,
            typer.Option(metavar="FOLDER", help="Folder of the run; default: runs/GAME-METHOD-SEED."),
        ] = None,
        resume: Annotated[bool, typer.Option("--resume", help="Resume the run in that folder.")] = False,
        start: Annotated[
            str | None,
            typer.Option(metavar="NAME", help="Name of stored weights to start from; default: the best."),
        ] = None,
        save: Annotated[
            str | None,
            typer.Option(metavar="NAME", help="Store the best weights under this name, to play with them."),
        ] = None,
        jobs: Jobs = 1,
        cluster: Cluster = None,
        records: Annotated[
            Path | None, typer.Option(metavar="FOLDER", help="Records of games, to imitate somebody in them.")
        ] = None,
        imitate: Annotated[
            str | None,
            typer.Option(metavar="NAME", help="Fit the weights to the moves of this person in the records."),
        ] = None,
    ) -> None:
        task = tuning_task(family, game)
        if records is not None or imitate is not None:
            imitate_person(task, family, game, records, imitate, save)
            return
        usual = task.usual
        if save:
            task.stored.check_name(save)
        folder = run or Path("runs") / f"{game}-{method or usual.method}-{seed}"
        check_plot(folder / PLOT)
        if resume:
            training = Run.resume(folder, task)
        else:
            training = Run.begin(
                folder,
                task,
                method or usual.method,
                population or usual.population,
                games or usual.games,
                seed,
                None if start is None else task.stored.load(start),
            )
        if task.together is None and (jobs > 1 or cluster is not None):
            say(f"One process measures every generation: the individuals of {task.name} play each other.")
        with workers(jobs, cluster) as pool:
            best = _advance(training, generations or usual.generations, pool)
        if save and best is not None:
            agent = f"{family}:{task.parameter}={save}"
            say(f"Stored as {task.stored.keep(best, save)}: play it as {agent}.")
            note_saved(folder, agent)

    tune.__doc__ = (
        f"Tune the weights of the program `{family}`. Any key or Ctrl-C stops; the best weights are kept.\n\n"
        f"Defaults: {_defaults(family)}."
    )
    return tune


def _defaults(family: str) -> str:
    """Describe the default settings of every game that can tune this family."""
    found = {
        game.name: tuning_task(family, game.name).usual
        for game in registry.games()
        if family in game.can.tuners
    }
    return "; ".join(
        f"{game}: {usual.method}, {usual.generations} generations of {usual.population}, {usual.games} games each"
        for game, usual in found.items()
    )


def _advance(training: Run, generations: int, pool: Pool) -> Genome | None:
    """Run the tuning, then show and plot its result; return the best genome, None if there is none."""
    say(f"Run folder: {training.folder}. Any key stops; the best weights are kept.")
    _follow(training, generations, pool)
    if not training.history:
        say("Stopped before the end of the first generation: nothing was learned.")
        return None
    best = training.finish()
    _show_best(training, best)
    plot_run(training.history, training.folder / PLOT, training.task.judged.replace("_", " "))
    return best


def _follow(training: Run, generations: int, pool: Pool) -> None:
    """Run the tuning with a table of the last generations on the screen."""
    try:
        with key_pressed() as stop, Live(console=console, refresh_per_second=4) as live:
            live.update("Compiling and playing the first generation …")
            for _ in training.generations(generations, stop, pool.in_order):
                live.update(_progress(training.history, training.task.judged))
    except KeyboardInterrupt:
        say("Stopped.")


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
    show_table(
        ("gene", "value", "weight of"),
        (
            [name, f"{value:g}", gene.help]
            for gene, (name, value) in zip(best.genes, best.values.items(), strict=True)
        ),
        "The best genome",
    )
    word = training.task.judged
    say(f"{word.replace('_', ' ')}: {best.card[word]:.1%}. Stored in {training.folder / 'best.toml'}.")

"""`partie train FAMILY GAME --records FOLDER --imitate NAME`: weights fitted to a person's moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from partie.core import registry
from partie.core.errors import PartieError
from partie.learn.prediction import Prediction
from partie.learn.records import human_moves, people_in, read_folder
from partie.learn.tuning.imitate import imitate
from partie.learn.tuning.tuner import Task
from partie.shell import errors, say, show_table


def imitate_person(
    task: Task, family: str, game: str, records: Path | None, name: str | None, save: str | None
) -> None:
    """Fit a genome to the moves of a person in records, test it on unseen ones, and store it."""
    if records is None or name is None:
        raise PartieError("To imitate somebody, name a folder and a person: --records FOLDER --imitate NAME.")
    if task.describe is None:
        raise PartieError(f"The weights of {family} cannot be fitted to people's moves in {game}.")
    stored_as = save or re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    task.stored.check_name(stored_as)
    chosen = registry.game(game)
    found = read_folder(chosen, records)
    moves = human_moves(found, chosen, name)
    if not moves:
        known = ", ".join(people_in(found, chosen)) or "nobody"
        raise PartieError(f"{name!r} took no decision in these records; people in them: {known}.")
    with errors.status("Fitting …"):
        baselines = {stored: task.stored.load(stored) for stored in task.stored.files()}
        start = task.best_stored()
        learned = imitate(moves, task.describe, start, baselines)
    show_predictions(learned.predictions, learned.unseen)
    say(
        f"{learned.learned_from + learned.unseen} decisions of {name} with a choice, in {len(found)} records."
    )
    card: dict[str, str | int | float] = {
        "task": task.name,
        "method": "imitation",
        "imitates": name,
        "decisions": learned.learned_from,
        "held_out": learned.unseen,
        "log_loss": round(learned.predictions[-1].log_loss, 4),
        "hits": round(learned.predictions[-1].hits, 4),
    }
    file = task.stored.keep(replace(learned.genome, card=card), stored_as)
    say(f"Stored as {file}: play it as {family}:{task.parameter}={stored_as}.")


def show_predictions(predictions: Sequence[Prediction], unseen: int) -> None:
    """Print how well each model predicts unseen decisions."""
    show_table(
        ("model", "log-loss", "exact hits"),
        ([one.name, f"{one.log_loss:.3f}", f"{one.hits:.1%}"] for one in predictions),
        f"{unseen} unseen decisions",
    )

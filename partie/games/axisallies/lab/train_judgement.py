"""`partie train judgement`: the judgement of positions fitted to wars. Generals of various styles play each
other, and a logistic model learns from every turn who won."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from partie.arena.pool import spread
from partie.core.compiled.chance import new_chance
from partie.games.axisallies import GAME
from partie.games.axisallies.lab.wars import axis_share
from partie.games.axisallies.players.general import doctrine, judgement
from partie.games.axisallies.players.general.agent import General, Style
from partie.games.axisallies.players.general.imagine import play_turn
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.rules.board import AXIS, SIDE
from partie.games.axisallies.rules.state import OVER, State
from partie.learn.plots import COLOURS, figure, save
from partie.shell import Jobs, say

Floats = NDArray[np.float64]
HELD_OUT = 0.25
"""The share of wars that is not learned from."""
SPREAD = 0.05
"""By how much the share of a side must differ from a half for the war to count as three quarters won."""
SHRINK = 2.0
"""The weight of the squares of the weights, against overfitting."""
BINS = 10
SHIPPED = Path(judgement.__file__).with_name(judgement.FILE)
"""The file the programs read."""


def random_style(rng: np.random.Generator) -> Style:
    """A style near the tuned one."""
    rows = doctrine.tuned().copy()
    rows[:, : doctrine.SEEN_SLOPE] *= rng.uniform(0.7, 1.3, doctrine.SEEN_SLOPE)
    rows[:, doctrine.LEAST_CHANCE] = rng.uniform(0.5, 0.85)
    rows[:, doctrine.RISK] = rng.uniform(0.1, 0.4)
    return Style(doctrine.bounded(rows))


def play_war(seed: int, rounds: int) -> tuple[Floats, float]:
    """The features of all turns of a war, and how far the Axis has won it, between 0 and 1."""
    rng, chance = np.random.default_rng(seed), new_chance("judging", seed)
    generals = [General(random_style(rng), quick=True) for _ in range(2)]
    state = GAME.start({"rounds": rounds}, chance)
    view = state.view(0)
    array, seen = duplicate(view.record).view(State), []
    while array["phase"][0] != OVER:
        seen.append(judgement.features(array))
        array = play_turn(view, array, generals[int(SIDE[array["power"][0]])], chance, low_luck=False)
    return np.array(seen), outcome(array)


def outcome(array: Any) -> float:
    """How far the Axis has won a war that is over: 0 or 1 if somebody has, else by its share of the world."""
    if array["winner"][0] >= 0 and array["victory"][0] in (1, 2):
        return float(array["winner"][0] == AXIS)
    return share_as_win(axis_share(array.view(np.recarray)[0]))


def share_as_win(share: float) -> float:
    """How far a war that nobody has won is won by a side with this share of the world, between 0 and 1."""
    return float(1.0 / (1.0 + 3.0 ** (-(share - 0.5) / SPREAD)))


def fit(x: Floats, y: Floats, offset: Floats | float = 0.0, steps: int = 50) -> Floats:
    """Weights of a logistic model, the constant first, by Newton's method; `offset` is added to the log-odds
    of every example."""
    x1 = np.hstack([np.ones((len(x), 1)), x])
    w, pull = np.zeros(x1.shape[1]), SHRINK * np.eye(x1.shape[1])
    pull[0, 0] = 0.0
    for _ in range(steps):
        p = 1.0 / (1.0 + np.exp(-(x1 @ w + offset)))
        slope = x1.T @ (p - y) + pull @ w
        bend = (x1 * (p * (1.0 - p))[:, None]).T @ x1 + pull + 1e-9 * np.eye(len(w))
        step = np.linalg.solve(bend, slope)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    return w


def refit(w: Floats, x: Floats, y: Floats, only: Sequence[str]) -> Floats:
    """Weights in which the constant and these features are fitted, and all others are those of `w`."""
    columns = [judgement.FEATURES.index(name) for name in only]
    others = w.copy()
    others[[0, *(1 + column for column in columns)]] = 0.0
    found = fit(x[:, columns], y, x @ others[1:])
    others[[0, *(1 + column for column in columns)]] = found
    return others


def predicted(w: Floats, x: Floats) -> Floats:
    out: Floats = 1.0 / (1.0 + np.exp(-(w[0] + x @ w[1:])))
    return out


def log_loss(p: Floats, y: Floats) -> float:
    """The mean loss of predictions, in nats."""
    p = np.clip(p, 1e-9, 1.0 - 1e-9)
    return float(-np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p)))


def calibration(p: Floats, y: Floats) -> list[tuple[float, float, int]]:
    """What was predicted, what came, and how often, for predictions in each tenth."""
    rows = []
    for i in range(BINS):
        inside = (p >= i / BINS) & (p < (i + 1) / BINS + (i == BINS - 1))
        if inside.any():
            rows.append((float(p[inside].mean()), float(y[inside].mean()), int(inside.sum())))
    return rows


def _plot(rows: list[tuple[float, float, int]], path: Path) -> list[Path]:
    drawing, axes = figure(5.0, 4.2)
    axes.plot([0, 1], [0, 1], color="#aaaaaa", linewidth=1.0)
    sizes = [10.0 + 200.0 * n / max(row[2] for row in rows) for _, _, n in rows]
    axes.scatter([row[0] for row in rows], [row[1] for row in rows], s=sizes, color=COLOURS[0])
    axes.set(xlabel="predicted chance of the Axis", ylabel="outcome", xlim=(0, 1), ylim=(0, 1))
    return save(drawing, path)


def train_judgement(
    wars: Annotated[int, typer.Option(min=1, help="Number of wars.")] = 100,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds after which a war ends.")] = 15,
    seed: Annotated[int, typer.Option(help="Seed of dice and styles.")] = 1,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the weights and their card.")] = Path(
        "build/judgement.json"
    ),
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FEATURE",
            help="Fit the constant and this feature; the others keep their weights. Repeatable.",
        ),
    ] = None,
    jobs: Jobs = 1,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also plot the calibration, as PNG and SVG.")
    ] = None,
) -> None:
    """Fit the judgement of positions to wars of generals, and write its weights with their card.

    The programs read `judgement.json` beside `judgement.py`."""
    seeds = [1000 * seed + number for number in range(wars)]
    played = spread(partial(play_war, rounds=rounds), seeds, jobs)
    known = played[: max(1, round((1.0 - HELD_OUT) * wars))]
    kept = played[len(known) :] or known
    x, y = (np.concatenate(part) for part in _pooled(known))
    kept_x, kept_y = (np.concatenate(part) for part in _pooled(kept))
    w = refit(judgement.weights(), x, y, only) if only else fit(x, y)
    p = predicted(w, kept_x)
    rows = calibration(p, kept_y)
    card = {
        "wars": wars,
        "rounds": rounds,
        "seed": seed,
        "fitted": only or list(judgement.FEATURES),
        "turns": len(x),
        "held_out_wars": len(kept),
        "log_loss": round(log_loss(p, kept_y), 4),
        "log_loss_of_the_weights_before": round(log_loss(predicted(judgement.weights(), kept_x), kept_y), 4),
        "log_loss_of_a_constant": round(log_loss(np.full(len(p), float(y.mean())), kept_y), 4),
        "axis": round(float(np.mean([result for _, result in played])), 3),
        "calibration": [[round(a, 3), round(b, 3), n] for a, b, n in rows],
    }
    found = {"constant": w[0], **dict(zip(judgement.FEATURES, w[1:], strict=True))}
    text = {"weights": {name: round(float(value), 4) for name, value in found.items()}, "card": card}
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")
    say(out.read_text(encoding="utf-8"))
    if plot is not None:
        say(" ".join(map(str, _plot(rows, plot))))


def _pooled(played: list[tuple[Floats, float]]) -> tuple[list[Floats], list[Floats]]:
    return [x for x, _ in played], [np.full(len(x), result) for x, result in played]

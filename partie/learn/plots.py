"""Plots of training runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from partie.learn.extras import require_package
from partie.learn.tuning.run import Generation

COLOURS = ("#3b6fb6", "#c8553d", "#4f9d69", "#8d6cab", "#b8860b", "#2f8f9d", "#a3243b", "#5c6675")


def figure(width: float = 7.5, height: float = 4.2) -> tuple[Any, Any]:
    """An empty plot in the common style: the figure and its axes."""
    require_package("matplotlib", "Plots")
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(width, height), layout="constrained")
    axes = drawing.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.8)
    return drawing, axes


def save(drawing: Any, path: Path) -> list[Path]:
    """Write a figure as PNG and SVG next to each other; the suffix of `path` is ignored."""
    path.parent.mkdir(parents=True, exist_ok=True)
    files = [path.with_suffix(suffix) for suffix in (".png", ".svg")]
    drawing.savefig(files[0], dpi=130)
    drawing.savefig(files[1], metadata={"Date": None})
    return files


def plot_run(history: Sequence[Generation], path: Path, judged: str) -> list[Path]:
    """Plot best, mean and judged fitness by generation."""
    drawing, axes = figure()
    numbers = [generation.number for generation in history]
    for name, colour in (("best", COLOURS[0]), ("mean", COLOURS[2]), ("judged", COLOURS[1])):
        label = judged if name == "judged" else f"{name} of the generation"
        axes.plot(numbers, [getattr(generation, name) for generation in history], color=colour, label=label)
    axes.set(xlabel="generation", ylabel="fitness")
    axes.legend(frameon=False)
    return save(drawing, path)


def plot_comparison(
    runs: Mapping[str, Sequence[Sequence[Generation]]], path: Path, judged: str
) -> list[Path]:
    """Plot the judged favourite by the number of games played, for several methods with several runs each.

    Thin lines are runs, thick lines their mean."""
    drawing, axes = figure()
    for (name, histories), colour in zip(runs.items(), COLOURS, strict=False):
        length = min(len(history) for history in histories)
        games = [generation.games for generation in histories[0][:length]]
        for history in histories:
            axes.plot(games, [one.judged for one in history[:length]], color=colour, linewidth=0.6, alpha=0.5)
        middle = [sum(history[i].judged for history in histories) / len(histories) for i in range(length)]
        axes.plot(games, middle, color=colour, linewidth=2.0, label=name)
    axes.set(xlabel="games played by all individuals", ylabel=judged, xlim=(0, None), ylim=(0, None))
    axes.xaxis.set_major_formatter(lambda games, _: f"{games:,.0f}")
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.legend(frameon=False)
    return save(drawing, path)

"""Plots of training runs of networks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from partie.learn.net.settings import Round
from partie.learn.plots import (
    COLOURS,
    figure,
    save,
)


def plot_net_run(history: Sequence[Round], path: Path) -> list[Path]:
    """Plot the network's results alone against each yardstick, with dots where it replaced the best."""
    drawing, axes = figure()
    for name, colour in zip(history[0].judged, COLOURS, strict=False):
        axes.plot(
            [one.deals for one in history],
            [one.judged[name] for one in history],
            color=colour,
            label=f"alone against {name}",
        )
        accepted = [one for one in history if one.accepted]
        axes.plot([one.deals for one in accepted], [one.judged[name] for one in accepted], "o", color=colour)
    axes.set(xlabel="deals played", ylabel="points per deal")
    axes.legend(frameon=False)
    return save(drawing, path)


def plot_net_comparison(runs: Mapping[str, Sequence[Round]], path: Path, yardstick: str) -> list[Path]:
    """Plot the best network so far of several runs by samples learned from."""
    drawing, axes = figure()
    for (name, history), colour in zip(runs.items(), COLOURS, strict=False):
        best, points = float("nan"), []
        for one in history:
            best = one.judged[yardstick] if one.accepted else best
            points.append(best)
        axes.plot([one.samples for one in history], points, color=colour, linewidth=1.8, label=name)
        axes.plot(
            [one.samples for one in history],
            [one.judged[yardstick] for one in history],
            color=colour,
            linewidth=0.6,
            alpha=0.4,
        )
    axes.set(xlabel="samples learned from", ylabel=f"points per deal alone against {yardstick}", xscale="log")
    axes.legend(frameon=False)
    return save(drawing, path)

"""Compare training runs of networks for Hearts, and measure the shipped networks.

python benchmarks/nets.py runs/dataset-cards runs/dataset-planes runs/qlearning-cards runs/qlearning-planes

The tables and the plot go into docs/hearts-network.md. Without runs, only the shipped networks are measured.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from pages import DOCS, fill

from partie.games.hearts.players.net.agent import RULES, V1
from partie.games.hearts.players.net.task import TASK
from partie.learn.net.network import Network, read_network
from partie.learn.net.play import Simulator
from partie.learn.net.plot import plot_net_comparison
from partie.learn.net.run import read_log, read_settings
from partie.learn.net.settings import Round

PAGE = DOCS / "hearts-network.md"
DEALS = 20_000
"""The number of new deals over which every network is measured again."""


def measured(network: Network) -> dict[str, str]:
    """Points per deal alone against three copies of each yardstick, with the 95 % interval."""
    simulator = Simulator(TASK, network.card["options"])
    player = (network, TASK.encoding(network.card["encoding"]))
    found = {}
    for name in TASK.yardsticks:
        mean, error = simulator.play_alone(player, simulator.policies.index(name), DEALS, "benchmark")
        found[name] = f"{mean:.2f} ± {1.96 * error:.2f}"
    return found


def options_text(options: Mapping[str, object]) -> str:
    """The options a network was trained with."""
    return ", ".join(f"{name}={value}" for name, value in options.items() if name != "length")


def shipped_table() -> str:
    """A table of the networks shipped with the game."""
    lines = [
        "| network | options | made by | deals | samples | alone against `random` | alone against `careful` |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in (*RULES, *V1):
        network = TASK.networks.load(name)
        card, points = network.card, measured(network)
        lines.append(
            f"| `{name}` | {options_text(card['options'])} | {card['method']}, {card['encoding']} "
            f"| {card['deals']:,} | {card['samples']:,} | {points['random']} | {points['careful']} |"
        )
    return "\n".join(lines)


def runs_table(runs: dict[str, tuple[Path, list[Round]]]) -> str:
    """A table with one line per run."""
    lines = [
        "| method, encoding | device | rounds | deals | samples | alone against `random` "
        "| alone against `careful` |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, (folder, history) in runs.items():
        points = measured(read_network(folder / "best.safetensors"))
        last = history[-1]
        lines.append(
            f"| {name} | {read_settings(folder).device} | {last.number} | {last.deals:,} | {last.samples:,} "
            f"| {points['random']} | {points['careful']} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Read the run folders named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="*", type=Path, help="folders of training runs")
    runs = {}
    for folder in parser.parse_args().runs:
        settings = read_settings(folder)
        runs[f"{settings.method}, {settings.encoding}"] = (folder, read_log(folder))
    if runs:
        found = runs_table(runs)
        print(found)
        fill(PAGE, "nets:runs", found)
        plot_net_comparison(
            {name: history for name, (_, history) in runs.items()},
            DOCS / "images" / "hearts-network",
            "random",
        )
    found = shipped_table()
    print(found)
    fill(PAGE, "nets:shipped", found)


if __name__ == "__main__":
    main()

"""`partie train beliefs`: trains networks that estimate who holds which card."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from partie.cli.train_net import net_task
from partie.core import registry
from partie.core.errors import PartieError
from partie.core.parameters import parse_pairs
from partie.learn.extras import require_package
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask
from partie.shell import say

GUESTS = 0.3
"""The share of seats that playout policies take, so that beliefs are about strangers, too."""


def train_beliefs(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game; `partie games` lists them.")],
    players: Annotated[
        str,
        typer.Option(
            metavar="NAME,…", help="Who plays each stage of a deal: stored networks or playout policies."
        ),
    ],
    save: Annotated[str, typer.Option(metavar="NAME", help="Store the network under this name.")],
    options: Annotated[str, typer.Option("--options", metavar="K=V,…", help="Options of the game.")] = "",
    deals: Annotated[int, typer.Option(min=16, help="Number of deals to play.")] = 65_536,
    epochs: Annotated[int, typer.Option(min=1, help="How often every decision is learned from.")] = 6,
    seed: Annotated[str, typer.Option(help="Random seed; the same seed gives the same run.")] = "0",
    device: Annotated[str, typer.Option(help="Device to compute on: cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(min=1, help="Number of CPU threads.")] = 1,
) -> None:
    """Train a network that estimates who holds which card."""
    task = net_task(game)
    if not task.cards:
        raise PartieError(f"{game} has no hidden cards that a network could estimate.")
    task.beliefs.check_name(save)
    require_package("torch", "Training networks")
    from partie.learn.net.train_beliefs import BeliefSettings, Stage, train
    from partie.learn.net.train_torch import device_named

    began, where = time.monotonic(), device_named(device, threads)
    chosen = parse_pairs(options)
    given = registry.game(game).read_options(chosen)
    stages = [
        Stage(*_stage(task, name, {key: given[key] for key in chosen}, where)) for name in players.split(",")
    ]
    encoding = _encoding(task, players.split(",")[-1])
    settings = BeliefSettings(encoding, seed, deals, epochs=epochs, threads=threads)
    card = {"game": game, "options": {**task.options, **chosen}, "players": players, "deals": deals}
    network, loss, uniform = train(stages, settings, where, card, say)
    card = {**network.card, "log_loss": round(loss, 4), "uniform_log_loss": round(uniform, 4)}
    path = task.beliefs.keep(Network(network.layers, card), save)
    say(
        f"Log-loss per card {loss:.4f}, uniform {uniform:.4f}; {time.monotonic() - began:.0f} s. Stored as {path}."
    )


def _encoding(task: NetTask, name: str) -> str:
    """The encoding of what a network of beliefs sees: that of the network that plays, or the task's first."""
    return (
        str(task.networks.load(name).card["encoding"])
        if task.networks.find(name)
        else next(iter(task.encodings))
    )


def _stage(
    task: NetTask, name: str, options: dict[str, Any], device: Any
) -> tuple[Any, list[Any], list[float]]:
    from partie.learn.net.play import Simulator
    from partie.learn.net.train_torch import evaluator

    if task.networks.find(name) is None:
        simulator = Simulator(task, options, varied=True)
        return simulator, [simulator.policies.index(name)], [1.0]
    network = task.networks.load(name)
    simulator = Simulator(task.learning(network.card["encoding"]), options, varied=True)
    policies = simulator.policies[1:]
    shares = [1.0 - GUESTS, *(GUESTS / len(policies) for _ in policies)]
    player = (evaluator(network, device), task.encoding(network.card["encoding"]))
    return simulator, [player, *(simulator.policies.index(policy) for policy in policies)], shares

"""`partie train rival`: a network that calls like the sampled bidder, to learn against."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.games.coinche.players.net.task import TASK
from partie.learn.extras import require_package
from partie.shell import say


def train_rival(
    model: Annotated[
        str, typer.Option(metavar="NAME", help="Stored bidding network that the new one starts from.")
    ],
    save: Annotated[str, typer.Option(metavar="NAME", help="Store the network under this name.")],
    minutes: Annotated[float, typer.Option(help="How long auctions are collected.")] = 2.0,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes.")] = 1,
    device: Annotated[str, typer.Option(help="Device to compute on: cpu or cuda.")] = "cpu",
) -> None:
    """Train a network of Coinche that calls like the sampled bidder."""
    TASK.networks.check_name(save)
    require_package("torch", "Training networks")
    from partie.games.coinche.players.net.train_rival import gather, imitate
    from partie.learn.net.train_torch import device_named

    lessons = gather(60 * minutes, jobs, model)
    network, same = imitate(lessons, model, device_named(device, jobs))
    path = TASK.networks.keep(network, save)
    say(f"{len(lessons[0]):,} decisions; the same call in {same:.0%} of those kept back. Stored as {path}.")

"""`partie train rival`, a network that calls like the sampled bidder, and `partie train bidder`, which learns
against it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from partie.games.coinche.players.net.task import TASK
from partie.learn.extras import require_package
from partie.shell import say


def train_rival(
    model: Annotated[
        str, typer.Option(metavar="NAME", help="Stored bidding network that calls in some of the auctions.")
    ],
    save: Annotated[str, typer.Option(metavar="NAME", help="Store the network under this name.")],
    start: Annotated[
        str, typer.Option(metavar="NAME", help="Stored network whose weights it starts from; default: MODEL.")
    ] = "",
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
    network, same = imitate(lessons, start or model, device_named(device, jobs))
    path = TASK.networks.keep(network, save)
    say(f"{len(lessons[0]):,} decisions; the same call in {same:.0%} of those kept back. Stored as {path}.")


def train_bidder(
    run: Annotated[Path, typer.Option(help="Folder of the run; one that has begun is resumed.")],
    save: Annotated[str, typer.Option(metavar="NAME", help="Store the network under this name.")],
    start: Annotated[str, typer.Option(metavar="NAME", help="Stored network to begin with.")] = "bids",
    rival: Annotated[str, typer.Option(metavar="NAME", help="Stored network to learn against.")] = "rival",
    minutes: Annotated[float, typer.Option(help="How long the run lasts in all.")] = 5.0,
    deals: Annotated[int, typer.Option(min=1, help="Deals in a round.")] = 65_536,
    punishing: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of rivals that coinche all that goes down.")
    ] = 0.35,
    caution: Annotated[float, typer.Option(help="Handicap on coinches of the result, in marks.")] = 0.0,
    seed: Annotated[str, typer.Option(help="Seed of all random choices.")] = "0",
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes that play.")] = 1,
    device: Annotated[str, typer.Option(help="Device to compute on: cpu or cuda.")] = "cpu",
) -> None:
    """Train a bidding network of Coinche against itself, earlier selves, the table and a rival."""
    TASK.networks.check_name(save)
    require_package("torch", "Training networks")
    from partie.games.coinche.players.net.handicap import handicapped
    from partie.games.coinche.players.net.train_bidder import BidderRun, League

    going = BidderRun(
        League(run, start, rival, seed=seed, deals=deals, punishing=punishing, jobs=jobs, device=device)
    )
    going.advance(60 * minutes, say)
    path = TASK.networks.keep(handicapped(going.network, caution), save)
    say(f"Stored as {path}.")

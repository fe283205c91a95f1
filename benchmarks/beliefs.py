"""Measure what the networks of beliefs know about hidden cards; writes docs/methods/beliefs.md.

python benchmarks/beliefs.py --deals 40

At decisions of deals played by a program: how much more likely the true deal is under the network's beliefs
than among all deals that fit what is known, as the mean logarithm of that factor, and the share of worlds
that are effectively left after weighting. `--trusts 0.5,0.7,1` tries other degrees of trust in the networks.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pages import DOCS, fill, markdown

from partie.cli.train_net import net_task
from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.parameters import parse_pairs
from partie.core.registry import build_agent, game
from partie.learn.net.beliefs import log_beliefs
from partie.learn.net.network import Network
from partie.learn.net.task import NetTask

WORLDS = 200
EVERY = 3
"""One trick in so many is looked at."""
PLAY = 1
"""The phase in which cards are played, in both games."""


class Measured(NamedTuple):
    """A network, and the players whose hidden cards it is asked about."""

    game: str
    network: str
    options: str
    players: str


LIST = (
    Measured("hearts", "classic", "rules=classic,length=1", "net"),
    Measured("hearts", "classic", "rules=classic,length=1", "expert"),
    Measured("hearts", "coeurs", "rules=coeurs,length=1", "expert"),
    Measured("coinche", "coinche", "deals=1", "scores:bids=net"),
    Measured("coinche", "coinche", "deals=1", "scores:bids=sampled"),
)


def looked_at(one: Measured, deals: int, trusts: list[float]) -> NDArray[np.float64]:
    """Rows of a trick's number and, for every degree of trust, the gain in nats and the share left."""
    task, played = net_task(one.game), game(one.game)
    network, options = task.beliefs.load(one.network), parse_pairs(one.options)
    rows, chance = [], new_chance("beliefs", "worlds")
    for number in range(deals):
        agents = [build_agent(played, one.players, f"{number}/{seat}") for seat in range(4)]
        state = played.start(options, new_chance("beliefs", number))
        luck = new_chance("beliefs play", number)
        while not state.over:
            tricks = int(state.record.tricks)
            if state.record.phase == PLAY and (number + tricks) % EVERY == 0 and len(state.moves) > 1:
                rows.append([tricks, *gains(task, network, state, trusts, chance)])
            move = agents[state.to_move].decide(state.view(state.to_move), Budget()).move
            state.play(move, luck)
    return np.array(rows)


def gains(task: NetTask, network: Network, state: State, trusts: list[float], chance: Any) -> list[float]:
    """For every degree of trust, the gain in nats and the share of worlds left."""
    view = state.view(state.to_move)
    logs = log_beliefs(task, network, view) / float(network.card["trust"])
    world = state.copy()
    weights = []
    for _ in range(WORLDS):
        verbs.determinise(view.record, view.seat, chance, world.record)
        weights.append(likelihood(task, logs, world, view.seat))
    true, all_weights = likelihood(task, logs, state, view.seat), np.array(weights)
    found = []
    for trust in trusts:
        shares = np.exp(trust * (all_weights - all_weights.max()))
        found.append(trust * (true - all_weights.max()) - float(np.log(shares.mean())))
        found.append(float(shares.sum() ** 2 / (shares**2).sum() / WORLDS))
    return found


def likelihood(task: NetTask, logs: NDArray[np.float64], state: State, seat: int) -> float:
    where = np.empty(task.cards, np.int8)
    verbs.locations(state.record, seat, where)
    known = where >= 0
    return float(logs[known, where[known]].sum())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--trusts", default="", help="degrees of trust to try; the page is not written then")
    given = parser.parse_args()
    table = []
    for one in LIST:
        trust = float(net_task(one.game).beliefs.load(one.network).card["trust"])
        trusts = [float(word) for word in given.trusts.split(",") if word] or [trust]
        rows = looked_at(one, given.deals, trusts)
        for place, used in enumerate(trusts):
            cells = []
            for first, last in ((0, 3), (3, 6), (6, 13)):
                part = rows[(rows[:, 0] >= first) & (rows[:, 0] < last)][:, 1 + 2 * place : 3 + 2 * place]
                error = 1.96 * part[:, 0].std() / len(part) ** 0.5
                cells.append(f"{part[:, 0].mean():+.2f} ± {error:.2f} ({part[:, 1].mean():.0%})")
            table.append([f"{one.game}, `{one.network}`", f"`{one.players}`", str(used), *cells])
            print(*table[-1], flush=True)
    head = ["network", "players", "trust", "tricks 1 to 3", "tricks 4 to 6", "later"]
    if not given.trusts:
        fill(DOCS / "methods" / "beliefs.md", "beliefs:measured", markdown(head, table))


if __name__ == "__main__":
    main()

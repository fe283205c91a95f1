"""Measure what networks of beliefs know about hidden cards.

python benchmarks/beliefs.py hearts classic --players careful

At decisions of deals played by a program or playout policy, how much more likely the true deal is under the
network's beliefs than among all deals that fit what is known: the mean logarithm of that factor (nats), and
the effective share of worlds that are left after weighting, for several degrees of trust in the network.
"""

from __future__ import annotations

import argparse

import numpy as np

from partie.cli.train_net import net_task
from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.registry import build_agent, game
from partie.learn.net.beliefs import log_beliefs

WORLDS = 200
TRUSTS = (0.5, 0.7, 0.85, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("network")
    parser.add_argument("--players", default="net", help="the program in all seats")
    parser.add_argument("--options", default="")
    parser.add_argument("--deals", type=int, default=60)
    arguments = parser.parse_args()
    task, played = net_task(arguments.game), game(arguments.game)
    network = task.beliefs.load(arguments.network)
    options = dict(pair.split("=") for pair in arguments.options.split(",") if pair)
    rows = []
    chance = new_chance("beliefs", "worlds")
    for number in range(arguments.deals):
        agents = [build_agent(played, arguments.players, f"{number}/{seat}") for seat in range(4)]
        state = played.start(options, new_chance("beliefs", number))
        luck = new_chance("beliefs play", number)
        while not state.over:
            seat, view = state.to_move, state.view(state.to_move)
            if (
                len(view.moves) > 1
                and (number + int(state.record.tricks)) % 3 == 0
                and state.record.phase == 1
            ):
                rows.append((int(state.record.tricks), *_gain(task, network, state, view, chance)))
            state.play(agents[seat].decide(view, Budget()).move, luck)
    table = np.array(rows)
    for first, last in ((0, 3), (3, 6), (6, 9), (9, 13)):
        part = table[(table[:, 0] >= first) & (table[:, 0] < last)]
        if len(part):
            gains = " ".join(
                f"{t}: {part[:, 1 + i].mean():+.2f}±{1.96 * part[:, 1 + i].std() / len(part) ** 0.5:.2f} ({part[:, 1 + len(TRUSTS) + i].mean():.0%})"
                for i, t in enumerate(TRUSTS)
            )
            print(f"tricks {first}-{last - 1}, {len(part)}: {gains}")


def _gain(task, network, state, view, chance):
    logs = log_beliefs(task, network, view) / float(network.card.get("trust", 1.0))
    where = np.empty(task.cards, np.int8)
    world = state.copy()
    weights = []
    for _ in range(WORLDS):
        verbs.determinise(view.record, view.seat, chance, world.record)
        verbs.locations(world.record, view.seat, where)
        known = where >= 0
        weights.append(logs[known, where[known]].sum())
    verbs.locations(state.record, view.seat, where)
    known = where >= 0
    true = logs[known, where[known]].sum()
    weights = np.array(weights)
    gains, shares = [], []
    for trust in TRUSTS:
        w = trust * weights
        most = w.max()
        mean = most + np.log(np.exp(w - most).mean())
        gains.append(trust * true - mean)
        p = np.exp(w - most)
        shares.append(p.sum() ** 2 / (p**2).sum() / WORLDS)
    return (*gains, *shares)


if __name__ == "__main__":
    main()

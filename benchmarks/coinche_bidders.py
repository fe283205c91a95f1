"""Play auctions between the bidders of Coinche by the thousand; writes docs/coinche-players.md.

python benchmarks/coinche_bidders.py

One bidder calls for one side and another for the other, sides in turn; cards are played by `scores`. Counted
are marks per deal, in a match to a target the chance to win expressed in marks. *All options* draws options,
dealer and score for every deal, as in training.
"""

from __future__ import annotations

import argparse

from pages import DOCS, fill, markdown

from partie.games.coinche.players.net.task import AUCTION_TASK, TASK
from partie.games.coinche.players.searching import SCORES
from partie.learn.net.play import Player, Simulator

PAIRS = (("bids", "coinche"), ("bids", "table"), ("coinche", "table"))


def bidder(name: str) -> Player:
    """A network of this name, or the table bidder."""
    if name == "table":
        return SCORES
    network = TASK.networks.load(name)
    return network, TASK.encoding(network.card["encoding"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=16_000)
    deals = parser.parse_args().deals
    simulators = {
        "usual options, one deal": Simulator(AUCTION_TASK, {"deals": 1}),
        "all options": Simulator(AUCTION_TASK, {}, varied=True),
    }
    rows = []
    for first, second in PAIRS:
        cells = []
        for simulator in simulators.values():
            mean, error = simulator.play_alone(bidder(first), bidder(second), deals, "bidders")
            cells.append(f"{mean:+.1f} ± {1.96 * error:.1f}".replace("-", "−"))
        rows.append([f"`{first}`", f"`{second}`", f"{deals:,}", *cells])
        print(*rows[-1], flush=True)
    fill(DOCS / "coinche-players.md", "bidders", markdown(["bidder", "against", "deals", *simulators], rows))


if __name__ == "__main__":
    main()

"""Collect decisions of auctions with what a search says about them and what came of each call in the deal.

    python benchmarks/coinche_foresight.py --seconds 200 --jobs 16 --output decisions.jsonl

One side calls by the network, the other by the sampled bidder in every other deal, else by the network, too.
Where several calls are near each other, each is followed in the real deal, and searched.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from coinche_auctions import bidder, network, simulator

from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.games.coinche.players.net.auctions import ends
from partie.games.coinche.players.net.foresight import Foresight, compare, follow, likely
from partie.games.coinche.players.net.search import rows_of
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.rules import MOVES, make_call, worth
from partie.games.coinche.rules.calls import BID
from partie.search.kernels.answer import new_answer

OWN, FULL = "bids@50", "bids@0"


def moments(found: Any, weights: Any) -> dict[str, Any]:
    """Means, and for each call the standard error of its difference from the first."""
    gains = found - found[:, :1]
    off = weights[:, None] * (gains - weights @ gains)
    return {
        "mean": np.round(weights @ found, 1).tolist(),
        "error": np.round((off**2).sum(axis=0) ** 0.5, 1).tolist(),
    }


def decisions(number: int) -> list[dict[str, Any]]:
    """The decisions of a deal."""
    states, view = simulator().start(1, f"foresight {number}"), simulator().start(1, "view")
    state = states[0]
    state.dealer = number & 3
    state.turn = state.leader = (number + 1) & 3
    other = FULL if number & 1 else "sampled"
    chance, stop, answer, rows = new_chance("foresight", number), np.zeros(1, np.uint8), new_answer(MOVES), []
    net = network(FULL)
    while state.phase == BID:
        seat = int(state.turn)
        if seat & 1:
            make_call(state, bidder(other)(state, chance))
            continue
        verbs.observe(state, seat, view[0])
        n = int(verbs.moves(view[0], answer.order))
        outputs = net(TASK.features(net, view[0]))
        for i in range(n):
            answer.totals[i] = net.card["half"] * outputs[int(verbs.output_of(view[0], answer.order[i]))]
        room = np.empty(n, np.int64)
        kept = room[: compare(answer, n, Foresight(margin=130.0), room)]
        if len(kept) > 1:
            rows.append({"deal": number, "said": int(state.said), "calls": answer.order[kept].tolist()})
            rows[-1]["net"] = np.round(answer.totals[kept], 1).tolist()
            rows[-1].update(searched(view[0], seat, answer.order[kept], number, stop))
            rows[-1]["real"] = [real(state, seat, call, other, number) for call in rows[-1]["calls"]]
        make_call(state, bidder(OWN)(state, chance))
    return rows


VARIANTS = {
    "table": Foresight(worlds=256, drawn=256, reading=0.0),
    "half": Foresight(reading=0.5),
    "read": Foresight(reading=1.0),
    "full": Foresight(reading=0.5, full=1),
}


@cache
def rows_for(name: str) -> Any:
    return rows_of(network(name))


def searched(record: Any, seat: int, calls: Any, number: int, stop: Any) -> dict[str, Any]:
    """What a search says, in worlds drawn by the table bidder alone and in those read by the network."""
    found: dict[str, Any] = {}
    for name, settings in VARIANTS.items():
        began = time.process_time()
        chance = new_chance("searched", number, int(record.said))
        worlds = np.zeros(settings.worlds, record.dtype).view(np.recarray)
        weights = np.zeros(settings.worlds)
        count = likely(record, seat, settings, rows_for("bids"), worlds, weights, stop, chance)
        ends_at = np.empty(count * len(calls))
        follow(worlds[:count], seat, settings, rows_for("bids"), calls, ends_at, stop, chance)
        found[name] = moments(ends_at.reshape(count, len(calls)), weights[:count])
        found[name]["worlds"] = int(count)
        found[name]["seconds"] = round(time.process_time() - began, 4)
    return found


def real(state: Any, seat: int, call: int, other: str, number: int) -> float:
    """What comes of a call in the real deal."""
    states = simulator().start(1, "real")
    verbs.copy(state, states[0])
    chance = new_chance("real", number, int(state.said))
    make_call(states[0], call)
    while states[0].phase == BID:
        make_call(states[0], bidder(other if int(states[0].turn) & 1 else OWN)(states[0], chance))
    ends(states, chance)
    return float(worth(states[0], seat))


def many(first: int) -> list[dict[str, Any]]:
    return [row for number in range(first, first + 4) for row in decisions(number)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args()
    decisions(-1), decisions(-2)  # compiles
    began, at = time.monotonic(), given.first
    with ProcessPoolExecutor(given.jobs) as pool, given.output.open("a") as file:
        while time.monotonic() - began < given.seconds:
            for rows in pool.map(many, range(at, at + 8 * given.jobs, 4)):
                for row in rows:
                    file.write(json.dumps(row) + "\n")
            at += 8 * given.jobs


if __name__ == "__main__":
    main()

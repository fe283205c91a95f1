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
from pathlib import Path
from typing import Any

import numpy as np
from coinche_auctions import bidder, network, simulator

from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.games.coinche.players.net.auctions import ends
from partie.games.coinche.players.net.search import CallSearch, Foresight
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.rules import MOVES, make_call, worth
from partie.games.coinche.rules.calls import BID

OWN, FULL = "bids@50", "bids@0"


def moments(found: Any) -> dict[str, Any]:
    """Means, and for each call the standard error of its difference from the first."""
    return {
        "mean": np.round(found.mean(axis=0), 1).tolist(),
        "error": np.round((found - found[:, :1]).std(axis=0) / len(found) ** 0.5, 1).tolist(),
    }


def decisions(number: int) -> list[dict[str, Any]]:
    """The decisions of a deal."""
    states, view = simulator().start(1, f"foresight {number}"), simulator().start(1, "view")
    state = states[0]
    state.dealer = number & 3
    state.turn = state.leader = (number + 1) & 3
    other = FULL if number & 1 else "sampled"
    search = CallSearch(network(FULL), Foresight(worlds=192, drawn=384, width=3, margin=80.0), number)
    chance, stop, room, rows = new_chance("foresight", number), np.zeros(1, np.uint8), np.empty(MOVES, np.int64), []
    net = network(FULL)
    while state.phase == BID:
        seat = int(state.turn)
        if seat & 1:
            make_call(state, bidder(other)(state, chance))
            continue
        verbs.observe(state, seat, view[0])
        calls = [int(call) for call in room[: int(verbs.moves(view[0], room))]]
        outputs = net(TASK.features(net, view[0]))
        values = np.array([float(outputs[int(verbs.output_of(view[0], call))]) for call in calls]) * net.card["half"]
        kept = search.compared(calls, values)
        if len(kept) > 1:
            rows.append({"deal": number, "said": int(state.said), "calls": [calls[i] for i in kept]})
            rows[-1]["net"] = np.round(values[kept], 1).tolist()
            rows[-1].update(searched(search, view[0], seat, rows[-1]["calls"], stop))
            rows[-1]["real"] = [real(state, seat, call, other, number) for call in rows[-1]["calls"]]
        make_call(state, bidder(OWN)(state, chance))
    return rows


def searched(search: CallSearch, record: Any, seat: int, calls: list[int], stop: Any) -> dict[str, Any]:
    """What a search says, in worlds drawn by the table bidder alone and in those read by the network."""
    dealt = search.dealt(record, seat, stop)
    began = time.process_time()
    logs = search.read(dealt, record, seat, stop)
    weights = np.exp(logs - logs.max())
    found: dict[str, Any] = {"effective": round(float(weights.sum() ** 2 / (weights**2).sum()), 1)}
    found["read s"] = round(time.process_time() - began, 4)
    for name, worlds in (
        ("table", dealt[:192]),
        ("read", search.chosen(dealt, logs)),
        ("half", search.chosen(dealt, logs / 2)),
    ):
        shallow = np.empty((2, len(worlds) * len(calls)))
        began = time.process_time()
        full = search.follow_in(worlds, seat, calls, stop, shallow)
        found[f"{name} s"] = round(time.process_time() - began, 4)
        found[f"{name} full"] = moments(full)
        found[f"{name} one"] = moments(shallow[0].reshape(full.shape))
        found[f"{name} turn"] = moments(shallow[1].reshape(full.shape))
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
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

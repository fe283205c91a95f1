"""Play thousands of auctions between bidders of Coinche, with `scores` for the cards; writes docs.

    python benchmarks/coinche_auctions.py play bids --seconds 60 --jobs 2
    python benchmarks/coinche_auctions.py play runs/bidder/round-012.safetensors@60 bids@0 --against table
    python benchmarks/coinche_auctions.py check
    python benchmarks/coinche_auctions.py write

A bidder is `sampled` (that of `master@v1`), `table`, `natural`, or a network: a stored one or a file, with
`@` and a handicap in marks on its coinches and surcoinches, if it is to be another than in its card. Every
deal is bid from both sides; counted are the marks beyond those of the others, single deals with the usual
options. A bidder against itself shows how it behaves. Results are kept in `benchmarks/coinche-auctions.json`
and added to when a match is played again from a later deal (`--first`).

`scores` plays the cards, because thousands of auctions say more about bidding than hundreds of whole deals.
`check` lets it play the contracts of `benchmarks/first-masters.json` again, which masters played: how often
it makes them, and what the same auctions are worth then.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from coinche_conventions import Seen
from pages import DOCS, ROOT, fill, markdown

from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.registry import game
from partie.games.coinche.players.beliefs import mind_of
from partie.games.coinche.players.bidding.bidders import BIDDERS, CANDIDATES, DEALS
from partie.games.coinche.players.bidding.foresight import evaluate_calls
from partie.games.coinche.players.bidding.kernels import table_call
from partie.games.coinche.players.bidding.kinds import calls_made, is_conflict
from partie.games.coinche.players.net.auctions import ends
from partie.games.coinche.players.net.handicap import handicapped
from partie.games.coinche.players.net.task import AUCTION_TASK, TASK
from partie.games.coinche.players.net.train_rival import network_call
from partie.games.coinche.rules import MOVES, ROW_MADE, make_call, worth
from partie.games.coinche.rules.calls import BID
from partie.learn.net.network import Network, read_network
from partie.learn.net.play import Simulator
from partie.search.kernels.answer import new_answer

FILE = ROOT / "benchmarks" / "coinche-auctions.json"
LOGGED = ROOT / "benchmarks" / "first-masters.json"
FIRST = "sampled"
SIDES = ("own", "theirs")
Call = Callable[[Any, Any], int]
Counts = dict[str, float]


@cache
def simulator() -> Simulator:
    return Simulator(AUCTION_TASK, {"deals": 1})


@cache
def network(name: str) -> Network:
    """A stored network or a file, with the handicap after `@`."""
    name, _, caution = name.partition("@")
    found = read_network(Path(name)) if name.endswith(".safetensors") else TASK.networks.load(name)
    return handicapped(found, float(caution)) if caution else found


@cache
def bidder(name: str) -> Call:
    """How a bidder calls: a function of the position and random numbers."""
    if name == FIRST:
        answer, stop, view = new_answer(MOVES), np.zeros(1, np.uint8), simulator().start(1, "view")

        def sampled(state: Any, chance: Any) -> int:
            seat = int(state.turn)
            verbs.observe(state, seat, view[0])
            n, _ = evaluate_calls(view[0], seat, mind_of(0, CANDIDATES), DEALS, answer, stop, chance)
            return int(answer.order[np.argmax(answer.totals[:n])])

        return sampled
    if name == "table":
        return lambda state, chance: int(
            table_call(state, int(state.turn), state.hands[int(state.turn)], 0.0)
        )
    if name in BIDDERS:
        agent = BIDDERS[name](game("coinche"), "auctions", 0.0)
        return lambda state, chance: int(agent.decide(Seen(state), Budget()).move)
    return lambda state, chance: network_call(network(name), state)


def play_deal(new: str, old: str, number: int) -> tuple[float, Counts]:
    """A deal from both sides: the mean gain of the new bidder, and counts of what happened."""
    counts: Counts = {}
    gains = []
    for side in range(2):
        states = simulator().start(1, f"auctions {number}")
        state = states[0]
        state.dealer = number & 3
        state.turn = state.leader = (number + 1) & 3
        chance = new_chance("auctions", number, side)
        while state.phase == BID:
            make_call(state, bidder(new if int(state.turn) & 1 == side else old)(state, chance))
        calls, bid, doubled = calls_made(state), int(state.bid), int(state.doubled)
        whose = SIDES[(int(state.bidder) & 1) != side]
        ends(states, chance)
        gains.append(float(worth(state, side)))
        if not bid:
            continue
        found = {
            "contracts": 1,
            "made": int(state.sheet[0, ROW_MADE]),
            "steps": (bid - 128) // 8,
            "coinched": int(doubled > 0),
            "surcoinched": int(doubled > 1),
            "coinched down": int(doubled > 0) * (1 - int(state.sheet[0, ROW_MADE])),
            "conflicts": int(is_conflict(calls)),
            "marks coinched": gains[-1] * (doubled > 0),
            "marks": gains[-1],
        }
        for key, value in found.items():
            counts[f"{whose} {key}"] = counts.get(f"{whose} {key}", 0) + value
    return float(np.mean(gains)), counts


def play_deals(new: str, old: str, first: int, number: int) -> Counts:
    """Several deals, added up."""
    total: Counts = {"deals": number, "gain": 0.0, "squares": 0.0}
    for deal in range(first, first + number):
        gain, counts = play_deal(new, old, deal)
        counts.update({"gain": gain, "squares": gain * gain})
        add(total, counts)
    return total


def add(total: Counts, more: Counts) -> None:
    for key, value in more.items():
        total[key] = total.get(key, 0) + value


def play(new: str, old: str, seconds: float, jobs: int, first: int, file: Path) -> Counts:
    """Play until the time is over, and add the result to the file."""
    play_deal(new, old, 0)  # compiles
    total: Counts = {}
    began, size = time.monotonic(), 8
    with ProcessPoolExecutor(jobs) as pool:
        while time.monotonic() - began < seconds:
            starts = [first + int(total.get("deals", 0)) + size * i for i in range(4 * jobs)]
            for part in pool.map(play_deals, *zip(*((new, old, at, size) for at in starts), strict=True)):
                add(total, part)
    known = json.loads(file.read_text()) if file.exists() else {}
    kept = known.setdefault(f"{new} {old}", {}) if first else {}
    add(kept, total)
    known[f"{new} {old}"] = kept
    file.write_text(json.dumps(known, indent=1) + "\n")
    return kept


def line(key: str, total: Counts) -> list[str]:
    """A row of the table."""
    new, old = key.split(" ")
    n, alone = total["deals"], new == old
    mean = total["gain"] / n
    error = 1.96 * ((total["squares"] / n - mean**2) / n) ** 0.5

    def of(whose: str, what: str) -> float:
        sides = SIDES if alone else (whose,)
        return sum(total.get(f"{side} {what}", 0) for side in sides)

    def conduct(whose: str) -> str:
        contracts, coinched = max(1, of(whose, "contracts")), of(whose, "coinched")
        return (
            f"{contracts:,.0f}, {80 + 10 * of(whose, 'steps') / contracts:.0f}, "
            f"{of(whose, 'made') / contracts:.0%} made; {coinched / contracts:.1%} coinched, "
            f"{of(whose, 'coinched down') / max(1, coinched):.0%} down; "
            f"{of(whose, 'surcoinched') / contracts:.1%} surcoinched"
        )

    conflicts = of("own", "conflicts") / max(1, of("own", "contracts"))
    better = "" if alone else f"{mean:+.1f} ± {error:.1f}".replace("-", "−")
    return [
        f"`{new}`",
        "itself" if alone else f"`{old}`",
        f"{n:,.0f}",
        better,
        conduct("own"),
        "" if alone else conduct("theirs"),
        f"{conflicts:.2%}",
    ]


def replayed(number: int, calls: list[int]) -> tuple[bool, float] | None:
    """Whether `scores` makes a contract that two masters played, and the marks of side 0; None if an earlier
    deal was thrown in."""
    record = game("coinche").start({"deals": 1}, new_chance("first masters deal", number)).record
    states = simulator().start(1, "check")
    verbs.copy(record, states[0])
    dealer, *made = calls
    if int(record.dealer) != dealer:
        return None
    for call in made:
        make_call(states[0], call)
    ends(states, new_chance("check"))
    return bool(states[0].sheet[0, ROW_MADE]), float(worth(states[0], 0))


def check() -> tuple[str, str]:
    """Two tables: how often contracts were made by masters and are made by `scores`, and for every program
    what its auctions are worth with either."""
    kinds: dict[str, list[tuple[bool, bool]]] = {"not coinched": [], "coinched": [], "surcoinched": []}
    gains = []
    for key, rows in json.loads(LOGGED.read_text()).items():
        pairs = []
        for row in rows if key.startswith("coinche ") else []:
            again = [replayed(row["number"], note[4:]) if note[0] else None for note in row["notes"]]
            for (_, _, doubled, made, *_), found in zip(row["notes"], again, strict=True):
                if found is not None:
                    kinds[list(kinds)[doubled]].append((bool(made), found[0]))
            if None not in again:
                pairs.append((np.mean(row["gain"]), (again[0][1] - again[1][1]) / 2))
        if pairs:
            marks = np.array(pairs)
            columns = (marks[:, 0], marks[:, 1], marks[:, 0] - marks[:, 1])
            gains.append([f"`{key.split(' ', 1)[1]}`", f"{len(pairs):,}", *map(interval, columns)])
    table = []
    for kind, both in (*kinds.items(), ("all", [pair for found in kinds.values() for pair in found])):
        masters, scores = np.array(both).mean(axis=0)
        same = np.mean([one == other for one, other in both])
        table.append([kind, f"{len(both):,}", f"{masters:.0%}", f"{scores:.0%}", f"{same:.0%}"])
    return (
        markdown(["contracts", "number", "made by masters", "made by `scores`", "same result"], table),
        markdown(["program", "deals", "cards by masters", "cards by `scores`", "difference"], gains),
    )


def interval(values: Any) -> str:
    """A mean with its 95 % interval."""
    error = 1.96 * values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():+.1f} ± {error:.1f}".replace("-", "−")


HEAD = ["bidder", "against", "deals", "better by", "its contracts", "the other's contracts", "conflicts"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "check", "write"])
    parser.add_argument("bidders", nargs="*", default=["bids"])
    parser.add_argument("--against", default=FIRST, help="a bidder, or `itself`")
    parser.add_argument("--seconds", type=float, default=60.0, help="for every bidder")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--output", type=Path, default=FILE)
    given = parser.parse_args()
    for name in given.bidders if given.what == "play" else []:
        old = name if given.against == "itself" else given.against
        total = play(name, old, given.seconds, given.jobs, given.first, given.output)
        print(*line(f"{name} {old}", total), sep=" | ", flush=True)
    if given.what == "check":
        for mark, found in zip(("replayed", "replayed:gains"), check(), strict=True):
            print(found)
            fill(DOCS / "coinche-players.md", mark, found)
    if given.what == "write":
        rows = [line(key, total) for key, total in json.loads(given.output.read_text()).items()]
        fill(DOCS / "coinche-players.md", "auctions", markdown(HEAD, rows))


if __name__ == "__main__":
    main()

"""Measure what the calls of the bidders of Coinche show, from auctions between four of the same.

python benchmarks/coinche_conventions.py            # writes docs/coinche-conventions.md and conventions.py
python benchmarks/coinche_conventions.py --deals 2000 --network mine --dry

Cards are played by `scores`. Counted are, in the hand that calls: the cards of the bid suit, whether the jack
and the nine are among them, and the aces outside it (without trumps: all aces, and two jacks or nines).
A pass is counted by the suit of the bid that stands; before any bid, as without trumps.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pprint import pformat
from typing import Any

import numpy as np
from pages import DOCS, ROOT, fill

from partie.core.agent import Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.registry import game
from partie.games.coinche.players.bidding.bidders import BIDDERS
from partie.games.coinche.players.bidding.kinds import Calls, bid_meant, calls_made, is_conflict, kind_of
from partie.games.coinche.players.net.auctions import ends
from partie.games.coinche.players.net.task import AUCTION_TASK, TASK
from partie.games.coinche.players.searching import SCORES
from partie.games.coinche.rules import ROW_MADE, make_call
from partie.games.coinche.rules.calls import BID, FIRST_BID
from partie.games.coinche.rules.cards import ACE, JACK, NINE, SANS_ATOUT, ranks_of
from partie.learn.net.network import Network
from partie.learn.net.play import Simulator

PAGE = DOCS / "coinche-conventions.md"
MODULE = ROOT / "partie" / "games" / "coinche" / "players" / "bidding" / "conventions.py"
OPTIONS = {"deals": 1}
FEWEST = 30
"""Kinds of calls that occurred less often are left out."""
Shown = tuple[int, bool, bool, int]


def auctions(bidder: Network | str, deals: int, seed: str) -> tuple[Any, Any]:
    """The states after many auctions between four of a bidder, and again after the deals were played."""
    simulator = Simulator(AUCTION_TASK, OPTIONS)
    luck = new_chance(seed, "deal")
    states = simulator.begin(deals, luck)
    if bidder in ("natural", "plain"):
        agent = BIDDERS[str(bidder)](game("coinche"), seed, 0.0)
        for i in range(deals):
            _call_by(agent, states, i)
    else:
        player = SCORES if isinstance(bidder, str) else (bidder, TASK.encoding(bidder.card["encoding"]))
        seating = np.zeros((deals, 4), np.int8)
        for _ in simulator.moves_made([player], seating, states, luck, new_chance(seed, "choice")):
            pass
    called = states.copy()
    ends(states, luck)
    return called, states


class Seen:
    """As much of a view as a bidder reads: the record without the hands of the others."""

    def __init__(self, record: Any) -> None:
        self.seat = int(record.turn)
        self.record = np.zeros(1, record.dtype).view(np.recarray)[0]
        verbs.observe(record, self.seat, self.record)


def _call_by(agent: Any, states: Any, i: int) -> None:
    while states[i].phase == BID:
        make_call(states[i], agent.decide(Seen(states[i]), Budget()).move)


def shown(hand: int, denomination: int) -> Shown:
    """Cards of the suit, whether jack and nine are among them, aces outside; without trumps, of all suits."""
    aces = sum(int(ranks_of(hand, suit)) >> ACE & 1 for suit in range(4) if suit != denomination)
    if denomination >= SANS_ATOUT:
        jacks = sum(int(ranks_of(hand, suit)) >> JACK & 1 for suit in range(4))
        nines = sum(int(ranks_of(hand, suit)) >> NINE & 1 for suit in range(4))
        return 0, jacks >= 2, nines >= 2, aces
    ranks = int(ranks_of(hand, denomination))
    return ranks.bit_count(), bool(ranks >> JACK & 1), bool(ranks >> NINE & 1), aces


def measure(called: Any, played: Any) -> tuple[dict[str, list[Shown]], dict[str, float]]:
    """What hands show by the kind of call, and figures about the conduct of the auctions."""
    found: dict[str, list[Shown]] = defaultdict(list)
    figures: dict[str, float] = defaultdict(float)
    for state, end in zip(called, played, strict=True):
        calls = calls_made(state)
        for number, (seat, call) in enumerate(calls):
            before = calls[:number]
            bid = bid_meant(before, call)
            hand = shown(int(state.hands[seat]), bid & 7 if bid else SANS_ATOUT)
            found[kind_of(before, seat, call)].append(hand)
        figures["deals"] += 1
        if int(state.bid) == 0:
            figures["thrown"] += 1
            continue
        made, doubled, denomination = int(end.sheet[0, ROW_MADE]), int(state.doubled), int(state.bid) & 7
        figures["contracts"] += 1
        figures["conflicts"] += is_conflict(calls)
        figures["made"] += made
        if doubled:
            figures["coinched"] += 1
            figures["coinched down"] += 1 - made
            figures["surcoinched"] += doubled == 2
        if denomination < SANS_ATOUT:
            figures["suit"] += 1
            figures["short"] += shown(int(state.hands[first_to_name(calls, state)]), denomination)[0] <= 2
    return found, figures


def first_to_name(calls: Calls, state: Any) -> int:
    """The seat of the taking side that named the suit of the contract first."""
    return next(
        seat
        for seat, call in calls
        if call >= FIRST_BID and call & 7 == int(state.bid) & 7 and (seat ^ int(state.bidder)) & 1 == 0
    )


def conduct(name: str, figures: dict[str, float]) -> str:
    """A row of the table of conduct."""
    n = figures["contracts"]
    return (
        f"| {name} | {int(n):,} | {figures['made'] / n:.0%} | {figures['coinched'] / n:.1%} "
        f"| {figures['coinched down'] / max(1, figures['coinched']):.0%} | {figures['surcoinched'] / n:.1%} "
        f"| {figures['conflicts'] / n:.2%} | {figures['short'] / max(1, figures['suit']):.1%} |"
    )


def means(rows: list[Shown]) -> tuple[float, int, int, float]:
    """Cards of the suit, per cent with the jack, per cent with the nine, aces outside."""
    array = np.array(rows, float).mean(axis=0)
    return round(float(array[0]), 1), round(100 * array[1]), round(100 * array[2]), round(float(array[3]), 1)


def sheet(found: dict[str, list[Shown]], deals: float) -> str:
    """A table of what every kind of call shows."""
    lines = ["| call | of deals | trumps | jack | nine | aces outside |", "|---|---|---|---|---|---|"]
    for kind in sorted(found, key=order_of):
        if len(found[kind]) >= FEWEST:
            trumps, jack, nine, aces = means(found[kind])
            lines.append(
                f"| {kind} | {len(found[kind]) / deals:.1%} | {trumps or ''} | {jack} % | {nine} % | {aces} |"
            )
    return "\n".join(lines)


def order_of(kind: str) -> tuple[int, int, str]:
    words = kind.split()
    first = ("opening", "overcall", "raise", "change", "again", "coinche", "surcoinche", "pass").index(
        words[0]
    )
    return first, int(words[1]) if len(words) > 1 and words[1].isdigit() else 999, kind


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--network", default="bids")
    parser.add_argument("--dry", action="store_true", help="print only")
    arguments = parser.parse_args()
    rows = [
        "| bidder | contracts | made | coinched | of these down | surcoinched | conflicts | on two trumps |",
        "|---|---|---|---|---|---|---|---|",
    ]
    sheets = {}
    for name, bidder in (
        ("net", TASK.networks.load(arguments.network)),
        ("natural", "natural"),
        ("table", "table"),
        ("plain", "plain"),
    ):
        found, figures = measure(*auctions(bidder, arguments.deals, "conventions"))
        rows.append(conduct(f"`{name}`", figures))
        table = sheet(found, figures["deals"])
        print(rows[-1], table, sep="\n")
        if not arguments.dry:
            fill(PAGE, f"sheet:{name}", table)
        sheets[name] = {kind: means(found[kind]) for kind in sorted(found) if len(found[kind]) >= FEWEST}
    if not arguments.dry:
        fill(PAGE, "conduct", "\n".join(rows))
        MODULE.write_text(
            '"""What calls show by the bidder that makes them: trumps, per cent with jack and nine, aces outside.\n\n'
            'Written by benchmarks/coinche_conventions.py."""\n\n'
            f"SHEETS: dict[str, dict[str, tuple[float, int, int, float]]] = {pformat(sheets, sort_dicts=False)}\n"
        )


if __name__ == "__main__":
    main()

"""Measure what the calls of a bidder of Coinche show, from auctions between four of it.

python benchmarks/coinche_conventions.py            # all sheets; writes docs/coinche-conventions.md
python benchmarks/coinche_conventions.py --deals 2000 --network mine

Auctions are called by a network or by the table bidder, cards played by `scores`. What is counted: the trumps,
the jack and the nine of the bid suit, and the aces outside it in the hand that calls.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from typing import Any

import numpy as np
from pages import DOCS, ROOT, fill

from partie.core.compiled.chance import new_chance
from partie.games.coinche.players.net.auctions import ends
from partie.games.coinche.players.net.task import AUCTION_TASK, TASK
from partie.games.coinche.players.searching import SCORES
from partie.games.coinche.rules import ROW_MADE
from partie.games.coinche.rules.calls import COINCHE, FIRST_BID, PASS, SURCOINCHE, VALUES
from partie.games.coinche.rules.cards import ACE, JACK, NINE, SANS_ATOUT, ranks_of
from partie.learn.net.network import Network
from partie.learn.net.play import Simulator

PAGE = DOCS / "coinche-conventions.md"
FILE = ROOT / "partie" / "games" / "coinche" / "players" / "bidding" / "conventions.json"
OPTIONS = {"deals": 1}


def auctions(network: Network | None, deals: int, seed: str, options: dict[str, Any] = OPTIONS) -> tuple[Any, Any]:
    """The states after many auctions between four of a bidder, and again after the deals were played."""
    simulator = Simulator(AUCTION_TASK, options)
    luck = new_chance(seed, "deal")
    states = simulator.begin(deals, luck)
    player = SCORES if network is None else (network, TASK.encoding(network.card["encoding"]))
    seating = np.zeros((deals, 4), np.int8)
    for _ in simulator.moves_made([player], seating, states, luck, new_chance(seed, "choice")):
        pass
    called = states.copy()
    ends(states, luck)
    return called, states


def callers(state: Any) -> list[tuple[int, int]]:
    """The calls of an auction with the seats that made them."""
    seat, doubled, found = (int(state.dealer) + 1) & 3, False, []
    for number in range(int(state.said)):
        call = int(state.calls[number])
        found.append((seat, call))
        seat = (seat + 2 if doubled else seat + 1) & 3
        doubled = doubled or call == COINCHE
    return found


def kind_of(before: list[tuple[int, int]], seat: int, call: int) -> str | None:
    """What kind of call this is: opening, raise, change, overcall, coinche, …"""
    bids = [(who, bid) for who, bid in before if bid >= FIRST_BID]
    if call == COINCHE:
        return "coinche"
    if call == SURCOINCHE:
        return "surcoinche"
    if call == PASS:
        return "pass" if not bids and not any(who == seat for who, _ in before) else None
    denomination, step = call & 7, (call - FIRST_BID) >> 3
    name = "capot" if step >= 9 else str(VALUES[step])
    suit = "suit" if denomination < SANS_ATOUT else ("sa" if denomination == SANS_ATOUT else "ta")
    if not bids:
        return f"opening {name} {suit}"
    partner = [bid for who, bid in bids if who == seat ^ 2]
    own = [bid for who, bid in bids if who == seat]
    if any(bid & 7 == denomination for bid in partner):
        above = step - ((bids[-1][1] - FIRST_BID) >> 3)
        return f"raise {min(10 * above, 30)}" if not own else "raise again"
    if partner:
        return "change"
    return "again" if own else "overcall"


def shown(hand: int, denomination: int) -> tuple[int, bool, bool, int]:
    """Trumps, whether the jack and the nine are among them, and aces outside; without trumps, all aces."""
    aces = sum(int(ranks_of(hand, suit)) >> ACE & 1 for suit in range(4) if suit != denomination)
    if denomination >= SANS_ATOUT:
        jacks = sum(int(ranks_of(hand, suit)) >> JACK & 1 for suit in range(4))
        nines = sum(int(ranks_of(hand, suit)) >> NINE & 1 for suit in range(4))
        return 0, jacks >= 2, nines >= 2, aces
    ranks = int(ranks_of(hand, denomination))
    return ranks.bit_count(), bool(ranks >> JACK & 1), bool(ranks >> NINE & 1), aces


def measure(called: Any, played: Any) -> tuple[dict[str, list[tuple[int, bool, bool, int]]], dict[str, float]]:
    """What hands show by the kind of call, and figures about the conduct of the auctions."""
    found: dict[str, list[tuple[int, bool, bool, int]]] = defaultdict(list)
    figures: dict[str, float] = defaultdict(float)
    for state, end in zip(called, played, strict=True):
        calls = callers(state)
        changes, last = [0, 0], [-1, -1]
        for number, (seat, call) in enumerate(calls):
            kind = kind_of(calls[:number], seat, call)
            bid = call if call >= FIRST_BID else int(state.bid)
            if kind is not None and kind != "pass":
                found[kind].append(shown(int(state.hands[seat]), bid & 7))
            if call >= FIRST_BID and call & 7 < SANS_ATOUT:
                side = seat & 1
                if last[side] >= 0 and call & 7 != last[side] and (call - FIRST_BID) >> 3 >= 3:
                    changes[side] += 1
                last[side] = call & 7
        if int(state.bid) == 0:
            figures["thrown"] += 1
            continue
        figures["contracts"] += 1
        figures["conflicts"] += max(changes) >= 3
        made = int(end.sheet[0, ROW_MADE])
        figures["made"] += made
        if int(state.doubled):
            figures["coinched"] += 1
            figures["coinched down"] += 1 - made
            figures["surcoinched"] += int(state.doubled) == 2
            figures["surcoinched made"] += int(state.doubled) == 2 and made
        denomination = int(state.bid) & 7
        if denomination < SANS_ATOUT:
            figures["suit"] += 1
            figures["short"] += int(ranks_of(int(state.hands[int(state.bidder)]), denomination)).bit_count() <= 2
    return found, figures


def conduct(figures: dict[str, float]) -> str:
    """A row of the table of conduct."""
    n = figures["contracts"]
    return (
        f"{int(n):,} | {figures['made'] / n:.0%} | {figures['coinched'] / n:.1%} "
        f"| {figures['coinched down'] / max(1, figures['coinched']):.0%} | {figures['surcoinched'] / n:.1%} "
        f"| {figures['conflicts'] / n:.2%} | {figures['short'] / max(1, figures['suit']):.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--network", default="bids")
    arguments = parser.parse_args()
    for name in ("table",):
        network = None if name == "table" else TASK.networks.load(name)
        found, figures = measure(*auctions(network, arguments.deals, "conventions"))
        print(name, conduct(figures), dict(figures))
        for kind in sorted(found, key=lambda kind: -len(found[kind])):
            rows = np.array(found[kind], float)
            print(f"  {kind:20} {len(rows):6} trumps {rows[:, 0].mean():.1f} J {rows[:, 1].mean():.0%} 9 {rows[:, 2].mean():.0%} A {rows[:, 3].mean():.1f}")


if __name__ == "__main__":
    main()

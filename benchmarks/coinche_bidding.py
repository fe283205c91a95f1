"""Fit the tables of Coinche's table bidder to deals played by `scores`, and measure its bids.

python benchmarks/coinche_bidding.py fit      # writes the tables of bidding.toml, but not its section [calls]
python benchmarks/coinche_bidding.py          # measures; writes docs/coinche-scores.md

The tables are in partie/games/coinche/players/bidding/bidding.toml.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np
from numpy.typing import NDArray
from pages import DOCS, fill

from partie.core.compiled.chance import new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.streams import derive_chance
from partie.games.coinche.players.bidding.holdings import (
    BASES,
    FEATURES,
    FILE,
    GROUPS,
    ROLES,
    features,
)
from partie.games.coinche.players.bidding.kernels import (
    TAKER,
    estimate,
)
from partie.games.coinche.players.scores.matches import (
    OPTIONS,
    bid_deals,
    play_lines,
    policy,
)
from partie.games.coinche.rules import State, make_call, start
from partie.games.coinche.rules.calls import (
    BID,
    PASS,
    VALUES,
    bid_of,
)

PAGE = DOCS / "coinche-scores.md"
DEALS = 200_000
MEASURED = 20_000
ENOUGH = 60.0
"""Only hands with which a player might bid are fitted: those that the current tables estimate at this many
points."""
MOST = 175.0
"""Points are cut off here: what exceeds a safe 160 must not influence the fit."""
DENOMINATIONS = ("♣", "♦", "♠", "♥", "SA", "TA")
PRIOR = 30.0
"""The ridge penalty, which keeps the weights of rare features near 0."""


@jit
def contracts(deals, options, seed, enough, hands, takers):
    """Fill `deals` with contracts of 80 that one seat bid without competition, in denominations that suit it.

    Writes all hands into `hands` and the taker into `takers`; returns the number of deals."""
    chance = np.zeros(4, np.uint64)
    found, number = 0, 0
    while found < len(deals):
        derive_chance(seed, number, chance)
        number += 1
        for denomination in range(6):
            derive_chance(seed, number, chance)
            start(deals[found], options, chance)
            seat = np.int64(number // 7 & 3)
            if estimate(deals[found].hands[seat], TAKER, denomination) < enough:
                continue
            while deals[found].phase == BID:
                make_call(deals[found], bid_of(0, denomination) if deals[found].turn == seat else PASS)
            hands[found] = deals[found].hands
            takers[found] = seat
            found += 1
            if found == len(deals):
                break
    return found


def ranks(hands: NDArray[np.int64], suit: int) -> NDArray[np.int64]:
    return hands >> (16 * suit + 5) & 255


def columns(hands: NDArray[np.int64], denominations: NDArray[np.int64], base: str) -> NDArray[np.float64]:
    """The features of hands in contracts of one kind, with a column of ones in front."""
    if base == "suit":
        trump = features("trump")[hands >> (16 * denominations + 5) & 255]
        every = sum(features("side")[ranks(hands, suit)] for suit in range(4))
        side = every - features("side")[hands >> (16 * denominations + 5) & 255]
        parts = [trump, side]
    else:
        parts = [sum(features(base)[ranks(hands, suit)] for suit in range(4))]
    return np.concatenate([np.ones((len(hands), 1)), *parts], axis=1)


def solve(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Least squares with a ridge penalty on everything but the constant."""
    penalty = PRIOR * np.eye(x.shape[1])
    penalty[0, 0] = 0.0
    answer: NDArray[np.float64] = np.linalg.solve(x.T @ x + penalty, x.T @ y)
    return answer


def fit(seed: str) -> dict[str, dict[str, dict[str, float]]]:
    """Fit all tables, and print the standard deviation before and after each."""
    deals = np.zeros(DEALS, State)
    hands, takers = np.zeros((DEALS, 4), np.int64), np.zeros(DEALS, np.int64)
    contracts(deals, np.array([*OPTIONS, 4]), new_chance(seed), ENOUGH, hands, takers)
    every = np.arange(DEALS)
    ours = np.full(DEALS, policy("scores"))
    points = play_lines(deals, np.stack([every, ours, ours], 1), np.zeros((1, 1)), (seed,))
    y = np.minimum(points[every, takers & 1], MOST)
    denominations = deals["denomination"].astype(np.int64)
    numbers: dict[str, dict[str, dict[str, float]]] = {role: {"base": {}} for role in ROLES}
    for base in BASES:
        chosen = np.flatnonzero(denominations < 4 if base == "suit" else denominations == 4 + (base == "ta"))
        seats = takers[chosen]
        rest = y[chosen]
        for role, turn in zip(ROLES, (0, 2, 1), strict=True):
            if role == "defender":
                turn = 1 + 2 * (chosen & 1)
            x = columns(hands[chosen, (seats + turn) & 3], denominations[chosen], base)
            found = solve(x, rest)
            print(
                f"{role:9} {base:5} {len(chosen)} deals, "
                f"standard deviation {np.std(rest):.1f} -> {np.std(rest - x @ found):.1f}"
            )
            if role == "taker":
                rest = rest - x @ found  # the other hands explain what the taker's hand does not
            numbers[role]["base"][base] = found[0]
            names = ["trump", "side"] if base == "suit" else [base]
            at = 1
            for group in names:
                size = len(FEATURES[group])
                numbers[role][group] = dict(zip(FEATURES[group], found[at : at + size], strict=True))
                at += size
    return numbers


def write(numbers: dict[str, dict[str, dict[str, float]]]) -> None:
    """Write the tables after the section [calls], which stays unchanged."""
    head = FILE.read_text(encoding="utf-8").split("\n[taker.base]")[0].rstrip()
    lines = [head, ""]
    for role in ROLES:
        for group in ("base", *GROUPS):
            lines += [f"[{role}.{group}]"]
            lines += [f"{name} = {value:.1f}" for name, value in numbers[role][group].items()] + [""]
    FILE.write_text("\n".join(lines).replace("-0.0\n", "0.0\n"), encoding="utf-8")


def sanity() -> str:
    """The bids in many deals, and how often `scores` makes the contract."""
    deals, thrown = bid_deals(MEASURED, ("measured",))
    every = np.arange(MEASURED)
    ours = np.full(MEASURED, policy("scores"))
    points = play_lines(deals, np.stack([every, ours, ours], 1), np.zeros((1, 1)), ("measured",))
    steps = (deals["bid"].astype(int) - 128) >> 3
    side = deals["bidder"] & 1
    own, other = points[every, side], points[every, 1 - side]
    values = VALUES[steps]
    made = np.where(values == 250, own - other >= 252, (own >= values) & (own > other))
    plain = deals["doubled"] == 0
    lines = [
        f"{MEASURED:,} deals with a taker, {thrown:,} thrown in: {thrown / (MEASURED + thrown):.1%} of all. "
        f"Coinched: {1 - plain.mean():.1%}, of which made: {made[~plain].mean():.0%}. "
        f"Contracts that nobody coinched: {made[plain].mean():.1%} made.",
        "",
        "| contract | deals | made | mean points of the takers |",
        "|---|---|---|---|",
    ]
    for value in sorted(set(values.tolist())):
        which = plain & (values == value)
        if which.any():
            name = "capot" if value == 250 else str(value)
            lines.append(
                f"| {name} | {which.sum() / MEASURED:.1%} | {made[which].mean():.0%} "
                f"| {own[which].mean():.0f} |"
            )
    lines += ["", "| denomination | deals | made |", "|---|---|---|"]
    counts = Counter(deals["denomination"].tolist())
    for denomination in sorted(counts):
        which = plain & (deals["denomination"] == denomination)
        lines.append(
            f"| {DENOMINATIONS[denomination]} | {counts[denomination] / MEASURED:.1%} "
            f"| {made[which].mean():.0%} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=["measure", "fit"], default="measure")
    arguments = parser.parse_args()
    if arguments.what == "fit":
        write(fit("fit"))
        return
    found = sanity()
    print(found)
    if PAGE.exists():
        fill(PAGE, "bidding", found)


if __name__ == "__main__":
    main()

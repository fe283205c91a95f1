"""Measure the bias of the classic way to deal unknown cards against enumeration.

    python benchmarks/coinche_dealing.py --draws 20000

The tables go into docs/coinche-dealing.md. The endings are those of random deals with fixed seeds, so the
page can be reproduced.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from pages import DOCS, fill

import partie
from partie.cards.deck import (
    cards_of,
    set_text,
)
from partie.cards.sampling import sample_worlds
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.games.coinche.players.searching import choose
from partie.games.coinche.rules import memory
from partie.games.coinche.text.notation import move_text

PAGE = DOCS / "coinche-dealing.md"
COINCHE = partie.game("coinche")
SIZES = {5: 200, 6: 200, 7: 100, 8: 30, 9: 15}
"""The number of endings that are measured, by the number of unseen cards."""
Deal = tuple[int, int, int]


@dataclass(frozen=True)
class Problem:
    """Cards to deal to three players: who may hold each card, and how many cards each player needs."""

    holders: dict[int, frozenset[int]]
    places: Deal


def classic(problem: Problem, luck: random.Random) -> Deal | None:
    """One deal in the usual way: forced cards first, then a random card to a random player who may hold it.

    A choice that leads to a contradiction is undone."""
    settled = _force(problem)
    if settled is None:
        return None
    rest, given = settled
    if not rest.holders:
        return given
    card = luck.choice(sorted(rest.holders))
    players = sorted(rest.holders[card])
    luck.shuffle(players)
    for player in players:
        deal = classic(_give(rest, card, player), luck)
        if deal is not None:
            with_card = [given[p] | deal[p] | (1 << card if p == player else 0) for p in range(3)]
            return with_card[0], with_card[1], with_card[2]
    return None


def _give(problem: Problem, card: int, player: int) -> Problem:
    places = [n - (p == player) for p, n in enumerate(problem.places)]
    return Problem(
        {other: holders for other, holders in problem.holders.items() if other != card},
        (places[0], places[1], places[2]),
    )


def _force(problem: Problem) -> tuple[Problem, Deal] | None:
    """Give the cards that only one player can hold, and all possible cards to a player who needs all of them.

    Returns None on a contradiction."""
    given = [0, 0, 0]
    while True:
        full = {player for player in range(3) if problem.places[player] == 0}
        holders = {card: players - full for card, players in problem.holders.items()}
        can = [[card for card, players in holders.items() if player in players] for player in range(3)]
        if any(not players for players in holders.values()) or any(
            len(can[player]) < problem.places[player] for player in range(3)
        ):
            return None
        forced = next(
            ((card, next(iter(players))) for card, players in holders.items() if len(players) == 1), None
        ) or next(
            (
                (can[player][0], player)
                for player in range(3)
                if can[player] and len(can[player]) == problem.places[player]
            ),
            None,
        )
        problem = Problem(holders, problem.places)
        if forced is None:
            return problem, (given[0], given[1], given[2])
        given[forced[1]] |= 1 << forced[0]
        problem = _give(problem, *forced)


def exact_shares(problem: Problem) -> dict[Deal, float]:
    """The probability with which `classic` makes each deal.

    Each of the remaining cards is equally likely, and goes with equal probability to any player with whom a
    deal is still possible, since other choices are undone."""
    holders = sorted((card, tuple(sorted(players))) for card, players in problem.holders.items())
    return _shares(tuple(holders), problem.places)


@cache
def _shares(holders: tuple[tuple[int, tuple[int, ...]], ...], places: Deal) -> dict[Deal, float]:
    """The probabilities for a problem in a form that can be cached; empty if no deal fits."""
    settled = _force(Problem({card: frozenset(players) for card, players in holders}, places))
    if settled is None:
        return {}
    rest, given = settled
    if not rest.holders:
        return {given: 1.0}
    shares: dict[Deal, float] = defaultdict(float)
    for card, players in rest.holders.items():
        branches = [(player, exact_shares(_give(rest, card, player))) for player in players]
        branches = [(player, below) for player, below in branches if below]
        for player, below in branches:
            for deal, share in below.items():
                hands = [given[p] | deal[p] | (1 << card if p == player else 0) for p in range(3)]
                shares[hands[0], hands[1], hands[2]] += share / len(branches) / len(rest.holders)
    return dict(shares)


@dataclass(frozen=True)
class Ending:
    """The view of a seat late in a deal, and the problem of dealing the unseen cards."""

    view: View
    problem: Problem
    shares: dict[Deal, float]
    """The deals that fit, with the probability that the classic way makes them."""


def ending(seed: int, size: int) -> Ending | None:
    """The end of a random deal with `size` unseen cards, or None if it is not interesting.

    The other three players must have shown different things, and several deals must fit."""
    chance = new_chance("dealing", seed)
    state = COINCHE.start({"deals": 1}, chance)
    for call in (f"80{'cdsh'[seed % 4]}", "pass", "pass", "pass"):
        state.play(call)
    out = np.empty(1, np.int64)
    while _unseen(state.view(state.to_move)).bit_count() > size:
        state.play(int(choose(state.record, 0, out, chance)))
    view = state.view(state.to_move)
    problem = problem_of(view)
    different = {
        frozenset(card for card, players in problem.holders.items() if p in players) for p in range(3)
    }
    if len(problem.holders) != size or len(different) < 3:
        return None
    shares = exact_shares(problem)
    _shares.cache_clear()
    return Ending(view, problem, shares) if len(shares) > 1 else None


def find_endings(size: int, count: int) -> list[Ending]:
    """The first `count` such endings."""
    found: list[Ending] = []
    for seed in itertools.count():
        one = ending(seed, size)
        if one is not None:
            found.append(one)
        if len(found) == count:
            return found
    raise AssertionError


def _unseen(view: View) -> int:
    return int(memory.PACK) & ~int(view.record.gone) & ~int(view.record.hands[view.seat])


def problem_of(view: View) -> Problem:
    """The cards a seat cannot see, and which of the other players, in turn, may hold them."""
    record, others = view.record, [(view.seat + step) & 3 for step in (1, 2, 3)]
    shown = [int(record.shown[other]) for other in others]
    holders = {
        card: frozenset(p for p in range(3) if shown[p] >> card & 1)
        or frozenset(p for p, other in enumerate(others) if int(record.may[other]) >> card & 1)
        for card in cards_of(_unseen(view))
    }
    places = [int(memory.cards_left(record, other)) for other in others]
    return Problem(holders, (places[0], places[1], places[2]))


@dataclass(frozen=True)
class Bias:
    """How far probabilities are from equal.

    `likeliest` and `unlikeliest` are ratios to the right probability, `distance` is the total variation
    distance, and `card` the largest error in the probability that a player holds a card."""

    likeliest: float
    unlikeliest: float
    distance: float
    card: float


def bias(problem: Problem, shares: Mapping[Deal, float]) -> Bias:
    fair = 1 / len(shares)
    errors = [
        abs(sum(share - fair for deal, share in shares.items() if deal[player] >> card & 1))
        for card in problem.holders
        for player in range(3)
    ]
    return Bias(
        max(shares.values()) / fair,
        min(shares.values()) / fair,
        sum(abs(share - fair) for share in shares.values()) / 2,
        max(errors),
    )


def drawn_classically(one: Ending, draws: int) -> Counter[Deal]:
    luck = random.Random(7)
    counts: Counter[Deal] = Counter()
    for _ in range(draws):
        deal = classic(one.problem, luck)
        assert deal is not None
        counts[deal] += 1
    return counts


def drawn_uniformly(one: Ending, draws: int) -> Counter[Deal]:
    rows = np.zeros((draws, 4), np.int64)
    view = one.view
    sample_worlds(view.record, view.seat, draws, new_chance("dealing", "uniform"), rows)
    order = [(view.seat + step) & 3 for step in (1, 2, 3)]
    return Counter((int(row[order[0]]), int(row[order[1]]), int(row[order[2]])) for row in rows)


def chi_square(counts: Counter[Deal], shares: Mapping[Deal, float]) -> float:
    """χ² of draws against expected probabilities, per degree of freedom: about 1 if they agree."""
    assert set(counts) <= set(shares), "every deal drawn fits"
    draws = sum(counts.values())
    total = sum((counts[deal] - share * draws) ** 2 / (share * draws) for deal, share in shares.items())
    return total / (len(shares) - 1)


def summary(groups: dict[int, list[Ending]]) -> str:
    lines = [
        "| unseen cards | endings | deals that fit, mean | distance from uniform, mean | largest "
        "| error for a card, mean | largest |",
        "|---|---|---|---|---|---|---|",
    ]
    for size, endings in groups.items():
        found = [bias(one.problem, one.shares) for one in endings]
        distances, cards = [b.distance for b in found], [100 * b.card for b in found]
        fitting = np.mean([len(one.shares) for one in endings])
        lines.append(
            f"| {size} | {len(endings)} | {fitting:,.0f} | {np.mean(distances):.1%} | {max(distances):.1%} | "
            f"{np.mean(cards):.1f} points | {max(cards):.1f} points |"
        )
    return "\n".join(lines)


def examples(groups: dict[int, list[Ending]], draws: int) -> str:
    lines = [
        f"Of each size the ending in the middle and the worst; χ² of {draws:,} draws per degree of freedom.",
        "",
        "| contract | hand | may lie left / across / right | deals that fit | likeliest deal | unlikeliest "
        "| distance | classic draws: χ² against equal shares | against the computed ones "
        "| `determinise`: χ² against equal shares |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for endings in groups.values():
        ranked = sorted(endings, key=lambda one: bias(one.problem, one.shares).distance)
        for one in (ranked[len(ranked) // 2], ranked[-1]):
            found, equal = bias(one.problem, one.shares), dict.fromkeys(one.shares, 1 / len(one.shares))
            counts = drawn_classically(one, draws)
            lines.append(
                f"| {move_text(int(one.view.record.bid))} "
                f"| `{set_text(int(one.view.record.hands[one.view.seat]))}` | {_may_text(one.problem)} "
                f"| {len(one.shares)} | × {found.likeliest:.2f} | × {found.unlikeliest:.2f} "
                f"| {found.distance:.1%} | {chi_square(counts, equal):.1f} "
                f"| {chi_square(counts, one.shares):.1f} "
                f"| {chi_square(drawn_uniformly(one, draws), equal):.1f} |"
            )
    return "\n".join(lines)


def _may_text(problem: Problem) -> str:
    sets = (
        sum(1 << card for card, players in problem.holders.items() if player in players)
        for player in range(3)
    )
    return " / ".join(
        f"`{set_text(cards)}` {places}" for cards, places in zip(sets, problem.places, strict=True)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=20_000)
    draws: int = parser.parse_args().draws
    groups = {size: find_endings(size, count) for size, count in SIZES.items()}
    fill(PAGE, "dealing:summary", summary(groups))
    fill(PAGE, "dealing:examples", examples(groups, draws))


if __name__ == "__main__":
    main()

"""One deal played in every seating: the unit of which matches and tournaments are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import Any

from partie.core.agent import Budget
from partie.core.external import failures_of
from partie.core.game import sides
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.core.registry import game as game_named

Seating = tuple[int, ...]
"""Which agent (by its number) sits on each side."""


@dataclass(frozen=True)
class Deal:
    """What all games of a match or of a pairing have in common."""

    game: str
    agents: tuple[str, ...]
    options: Mapping[str, Any]
    seats: int
    seed: int


@dataclass(frozen=True)
class DealtGame:
    """One game of a deal: who sat where, and how it ended. Seconds, decisions and failures are given by
    seat."""

    seating: Seating
    scores: list[float]
    wins: list[float]
    moves: list[str]
    seconds: list[float]
    decisions: list[int]
    failures: list[dict[str, int]] = field(default_factory=list)
    """How often the external program of each seat failed, by kind of failure; empty where none did."""


@dataclass(frozen=True)
class Block:
    """The result of one deal: for every agent its mean score, win share, thinking time and decisions."""

    scores: list[float]
    wins: list[float]
    seconds: list[float]
    decisions: list[int]


def seatings(sides: int, agents: int) -> list[Seating]:
    """All seatings of a deal: every agent sits on every side equally often.

    As many agents as sides: they rotate. Two agents and more sides: each in turn alone against the other
    everywhere else, and only the lone side counts (`scored_sides`). More agents than sides: every selection,
    rotated."""
    if agents == 2 and sides > 2:
        return [
            tuple(lone if side == place else 1 - lone for side in range(sides))
            for lone in range(2)
            for place in range(sides)
        ]
    if agents < sides:
        rows = [tuple((i + shift) % agents for i in range(sides)) for shift in range(agents)]
    else:
        rows = list(combinations(range(agents), sides))
    return [row[turn:] + row[:turn] for row in rows for turn in range(sides)]


def scored_sides(seating: Seating) -> list[int]:
    """The sides whose results count: the agent that sits alone against copies of the other; otherwise all
    sides."""
    lone = [side for side, agent in enumerate(seating) if seating.count(agent) == 1]
    return lone if len(lone) == 1 and len(set(seating)) == 2 else list(range(len(seating)))


def win_shares(scores: Sequence[float], groups: Sequence[Sequence[int]]) -> list[float]:
    """1 for the side with the highest score; divided equally among sides that share it."""
    best = max(scores)
    winners = [scores[group[0]] == best for group in groups]
    return [won / sum(winners) for won in winners]


def play_deal(deal: Deal, number: int, budget: Callable[[], Budget] = Budget) -> list[DealtGame]:
    """Play the deal of that number once in every seating. `budget()` is that of one decision."""
    game = game_named(deal.game)
    groups = sides(game, deal.seats)
    games = []
    for turn, seating in enumerate(seatings(len(groups), len(deal.agents))):
        agent_of = {seat: seating[side] for side, group in enumerate(groups) for seat in group}
        agents = [
            build_agent(
                game, deal.agents[agent_of[seat]], f"{deal.seed}/{number}/{turn}/seat {seat}", files=True
            )
            for seat in range(deal.seats)
        ]
        with failures_of(agents) as failed:
            played = play_out(Match(game, deal.options, f"{deal.seed}/{number}", deal.seats), agents, budget)
        failures = [dict(kinds) for kinds in failed()] if any(failed()) else []
        shares = win_shares(played.scores, groups)
        games.append(
            DealtGame(
                seating, played.scores, shares, played.moves, played.seconds, played.decisions, failures
            )
        )
    return games


def average(games: Sequence[DealtGame], agents: int, groups: Sequence[Sequence[int]]) -> Block:
    """The result of a deal from its games; `groups` are the seats of each side."""
    scores: list[list[float]] = [[] for _ in range(agents)]
    wins: list[list[float]] = [[] for _ in range(agents)]
    seconds, decisions = [0.0] * agents, [0] * agents
    for game in games:
        for side in scored_sides(game.seating):
            scores[game.seating[side]].append(game.scores[groups[side][0]])
            wins[game.seating[side]].append(game.wins[side])
        for side, group in enumerate(groups):
            for seat in group:
                seconds[game.seating[side]] += game.seconds[seat]
                decisions[game.seating[side]] += game.decisions[seat]
    return Block([fmean(row) for row in scores], [fmean(row) for row in wins], seconds, decisions)

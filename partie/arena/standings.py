"""What a tournament shows: ratings, who beats whom, scores, the effect of seats, and the deals that differ
most."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from partie.arena.deals import DealtGame, scored_sides
from partie.arena.ratings import Matrix, rate
from partie.arena.statistics import Interval, mean_interval, share_interval
from partie.arena.tournament import Played, Unit
from partie.core.errors import PartieError
from partie.core.record import Record
from partie.core.registry import game as game_named


@dataclass(frozen=True)
class Standing:
    """One agent's place in a tournament."""

    agent: str
    family: str
    rating: float
    rating_ci95: Interval
    games: int
    mean: float
    mean_ci95: Interval
    ms_per_move: float
    failures: dict[str, int]


@dataclass(frozen=True)
class Meeting:
    """How the two agents of a pairing fared: the first one's share of comparisons won against the second."""

    agents: tuple[str, str]
    games: int
    share: float
    share_ci95: Interval
    verdict: str | None


@dataclass(frozen=True)
class Lopsided:
    """A deal in which the same cards or dice gave the two agents very different results."""

    agents: tuple[str, str]
    deal: int
    difference: float
    record: Record


@dataclass(frozen=True)
class Standings:
    """The result of a tournament; `table` has the strongest agent first."""

    table: list[Standing]
    agents: list[str]
    """In the order of the rows and columns of `matrix`: the strongest first."""
    matrix: list[list[float | None]]
    """The share of comparisons each agent won against each other; None where they did not meet."""
    meetings: list[Meeting]
    explained: float
    cycles: list[tuple[str, str, str]]
    seats: list[tuple[float, Interval]]
    """The mean win share of each side of the table, whoever sat there."""
    scores: dict[str, list[float]]
    lopsided: list[Lopsided]
    games: int


def comparisons(played: Played, unit: Unit) -> Matrix:
    """How often each agent scored more than each other in the games of a unit; a game counts once per pair of
    agents.

    Where an agent sits alone against copies of another, it is compared with each copy."""
    groups = played.tournament.groups
    wins = np.zeros((len(played.tournament.agents),) * 2)
    for game in played.units[unit]:
        seating = played.seating(unit, game)
        scored = [game.scores[group[0]] for group in groups]
        rows = scored_sides(game.seating)
        pairs = [(a, b) for a in rows for b in range(len(groups)) if seating[a] != seating[b]]
        if len(rows) > 1:
            pairs = [(a, b) for a, b in pairs if a < b]
        for a, b in pairs:
            better = (np.sign(scored[a] - scored[b]) + 1) / 2
            weight = 1 / (len(groups) - 1)
            wins[seating[a], seating[b]] += weight * better
            wins[seating[b], seating[a]] += weight * (1 - better)
    return wins


def standings(played: Played, lopsided: int = 5, resamples: int = 400) -> Standings:
    """Everything a tournament shows, of the agents that have played; `resamples` are drawn for the intervals
    of ratings."""
    tournament = played.tournament
    units = sorted(played.units)
    if not units:
        raise PartieError("No deal of this tournament has been played yet.")
    blocks = [comparisons(played, unit) for unit in units]
    ratings = rate(blocks, [unit.pairing for unit in units], tournament.seed, resamples)
    scores = _scores(played)
    met = [agent for agent, row in enumerate(scores) if row]
    order = sorted(met, key=lambda agent: -ratings.values[agent])
    wins = np.sum(blocks, axis=0)
    thinking = _thinking(played)
    failures = _failures(played)
    games = _games(played)
    table = [
        Standing(
            agent=tournament.agents[agent],
            family=family_of(tournament.game, tournament.agents[agent]),
            rating=ratings.values[agent],
            rating_ci95=ratings.ci95[agent],
            games=games[agent],
            mean=fmean(scores[agent]),
            mean_ci95=mean_interval(scores[agent]),
            ms_per_move=thinking[agent],
            failures=failures[agent],
        )
        for agent in order
    ]
    return Standings(
        table=table,
        agents=[tournament.agents[agent] for agent in order],
        matrix=[[_share(wins, row, column) for column in order] for row in order],
        meetings=_meetings(played, blocks, units),
        explained=ratings.explained,
        cycles=[_three(tournament.agents, cycle) for cycle in ratings.cycles],
        seats=_seats(played),
        scores={tournament.agents[agent]: scores[agent] for agent in order},
        lopsided=_most_lopsided(played, lopsided),
        games=sum(len(games) for games in played.units.values()),
    )


def family_of(game: str, agent: str) -> str:
    """The family behind a spec or a level."""
    levels = game_named(game).levels
    return (levels[agent].spec if agent in levels else agent).partition(":")[0]


def _three(agents: tuple[str, ...], cycle: tuple[int, int, int]) -> tuple[str, str, str]:
    a, b, c = cycle
    return agents[a], agents[b], agents[c]


def _share(wins: Matrix, row: int, column: int) -> float | None:
    games = wins[row, column] + wins[column, row]
    return float(wins[row, column] / games) if games and row != column else None


def _scores_of(played: Played, unit: Unit, game: DealtGame) -> list[tuple[int, float]]:
    """Agents (by number) and the scores of theirs that count."""
    seating, groups = played.seating(unit, game), played.tournament.groups
    return [(seating[side], game.scores[groups[side][0]]) for side in scored_sides(game.seating)]


def _scores(played: Played) -> list[list[float]]:
    """The mean score of every agent in each of its deals."""
    scores: list[list[float]] = [[] for _ in played.tournament.agents]
    for unit, block in played.blocks.items():
        for agent, score in zip(played.tournament.pairings[unit.pairing], block.scores, strict=True):
            scores[agent].append(score)
    return scores


def _games(played: Played) -> list[int]:
    count = Counter(agent for unit, _, game in played.games() for agent, _ in _scores_of(played, unit, game))
    return [count[agent] for agent in range(len(played.tournament.agents))]


def _thinking(played: Played) -> list[float]:
    """Milliseconds per move of every agent."""
    seconds, decisions = [0.0] * len(played.tournament.agents), [0] * len(played.tournament.agents)
    for unit, block in played.blocks.items():
        for place, agent in enumerate(played.tournament.pairings[unit.pairing]):
            seconds[agent] += block.seconds[place]
            decisions[agent] += block.decisions[place]
    return [1000 * spent / max(1, count) for spent, count in zip(seconds, decisions, strict=True)]


def _failures(played: Played) -> list[dict[str, int]]:
    counts: list[Counter[str]] = [Counter() for _ in played.tournament.agents]
    for unit, _, game in played.games():
        seating = played.seating(unit, game)
        for side, group in enumerate(played.tournament.groups):
            for seat in group if game.failures else ():
                counts[seating[side]].update(game.failures[seat])
    return [dict(count) for count in counts]


def _meetings(played: Played, blocks: list[Matrix], units: list[Unit]) -> list[Meeting]:
    agents = played.tournament.agents
    meetings = []
    for number, pairing in enumerate(played.tournament.pairings):
        for a, b in [(a, b) for a in pairing for b in pairing if a < b]:
            rows = [
                (block[a, b], block[b, a])
                for block, unit in zip(blocks, units, strict=True)
                if unit.pairing == number and block[a, b] + block[b, a] > 0
            ]
            if not rows:
                continue
            shares = [float(won / (won + lost)) for won, lost in rows]
            games = sum(len(played.units[unit]) for unit in units if unit.pairing == number)
            verdict = played.verdict(number)
            meetings.append(
                Meeting((agents[a], agents[b]), games, fmean(shares), share_interval(shares), verdict)
            )
    return meetings


def _seats(played: Played) -> list[tuple[float, Interval]]:
    """The win share of each side, averaged over deals; within a deal every agent sits everywhere equally
    often."""
    rows: list[list[float]] = [[] for _ in played.tournament.groups]
    for _, games in sorted(played.units.items()):
        for side, row in enumerate(rows):
            row.append(fmean(game.wins[side] for game in games))
    return [(fmean(row), share_interval(row)) for row in rows]


def _most_lopsided(played: Played, count: int) -> list[Lopsided]:
    """The deals with the largest difference between the two agents of a pairing, largest first."""
    found = []
    for unit, block in played.blocks.items():
        if len(block.scores) == 2 and block.scores[0] != block.scores[1]:
            found.append((block.scores[0] - block.scores[1], unit))
    found.sort(key=lambda one: (-abs(one[0]), one[1]))
    return [_lopsided(played, unit, difference) for difference, unit in found[:count]]


def _lopsided(played: Played, unit: Unit, difference: float) -> Lopsided:
    tournament = played.tournament
    pairing = tournament.pairings[unit.pairing]
    winner, loser = pairing if difference > 0 else reversed(pairing)

    def lead(game: DealtGame) -> float:
        scored = _scores_of(played, unit, game)
        return sum(score if agent == winner else -score for agent, score in scored)

    game = max(played.units[unit], key=lead)
    return Lopsided(
        (tournament.agents[winner], tournament.agents[loser]),
        unit.deal,
        abs(difference),
        record(played, unit, game),
    )


def record(played: Played, unit: Unit, game: DealtGame) -> Record:
    """A game of a tournament as a record, which replays."""
    tournament = played.tournament
    rules = game_named(tournament.game)
    return Record(
        game=rules.name,
        version=rules.version,
        options=rules.read_options(tournament.options),
        seats=tuple(played.agents_by_seat(unit, game)),
        seed=f"{tournament.seed}/{unit.deal}",
        moves=tuple(game.moves),
        scores=tuple(game.scores),
    )


def as_json(standings: Standings) -> dict[str, Any]:
    """Ratings and meetings as the object in `ratings.json`; an open end of an interval is null."""
    data = {
        "games": standings.games,
        "ratings": [asdict(standing) for standing in standings.table],
        "agents": standings.agents,
        "matrix": standings.matrix,
        "meetings": [asdict(meeting) for meeting in standings.meetings],
        "explained": standings.explained,
        "cycles": standings.cycles,
        "seats": [{"win_share": share, "ci95": interval} for share, interval in standings.seats],
    }
    finite: dict[str, Any] = _finite(data)
    return finite


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return value


def write_ratings(path: Path, standings: Standings) -> None:
    path.write_text(json.dumps(as_json(standings), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

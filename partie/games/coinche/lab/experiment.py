"""The reference experiment of Coinche: three matches of one report, and the ones it could not play.

The unit is the deal: every deal is played twice, each player once on either side. What counts is the points of the deal without regard to the contract; a deal nobody takes is dealt again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan

from partie.arena.match import MatchReport, play_match
from partie.core.parameters import parse_pairs
from partie.core.registry import game

POINTS = "marking=trick_points,deals=1"
MARKS = "marking=made_and_bid,deals=1"
ORIGINAL_BEST = "montecarlo:deals=3000,replays=1,policy=scores"
_MANY_REPLAYS = "montecarlo:deals=100,replays=30,policy=random"


@dataclass(frozen=True)
class Original:
    """What the report found for the first player: his share of the deals won, his points beyond the other's (0.12: 12 % more), and the share of deals when its program was rebuilt and run again."""

    wins: float
    points: float
    again: float


@dataclass(frozen=True)
class Encounter:
    """Two players, the options they meet under, and the figures of the report where it has any."""

    first: str
    second: str
    options: str = POINTS
    original: Original | None = None

    @property
    def counts(self) -> str:
        """What makes a deal won: points of the cards, or marks."""
        return "points" if self.options == POINTS else "marks"


ENCOUNTERS = (
    Encounter(
        "scores:weights=original,bids=plain", "random:bids=plain", original=Original(0.55, 0.12, 0.529)
    ),
    Encounter(
        f"{_MANY_REPLAYS},bids=plain",
        "scores:weights=original,bids=plain",
        original=Original(0.60, 0.37, 0.605),
    ),
    Encounter(
        f"{ORIGINAL_BEST},bids=plain", f"{_MANY_REPLAYS},bids=plain", original=Original(0.52, 0.04, 0.60)
    ),
    Encounter("scores:weights=handset", "random"),
    Encounter("scores", "random"),
    Encounter("scores", "scores:weights=handset"),
    Encounter(_MANY_REPLAYS, "scores:weights=handset"),
    Encounter(ORIGINAL_BEST, _MANY_REPLAYS),
    Encounter(f"{ORIGINAL_BEST},belief=weighted", ORIGINAL_BEST),
    Encounter("montecarlo:deals=40,policy=exact", ORIGINAL_BEST),
    Encounter("solver:deals=100,tricks=5,belief=weighted,manners=on", ORIGINAL_BEST),
    Encounter("master", ORIGINAL_BEST, MARKS),
)
"""The first three are the original's: with weights as plain as its own, and calls by a plain rule in place of its bidding, which we do not know."""


@dataclass(frozen=True)
class Outcome:
    """How an encounter went. `points` is what the first player made beyond the second, as a share; not a number where the second made none."""

    encounter: Encounter
    report: MatchReport

    @property
    def points(self) -> float:
        first, second = self.report.results
        return first.mean / second.mean - 1 if second.mean else nan


def coinche_matches(
    encounters: Sequence[Encounter] = ENCOUNTERS,
    deals: int = 3000,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[Encounter, int, int], None] = lambda encounter, done, total: None,
    finished: Callable[[Outcome], None] = lambda outcome: None,
) -> list[Outcome]:
    """Play the encounters one after another; `finished` hears of each as soon as it is over."""
    rules, outcomes = game("coinche"), []
    for encounter in encounters:
        report = play_match(
            rules,
            [encounter.first, encounter.second],
            games=deals,
            seed=seed,
            options=parse_pairs(encounter.options),
            jobs=jobs,
            progress=lambda done, total, encounter=encounter: progress(encounter, done, total),  # type: ignore[misc]
        )
        outcomes.append(Outcome(encounter, report))
        finished(outcomes[-1])
    return outcomes

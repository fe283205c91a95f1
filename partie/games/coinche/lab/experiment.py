"""The reference experiment of Coinche: three matches of an older report, and others it could not play.

The unit is the deal: every deal is played twice, with each player once on either side. Points count
regardless of the contract; a deal thrown in is dealt again.
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
    """What the report found for the first player: the share of deals won, the lead in points (0.12: 12 %
    more), and the share of deals won when its program was rebuilt and run again.
    """

    wins: float
    points: float
    again: float


@dataclass(frozen=True)
class Pairing:
    """Two players, the options they play with, and the figures of the report if it has any."""

    first: str
    second: str
    options: str = POINTS
    original: Original | None = None

    @property
    def counts(self) -> str:
        """What decides a deal: points of the cards, or marks."""
        return "points" if self.options == POINTS else "marks"


PAIRINGS = (
    Pairing("scores:weights=original,bids=plain", "random:bids=plain", original=Original(0.55, 0.12, 0.529)),
    Pairing(
        f"{_MANY_REPLAYS},bids=plain",
        "scores:weights=original,bids=plain",
        original=Original(0.60, 0.37, 0.605),
    ),
    Pairing(
        f"{ORIGINAL_BEST},bids=plain", f"{_MANY_REPLAYS},bids=plain", original=Original(0.52, 0.04, 0.60)
    ),
    Pairing("scores:weights=handset", "random"),
    Pairing("scores", "random"),
    Pairing("scores", "scores:weights=handset"),
    Pairing(_MANY_REPLAYS, "scores:weights=handset"),
    Pairing(ORIGINAL_BEST, _MANY_REPLAYS),
    Pairing(f"{ORIGINAL_BEST},belief=weighted", ORIGINAL_BEST),
    Pairing("montecarlo:deals=40,policy=exact", ORIGINAL_BEST),
    Pairing("solver:deals=100,tricks=5,belief=weighted,manners=on", ORIGINAL_BEST),
    Pairing("master", ORIGINAL_BEST, MARKS),
)
"""The first three are the original's, with weights as simple as its own and a simple bidding rule, since its
bidding is unknown.
"""


@dataclass(frozen=True)
class Outcome:
    """The result of a pairing.

    `points` is the first player's lead in points, as a share; NaN where the second made none.
    """

    pairing: Pairing
    report: MatchReport

    @property
    def points(self) -> float:
        first, second = self.report.results
        return first.mean / second.mean - 1 if second.mean else nan


def coinche_matches(
    pairings: Sequence[Pairing] = PAIRINGS,
    deals: int = 3000,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[Pairing, int, int], None] = lambda pairing, done, total: None,
    finished: Callable[[Outcome], None] = lambda outcome: None,
) -> list[Outcome]:
    """Play the pairings one after another; `finished` is called with each outcome."""
    rules, outcomes = game("coinche"), []
    for pairing in pairings:
        report = play_match(
            rules,
            [pairing.first, pairing.second],
            games=deals,
            seed=seed,
            options=parse_pairs(pairing.options),
            jobs=jobs,
            progress=lambda done, total, pairing=pairing: progress(pairing, done, total),  # type: ignore[misc]
        )
        outcomes.append(Outcome(pairing, report))
        finished(outcomes[-1])
    return outcomes

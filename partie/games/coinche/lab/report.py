"""The report of the reference experiment of Coinche."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from partie.arena import plots
from partie.arena.experiment import Account, Finding, Telling
from partie.arena.statistics import Interval
from partie.games.coinche.lab.experiment import PAIRINGS, Outcome, Pairing


class Score(NamedTuple):
    """The result of a pairing, of what is kept about it. `number` counts pairings from 1."""

    number: int
    pairing: Pairing
    games: int
    wins: float
    wins_ci95: Interval
    lead: float
    """The first player's lead in points, as a share."""
    difference: float
    difference_ci95: Interval
    ms_per_move: float


def as_json(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Results to be kept."""
    return [outcome.report.as_json() | {"asked": outcome.pairing.options} for outcome in outcomes]


def scores(data: Sequence[dict[str, Any]]) -> list[Score]:
    """The results that were kept, in the order of the pairings."""
    known = {(*(one["spec"] for one in report["results"]), report["asked"]): report for report in data}
    found = []
    for number, pairing in enumerate(PAIRINGS, 1):
        report = known.get((pairing.first, pairing.second, pairing.options))
        if report is not None:
            first, second = report["results"]
            found.append(
                Score(
                    number,
                    pairing,
                    first["games"],
                    first["win_share"],
                    _interval(first["win_share_ci95"]),
                    first["mean"] / second["mean"] - 1 if second["mean"] else float("nan"),
                    report["difference"]["mean"],
                    _interval(report["difference"]["ci95"]),
                    first["ms_per_move"],
                )
            )
    return found


def _interval(ends: Sequence[float | None]) -> Interval:
    low, high = ends
    return (float("-inf") if low is None else low, float("inf") if high is None else high)


def tell(data: Sequence[dict[str, Any]], language: str) -> Account:
    """What the experiment found."""
    words = Telling("partie.games.coinche.lab", language)
    found = scores(data)
    return Account(
        words.say("matches.title"), words.say("matches.summary"), [_wins(found, words), _points(found, words)]
    )


def _name(score: Score) -> str:
    return (
        f"{score.number}. {score.pairing.first.partition(':')[0]} – {score.pairing.second.partition(':')[0]}"
    )


def _wins(found: Sequence[Score], words: Telling) -> Finding:
    title = words.say("matches.wins")
    rows = []
    for one in found:
        original = one.pairing.original
        rows.append(
            [
                str(one.number),
                one.pairing.first,
                one.pairing.second,
                words.say(f"matches.counts.{one.pairing.counts}"),
                str(one.games),
                words.number(one.wins, ".1%"),
                words.interval(one.wins_ci95, ".1%"),
                words.number(original.wins, ".0%") if original else "–",
                words.number(original.again, ".1%") if original else "–",
            ]
        )
    drawn = [(_name(one), one.wins, one.wins_ci95) for one in found]
    columns = ("number", "player", "against", "counts", "deals", "wins", "interval", "original", "again")
    return Finding(
        "wins",
        title,
        words.say("matches.wins.help"),
        plots.intervals(drawn, title, mark=0.5, percent=True, language=words.language),
        head=words.head(*columns),
        rows=rows,
    )


def _points(found: Sequence[Score], words: Telling) -> Finding:
    title = words.say("matches.points")
    rows = []
    for one in found:
        original = one.pairing.original
        rows.append(
            [
                _name(one),
                words.number(one.lead, "+.0%"),
                words.number(original.points, "+.0%") if original else "–",
                words.number(one.difference, "+.1f"),
                words.interval(one.difference_ci95, "+.1f"),
                words.number(one.ms_per_move, ".1f"),
            ]
        )
    drawn = [(_name(one), one.difference, one.difference_ci95) for one in found]
    return Finding(
        "points",
        title,
        words.say("matches.points.help"),
        plots.intervals(drawn, title, mark=0.0, digits=1, language=words.language),
        head=words.head("match", "lead", "original", "difference", "interval", "time"),
        rows=rows,
    )

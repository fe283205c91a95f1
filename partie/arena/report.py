"""A tournament as a folder to read: `report.html` in English and French, its plots as SVG, and the records it
links to."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from partie import __version__
from partie.arena import plots
from partie.arena.pages import (
    Part,
    Stint,
    contents,
    legend,
    main,
    numbers,
    page,
    played_where,
    say,
    scrolled,
    table,
)
from partie.arena.standings import Standings, standings, write_ratings
from partie.arena.statistics import Interval
from partie.arena.tournament import Played
from partie.core.registry import game as game_named
from partie.core.words import LANGUAGES

SERVER = "http://localhost:8642"
"""Where `partie serve` is found unless it is told otherwise: replays open there."""
_RAW = {
    "results.jsonl": "results",
    "results.jsonl.gz": "results",
    "ratings.json": "ratings",
    "journal.jsonl": "journal",
}
"""Files with raw data, by what they are; a report links to those that lie beside it."""
_SHOWN_MEETINGS = 15
"""A longer list of pairings is folded."""


def write_report(
    folder: Path, played: Played, server: str = SERVER, stints: Sequence[Stint] = ()
) -> Standings:
    """Write ratings, plots, records and the page that shows them, which says where it was played if `stints`
    does."""
    result = standings(played)
    write_ratings(folder / "ratings.json", result)
    records = folder / "records"
    for number, deal in enumerate(result.lopsided, 1):
        records.mkdir(exist_ok=True)
        (records / f"{number}.partie").write_text(str(deal.record), encoding="utf-8")
    raw = [name for name in _RAW if (folder / name).exists()]
    pages = [_Page(played, result, language, server, stints, raw) for language in LANGUAGES]
    (folder / "plots").mkdir(exist_ok=True)
    for name, svg in pages[0].plots().items():
        (folder / "plots" / f"{name}.svg").write_text(plots.standalone(svg), encoding="utf-8")
    (folder / "report.html").write_text(page(pages[0].title, [one.html() for one in pages]), encoding="utf-8")
    return result


class _Page:
    """The report in one language."""

    def __init__(
        self,
        played: Played,
        result: Standings,
        language: str,
        server: str,
        stints: Sequence[Stint],
        raw: Sequence[str],
    ) -> None:
        self._played, self._result, self._language, self._server = played, result, language, server
        self._stints, self._raw_files = stints, raw
        self._game = game_named(played.tournament.game)
        self._families = list(dict.fromkeys(standing.family for standing in result.table))
        self._colours = [self._families.index(standing.family) for standing in result.table]

    def _say(self, key: str, **data: Any) -> str:
        return say(self._language, key, **data)

    def _number(self, value: float, form: str) -> str:
        return plots.numeral(format(value, form), self._language)

    def _interval(self, interval: Interval, form: str) -> str:
        return numbers(interval, form, self._language)

    @property
    def title(self) -> str:
        return self._played.tournament.title or self._say("title", game=self._game.title[self._language])

    def html(self) -> str:
        parts = [
            ("ladder", self._ladder()),
            ("matrix", self._matrix()),
            ("strength", f"{self._help('strength')}{legend(self._families)}{scrolled(self._strength())}"),
            ("scores", f"{self._help('scores')}{scrolled(self._scores())}"),
            ("seats", f"{self._help('seats')}{scrolled(self._seats())}"),
            ("meetings", self._meetings()),
            ("lopsided", self._lopsided()),
        ]
        shown = [Part(name, self._say(name), body) for name, body in parts if body]
        body = contents(self._language, shown)
        return main(self._language, self.title, [self._head(), body, self._raw()])

    def plots(self) -> dict[str, str]:
        """The plots by name."""
        return {
            "ladder": self._ladder_plot(),
            "strength": self._strength(),
            "scores": self._scores(),
            "seats": self._seats(),
        }

    def _head(self) -> str:
        tournament = self._played.tournament
        values, usual = (self._game.read_options(given) for given in (tournament.options, {}))
        unusual = [one for one in self._game.options if values[one.name] != usual[one.name]]
        options = "".join(f"{one.name}={one.text(values[one.name])}, " for one in unusual)
        options += self._say("otherwise_usual" if unusual else "usual")
        return (
            f"<p>{self._say('summary', games=self._result.games, agents=len(tournament.agents))}</p>"
            f'<p class="muted">{self._say("options", options=options, seed=tournament.seed, version=__version__)}</p>'
        )

    def _help(self, key: str) -> str:
        return f'<p class="muted">{self._say(f"{key}.help")}</p>'

    def _ladder_plot(self) -> str:
        rows = [(one.agent, one.rating, one.rating_ci95) for one in self._result.table]
        return plots.intervals(rows, self._say("ladder"), self._colours, language=self._language)

    def _ladder(self) -> str:
        has_failures = any(standing.failures for standing in self._result.table)
        head = [
            self._say(key) for key in ("agent", "rating", "interval", "games", "score", "interval", "time")
        ]
        rows = []
        for one in self._result.table:
            row = [
                escape(one.agent),
                f"{one.rating:.0f}",
                self._interval(one.rating_ci95, ".0f"),
                str(one.games),
                self._number(one.mean, ".3f"),
                self._interval(one.mean_ci95, ".2f"),
                self._number(one.ms_per_move, ".2f"),
            ]
            if has_failures:
                row.append(
                    escape(", ".join(f"{kind} {count}" for kind, count in one.failures.items())) or "–"
                )
            rows.append(row)
        if has_failures:
            head.append(self._say("failures"))
        return f"{self._help('ladder')}{scrolled(self._ladder_plot())}{table(head, rows)}"

    def _matrix(self) -> str:
        rows = []
        for number, (agent, row) in enumerate(zip(self._result.agents, self._result.matrix, strict=True), 1):
            cells = "".join(self._cell(share) for share in row)
            rows.append(f'<tr><th scope="row">{number}. {escape(agent)}</th>{cells}</tr>')
        head = "".join(
            f'<th scope="col" class="cell" title="{escape(agent)}">{number}</th>'
            for number, agent in enumerate(self._result.agents, 1)
        )
        shown = (
            f'<div class="wide" tabindex="0"><table><thead><tr><td></td>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )
        notes = f"<p>{self._say('explained', share=self._number(self._result.explained, '.0%'))}</p>"
        notes += "".join(f"<p>{self._say('cycle', a=a, b=b, c=c)}</p>" for a, b, c in self._result.cycles)
        return f"{self._help('matrix')}{shown}{notes}"

    def _cell(self, share: float | None) -> str:
        if share is None:
            return '<td class="cell muted">–</td>'
        colour, strength = ("good" if share >= 0.5 else "bad"), abs(share - 0.5)
        style = f"background:rgba(var(--{colour}),{strength:.2f})"
        return f'<td class="cell" style="{style}">{self._number(share, ".0%")}</td>'

    def _strength(self) -> str:
        families: dict[str, list[plots.Point]] = {family: [] for family in self._families}
        for one in self._result.table:
            point = plots.Point(one.ms_per_move, one.rating, one.agent, one.rating_ci95)
            families[one.family].append(point)
        return plots.curves(
            families, self._say("strength"), self._say("time"), self._say("rating"), language=self._language
        )

    def _scores(self) -> str:
        return plots.histograms(self._result.scores, self._say("scores"), self._colours, self._language)

    def _seats(self) -> str:
        titles = self._game.team_titles or self._game.seat_titles
        rows = [
            (titles[number][self._language] if titles else self._say("seat", number=number + 1), *one)
            for number, one in enumerate(self._result.seats)
        ]
        return plots.intervals(
            rows, self._say("seats"), mark=1 / len(rows), percent=True, language=self._language
        )

    def _meetings(self) -> str:
        stopped = any(meeting.verdict for meeting in self._result.meetings)
        head = [self._say("meetings"), self._say("games"), self._say("share"), self._say("interval")]
        if stopped:
            head.append(self._say("verdict"))
        rows = []
        for one in self._result.meetings:
            row = [
                escape(" – ".join(one.agents)),
                str(one.games),
                self._number(one.share, ".1%"),
                self._interval(one.share_ci95, ".1%"),
            ]
            if stopped:
                row.append(self._say(f"verdict.{one.verdict}") if one.verdict else "–")
            rows.append(row)
        opened = " open" if len(rows) <= _SHOWN_MEETINGS else ""
        summary = self._say("meetings.all", count=len(rows))
        return f"<details{opened}><summary>{summary}</summary>{table(head, rows)}</details>"

    def _lopsided(self) -> str:
        if not self._result.lopsided:
            return ""
        head = [self._say(key) for key in ("meetings", "deal", "difference", "record", "replay")]
        rows = []
        for number, deal in enumerate(self._result.lopsided, 1):
            link = f"{self._server}/replay#record={quote(str(deal.record), safe='')}"
            rows.append(
                [
                    escape(" – ".join(deal.agents)),
                    str(deal.deal),
                    self._number(deal.difference, ".2f"),
                    f'<a href="records/{number}.partie">{number}.partie</a>',
                    f'<a href="{escape(link)}">{self._say("replay")}</a>',
                ]
            )
        return f"{self._help('lopsided')}{table(head, rows)}"

    def _raw(self) -> str:
        links = ", ".join(
            f'<a href="{file}">{file}</a> ({self._say(f"raw.{what}")})'
            for file, what in _RAW.items()
            if file in self._raw_files
        )
        where = played_where(self._language, self._stints)
        return f'{where}<p class="muted">{self._say("raw")} {links}.</p>'

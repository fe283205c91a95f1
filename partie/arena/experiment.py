"""Reference experiments as folders to read, as those of tournaments: `report.html` in English and French, its
plots as SVG, and `results.json`.

An experiment tells what it found as an `Account` in each language; numbers, tables and plots look the same in
all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from partie.arena import pages, plots
from partie.arena.pages import Part, Stint
from partie.arena.statistics import Interval
from partie.core.errors import PartieError
from partie.core.parameters import Text
from partie.core.words import LANGUAGES, read_words

RESULTS = "results.json"


@dataclass(frozen=True)
class Finding:
    """A part of an account: how to read it, a plot with the names of its curves, and a table."""

    name: str
    title: str
    help: str
    plot: str
    curves: Sequence[str] = ()
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()

    def html(self) -> Part:
        body = [f'<p class="muted">{escape(self.help)}</p>']
        if self.curves:
            body.append(pages.legend(self.curves))
        body.append(pages.scrolled(self.plot))
        if self.rows:
            cells = [[escape(cell) for cell in row] for row in self.rows]
            body.append(pages.table([escape(cell) for cell in self.head], cells))
        return Part(self.name, escape(self.title), "".join(body))


@dataclass(frozen=True)
class Account:
    """What an experiment found, in one language."""

    title: str
    summary: str
    findings: Sequence[Finding]


class Telling:
    """One language of the words of a package, and numbers as that language writes them."""

    def __init__(self, package: str, language: str) -> None:
        self.language = language
        self._words: Mapping[str, Text] = read_words(package)

    def say(self, key: str, **data: Any) -> str:
        return self._words[key][self.language].format(**data)

    def head(self, *keys: str) -> list[str]:
        """The heading of a table."""
        return [self.say(f"column.{key}") for key in keys]

    def number(self, value: float, form: str) -> str:
        return plots.numeral(format(value, form), self.language)

    def interval(self, interval: Interval, form: str) -> str:
        return pages.numbers(interval, form, self.language)


Tell = Callable[[str], Account]
"""Gives the account in a language."""


def make_folder(folder: Path) -> None:
    """Create the folder of a report, before hours of play are spent on it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PartieError(f"{folder} cannot be created: {error.strerror}.") from None


def write_experiment(folder: Path, tell: Tell, results: Any, stints: Sequence[Stint]) -> None:
    """Write results, plots and the page that shows them and says where they were measured."""
    make_folder(folder)
    data = {"stints": [stint._asdict() for stint in stints], "results": results}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (folder / RESULTS).write_text(text + "\n", encoding="utf-8")
    accounts = {language: tell(language) for language in LANGUAGES}
    first = accounts[LANGUAGES[0]]
    (folder / "plots").mkdir(exist_ok=True)
    for finding in first.findings:
        svg = plots.standalone(finding.plot)
        (folder / "plots" / f"{finding.name}.svg").write_text(svg, encoding="utf-8")
    bodies = [_body(language, account, stints) for language, account in accounts.items()]
    (folder / "report.html").write_text(pages.page(first.title, bodies), encoding="utf-8")


def _body(language: str, account: Account, stints: Sequence[Stint]) -> str:
    say = partial(pages.say, language)
    raw = f'<a href="{RESULTS}">{RESULTS}</a> ({say("raw.experiment")})'
    return pages.main(
        language,
        account.title,
        [
            f"<p>{escape(account.summary)}</p>",
            pages.contents(language, [finding.html() for finding in account.findings]),
            pages.played_where(language, stints),
            f'<p class="muted">{say("raw")} {raw}.</p>',
        ],
    )


def read_experiment(folder: Path) -> tuple[Any, list[Stint]]:
    """The results of an experiment, and where they were measured."""
    data = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
    return data["results"], [Stint(**stint) for stint in data["stints"]]

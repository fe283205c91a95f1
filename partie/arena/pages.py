"""What pages of reports are made of: one file in two languages, light and dark, with tables, plots and where
it was played. Tournaments, studies and reference experiments share it."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from partie import __version__
from partie.arena import plots
from partie.arena.statistics import Interval
from partie.core.words import LANGUAGES, read_words

WORDS = read_words("partie.arena")
_STYLE = """
:root{color-scheme:light dark;--ink:#1c2430;--paper:#fff;--muted:#5c6675;--rule:#d9dee6;--accent:#0b62a4;--good:11,98,164;--bad:179,71,10}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf2;--paper:#161b22;--muted:#a3adba;--rule:#353d49;--accent:#6db3ec;--good:109,179,236;--bad:240,149,92}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.7rem;line-height:1.2;margin:.2rem 0 .6rem}h2{font-size:1.2rem;margin:2.2rem 0 .3rem}
p{margin:.3rem 0 .8rem}.muted{color:var(--muted)}a{color:var(--accent)}.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child,td:first-child{text-align:left}thead th{color:var(--muted);font-weight:600}.cell{text-align:center;padding:.35rem .3rem;min-width:3rem}summary{cursor:pointer;padding:.5rem 0;color:var(--accent)}
.key{width:14px;height:14px}.key .dot{fill:var(--c)}nav,.legend{display:flex;flex-wrap:wrap;gap:.3rem 1rem;font-size:.92rem}header{display:flex;justify-content:space-between;gap:1rem;align-items:start}
button{font:inherit;color:inherit;background:none;border:1px solid var(--rule);border-radius:.4rem;padding:.2rem .6rem;cursor:pointer;min-height:2.5rem}
button:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}pre{overflow-x:auto;font-size:.85rem}[hidden]{display:none}
"""
_SCRIPT = """
function show(language){for(const each of document.querySelectorAll('main'))each.hidden=each.lang!==language;document.documentElement.lang=language}
for(const button of document.querySelectorAll('button[data-language]'))button.onclick=()=>show(button.dataset.language)
if((navigator.language||'').startsWith('fr'))show('fr')
"""


class Stint(NamedTuple):
    """Where and when some games were played."""

    command: str
    commit: str
    machine: str
    day: str
    games: int

    @classmethod
    def of(cls, command: str, games: int, commit: str | None = None) -> Stint:
        """Games played just now, on this machine."""
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        return cls(command, commit or _commit(), machine, datetime.now(UTC).date().isoformat(), games)


def _commit() -> str:
    """The commit of this code; where it does not lie in its repository, its version."""
    here = Path(__file__)
    try:
        # An environment may lie in the repository of another project, which does not know this file.
        for asked in (["ls-files", "--error-unmatch", here.name], ["rev-parse", "--short", "HEAD"]):
            done = subprocess.run(
                ["git", *asked], cwd=here.parent, capture_output=True, text=True, check=True
            )
    except (OSError, subprocess.CalledProcessError):
        return __version__
    return done.stdout.strip()


class Part(NamedTuple):
    """A part of a page, with the name that links lead to. Title and body are HTML."""

    name: str
    title: str
    body: str


def page(title: str, bodies: Sequence[str]) -> str:
    """A page with everything in it, once per language; a reader sees one of them."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{plots.STYLE}</style></head>\n<body>"
        + "\n".join(bodies)
        + f"<script>{_SCRIPT}</script></body></html>\n"
    )


def main(language: str, title: str, sections: Iterable[str]) -> str:
    """The page in one language, with a button for the other."""
    other = next(one for one in LANGUAGES if one != language)
    name = {"en": "English", "fr": "Français"}[other]
    hidden = "" if language == LANGUAGES[0] else " hidden"
    button = f'<button type="button" data-language="{other}" lang="{other}">{name}</button>'
    return f'<main lang="{language}"{hidden}><header><h1>{escape(title)}</h1>{button}</header>{"".join(sections)}</main>'


def contents(language: str, parts: Sequence[Part]) -> str:
    """The parts of a page after links to each of them."""
    links = "".join(f'<a href="#{one.name}-{language}">{one.title}</a>' for one in parts)
    sections = "".join(
        f'<section id="{one.name}-{language}"><h2>{one.title}</h2>{one.body}</section>' for one in parts
    )
    return f'<nav aria-label="{say(language, "contents")}">{links}</nav>{sections}'


def played_where(language: str, stints: Iterable[Stint]) -> str:
    """Where games were played, and by which command."""
    return "".join(f'<p class="muted">{say(language, "made", **one._asdict())}</p>' for one in stints)


def say(language: str, key: str, **data: Any) -> str:
    """A sentence that all reports share."""
    return escape(WORDS[f"report.{key}"][language].format(**data), quote=False)


def scrolled(plot: str) -> str:
    """A plot that keeps its letters readable on a phone, where it is wider than the page."""
    return f'<div class="wide" tabindex="0">{plot}</div>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are HTML already."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def legend(names: Sequence[str]) -> str:
    """Names with the colours that curves have."""
    entries = "".join(
        f'<span><svg class="key" width="14" height="14" aria-hidden="true">'
        f'<circle cx="7" cy="7" r="5" class="dot c{number % plots.COLOURS}"/></svg> {escape(name)}</span>'
        for number, name in enumerate(names)
    )
    return f'<div class="legend">{entries}</div>'


def numbers(interval: Interval, form: str, language: str) -> str:
    """An interval as text, its ends written in the given form."""
    low, high = (plots.numeral(format(end, form), language) for end in interval)
    return f"[{low}; {high}]" if language == "fr" else f"[{low}, {high}]"

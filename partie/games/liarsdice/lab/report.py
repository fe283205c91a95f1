"""The report of the reference experiment `liarbot`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from partie.arena import plots
from partie.arena.experiment import Account, Finding, Telling
from partie.games.liarsdice.lab.experiment import OUT_BY, SEATS, Course

_ARRAYS = ("dice", "playing")
EVERY = 3
"""Rounds between two columns of the table of dice."""


def as_json(courses: Sequence[Course]) -> list[dict[str, Any]]:
    """Results to be kept."""
    return [
        {**vars(course), **{name: np.round(getattr(course, name), 4).tolist() for name in _ARRAYS}}
        for course in courses
    ]


def from_json(data: Sequence[dict[str, Any]]) -> list[Course]:
    """Results that were kept."""
    return [
        Course(
            **{**one, "interval": tuple(one["interval"]), **{name: np.array(one[name]) for name in _ARRAYS}}
        )
        for one in data
    ]


def tell(courses: Sequence[Course], bots: str, language: str) -> Account:
    """What the experiment found."""
    words = Telling("partie.games.liarsdice.lab", language)
    return Account(
        words.say("liarbot.title"),
        words.say("liarbot.summary", bots=bots, rounds=OUT_BY),
        [_wins(courses, words), _dice(courses, words), _still_in(courses, words)],
    )


def _wins(courses: Sequence[Course], words: Telling) -> Finding:
    title = words.say("liarbot.wins")
    rows = [
        [
            course.player,
            str(course.games),
            words.number(course.win_share, ".1%"),
            words.interval(course.interval, ".1%"),
            words.number(course.dice_when_won, ".2f"),
            words.number(course.still_in(), ".0%"),
            words.number(course.rounds, ".1f"),
        ]
        for course in courses
    ]
    drawn = [(course.player, course.win_share, course.interval) for course in courses]
    return Finding(
        "wins",
        title,
        words.say("liarbot.wins.help", par=words.number(1 / SEATS, ".0%")),
        plots.intervals(drawn, title, mark=1 / SEATS, percent=True, language=words.language),
        head=words.head("player", "games", "wins", "interval", "dice_when_won", "still_in", "rounds"),
        rows=rows,
    )


def _dice(courses: Sequence[Course], words: Telling) -> Finding:
    title = words.say("liarbot.dice")
    curves = {
        course.player: [plots.Point(number, own, "") for number, (own, _) in enumerate(course.dice)]
        for course in courses
    }
    curves[words.say("liarbot.bot")] = [
        plots.Point(number, bot, "") for number, (_, bot) in enumerate(courses[0].dice)
    ]
    rounds = range(EVERY, max(len(course.dice) for course in courses), EVERY)
    rows = []
    for course in courses:
        left = [course.dice[min(number, len(course.dice) - 1)] for number in rounds]
        cells = (f"{words.number(own, '.1f')} / {words.number(bot, '.1f')}" for own, bot in left)
        rows.append([course.player, *cells])
    return Finding(
        "dice",
        title,
        words.say("liarbot.dice.help", player=courses[0].player),
        plots.curves(
            curves, title, words.say("column.round"), title, logarithmic=False, language=words.language
        ),
        list(curves),
        [words.say("column.player"), *map(str, rounds)],
        rows,
    )


def _still_in(courses: Sequence[Course], words: Telling) -> Finding:
    title = words.say("liarbot.playing")
    curves = {
        course.player: [plots.Point(number, 100 * share, "") for number, share in enumerate(course.playing)]
        for course in courses
    }
    return Finding(
        "playing",
        title,
        words.say("liarbot.playing.help", rounds=OUT_BY),
        plots.curves(
            curves, title, words.say("column.round"), "%", logarithmic=False, language=words.language
        ),
        list(curves),
    )

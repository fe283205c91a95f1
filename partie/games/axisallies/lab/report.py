"""The report of the reference experiment of Axis & Allies."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import numpy as np

from partie.arena import plots
from partie.arena.experiment import Account, Finding, Telling
from partie.arena.statistics import mean_interval
from partie.games.axisallies.lab.experiment import ORIGINALS, ROUNDS, War, advantage
from partie.games.axisallies.rules.board import GERMANY, POWER_NAMES, POWERS

_KINDS = dict.fromkeys(("economic", "axis_wins", "allied_wins"), np.bool_)
"""Results that are true or false; all others are numbers."""


def as_json(wars: Sequence[War]) -> list[dict[str, Any]]:
    """Results to be kept."""
    return [
        {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in vars(war).items()
        }
        for war in wars
    ]


def from_json(data: Sequence[dict[str, Any]]) -> list[War]:
    """Results that were kept."""
    wars = []
    for war in data:
        kept: dict[str, Any] = {
            name: value if isinstance(value, str) else np.array(value, _KINDS.get(name, np.int64))
            for name, value in war.items()
        }
        kept["ipc"] = kept["ipc"].reshape(-1, ROUNDS + 1, POWERS)
        if "aircraft" in kept:
            kept["aircraft"] = kept["aircraft"].reshape(-1, 3)
        wars.append(War(**kept))
    return wars


def tell(wars: Sequence[War], language: str) -> Account:
    """What the experiment found. The first two wars are compared game by game."""
    words = Telling("partie.games.axisallies.lab", language)
    compared = [war for war in wars if war.others == wars[0].others][:2]
    summary = words.say("war.summary", rounds=ROUNDS)
    if len(compared) > 1 and compared[0].games == compared[1].games:
        more, interval = advantage(*compared)
        summary += " " + words.say(
            "war.advantage",
            first=compared[0].player,
            second=compared[1].player,
            others=compared[0].others,
            more=words.number(more, "+.1f"),
            interval=words.interval(interval, "+.1f"),
            games=compared[0].games,
        )
    return Account(words.say("war.title"), summary, [_ends(wars, words), _rounds(compared, words)])


def _ends(wars: Sequence[War], words: Telling) -> Finding:
    title = words.say("war.ends")
    rows, drawn = [], []
    for war in wars:
        mean, interval = war.mean(GERMANY)
        share, share_interval = war.economic_share()
        drawn.append((f"{war.player} / {war.others}", mean, interval))
        rows.append(
            [
                war.player,
                war.others,
                str(war.games),
                words.number(mean, ".1f"),
                words.interval(interval, ".1f"),
                words.number(share, ".0%"),
                words.interval(share_interval, ".0%"),
                words.number(float(war.axis_wins.mean()), ".0%"),
                words.number(float(war.allied_wins.mean()), ".0%"),
            ]
        )
    for number, original in enumerate(ORIGINALS):
        figures = [float(figure) for figure in original.figures]
        name, interval = words.say(f"war.original.{number}"), mean_interval(figures)
        drawn.append((name, fmean(figures), interval))
        rows.append(
            [
                f"{name}: {', '.join(map(str, original.figures))}",
                words.say(f"war.original.{len(ORIGINALS) - 1}"),
                str(len(figures)),
                words.number(fmean(figures), ".1f"),
                words.interval(interval, ".1f"),
                words.number(original.economic / len(figures), ".0%"),
                "–",
                "–",
                "–",
            ]
        )
    colours = [0] * len(wars) + [1] * len(ORIGINALS)
    columns = ("germany", "others", "games", "ipc", "interval", "economic", "interval", "axis", "allies")
    return Finding(
        "ends",
        title,
        words.say("war.ends.help"),
        plots.intervals(drawn, title, colours, mark=32, digits=1, language=words.language),
        head=words.head(*columns),
        rows=rows,
    )


def _rounds(wars: Sequence[War], words: Telling) -> Finding:
    title = words.say("war.rounds")
    numbers = range(ROUNDS + 1)
    curves = {
        words.say("war.by", player=war.player): [
            plots.Point(number, mean, "", interval)
            for number in numbers
            for mean, interval in [war.mean(GERMANY, number)]
        ]
        for war in wars
    }
    rows = []
    for war in wars:
        for power, name in enumerate(POWER_NAMES):
            change, interval = war.change(power)
            rows.append(
                [
                    war.player,
                    name[words.language],
                    *(words.number(war.mean(power, number)[0], ".1f") for number in numbers),
                    words.number(change, "+.1f"),
                    words.interval(interval, "+.1f"),
                ]
            )
    return Finding(
        "rounds",
        title,
        words.say("war.rounds.help", others=wars[0].others),
        plots.curves(
            curves, title, words.say("column.round"), words.say("war.production"), False, words.language
        ),
        list(curves),
        [*words.head("germany", "power", "start"), *map(str, numbers[1:]), *words.head("change", "interval")],
        rows,
    )

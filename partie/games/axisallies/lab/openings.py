"""Six sample openings: the first round of wars between programs, as records with a comment on every turn.

`python -m partie.games.axisallies.lab.openings docs/axis-and-allies-openings.md`
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from partie.core.agent import Budget
from partie.core.match import Match
from partie.core.parameters import Text
from partie.core.record import record_of
from partie.core.registry import build_agent
from partie.games.axisallies import GAME
from partie.games.axisallies.rules.board import (
    AXIS,
    GERMANY,
    JAPAN,
    POWER_NAMES,
    POWERS,
    SIDE,
    SPACE_NAMES,
    USSR,
)
from partie.games.axisallies.rules.orders import (
    FIGHT,
    LOAD,
    MOVE_UNITS,
    PLACE_UNITS,
    SAIL,
    UNLOAD,
    from_of,
    kind_of,
    n_of,
    row_of,
    to_of,
    unit_of,
)
from partie.games.axisallies.rules.state import COMBAT_MOVE
from partie.games.axisallies.rules.units import TRANSPORT
from partie.games.axisallies.story.turns import Chronicle
from partie.games.axisallies.text.names import listed_and


class Opening(NamedTuple):
    """Who plays the first round of a war, its seed, and what makes the opening sensible or risky."""

    axis: str
    allies: str
    seed: str
    note: str = ""


_TUNED, _PLAIN = "general:operations=on", "general:doctrine=plain,operations=on"
OPENINGS = (
    Opening(
        _TUNED,
        _TUNED,
        "3",
        "Germany leaves the ships off Britain alone and puts its aircraft into the east and the Mediterranean: no fighter is risked for a transport, and all are there for Eastern Europe and Karelia. The price is paid at once: the Royal Navy lives, and the British are in Western Europe in the same round.",
    ),
    Opening(
        _TUNED,
        _TUNED,
        "9",
        "The Soviet infantry of the Far East is too far away to help Moscow, so it fights in Manchuria, which Japan must take back before it goes on. Striking in the west as well leaves little behind: Germany is in Karelia and the Caucasus before the new infantry can march.",
    ),
    Opening(
        _TUNED,
        _TUNED,
        "10",
        "The strike in Ukraine destroys armor next to the Caucasus before it can use its two steps, which many players make their first Soviet attack, and the fighters sink what the Baltic fleet would carry. Whoever takes Ukraine is lost there, and while Germany takes back what it can reach, Karelia is thinly held.",
    ),
    Opening(
        _PLAIN,
        _PLAIN,
        "3",
        "The U.S.S.R. sinks the Baltic transport from the air and stands in Karelia with everybody, the new infantry included: Germany does not attack that stack. But it can walk round it into the Caucasus, and then men must go back to an open Russia instead of forward, while nothing delays Japan.",
    ),
    Opening(
        _PLAIN,
        _PLAIN,
        "2",
        "The west stands in Karelia and only the Far East attacks: what is too far from Moscow to help there goes for Manchuria, so that Japan must look behind itself before it goes inland. If the dice are against it, Siberia is open from the second round on, and the complex in Karelia still has to be fed every turn.",
    ),
    Opening(
        "germany-2026",
        _PLAIN,
        "4",
        "Germany by the rule base goes to Egypt with everything in Africa, which shuts the canal and gives it a continent for a few units; Japan, played by `greedy`, strikes at Pearl Harbor and buys time in the Pacific. Both are far from Russia: as many armor as infantry cannot hold a front for long, the British take Egypt back as soon as they own the sea there, and the Japanese fleet off Hawaii carries nobody to Asia.",
    ),
)  # fmt: skip
_HEAD = """# Axis & Allies: six openings

The first round of six wars, each named after what the U.S.S.R., Germany and Japan attack first, with what speaks for the opening and against it. All but the last Germany follow [operations](axis-and-allies-general.md#operations), among which the seed chooses. Under every power stands what came of its turn, then its orders: where the attackers came from, where the others went, and what was placed. The chances to win the war come from [the judgement of positions](axis-and-allies-general.md#the-judgement-of-positions); those of a battle are exact, worked out before the first die.

Some things to look at. Does Russia stand in Karelia or give it up? Does Germany clear the North Sea, which decides whether the Allies land in the second round or the fourth, and what does that cost in fighters? Does Japan buy transports or armor, and does it go to Pearl Harbor or to China?

Written by `python -m partie.games.axisallies.lab.openings docs/axis-and-allies-openings.md`; the records open in the browser (*Open a record* on the home page), where every order can be asked why.
"""


class Turn(NamedTuple):
    """A turn of a record: whose it is, its orders by what they do, the spaces it attacked, and what came of
    it."""

    power: int
    orders: dict[str, list[str]]
    attacked: list[str]
    comment: Text


def play(opening: Opening, rounds: int = 1) -> tuple[Match, list[Turn]]:
    """Play an opening; returns the match and its turns."""
    match = Match(GAME, {"rounds": rounds}, opening.seed)
    agents = [
        build_agent(GAME, opening.axis if SIDE[power] == AXIS else opening.allies, f"{opening.seed}/{power}")
        for power in range(POWERS)
    ]
    turns: list[Turn] = []
    story, told = Chronicle(match.state.record), Orders()
    while not match.state.over:
        seat, power = match.state.to_move, int(match.state.record.power)
        move = agents[seat].decide(match.state.view(seat), Budget()).move
        story.note(move, match.state.record)
        told.note(move, match.state.record)
        match.play(move)
        if match.state.over or int(match.state.record.power) != power:
            turns.append(Turn(power, told.by_kind(), told.attacked, story.tell(match.state.record)))
            story, told = Chronicle(match.state.record), Orders()
    return match, turns


class Orders:
    """The orders of a turn as a player writes them down: by where units go."""

    def __init__(self) -> None:
        self._goals: dict[str, dict[int, dict[int, dict[int, int]]]] = {"Attacks": {}, "Moves": {}, "Places": {}}  # fmt: skip
        self._loaded: dict[int, int] = {}
        self.attacked: list[str] = []

    def note(self, code: int, record: Any) -> None:
        """Take down an order given in this position."""
        kind, goal, unit, n = kind_of(code), int(to_of(code)), int(unit_of(code)), int(n_of(code))
        if kind == FIGHT:
            self.attacked.append(SPACE_NAMES[goal]["en"])
        elif kind == LOAD:
            self._loaded[int(row_of(code))] = int(from_of(code))
        elif kind == SAIL:
            self._add(record, goal, int(record.ship_zone[row_of(code)]), TRANSPORT, 1)
        elif kind == UNLOAD:
            zone = int(record.ship_zone[row_of(code)])
            self._add(record, goal, self._loaded.get(int(row_of(code)), zone), unit, n)
        elif kind == MOVE_UNITS:
            self._add(record, goal, int(from_of(code)), unit, n)
        elif kind == PLACE_UNITS:
            self._put("Places", goal, goal, unit, n)

    def _add(self, record: Any, goal: int, source: int, unit: int, n: int) -> None:
        self._put("Attacks" if record.phase == COMBAT_MOVE else "Moves", goal, source, unit, n)

    def _put(self, what: str, goal: int, source: int, unit: int, n: int) -> None:
        sources = self._goals[what].setdefault(goal, {})
        units = sources.setdefault(source, {})
        units[unit] = units.get(unit, 0) + n

    def by_kind(self) -> dict[str, list[str]]:
        """Lines such as `Karelia S.S.R.: 3 infantry from Eastern Europe, 1 fighter from Germany`."""
        return {
            what: [self._line(goal, sources) for goal, sources in goals.items()]
            for what, goals in self._goals.items()
            if goals
        }

    def _line(self, goal: int, sources: dict[int, dict[int, int]]) -> str:
        parts = []
        for source, units in sources.items():
            way = "" if source == goal else f" from {SPACE_NAMES[source]['en']}"
            parts.append(f"{listed_and(units)['en']}{way}")
        return f"{SPACE_NAMES[goal]['en']}: {', '.join(parts)}"


def title(turns: Sequence[Turn]) -> str:
    """An opening named after the first targets of the powers that decide it."""
    names = []
    for power in (USSR, GERMANY, JAPAN):
        targets = next(turn.attacked for turn in turns if turn.power == power)
        names.append(" and ".join(_short(name) for name in targets[-2:]) or "nothing")
    return " – ".join(names)


def _short(name: str) -> str:
    """The name of a space as players say it."""
    return name.split(" and ")[0].removesuffix(" S.S.R.").removesuffix(" waters").removesuffix(" coast")


def page(openings: tuple[Opening, ...] = OPENINGS, records: Path | None = None) -> str:
    """The page with all openings; their records go into a folder."""
    lines = [_HEAD]
    for number, opening in enumerate(openings, 1):
        match, turns = play(opening)
        who = f"Axis `{opening.axis}`, Allies `{opening.allies}`, seed {opening.seed}"
        if records is not None:
            name = f"opening-{number}.txt"
            records.mkdir(parents=True, exist_ok=True)
            (records / name).write_text(_record(match, opening), encoding="utf-8")
            who += f" ([record]({records.name}/{name}))"
        lines += [f"## {number}. {title(turns)}\n", f"{who}.\n"]
        if opening.note:
            lines.append(f"{opening.note}\n")
        for turn in turns:
            lines += [
                f"### {number}.{turn.power + 1} {POWER_NAMES[turn.power]['en']}\n",
                f"{turn.comment['en']}\n",
            ]
            lines += [f"- *{what}*: {'; '.join(told).rstrip('.')}." for what, told in turn.orders.items()]
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _record(match: Match, opening: Opening) -> str:
    seats = [opening.axis if SIDE[power] == AXIS else opening.allies for power in range(POWERS)]
    return str(record_of(match, seats))


def main(
    out: Annotated[Path, typer.Argument(help="The page to write; records go into a folder beside it")],
) -> None:
    """Play six openings and write them as a page with commented turns."""
    out.write_text(page(records=out.with_name("openings")), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)

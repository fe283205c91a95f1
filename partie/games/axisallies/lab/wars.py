"""Whole wars between two programs, sides swapped, and a trace of one turn by turn.

`partie wars general strategist --games 20`
`partie wars general strategist --trace`
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer

from partie.arena.pool import spread
from partie.arena.statistics import share_interval
from partie.core.agent import Agent, Budget, Decision
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.registry import build_agent
from partie.games.axisallies import GAME
from partie.games.axisallies.players.general.agent import General, Style
from partie.games.axisallies.players.roster import command
from partie.games.axisallies.rules.board import AXIS, LANDS, board_of
from partie.games.axisallies.rules.control import production
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import VICTORIES
from partie.games.axisallies.rules.units import AA_GUN, FACTORY, KINDS
from partie.games.axisallies.story.turns import Chronicle
from partie.shell import show_table

USUAL = "second"
"""The edition on the map of the world."""
_SHORT = ("inf", "arm", "ftr", "bom", "aa", "ic", "bb", "cv", "trn", "sub", "mar", "des", "art")
Witness = Callable[[Any, int, Decision], None]
"""Told the record before a decision, who decides, and what."""
Program = str | Style
"""What plays: the spec of an agent, or a general of this style."""


@dataclass(frozen=True)
class Ended:
    """How a war ended. `share`: what the Axis has of all production and unit value, 1 or 0 where the war was
    won."""

    winner: int
    victory: str
    rounds: int
    share: float
    axis_production: tuple[int, ...]
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    """For each side the time its turns took."""

    @property
    def axis_won(self) -> bool:
        """Whether the Axis won the war, or has more when the rounds are over."""
        return self.winner == AXIS or (self.winner < 0 and self.share > 0.5)


def axis_share(record: Any) -> float:
    """What the Axis has of all production and unit value."""
    board = board_of(record)
    prices = board.cost.copy()
    prices[[AA_GUN, FACTORY]] = 0
    units = (record.units.sum(axis=0, dtype=np.int64) * prices).sum(axis=1)
    worth = [float(production(record, power)) + float(units[power]) for power in range(board.powers)]
    return sum(worth[power] for power in range(board.powers) if board.side[power] == AXIS) / sum(worth)


def enlist(program: Program, seed: str) -> Agent:
    """An agent that plays as a program does."""
    if isinstance(program, Style):
        return command(lambda _: General(program))
    return build_agent(GAME, program, seed, files=True)


def fight(
    axis: Program,
    allies: Program,
    seed: str,
    rounds: int = 15,
    seconds: float | None = None,
    witness: Witness | None = None,
    preset: str = USUAL,
) -> Ended:
    """Play a war. `seconds`: what a decision may take, None for as long as the program wants; `preset`: the
    edition, which says the board."""
    chance = new_chance(seed, "referee")
    state = GAME.start({"preset": preset, "rounds": rounds}, chance)
    sides = board_of(state.record).side.tolist()
    agents: list[Agent] = [
        enlist(axis if sides[power] == AXIS else allies, f"{seed}/{power}") for power in range(state.seats)
    ]
    spent, last = (list[float](), list[float]()), (-1, -1)
    while not state.over:
        view = state.view(state.to_move)
        now = (int(state.record.round_number), int(state.record.power))
        if now != last:
            spent[sides[now[1]]].append(0.0)
            last = now
        started = perf_counter()
        decision = agents[view.seat].decide(view, Budget(seconds=seconds))
        if view.seat == now[1]:
            spent[sides[view.seat]][-1] += perf_counter() - started
        if check(state.record, decision.move) != LEGAL:
            raise GAME.notation.refusal(state.record, decision.move, decision.move)
        if witness is not None:
            witness(state.record, view.seat, decision)
        verbs.play(state.record, decision.move, chance)
    record = state.record
    won = int(record.winner) if int(record.victory) in (1, 2) else -1
    share = axis_share(record) if won < 0 else float(won == AXIS)
    history = [
        int(sum(record.history[number][power] for power in range(state.seats) if sides[power] == AXIS))
        for number in range(int(record.round_number) + 1)
    ]
    return Ended(
        won,
        VICTORIES[int(record.victory)],
        int(record.round_number),
        share,
        tuple(value for value in history if value),
        (tuple(spent[0]), tuple(spent[1])),
    )


def play_pair(
    one: Program,
    other: Program,
    seed: int | str,
    rounds: int,
    seconds: float | None,
    number: int,
    witness: Witness | None = None,
    preset: str = USUAL,
) -> tuple[Ended, Ended]:
    """Two wars with the same dice, the first program as the Axis and as the Allies."""
    dice = f"{seed}/{number}"
    first = fight(one, other, dice, rounds, seconds, witness, preset)
    return first, fight(other, one, dice, rounds, seconds, witness, preset)


class Trace:
    """Prints a war: what each power ordered and why, and at the end of its turn what came of it and how the
    world stands."""

    def __init__(self, language: str = "en") -> None:
        self._language, self._last = language, (-1, -1)
        self._turn: Chronicle | None = None

    def __call__(self, record: Any, seat: int, decision: Decision) -> None:
        turn = (int(record.round_number), int(record.power))
        if turn != self._last:
            if self._turn is not None:
                print(f"  {self._turn.tell(record)[self._language]}")
            self._last, self._turn = turn, Chronicle(record)
            board = board_of(record)
            made = [int(production(record, power)) for power in range(board.powers)]
            axis = sum(made[power] for power in range(board.powers) if board.side[power] == AXIS)
            print(
                f"\n=== round {turn[0]} {board.power_names[turn[1]]['en']}  production {made} axis {axis} "
                f"cash {record.cash.tolist()} share {axis_share(record):.2f}"
            )
            print(where_units_stand(record))
        if self._turn is not None:
            self._turn.note(decision.move, record)
        why = "" if decision.why is None else decision.why.data.get("rule", {}).get(self._language, "")
        text = GAME.notation.move_text(record, decision.move)
        print(f"  [{board_of(record).power_names[seat]['en']}] {text}   # {why}")


def where_units_stand(record: Any) -> str:
    """A line for every side: who stands where."""
    lines, board = [], board_of(record)
    for power in range(board.powers):
        places = []
        for space in board.spaces:
            units = record.units[space, power]
            force = " ".join(f"{int(units[kind])}{_SHORT[kind]}" for kind in range(KINDS) if units[kind])
            if force or (space < LANDS and record.owner[space] == power):
                mark = "" if space >= LANDS or record.owner[space] == power else "*"
                places.append(f"{board.space_names[space]['en']}{mark}: {force or '-'}")
        lines.append(f"  {board.power_names[power]['en']}: " + "; ".join(places))
    return "\n".join(lines)


def wars(  # noqa: PLR0913 - each is an option of the command line
    one: Annotated[str, typer.Argument(help="A program")],
    other: Annotated[str, typer.Argument(help="Another program")],
    games: Annotated[int, typer.Option(help="Number of wars from each side")] = 10,
    rounds: Annotated[int, typer.Option(help="Rounds after which a war ends")] = 15,
    seed: Annotated[int, typer.Option(help="Of dice and programs")] = 1,
    seconds: Annotated[float, typer.Option(help="Time for a decision, 0: unlimited")] = 0.0,
    jobs: Annotated[int, typer.Option(help="Number of processes")] = 1,
    preset: Annotated[str, typer.Option(help="The edition, which says the board")] = USUAL,
    trace: Annotated[bool, typer.Option(help="Print one war, the first program being the Axis")] = False,
) -> None:
    """Play wars between two programs, sides swapped, and print who won."""
    if trace:
        ended = fight(one, other, f"{seed}/0", rounds, seconds or None, Trace(), preset)
        print(ended)
        return
    pairs = spread(
        partial(play_pair, one, other, seed, rounds, seconds or None, preset=preset), range(games), jobs
    )
    rows = []
    for name, played in (
        (f"{one} as Axis", [a for a, _ in pairs]),
        (f"{one} as Allies", [b for _, b in pairs]),
    ):
        won = [float(war.axis_won == (name.endswith("Axis"))) for war in played]
        side = AXIS if name.endswith("Axis") else 1 - AXIS
        turns = [1000 * spent for war in played for spent in war.seconds[side]]
        rows.append(
            [
                name,
                str(len(played)),
                with_interval(won),
                f"{np.mean([war.share for war in played]):.2f}",
                str(sum(war.winner == AXIS for war in played)),
                str(sum(war.winner == 1 - AXIS for war in played)),
                f"{np.mean([war.rounds for war in played]):.1f}",
                f"{np.median(turns):.0f}",
                f"{np.percentile(turns, 99):.0f}",
            ]
        )
    both = [0.5 * (a.axis_won + (not b.axis_won)) for a, b in pairs]
    rows.append([f"{one}, both", str(2 * len(pairs)), with_interval(both), "", "", "", "", "", ""])
    show_table(
        ["", "wars", "won", "Axis share", "Axis wins", "Allied wins", "rounds", "ms a turn", "99 %"], rows
    )


def with_interval(won: list[float]) -> str:
    """A share in percent, with its interval."""
    low, high = share_interval(won)
    return f"{100 * float(np.mean(won)):.0f} % [{100 * low:.0f}, {100 * high:.0f}]"

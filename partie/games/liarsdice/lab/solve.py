"""`partie solve liarsdice`: the Nash equilibrium between two players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from partie.core.errors import BadOption
from partie.core.parameters import parse_pairs
from partie.core.registry import game
from partie.games.liarsdice.players.equilibrium.duel import (
    Solved,
    setting_of,
    solve_duel,
)
from partie.games.liarsdice.players.equilibrium.local import (
    local_exploitability,
    network_exploitability,
)
from partie.games.liarsdice.players.equilibrium.network import network_for
from partie.games.liarsdice.players.equilibrium.store import find, shipped
from partie.games.liarsdice.rules import MOST_DICE
from partie.shell import Options, say, show_compilation


def solve(
    dice: Annotated[
        str, typer.Option(metavar="N,M", help="Dice of the player who starts and of the opponent.")
    ] = "1,1",
    options: Options = "",
    iterations: Annotated[int | None, typer.Option(min=1, help="Number of CFR iterations.")] = None,
    recall: Annotated[int | None, typer.Option(min=1, help="Remember only the last N bids.")] = None,
    local: Annotated[
        int | None,
        typer.Option(
            min=2,
            metavar="N",
            help="Solve nothing; let a local best response play N rounds in each seat against the stored policy.",
        ),
    ] = None,
) -> None:
    """Compute a Nash equilibrium of Liar's Dice for two players, and its exploitability."""
    with show_compilation():
        if local is not None:
            lines = local_text(dice, parse_pairs(options), local)
        else:
            lines = solve_text(dice, parse_pairs(options), iterations, recall)
    for line in lines:
        say(line)


def read_dice(text: str) -> tuple[int, int]:
    """Read `2,1`: the dice of the player who starts and of the opponent."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isdecimal() and 1 <= int(part) <= MOST_DICE for part in parts):
        raise BadOption(
            f"The dice should look like 2,1 (the starter's first, 1 to {MOST_DICE} each), not {text!r}."
        )
    return int(parts[0]), int(parts[1])


def solve_text(
    dice: str,
    options: Mapping[str, Any] | None = None,
    iterations: int | None = None,
    recall: int | None = None,
) -> list[str]:
    """Solve a duel; gives every round's value for the starter and exploitability, the last round first."""
    pair, values = _read(dice, options)
    duel = solve_duel(pair, values, iterations, recall)
    return [
        line
        for key, solved in duel.rounds.items()
        for line in [*_round_lines(solved), _duel_line(duel.wins[key])]
    ]


def _read(dice: str, options: Mapping[str, Any] | None) -> tuple[tuple[int, int], Mapping[str, Any]]:
    """The dice of both players and the options, checked."""
    pair = read_dice(dice)
    values = game("liarsdice").read_options({"dice": max(pair), **(options or {})})
    if max(pair) > int(values["dice"]):
        raise BadOption(f"A player has at most {values['dice']} dice with these options.")
    return pair, values


def local_text(dice: str, options: Mapping[str, Any] | None, rounds: int) -> list[str]:
    """What a local best response gains from the policy of one round, as `equilibrium` plays it."""
    pair, values = _read(dice, options)
    setting = setting_of(pair, values)
    network = network_for(setting) if shipped(setting) is None else None
    if network is not None:
        gain, error = network_exploitability(network, setting, rounds)
    else:
        gain, error = local_exploitability(find(setting), rounds)
    return [
        f"{pair[0]} dice against {pair[1]}: a local best response that looks two steps ahead, {rounds} rounds in each seat",
        f"  it gains {gain:+.4f} ± {error:.4f} per round (the loser pays 1; a lower bound of the exploitability)",
    ]


def _round_lines(solved: Solved) -> list[str]:
    starter, other = solved.setting.starter, solved.setting.other
    exact = solved.recall == solved.setting.bids
    how = "every bid remembered" if exact else f"only the last {solved.recall} bids remembered"
    lines = [
        f"{starter} dice against {other}: {how}, {solved.iterations} iterations, {solved.seconds:.1f} s".replace(
            "1 dice", "1 die"
        ).replace("the last 1 bids", "the last bid")
    ]
    if solved.low != solved.low:
        return [*lines, "  exploitability: the best response takes too long to compute"]
    return [
        *lines,
        f"  value of the round for the starter (the loser pays 1): {solved.value:+.6f}, between {solved.low:+.6f} and {solved.high:+.6f}",
        f"  exploitability (mean gain of a best response over both seats): {solved.exploitability:.6f}",
    ]


def _duel_line(win: float) -> str:
    if win != win:
        return "  the starter's chance to win the duel: unknown without the values of all rounds"
    return f"  the starter wins the duel with probability {win:.4f}"

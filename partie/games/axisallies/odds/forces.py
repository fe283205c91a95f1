"""The states of the Markov chain in `exact.py`: what can be left of a force, and the hits it can make.

With a fixed order of losses four numbers describe what is left of a force: fighters lost, bombers lost, other
hit points lost, and how many submarines submerged. States are numbered so that a loss always leads to a
higher number.
"""

from typing import Any

import numpy as np

from partie.core.compiled.kernel import lean_jit
from partie.core.compiled.types import Floats, Ints, int64
from partie.games.axisallies.odds.battle import (
    COUNTS,
    DICE,
    ESCAPED,
    FIRE,
    HELPER,
    ORDER,
    STRENGTH,
    WIDTH,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    ARTILLERY,
    BOMBER,
    FIGHTER,
    INFANTRY,
    MARINE,
    SUBMARINE,
    SUPPORT,
)


def grid_size(side: Any, submerge: bool) -> int:
    """The number of combinations of the four numbers; few of them can be reached."""
    fighters, bombers = side[COUNTS, FIGHTER], side[COUNTS, BOMBER]
    layers = 2 + side[COUNTS, SUBMARINE] if submerge else 1
    return int(layers * (fighters + 1) * (bombers + 1) * (side[COUNTS].sum() - fighters - bombers + 1))


@lean_jit
def _decode(cell: int, side: Ints, others: int, units: Ints) -> None:
    """Write the units left in a cell of the grid."""
    lost = cell % (others + 1)
    cell //= others + 1
    bombers_lost = cell % (side[COUNTS, BOMBER] + 1)
    cell //= side[COUNTS, BOMBER] + 1
    fighters_lost = cell % (side[COUNTS, FIGHTER] + 1)
    layer = cell // (side[COUNTS, FIGHTER] + 1)
    for kind in range(WIDTH):
        units[kind] = side[COUNTS, kind]
    units[FIGHTER] -= fighters_lost
    units[BOMBER] -= bombers_lost
    if layer > 0:
        units[SUBMARINE], units[ESCAPED] = 0, layer - 1
    for i in range(WIDTH):
        kind = side[ORDER, i]
        if kind < 0:
            break
        if kind not in (FIGHTER, BOMBER):
            taken = min(lost, units[kind])
            units[kind] -= taken
            lost -= taken


@lean_jit
def _encode(units: Ints, side: Ints, others: int, layer: int) -> int:
    lost = others - (side[COUNTS, SUBMARINE] if layer > 0 else 0)
    for kind in range(ESCAPED):
        if kind not in (FIGHTER, BOMBER):
            lost -= units[kind]
    cell = layer * (side[COUNTS, FIGHTER] + 1) + side[COUNTS, FIGHTER] - units[FIGHTER]
    cell = cell * (side[COUNTS, BOMBER] + 1) + side[COUNTS, BOMBER] - units[BOMBER]
    return cell * (others + 1) + lost


@lean_jit
def land_units(units: Ints) -> int:
    """How many units of a force can capture a space."""
    return units[INFANTRY] + units[ARMOR] + units[MARINE] + units[ARTILLERY]


@lean_jit
def helped_units(units: Ints, side: Ints, kind: int) -> int:
    """How many units of a kind have a helper beside them."""
    helper = side[HELPER, kind]
    return min(units[kind], units[helper]) if helper >= 0 else int64(0)


@lean_jit
def _next_lost(units: Ints, side: Ints, keep: bool, hits_aircraft: bool) -> int:
    """The kind that takes the next hit, or -1 if none can. With `keep`, the last land unit is lost after all
    aircraft.
    """
    spared = -1
    for i in range(WIDTH):
        kind = side[ORDER, i]
        if kind < 0:
            break
        aircraft = kind in (FIGHTER, BOMBER)
        if units[kind] == 0 or (aircraft and not hits_aircraft):
            continue
        if keep and not aircraft and land_units(units) == 1:
            spared = kind
        else:
            return kind
    return spared


@lean_jit
def _next_cell(
    units: Ints, side: Ints, keep: bool, hits_aircraft: bool, others: int, layer: int, cell: int
) -> int:
    kind = _next_lost(units, side, keep, hits_aircraft)
    if kind < 0:
        return cell
    units[kind] -= 1
    after = _encode(units, side, others, layer)
    units[kind] += 1
    return after


def chart(side: Any, keep: bool, submerge: bool, struck_below: bool, guns: int) -> tuple[Any, Any, Any]:
    """All forces that can be left: `units[state]`; the state after a hit on any unit, after a hit of a
    submarine, and after the submarines have submerged; and `starts[fighters lost, bombers lost]`, the state
    after AA fire. `struck_below`: the enemy has submarines. `guns`: 0 none, 1 the owner chooses losses, 2 any
    aircraft may be shot down.
    """
    size = grid_size(side, submerge)
    number, follow, here = np.full(size, -1, np.int64), np.empty((3, size), np.int64), np.empty(WIDTH, np.int64)  # fmt: skip
    fighters, bombers = side[COUNTS, FIGHTER], side[COUNTS, BOMBER]
    others = side[COUNTS].sum() - fighters - bombers
    flags = np.array([keep, submerge, struck_below, guns], np.int64)
    found = _survey(side, others, flags, number, follow, here)
    cells = np.flatnonzero(number >= 0)
    units = np.empty((found, WIDTH), np.int64)
    _fill(cells, side, others, units)
    return units, number[follow[:, :found]], number[: (fighters + 1) * (bombers + 1) * (others + 1) : others + 1].reshape(fighters + 1, bombers + 1)  # fmt: skip


@lean_jit
def _survey(side: Ints, others: int, flags: Ints, number: Ints, follow: Ints, here: Ints) -> int:
    """Number the cells of the grid that can be reached (the others keep -1) and note the cells that follow
    them; returns their number.
    """
    keep, submerge, struck_below, guns = flags[0] > 0, flags[1] > 0, flags[2] > 0, flags[3]
    fighters, bombers = side[COUNTS, FIGHTER], side[COUNTS, BOMBER]
    layer_size = (fighters + 1) * (bombers + 1) * (others + 1)
    number[0] = -2  # within reach
    if guns == 2:
        for cell in range((fighters + 1) * (bombers + 1)):
            number[cell * (others + 1)] = -2
    elif guns == 1:
        for kind in range(WIDTH):
            here[kind] = side[COUNTS, kind]
        for i in range(WIDTH):
            kind = side[ORDER, i]
            if kind in (FIGHTER, BOMBER):
                while here[kind] > 0:
                    here[kind] -= 1
                    number[_encode(here, side, others, int64(0))] = -2
    found = 0
    for cell in range(len(number)):  # a loss leads to a later cell, so one sweep finds everything
        if number[cell] == -1:
            continue
        number[cell] = found
        _decode(cell, side, others, here)
        layer = cell // layer_size
        follow[0, found] = _next_cell(here, side, keep, True, others, layer, cell)
        follow[1, found] = _next_cell(here, side, keep, False, others, layer, cell) if struck_below else cell
        follow[2, found] = cell
        if submerge and layer == 0:
            layer = 1 + here[SUBMARINE]
            here[SUBMARINE] = 0
            follow[2, found] = _encode(here, side, others, layer)
        for way in range(3):
            if number[follow[way, found]] == -1:
                number[follow[way, found]] = -2
        found += 1
    return found


@lean_jit
def _fill(cells: Ints, side: Ints, others: int, units: Ints) -> None:
    for state in range(len(cells)):
        _decode(cells[state], side, others, units[state])


@lean_jit
def _add_dice(chances: Floats, top: int, dice: int, strength: int) -> int:
    """Add dice to a distribution: `chances[k]` of k hits with `top` dice becomes that with top + dice;
    returns the new top.
    """
    p = strength / 6.0
    for _ in range(dice):
        top += 1
        chances[top] = chances[top - 1] * p
        for k in range(top - 1, 0, -1):
            chances[k] = chances[k] * (1.0 - p) + chances[k - 1] * p
        chances[0] *= 1.0 - p
    return top


@lean_jit
def _add_points(chances: Floats, top: int, points: int) -> int:
    """Add strength by low luck to a distribution; returns the new top."""
    sure, rest = points // 6, points % 6
    if rest:
        top = _add_dice(chances, top, int64(1), rest)
    if sure:
        for k in range(top, -1, -1):
            chances[k + sure] = chances[k]
        for k in range(sure):
            chances[k] = 0.0
    return top + sure


def hit_table(
    units: Any, side: Any, part: int, low_luck: bool, extra_dice: int = 0, extra_strength: int = 0
) -> tuple[Any, Any]:
    """The chance of k hits from each state [state, k] by one part of a volley, and the largest number of
    hits. Parts: 0 all but submarines, 1 submarines, 2 what fires before them, 3 what fires after them, 4 all
    units. The extra dice are a bombardment.
    """
    firing = side[FIRE][side[FIRE] >= 0]
    width = 1 + extra_dice + int((side[COUNTS] * side[DICE])[firing].sum())
    table, tops = np.zeros((len(units), width)), np.zeros(len(units), np.int64)
    _throw_all(units, side, np.array([part, low_luck, extra_dice, extra_strength]), table, tops)
    return table, tops


@lean_jit
def _throw_all(units: Ints, side: Ints, order: Ints, table: Floats, tops: Ints) -> None:
    part, low_luck, extra_dice, extra_strength = order[0], order[1], order[2], order[3]
    last = WIDTH
    for i in range(WIDTH):
        if side[FIRE, i] == SUBMARINE:
            last = i
    for state in range(len(units)):
        chances = table[state]
        chances[0] = 1.0
        top, points = int64(0), int64(0)
        for i in range(WIDTH):
            kind = side[FIRE, i]
            if kind < 0:
                break
            below = kind == SUBMARINE
            if (
                (part == 0 and below)
                or (part == 1 and not below)
                or (part == 2 and i >= last)
                or (part == 3 and i <= last)
            ):
                continue
            dice, strength = units[state, kind] * side[DICE, kind], side[STRENGTH, kind]
            helped = helped_units(units[state], side, kind)
            if not low_luck:
                top = _add_dice(chances, top, dice - helped, strength)
                top = _add_dice(chances, top, helped, strength + SUPPORT)
            elif below:
                top = _add_points(chances, top, dice * strength)
            else:
                points += dice * strength + helped * SUPPORT
        if low_luck:
            top = _add_points(chances, top, points)
            top = _add_points(chances, top, extra_dice * extra_strength)
        else:
            top = _add_dice(chances, top, extra_dice, extra_strength)
        tops[state] = top

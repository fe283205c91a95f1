"""Writes the orders of attacks and of transports."""

from partie.core.compiled.types import Ints, Record, int64
from partie.games.axisallies.players.general.homes import detour, steps_back
from partie.games.axisallies.players.general.workspace import (
    LINES,
    S_KIND,
    S_N,
    S_ROW,
    S_SRC,
    S_STOP,
    S_VIA,
    S_ZONE,
    Army,
    Orders,
    Scratch,
)
from partie.games.axisallies.rules.board import AIR_KIND, CLASS
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.orders import (
    AROUND,
    LOAD,
    NO_SPACE,
    ONE,
    SAIL,
    SHORTEST,
    UNLOAD,
    equal_but_for_number,
    move,
    order,
)
from partie.games.axisallies.rules.units import TRANSPORT


@jit
def write_attack(
    state: Record, target: int, many: int, army: Army, scratch: Scratch, orders: Orders, attack: int, n: int
) -> int:
    """Write the orders of an attack and take its units out of those that are free; units that go the same way
    together."""
    first, codes = n, orders.codes
    for i in range(many):
        step = scratch.steps[scratch.chosen[i]]
        kind, src, via, row, count = step[S_KIND], step[S_SRC], step[S_VIA], step[S_ROW], step[S_N]
        if src >= 0:
            army.free[src, kind] -= count
        if row >= 0:
            army.used[row] = True
            n = write_voyage(state, step, target, orders, attack, n)
            continue
        if src == target:
            continue
        way = int64(SHORTEST)
        if CLASS[kind] == AIR_KIND:
            around = detour(state, src, target, kind, steps_back(src, target, kind, army.home))
            way = AROUND if around >= 0 else SHORTEST
        code = move(count, kind, src, via, target, way)
        same = -1
        for j in range(first, n):
            if equal_but_for_number(codes[j], code):
                same = j
        if same >= 0:
            codes[same] += count * ONE
        elif n < LINES:
            n = _give(orders, n, code, attack)
    return n


@lean_jit
def write_voyage(state: Record, step: Ints, target: int, orders: Orders, group: int, n: int) -> int:
    """Write the orders of a transport (`S_ROW`): to where it loads, load, to the coast, land (`target` -1:
    stay aboard)."""
    kind, src, row, count = step[S_KIND], step[S_SRC], step[S_ROW], step[S_N]
    stop, zone = step[S_STOP], step[S_ZONE]
    if n + 6 > LINES:
        return n
    here = int64(state.ship_zone[row])
    if src >= 0:
        if stop != here:
            n = _give(orders, n, order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, stop, row, 0, 0), group)
        n = _give(orders, n, order(LOAD, count, kind, src, NO_SPACE, NO_SPACE, row, 0, 0), group)
        here = int64(stop)
    if zone != here:
        n = _give(orders, n, order(SAIL, 0, TRANSPORT, NO_SPACE, NO_SPACE, zone, row, 0, 0), group)
    if target < 0:
        return n
    n = _give(orders, n, order(UNLOAD, count, kind, NO_SPACE, NO_SPACE, target, row, 0, 0), group)
    other = int64(state.cargo_kind[row, 1])
    if src < 0 and other >= 0 and other != kind:
        n = _give(orders, n, order(UNLOAD, 1, other, NO_SPACE, NO_SPACE, target, row, 0, 0), group)
    return n


@lean_jit
def _give(orders: Orders, n: int, code: int, group: int) -> int:
    """Write an order."""
    orders.codes[n], orders.group[n] = code, group
    return n + 1

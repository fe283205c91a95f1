"""What an attack promises: what is killed, lost and taken, at once and to counter-attacks."""

from partie.core.compiled.types import Floats, Record
from partie.games.axisallies.players.general.doctrine import (
    CAPTURE,
    COUNTER,
    DENIAL,
    HOLD,
    OWN_LOSS,
    RUIN,
    SEA_COUNTER,
    SEEN,
    SEEN_SLOPE,
    SINK,
    WITHDRAWS,
)
from partie.games.axisallies.players.general.odds import (
    ATTACKER_LOSS,
    BOMBARDING,
    DEFENDER_LOSS,
    estimate,
    hit_points,
    land_units,
    one_round,
)
from partie.games.axisallies.players.general.threats import LOSS, P_LOST, PROFIT, storm
from partie.games.axisallies.players.general.values import capital_of, prize, urgency
from partie.games.axisallies.rules.board import CLASS, LAND_KIND, LANDS, SEA_KIND
from partie.games.axisallies.rules.control import side_of, value_of
from partie.games.axisallies.rules.kernels import jit, lean_jit
from partie.games.axisallies.rules.units import AA_GUN, FACTORY, KINDS, TRANSPORT

STACK = 30.0
"""What a stack costs, in IPC: who loses less than that in a counter-attack has traded units, who loses more
is ruined."""
NO_WAY_BACK, WAY_BACK, STRAFES = range(3)
"""Whether all land units of an attack could withdraw after a round, and whether that is the better part."""
HOPELESS = 0.05
"""The chance below which only what is killed and lost counts."""
COMPLEX_TAKEN, COMPLEX_KEPT = 3.0, 8.0
"""What a complex brings who takes it, and more if it is kept, in IPC: one turn without it for the enemy, and
units placed at the front."""
CAPITAL_KEPT = 1.6
"""How much more a capital brings if it is kept, of what taking it brings: all its owner's income is gone as
long."""
STILL_DENIED = 0.5
"""Which share of the denial remains where a space is lost again: its owner has it back a turn later."""


@jit
def promise(
    state: Record,
    target: int,
    force: Floats,
    defenders: Floats,
    table: Floats,
    p: Floats,
    rows: Floats,
    out: Floats,
) -> float:
    """What an attack promises, in IPC: what is killed and taken, less what is lost, at once and to
    counter-attacks. `force`: its units, and battleships that bombard; `rows`: room for five rows of units.
    `out[0]`: the chance to take the space; `out[2]`: the chance to lose it again; `out[3]`: whether units
    could withdraw (`WAY_BACK`), and after it whether they should (`STRAFES`)."""
    sea, gun = 1 if target >= LANDS else 0, 1 if defenders[AA_GUN] > 0.0 else 0
    left, answers, counter, garrison = rows[:2], rows[2], rows[3], rows[4]
    take = estimate(state.board, force, defenders, sea, gun, force[BOMBARDING], left, answers)
    out[0] = take
    gain = answers[DEFENDER_LOSS] - p[OWN_LOSS] * answers[ATTACKER_LOSS]
    out[1] = gain
    if take < HOPELESS:
        return gain
    for kind in range(KINDS):
        garrison[kind] = 0.0
        if (CLASS[kind] == SEA_KIND) if sea else (CLASS[kind] == LAND_KIND and kind != AA_GUN):
            garrison[kind] = left[0, kind] / take
    if sea:
        if hit_points(garrison) > 0.0:
            storm(state, state.power, target, garrison, table, 0.0, counter)
            gain -= take * p[SEA_COUNTER] * counter[PROFIT]
        gain += p[SINK] * take * defenders[TRANSPORT]
        return gain
    if land_units(garrison) <= 0.0:
        return gain
    worth = prize(state, target, p)
    storm(state, state.power, target, garrison, table, worth, counter)
    seen = min(1.0, p[SEEN] + p[SEEN_SLOPE] * counter[PROFIT])
    lost = seen * counter[P_LOST]
    value = _value_taken(state, target, lost, defenders[FACTORY] > 0.0, p)
    out[2] = lost
    strike = seen * max(0.0, counter[PROFIT] - counter[P_LOST] * worth)
    ruin = seen * p[RUIN] * counter[LOSS] ** 2 / (counter[LOSS] + STACK)
    stays = value - p[COUNTER] * strike - ruin
    gain += take * stays
    if out[3] == WAY_BACK and p[WITHDRAWS] > 0.5 and stays < 0.0:
        cleared = one_round(state.board, force, defenders, gun, left, answers)
        strafe = answers[DEFENDER_LOSS] - p[OWN_LOSS] * answers[ATTACKER_LOSS] + cleared * stays
        if strafe > gain:
            out[3] = STRAFES
            return strafe
    return gain


@lean_jit
def _value_taken(state: Record, target: int, lost: float, complex_there: bool, p: Floats) -> float:
    """What taking a land space brings, in IPC, if it is lost again with a chance of `lost`."""
    value = (
        urgency(state, p)
        * value_of(state, target)
        * (1.0 + p[HOLD] * (1.0 - lost) + p[DENIAL] * (1.0 - STILL_DENIED * lost))
    )
    if complex_there:
        value += COMPLEX_TAKEN + COMPLEX_KEPT * (1.0 - lost)
    power = capital_of(state, target)
    if power >= 0:
        if side_of(state, power) != side_of(state, state.power):
            value += p[CAPTURE] * (1.0 + CAPITAL_KEPT * (1.0 - lost)) + state.cash[power]
        else:
            value += p[CAPTURE] * (1.0 + CAPITAL_KEPT * (1.0 - lost))
    return value

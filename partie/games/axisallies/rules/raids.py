"""Strategic bombing and rockets, which cost the enemy money."""

import numpy as np

from partie.core.compiled.types import Chance, Record, int64
from partie.games.axisallies.rules.board import (
    FARTHEST,
    LANDS,
    ROCKET_RANGE,
    ROCKETS,
    SPACES,
)
from partie.games.axisallies.rules.combat import (
    clear_dice,
    dice_of,
    throw,
)
from partie.games.axisallies.rules.control import (
    at_peace,
    enemy_complex,
    friendly_since_start,
    gun_fires,
    value_of,
)
from partie.games.axisallies.rules.flight import steps_from
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.movement import (
    crash,
    shoot,
)
from partie.games.axisallies.rules.refusals import (
    LEGAL,
    NO_ORDER,
    NO_ROCKETS,
    PEACE,
    ROCKET_FIRED,
    ROCKET_TOO_FAR,
)
from partie.games.axisallies.rules.state import (
    O_RAID_CAP,
    RAIDERS_THREW,
    ROCKET_THREW,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    BOMBER,
)


@lean_jit
def raiders(state: Record, space: int) -> int:
    """How many bombers are on a raid to a space."""
    total = int64(0)
    for flown in range(FARTHEST + 1):
        total += state.raiding[space, flown]
    return total


@lean_jit
def stand_down(state: Record, space: int) -> None:
    """End a raid, or call it off: the bombers only have to land."""
    for flown in range(FARTHEST + 1):
        state.idle[space, 1, flown] += state.raiding[space, flown]
        state.raiding[space, flown] = 0


@lean_jit
def roll(state: Record, n: int, chance: Chance) -> int:
    """Throw n dice and return their sum."""
    total = int64(0)
    for face in range(1, 7):
        total -= face * state.dice[0, face]
    throw(state, n, 0, chance)
    for face in range(1, 7):
        total += face * state.dice[0, face]
    return total


@lean_jit
def pay_damage(state: Record, space: int, total: int) -> None:
    """Take money from the controller of a space, at most all of it."""
    owner = state.owner[space]
    state.cash[owner] -= min(total, int64(state.cash[owner]))


@lean_jit
def raid(state: Record, space: int, chance: Chance) -> None:
    """Carry out a raid: the gun fires, then each bomber left throws a die for damage."""
    if gun_fires(state, space):
        down = shoot(state, raiders(state, space), chance)
        for flown in range(FARTHEST, -1, -1):
            n = min(down, int64(state.raiding[space, flown]))
            state.raiding[space, flown] -= n
            crash(state, BOMBER, n, space, flown)
            down -= n
    left = raiders(state, space)
    if left > 0:
        clear_dice(state, RAIDERS_THREW)
        total = roll(state, left * dice_of(state, state.power, BOMBER), chance)
        if state.options[O_RAID_CAP] == 1:
            total = min(total, value_of(state, space))
        pay_damage(state, space, total)
    stand_down(state, space)


@jit
def check_rocket(state: Record, src: int, dst: int) -> int:
    if not state.techs[state.power] >> ROCKETS & 1:
        return NO_ROCKETS
    if state.rocketed:
        return ROCKET_FIRED
    if src < 0 or dst < 0 or src >= LANDS or dst >= LANDS:
        return NO_ORDER
    if state.units[src, state.power, AA_GUN] == 0 or not friendly_since_start(state, src):
        return NO_ROCKETS
    near = np.empty(SPACES, np.int8)
    steps_from(state, src, ROCKET_RANGE, True, near)
    if not enemy_complex(state, dst) or near[dst] > ROCKET_RANGE:
        return ROCKET_TOO_FAR
    return PEACE if at_peace(state) else LEGAL


@jit
def any_rocket(state: Record) -> bool:
    """Whether a rocket could be fired now."""
    if state.rocketed or not state.techs[state.power] >> ROCKETS & 1:
        return False
    for src in range(LANDS):
        if state.units[src, state.power, AA_GUN] > 0:
            for dst in range(LANDS):
                if check_rocket(state, src, dst) == LEGAL:
                    return True
    return False


@lean_jit
def fire_rocket(state: Record, dst: int, chance: Chance) -> None:
    state.rocketed = 1
    clear_dice(state, ROCKET_THREW)
    pay_damage(state, dst, roll(state, 1, chance))

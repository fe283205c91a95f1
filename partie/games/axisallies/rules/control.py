"""Control of spaces: sides, friendly and hostile spaces, forces, production, canals, and captures."""

from partie.core.compiled.types import Record, int64
from partie.games.axisallies.rules.board import (
    BOARD_CAPITAL,
    BOARD_IPC,
    BOARD_OWNER,
    BOARD_PEACE,
    BOARD_SIDE,
    CANAL_ENDS,
    CANAL_KEYS,
    CANAL_OPTION,
    DEGREE,
    LANDS,
    MOST_CANALS,
    NEIGHBOURS,
    POWERS,
)
from partie.games.axisallies.rules.kernels import lean_jit
from partie.games.axisallies.rules.state import (
    O_NEUTRAL_CHARGE,
    O_NEUTRALS_CLOSED,
    O_PEACE,
    O_SCORCHED_EARTH,
    O_SUEZ_SINCE_START,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    ARMOR,
    ARTILLERY,
    BATTLESHIP,
    BOMBER,
    CARRIER,
    DESTROYER,
    FACTORY,
    FIGHTER,
    INFANTRY,
    MARINE,
    SUBMARINE,
    TRANSPORT,
)


@lean_jit
def side_of(state: Record, power: int) -> int:
    """The side of a power: `ALLIES` or `AXIS`."""
    return BOARD_SIDE[state.board, power]


@lean_jit
def capital_of(state: Record, power: int) -> int:
    """The capital of a power."""
    return BOARD_CAPITAL[state.board, power]


@lean_jit
def value_of(state: Record, space: int) -> int:
    """The value of a land space in IPC."""
    return BOARD_IPC[state.board, space]


@lean_jit
def friends(state: Record, one: int, other: int) -> bool:
    """Whether two powers are on the same side; -1, a neutral, is on none."""
    return one >= 0 and other >= 0 and side_of(state, one) == side_of(state, other)


@lean_jit
def friendly(state: Record, space: int) -> bool:
    """Whether the power to play or an ally controls this land space."""
    return friends(state, state.power, state.owner[space])


@lean_jit
def friendly_since_start(state: Record, space: int) -> bool:
    return friendly(state, space) and friends(state, state.power, state.began[space])


@lean_jit
def enemy(state: Record, space: int) -> bool:
    """Whether the other side controls this land space."""
    return state.owner[space] >= 0 and not friendly(state, space)


@lean_jit
def neutral(state: Record, space: int) -> bool:
    return space < LANDS and state.owner[space] < 0


@lean_jit
def taken_this_turn(state: Record, space: int) -> bool:
    """Whether this space became friendly during this turn."""
    return friendly(state, space) and not friends(state, state.power, state.began[space])


@lean_jit
def at_peace(state: Record) -> bool:
    """Whether the option for peace in the first turn keeps the power to play from attacking."""
    return (
        state.options[O_PEACE] == 1 and state.round_number == 1 and BOARD_PEACE[state.board, state.power] == 1
    )


@lean_jit
def may_enter_neutral(state: Record) -> bool:
    """Whether the power to play may enter neutrals and can pay for one."""
    return (
        state.options[O_NEUTRALS_CLOSED] == 0 and state.cash[state.power] >= state.options[O_NEUTRAL_CHARGE]
    )


@lean_jit
def neighbour_index(state: Record, space: int, other: int) -> int:
    """The index of a space among the neighbours of another, -1 if they are not neighbours."""
    for i in range(DEGREE[state.graph, space]):
        if NEIGHBOURS[state.graph, space, i] == other:
            return i
    return -1


@lean_jit
def neighbours(state: Record, space: int, other: int) -> bool:
    return neighbour_index(state, space, other) >= 0


@lean_jit
def land_force(state: Record, space: int, power: int) -> int:
    """How many units of a power in a space can capture one."""
    return (
        int64(state.units[space, power, INFANTRY])
        + state.units[space, power, ARMOR]
        + state.units[space, power, MARINE]
        + state.units[space, power, ARTILLERY]
    )


@lean_jit
def aircraft(state: Record, space: int, power: int) -> int:
    return int64(state.units[space, power, FIGHTER]) + state.units[space, power, BOMBER]


@lean_jit
def ships(state: Record, space: int, power: int) -> int:
    """How many ships a power has in a zone, transports included."""
    return (
        int64(state.units[space, power, BATTLESHIP])
        + state.units[space, power, CARRIER]
        + state.units[space, power, TRANSPORT]
        + state.units[space, power, SUBMARINE]
        + state.units[space, power, DESTROYER]
    )


@lean_jit
def defended(state: Record, space: int) -> bool:
    """Whether a land space holds enemy units that fight; guns and complexes do not."""
    for power in range(POWERS):
        if (
            side_of(state, power) != side_of(state, state.power)
            and land_force(state, space, power) + aircraft(state, space, power) > 0
        ):
            return True
    return False


@lean_jit
def hostile(state: Record, zone: int) -> bool:
    """Whether a sea zone holds enemy ships."""
    for power in range(POWERS):
        if side_of(state, power) != side_of(state, state.power) and ships(state, zone, power) > 0:
            return True
    return False


@lean_jit
def guns(state: Record, space: int) -> int:
    """How many AA guns are in a space, of all powers."""
    total = int64(0)
    for power in range(POWERS):
        total += state.units[space, power, AA_GUN]
    return total


@lean_jit
def gun_fires(state: Record, space: int) -> bool:
    """Whether a gun in a space fires at aircraft of the power to play. A gun captured this turn still
    does.
    """
    began = state.began[space]
    return space < LANDS and began >= 0 and not friends(state, state.power, began) and guns(state, space) > 0


@lean_jit
def enemy_complex(state: Record, space: int) -> bool:
    return space < LANDS and enemy(state, space) and state.units[space, state.owner[space], FACTORY] > 0


@lean_jit
def decks(state: Record, zone: int) -> int:
    """How many fighters the friendly carriers in a zone can hold."""
    total = int64(0)
    for power in range(POWERS):
        if side_of(state, power) == side_of(state, state.power):
            total += 2 * int64(state.units[zone, power, CARRIER])
    return total


@lean_jit
def side_fighters(state: Record, zone: int) -> int:
    """How many friendly fighters are in a zone."""
    total = int64(0)
    for power in range(POWERS):
        if side_of(state, power) == side_of(state, state.power):
            total += state.units[zone, power, FIGHTER]
    return total


@lean_jit
def guest_fighters(state: Record, zone: int) -> int:
    """How many allied fighters are in a zone; in this turn they are cargo."""
    return side_fighters(state, zone) - state.units[zone, state.power, FIGHTER]


@lean_jit
def canal_open(state: Record, power: int, canal: int) -> bool:
    for i in range(2):
        key = CANAL_KEYS[state.board, canal, i]
        holder = state.began[key]
        if CANAL_OPTION[state.board, canal] == 1 and state.options[O_SUEZ_SINCE_START] == 0:
            holder = state.owner[key]
        if not friends(state, power, holder):
            return False
    return True


@lean_jit
def strait_open(state: Record, power: int, zone: int, other: int) -> bool:
    """Whether no canal keeps ships of a power from going between two neighbouring zones."""
    for canal in range(MOST_CANALS):
        first, second = CANAL_ENDS[state.graph, canal, 0], CANAL_ENDS[state.graph, canal, 1]
        if (zone == first and other == second) or (zone == second and other == first):
            return canal_open(state, power, canal)
    return True


@lean_jit
def production(state: Record, power: int) -> int:
    """The production of a power: the value of all spaces it controls."""
    total = int64(0)
    for space in range(LANDS):
        if state.owner[space] == power:
            total += value_of(state, space)
    return total


@lean_jit
def has_capital(state: Record, power: int) -> bool:
    """Whether the capital of a power is not in enemy hands."""
    return friends(state, power, state.owner[capital_of(state, power)])


@lean_jit
def pay_neutral(state: Record, space: int) -> None:
    """Enter a neutral: pay, and control it at once."""
    state.cash[state.power] -= state.options[O_NEUTRAL_CHARGE]
    state.owner[space] = state.power


@lean_jit
def capture(state: Record, space: int) -> None:
    """Capture an enemy space with its gun and complex. One that belonged to an ally goes back to that ally
    unless the ally's capital is lost.
    """
    taker, loser = state.power, state.owner[space]
    holder = int64(taker)
    first = BOARD_OWNER[state.board, space]
    if (
        first >= 0
        and friends(state, taker, first)
        and (space == capital_of(state, first) or has_capital(state, first))
    ):
        holder = first
    _hand_over(state, space, holder)
    if space == capital_of(state, loser):
        state.cash[taker] += state.cash[loser]
        state.cash[loser] = 0
    if space == capital_of(state, holder):
        _return_spaces(state, holder)


@lean_jit
def _hand_over(state: Record, space: int, holder: int) -> None:
    loser = state.owner[space]
    fell = int64(0)
    for power in range(POWERS):
        if not friends(state, power, holder):
            for kind in range(AA_GUN, FACTORY + 1):
                fell += state.units[space, power, kind]
                state.units[space, holder, kind] += state.units[space, power, kind]
                state.units[space, power, kind] = 0
    if fell > 0 and state.options[O_SCORCHED_EARTH]:
        state.scorch[space] = loser + 1
    state.owner[space] = holder


@lean_jit
def _return_spaces(state: Record, power: int) -> None:
    """Give a power that has its capital back the spaces allies hold for it, with their complexes."""
    for space in range(LANDS):
        ally = state.owner[space]
        if BOARD_OWNER[state.board, space] == power and ally != power and friends(state, ally, power):
            state.units[space, power, FACTORY] += state.units[space, ally, FACTORY]
            state.units[space, ally, FACTORY] = 0
            state.owner[space] = power

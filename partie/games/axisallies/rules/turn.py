"""The course of the game: the six phases of a turn, rounds and victory."""

import numpy as np

from partie.core.compiled.types import Ints8, Record, int64
from partie.games.axisallies.rules.board import (
    ALLIES,
    AXIS,
    BOARD_CAPITALS_TO_WIN,
    BOARD_POWERS,
    CLASS,
    FARTHEST,
    LAND_KIND,
    LANDS,
    MOVE,
    POWERS,
    SEA_KIND,
    SPACES,
)
from partie.games.axisallies.rules.combat import (
    land_pending,
    sea_pending,
    take_open_beaches,
)
from partie.games.axisallies.rules.control import (
    capital_of,
    decks,
    enemy_complex,
    hostile,
    production,
    side_fighters,
    side_of,
)
from partie.games.axisallies.rules.economy import (
    can_buy,
    can_place,
    check_research,
    collect,
)
from partie.games.axisallies.rules.flight import (
    flight_range,
    is_airfield,
    steps_from,
    ways_home,
)
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.raids import (
    any_rocket,
    raiders,
    stand_down,
)
from partie.games.axisallies.rules.refusals import (
    AIR_MUST_LAND,
    BATTLES_LEFT,
    LEGAL,
)
from partie.games.axisallies.rules.state import (
    BUY,
    CAPITALS,
    COMBAT,
    COMBAT_MOVE,
    ECONOMY,
    LAST_ROUND,
    MOVED,
    NONCOMBAT,
    O_ALLIED_GOAL,
    O_AXIS_GOAL,
    O_ROUNDS,
    O_TOTAL_VICTORY,
    O_UNPLACED,
    O_VICTORY_CHECK,
    OVER,
    PLACE,
    RESEARCH,
    ROUNDS_PLAYED,
    SHIPS,
)
from partie.games.axisallies.rules.units import (
    BOMBER,
    FIGHTER,
    KINDS,
    TRANSPORT,
)


@lean_jit
def begin_turn(state: Record, power: int) -> None:
    """Begin the turn of a power: all its units may move."""
    state.power = power
    state.deciding = power
    clear_turn(state)
    for space in range(SPACES):
        state.began[space] = state.owner[space]
        if state.built[space] == 2:
            state.built[space] = 1
        for kind in range(KINDS):
            if (CLASS[kind] == LAND_KIND or CLASS[kind] == SEA_KIND) and kind != TRANSPORT:
                state.fresh[space, kind] = state.units[space, power, kind]
        for kind in range(2):
            state.flown[space, kind, 0] = state.units[space, power, FIGHTER + kind]
    for row in range(SHIPS):
        if state.ship_zone[row] >= 0 and state.ship_owner[row] == power:
            state.left[row] = MOVE[TRANSPORT]
    state.phase = RESEARCH


@lean_jit
def clear_turn(state: Record) -> None:
    """Clear the fields that concern a single turn."""
    state.fresh[:, :] = 0
    state.flown[:, :, :] = 0
    state.raiding[:, :] = 0
    state.idle[:, :, :] = 0
    state.came[:] = 0
    state.site[:] = 0
    state.bombarded[:] = 0
    state.decked[:] = 0
    state.produced[:] = 0
    state.scorch[:] = 0
    state.rocketed = 0
    state.landing[:, :] = -1
    state.beach[:] = -1
    state.left[:] = 0
    state.ship_did[:] = 0


@jit
def settle(state: Record) -> None:
    """Skip phases in which there is nothing to do."""
    while True:
        if state.phase == RESEARCH and check_research(state, 1) != LEGAL:
            state.phase = BUY
        elif state.phase == BUY and not can_buy(state):
            state.phase = COMBAT_MOVE
        elif state.phase == COMBAT and state.battle < 0:
            take_open_beaches(state)
            if any_pending(state) or any_rocket(state):
                return
            begin_noncombat(state)
        elif state.phase == PLACE and not can_place(state):
            end_turn(state)
        else:
            return


@lean_jit
def raid_pending(state: Record, space: int) -> bool:
    return space < LANDS and raiders(state, space) > 0


@lean_jit
def pending(state: Record, space: int) -> bool:
    """Whether a raid or a battle in a space is still to be fought."""
    if space >= LANDS:
        return sea_pending(state, space)
    return raid_pending(state, space) or land_pending(state, space)


@lean_jit
def any_pending(state: Record) -> bool:
    for space in range(SPACES):  # noqa: SIM110 - compiled
        if pending(state, space):
            return True
    return False


@lean_jit
def begin_combat(state: Record) -> None:
    """Begin the combat phase. Raids without a target and landings without an escort are called off."""
    state.phase = COMBAT
    for space in range(LANDS):
        if raiders(state, space) > 0 and not enemy_complex(state, space):
            stand_down(state, space)
    for row in range(SHIPS):  # its escort has left again
        zone = state.ship_zone[row]
        if zone >= 0 and hostile(state, zone) and not sea_pending(state, zone):
            for slot in range(2):
                state.landing[row, slot] = -1


@lean_jit
def begin_noncombat(state: Record) -> None:
    state.phase = NONCOMBAT
    state.raiding[:, :] = 0
    state.idle[:, :, :] = 0
    state.landing[:, :] = -1
    for row in range(SHIPS):
        if state.ship_did[row] & MOVED:
            state.left[row] = 0


@jit
def check_end(state: Record) -> int:
    """Why a phase may not be ended; `LEGAL` if it may."""
    if state.phase == COMBAT and any_pending(state):
        return BATTLES_LEFT
    if state.phase == NONCOMBAT and someone_can_land(state):
        return AIR_MUST_LAND
    return LEGAL


@lean_jit
def fighters_without_deck(state: Record, zone: int) -> int:
    """How many fighters over a zone that belong to the power to play have no carrier deck."""
    over = max(side_fighters(state, zone) - decks(state, zone), int64(0))
    return min(over, int64(state.units[zone, state.power, FIGHTER]))


@lean_jit
def in_the_air(state: Record, space: int, kind: int) -> int:
    """How many aircraft of the power to play (0: fighters, 1: bombers) in a space cannot stay there."""
    if space < LANDS:
        return (
            int64(0) if is_airfield(state, space) else int64(state.units[space, state.power, FIGHTER + kind])
        )
    return (
        fighters_without_deck(state, space) if kind == 0 else int64(state.units[space, state.power, BOMBER])
    )


@jit
def someone_can_land(state: Record) -> bool:
    """Whether aircraft that cannot stay where they are could still land elsewhere."""
    home, near = np.empty(SPACES, np.int8), np.empty(SPACES, np.int8)
    looked = False
    for space in range(SPACES):
        for kind in range(2):
            if state.units[space, state.power, FIGHTER + kind] == 0 or in_the_air(state, space, kind) == 0:
                continue
            if not looked:
                ways_home(state, home)
                looked = True
            least = -1  # the one that has flown least gets farthest
            for flown in range(FARTHEST, -1, -1):
                if state.flown[space, kind, flown] > 0:
                    least = flown
            if least < 0:
                continue
            left = flight_range(state, state.power, FIGHTER + kind) - least
            if home[space] <= left:
                return True
            if kind == 0 and _deck_within(state, space, left, near):
                return True
    return False


@jit
def _deck_within(state: Record, space: int, left: int, near: Ints8) -> bool:
    steps_from(state, space, left, False, near)
    for zone in range(LANDS, SPACES):
        if zone != space and near[zone] <= left and side_fighters(state, zone) < decks(state, zone):
            return True
    return False


@lean_jit
def lose_stranded(state: Record) -> None:
    """Remove aircraft that have not landed."""
    for space in range(SPACES):
        for kind in range(2):
            if state.units[space, state.power, FIGHTER + kind] > 0:
                state.units[space, state.power, FIGHTER + kind] -= in_the_air(state, space, kind)


@jit
def end_phase(state: Record) -> None:
    """End the phase and begin the next one."""
    if state.phase == COMBAT_MOVE:
        begin_combat(state)
    elif state.phase == COMBAT:
        begin_noncombat(state)
    elif state.phase == NONCOMBAT:
        lose_stranded(state)
        state.flown[:, :, :] = 0
        state.fresh[:, :] = 0
        state.phase = PLACE
    elif state.phase == PLACE:
        end_turn(state)
    else:
        state.phase += 1
    settle(state)


@lean_jit
def end_turn(state: Record) -> None:
    """Collect income, check for victory and pass the turn to the next power."""
    power = int64(state.power)
    if state.options[O_UNPLACED] == 0:
        state.bought[power, :] = 0
    collect(state)
    last = power == BOARD_POWERS[state.board] - 1
    if last:
        for each in range(POWERS):
            state.history[state.round_number, each] = production(state, each)
    if state.options[O_VICTORY_CHECK] == 0 or last:
        decide_by_capitals(state)
    if last and state.phase != OVER:
        decide_by_economy(state)
    if state.phase == OVER:
        return
    if last:
        if state.round_number == state.options[O_ROUNDS] or state.round_number == LAST_ROUND:
            state.victory = ROUNDS_PLAYED
            end_game(state)
            return
        state.round_number += 1
    begin_turn(state, 0 if last else power + 1)


@lean_jit
def capitals_lost(state: Record, side: int) -> int:
    """How many capitals of a side are in enemy hands."""
    total = 0
    for power in range(BOARD_POWERS[state.board]):
        if side_of(state, power) == side and side_of(state, state.owner[capital_of(state, power)]) != side:
            total += 1
    return total


@lean_jit
def decide_by_capitals(state: Record) -> None:
    """End the game if a side holds as many enemy capitals as the board asks for."""
    own = side_of(state, state.power)
    for side in (own, 1 - own):
        if capitals_lost(state, 1 - side) < BOARD_CAPITALS_TO_WIN[state.board, side]:
            continue
        if state.options[O_TOTAL_VICTORY] and capitals_lost(state, side) > 0:
            continue
        declare_winner(state, side, CAPITALS)
        return


@lean_jit
def side_production(state: Record, side: int) -> int:
    total = int64(0)
    for power in range(POWERS):
        if side_of(state, power) == side:
            total += production(state, power)
    return total


@lean_jit
def decide_by_economy(state: Record) -> None:
    goal = state.options[O_AXIS_GOAL]
    if goal > 0 and side_production(state, AXIS) >= goal:
        declare_winner(state, AXIS, ECONOMY)
        return
    goal = state.options[O_ALLIED_GOAL]
    if goal > 0 and side_production(state, ALLIES) >= goal:
        declare_winner(state, ALLIES, ECONOMY)


@lean_jit
def declare_winner(state: Record, side: int, how: int) -> None:
    state.winner = side
    state.victory = how
    end_game(state)


@lean_jit
def end_game(state: Record) -> None:
    """End the game."""
    state.phase = OVER
    state.deciding = state.power

"""The rules of Axis & Allies: the verbs every game has, over one record. The other modules of this folder
implement them; `state` and `orders` define the record and the orders.
"""

import numpy as np

from partie.core.compiled.types import Chance, Ints, Record, int64
from partie.games.axisallies.rules.board import (
    ALL_BOARDS,
    AXIS,
    BOARD_CASH,
    BOARD_GRAPH,
    BOARD_GRAPH_BITS,
    BOARD_OWNER,
    BOARD_POWERS,
    BOARD_SETUP,
    BOARD_START_TECHS,
    HUDSON_BAY,
    LANDS,
    NO_GULF,
    ONE_PANAMA,
    POWERS,
    SPACES,
)
from partie.games.axisallies.rules.casualties import (
    lose_as_usual,
    take_hits,
)
from partie.games.axisallies.rules.combat import (
    close_battle,
    go_on,
    open_battle,
    retreat,
    run_battle,
    withdraw,
)
from partie.games.axisallies.rules.control import (
    production,
    side_of,
)
from partie.games.axisallies.rules.economy import (
    buy,
    place,
    research,
)
from partie.games.axisallies.rules.kernels import (
    jit,
    lean_jit,
)
from partie.games.axisallies.rules.legality import scorched_space
from partie.games.axisallies.rules.listing import MOVES as MOVES
from partie.games.axisallies.rules.listing import is_listed, list_orders
from partie.games.axisallies.rules.movement import (
    do_drop,
    do_move,
    do_raid,
)
from partie.games.axisallies.rules.orders import (
    BUY_UNITS,
    DROP,
    END,
    FIGHT,
    GO_ON,
    LOAD,
    LOSE,
    LOSE_AS_USUAL,
    MOVE_UNITS,
    PLACE_UNITS,
    RAID_COMPLEX,
    RESEARCH_DICE,
    RETREAT,
    ROCKET,
    SAIL,
    SCORCH,
    SUBMERGE,
    UNLOAD,
    from_of,
    kind_of,
    n_of,
    power_of,
    row_of,
    to_of,
    unit_of,
    via_of,
    way_of,
)
from partie.games.axisallies.rules.raids import (
    fire_rocket,
    raid,
    raiders,
)
from partie.games.axisallies.rules.state import (
    BUY,
    COMBAT,
    LAST_ROUND,
    NOT_WON,
    O_AXIS_TECH,
    O_BID_USSR,
    O_BOARD,
    O_HUDSON_BAY,
    O_NO_GULF,
    O_ONE_PANAMA,
    OPTIONS,
    OVER,
    SHIPS,
)
from partie.games.axisallies.rules.state import State as State
from partie.games.axisallies.rules.transports import (
    clear_ship,
    do_load,
    do_sail,
    do_unload,
    new_ship,
)
from partie.games.axisallies.rules.turn import (
    begin_turn,
    end_phase,
    settle,
    side_production,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    FACTORY,
    TRANSPORT,
)

SEATS = POWERS
LOWEST, HIGHEST = -1.0, 1.0
LONGEST = LAST_ROUND * POWERS * 2000
_AXIS_START = np.array(
    [
        sum(
            int(board.ipc[space])
            for space in board.lands
            if board.owner[space] >= 0 and board.side[board.owner[space]] == AXIS
        )
        for board in ALL_BOARDS
    ],
    np.int64,
)
_ALL = np.array([board.ipc.sum() for board in ALL_BOARDS], np.int64)


@jit
def start(state: Record, options: Ints, chance: Chance) -> None:
    for i in range(OPTIONS):
        state.options[i] = options[i]
    board = options[O_BOARD]
    bits = (
        HUDSON_BAY * options[O_HUDSON_BAY] + ONE_PANAMA * options[O_ONE_PANAMA] + NO_GULF * options[O_NO_GULF]
    )
    state.board = board
    state.graph = BOARD_GRAPH[board] + (bits & BOARD_GRAPH_BITS[board])
    set_up(state)
    state.history[:, :] = 0
    for power in range(POWERS):
        state.cash[power] = BOARD_CASH[board, power] + _bid(options, board, power)
        state.techs[power] = BOARD_START_TECHS[board, power] if options[O_AXIS_TECH] else 0
        state.history[0, power] = production(state, power)
    state.bought[:, :] = 0
    state.new_complexes = 0
    state.round_number = 1
    state.winner = -1
    state.victory = NOT_WON
    state.thrown = 0
    state.threw = 0
    state.dice[:, :] = 0
    state.struck[:, :] = 0
    begin_turn(state, 0)
    close_battle(state)
    settle(state)


@lean_jit
def _bid(options: Ints, board: int, power: int) -> int:
    """The extra cash of a power by its bid; a power the board does not have gets none."""
    return options[O_BID_USSR + power] if power < BOARD_POWERS[board] else 0


@jit
def set_up(state: Record) -> None:
    """Put owners and units in place for the start of the war."""
    state.built[:] = 0
    state.ship_owner[:] = -1
    state.ship_zone[:] = -1
    for row in range(SHIPS):
        clear_ship(state, row)
    for space in range(SPACES):
        state.owner[space] = BOARD_OWNER[state.board, space]
        for power in range(POWERS):
            state.units[space, power] = BOARD_SETUP[state.board, space, power]
            for _ in range(BOARD_SETUP[state.board, space, power, TRANSPORT]):
                new_ship(state, power, space)


@lean_jit
def seats(state: Record) -> int:
    """The number of powers on the board."""
    return BOARD_POWERS[state.board]


@lean_jit
def to_move(state: Record) -> int:
    """The power that decides next: usually the one whose turn it is, in a battle sometimes a defender."""
    loser = scorched_space(state)
    if loser >= 0:
        return state.scorch[loser] - 1
    return int64(state.deciding)


@lean_jit
def over(state: Record) -> bool:
    return state.phase == OVER


@lean_jit
def score(state: Record, seat: int) -> float:
    """The result for a seat: 1 won, -1 lost; if the game ended with the last round, how far production has
    shifted since the start.
    """
    if state.phase != OVER:
        return 0.0
    if state.winner >= 0:
        return 1.0 if side_of(state, seat) == state.winner else -1.0
    before = _AXIS_START[state.board]
    gain = np.float64(side_production(state, AXIS) - before)
    gain /= _ALL[state.board] - before + 1 if gain > 0 else before + 1
    return gain if side_of(state, seat) == AXIS else -gain


moves = list_orders
legal = is_listed


@jit
def play(state: Record, move: int, chance: Chance) -> None:
    kind = kind_of(move)
    if kind == SCORCH or (kind == GO_ON and scorched_space(state) >= 0):
        scorch(state, kind == SCORCH)
    elif state.battle >= 0:
        answer(state, move)
    else:
        act(state, move, chance)
    if state.battle >= 0:
        run_battle(state, chance)
    if state.phase == COMBAT and state.battle < 0:
        settle(state)


@jit
def act(state: Record, move: int, chance: Chance) -> None:
    """Carry out an order given outside a battle."""
    kind = kind_of(move)
    n, unit, src, dst, way = n_of(move), unit_of(move), from_of(move), to_of(move), way_of(move)
    if kind == END:
        end_phase(state)
    elif kind == MOVE_UNITS:
        do_move(state, unit, n, src, via_of(move), dst, way, chance)
    elif kind == SAIL:
        do_sail(state, row_of(move), dst)
    elif kind == LOAD:
        do_load(state, unit, n, src, row_of(move))
    elif kind == UNLOAD:
        do_unload(state, unit, n, row_of(move), dst)
    elif kind == RAID_COMPLEX:
        do_raid(state, n, src, dst, way, chance)
    elif kind == DROP:
        do_drop(state, n, src, dst, way, chance)
    elif kind == FIGHT:
        if dst < LANDS and raiders(state, dst) > 0:
            raid(state, dst, chance)
        else:
            open_battle(state, dst)
    elif kind == ROCKET:
        fire_rocket(state, dst, chance)
    elif kind == RESEARCH_DICE:
        research(state, n, chance)
        state.phase = BUY
        settle(state)
    elif kind == BUY_UNITS:
        buy(state, unit, n)
    elif kind == PLACE_UNITS:
        place(state, unit, n, dst)


@lean_jit
def answer(state: Record, move: int) -> None:
    """Carry out a decision made in a battle."""
    kind = kind_of(move)
    if kind == LOSE:
        take_hits(state, power_of(move), unit_of(move), n_of(move))
    elif kind == LOSE_AS_USUAL:
        lose_as_usual(state)
    elif kind == GO_ON:
        go_on(state)
    elif kind == RETREAT:
        retreat(state, to_of(move))
    elif kind == SUBMERGE:
        state.submerged[state.asked] += n_of(move)
    else:
        withdraw(state, state.asked, n_of(move), to_of(move))


@lean_jit
def scorch(state: Record, burn: bool) -> None:
    """Destroy the gun and the complex of a lost space, or leave them to the enemy."""
    space = scorched_space(state)
    state.scorch[space] = 0
    if burn:
        for power in range(POWERS):
            state.units[space, power, AA_GUN] = 0
            state.units[space, power, FACTORY] = 0
        state.built[space] = 0

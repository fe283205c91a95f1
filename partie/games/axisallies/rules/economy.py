"""Money: weapons development, purchases, placement and income."""

import numpy as np

from partie.core.compiled.chance import below
from partie.core.compiled.types import Chance, Record, int64
from partie.games.axisallies.rules.board import (
    AIR_KIND,
    BOARD_COST,
    BOARD_OWNER,
    BOARD_RESEARCH,
    BOARD_SETUP,
    BOARD_SOLD,
    BREAKTHROUGH,
    CLASS,
    DEGREE,
    INDUSTRY,
    LANDS,
    NEIGHBOURS,
    RESEARCH_COST,
    SEA_KIND,
    TECHS,
)
from partie.games.axisallies.rules.combat import clear_dice
from partie.games.axisallies.rules.control import (
    decks,
    guns,
    has_capital,
    hostile,
    production,
    side_fighters,
    value_of,
)
from partie.games.axisallies.rules.kernels import lean_jit
from partie.games.axisallies.rules.movement import enough_pieces
from partie.games.axisallies.rules.refusals import (
    ALL_KNOWN,
    CAPITAL_LOST,
    COMPLEX_BUSY,
    COMPLEX_THERE,
    ENEMY_SHIPS,
    GUN_THERE,
    LAND_UNITS_ON_LAND,
    LEGAL,
    NO_COMPLEX,
    NO_COMPLEX_LEFT,
    NO_DECK,
    NO_FIGHTERS_ON_CARRIERS,
    NO_ORDER,
    NO_SUCH_PIECES,
    NOT_BOUGHT,
    NOT_ENOUGH_CASH,
    NOT_FOR_SALE,
    NOT_IN_USE,
    NOT_SINCE_START,
    SHIPS_AT_SEA,
)
from partie.games.axisallies.rules.state import (
    LAB_THREW,
    O_AA_PER_SPACE,
    O_FIGHTERS_ON_NEW,
    O_MORE_UNITS,
    O_NEW_COMPLEXES,
    O_PLACE_HOSTILE,
    O_RESEARCH,
)
from partie.games.axisallies.rules.transports import (
    free_ships,
    new_ship,
)
from partie.games.axisallies.rules.units import (
    AA_GUN,
    FACTORY,
    FIGHTER,
    KINDS,
    TRANSPORT,
)

ALL_TECHS = (1 << TECHS) - 1
NEW_COMPLEXES = np.array([4, 0, 1000], np.int64)
"""How many complexes may be built in a game, by the value of the option `new_complexes`."""
UNLIMITED = 1000


@lean_jit
def price(state: Record, unit: int) -> int:
    """The price of a unit for the power to play."""
    return BOARD_COST[state.board, unit] - (state.techs[state.power] >> INDUSTRY & 1)


@lean_jit
def for_sale(state: Record, unit: int) -> bool:
    """Whether a kind of unit can be bought on this board: some only with their option."""
    sold = BOARD_SOLD[state.board, unit]
    return sold == 1 or (sold == 2 and state.options[O_MORE_UNITS] == 1)


@lean_jit
def check_research(state: Record, n: int) -> int:
    if state.options[O_RESEARCH] == 0 or BOARD_RESEARCH[state.board] == 0:
        return NOT_IN_USE
    if n < 1:
        return NO_ORDER
    if not has_capital(state, state.power):
        return CAPITAL_LOST
    if state.techs[state.power] == ALL_TECHS:
        return ALL_KNOWN
    return LEGAL if n * RESEARCH_COST <= state.cash[state.power] else NOT_ENOUGH_CASH


@lean_jit
def research(state: Record, n: int, chance: Chance) -> None:
    """Pay for n dice and throw them. Each six is a breakthrough: a second die picks a technology the power
    does not have.
    """
    power = state.power
    state.cash[power] -= n * RESEARCH_COST
    clear_dice(state, LAB_THREW)
    found = 0
    for _ in range(n):
        face = below(chance, 6) + 1
        state.dice[0, face] += 1
        if face == BREAKTHROUGH:
            found += 1
    state.thrown += n
    for _ in range(found):
        if state.techs[power] == ALL_TECHS:
            return
        tech = below(chance, TECHS)
        while state.techs[power] >> tech & 1:
            tech = below(chance, TECHS)
        state.techs[power] |= 1 << tech
        state.thrown += 1


@lean_jit
def complexes_left(state: Record) -> int:
    """How many more complexes may be bought; those bought and not yet placed count as built."""
    waiting = int64(0)
    for power in range(state.bought.shape[0]):
        waiting += state.bought[power, FACTORY]
    return NEW_COMPLEXES[state.options[O_NEW_COMPLEXES]] - state.new_complexes - waiting


@lean_jit
def ships_on_order(state: Record) -> int:
    """The number of transports bought and not yet on the board."""
    waiting = int64(0)
    for power in range(state.bought.shape[0]):
        waiting += state.bought[power, TRANSPORT]
    return waiting


@lean_jit
def check_buy(state: Record, unit: int, n: int) -> int:
    if n < 1:
        return NO_ORDER
    if not has_capital(state, state.power):
        return CAPITAL_LOST
    if not for_sale(state, unit):
        return NOT_FOR_SALE
    if unit == FACTORY and complexes_left(state) < n:
        return NO_COMPLEX_LEFT
    if unit == TRANSPORT and free_ships(state) - ships_on_order(state) < n:
        return NO_SUCH_PIECES
    return LEGAL if n * price(state, unit) <= state.cash[state.power] else NOT_ENOUGH_CASH


@lean_jit
def can_buy(state: Record) -> bool:
    """Whether the power to play can buy anything."""
    return has_capital(state, state.power) and state.cash[state.power] >= price(state, 0)


@lean_jit
def buy(state: Record, unit: int, n: int) -> None:
    state.cash[state.power] -= n * price(state, unit)
    state.bought[state.power, unit] += n


@lean_jit
def can_produce(state: Record, space: int) -> bool:
    """Whether the power to play can place units with the complex of a space: it has held it since the turn
    began, and it is not new.
    """
    return (
        space < LANDS
        and state.owner[space] == state.power
        and state.began[space] == state.power
        and state.units[space, state.power, FACTORY] > 0
        and state.built[space] < 2
    )


@lean_jit
def output_left(state: Record, space: int) -> int:
    """How many more units the complex of a space can make this turn. A complex of the set-up has no limit for
    its first owner.
    """
    if (
        state.built[space] == 0
        and BOARD_OWNER[state.board, space] == state.power
        and BOARD_SETUP[state.board, space, state.power, FACTORY] > 0
    ):
        return int64(UNLIMITED)
    return max(value_of(state, space), 1) - state.produced[space]


@lean_jit
def supplying_complex(state: Record, zone: int) -> int:
    """The space whose complex makes what is placed in a sea zone: the one that can make most; -1: none."""
    best, most = int64(-1), int64(-1)
    for i in range(DEGREE[state.graph, zone]):
        coast = NEIGHBOURS[state.graph, zone, i]
        if coast < LANDS and can_produce(state, coast) and output_left(state, coast) > most:
            best, most = int64(coast), output_left(state, coast)
    return best


@lean_jit
def check_place(state: Record, unit: int, n: int, dst: int) -> int:
    if dst < 0 or n < 1:
        return NO_ORDER
    if state.bought[state.power, unit] < n:
        return NOT_BOUGHT
    if not enough_pieces(state, unit, n, -1, dst):
        return NO_SUCH_PIECES
    if unit == FACTORY:
        return _check_complex(state, n, dst)
    if dst >= LANDS:
        return _check_at_sea(state, unit, n, dst)
    if CLASS[unit] == SEA_KIND:
        return SHIPS_AT_SEA
    if not can_produce(state, dst):
        return NO_COMPLEX
    if unit == AA_GUN and state.options[O_AA_PER_SPACE] == 0 and guns(state, dst) + n > 1:
        return GUN_THERE
    return LEGAL if n <= output_left(state, dst) else COMPLEX_BUSY


@lean_jit
def _check_complex(state: Record, n: int, dst: int) -> int:
    if dst >= LANDS:
        return LAND_UNITS_ON_LAND
    if state.owner[dst] != state.power or state.began[dst] != state.power:
        return NOT_SINCE_START
    return LEGAL if n == 1 and state.units[dst, state.power, FACTORY] == 0 else COMPLEX_THERE


@lean_jit
def _check_at_sea(state: Record, unit: int, n: int, zone: int) -> int:
    """Check a placement at sea: ships next to a complex, and fighters on carriers where the option allows
    it.
    """
    if CLASS[unit] == AIR_KIND:
        if unit != FIGHTER or state.options[O_FIGHTERS_ON_NEW] == 0:
            return NO_FIGHTERS_ON_CARRIERS
        if side_fighters(state, zone) + n > decks(state, zone):
            return NO_DECK
    elif CLASS[unit] != SEA_KIND:
        return LAND_UNITS_ON_LAND
    coast = supplying_complex(state, zone)
    if coast < 0:
        return NO_COMPLEX
    if hostile(state, zone) and state.options[O_PLACE_HOSTILE] == 0:
        return ENEMY_SHIPS
    return LEGAL if n <= output_left(state, coast) else COMPLEX_BUSY


@lean_jit
def place(state: Record, unit: int, n: int, dst: int) -> None:
    power = state.power
    state.bought[power, unit] -= n
    state.units[dst, power, unit] += n
    if unit == FACTORY:
        state.built[dst] = 2  # it can be used from the next turn on
        state.new_complexes += 1
        return
    state.produced[dst if dst < LANDS else supplying_complex(state, dst)] += n
    if unit == TRANSPORT:
        for _ in range(n):
            new_ship(state, power, dst)


@lean_jit
def can_place(state: Record) -> bool:
    """Whether units wait to be placed."""
    for unit in range(KINDS):  # noqa: SIM110 - compiled
        if state.bought[state.power, unit] > 0:
            return True
    return False


@lean_jit
def collect(state: Record) -> None:
    """Collect income, unless the power's capital is in enemy hands."""
    if has_capital(state, state.power):
        state.cash[state.power] += production(state, state.power)

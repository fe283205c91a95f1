"""The rules of Kalah over one small record.

Seat 0 has the lower row and the store on the right, seat 1 the upper row and the store on the left; sowing
goes counterclockwise. House `i` of a seat is `6 * seat + i`, counted in the direction of sowing, so that its
store comes after its last house:

          F  E  D  C  B  A            11 10  9  8  7  6
      1                      0     1                     0
          a  b  c  d  e  f             0  1  2  3  4  5

A move is the number of the house, 0 to 5, whose stones are sown. With fewer houses per side, the last ones of
each row are missing.
"""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Moves, Record
from partie.core.compiled.verbs import mix

ROW = 6
SEATS = 2
MOVES = ROW
LOWEST, HIGHEST = -72.0, 72.0

State = np.dtype(
    [
        ("houses", "i1", 2 * ROW),
        ("stores", "i1", 2),
        ("turn", "i1"),
        ("width", "i1"),  # houses of each side
        ("empty", "i1"),  # whether the last stone is captured when the house across is empty
        ("last", "i1"),  # the house of the last move, -1 at the start: the board shows it
    ],
    align=True,
)


@jit
def start(state: Record, options: Ints, chance: Chance) -> None:
    state.houses[:] = 0
    state.stores[:] = 0
    state.turn = 0
    state.width = options[0]
    state.empty = options[2]
    state.last = -1
    for house in range(state.width):
        state.houses[house] = options[1]
        state.houses[ROW + house] = options[1]


@jit
def row(state: Record, seat: int) -> int:
    """Return the number of stones in the houses of a seat."""
    stones = 0
    for house in range(ROW * seat, ROW * seat + state.width):
        stones += state.houses[house]
    return stones


@jit
def to_move(state: Record) -> int:
    return state.turn


@jit
def over(state: Record) -> bool:
    return row(state, 0) + row(state, 1) == 0


@jit
def score(state: Record, seat: int) -> float:
    return float(state.stores[seat] - state.stores[1 - seat])


@jit
def moves(state: Record, out: Moves) -> int:
    n = 0
    for house in range(state.width):
        if state.houses[ROW * state.turn + house] > 0:
            out[n] = house
            n += 1
    return n


@jit
def legal(state: Record, move: int) -> bool:
    return 0 <= move < state.width and state.houses[ROW * state.turn + move] > 0


@jit
def play(state: Record, move: int, chance: Chance) -> None:
    seat, size = state.turn, state.width
    side, place = seat, move
    stones = state.houses[ROW * seat + move]
    state.houses[ROW * seat + move] = 0
    state.last = ROW * seat + move
    for _ in range(stones):
        place += 1
        if place > size or (place == size and side != seat):
            side, place = 1 - side, 0
        if place == size:
            state.stores[seat] += 1
        else:
            state.houses[ROW * side + place] += 1
    if place < size:
        _capture(state, seat, side, place)
        state.turn = 1 - seat
    if row(state, 0) == 0 or row(state, 1) == 0:
        _sweep(state)


@jit
def _capture(state: Record, seat: int, side: int, place: int) -> None:
    """Capture if the last stone fell into an empty house of its own side: it and those across are stored."""
    if side != seat or state.houses[ROW * seat + place] != 1:
        return
    across = ROW * (1 - seat) + state.width - 1 - place
    if state.houses[across] > 0 or state.empty:
        state.stores[seat] += 1 + state.houses[across]
        state.houses[across] = 0
        state.houses[ROW * seat + place] = 0


@jit
def _sweep(state: Record) -> None:
    """Move the remaining stones to the store of the side they are on, at the end of the game."""
    for seat in range(2):
        state.stores[seat] += row(state, seat)
    state.houses[:] = 0


@jit
def houses_key(state: Record) -> np.uint64:
    """Return a hash of the houses and the turn, without the stores."""
    low = high = np.uint64(0)
    for house in range(ROW):
        low = low << np.uint64(8) | np.uint64(state.houses[house])
        high = high << np.uint64(8) | np.uint64(state.houses[ROW + house])
    return mix(mix(low ^ np.uint64(state.turn) << np.uint64(60)) ^ high)


@jit
def key(state: Record) -> np.uint64:
    stores = np.uint64(state.stores[0]) << np.uint64(8) | np.uint64(state.stores[1])
    return mix(houses_key(state) ^ stores)

"""Bids and their order: the arithmetic shared by rules, notation and programs.

A move is a number: a bid is `quantity << 3 | face` with faces counted from 0, and CONTEST and CONFIRM are the
two moves of quantity 0.

All bids possible with `total` dice on the table are ordered, and a bid's place in this order is its *rank*, 0
… total × faces - 1. A bid must rank higher than the standing one. `wild` is the wild face or -1. The order is
by quantity, then by face, whether or not a face is wild. When ones are wild (wild = 0), however, a bid of k
ones comes between 2k of the highest face and 2k + 1 of the lowest other face: Perudo's rule of halving and
doubling.
"""

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Ints8, int64

CONTEST, CONFIRM = 0, 1


@jit
def bid(quantity: int, face: int) -> int:
    """The move that bids a quantity of a face (0 is the face one)."""
    return quantity << 3 | face


@jit
def quantity_of(move: int) -> int:
    """The quantity of a bid; 0 for a contest or a confirm."""
    return move >> 3


@jit
def face_of(move: int) -> int:
    """The face a bid names, 0 … faces - 1."""
    return move & 7


@jit
def rank(move: int, total: int, faces: int, wild: int) -> int:
    """The place of a bid in the order of bids with `total` dice on the table."""
    quantity, face = move >> 3, move & 7
    if wild != 0:
        return (quantity - 1) * faces + face
    if face == 0:
        return min(2 * quantity, total) * (faces - 1) + quantity - 1
    return (quantity - 1) * (faces - 1) + face - 1 + (quantity - 1) // 2


@jit
def unrank(place: int, total: int, faces: int, wild: int) -> int:
    """The bid at a place of the order: the inverse of `rank`."""
    if wild != 0:
        return (place // faces + 1) << 3 | place % faces
    others = faces - 1
    block = 2 * others + 1  # 2k-1 and 2k of every other face, then k ones
    paired = total // 2 * block
    if place < paired:
        k, rest = place // block, place % block
        if rest == 2 * others:
            return (k + 1) << 3
        return (2 * k + 1 + rest // others) << 3 | (1 + rest % others)
    rest = place - paired
    if total % 2 == 1:
        if rest < others:
            return total << 3 | (1 + rest)
        rest -= others
    return (total // 2 + 1 + rest) << 3


@jit
def least(face: int, standing: int, total: int, wild: int) -> int:
    """The smallest quantity of a face that may be bid over the standing bid (a move, 0 when there is none).

    It exceeds `total` when this face can no longer be bid.
    """
    if standing == 0:
        return total + 1 if face == wild == 0 else 1
    quantity, named = standing >> 3, standing & 7
    if wild == 0 and face != named:
        if face == 0:
            return (quantity + 1) // 2
        if named == 0:
            return 2 * quantity + 1
    return quantity + 1 if face <= named else quantity


@jit
def matching(cups: Ints | Ints8, seat: int, face: int, wild: int) -> int:
    """The number of dice in a seat's cup that count for a face; for the wild face, only the wild dice do."""
    count = int64(cups[seat, face])
    if wild >= 0 and wild != face:
        count += cups[seat, wild]
    return count

"""What bids claim: the expected dice behind them, for everybody who listens.

A player who names a face usually holds more of it than chance would give. How much more depends on whether
the face was chosen or only pushed up by one, on how often it was named and on how high the bid is: five
numbers (`genes`), and one correction for each player, which `habits` learns from showdowns. The dice of a
player that count for a face are taken as independent, each with the same chance.
"""

import numpy as np

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Floats, Ints, Ints8, Record, int64
from partie.games.liarsdice.players.adaptive.genes import (
    AGAIN,
    CHOSEN,
    ELSEWHERE,
    HEIGHT,
    PUSHED,
)
from partie.games.liarsdice.rules.bids import unrank

SEATS, FACES, MOST = 8, 6, 50
FORCED, CHOICE, TOP = 0, 1, 2
"""What is kept of every seat and face: bids that only pushed it up, other bids, and the highest quantity."""
SOFT = 1.5
"""Dice not of a face by which few dice weaken a claim: one die can hold no two dice more than expected."""


@jit
def share_of(faces: int, wild: int, face: int) -> float:
    """The chance that a die counts for a face."""
    return (2.0 if wild >= 0 and wild != face else 1.0) / faces


@jit
def note_bid(said: Ints, seat: int, move: int, standing: int) -> None:
    """Note a bid, made over the standing one."""
    face, quantity = move & 7, move >> 3
    pushed = standing > 0 and standing & 7 == face and quantity == (standing >> 3) + 1
    said[seat, face, FORCED if pushed else CHOICE] += 1
    said[seat, face, TOP] = quantity


@jit
def after(dice: Ints | Ints8, seat: int, players: int) -> int:
    """The next seat clockwise with dice."""
    for step in range(1, players + 1):
        if dice[(seat + step) % players] > 0:
            return int64((seat + step) % players)
    return int64(seat)


@jit
def read_bids(state: Record, said: Ints) -> None:
    """Note all bids of this round."""
    said[:, :, :] = 0
    total, faces, wild = int64(state.total), int64(state.faces), int64(state.wild)
    seat, standing = int64(state.starter), int64(0)
    for place in range(int64(state.bid) + 1):
        if (state.bids[place >> 6] >> (place & 63)) & 1:
            move = unrank(place, total, faces, wild)
            note_bid(said, seat, move, standing)
            standing = move
            seat = after(state.dice, seat, int64(state.players))


@jit
def spoke(said: Ints, seat: int) -> bool:
    """Whether a seat has bid in this round."""
    for face in range(FACES):
        if said[seat, face, TOP] > 0:
            return True
    return False


@jit
def claimed(said: Ints, seat: int, face: int, total: int, share: float, genes: Floats) -> float:
    """The dice more than by chance that a seat's bids on a face suggest; the seat has named it."""
    times = said[seat, face, FORCED] + said[seat, face, CHOICE]
    more = genes[CHOSEN] if said[seat, face, CHOICE] > 0 else genes[PUSHED]
    deviation = np.sqrt(total * share * (1.0 - share))
    height = (said[seat, face, TOP] - total * share) / max(deviation, 0.3)
    return more + genes[AGAIN] * (times - 1) + genes[HEIGHT] * min(3.0, max(-2.0, height))


@jit
def die_chance(
    said: Ints, seat: int, dice: int, face: int, total: int, share: float, genes: Floats, shift: float
) -> float:
    """The chance that a die of a seat counts for a face, after its bids; `shift` corrects claims."""
    if said[seat, face, TOP] > 0:
        room = dice * (1.0 - share)
        more = (claimed(said, seat, face, total, share, genes) + shift) * room / (room + SOFT)
        return min(0.98, max(0.02, share + more / dice))
    if spoke(said, seat):
        # Who names faces without holding them says as little about the others.
        meant = min(1.5, max(0.0, 1.0 + shift / max(genes[CHOSEN], 0.3)))
        return min(0.98, max(0.02, share * (1.0 - meant * genes[ELSEWHERE])))
    return share


@jit
def fill_chances(state: Record, said: Ints, genes: Floats, shifts: Floats, chances: Floats) -> None:
    """Write the chance of a die of every seat with dice to count for every face."""
    total, faces = int64(state.total), int64(state.faces)
    for face in range(faces):
        share = share_of(faces, int64(state.wild), face)
        for seat in range(state.players):
            dice = int64(state.dice[seat])
            if dice > 0:
                chances[seat, face] = die_chance(said, seat, dice, face, total, share, genes, shifts[seat])


@jit
def add_dice(counts: Floats, most: int, dice: int, chance: float) -> int:
    """Add dice that count with this chance to a distribution over 0 … `most`; returns the new `most`."""
    for _ in range(dice):
        most += 1
        for count in range(most, 0, -1):
            counts[count] = counts[count] * (1.0 - chance) + counts[count - 1] * chance
        counts[0] *= 1.0 - chance
    return most

"""Sampling many worlds of a view, compiled, for benchmarks and tests."""

from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Chance, Ints, Record, int64
from partie.core.compiled.verbs import determinise, records


@jit
def sample_worlds(view: Record, seat: int, count: int, chance: Chance, hands: Ints) -> int:
    """Determinise a view `count` times; the first worlds fill the rows of `hands`.

    Returns a number that depends on all worlds, so that none is optimised away.
    """
    pool = records(view, 1)
    last = int64(0)
    for number in range(count):
        determinise(view, seat, chance, pool[0])
        if number < len(hands):
            for other in range(4):
                hands[number, other] = pool[0].hands[other]
        last ^= pool[0].hands[(seat + 1) & 3]
    return last

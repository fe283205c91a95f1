"""Determinised Monte Carlo with an exact solver: in each sampled world every card is played on by `scores`
until few tricks are left, which are solved.

Marks grow with points, so best play for points is best play for marks: the solver's value is turned into the
marks of the deal.
"""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.kernel import (
    jit,
    lean_jit,
)
from partie.core.compiled.types import Chance, Floats, Ints, Record, Stop, int64
from partie.core.compiled.verbs import (
    copy,
    draw,
    records,
    worth,
)
from partie.games.coinche.players.exact.solver import (
    card_values,
    set_stop_flag,
    solve_position,
    was_stopped,
)
from partie.games.coinche.players.scores.kernels import scores_card
from partie.games.coinche.rules import compare_annonces, finish_deal, legal_cards, play_card
from partie.games.coinche.rules.annonces import declared_by
from partie.games.coinche.rules.calls import PLAY
from partie.games.coinche.rules.cards import (
    ALL_POINTS,
    PACK,
    SANS_ATOUT,
    SUIT_SETS,
    SWEEP,
    TOUT_ATOUT,
)
from partie.games.coinche.rules.memory import PAIRS
from partie.learn.net.beliefs import CANDIDATES, draw_likely
from partie.search.kernels.answer import Answer, begin
from partie.search.kernels.montecarlo import CHUNK

SEATS = 4
TRICKS = 8


class SolvedSettings(NamedTuple):
    """The number of worlds, the number of last tricks solved in each, and the mind of the agent."""

    deals: int
    tricks: int
    mind: int = 0


@jit
def solve_worlds(
    view: Record,
    seat: int,
    settings: SolvedSettings,
    logs: Floats,
    memory: Ints,
    answer: Answer,
    stop: Stop,
    chance: Chance,
) -> tuple[int, int]:
    """Evaluate every legal card in the same worlds, with their last tricks solved; returns the numbers of
    cards and of finished worlds.

    With `logs`, worlds are drawn by these beliefs (`partie.learn.net.beliefs`), else by the agent's mind.
    `memory` is the solver's. Fills the answer with the total value of the deals for `seat`. An interrupted
    world counts only if it is the first: there the cards not yet solved are played out.
    """
    deals, tricks = settings.deals, settings.tricks
    order, visits, totals = answer.order, answer.visits, answer.totals
    worlds = records(view, min(deals, CHUNK))
    played = records(view, 1)
    values = np.empty(64, np.int64)
    n = begin(view, answer)
    totals_before = np.zeros(n)
    set_stop_flag(memory, stop.ctypes.data)
    near = TRICKS - view.tricks <= tricks
    for done in range(deals):
        place = done % CHUNK
        if place == 0:
            if len(logs):
                draw_likely(view, seat, logs, CANDIDATES, worlds[: min(CHUNK, deals - done)], stop, chance)
            else:
                draw(view, seat, settings.mind, chance, worlds[: min(CHUNK, deals - done)], stop)
        if stop[0] and done > 0:
            return n, done
        for i in range(n):
            totals_before[i] = totals[i]
        if near:
            write_card_values(worlds[place], memory, values)
        for i in range(n):
            copy(worlds[place], played[0])
            value = int64(0)
            if near:
                value = values[order[i]]
            else:
                play_card(played[0], order[i])
                value = value_after(played[0], tricks, memory)
            if not was_stopped(memory):
                settle_at(played[0], value)
            elif done > 0:
                visits[:n] = done
                totals[:n] = totals_before
                return n, done
            else:
                copy(worlds[place], played[0])
                play_card(played[0], order[i])
                play_out(played[0])
            totals[i] += worth(played[0], seat)
            visits[i] += 1
    return n, deals


@lean_jit
def play_out(world: Record) -> None:
    """Play the deal to its end by `scores`."""
    while world.phase == PLAY:
        play_card(world, scores_card(world, legal_cards(world)))


@lean_jit
def write_card_values(world: Record, memory: Ints, values: Ints) -> None:
    """Write the value of every legal card, by its number: the points of side 0 in the rest of the deal."""
    card_values(
        memory,
        world.hands,
        world.trick,
        int64(world.leader),
        int64(world.denomination),
        int64(world.won[0]),
        int64(world.won[1]),
        values,
    )


@lean_jit
def value_after(world: Record, tricks: int, memory: Ints) -> int:
    """Play on until `tricks` tricks are left; returns the value of the rest."""
    while TRICKS - world.tricks > tricks:
        play_card(world, scores_card(world, legal_cards(world)))
    return solve_position(
        memory,
        world.hands,
        world.trick,
        int64(world.leader),
        int64(world.denomination),
        int64(world.won[0]),
        int64(world.won[1]),
    )


@lean_jit
def settle_at(world: Record, value: int) -> None:
    """End the deal with `value` more points for side 0, as the solver counts them.

    The value exceeds all points left, or is negative, when one side takes every trick.
    """
    side_0 = int64(world.points[0]) + value
    sweeps = side_0 < 0 or side_0 > ALL_POINTS
    if sweeps:
        side_0 = int64(SWEEP if side_0 > 0 else 0)
    world.points[0] = side_0
    world.points[1] = (SWEEP if sweeps else ALL_POINTS) - side_0
    for side in range(2):
        world.won[side] = TRICKS // 2
        if sweeps:
            world.won[side] = TRICKS if world.points[side] else 0
    add_remaining_extras(world)
    finish_deal(world)


@lean_jit
def add_remaining_extras(world: Record) -> None:
    """Add the belotes and annonces that will be announced in the rest of the deal."""
    if world.annonces and world.tricks == 0:
        for seat in range(SEATS):
            if world.laid[seat] == 0:
                world.declared[seat] = declared_by(world.hands[seat])
        compare_annonces(world)
    if world.denomination == SANS_ATOUT or (world.denomination == TOUT_ATOUT and not world.belote_ta):
        return
    for suit in range(4):
        if world.denomination != TOUT_ATOUT and suit != world.denomination:
            continue
        pair = PAIRS & SUIT_SETS[suit] & PACK
        for seat in range(SEATS):
            if world.beloted[suit] == 1 + seat or world.hands[seat] & pair == pair:
                world.belote[seat & 1] += 20

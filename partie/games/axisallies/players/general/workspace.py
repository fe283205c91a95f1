"""What planning attacks works with: steps of an attack, what attacks are weighed with, who is left for them,
and room made once for a plan."""

from typing import NamedTuple

import numpy as np

from partie.core.compiled.types import Flags, Floats, Ints, Ints8
from partie.games.axisallies.players.general.odds import FORCE
from partie.games.axisallies.players.general.threats import WIDTH
from partie.games.axisallies.rules.board import POWERS, SPACES
from partie.games.axisallies.rules.kernels import jit
from partie.games.axisallies.rules.units import KINDS

S_KIND, S_SRC, S_VIA, S_ROW, S_STOP, S_ZONE, S_N = range(7)
"""A step of an attack: units of a kind from a space; or, with a row, a transport that loads them in a zone
and lands them from another."""
STEP = 7
MOST_STEPS = 160
LINES = 400
"""Room for the orders of all attacks."""


class Front(NamedTuple):
    """What attacks are weighed with: how far aircraft fly, what enemies could bring everywhere, which share
    of a transport would be lost in every zone, units to be placed, the doctrine, what every aircraft must
    bring, of its price, and room for how far enemy aircraft are from where they could land."""

    air: Ints8
    table: Floats
    sunk: Floats
    coming: Floats
    p: Floats
    rent: float
    foe_home: Ints8


class Army(NamedTuple):
    """Who is left for attacks: units that may still go, those that were sent, transports that are used, and
    the ways home for aircraft (`home_steps`)."""

    free: Ints
    sent: Ints
    used: Flags
    home: Ints8


class Scratch(NamedTuple):
    """Room to work in, made once for all attacks of a plan: the steps that could attack a space, where each
    part of them ends, the order in which they join, that of the best force so far, and the steps of the force
    that is chosen; the defenders, the force, whom its earlier steps have taken, and what it promises; rows of
    units for `promise`; who would be gone from a target, and what enemies could bring then; the aircraft of
    all attacks."""

    steps: Ints
    ends: Ints
    sequence: Ints
    best: Ints
    chosen: Ints
    defenders: Floats
    force: Floats
    taken: Ints
    looked: Floats
    rows: Floats
    gone: Ints
    table: Floats
    flights: Ints


class Orders(NamedTuple):
    """Orders, to which group of them each belongs, and notes on every group."""

    codes: Ints
    group: Ints
    notes: Floats


@jit
def new_scratch() -> Scratch:
    return Scratch(
        np.zeros((MOST_STEPS, STEP), np.int64),
        np.zeros(4, np.int64),
        np.zeros(MOST_STEPS, np.int64),
        np.zeros(MOST_STEPS, np.int64),
        np.zeros(MOST_STEPS, np.int64),
        np.zeros(KINDS),
        np.zeros(FORCE),
        np.zeros((SPACES, KINDS), np.int64),
        np.zeros(4),
        np.zeros((5, KINDS)),
        np.zeros((POWERS, KINDS), np.int64),
        np.empty((POWERS, SPACES, WIDTH)),
        np.zeros((MOST_STEPS, 4), np.int64),
    )

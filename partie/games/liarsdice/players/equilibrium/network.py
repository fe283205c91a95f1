"""The policies of large rounds, in a network: what a hand does after the last bids, and what that is worth.

There is one network for each set of rules that is shipped. `distil` makes it from solved rounds; it covers
those named in its card, for the stake of an ordinary duel. One evaluation answers for one hand, and nothing
is kept in memory but the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partie.games.liarsdice.players.equilibrium.duel import Stake
from partie.games.liarsdice.players.equilibrium.rounds import EVEN_STAKE, Setting, hands_of, new_round
from partie.learn.net.network import Network, read_network

FOLDER = Path(__file__).resolve().parent / "networks"
REMEMBERED, FEW_DICE = 4, 6
"""How many of the last bids are inputs, if there are few dice on the table; with more, it is one less."""
SLOTS = 60
"""A bid by its quantity and face: (quantity - 1) * 6 + face."""
OUTPUTS = SLOTS + 2
"""All bids, contest, confirm: a preference for each, then a value for each."""
QUANTITIES, FACES, MOST = 10, 6, 5
BID_INPUTS = QUANTITIES + FACES + 1 + MOST + 1
WHOLE = 2
"""How many of the last bids are inputs as a whole, too, besides their quantity and face."""
NEEDED = REMEMBERED * BID_INPUTS + FACES * (MOST + 1) + 2 * MOST + 4
"""Where the inputs begin that say how many dice the standing bid needs from the opponent."""
SLOT_INPUTS = NEEDED + QUANTITIES + 2
INPUTS = SLOT_INPUTS + WHOLE * SLOTS
LEAST = 0.01
"""Less likely actions are never played: most of them are inaccuracies of the network."""


@cache
def slots(setting: Setting) -> NDArray[np.int64]:
    """The slot of each bid, in the order of bids."""
    rules = new_round(setting)
    return np.asarray((rules.quantity - 1) * FACES + rules.face, np.int64)


def remembered(setting: Setting) -> int:
    """How many of the last bids count in a round."""
    return REMEMBERED if setting.starter + setting.other <= FEW_DICE else REMEMBERED - 1


def encode(setting: Setting, player: int, hand: Sequence[int], bids: Sequence[int]) -> NDArray[np.int8]:
    """The inputs for a player with this hand (dice of each face) after these bids of the round."""
    row = np.zeros(INPUTS, np.int8)
    order, counts = slots(setting), np.array(hand)
    wild = setting.wild
    for place, bid in enumerate([*reversed(bids)][: remembered(setting)]):
        quantity, face = divmod(int(order[bid]), FACES)
        own = int(counts[face]) + (int(counts[wild]) if wild >= 0 and wild != face else 0)
        at = place * BID_INPUTS
        row[[at + quantity, at + QUANTITIES + face, at + QUANTITIES + FACES]] = 1
        row[at + QUANTITIES + FACES + 1 + own] = 1
        if place == 0:
            row[NEEDED + max(-1, quantity + 1 - own) + 1] = 1
        if place < WHOLE:
            row[SLOT_INPUTS + place * SLOTS + int(order[bid])] = 1
    at = REMEMBERED * BID_INPUTS
    for face in range(FACES):
        row[at + (MOST + 1) * face + int(counts[face])] = 1
    at += FACES * (MOST + 1)
    dice = setting.starter, setting.other
    row[at + dice[player] - 1] = row[at + MOST + dice[1 - player] - 1] = 1
    row[at + 2 * MOST :][:4] = player == 0, setting.spot_on, wild == 0, wild > 0
    return row


def rules_name(setting: Setting) -> str:
    """The rules of a round, as in the name of a file."""
    wild = "none" if setting.wild < 0 else "ones" if setting.wild == 0 else "last"
    return f"{wild}-{'exact' if setting.spot_on else 'plain'}"


@cache
def shipped(name: str) -> Network | None:
    """The network for these rules; None if there is none."""
    file = FOLDER / f"{name}.safetensors"
    return read_network(file) if file.is_file() else None


def network_for(setting: Setting, stake: Stake = EVEN_STAKE) -> Network | None:
    """The network that has learned this round, if there is one."""
    network = shipped(rules_name(setting))
    known = network is not None and stake == EVEN_STAKE and list(setting) in network.card["rounds"]
    return network if known else None


def actions_after(setting: Setting, bids: Sequence[int]) -> tuple[list[int], NDArray[np.bool_]]:
    """The outputs of all actions after these bids, higher bids in order, then the calls; and which of them
    the rules bar: wild ones may not open a round."""
    last = bids[-1] if bids else -1
    actions = [int(slot) for slot in slots(setting)[last + 1 :]]
    barred = np.array([not bids and setting.wild == 0 and slot % FACES == 0 for slot in actions], bool)
    calls = 1 + setting.spot_on if bids else 0
    return actions + [SLOTS, SLOTS + 1][:calls], np.append(barred, np.zeros(calls, bool))


def judge(
    network: Network, setting: Setting, player: int, hand: Sequence[int], bids: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The probability and the value of each action: higher bids in order, then the calls."""
    outputs = network(encode(setting, player, hand, bids)).astype(np.float64)
    actions, barred = actions_after(setting, bids)
    return likely(outputs[None, actions], barred)[0], np.clip(outputs[OUTPUTS:][actions], -1.0, 1.0)


def answers(network: Network, setting: Setting, player: int, bids: Sequence[int]) -> NDArray[np.float64]:
    """[hand, action]: what a player does with every hand."""
    hands = hands_of((setting.starter, setting.other)[player], setting.faces)
    outputs = network(np.array([encode(setting, player, hand, bids) for hand in hands])).astype(np.float64)
    actions, barred = actions_after(setting, bids)
    return likely(outputs[:, actions], barred)


def likely(preferences: NDArray[np.float64], barred: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The probabilities behind preferences [hand, action], without actions that are barred or hardly ever
    played."""
    most = preferences[:, ~barred].max(axis=1, keepdims=True)
    chances = np.where(barred, 0.0, np.exp(np.minimum(preferences - most, 0.0)))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[chances < LEAST] = 0.0
    found: NDArray[np.float64] = chances / chances.sum(axis=1, keepdims=True)
    return found

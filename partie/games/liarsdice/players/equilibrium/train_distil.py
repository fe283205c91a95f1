"""One small network for the policies of many rounds, learned from their tables.

A table of a large round has millions of numbers, most of which say the same thing again and again. A network
that sees the last bids, the hand and the dice of both players learns them all, by cross-entropy on positions
drawn as a player with that policy meets them, half of them against an opponent with the same policy, half
against one who mostly raises a little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from partie.games.liarsdice.players.equilibrium.network import (
    BID_INPUTS,
    FACES,
    INPUTS,
    LEAST,
    MOST,
    NEEDED,
    OUTPUTS,
    QUANTITIES,
    REMEMBERED,
    SLOT_INPUTS,
    SLOTS,
    WHOLE,
    slots,
)
from partie.games.liarsdice.players.equilibrium.rounds import Setting, hands_of, new_round
from partie.games.liarsdice.players.equilibrium.train_dense import Dense
from partie.learn.net.network import Network

Tensor = Any
NONE = SLOTS
"""Stands for a bid that was not made."""
UNKNOWN = 9.0
"""Stands for the value of an action that is not in the table."""
VALUE_WEIGHT = 0.1
BATCH = 32_768
CHUNK = 200_000
"""Rows that are encoded at a time."""
HIDDEN = (512, 512, 512)
RAISES_LITTLE = 0.8
"""The opponent met in training makes each higher bid this much less often."""
EVENNESS = 0.75
"""Positions are drawn by this power of how often they are met."""
OPENINGS = 0.02
"""The share of positions without a bid."""
COARSE, EXACT = 0.4, 0.7
"""When weights begin to be rounded to 8 bits as they will be stored, and when products are no longer rounded,
as shares of the time. A network that is rounded only when it is stored loses 0.02 of the stake by it."""


class Encoder:
    """Turns positions of one round into inputs: the last bids (slots, the newest first), mover and hand."""

    def __init__(self, setting: Setting, device: str) -> None:
        self.setting, self.device = setting, device
        rules = new_round(setting)
        self.hands, self.matching = [], []
        for player, dice in enumerate((setting.starter, setting.other)):
            counts = np.array(hands_of(dice, FACES), np.int64)
            self.hands.append(torch.tensor(counts, device=device))
            matching = rules.counts[player, :, : len(counts)].T
            self.matching.append(torch.tensor(np.ascontiguousarray(matching), device=device))

    def inputs(self, bids: Tensor, mover: int, hand: Tensor) -> Tensor:
        """[row, INPUTS]; `bids` [row, REMEMBERED] are slots or NONE, `hand` [row] numbers of hands."""
        rows, device, setting = len(hand), self.device, self.setting
        x = torch.zeros(rows, INPUTS, device=device, dtype=torch.uint8)
        every = torch.arange(rows, device=device)
        held, matching = self.hands[mover][hand], self.matching[mover][hand]
        for place in range(REMEMBERED):
            at, bid = place * BID_INPUTS, bids[:, place].long()
            on = (bid < NONE).to(torch.uint8)
            known = bid.clamp(max=NONE - 1)
            face, quantity = known % FACES, known // FACES
            own = matching[every, face]
            x[every, at + quantity] = on
            x[every, at + QUANTITIES + face] = on
            x[:, at + QUANTITIES + FACES] = on
            x[every, at + QUANTITIES + FACES + 1 + own] = on
            if place == 0:
                x[every, NEEDED + (quantity + 1 - own).clamp(min=-1) + 1] = on
            if place < WHOLE:
                x[every, SLOT_INPUTS + place * SLOTS + known] = on
        at = REMEMBERED * BID_INPUTS
        for face in range(FACES):
            x[every, at + (MOST + 1) * face + held[:, face]] = 1
        at += FACES * (MOST + 1)
        mine, theirs = (setting.starter, setting.other)[:: 1 if mover == 0 else -1]
        x[:, at + mine - 1] = 1
        x[:, at + MOST + theirs - 1] = 1
        for place, on in enumerate((mover == 0, setting.spot_on, setting.wild == 0, setting.wild > 0)):
            x[:, at + 2 * MOST + place] = int(on)
        return x


class Places:
    """What the rows and columns of a round's tables stand for."""

    def __init__(self, dense: Dense) -> None:
        self.dense = dense
        order = slots(dense.setting)
        self.slot = torch.tensor([NONE, *order[: dense.bids]], device=dense.device)
        """[bid, counted from 1]"""
        actions = [*order[: dense.bids], SLOTS, SLOTS + 1][: dense.actions]
        self.outputs = torch.tensor([int(one) for one in reversed(actions)], device=dense.device)
        """[column] the network's output."""
        self.betweens = torch.tensor(dense.betweens.bids, device=dense.device).flip(-1)
        self.encoder = Encoder(dense.setting, dense.device)

    def of(self, mover: int, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The standing bid, the hand, and the slots of the last bids, for rows of a table."""
        starts = torch.tensor(self.dense.starts[mover], device=rows.device)
        standing = torch.searchsorted(starts, rows, right=True) - 1
        rest = rows - starts[standing]
        first, rest = rest % (standing + 1), rest // (standing + 1)
        hand, between = rest % self.dense.places[mover], rest // self.dense.places[mover]
        bids = torch.full((len(rows), REMEMBERED), NONE, device=rows.device)
        newest = torch.cat([standing[:, None] + 1, self.betweens[between], first[:, None]], -1)
        bids[:, : newest.shape[1]] = self.slot[newest]
        return standing, hand, bids


class Rows:
    """A sample of what the policy of one round does: positions, the probabilities and values of actions."""

    def __init__(self, dense: Dense, most: int) -> None:
        self.setting = dense.setting
        self.inputs, self.legal = list[Tensor](), list[Tensor]()
        self.target, self.worth = list[Tensor](), list[Tensor]()
        places = Places(dense)
        root, tables = dense.averages()
        opening_worth, worths = dense.settle()
        for mover in range(2):
            weights = how_often_met(dense, tables, root, mover)
            count = max(1000, min(most, int((weights > 0).sum()) * 2))
            sums = torch.cumsum(weights.double(), 0)
            drawn = torch.rand(count, device=dense.device, dtype=torch.float64) * sums[-1]
            rows = torch.searchsorted(sums, drawn).clamp(max=len(sums) - 1)
            standing, hand, bids = places.of(mover, rows)
            possible = (
                torch.arange(dense.actions, device=dense.device)[None] < dense.actions - 1 - standing[:, None]
            )
            chances, worth = tables[mover][rows, : dense.actions], worths[mover][rows, : dense.actions]
            if mover == 0:
                some = torch.randint(dense.hands[0], (int(count * OPENINGS),), device=dense.device)
                calls = torch.zeros(len(some), dense.calls, device=dense.device)
                chances = torch.cat([chances, torch.cat([calls, root[some].flip(-1)], -1)])
                worth = torch.cat([worth, torch.cat([calls, opening_worth[some].flip(-1)], -1)])
                opening = torch.cat([calls[0] > 0, dense.opening.flip(0) > 0])
                possible = torch.cat([possible, opening.expand(len(some), -1)])
                hand = torch.cat([hand, some])
                bids = torch.cat([bids, torch.full((len(some), REMEMBERED), NONE, device=dense.device)])
            worth = torch.where(possible, worth, UNKNOWN)
            keep = chances.sum(-1) > 0.5
            bids, hand = bids[keep], hand[keep]
            for part, numbers, blank in ((self.target, chances, 0.0), (self.worth, worth, UNKNOWN)):
                table = torch.full((len(hand), OUTPUTS), blank, device=dense.device, dtype=torch.float16)
                table[:, places.outputs] = numbers[keep].half()
                part.append(table)
            self.inputs.append(
                torch.cat(
                    [
                        places.encoder.inputs(bids[n : n + CHUNK], mover, hand[n : n + CHUNK])
                        for n in range(0, len(hand), CHUNK)
                    ]
                )
            )
            self.legal.append(legal(self.setting, bids[:, 0]))


class Samples:
    """Rows of many rounds as one: those with more positions are drawn more often, but not in proportion."""

    def __init__(self, samples: Sequence[Rows]) -> None:
        self.inputs, self.target, self.worth, self.legal = (
            torch.cat([part for rows in samples for part in getattr(rows, name)])
            for name in ("inputs", "target", "worth", "legal")
        )
        sizes = [len(part) for rows in samples for part in rows.inputs]
        self._sizes = torch.tensor(sizes, device=self.inputs.device)
        self._starts = torch.cumsum(self._sizes, 0) - self._sizes
        self._shares = self._sizes.float() ** 0.3

    def batch(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Inputs, probabilities, values, and which actions are legal."""
        group = torch.multinomial(self._shares, count, replacement=True)
        share = torch.rand(count, device=self.inputs.device, dtype=torch.float64)
        chosen = self._starts[group] + (share * self._sizes[group]).long()
        return (
            self.inputs[chosen].float(),
            self.target[chosen].float(),
            self.worth[chosen].float(),
            self.legal[chosen],
        )


def legal(setting: Setting, standing: Tensor) -> Tensor:
    """[row, OUTPUTS]: whether an action is possible over this bid (a slot, or NONE)."""
    order = slots(setting)
    rank = np.full(SLOTS + 1, 10_000)
    rank[order] = np.arange(len(order))
    rank[NONE] = -1
    ranks = torch.tensor(rank, device=standing.device)
    bids = ranks[:SLOTS][None] > ranks[standing][:, None]
    bids &= (ranks[:SLOTS] < 10_000)[None]
    if setting.wild == 0:
        ones = torch.arange(SLOTS, device=standing.device) % FACES == 0
        bids &= ~(ones[None] & (standing == NONE)[:, None])
    calls = (standing != NONE)[:, None].expand(-1, 2).clone()
    calls[:, 1] &= setting.spot_on
    return torch.cat([bids, calls], dim=-1)


def how_often_met(dense: Dense, tables: Sequence[Tensor], root: Tensor, player: int) -> Tensor:
    """[row of the player's table]: how often it should be looked at. The round must have been settled: its
    reach is that of the second player's exploration, without the probability of that player's hand."""
    timid, real = [], []
    own = _met_against_raisers(dense, tables[player], root, player)
    known, second = (dense.share[player] > 0)[:, None], dense.share[1]
    for standing in range(dense.bids):
        here = dense.bids - 1 - standing, slice(0, dense.betweens.below[standing])
        timid.append((own[here][..., : standing + 1] * known).flatten())
        reach = dense.reach[player][here][..., : standing + 1, :].float()
        met = (reach * second).sum(-1) if player == 0 else reach.sum(-1) * second[:, None]
        real.append(met.flatten())
    weights = [torch.cat(parts).clamp(min=0.0) ** EVENNESS for parts in (timid, real)]
    played = tables[player].sum(-1) > 0.5
    total: Tensor = sum(one / one.sum() for one in weights) * played
    return total


def _met_against_raisers(dense: Dense, table: Tensor, root: Tensor, player: int) -> Tensor:
    """How often a player with this policy meets each position against an opponent who raises a little, by
    hand: [standing from the highest, between, hand, first]."""
    own = [torch.zeros_like(dense.own[mover][player]) for mover in range(2)]
    little = RAISES_LITTLE ** torch.arange(dense.bids, device=dense.device).float()
    opening = root.T if player == 0 else (little / little.sum())[:, None].expand(-1, dense.places[1])
    own[1][:, 0, :, 0] = opening.flip(0)
    for standing in range(dense.bids - 1):
        count, higher = dense.betweens.below[standing], dense.bids - 1 - standing
        for mover in range(2):
            here = own[mover][higher, :count, :, : standing + 1]
            if mover == player:
                played = dense.rows(table, mover, standing)[..., dense.calls : dense.calls + higher]
                onward = (here[..., None] * played).sum(-2).permute(0, 2, 1)
            else:
                steps = (0.9 * little[:higher] / little[:higher].sum()).flip(0)
                onward = here.sum(-1)[:, None] * steps[None, :, None]
            dense.pass_on(own[1 - mover], standing, onward)
    return own[player]


def new_network(hidden: Sequence[int] = HIDDEN) -> Any:
    sizes, layers = [INPUTS, *hidden], []
    for number in range(len(hidden)):
        last = number == len(hidden) - 1
        layers += [
            torch.nn.Linear(sizes[number], sizes[number + 1]),
            torch.nn.Tanh() if last else torch.nn.ELU(),
        ]
    return torch.nn.Sequential(*layers, torch.nn.Linear(hidden[-1], 2 * OUTPUTS))


@torch.no_grad()  # type: ignore[untyped-decorator]
def loaded(stored: Network) -> Any:
    """A network that was read from a file, to learn on."""
    network = new_network(stored.sizes[1:-1])
    linear = [layer for layer in network if isinstance(layer, torch.nn.Linear)]
    for layer, (matrix, biases) in zip(linear, stored.layers, strict=True):
        layer.weight.copy_(torch.tensor(matrix.T))
        layer.bias.copy_(torch.tensor(biases))
    return network


def coarse(weight: Tensor) -> Tensor:
    """Weights as they are stored, with 8 bits and a scale for every unit; gradients pass as if they were not
    rounded."""
    scale = weight.detach().abs().amax(1, keepdim=True).clamp(min=1e-12) / 127
    return weight + (torch.round(weight / scale) * scale - weight).detach()


def evaluate(network: Any, inputs: Tensor, rounding: bool) -> Tensor:
    """The outputs of a network, with its weights rounded or not."""
    for layer in network:
        if rounding and isinstance(layer, torch.nn.Linear):
            inputs = torch.nn.functional.linear(inputs, coarse(layer.weight), layer.bias)
        else:
            inputs = layer(inputs)
    return inputs


def train(
    samples: Sequence[Rows],
    seconds: float,
    device: str,
    say: Callable[[str], None],
    hidden: Sequence[int] = HIDDEN,
    begin: Any = None,
) -> Any:
    """Learn for so many seconds, with a rate that falls to zero; says how far it is from the tables now and
    then."""
    network = new_network(hidden).to(device)
    if begin is not None:
        network.load_state_dict(begin.state_dict())
    rate = 2e-3 if begin is None else 1e-3
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-5, fused=device != "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    began, steps, share = time.monotonic(), 0, 0.0
    everything, size = Samples(samples), 4096 if device == "cpu" else BATCH
    while share < 1.0:
        passed = time.monotonic() - began
        share = passed / seconds if passed < seconds else 1.0
        for group in optimiser.param_groups:
            group["lr"] = (
                rate * min(1.0, (steps + 1) / 200) * (0.5 + 0.5 * float(np.cos(np.pi * share))) + 1e-6
            )
        x, target, worth, allowed = everything.batch(size)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device != "cpu" and share < EXACT):
            scores, values = evaluate(network, x, share > COARSE).float().split(OUTPUTS, dim=-1)
        log = torch.log_softmax(scores.masked_fill(~allowed, -1e9), dim=-1)
        divergence = -(target * log.clamp(min=-30.0)).sum(-1).mean()
        known = worth != UNKNOWN
        error = ((values - worth) * known).square().sum() / known.sum()
        loss = divergence + VALUE_WEIGHT * error
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        steps += 1
        if steps % 1000 == 0 or share >= 1.0:
            entropy = -(target * target.clamp(min=1e-9).log()).sum(-1).mean()
            told = float((divergence - entropy).detach()), float(error.detach()) ** 0.5
            say(f"step {steps}: divergence {told[0]:.4f}, error of values {told[1]:.3f}")
    torch.backends.cuda.matmul.allow_tf32 = False
    return rounded(network)


@torch.no_grad()  # type: ignore[untyped-decorator]
def rounded(network: Any) -> Any:
    """The network with weights as they are stored, in 8 bits."""
    for layer in network:
        if isinstance(layer, torch.nn.Linear):
            layer.weight.copy_(coarse(layer.weight))
    return network


@torch.no_grad()  # type: ignore[untyped-decorator]
def take_policy(dense: Dense, network: Any, least: float = LEAST) -> None:
    """Make the network's policy the average policy of a round; actions below `least` are dropped."""
    places = Places(dense)
    for mover in range(2):
        hands = dense.hands[mover]
        for rows in torch.arange(len(dense.sums[mover]), device=dense.device).split(CHUNK):
            standing, hand, bids = places.of(mover, rows)
            inputs = places.encoder.inputs(bids, mover, hand.clamp(max=hands - 1))
            scores = network(inputs.float())[:, places.outputs]
            possible = (
                torch.arange(dense.actions, device=dense.device)[None] < dense.actions - 1 - standing[:, None]
            )
            dense.sums[mover][rows, : dense.actions] = _likely(scores, possible, least)
    hand = torch.arange(dense.places[0], device=dense.device).clamp(max=dense.hands[0] - 1)
    bids = torch.full((len(hand), REMEMBERED), NONE, device=dense.device)
    scores = network(places.encoder.inputs(bids, 0, hand).float())[:, places.outputs[dense.calls :]]
    dense.root_sums.copy_(_likely(scores, dense.opening.flip(0) > 0, least).flip(-1))


def _likely(scores: Tensor, possible: Tensor, least: float) -> Tensor:
    """The probabilities behind preferences, without actions that are not possible or hardly ever played."""
    chances = torch.softmax(scores.masked_fill(~possible, -1e9), -1)
    chances = torch.where(chances >= least, chances, 0.0)
    return chances / chances.sum(-1, keepdim=True)

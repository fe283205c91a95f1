"""One small network for the policies of many rounds, learned from their tables.

A table of a large round has millions of numbers, most of which say the same thing again and again. A network
that sees the last four bids, the hand and the dice of both players learns them all, by cross-entropy on
positions drawn as a player with that policy meets them, against an opponent who mostly raises a little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from partie.games.liarsdice.players.equilibrium.network import (
    BID_INPUTS,
    INPUTS,
    LEAST,
    OUTPUTS,
    REMEMBERED,
    SLOTS,
    slots,
)
from partie.games.liarsdice.players.equilibrium.rounds import Setting, hands_of, new_round
from partie.games.liarsdice.players.equilibrium.train_dense import Dense

Tensor = Any
NONE = SLOTS
"""Stands for a bid that was not made."""
UNKNOWN = 9.0
"""Stands for the value of an action that is not in the table."""
VALUE_WEIGHT = 0.25
BATCH = 65_536
CHUNK = 200_000
"""Rows that are encoded at a time."""
HIDDEN = (640, 640, 640)
RAISES_LITTLE = 0.8
"""The opponent met in training makes each higher bid this much less often."""


class Encoder:
    """Turns positions of one round into inputs: the last bids (slots, the newest first), mover and hand."""

    def __init__(self, setting: Setting, device: str) -> None:
        self.setting, self.device = setting, device
        rules = new_round(setting)
        self.hands, self.matching = [], []
        for player, dice in enumerate((setting.starter, setting.other)):
            counts = np.array(hands_of(dice, 6), np.int64)
            self.hands.append(torch.tensor(counts, device=device))
            matching = rules.counts[player, :, : len(counts)].T
            self.matching.append(torch.tensor(np.ascontiguousarray(matching), device=device))

    def inputs(self, bids: Tensor, mover: int, hand: Tensor) -> Tensor:
        """[row, INPUTS]; `bids` [row, REMEMBERED] are slots or NONE, `hand` [row] numbers of hands."""
        rows, device, setting = len(hand), self.device, self.setting
        x = torch.zeros(rows, INPUTS, device=device)
        every = torch.arange(rows, device=device)
        held, matching = self.hands[mover][hand], self.matching[mover][hand]
        for place in range(REMEMBERED):
            at, bid = place * BID_INPUTS, bids[:, place].long()
            there = bid < NONE
            known = bid.clamp(max=NONE - 1)
            face, quantity = known % 6, known // 6
            own = matching[every, face]
            on = there.float()
            x[every, at + quantity] = on
            x[every, at + 10 + face] = on
            x[:, at + 16] = on
            x[every, at + 17 + own] = on
            if place == 0:
                needed = (quantity + 1 - own).clamp(-1, 10) + 1
                x[every, INPUTS - 12 + needed] = on
        at = REMEMBERED * BID_INPUTS
        for face in range(6):
            x[every, at + 6 * face + held[:, face]] = 1.0
        at += 36
        mine, theirs = (setting.starter, setting.other)[:: 1 if mover == 0 else -1]
        x[:, at + mine - 1] = 1.0
        x[:, at + 5 + theirs - 1] = 1.0
        x[:, at + 10] = float(mover == 0)
        x[:, at + 11] = float(setting.spot_on)
        x[:, at + 12] = float(setting.wild == 0)
        x[:, at + 13] = float(setting.wild > 0)
        return x


class Rows:
    """A sample of what the policy of one round does: positions, the probabilities and values of actions."""

    def __init__(self, dense: Dense, count: int) -> None:
        self.setting, self.encoder = dense.setting, Encoder(dense.setting, dense.device)
        self.inputs, self.legal, self.target, self.worth = [], [], [], []
        slot = torch.tensor([*slots(dense.setting)[: dense.bids], SLOTS, SLOTS + 1], device=dense.device)
        older = torch.cat([torch.tensor([NONE], device=dense.device), slot[: dense.bids]])
        root, tables = dense.averages()
        opening_worth, worths = dense.settle()
        met = [meeting(dense, tables, root, player)[player] for player in range(2)]
        for mover in range(2):
            weights = met[mover].clamp(min=0.0) ** 0.75
            flat = torch.cumsum(weights.flatten().double(), 0)
            drawn = torch.rand(count, device=dense.device, dtype=torch.float64) * flat[-1]
            index = torch.searchsorted(flat, drawn).clamp(max=len(flat) - 1)
            places = []
            for size in reversed(weights.shape):
                places.append(index % size)
                index = index // size
            first, hand, *between, standing = places  # `between`: the newest first
            bids = torch.full((count, REMEMBERED), NONE, device=dense.device)
            bids[:, 0] = slot[standing]
            for place, bid in enumerate([*between, first]):
                bids[:, 1 + place] = older[bid]
            target = torch.zeros(count, OUTPUTS, device=dense.device, dtype=torch.float16)
            worth = torch.full_like(target, UNKNOWN)
            for bid in range(dense.bids):
                chosen = torch.nonzero(standing == bid).flatten()
                if len(chosen):
                    where = (*(b[chosen] for b in reversed(between)), hand[chosen], first[chosen])
                    columns = torch.cat([slot[bid + 1 : dense.bids], slot[-2:][: dense.calls]])
                    target[chosen[:, None], columns[None]] = tables[mover][bid][where].half()
                    worth[chosen[:, None], columns[None]] = worths[mover][bid][where].half()
            if mover == 0:
                opening = dense.hands[0]
                some = torch.randint(opening, (count // 50,), device=dense.device)
                begun = torch.zeros(len(some), OUTPUTS, device=dense.device, dtype=torch.float16)
                begun[:, slot[: dense.bids]] = root[some].half()
                begun_worth = torch.full_like(begun, UNKNOWN)
                begun_worth[:, slot[: dense.bids]] = opening_worth[some].half()
                worth = torch.cat([worth, begun_worth])
                bids = torch.cat([bids, torch.full((len(some), REMEMBERED), NONE, device=dense.device)])
                hand, target = torch.cat([hand, some]), torch.cat([target, begun])
            keep = target.float().sum(-1) > 0.5
            bids, hand = bids[keep], hand[keep]
            inputs = [
                self.encoder.inputs(bids[n : n + CHUNK], mover, hand[n : n + CHUNK].long()).to(torch.uint8)
                for n in range(0, len(hand), CHUNK)
            ]
            self.inputs.append(torch.cat(inputs))
            self.legal.append(legal(self.setting, bids[:, 0].long()))
            self.target.append(target[keep])
            self.worth.append(worth[keep])


class Samples:
    """Rows of many rounds as one: each round and player is drawn equally often."""

    def __init__(self, samples: Sequence[Rows]) -> None:
        self.inputs, self.target, self.worth, self.legal = (
            torch.cat([part for rows in samples for part in getattr(rows, name)])
            for name in ("inputs", "target", "worth", "legal")
        )
        sizes = [len(part) for rows in samples for part in rows.inputs]
        self._sizes = torch.tensor(sizes, device=self.inputs.device)
        self._starts = torch.cumsum(self._sizes, 0) - self._sizes

    def batch(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Inputs, probabilities, values, and which actions are legal."""
        group = torch.randint(len(self._sizes), (count,), device=self.inputs.device)
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
        ones = torch.arange(SLOTS, device=standing.device) % 6 == 0
        bids &= ~(ones[None] & (standing == NONE)[:, None])
    calls = (standing != NONE)[:, None].expand(-1, 2).clone()
    calls[:, 1] &= setting.spot_on
    return torch.cat([bids, calls], dim=-1)


def meeting(dense: Dense, tables: Any, root: Tensor, player: int) -> list[Tensor]:
    """How often a player with this policy meets each position, by hand: [standing, between…, hand, first]."""
    own = [torch.zeros_like(dense.own[mover][player]) for mover in range(2)]
    little = RAISES_LITTLE ** torch.arange(dense.bids, device=dense.device).float()
    if player == 0:
        dense._first(own[1]).copy_(root.T)
    else:
        dense._first(own[1]).copy_((little / little.sum())[:, None].expand(-1, dense.hands[1]))
    for bid in range(dense.bids - 1):
        for mover in range(2):
            here = dense._own_here(own[mover], bid)
            count = dense.bids - 1 - bid
            if mover == player:
                onward = (here[..., None] * tables[mover][bid][..., :count]).sum(-2)
            else:
                onward = here.sum(-1)[..., None] * (0.9 * little[:count] / little[:count].sum())
            dense._own_after(own[1 - mover], bid).copy_(onward)
    return own


def new_network(hidden: Sequence[int] = HIDDEN) -> Any:
    sizes, layers = [INPUTS, *hidden], []
    for number in range(len(hidden)):
        last = number == len(hidden) - 1
        layers += [
            torch.nn.Linear(sizes[number], sizes[number + 1]),
            torch.nn.Tanh() if last else torch.nn.ELU(),
        ]
    return torch.nn.Sequential(*layers, torch.nn.Linear(hidden[-1], 2 * OUTPUTS))


def train(
    samples: Sequence[Rows],
    seconds: float,
    device: str,
    say: Callable[[str], None],
    hidden: Sequence[int] = HIDDEN,
) -> Any:
    """Train a network for so long, and at least one step; tells the mean divergence from the tables now and
    then."""
    network = new_network(hidden).to(device)
    rate = 2e-3
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-5, fused=device != "cpu")
    began, steps, share = time.monotonic(), 0, 0.0
    everything, size = Samples(samples), 4096 if device == "cpu" else BATCH
    while share < 1.0:
        passed = time.monotonic() - began
        share = passed / seconds if passed < seconds else 1.0
        for group in optimiser.param_groups:
            group["lr"] = (
                rate * min(1.0, (steps + 1) / 200) * (0.5 + 0.5 * float(np.cos(np.pi * share))) + 1e-5
            )
        x, target, worth, allowed = everything.batch(size)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device != "cpu"):
            scores, values = network(x).float().split(OUTPUTS, dim=-1)
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
    return network


@torch.no_grad()  # type: ignore[untyped-decorator]
def network_policy(
    network: Any, setting: Setting, nodes: Any, device: str, least: float = LEAST
) -> list[Any]:
    """For every node (mover, bids remembered) the probabilities [OUTPUTS, hand]; actions below `least` are
    dropped."""
    encoder, slot, found = Encoder(setting, device), slots(setting), []
    by_mover: list[list[int]] = [[], []]
    for number, (mover, _) in enumerate(nodes):
        by_mover[mover].append(number)
    found = [None] * len(nodes)
    for mover in range(2):
        hands = len(encoder.hands[mover])
        chunk = max(1, 400_000 // hands)
        for start in range(0, len(by_mover[mover]), chunk):
            numbers = by_mover[mover][start : start + chunk]
            bids = np.full((len(numbers), REMEMBERED), NONE)
            for row, number in enumerate(numbers):
                newest = [int(slot[bid]) for bid in reversed(nodes[number][1])][:REMEMBERED]
                bids[row, : len(newest)] = newest
            table = torch.tensor(bids, device=device).repeat_interleave(hands, 0)
            hand = torch.arange(hands, device=device).repeat(len(numbers))
            scores = network(encoder.inputs(table, mover, hand)).float()[:, :OUTPUTS]
            scores = scores.masked_fill(~legal(setting, table[:, 0].long()), -1e9)
            chances = torch.softmax(scores, -1)
            chances = torch.where(chances >= least, chances, torch.zeros_like(chances))
            chances = chances / chances.sum(-1, keepdim=True)
            packed = chances.reshape(len(numbers), hands, OUTPUTS).transpose(1, 2).half().cpu().numpy()
            for row, number in enumerate(numbers):
                found[number] = packed[row]
    return found

"""Regret minimisation with imperfect recall as dense matrix products, for a GPU.

The method is that of `recall`: the last three or four bids are remembered, and a pass carries one number per
pair of hands. Here all positions with one standing bid are worked on together. A position is (first, between,
standing): the oldest bid remembered, those between, and the standing bid, each counted from 1, with 0 where
there is none yet. The next bid drops `first` and appends itself. So

- where a bid leads does not depend on `first`: the reach of what follows is a product over `first`;
- the value of a position is the product of its policy and of the values of what follows, over the actions;
- the worth of an action is the product of reach and of what follows, over the opponent's hands.

Each is one batched product per standing bid and player to move. Positions with `first` not below the others
exist in the arrays and are never reached. Bids above `highest` are left out: against them the policy calls.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from partie.games.liarsdice.players.equilibrium.rounds import Setting, _positions, new_memory, new_round

EXPLORATION_RATE = 0.05
Tensor = Any


class Dense:
    """One round being solved. `recall` is 3 or 4, `bids` how many of the lowest bids are allowed."""

    def __init__(self, setting: Setting, recall: int, bids: int, device: str) -> None:
        self.setting, self.recall, self.bids, self.device = setting, recall, bids, device
        rules = new_round(setting)
        self.hands = [int(n) for n in rules.hands]
        self.calls = int(rules.calls)
        self.share = [self._tensor(rules.share[p, : self.hands[p]]) for p in range(2)]
        self.payoff = [self._payoffs(rules, mover) for mover in range(2)]
        size = bids + 1
        between = [size] * (recall - 2)
        opening = np.ones(bids, bool) if setting.wild != 0 else np.asarray(rules.face[:bids]) != 0
        self.opening = self._tensor(opening.astype(np.float32))
        self.reach, self.value, self.own = [], [], []
        for mover in range(2):
            mine, theirs = self.hands[mover], self.hands[1 - mover]
            shape = [bids, *between, mine, size, theirs]
            self.reach.append(torch.zeros(shape, device=device))
            self.value.append(torch.zeros(shape, device=device))
            self.own.append([torch.zeros([bids, *between, h, size], device=device) for h in self.hands])
        self.policy = [self._tables(mover, uniform=True) for mover in range(2)]
        self.regrets = [self._tables(mover) for mover in range(2)]
        self.sums = [self._tables(mover) for mover in range(2)]
        root = self.opening.expand(self.hands[0], bids)
        self.root = (root / root.sum(-1, keepdim=True)).clone()
        self.root_regrets, self.root_sums = torch.zeros_like(self.root), torch.zeros_like(self.root)
        self.weight = torch.ones(1, device=device)

    def _tensor(self, values: Any) -> Tensor:
        return torch.tensor(np.asarray(values, np.float32), device=self.device)

    def _payoffs(self, rules: Any, mover: int) -> Tensor:
        """[bid, call, hand of the mover, hand of the other]: what a call is worth to the mover."""
        mine, theirs = self.hands[mover], self.hands[1 - mover]
        found = np.zeros((self.bids, self.calls, mine, theirs), np.float32)
        for bid in range(self.bids):
            face, quantity = rules.face[bid], rules.quantity[bid]
            count = rules.counts[mover, face, :mine, None] + rules.counts[1 - mover, face, None, :theirs]
            found[bid, 0] = np.where(count >= quantity, -1.0, 1.0)
            if self.calls > 1:
                found[bid, 1] = np.where(count == quantity, 1.0, -1.0)
        return self._tensor(found)

    def _tables(self, mover: int, uniform: bool = False) -> list[Tensor]:
        """For each standing bid: [between…, hand, first, action]."""
        tables = []
        for bid in range(self.bids):
            actions = self.bids - 1 - bid + self.calls
            shape = [bid + 1] * (self.recall - 2) + [self.hands[mover], bid + 1, actions]
            tables.append(torch.full(shape, 1.0 / actions if uniform else 0.0, device=self.device))
        return tables

    def _here(self, table: Tensor, bid: int) -> Tensor:
        """The positions with this standing bid: [between…, hand, first, …]."""
        rows = table[bid, : bid + 1]
        if self.recall == 4:
            rows = rows[:, : bid + 1]
        return rows[..., : bid + 1, :]

    def _after(self, table: Tensor, bid: int) -> Tensor:
        """The positions after a bid on top of this one, as a view: [between…, hand of the one who bid, bid,
        hand of the next player]."""
        if self.recall == 3:
            return table[bid + 1 :, bid + 1, :, : bid + 1].permute(2, 3, 0, 1)
        return table[bid + 1 :, : bid + 1, bid + 1, :, : bid + 1].permute(3, 1, 4, 0, 2)

    def _own_here(self, table: Tensor, bid: int) -> Tensor:
        rows = table[bid, : bid + 1]
        if self.recall == 4:
            rows = rows[:, : bid + 1]
        return rows[..., : bid + 1]

    def _own_after(self, table: Tensor, bid: int) -> Tensor:
        """As `_after`, for numbers of one hand only: [between…, hand, bid]."""
        if self.recall == 3:
            return table[bid + 1 :, bid + 1, :, : bid + 1].permute(2, 1, 0)
        return table[bid + 1 :, : bid + 1, bid + 1, :, : bid + 1].permute(3, 1, 2, 0)

    def _first(self, table: Tensor) -> Tensor:
        """The positions after the opening bid: [bid, hand of the next player, hand of the one who bid]."""
        return table[:, 0, :, 0] if self.recall == 3 else table[:, 0, 0, :, 0]

    def average(self, player: int) -> None:
        """Add the player's policy to its average, by its own probability of getting there against a uniform
        opponent."""
        own = [self.own[mover][player] for mover in range(2)]
        if player == 0:
            self.root_sums += self.weight * self.root
            self._first(own[1]).copy_(self.root.T)
        else:
            self._first(own[1]).copy_((self.opening / self.opening.sum())[:, None].expand(-1, self.hands[1]))
        for bid in range(self.bids):
            for mover in range(2):
                here = self._own_here(own[mover], bid)
                actions = self.bids - 1 - bid + self.calls
                if mover == player:
                    part = here[..., None] * self.policy[mover][bid]
                    self.sums[mover][bid].addcmul_(part, self.weight)
                    onward = part[..., : self.bids - 1 - bid].sum(-2)
                else:
                    onward = (here.sum(-1) / actions)[..., None].expand(*here.shape[:-1], self.bids - 1 - bid)
                if bid + 1 < self.bids:
                    self._own_after(own[1 - mover], bid).copy_(onward)

    def update(self, player: int) -> None:
        """Update one player's regrets and policy against the other's policy."""
        self._forward(player)
        for mover, bid, worth in self._backward(player):
            self._regret(self.regrets[mover][bid], self.policy[mover][bid], worth, None)
        if player == 0:
            self._regret(self.root_regrets, self.root, self._root_worth(), self.opening)

    def _forward(self, player: int) -> None:
        """How likely each pair of hands gets to each position, if the player explores."""
        explored = (1 - EXPLORATION_RATE) * self.root + EXPLORATION_RATE * self.opening / self.opening.sum()
        root = explored if player == 0 else self.root * self.share[0][:, None]
        weight = self.share[1] if player == 0 else torch.ones_like(self.share[1])
        self._first(self.reach[1]).copy_(root.T[:, None, :] * weight[None, :, None])
        for bid in range(self.bids - 1):
            for mover in range(2):
                policy = self.policy[mover][bid]
                factor = policy[..., : self.bids - 1 - bid]
                if mover == player:
                    factor = (1 - EXPLORATION_RATE) * factor + EXPLORATION_RATE / policy.shape[-1]
                onward = torch.matmul(factor.transpose(-1, -2), self._here(self.reach[mover], bid))
                self._after(self.reach[1 - mover], bid).copy_(onward)

    def _backward(self, player: int) -> Iterator[tuple[int, int, Tensor]]:
        """The value of each position to the player for every pair of hands. Yields the worth of the player's
        actions, summed over the opponent's hands by their reach: player, standing bid, worth."""
        for bid in range(self.bids - 1, -1, -1):
            for mover in range(2):
                policy, sign = self.policy[mover][bid], 1.0 if mover == player else -1.0
                calls = sign * self.payoff[mover][bid].permute(1, 0, 2)
                calls = calls.expand(*[bid + 1] * (self.recall - 2), *calls.shape)
                after = torch.cat([self._after(self.value[1 - mover], bid), calls], dim=-2)
                self._here(self.value[mover], bid).copy_(torch.matmul(policy, after))
                if mover == player:
                    reach = self._here(self.reach[mover], bid)
                    yield mover, bid, torch.matmul(reach, after.transpose(-1, -2))

    def _root_worth(self) -> Tensor:
        """[hand, bid]: what opening with a bid is worth to the starter."""
        value = self._first(self.value[1]).permute(2, 0, 1)
        return (value * self.share[1]).sum(-1) * self.opening

    @staticmethod
    def _regret(regrets: Tensor, policy: Tensor, worth: Tensor, allowed: Tensor | None) -> None:
        """Update regrets and policy in place."""
        regret = worth - (policy * worth).sum(-1, keepdim=True)
        if allowed is not None:
            regret = regret * allowed
        regrets.add_(regret).clamp_(min=0.0)
        fresh = (regrets + regret).clamp_(min=0.0)
        total = fresh.sum(-1, keepdim=True)
        even = torch.ones_like(fresh) if allowed is None else allowed.expand_as(fresh)
        policy.copy_(
            torch.where(total > 0, fresh / total.clamp(min=1e-30), even / even.sum(-1, keepdim=True))
        )

    def iterate(self) -> None:
        for player in range(2):
            self.average(player)
            self.update(player)

    def run(self, iterations: int, seconds: float, seen: Callable[[int], None] = lambda done: None) -> int:
        """Iterate; returns how many iterations were done when the time was up."""
        began, done = time.monotonic(), 0
        step: Callable[[], None] = self.iterate
        if self.device != "cpu":
            for _ in range(2):
                done += 1
                self.weight.fill_(float(done) ** 2)
                self.iterate()
            torch.cuda.synchronize()
            try:  # one recorded iteration: launching thousands of small products one by one takes longer
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    self.iterate()
                step = graph.replay
            except RuntimeError:
                torch.cuda.synchronize()
        while done < iterations and time.monotonic() - began < seconds:
            done += 1
            self.weight.fill_(float(done) ** 2)
            step()
            if self.device != "cpu" and done % 10 == 0:
                torch.cuda.synchronize()
            seen(done)
        return done

    def averages(self) -> tuple[Tensor, list[list[Tensor]]]:
        """The average policy at the beginning and, by player to move, at each standing bid; zero where the
        player never gets."""
        tables = [
            [t / t.sum(-1, keepdim=True).clamp(min=1e-30) for t in self.sums[mover]] for mover in range(2)
        ]
        return self.root_sums / self.root_sums.sum(-1, keepdim=True), tables

    def settle(self) -> tuple[Tensor, list[list[Tensor]]]:
        """Take the average policy as the policy, and return what each action is worth if both follow it, at
        the beginning and, by player to move, at each standing bid. Nothing can be learned afterwards."""
        root, tables = self.averages()
        self.root.copy_(root)
        for mover in range(2):
            for bid in range(self.bids):
                met = tables[mover][bid].sum(-1, keepdim=True) > 0.5
                even = torch.full_like(tables[mover][bid], 1.0 / tables[mover][bid].shape[-1])
                self.policy[mover][bid].copy_(torch.where(met, tables[mover][bid], even))
        worths: list[list[Tensor]] = [[], []]
        opening = self.root
        for player in range(2):
            self._forward(player)
            for mover, bid, worth in self._backward(player):
                total = self._here(self.reach[mover], bid).sum(-1, keepdim=True)
                worths[player].insert(0, worth / total.clamp(min=1e-20))
            if player == 0:
                opening = self._root_worth()
        return opening, worths

    def response(self, player: int, iterations: int) -> float:
        """What a player wins who knows the other's policy and remembers as many bids as it does, after some
        iterations of learning: a lower bound for the best response. The player's own policy is lost."""
        for table in self.regrets[player]:
            table.zero_()
        self.root_regrets.zero_()
        best = -np.inf
        for _ in range(iterations):
            self.update(player)
            best = max(best, self._worth_of_round(player))
        return best

    def _worth_of_round(self, player: int) -> float:
        """What the round was worth to the player when values were last computed."""
        self._forward(player)
        for _ in self._backward(player):
            pass
        after = self._first(self.value[1])  # [bid, hand of the other, hand of the starter]
        pairs = self.share[1][:, None] * self.share[0][None, :]
        return float((after * self.root.T[:, None, :] * pairs[None]).sum())


def flat_policy(dense: Dense) -> NDArray[np.float32]:
    """The average policy in the order of `Memory`, for `best_response` and `local_response`.

    A hand that never gets somewhere has zeros there; after a bid above those allowed it contests.
    """
    root, tables = dense.averages()
    arrays = [[t.cpu().numpy() for t in side] for side in tables]
    flat = np.zeros(int(new_memory(dense.setting, dense.recall).start[-1]), np.float32)
    for rows, mover, standing, where, columns in _nodes(dense, flat):
        if standing < 0:
            rows[columns] = root.cpu().numpy().T
        elif standing >= dense.bids:
            rows[dense.setting.bids - 1 - standing] = 1.0
        else:
            rows[columns] = arrays[mover][standing][where].T
    return flat


def restore(dense: Dense, flat: NDArray[np.float32]) -> None:
    """Take a policy in the order of `Memory` as the average policy."""
    arrays = [[t.cpu().numpy() for t in side] for side in dense.sums]
    for rows, mover, standing, where, columns in _nodes(dense, flat):
        if standing < 0:
            dense.root_sums.copy_(torch.tensor(rows[columns].T))
        elif standing < dense.bids:
            arrays[mover][standing][where] = rows[columns].T
    for mover in range(2):
        for table, array in zip(dense.sums[mover], arrays[mover], strict=True):
            table.copy_(torch.tensor(array))


def _nodes(
    dense: Dense, flat: NDArray[np.float32]
) -> Iterator[tuple[NDArray[np.float32], int, int, tuple[Any, ...], list[int]]]:
    """Every position: its part of a flat policy [action, hand], player to move, standing bid, place in the
    tables, and the actions that are in the tables."""
    setting, recall, bids = dense.setting, dense.recall, dense.bids
    memory = new_memory(setting, recall)
    for node, (mover, remembered) in enumerate(_positions(setting.bids, recall)):
        rows = flat[memory.start[node] : memory.start[node + 1]].reshape(-1, dense.hands[mover])
        if not remembered:
            yield rows, mover, -1, (), list(range(bids))
            continue
        standing = remembered[-1]
        higher, allowed = setting.bids - 1 - standing, bids - 1 - standing
        older = [0] * (recall - len(remembered)) + [bid + 1 for bid in remembered[:-1]]
        columns = [*range(allowed), *range(higher, higher + dense.calls)]
        yield rows, mover, standing, (*older[1:], slice(None), older[0]), columns

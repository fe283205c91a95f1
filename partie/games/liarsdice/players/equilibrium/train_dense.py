"""Regret minimisation with imperfect recall as dense matrix products, for a GPU.

The method is that of `recall`: the last three or four bids are remembered, and a pass carries one number per
pair of hands. Here all positions with one standing bid are worked on together. A position is (first, between,
standing): the oldest bid remembered, those between, and the standing bid. The next bid drops `first` and
appends itself. So

- where a bid leads does not depend on `first`: the reach of what follows is a product over `first`;
- the value of a position is the product of its policy and of the values of what follows, over the actions;
- the worth of an action is the product of reach and of what follows, over the opponent's hands.

Each is one batched product per standing bid and player to move, and one transposition, because the hands of
the two players change places with every bid. Everything else is done for all standing bids at
once. Bids above the `bids` lowest are left out: against them the policy calls.

The bids between are one number, ordered by the newest of them, so that those possible below a standing bid
come first. Actions are columns in reverse order, calls first, so that those legal over a standing bid come
first. Bids remembered count from 1, with 0 where there is none yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, count
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from partie.games.liarsdice.players.equilibrium.rounds import Setting, _positions, new_memory, new_round

EXPLORATION_RATE = 0.05
FORGETTING, RECENCY = 1.5, 4.0
"""In iteration t regrets are discounted by t^FORGETTING / (t^FORGETTING + 1), and the policy counts t^RECENCY
times in the average (Brown and Sandholm, "Solving imperfect-information games via discounted regret
minimization", 2019). After 30 to 60 iterations a best response gains half of what it gains after as many of
CFR+ with predictions."""
IMPOSSIBLE = -1e9
"""The worth of an action that is not legal."""
FLOOR = 1e-30
"""A regret this small keeps the policy even where nothing is regretted."""
PIECES = 3
"""In how many pieces a product is done: in each the oldest bids that cannot be are left out."""
LARGE = 50_000_000
"""Positions with one standing bid that have more numbers are worked on in pieces."""
Tensor = Any


def round_up(number: int, to: int) -> int:
    return -(-number // to) * to


class Betweens(NamedTuple):
    """The bids between the oldest and the standing one, as numbers."""

    oldest: Tensor
    """[between] the bid that is the oldest remembered after the next bid."""
    below: list[int]
    """[standing] how many betweens there are below a standing bid."""
    follow: Tensor
    """[standing, between] the between after the next bid."""
    parents: tuple[Tensor, Tensor, Tensor, Tensor]
    """For every position but those after the first bid: its between and its oldest bid, and the standing bid
    and the between of the position before it. Ordered by between."""
    known: list[int]
    """[between] how many of those come before the first of this between; one more entry."""
    bids: list[tuple[int, ...]]
    number: dict[tuple[int, ...], int]


def new_betweens(bids: int, length: int, device: str) -> Betweens:
    """All sequences of so many ascending bids, with zeros in front where there are fewer."""
    found = [
        (0,) * (length - count) + chosen
        for count in range(length + 1)
        for chosen in combinations(range(1, bids + 1), count)
    ]
    found.sort(key=lambda one: one[::-1])
    number = {one: index for index, one in enumerate(found)}
    below = [sum(one[-1] <= standing for one in found) for standing in range(bids)]
    follow = np.zeros((bids, len(found)), np.int64)
    for standing in range(bids):
        for index in range(below[standing]):
            follow[standing, index] = number[(*found[index][1:], standing + 1)]
    parents: list[tuple[int, int, int, int]] = []
    known = [0]
    for index, one in enumerate(found):
        if one[-1] > 0:
            for first in range(max(1, min(b for b in one if b > 0))):
                if first > 0 and 0 in one:
                    break
                parents.append((index, first, one[-1] - 1, number[(first, *one[:-1])]))
        known.append(len(parents))
    columns = tuple(torch.tensor(column, device=device) for column in np.array(parents).T)
    oldest = torch.tensor([one[0] for one in found], device=device)
    return Betweens(
        oldest,
        below,
        torch.tensor(follow, device=device),
        columns,
        known,
        found,
        number,
    )


class Recording:
    """Repeats an action. On a GPU it is launched as a whole from the third time on: most rounds have more
    launches than work, and the first two times choose how products are computed."""

    def __init__(self, action: Callable[[], None], device: str) -> None:
        self._action, self._eager = action, 2 if device != "cpu" else -1

    def __call__(self) -> None:
        if self._eager == 0:
            self._action = self._record()
        self._eager -= 1
        self._action()

    def _record(self) -> Callable[[], None]:
        torch.cuda.synchronize()
        torch.cuda.empty_cache()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._action()
        replay: Callable[[], None] = graph.replay
        return replay


class Dense:
    """One round being solved. `recall` is at least 3, `bids` how many of the lowest bids are allowed.

    A table has a row for each (standing, between, hand, first) and a column for each action.
    """

    def __init__(self, setting: Setting, recall: int, bids: int, device: str, fast: bool = False) -> None:
        self.setting, self.recall, self.bids, self.device = setting, recall, bids, device
        self.dtype = torch.bfloat16 if fast else torch.float32
        rules = new_round(setting)
        self.hands = [int(n) for n in rules.hands]
        self.places = [round_up(n, 8) if fast else n for n in self.hands]
        self.calls = int(rules.calls)
        self.actions = bids + self.calls
        self.columns = round_up(self.actions, 8) if fast else self.actions
        self.rules = rules
        self.betweens = new_betweens(bids, recall - 2, device)
        self.share = [self._shares(player) for player in range(2)]
        opening = np.ones(bids, bool) if setting.wild != 0 else np.asarray(rules.face[:bids]) != 0
        self.opening = torch.tensor(opening.astype(np.float32), device=device)
        self.starts = [self._starts(mover) for mover in range(2)]
        root = self.opening.expand(self.places[0], bids)
        self.root = (root / root.sum(-1, keepdim=True)).clone()
        self.root_sums = torch.zeros_like(self.root)
        self.sums = [self.zeros(mover) for mover in range(2)]
        self.weight, self.kept = torch.ones(1, device=device), torch.ones(1, device=device)
        self._pieces = [self._cut(standing) for standing in range(bids)]

    def prepare(self) -> None:
        """Allocate what solving needs."""
        if hasattr(self, "policy"):
            return
        device, bids, size, count = self.device, self.bids, self.bids + 1, len(self.betweens.bids)
        self.reach, self.after, self.own = [], [], []
        for mover in range(2):
            mine, theirs = self.places[mover], self.places[1 - mover]
            self.reach.append(torch.zeros(bids, count, mine, size, theirs, device=device, dtype=self.dtype))
            after = torch.zeros(bids, count, mine, self.actions, theirs, device=device, dtype=self.dtype)
            after[..., : self.calls, :] = self._payoffs(mover)[:, None].to(self.dtype)
            self.after.append(after)
            self.own.append([torch.zeros(bids, count, h, size, device=device) for h in self.places])
        self.opened = torch.zeros(bids, self.places[1], self.places[0], device=device, dtype=self.dtype)
        self.floor, self.worth, self.policy, self.even = [], [], [], []
        for mover in range(2):
            floor = self.zeros(mover)
            even = torch.zeros(len(floor), 1, device=device)
            for standing in range(bids):
                self.rows(floor, mover, standing)[..., : self._legal(standing)] = FLOOR
                self.rows(even, mover, standing).fill_(1.0 / self._legal(standing))
            self.floor.append(floor)
            self.even.append(even)
            self.worth.append(torch.where(floor > 0, 0.0, IMPOSSIBLE))
            self.policy.append(torch.where(floor > 0, even, 0.0).to(self.dtype))
        self.regrets = [self.zeros(mover) for mover in range(2)]
        self.root_regrets = torch.zeros_like(self.root)

    def zeros(self, mover: int) -> Tensor:
        """An empty table of a player."""
        return torch.zeros(self.starts[mover][-1], self.columns, device=self.device)

    def _shares(self, player: int) -> Tensor:
        share = np.zeros(self.places[player], np.float32)
        share[: self.hands[player]] = self.rules.share[player, : self.hands[player]]
        return torch.tensor(share, device=self.device)

    def _starts(self, mover: int) -> list[int]:
        """[standing] its first row in a table; one more entry."""
        starts = [0]
        for standing in range(self.bids):
            starts.append(starts[-1] + self.betweens.below[standing] * self.places[mover] * (standing + 1))
        return starts

    def _payoffs(self, mover: int) -> Tensor:
        """[bid, hand of the mover, call, hand of the other]: what a call is worth to the mover; the last call
        comes first."""
        found = np.zeros((self.bids, self.places[mover], self.calls, self.places[1 - mover]), np.float32)
        mine, theirs, rules = self.hands[mover], self.hands[1 - mover], self.rules
        for bid in range(self.bids):
            face, quantity = rules.face[bid], rules.quantity[bid]
            count = rules.counts[mover, face, :mine, None] + rules.counts[1 - mover, face, None, :theirs]
            found[bid, :mine, -1, :theirs] = np.where(count >= quantity, -1.0, 1.0)
            if self.calls > 1:
                found[bid, :mine, 0, :theirs] = np.where(count == quantity, 1.0, -1.0)
        return torch.tensor(found, device=self.device)

    def _legal(self, standing: int) -> int:
        """How many actions there are over this bid: the first columns."""
        return self.actions - 1 - standing

    def column(self, bid: int) -> int:
        """The column of a bid, or of a call (`bids`, `bids` + 1)."""
        return self.actions - 1 - bid

    def rows(self, table: Tensor, mover: int, standing: int) -> Tensor:
        """The part of a table with this standing bid: [between, hand, first, column]."""
        rows = table[self.starts[mover][standing] : self.starts[mover][standing + 1]]
        return rows.view(self.betweens.below[standing], self.places[mover], standing + 1, -1)

    def _cut(self, standing: int) -> list[tuple[int, int, int]]:
        """The betweens below a standing bid in pieces: first, last, and how many oldest bids can be."""
        below = self.betweens.below
        total = below[standing] * (standing + 1) * self.places[0] * self.places[1]
        steps = PIECES if total > LARGE else 1
        pieces, low = [], 0
        for step in range(1, steps + 1):
            newest = standing * step // steps
            if below[newest] > low:
                pieces.append((low, below[newest], max(1, newest)))
                low = below[newest]
        return pieces

    def average(self, player: int) -> None:
        """Add the player's policy to its average, by its own probability of getting there against a uniform
        opponent."""
        own = [self.own[mover][player] for mover in range(2)]
        if player == 0:
            self.root_sums.addcmul_(self.root, self.weight)
            own[1][:, 0, :, 0].copy_(self.root.T.flip(0))
        else:
            own[1][:, 0, :, 0].copy_(
                (self.opening / self.opening.sum()).flip(0)[:, None].expand(-1, self.places[1])
            )
        for standing in range(self.bids):
            count, legal = self.betweens.below[standing], self._legal(standing)
            for mover in range(2):
                here = own[mover][self.bids - 1 - standing, :count, :, : standing + 1]
                if mover == player:
                    part = here[..., None] * self.rows(self.policy[mover], mover, standing)
                    self.rows(self.sums[mover], mover, standing).addcmul_(part, self.weight)
                    onward = part[..., self.calls : legal].sum(-2).permute(0, 2, 1)
                else:
                    onward = (here.sum(-1) / legal)[:, None].expand(-1, legal - self.calls, -1)
                if legal > self.calls:
                    self.pass_on(own[1 - mover], standing, onward)

    def pass_on(self, own: Tensor, standing: int, onward: Tensor) -> None:
        """Write numbers [between, next bid from the highest, hand] at the positions after the next bid."""
        count = self.betweens.below[standing]
        places = self.betweens.follow[standing, :count], self.betweens.oldest[:count]
        own[: onward.shape[1], places[0], :, places[1]] = onward

    def update(self, player: int) -> None:
        """Update one player's regrets and policy against the other's policy."""
        self._forward(player)
        self._backward(player, self.worth[player])
        policy, regrets, worth = self.policy[player], self.regrets[player], self.worth[player]
        worth.sub_((policy * worth).sum(-1, keepdim=True))
        regrets.mul_(self.kept).add_(worth).clamp_(min=0.0)
        fresh = torch.maximum(regrets, self.floor[player])
        policy.copy_(fresh.div_(fresh.sum(-1, keepdim=True)))
        if player == 0:
            worth = self._root_worth()
            regret = (worth - (self.root * worth).sum(-1, keepdim=True)) * self.opening
            self.root_regrets.mul_(self.kept).add_(regret).clamp_(min=0.0)
            fresh = torch.maximum(self.root_regrets, FLOOR * self.opening)
            self.root.copy_(fresh / fresh.sum(-1, keepdim=True))

    def _forward(self, player: int) -> None:
        """How likely each pair of hands gets to each position, if the player explores."""
        explored = (1 - EXPLORATION_RATE) * self.root + EXPLORATION_RATE * self.opening / self.opening.sum()
        root = explored if player == 0 else self.root * self.share[0][:, None]
        weight = self.share[1] if player == 0 else torch.ones_like(self.share[1])
        self.reach[1][:, 0, :, 0].copy_(root.T.flip(0)[:, None, :] * weight[None, :, None])
        tried = self.policy[player] * (1 - EXPLORATION_RATE)
        tried.add_((self.even[player] * EXPLORATION_RATE).to(self.dtype))
        for standing in range(self.bids - 1):
            for mover in range(2):
                policy = self.rows(tried if mover == player else self.policy[mover], mover, standing)
                policy = policy.flatten(0, 1)[..., self.calls : self._legal(standing)]
                for low, high, oldest in self._pieces[standing]:
                    hands = slice(low * self.places[mover], high * self.places[mover])
                    here = self._reached(mover, standing)[hands, :oldest]
                    onward = torch.bmm(policy[hands, :oldest].transpose(1, 2), here)
                    _scatter_reach(
                        onward.view(high - low, self.places[mover], *onward.shape[1:]),
                        self.reach[1 - mover],
                        self.betweens.follow[standing, low:high],
                        self.betweens.oldest[low:high],
                    )

    def _reached(self, mover: int, standing: int) -> Tensor:
        """[between and hand, first, hand of the other]"""
        return self.reach[mover][self.bids - 1 - standing, : self.betweens.below[standing]].flatten(0, 1)

    def _backward(self, player: int, worth: Tensor) -> None:
        """The value of each position to its mover, for every pair of hands, and the worth of the player's
        actions, summed over the opponent's hands by their reach."""
        for standing in range(self.bids - 1, -1, -1):
            legal = self._legal(standing)
            for mover in range(2):
                policy = self.rows(self.policy[mover], mover, standing).flatten(0, 1)[..., :legal]
                after = self.after[mover][standing, : self.betweens.below[standing]].flatten(0, 1)[:, :legal]
                reach = self._reached(mover, standing)
                into = (
                    self.rows(worth, mover, standing).flatten(0, 1)[..., :legal] if mover == player else None
                )
                for low, high, oldest in self._pieces[standing]:
                    hands = slice(low * self.places[mover], high * self.places[mover])
                    value = torch.bmm(policy[hands, :oldest], after[hands])
                    value = value.view(high - low, self.places[mover], *value.shape[1:])
                    if low == 0 and mover == 1:
                        self.opened[standing].copy_(value[0, :, 0])
                    known = slice(self.betweens.known[low], self.betweens.known[high])
                    between, first, before, place = (one[known] for one in self.betweens.parents)
                    if len(first):
                        into_after = self.after[1 - mover][:, :, :, self.column(standing)]
                        _scatter_values(value, between - low, first, into_after, before, place)
                    if into is not None:
                        _product(reach[hands, :oldest], after[hands].transpose(1, 2), into[hands, :oldest])

    def _root_worth(self) -> Tensor:
        """[hand, bid]: what opening with a bid is worth to the starter."""
        value = (self.opened.float() * self.share[1][:, None]).sum(1)
        return -value.T * self.opening

    def iterate(self) -> None:
        for player in range(2):
            self.average(player)
            self.update(player)

    def steps(self) -> Iterator[int]:
        """Iterate for ever; yields the number of iterations begun."""
        self.prepare()
        iterate = Recording(self.iterate, self.device)
        for done in count(1):
            self.weight.fill_(float(done) ** RECENCY)
            self.kept.fill_(1.0 - 1.0 / (float(done) ** FORGETTING + 1.0))
            iterate()
            yield done

    def run(self, iterations: int, seconds: float, fewest: int = 1) -> int:
        """Iterate; returns how many iterations were done when the time was up, at least `fewest`."""
        began, done = time.monotonic(), 0
        for done in self.steps():
            if self.device != "cpu" and done % 4 == 0:
                torch.cuda.synchronize()
            if done >= iterations or (done >= fewest and time.monotonic() - began >= seconds):
                break
        return done

    def averages(self) -> tuple[Tensor, list[Tensor]]:
        """The average policy at the beginning and in a table of each player; zero where it never gets."""
        tables = [table / table.sum(-1, keepdim=True).clamp(min=1e-30) for table in self.sums]
        return self.root_sums / self.root_sums.sum(-1, keepdim=True), tables

    def settle(self) -> tuple[Tensor, list[Tensor]]:
        """Take the average policy as the policy, and return what each action is worth if both follow it, at
        the beginning and in a table of each player. Nothing can be learned afterwards."""
        self.prepare()
        root, tables = self.averages()
        self.root.copy_(root)
        for mover in range(2):
            met = tables[mover].sum(-1, keepdim=True) > 0.5
            even = torch.where(self.floor[mover] > 0, self.even[mover], 0.0)
            self.policy[mover].copy_(torch.where(met, tables[mover], even))
        worths, opening = [], self.root
        for player in range(2):
            self._forward(player)
            worth = self.zeros(player)
            self._backward(player, worth)
            for standing in range(self.bids):
                count = self.betweens.below[standing]
                reach = self.reach[player][self.bids - 1 - standing, :count, :, : standing + 1]
                total = reach.float().sum(-1, keepdim=True)
                self.rows(worth, player, standing).div_(total.clamp(min=1e-20))
            worths.append(worth.clamp_(-1.0, 1.0))
            if player == 0:
                opening = self._root_worth()
        return opening, worths

    def response(self, player: int, iterations: int) -> float:
        """What a player wins who knows the other's policy and remembers as many bids as it does, after some
        iterations of learning: a lower bound for the best response."""
        root, policy = self.root.clone(), self.policy[player].clone()
        self.regrets[player].zero_()
        self.root_regrets.zero_()
        self.kept.fill_(1.0)
        best = torch.full((), -torch.inf, device=self.device)

        def learn() -> None:
            self.update(player)
            best.copy_(torch.maximum(best, self._worth_of_round(player)))

        step = Recording(learn, self.device)
        for _ in range(iterations):
            step()
        self.root.copy_(root)
        self.policy[player].copy_(policy)
        return float(best)

    def _worth_of_round(self, player: int) -> Tensor:
        """What the round is worth to the player with the policies as they are."""
        self._backward(player, self.worth[player])
        pairs = self.share[1][:, None] * self.share[0][None, :]
        worth = (self.opened.float() * self.root.T[:, None, :] * pairs[None]).sum()
        return -worth if player == 0 else worth


def _product(left: Tensor, right: Tensor, out: Tensor) -> None:
    """Write a batched product of numbers of few bits with all its bits."""
    if left.dtype == out.dtype:
        torch.bmm(left, right, out=out)
    else:
        kept = {"out_dtype": out.dtype} if left.is_cuda and _keeps_bits() else {}
        out.copy_(torch.bmm(left, right, **kept))


@cache
def _keeps_bits() -> bool:
    """Whether products of numbers of few bits can be had with all their bits."""
    few = torch.ones(2, 8, 8, device="cuda", dtype=torch.bfloat16)
    try:
        torch.bmm(few, few.transpose(1, 2), out_dtype=torch.float32)
    except (RuntimeError, TypeError) as error:
        print(f"products of 16 bits: {error}", flush=True)
        return False
    return True


def flat_policy(dense: Dense) -> NDArray[np.float32]:
    """The average policy in the order of `Memory`, for `best_response` and `local_response`.

    A hand that never gets somewhere has zeros there; after a bid above those allowed it contests.
    """
    root, tables = dense.averages()
    arrays = [table.cpu().numpy() for table in tables]
    flat = np.zeros(int(new_memory(dense.setting, dense.recall).start[-1]), np.float32)
    for rows, mover, standing, where, actions in _nodes(dense, flat):
        if standing < 0:
            rows[: dense.bids] = root.cpu().numpy()[: dense.hands[0]].T
        elif standing >= dense.bids:
            rows[dense.setting.bids - 1 - standing] = 1.0
        else:
            rows[actions] = arrays[mover][where, : len(actions)][:, ::-1].T
    return flat


def restore(dense: Dense, flat: NDArray[np.float32]) -> None:
    """Take a policy in the order of `Memory` as the average policy."""
    arrays = [table.cpu().numpy() for table in dense.sums]
    root = np.zeros(dense.root_sums.shape, np.float32)
    for rows, mover, standing, where, actions in _nodes(dense, flat):
        if standing < 0:
            root[: dense.hands[0]] = rows[: dense.bids].T
        elif standing < dense.bids:
            arrays[mover][where, : len(actions)] = rows[actions].T[:, ::-1]
    dense.root_sums.copy_(torch.tensor(root))
    for table, array in zip(dense.sums, arrays, strict=True):
        table.copy_(torch.tensor(array))


def _nodes(
    dense: Dense, flat: NDArray[np.float32]
) -> Iterator[tuple[NDArray[np.float32], int, int, NDArray[np.int64], list[int]]]:
    """Every position: its part of a flat policy [action, hand], player to move, standing bid, its rows in the
    tables, and the actions that are in the tables, in reverse order of their columns."""
    setting, recall, bids = dense.setting, dense.recall, dense.bids
    memory = new_memory(setting, recall)
    for node, (mover, remembered) in enumerate(_positions(setting.bids, recall)):
        rows = flat[memory.start[node] : memory.start[node + 1]].reshape(-1, dense.hands[mover])
        standing = remembered[-1] if remembered else -1
        if not 0 <= standing < bids:
            yield rows, mover, standing, np.zeros(0, np.int64), []
            continue
        higher, allowed = setting.bids - 1 - standing, bids - 1 - standing
        older = [0] * (recall - len(remembered)) + [bid + 1 for bid in remembered[:-1]]
        between = dense.betweens.number[tuple(older[1:])]
        hand = between * dense.places[mover] + np.arange(dense.hands[mover])
        where = dense.starts[mover][standing] + hand * (standing + 1) + older[0]
        yield rows, mover, standing, where, [*range(allowed), *range(higher, higher + dense.calls)]


def _scatter_reach(onward: Tensor, reach: Tensor, between: Tensor, first: Tensor) -> None:
    """Write `onward` [n, mine, bid, theirs] to `reach` [bid, between, theirs, first, mine] at the places
    (between[n], first[n]); the bids are the first of `reach`."""
    reach[: onward.shape[2], between, :, first] = onward.permute(0, 2, 3, 1)


def _scatter_values(
    value: Tensor, between: Tensor, first: Tensor, after: Tensor, standing: Tensor, place: Tensor
) -> None:
    """Write -`value` [between, mine, first, theirs] at (between[n], first[n]) to `after` [standing, between,
    theirs, mine] at (standing[n], place[n])."""
    after[standing, place] = -value[between, :, first].transpose(1, 2)

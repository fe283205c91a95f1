"""The local best response of `local`, for thousands of rounds at a time on a GPU.

The responder knows the tables, keeps the exact probability of every opposing hand, and looks two steps ahead:
the policy answers its bid, and after a raise the responder calls or would call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from partie.games.liarsdice.players.equilibrium.train_dense import Dense

Tensor = Any
MEMORY = 150_000_000
"""How many numbers of a table may be looked up at once."""


class Responder:
    """Plays rounds from one seat against the policy in the tables."""

    def __init__(self, dense: Dense, root: Tensor, tables: Sequence[Tensor], player: int) -> None:
        self.dense, self.player, other = dense, player, 1 - player
        device, rules = dense.device, dense.rules
        self._root, self._table = root, tables[other]
        face = torch.tensor(rules.face[: dense.bids], device=device)
        quantity = torch.tensor(rules.quantity[: dense.bids], device=device)
        self._held = torch.zeros(dense.places[player], dense.bids, device=device, dtype=torch.long)
        counts = torch.tensor(rules.counts[player, :, : dense.hands[player]], device=device)
        self._held[: dense.hands[player]] = (counts[face] - quantity[:, None]).T
        """[hand, bid] the responder's dice for a bid, minus those it needs."""
        self._other_held = torch.zeros(dense.places[other], dense.bids, device=device, dtype=torch.long)
        counts = torch.tensor(rules.counts[other, :, : dense.hands[other]], device=device)
        self._other_held[: dense.hands[other]] = counts[face].T
        self._hands = torch.arange(dense.places[other], device=device)
        self._starts = torch.tensor(dense.starts[other], device=device)

    def rounds(self, count: int) -> Tensor:
        """What sampled rounds are worth to the responder."""
        size = self.dense.bids * self.dense.places[1 - self.player] * self.dense.columns
        most = max(1, MEMORY // size)
        return torch.cat([self._play(min(most, count - n)) for n in range(0, count, most)])

    def _play(self, count: int) -> Tensor:
        dense, player, device = self.dense, self.player, self.dense.device
        mine, theirs = (
            torch.multinomial(dense.share[seat], count, replacement=True) for seat in (player, 1 - player)
        )
        reach = dense.share[1 - player].expand(count, -1).clone()
        standing = torch.full((count,), -1, device=device)
        between, first = torch.zeros_like(standing), torch.zeros_like(standing)
        result = torch.zeros(count, device=device)
        active = torch.arange(count, device=device)
        mover = 0
        while len(active):
            at = standing[active], between[active], first[active]
            if mover == player:
                chosen = self._respond(mine[active], reach[active], *at)
            else:
                answers = self._answers(*at)
                own = answers[torch.arange(len(active), device=device), theirs[active]]
                column = torch.multinomial(own.clamp(min=0.0), 1)[:, 0]
                taken = answers[torch.arange(len(active), device=device), :, column]
                reach[active] *= taken
                chosen = dense.actions - 1 - column
            called = chosen >= dense.bids
            ended = active[called]
            result[ended] = self._outcome(
                mine[ended], theirs[ended], standing[ended], chosen[called] > dense.bids, mover
            )
            going = active[~called]
            bid = chosen[~called]
            old = between[going]
            first[going] = torch.where(standing[going] >= 0, dense.betweens.oldest[old], 0)
            follow = dense.betweens.follow[standing[going].clamp(min=0), old]
            between[going] = torch.where(standing[going] >= 0, follow, 0)
            standing[going] = bid
            active, mover = going, 1 - mover
        return result

    def _answers(self, standing: Tensor, between: Tensor, first: Tensor) -> Tensor:
        """[round, hand, column]: what the policy does with every hand."""
        dense, other = self.dense, 1 - self.player
        if other == 0 and int(standing[0]) < 0:
            calls = torch.zeros(dense.places[0], dense.calls, device=dense.device)
            rows = torch.cat([calls, self._root.flip(-1)], -1)
            return rows.expand(len(standing), -1, -1)
        place = between[:, None] * dense.places[other] + self._hands
        rows = self._starts[standing][:, None] + place * (standing[:, None] + 1) + first[:, None]
        found: Tensor = self._table[rows][..., : dense.actions]
        return found

    def _respond(
        self, mine: Tensor, reach: Tensor, standing: Tensor, between: Tensor, first: Tensor
    ) -> Tensor:
        """The best action of each round: a bid, or `bids` and `bids` + 1 for the calls."""
        dense = self.dense
        count, bids, calls = len(mine), dense.bids, dense.calls
        total = self._held[mine][:, None] + self._other_held[None]  # [round, hand, bid], minus those needed
        false, exact = (total < 0).float() * 2 - 1, (total == 0).float() * 2 - 1
        begun = (standing >= 0)[:, None]
        old = torch.where(begun, dense.betweens.oldest[between][:, None], 0)
        after = torch.where(begun, dense.betweens.follow[standing.clamp(min=0), between][:, None], 0)
        bid = torch.arange(bids, device=dense.device)[None]
        possible = bid > standing[:, None]
        possible = possible & (begun | (dense.opening > 0)[None])
        place = after[..., None] * dense.places[1 - self.player] + self._hands
        rows = self._starts[bid][..., None] + place * (bid[..., None] + 1) + old[..., None]
        rows = torch.where(possible[..., None], rows, 0)
        weights = (
            self._table[rows][..., : dense.actions] * reach[:, None, :, None]
        )  # [round, bid, hand, column]
        raises = weights[..., calls:].flip(-1)
        worth = torch.einsum("nbha,nha->nba", raises, false)
        if calls > 1:
            worth = torch.maximum(worth, torch.einsum("nbha,nha->nba", raises, exact))
        gained = worth.sum(-1)
        gained -= torch.einsum("nbh,nhb->nb", weights[..., calls - 1], false)
        if calls > 1:
            gained -= torch.einsum("nbh,nhb->nb", weights[..., 0], exact)
        gained = torch.where(possible, gained, -torch.inf)
        here = standing.clamp(min=0)[:, None, None].expand(-1, len(self._hands), 1)
        own = [
            torch.where(begun[:, 0], (reach * one.gather(2, here)[..., 0]).sum(-1), -torch.inf)
            for one in (false, exact)[:calls]
        ]
        best: Tensor = torch.cat([gained, *(one[:, None] for one in own)], -1).argmax(-1)
        assert len(best) == count
        return best

    def _outcome(self, mine: Tensor, theirs: Tensor, bid: Tensor, exact: Tensor, caller: int) -> Tensor:
        """What a call is worth to the responder."""
        total = self._held[mine, bid] + self._other_held[theirs, bid]
        right = torch.where(exact, total == 0, total < 0).float() * 2 - 1
        return right if caller == self.player else -right


@torch.no_grad()  # type: ignore[untyped-decorator]
def local_gain(dense: Dense, rounds: int) -> tuple[float, float]:
    """What the responder gains per round from the average policy, averaged over both seats, and the
    half-width of its 95 % interval."""
    root, tables = dense.averages()
    results = [Responder(dense, root, tables, player).rounds(rounds) for player in range(2)]
    error = sum(float(side.var()) / rounds for side in results)
    return sum(float(side.mean()) for side in results) / 2, 1.96 * error**0.5 / 2

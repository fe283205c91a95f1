"""Training of the network that reads calls (`partie.games.coinche.players.reading`).

It learns the calls that the bidding network makes in auctions with itself, with less careful selves, with the
network for calls and cards and with the table bidder. Suits are renamed at random in every batch.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from partie.core.compiled.bits import lowest
from partie.core.compiled.chance import below, new_chance
from partie.core.compiled.kernel import jit
from partie.core.compiled.types import Ints, Ints8, Records, int64
from partie.games.coinche.players.bidding.kernels import standing_after
from partie.games.coinche.players.net.agent import BIDS_NETWORK, SHIPPED
from partie.games.coinche.players.net.handicap import handicapped
from partie.games.coinche.players.net.task import LEAGUE_TASK, TASK
from partie.games.coinche.players.reading import (
    BIDS,
    DENOMINATION,
    INPUTS,
    KINDS,
    OPENING,
    OUTPUTS,
    STEPS,
    encode_call,
)
from partie.games.coinche.players.searching import SCORES
from partie.games.coinche.rules.calls import (
    CAPOT,
    COINCHE,
    FIRST_BID,
    GENERALE,
    PASS,
    denomination_of,
    step_of,
)
from partie.games.coinche.rules.cards import DENOMINATIONS, FIRST_RANK, SANS_ATOUT
from partie.learn.net.network import FINAL, Network, new_network
from partie.learn.net.play import Player, Simulator
from partie.learn.net.train_torch import evaluator, pace, shuffled
from partie.learn.net.trials import seat_players

SHARES = {"bids": 0.6, "bold": 0.15, "cards": 0.1, "table": 0.15}
"""Who sits on a side: the network that is read, itself without its handicap on coinches, the network for
calls and cards, the table bidder."""
READ = 2
"""The calls of the first so many of these are learned."""
EXPLORATION = 0.02
PART = 4096
BATCH, RATE = 1024, 0.003
SIGNAL = 30.0
"""The number of inputs that are not 0, for the size of the first weights."""
SEATS = 4
Calls = tuple[NDArray[np.int8], NDArray[np.int64]]
"""Inputs; and of every call its kind and its step (-1: not a bid), the lowest and the highest step, whether a
coinche was legal, and the number of denominations."""


@jit
def write_calls(states: Records, seating: Ints8, inputs: Ints8, answers: Ints) -> int:
    """Write the calls of finished auctions by players below READ; returns their number."""
    n = 0
    for i in range(len(states)):
        state = states[i]
        for number in range(state.said):
            seat = (int64(state.dealer) + 1 + number) & 3
            call = int64(state.calls[number])
            if seating[i, seat] < READ:
                bid, bidder = standing_after(state, number)
                encode_call(state, number, inputs[n])
                rest = int64(state.hands[seat])
                while rest:
                    card = lowest(rest)
                    rest &= rest - 1
                    inputs[n, (card >> 4) * 8 + (card & 15) - FIRST_RANK] = 1
                answers[n, 0] = call - PASS if call < FIRST_BID else 2 + denomination_of(call)
                answers[n, 1] = step_of(call) if call >= FIRST_BID else -1
                answers[n, 2] = step_of(bid) + 1 if bid else 0
                answers[n, 3] = GENERALE if state.generale else CAPOT
                answers[n, 4] = bid > 0 and (bidder ^ seat) & 1 == 1
                answers[n, 5] = DENOMINATIONS if state.sa_ta else SANS_ATOUT
                n += 1
            if call == COINCHE:
                break
    return n


def gather(deals: int, seed: str, device: Any) -> Calls:
    """The calls of auctions."""
    simulator = Simulator(LEAGUE_TASK, {}, varied=True)
    bids, cards = TASK.networks.load(BIDS_NETWORK), TASK.networks.load(SHIPPED)
    players: list[Player] = [
        *(
            (evaluator(one, device), TASK.encoding(one.card["encoding"]))
            for one in (bids, handicapped(bids, 0.0), cards)
        ),
        SCORES,
    ]
    found = []
    for at in range(0, deals, PART):
        luck, chance = new_chance(seed, at, "deal"), new_chance(seed, at, "choice")
        states = simulator.begin(min(PART, deals - at), luck)
        seating = np.zeros((len(states), SEATS), np.int8)
        bounds = np.cumsum(np.array(list(SHARES.values())))
        seat_players(seating, bounds, np.array(simulator.partners, np.int64), chance)
        for _ in simulator.moves_made(players, seating, states, luck, chance, EXPLORATION):
            pass
        room = int(states.said.sum())
        inputs, answers = np.zeros((room, INPUTS), np.int8), np.zeros((room, 6), np.int64)
        n = write_calls(states, seating, inputs, answers)
        found.append((inputs[:n], answers[:n]))
    return np.concatenate([one[0] for one in found]), np.concatenate([one[1] for one in found])


def renamed(order: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For a renaming of the suits, the old places of all inputs and of all outputs."""
    denominations = [*order, *range(SANS_ATOUT, DENOMINATIONS)]
    inputs, outputs = np.arange(INPUTS), np.arange(OUTPUTS)
    for new, old in enumerate(order):
        inputs[new * 8 : new * 8 + 8] = np.arange(old * 8, old * 8 + 8)
    for new, old in enumerate(denominations):
        inputs[DENOMINATION + new] = DENOMINATION + old
        outputs[2 + new] = 2 + old
        outputs[KINDS + new * STEPS : KINDS + (new + 1) * STEPS] = KINDS + old * STEPS + np.arange(STEPS)
        for seat in range(SEATS):
            inputs[OPENING + seat * (DENOMINATIONS + STEPS) + new] = (
                OPENING + seat * (DENOMINATIONS + STEPS) + old
            )
            row, source = (BIDS + (seat * DENOMINATIONS + place) * STEPS for place in (new, old))
            inputs[row : row + STEPS] = np.arange(source, source + STEPS)
    return inputs, outputs


def run_layers(weights: list[Any], inputs: Any) -> Any:
    """The forward pass, the same as in `reading.py`."""
    hidden = torch.relu(torch.addmm(weights[1], inputs.float(), weights[0]))
    return torch.addmm(weights[3], hidden, weights[2])


def loss_of(outputs: Any, answers: Any) -> Any:
    """The mean log-loss of the calls."""
    kind, step, least, last, may_coinche, denominations = answers.unbind(1)
    kinds = torch.arange(KINDS, device=outputs.device)
    open_kinds = (kinds[None] < 2 + denominations[:, None]) & (
        (kinds[None] != 1) | (may_coinche[:, None] > 0)
    )
    open_kinds &= (kinds[None] < 2) | (least <= last)[:, None]
    logs = torch.log_softmax(outputs[:, :KINDS].masked_fill(~open_kinds, -1e9), dim=1)
    loss = -logs.gather(1, kind[:, None])[:, 0]
    bids = step >= 0
    rows = outputs[bids, KINDS:].view(-1, DENOMINATIONS, STEPS)[
        torch.arange(int(bids.sum()), device=outputs.device), kind[bids] - 2
    ]
    steps = torch.arange(STEPS, device=outputs.device)[None]
    open_steps = (steps >= least[bids][:, None]) & (steps <= last[bids][:, None])
    found = torch.log_softmax(rows.masked_fill(~open_steps, -1e9), dim=1).gather(1, step[bids][:, None])
    return (loss.sum() - found.sum()) / len(kind)


def train(deals: int, units: int, epochs: float, seed: str, device: Any) -> tuple[Network, float]:
    """Train a reader; returns it with its log-loss per call of auctions kept back."""
    inputs, answers = gather(deals, seed, device)
    kept = len(inputs) - len(inputs) // 20
    start = new_network(INPUTS, OUTPUTS, seed, (units,), SIGNAL, 0.0)
    weights = [
        torch.tensor(part, device=device, requires_grad=True) for layer in start.layers for part in layer
    ]
    adam = torch.optim.Adam(weights, lr=RATE)
    names, rows = new_chance(seed, "names"), shuffled(kept, new_chance(seed, "order"))
    every = [
        (torch.from_numpy(columns).to(device), torch.from_numpy(np.argsort(outputs)).to(device))
        for columns, outputs in map(renamed, permutations(range(SANS_ATOUT)))
    ]
    seen, target = torch.from_numpy(inputs).to(device), torch.from_numpy(answers).to(device)
    steps = max(1, round(kept * epochs / BATCH))
    for step in range(steps):
        at = step * BATCH % max(1, kept - BATCH + 1)
        which = torch.from_numpy(rows[at : at + BATCH]).to(device)
        columns, places = every[below(names, len(every))]
        loss = loss_of(run_layers(weights, seen[which][:, columns])[:, places], target[which])
        adam.zero_grad(set_to_none=True)
        loss.backward()
        for group in adam.param_groups:
            group["lr"] = RATE * pace(step / steps)
        adam.step()
    with torch.no_grad():
        late = float(loss_of(run_layers(weights, seen[kept:]), target[kept:]))
    first, biases, second, last = (weight.detach().cpu().numpy().copy() for weight in weights)
    card = {
        "game": "coinche",
        "encoding": "reading",
        "head": "policy",
        "foretells": FINAL,
        "of": BIDS_NETWORK,
        "seed": seed,
        "deals": deals,
        "log_loss": round(late, 4),
    }
    return Network(((first, biases), (second, last)), card), late

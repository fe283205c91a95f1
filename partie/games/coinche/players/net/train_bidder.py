"""Training of the bidding network in a league: against itself, earlier selves, the table and a rival.

As in `partie.learn.net.train_counterfactual`, every call of a decision is tried in the real deal. Two things
differ. Nothing is compared with the best so far: a network that stops overbidding may lose to the selves that
let it, and wins against those who coinche. And the weights that play are a moving average over rounds, so
that a round's noise does not decide what the next one learns. Deals are played by several processes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from partie.arena.pool import processes
from partie.core.compiled.chance import new_chance
from partie.games.coinche.players.net.auctions import mark_punishers
from partie.games.coinche.players.net.encoding import ENCODINGS
from partie.games.coinche.players.net.handicap import handicapped
from partie.games.coinche.players.net.task import AUCTION_TASK, LEAGUE_TASK, TASK
from partie.games.coinche.players.searching import SCORES
from partie.learn.net.network import Network, read_network
from partie.learn.net.play import Player, Simulator
from partie.learn.net.train_counterfactual import Rows, loss_of
from partie.learn.net.train_torch import Learner, device_named, evaluator, pace, shuffled
from partie.learn.net.trials import Trials, Trying, try_part

PART = 256
"""The number of deals that a process plays together."""
SHARES = {"self": 0.32, "rival": 0.48, "past": 0.12, "table": 0.08}
"""Who sits on a side."""
EVERY, OLDEST = 4, 3
"""An earlier self is kept every so many rounds; the last so many of them play."""
AVERAGED = 0.75
"""How much of the moving average a round leaves as it is."""
EXPLORATION, TRIED, TRIES = 0.02, 0.8, 13
_KEPT = ("game", "options", "encoding", "head", "foretells", "centre", "half")
"""What the card of the network to start from says of its successors, too."""
JUDGED = 4096
"""The number of deals against the rival that a round is measured with."""


@dataclass(frozen=True)
class League:
    """The settings of a run: the folder, the network to start from, the rival, and the sizes of a round.

    A share `punishing` of the rivals knows all cards after the auction and coinches what has gone down:
    imitations miss some of the coinches that the sampled bidder finds."""

    folder: Path
    start: str
    rival: str
    seed: str = "0"
    deals: int = 65_536
    window: int = 5
    epochs: float = 5.0
    batch: int = 8192
    rate: float = 0.0005
    punishing: float = 0.35
    jobs: int = 1
    device: str = "cpu"


class BidderRun:
    """A run in a folder: rounds of playing and learning, resumed from its last round."""

    def __init__(self, league: League) -> None:
        self.league = league
        league.folder.mkdir(parents=True, exist_ok=True)
        self._device = device_named(league.device, league.jobs)
        self._simulator = Simulator(LEAGUE_TASK, {}, varied=True)
        self.history: list[dict[str, float]] = []
        log = league.folder / "log.jsonl"
        if log.exists():
            self.history = [json.loads(line) for line in log.read_text().splitlines()]
        if not (league.folder / "rival.safetensors").exists():
            TASK.networks.load(league.rival).write(league.folder / "rival.safetensors")
            handicapped(TASK.networks.load(league.start), 0.0).write(self._file(0))
        self.network = read_network(self._file(len(self.history)))
        self._simulator.rescale(float(self.network.card["centre"]), float(self.network.card["half"]))
        self._learner = Learner(self.network, self._device, league.rate)
        self._window: list[Rows] = []

    def _file(self, number: int) -> Path:
        return self.league.folder / f"round-{number:03d}.safetensors"

    def advance(self, until: float, say: Callable[[str], None]) -> None:
        """Run rounds until this much time, in seconds, has been spent on the run."""
        league = self.league
        spent = self.history[-1]["seconds"] if self.history else 0.0
        began = time.monotonic() - spent
        with processes(league.jobs, _prepare, (league.device,)) as pool:
            while time.monotonic() - began < until:
                number = len(self.history) + 1
                rows = self._play(pool, number)
                played = time.monotonic() - began
                loss = self._learn(rows, number, min(1.0, played / until))
                self._keep(number, loss, time.monotonic() - began)
                found = self.history[-1]
                say(
                    f"round {number}: {played:.0f} s played, {found['seconds']:.0f} s in all, "
                    f"loss {loss:.5f}, against the rival {found['rival']:+.1f} ± {found['error']:.1f}"
                )

    def _play(self, pool: ProcessPoolExecutor, number: int) -> Rows:
        """Try calls in new deals."""
        league = self.league
        kept = [one for one in range(number - 1) if one % EVERY == 0][-OLDEST:]
        files = [
            (self._file(number - 1), SHARES["self"]),
            (league.folder / "rival.safetensors", SHARES["rival"]),
            *((self._file(one), SHARES["past"] / len(kept)) for one in kept),
        ]
        parts = [
            (f"{league.seed}/{number}/{at}", min(PART, league.deals - at), files, league.punishing)
            for at in range(0, league.deals, PART)
        ]
        found = list(pool.map(_trials, parts))
        features = np.unpackbits(
            np.concatenate([one[0] for one in found]), axis=1, count=self.network.sizes[0]
        ).astype(np.int8)
        trials = Trials(
            features, np.concatenate([one[1] for one in found]), np.concatenate([one[2] for one in found])
        )
        return Rows(trials, self._simulator, self._device)

    def _learn(self, rows: Rows, number: int, done: float) -> float:
        """Learn from the last rounds; returns the mean loss."""
        league = self.league
        self._window = [*self._window, rows][-league.window :]
        features, outputs, results = (
            torch.cat([getattr(one, name) for one in self._window])
            for name in ("features", "outputs", "results")
        )
        steps = max(1, round(league.epochs * len(rows.results) / league.batch))
        order = shuffled(len(results), new_chance(league.seed, "order", number))
        losses = torch.zeros((), device=self._device)
        for step in range(steps):
            at = step * league.batch % max(1, len(order) - league.batch + 1)
            which = torch.from_numpy(order[at : at + league.batch]).to(self._device)
            loss = loss_of(self._learner.outputs(features[which]), outputs[which], results[which])
            self._learner.step(loss, league.rate * pace(min(1.0, done + 0.02)))
            losses += loss.detach()
        return float(losses) / steps

    def _keep(self, number: int, loss: float, seconds: float) -> None:
        """Average the weights, write them, measure them against the rival and log the round."""
        learned = self._learner.network()
        layers = tuple(
            tuple(AVERAGED * old + (1.0 - AVERAGED) * new for old, new in zip(*both, strict=True))
            for both in zip(self.network.layers, learned.layers, strict=True)
        )
        before = self.history[-1]["deals"] if self.history else 0
        kept = {key: self.network.card[key] for key in _KEPT}
        card = {
            **kept,
            "method": "league",
            "start": self.league.start,
            "rival": self.league.rival,
            "punishing": self.league.punishing,
            "rounds": number,
            "deals": int(before) + self.league.deals,
        }
        self.network = Network(layers, card)  # type: ignore[arg-type]
        self.network.write(self._file(number))
        mean, error = against(self.network, self.league.folder / "rival.safetensors", JUDGED, self._device)
        entry = {
            "round": number,
            "deals": card["deals"],
            "loss": loss,
            "seconds": seconds,
            "rival": mean,
            "error": 1.96 * error,
        }
        self.history.append(entry)
        with (self.league.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(entry) + "\n")


def against(network: Network, rival: Path, deals: int, device: Any) -> tuple[float, float]:
    """The mean of a network against a rival in single deals with the usual options, and its error."""
    simulator = Simulator(AUCTION_TASK, {"deals": 1})
    return simulator.play_alone(
        _player(network, device), _player(read_network(rival), device), deals, "judge"
    )


def _player(network: Network, device: Any) -> Player:
    return evaluator(network, device), list(ENCODINGS).index(network.card["encoding"])


_place: dict[str, Any] = {}
"""What a process that plays keeps: its device, its tables, and networks by their file."""


def _prepare(device: str) -> None:
    _place["device"] = device_named(device, 1)
    _place["simulator"] = Simulator(LEAGUE_TASK, {}, varied=True)
    _place["players"] = {}


def _trials(
    part: tuple[str, int, Sequence[tuple[Path, float]], float],
) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.float32]]:
    """Try the calls of some deals, in a process of the pool."""
    seed, deals, files, punishing = part
    known: Mapping[Path, Player] = _place["players"]
    players = {path: known.get(path) or _player(read_network(path), _place["device"]) for path, _ in files}
    _place["players"] = players
    trying = Trying(
        [*players.values(), SCORES],
        [*(share for _, share in files), SHARES["table"]],
        list(ENCODINGS).index("auction"),
        EXPLORATION,
        TRIED,
        TRIES,
        lambda states, seating, chance: mark_punishers(states, seating, punishing, chance),
    )
    trials = try_part(_place["simulator"], trying, seed, deals)
    return np.packbits(trials.features, axis=1), trials.outputs, trials.results

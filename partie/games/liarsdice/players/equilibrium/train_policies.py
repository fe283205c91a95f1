"""`partie train policies`: solve the rounds of duels on a GPU and teach one network all of their policies.

For each set of rules, rounds are solved as matrix products (`train_dense`), positions are drawn from them and
a network learns these (`train_distil`). Then two responders play against the network, round by round: one
that looks two steps ahead (`train_local`), and one that learns (`Dense.response`). Everything is done within
a given time. A set of rules whose network is in the folder is done.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from partie.core.errors import BadOption
from partie.games.liarsdice.players.equilibrium.network import FEW_DICE, remembered, rules_name, shipped
from partie.games.liarsdice.players.equilibrium.rounds import Setting, new_round
from partie.learn.net.network import Network
from partie.shell import say

HIGHEST = {6: 5, 7: 7, 8: 7, 9: 7, 10: 7}
"""By the dice of a round: the highest quantity bid. Higher bids are called."""
HIGHEST_WILD = {6: 5, 7: 6, 8: 7, 9: 8, 10: 8}
ITERATIONS = 1500
LAUNCHES = 0.5e9
"""What an iteration of a round costs before it goes through any numbers: as much as that many."""
SOLVING, LEARNING = 0.46, 0.37
"""Shares of the time; the rest is for measuring."""
EAGERNESS = 0.1
"""Of several sets of rules the first get more time; 0 for the same."""
ROWS = {"cpu": 20_000, "cuda": 1_000_000}
LOOKS = {"cpu": 2_000, "cuda": 6_000}
"""How many rounds a local best response plays in each seat."""
RESPONSE_ITERATIONS = 25
"""How long a responder learns."""
RULES = "none-exact,ones-exact,last-exact,none-plain,ones-plain,last-plain"
RELATED = "ones-exact"
"""Rules whose network the first of the others goes on from."""
RESULTS = "results.json"
_WILD = {"none": -1, "ones": 0, "last": 5}


class Plan(NamedTuple):
    """A round to solve: how many bids are remembered and allowed."""

    setting: Setting
    recall: int
    bids: int

    @property
    def name(self) -> str:
        return f"{self.setting.starter}v{self.setting.other}-{rules_name(self.setting)}"

    @property
    def numbers(self) -> float:
        """About how many numbers an iteration goes through."""
        between = 1.0 if self.recall == 3 else self.bids / 2
        return float(np.prod(new_round(self.setting).hands)) * self.bids**3 * between

    @property
    def fast(self) -> bool:
        """Whether it is solved with numbers of 16 bits."""
        return self.setting.starter + self.setting.other >= FEW_DICE


def plans(most: int, wild: int = -1, spot_on: bool = True, fewest: int = 2) -> list[Plan]:
    """All rounds with at most so many dice each and so few on the table, the largest first."""
    found = []
    for starter in range(1, most + 1):
        for other in range(max(1, fewest - starter), most + 1):
            setting = Setting(starter, other, 6, wild, spot_on)
            found.append(Plan(setting, remembered(setting), _bids(setting)))
    return sorted(found, key=lambda plan: -plan.numbers)


def _bids(setting: Setting) -> int:
    """How many of the lowest bids are allowed: those before the first of too many dice on an ordinary
    face."""
    most = (HIGHEST if setting.wild < 0 else HIGHEST_WILD).get(setting.starter + setting.other, 10)
    rules = new_round(setting)
    too_many = (rules.quantity > most) & (rules.face != setting.wild)
    return int(np.argmax(too_many)) if too_many.any() else setting.bids


def rules_named(text: str) -> tuple[int, bool]:
    """Read `none-exact` or `ones-plain`: the wild face, and whether exact calls are allowed."""
    wild, _, exact = text.partition("-")
    if wild not in _WILD or exact not in ("exact", "plain"):
        raise BadOption(f"Rules are none, ones or last, and exact or plain, as in none-exact; not {text!r}.")
    return _WILD[wild], exact == "exact"


def train_policies(
    folder: Annotated[Path, typer.Option(help="Where networks and results are written.")] = Path("policies"),
    seconds: Annotated[float, typer.Option(min=1, help="How long it may take in all.")] = 1800.0,
    device: Annotated[str, typer.Option(help="cuda or cpu.")] = "cuda",
    most: Annotated[int, typer.Option(min=1, max=5, help="Most dice of a player.")] = 5,
    rules: Annotated[
        str, typer.Option(help="Sets of rules: wild none, ones or last; exact calls or plain.")
    ] = RULES,
    units: Annotated[int, typer.Option(min=8, help="Units of each hidden layer.")] = 512,
    fewest: Annotated[int, typer.Option(min=2, help="Fewest dice of both players together.")] = 5,
) -> None:
    """Solve the rounds of duels in Liar's Dice and teach one network for each set of rules their policies."""
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + seconds
    names = {name: rules_named(name) for name in rules.split(",")}
    todo = [name for name in names if not (folder / f"{name}.safetensors").is_file()]
    network = None
    for number, name in enumerate(todo):
        network = beginning(name, units, device) or network or beginning(RELATED, units, device)
        left = (end - time.monotonic()) * (1 + EAGERNESS) / (len(todo) - number + EAGERNESS)
        course = Course(folder, name, plans(most, *names[name], fewest), left, device)
        try:
            network = course.run(units, network)
        except RuntimeError as error:  # of the device; the other rules can still be learned
            say(f"{name}: {error}")


def beginning(name: str, units: int, device: str) -> Any:
    """The network of these rules that comes with the package, to go on from; None if there is none with as
    many units."""
    from partie.games.liarsdice.players.equilibrium.train_distil import loaded

    known = shipped(name)
    return loaded(known).to(device) if known is not None and known.sizes[1:-1] == (units,) * 3 else None


def write_network(network: Any, learned: Iterable[Plan], made: str, path: Path) -> None:
    """Write a network and the rounds that it has learned."""
    linear = [layer for layer in network if hasattr(layer, "weight")]
    layers = tuple(
        (
            np.ascontiguousarray(layer.weight.detach().float().cpu().numpy().T),
            layer.bias.detach().float().cpu().numpy(),
        )
        for layer in linear
    )
    rounds = [list(plan.setting) for plan in learned]
    Network(layers, {"game": "liarsdice", "head": "policy", "rounds": rounds, "made": made}).write_bytes(path)


class Course:
    """The training for one set of rules."""

    def __init__(self, folder: Path, name: str, todo: list[Plan], seconds: float, device: str) -> None:
        self.folder, self.name, self.todo, self.seconds, self.device = folder, name, todo, seconds, device
        self.began = time.monotonic()
        self.solved: list[Plan] = []

    def passed(self) -> float:
        return time.monotonic() - self.began

    def run(self, units: int, begin: Any = None) -> Any:
        """Solve, learn and measure; returns the network, which begins as another set of rules left it."""
        from partie.games.liarsdice.players.equilibrium.train_distil import train

        samples = self.solve()
        seconds = LEARNING * self.seconds
        network = train(samples, seconds, self.device, say, (units,) * 3, begin)
        samples.clear()
        self._release()
        made = f"partie train policies --rules {self.name} --seconds {self.seconds:.0f}"
        write_network(network, self.solved, made, self.folder / f"{self.name}.safetensors")
        self.measure(network)
        return network

    def solve(self) -> list[Any]:
        """Solve all rounds; returns positions drawn from them with what the policies do there."""
        from partie.games.liarsdice.players.equilibrium.train_dense import Dense
        from partie.games.liarsdice.players.equilibrium.train_distil import Rows

        samples = []
        efforts = [LAUNCHES + plan.numbers for plan in self.todo]
        for number, plan in enumerate(self.todo):
            left = SOLVING * self.seconds - self.passed()
            end = time.monotonic() + left * efforts[number] / sum(efforts[number:]) * 0.9
            try:
                dense = Dense(plan.setting, plan.recall, plan.bids, self.device, plan.fast)
                done = dense.run(ITERATIONS, end - time.monotonic(), fewest=2)
                samples.append(Rows(dense, ROWS[self.device]))
            except RuntimeError as error:  # no memory left on the device
                say(f"{plan.name}: {error}")
                self._release()
                continue
            say(f"{plan.name}, {self.passed():.0f} s: {done} iterations")
            self._note({"round": plan.name, "recall": plan.recall, "bids": plan.bids, "iterations": done})
            self.solved.append(plan)
            del dense
            self._release()
        return samples

    def measure(self, network: Any) -> None:
        """Note what responders gain from the network, in the largest round and then from the smallest on, as
        far as time allows."""
        from partie.games.liarsdice.players.equilibrium.train_dense import Dense
        from partie.games.liarsdice.players.equilibrium.train_distil import take_policy
        from partie.games.liarsdice.players.equilibrium.train_local import local_gain

        for plan in [*self.solved[:1], *reversed(self.solved[1:])]:
            if self.passed() > self.seconds - 3 and self.device != "cpu":
                say(f"{self.name}: no time left to measure")
                break
            dense = Dense(plan.setting, plan.recall, plan.bids, self.device, plan.fast)
            take_policy(dense, network)
            gain, error = local_gain(dense, LOOKS[self.device])
            dense.settle()
            learned = [dense.response(player, RESPONSE_ITERATIONS) for player in range(2)]
            row = {"round": plan.name, "network": gain, "error": error, "response": sum(learned) / 2}
            self._note(row)
            say(
                ", ".join(
                    f"{key} {value:.4f}" if key != "round" else str(value) for key, value in row.items()
                )
            )
            del dense
            self._release()

    def _note(self, row: dict[str, Any]) -> None:
        """Add to what is known about a round."""
        file = self.folder / RESULTS
        known = json.loads(file.read_text()) if file.is_file() else {}
        known[row["round"]] = known.get(row["round"], {}) | row
        file.write_text(json.dumps(known, indent=1) + "\n")

    def _release(self) -> None:
        """Give memory back that is not used any more."""
        if self.device != "cpu":
            import torch

            torch.cuda.empty_cache()

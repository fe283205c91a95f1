"""`partie train policies`: solve the rounds of duels on a GPU and teach one network all of their policies.

Rounds are solved as matrix products (`dense`), positions are drawn from them (`distil`), and the network
learns these. Everything is done within a given time, the large rounds first and longest. Tables of rounds
solved before are taken from a folder instead. At the end policies are measured by a local best response, and
by the best response where the round is small.
"""

from __future__ import annotations

import json
import os
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from partie.core.compiled.chance import new_chance
from partie.core.errors import BadOption
from partie.games.liarsdice.players.equilibrium.cfr import average, trim
from partie.games.liarsdice.players.equilibrium.local import local_response
from partie.games.liarsdice.players.equilibrium.network import OUTPUTS, SLOTS, rules_name, slots
from partie.games.liarsdice.players.equilibrium.response import best_response
from partie.games.liarsdice.players.equilibrium.rounds import Setting, _positions, new_memory, new_round
from partie.learn.net.network import Network
from partie.shell import say

FEW_DICE = 6
"""Rounds with up to so many dice are solved with four bids remembered, and their best response is found."""
HIGHEST = {5: 30, 6: 30, 7: 42, 8: 42, 9: 42, 10: 42}
"""By the dice of a round: how many of the lowest bids are allowed. Those above are called."""
ROUNDS_PER_LOOK = 1000
RESPONSE_ITERATIONS = 30
"""How long a responder learns."""
_WILD = {"none": -1, "ones": 0, "last": 5}


class Plan(NamedTuple):
    """A round to solve: how many bids are remembered and allowed, and its share of the time."""

    setting: Setting
    recall: int
    bids: int
    effort: float

    @property
    def name(self) -> str:
        return f"{self.setting.starter}v{self.setting.other}-{rules_name(self.setting)}"


def plans(most: int, wild: int = -1, spot_on: bool = True) -> list[Plan]:
    """All rounds with at most so many dice each, the largest first."""
    found = []
    for starter in range(1, most + 1):
        for other in range(1, most + 1):
            setting, dice = Setting(starter, other, 6, wild, spot_on), starter + other
            recall = 4 if dice <= FEW_DICE and not (wild >= 0 and dice > 4) else 3
            rules = new_round(setting)
            bids = min(HIGHEST.get(dice, setting.bids), setting.bids)
            effort = float(np.prod(rules.hands)) * bids**recall / (3e9 if recall == 3 else 4e10)
            found.append(Plan(setting, recall, bids, 3.0 + effort))
    return sorted(found, key=lambda plan: -plan.setting.bids)


def rules_named(text: str) -> tuple[int, bool]:
    """Read `none-exact` or `ones-plain`: the wild face, and whether exact calls are allowed."""
    wild, _, exact = text.partition("-")
    if wild not in _WILD or exact not in ("exact", "plain"):
        raise BadOption(f"Rules are none, ones or last, and exact or plain, as in none-exact; not {text!r}.")
    return _WILD[wild], exact == "exact"


def train_policies(
    file: Annotated[Path, typer.Option(help="Where the network is written.")] = Path("policies.safetensors"),
    seconds: Annotated[float, typer.Option(min=1, help="How long it may take in all.")] = 1800.0,
    device: Annotated[str, typer.Option(help="cuda or cpu.")] = "cuda",
    most: Annotated[int, typer.Option(min=1, max=5, help="Most dice of a player.")] = 5,
    rules: Annotated[
        str, typer.Option(help="The rules: wild none, ones or last; exact calls or plain.")
    ] = "none-exact",
    tables: Annotated[Path | None, typer.Option(help="A folder with rounds solved before.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes that measure.")] = 2,
    units: Annotated[int, typer.Option(min=8, help="Units of each hidden layer.")] = 640,
) -> None:
    """Solve the rounds of duels in Liar's Dice and teach one network their policies."""
    from partie.games.liarsdice.players.equilibrium.train_distil import train

    end = time.monotonic() + seconds
    todo = plans(most, *rules_named(rules))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: list[Future[dict[str, Any]]] = []
        responses: list[float | None] = []
        samples = []
        solved_until = time.monotonic() + 0.5 * seconds
        efforts = sum(plan.effort for plan in todo if not _table(tables, plan))
        for plan in todo:
            share = (solved_until - time.monotonic()) * plan.effort / max(efforts, plan.effort)
            if not _table(tables, plan):
                efforts -= plan.effort
                if share < 0.5:
                    say(f"{plan.name}: no time left")
                    continue
            try:
                samples.append((plan, _sample(plan, share, device, _table(tables, plan))))
            except RuntimeError as error:  # no memory left on the device
                say(f"{plan.name}: {error}")
        learning = 0.5 * (end - time.monotonic())
        network = train([rows for _, rows in samples], learning, device, say, (units,) * 3)
        _write(network, [plan for plan, _ in samples], seconds, file)
        for plan, _ in sorted(samples, key=lambda sample: -sample[0].setting.bids):
            if time.monotonic() > end - 20:
                break
            flat = expanded(network, plan, device)
            path = file.with_name(f"{plan.name}.npy")
            np.save(path, flat)
            waiting.append(pool.submit(measure, plan, path, time.time() + end - time.monotonic() - 5))
            responses.append(response_to(plan, flat, device, end - 10))
        results = file.with_suffix(".json")
        rows: list[dict[str, Any]] = []
        for future, response in zip(waiting, responses, strict=True):
            rows.append(future.result() | {"response": response})
            say(str(rows[-1]))
            results.write_text(json.dumps(rows, indent=1) + "\n")


def _table(folder: Path | None, plan: Plan) -> Path | None:
    path = folder / f"{plan.name}.npz" if folder else None
    return path if path and path.is_file() else None


def _sample(plan: Plan, seconds: float, device: str, table: Path | None) -> Any:
    """Positions of one round with what its policy does there."""
    from partie.games.liarsdice.players.equilibrium.train_dense import Dense, restore
    from partie.games.liarsdice.players.equilibrium.train_distil import Rows

    began = time.monotonic()
    if table is not None:
        with np.load(table) as stored:
            plan = plan._replace(recall=int(stored["facts"][0]))
            flat = stored["policy"].astype(np.float32)
    dense = Dense(plan.setting, plan.recall, plan.bids, device)
    done = 0
    if table is not None:
        restore(dense, flat)
    else:
        done = dense.run(1500, 0.85 * seconds - 0.5)
    small = device == "cpu" or plan.setting.starter + plan.setting.other <= FEW_DICE
    rows = Rows(dense, 20_000 if device == "cpu" else 300_000 if small else 600_000)
    say(f"{plan.name}: {done} iterations, {time.monotonic() - began:.1f} s")
    del dense
    _release(device)
    return rows


def _write(network: Any, learned: list[Plan], seconds: float, file: Path) -> None:
    linear = [layer for layer in network if hasattr(layer, "weight")]
    layers = tuple(
        (
            np.ascontiguousarray(layer.weight.detach().float().cpu().numpy().T),
            layer.bias.detach().float().cpu().numpy(),
        )
        for layer in linear
    )
    card = {
        "game": "liarsdice",
        "head": "policy",
        "rounds": [list(plan.setting) for plan in learned],
        "made": f"partie train policies --seconds {seconds:.0f}",
    }
    Network(layers, card).write_half(file)


def expanded(network: Any, plan: Plan, device: str) -> NDArray[np.float32]:
    """The network's policy at all positions, in the order of `Memory`."""
    from partie.games.liarsdice.players.equilibrium.train_distil import network_policy

    setting, order = plan.setting, slots(plan.setting)
    memory, nodes = new_memory(setting, plan.recall), list(_positions(setting.bids, plan.recall))
    flat = np.zeros(int(memory.start[-1]), np.float32)
    policy = network_policy(network, setting, nodes, device)
    for node, (_, remembered) in enumerate(nodes):
        last = remembered[-1] if remembered else -1
        rows = flat[memory.start[node] : memory.start[node + 1]].reshape(-1, policy[node].shape[1])
        rows[: setting.bids - 1 - last] = policy[node][order[last + 1 :]]
        if remembered:
            rows[setting.bids - 1 - last :] = policy[node][SLOTS : OUTPUTS - 1 + setting.spot_on]
    return flat


def response_to(plan: Plan, flat: NDArray[np.float32], device: str, until: float) -> float | None:
    """What a responder that remembers as many bids learns to gain from a policy, mean over both seats; None
    without time or memory. Memory that another process uses may become free."""
    from partie.games.liarsdice.players.equilibrium.train_dense import Dense, restore

    gains: list[float] = []
    while len(gains) < 2 and time.monotonic() < until:
        dense: Dense | None = None
        try:
            dense = Dense(plan.setting, plan.recall, plan.bids, device)
            restore(dense, flat)
            dense.settle()
            gains.append(dense.response(len(gains), RESPONSE_ITERATIONS))
        except RuntimeError:
            time.sleep(1.0)
        del dense
        _release(device)
    return sum(gains) / 2 if len(gains) == 2 else None


def _release(device: str) -> None:
    """Give memory back that is not used any more."""
    if device != "cpu":
        import torch

        torch.cuda.empty_cache()


def measure(plan: Plan, path: Path, until: float) -> dict[str, Any]:
    """What responders gain from a policy that lies in a file, which is removed."""
    setting, rules, memory = plan.setting, new_round(plan.setting), new_memory(plan.setting, plan.recall)
    flat = np.load(path)
    os.remove(path)
    stop = np.zeros(1, np.uint8)
    trim(rules, memory, 0.0, flat, stop)
    table = np.zeros(len(flat), np.float32)
    average(rules, memory, flat, table, stop)
    row: dict[str, Any] = {"round": plan.name, "setting": list(setting), "recall": plan.recall}
    if setting.starter + setting.other < FEW_DICE:
        timer = threading.Timer(max(0.1, until - time.time()), stop.fill, [1])
        timer.daemon = True
        timer.start()
        low, high = (best_response(rules, memory, table, player, 1 << 40, stop)[0] for player in (1, 0))
        timer.cancel()
        row["exploitability"] = None if np.isnan(low + high) else (low + high) / 2
    results: list[list[NDArray[np.float64]]] = [[], []]
    while len(results[0]) < 20 and time.time() < until:
        for player in range(2):
            got = np.empty(ROUNDS_PER_LOOK)
            chance = new_chance("local", len(results[player]), player, *setting)
            local_response(rules, memory, table, player, chance, got)
            results[player].append(got)
        both = [np.concatenate(side) for side in results]
        row["local"] = float(np.mean([side.mean() for side in both]))
        row["error"] = float(1.96 * np.sqrt(sum(side.var() / len(side) for side in both)) / 2)
        row["rounds"] = len(both[0])
    return row

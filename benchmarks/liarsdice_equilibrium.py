"""Solve duels of Liar's Dice, store the usual ones in the package and document the numbers.

    python benchmarks/liarsdice_equilibrium.py ship              # solve and store the policies of the package
    python benchmarks/liarsdice_equilibrium.py table             # values and exploitabilities
    python benchmarks/liarsdice_equilibrium.py loss              # the cost of forgetting bids
    python benchmarks/liarsdice_equilibrium.py match --games 400 # whole duels against other programs
    python benchmarks/liarsdice_equilibrium.py rare              # the cost of dropping rare actions
    python benchmarks/liarsdice_equilibrium.py rounded           # the cost of 8 bits for every weight
    python benchmarks/liarsdice_equilibrium.py policies          # large rounds, from liarsdice-policies.json
    python benchmarks/liarsdice_equilibrium.py networks FOLDER   # store networks of `partie train policies`

Each writes its table into docs/liarsdice-equilibrium.md between the marks with its name, so that no number
there is typed by hand.
"""

from __future__ import annotations

import argparse
import json
import os
import zlib
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from pages import DOCS, ROOT, fill

import partie
from partie.arena.match import play_match
from partie.games.liarsdice.lab.packing import PATIENCE, pack, thin
from partie.games.liarsdice.players.equilibrium.cfr import trim
from partie.games.liarsdice.players.equilibrium.duel import (
    FULL,
    Solved,
    measure,
    solve_round,
)
from partie.games.liarsdice.players.equilibrium.network import FOLDER as NETWORKS
from partie.games.liarsdice.players.equilibrium.network import REMEMBERED, rules_name, shipped
from partie.games.liarsdice.players.equilibrium.rounds import (
    EVEN_STAKE,
    Setting,
)
from partie.games.liarsdice.players.equilibrium.store import (
    SHIPPED,
    load,
)
from partie.games.liarsdice.players.equilibrium.train_policies import LOOKS
from partie.learn.net.network import read_network

PAGE = DOCS / "liarsdice-equilibrium.md"
VARIANTS = [(wild, spot_on) for spot_on in (True, False) for wild in (-1, 0, 5)]
SMALL = [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)]
WHOLE = sorted(product(range(1, 6), repeat=2), key=sum)
LARGEST = 1 << 20
MEASURED = ROOT / "benchmarks" / "liarsdice-policies.json"
FEWEST_LEARNED = 5
"""Rounds with fewer dice are solved when they are needed: that is better, and quick."""
FEWEST_ITERATIONS = 19
"""Networks do not play rounds that were solved for less."""
LOSS = [Setting(1, 1), Setting(2, 1), Setting(1, 2), Setting(2, 2, 3), Setting(2, 2)]
MATCHES = [
    ("equilibrium", "odds", "dice=1"),
    ("equilibrium", "odds", "dice=2"),
    ("equilibrium", "odds", "dice=3"),
    ("equilibrium", "odds", "dice=5"),
    ("equilibrium", "montecarlo:deals=30,replays=3", "dice=5"),
    ("equilibrium", "ismcts:iterations=2000", "dice=2"),
]


def shipped_settings() -> list[Setting]:
    """All rounds of the usual duel with five dice, and of every variant those with up to four dice."""
    usual = [Setting(*dice) for dice in WHOLE]
    exact = [Setting(*dice, 6, wild, spot_on) for wild, spot_on in VARIANTS for dice in SMALL]
    return [*usual, *(setting for setting in exact if setting not in usual)]


def setting_text(setting: Setting) -> str:
    wild = "none" if setting.wild < 0 else "ones" if setting.wild == 0 else "last"
    spot = "on" if setting.spot_on else "off"
    return f"{setting.starter} against {setting.other} | {setting.faces} | {wild} | {spot}"


def remembered(solved: Solved) -> str:
    return "all" if solved.recall == solved.setting.bids else str(solved.recall)


def number(value: float, digits: int) -> str:
    return "not computed" if value != value else f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")


def row(solved: Solved) -> str:
    """One line of a table."""
    loss = "not computed" if solved.low != solved.low else f"{solved.exploitability:.5f}"
    return (
        f"| {setting_text(solved.setting)} | {remembered(solved)} | {solved.iterations} "
        f"| {number(solved.value, 4)} | {loss} |"
    )


HEAD = [
    "| dice | faces | wild | exact calls | bids remembered | iterations | value for the starter "
    "| exploitability |",
    "|---|---|---|---|---|---|---|---|",
]


def ship() -> None:
    for setting in shipped_settings():
        if load(setting, EVEN_STAKE, SHIPPED) is None:
            small = sum(setting[:2]) == REMEMBERED
            solved = thin(solve_round(setting, 200, REMEMBERED) if small else solve_round(setting))
            path = pack(solved, SHIPPED)
            size = path.stat().st_size
            print(row(solved), f"{solved.seconds:.0f} s, {size // 1024} KB", flush=True)
            if size > LARGEST:
                path.unlink()  # too large to ship: it is solved when it is first needed


def table() -> None:
    stored = [load(setting, EVEN_STAKE, SHIPPED) for setting in shipped_settings()]
    fill(PAGE, "rounds", "\n".join(HEAD + [row(solved) for solved in stored if solved is not None]))


def loss() -> None:
    lines = []
    for setting in LOSS:
        for recall in (1, 2, 3, setting.bids if setting.bids <= 18 else 4):
            solved = solve_round(setting, 1000 if setting.bids <= 18 and recall <= 3 else 300, recall)
            lines.append(row(solved))
            print(lines[-1], flush=True)
    fill(PAGE, "loss", "\n".join(HEAD + lines))


def match(games: int) -> None:
    lines = [
        "| program | against | options | games | win share, 95 % | ms per move |",
        "|---|---|---|---|---|---|",
    ]
    for first, second, options in MATCHES:
        name, _, value = options.partition("=")
        report = play_match(
            partie.game("liarsdice"),
            (first, second),
            games=games,
            seed=2026,
            seats=2,
            options={name: value},
            jobs=os.cpu_count() or 1,
        )
        result = report.results[0]
        low, high = result.win_share_ci95
        lines.append(
            f"| `{first}` | `{second}` | `{options}` | {report.games} "
            f"| {result.win_share:.1%} [{low:.1%}, {high:.1%}] | {result.ms_per_move:.1f} |"
        )
        print(lines[-1], flush=True)
    fill(PAGE, "match", "\n".join(lines))


def rare() -> None:
    """What it costs to drop rare actions from a table and to round probabilities, and what it saves."""
    setting = Setting(2, 2)
    stored = load(setting, EVEN_STAKE, SHIPPED)
    assert stored is not None
    lines = [
        "| actions dropped below | steps of probability | packed, KB | exploitability |",
        "|---|---|---|---|",
    ]
    going = np.zeros(1, np.uint8)
    for least, steps in ((1000, 65535), (1000, 255), (200, 255), (100, 255), (50, 255), (40, 31), (25, 15)):
        played = (stored.policy[:] / 65535).astype(np.float32)
        trim(stored.rules, stored.memory, 1 / least, played, going)
        policy = np.rint(played * steps).astype(np.uint16 if steps > 255 else np.uint8)
        size = len(zlib.compress(policy.tobytes(), 9)) / 1000
        lost = measure(replace(stored, policy=policy.astype(np.uint16))).exploitability
        lines.append(f"| 1 in {least:,} | {steps:,} | {size:.0f} | {lost:.4f} |")
    fill(PAGE, "rare", "\n".join(lines))


def rounded() -> None:
    """What a perfect opponent gains from networks as they are shipped, in a round they learned, and what the
    responder that learns gained before their weights were rounded."""
    import torch

    from partie.games.liarsdice.players.equilibrium.train_dense import Dense, flat_policy
    from partie.games.liarsdice.players.equilibrium.train_distil import loaded, take_policy

    torch.set_num_threads(1)
    learned = {found["round"]: found for found in json.loads(MEASURED.read_text())["learned"]}
    lines = [
        "| round | gain of a responder that learns, 16 bits | exploitability, 8 bits |",
        "|---|---|---|",
    ]
    for wild, spot_on in VARIANTS:
        setting = Setting(1, 2, 6, wild, spot_on)
        found, network = learned.get(f"1v2-{rules_name(setting)}"), shipped(rules_name(setting))
        if found is None or network is None:
            continue
        dense = Dense(setting, REMEMBERED, setting.bids, "cpu")
        take_policy(dense, loaded(network))
        policy = np.rint(flat_policy(dense) * FULL).astype(np.uint16)
        solved = Solved(setting, EVEN_STAKE, REMEMBERED, 0, 0.0, policy, np.nan, np.nan)
        lost = measure(solved, PATIENCE).exploitability
        lines.append(f"| {found['round']} | {number(found['response'], 3)} | {lost:.3f} |")
        print(lines[-1], flush=True)
    fill(PAGE, "rounded", "\n".join(lines))


def policies() -> None:
    """What was measured when the large rounds were solved and learned."""
    measured = json.loads(MEASURED.read_text())
    learned = {found["round"]: found for found in measured["learned"]}
    lines = [
        "| dice | bids remembered | iterations | exploitability | gain of a local best response "
        "| the same against the network |",
        "|---|---|---|---|---|---|",
    ]
    for found in sorted(measured["solved"], key=lambda found: (sum(dice_of(found)), dice_of(found))):
        name, network = found["round"], learned.get(found["round"], {})
        cells = [loss_text(found), gain_text(found), gain_text(network)]
        dice = " against ".join(str(one) for one in dice_of(found))
        lines.append(f"| {dice} | {found['recall']} | {found['iterations']} | {' | '.join(cells)} |")
        assert name.endswith("none-exact"), name
    fill(PAGE, "policies", "\n".join(lines))
    lines = [
        "| round | iterations | bits of a weight | gain of a local best response | of a responder that learns |",
        "|---|---|---|---|---|",
    ]
    for found in measured["learned"]:
        response = f"{found['response']:+.3f}" if "response" in found else "–"
        bits = found.get("bits", 16)
        lines.append(
            f"| {found['round']} | {found['iterations']} | {bits} | {gain_text(found)} | {response} |"
        )
    fill(PAGE, "networks", "\n".join(lines))


def networks(folder: Path) -> None:
    """Store the networks of a folder with 8 bits for every weight, and keep what was measured of them.

    Each plays the large rounds that were solved for long enough."""
    measured = json.loads(MEASURED.read_text())
    results = json.loads((folder / "results.json").read_text())
    for file in sorted(folder.glob("*.safetensors")):
        network = read_network(file)
        found = {name: result for name, result in results.items() if name.endswith(file.stem)}
        long_enough = {name for name, result in found.items() if result["iterations"] >= FEWEST_ITERATIONS}
        played = [
            setting
            for setting in network.card["rounds"]
            if f"{setting[0]}v{setting[1]}-{file.stem}" in long_enough and sum(setting[:2]) >= FEWEST_LEARNED
        ]
        small = replace(network, card={**network.card, "rounds": played})
        small.write_bytes(NETWORKS / file.name)
        measured["networks"][file.stem] = [f"{setting[0]}v{setting[1]}" for setting in played]
        learned = [row for row in measured["learned"] if not row["round"].endswith(file.stem)]
        measured["learned"] = learned + [
            {
                "round": name,
                "iterations": result["iterations"],
                "bits": 8,
                "local": round(result["network"], 4),
                "error": round(result["error"], 4),
                "rounds": LOOKS["cuda"],
                "response": round(result["response"], 4),
            }
            for name, result in sorted(found.items(), reverse=True)
            if "response" in result
        ]
        print(file.stem, len(played), "rounds")
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n")
    policies()


def dice_of(found: dict[str, Any]) -> list[int]:
    return [int(dice) for dice in found["round"].partition("-")[0].split("v")]


def loss_text(found: dict[str, Any]) -> str:
    loss = found.get("exploitability")
    return "–" if loss is None else f"{loss:.4f}"


def gain_text(found: dict[str, Any]) -> str:
    gain = found.get("local")
    return "–" if gain is None else f"{number(gain, 3)} ± {found['error']:.3f}"


COMMANDS = {one.__name__: one for one in (ship, table, loss, rare, rounded, policies)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=(*COMMANDS, "match", "networks"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("policies"))
    parser.add_argument("--games", type=int, default=400)
    arguments = parser.parse_args()
    if arguments.what == "match":
        match(arguments.games)
    elif arguments.what == "networks":
        networks(arguments.folder)
    else:
        COMMANDS[arguments.what]()


if __name__ == "__main__":
    main()

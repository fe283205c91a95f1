"""Judge single decisions of programs of Hearts with 52 cards by what comes of them in the deal being played.

    python benchmarks/hearts_decisions.py collect FILE --minutes 4 --jobs 16
    python benchmarks/hearts_decisions.py report FILE
    python benchmarks/hearts_decisions.py write FILE

One seat plays by the network against three others that play out sampled deals. At some of its decisions
several programs say what they think of the moves; the deal is then played on after each move that one of
them would choose, with the same luck. So a program is compared with another only where they differ, in the
same deal: fewer deals are needed than in a match. Gains are points beyond the mean of the others.
"""

from __future__ import annotations

import argparse
import json
import pickle
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
from pages import DOCS, ROOT, fill

from partie.core.agent import Agent, Budget
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.game import State, View
from partie.core.registry import build_agent, game
from partie.games.hearts.players.net.agent import before_others_pass
from partie.games.hearts.players.net.task import TASK
from partie.games.hearts.rules import PASS, PLAY, begin_deal
from partie.learn.net.agent import NetAgent
from partie.learn.net.rollouts import RolloutAgent, Rollouts
from partie.search.agents import EndingsAgent

HEARTS = game("hearts")
KEPT = ROOT / "benchmarks" / "hearts-decisions.json"
Rows = list[dict[str, Any]]
OTHERS = "solver:deals=40,plies=4,policy=careful"
CARDS = 3
"""Decisions of a deal about cards that are judged."""
BASE = "R96"
"""The program that the others are compared with: rollouts of 96 deals to the next turn."""
NAMES = {
    "net": "the network alone",
    "R96 open": "others who have chosen pass as the network would",
    "R64x16 open": "the same, 16 passes in 64 deals",
    "R64x32 open": "the same, 32 passes in 64 deals",
    "C192x16 open": "the same, 16 passes in 192 deals, others play carefully",
    "E100 open": "careful playouts with exact endings, 100 deals",
    "R288": "288 deals instead of 96",
    "U96": "deals drawn without beliefs",
    "C192": "192 deals, others play carefully",
    "E200": "careful playouts with exact endings, 200 deals",
    "E800": "the same, 800 deals",
    "T0": "deals played to their end, 96",
    "E16": "careful playouts, the last 14 cards exact",
    "end": "network of today: deals played to their end, 27 to 96",
    "endx2": "the same, 54 to 192",
}
LATE = 6
"""Tricks before the second half of a deal."""
REPEATS = 2
"""Playouts against the others after each move; one more is against the network."""


def network() -> NetAgent:
    return NetAgent(TASK, TASK.networks.load("classic"))


def rolling(seed: object, deals: int, width: int = 6, *, likely: bool = True, **how: Any) -> RolloutAgent:
    """The rollouts of the master, or as `how` says."""
    beliefs = TASK.beliefs.load("classic") if likely else None
    settings = Rollouts(deals, width=width, **how)
    return RolloutAgent(TASK, TASK.networks.load("classic"), settings, seed, beliefs)


def card_programs(seed: object) -> dict[str, Agent]:
    """Programs that choose a card."""
    return {
        "net": network(),
        BASE: rolling(seed, 96),
        "R288": rolling(f"{seed}b", 288),
        "U96": rolling(seed, 96, likely=False),
        "E200": EndingsAgent(HEARTS, seed, 200, 8, "careful"),
        "E800": EndingsAgent(HEARTS, f"{seed}b", 800, 8, "careful"),
        "T0": rolling(f"{seed}c", 96, turns=0),
        "end": rolling(f"{seed}d", 96, plies=28),
        "endx2": rolling(f"{seed}e", 192, plies=28),
    }


def pass_programs(seed: object) -> dict[str, tuple[Agent, bool]]:
    """Programs that pass, and whether they are asked as if nobody had chosen yet."""
    return {
        "net": (network(), False),
        BASE: (rolling(seed, 96), False),
        "R96 open": (rolling(seed, 96), True),
        "R64x16 open": (rolling(seed, 64, 16), True),
        "R64x32 open": (rolling(seed, 64, 32), True),
        "E100 open": (EndingsAgent(HEARTS, seed, 100, 4, "careful"), True),
    }


def values(agent: Agent, view: View) -> tuple[dict[int, tuple[float, int]], float]:
    """What a program thinks of the moves, the chosen one first, and the seconds it took."""
    began = time.process_time()
    decision = agent.decide(view, Budget())
    seconds = time.process_time() - began
    found = {int(one.move): (float(one.value), int(one.visits or 0)) for one in decision.candidates}
    return {int(decision.move): found[int(decision.move)], **found}, seconds


def settled(state: State) -> bool:
    return bool(state.record.phase > PLAY)


def played_on(state: State, hero: int, others: str, seed: object) -> float:
    """What the deal is worth to the hero, who plays by the network, beyond the mean of the others."""
    state, chance, own = state.copy(), new_chance("decisions", seed), network()
    agents = [own if others == "net" else build_agent(HEARTS, others, f"{seed}/{seat}") for seat in range(4)]
    agents[hero] = own
    while not settled(state):
        view = state.view(state.to_move)
        moves = view.moves
        move = moves[0] if len(moves) == 1 else agents[view.seat].decide(view, Budget()).move
        state.play(move, chance)
    return 4 / 3 * float(verbs.stake(state.record, hero))


def judged(state: State, hero: int, moves: set[int], seed: object) -> dict[int, list[float]]:
    """What comes of each move, against the network and against the others; nothing if there is only one."""
    if len(moves) < 2:
        return {move: [0.0] * (REPEATS + 1) for move in moves}
    ends = {}
    for move in moves:
        after = state.copy()
        after.play(move, new_chance("decisions", seed))
        ends[move] = [
            played_on(after, hero, "net", seed),
            *(played_on(after, hero, OTHERS, f"{seed}/{repeat}") for repeat in range(REPEATS)),
        ]
    return ends


def favourites(found: dict[str, dict[int, tuple[float, int]]]) -> set[int]:
    """The moves that the programs choose."""
    return {next(iter(one)) for one in found.values()}


def decisions(number: int, passes: bool) -> Rows:
    """The judged decisions of one deal, about cards and, with `passes`, about passing."""
    luck = np.random.default_rng(number)
    state = HEARTS.start({"rules": "classic", "length": "8"}, new_chance("decisions", number))
    state.record.number = number % 4
    begin_deal(state.record, new_chance("decisions deal", number))
    hero, chance, rows = int(luck.integers(4)), new_chance("decisions", number), []
    tricks = set(luck.choice(12, CARDS, replace=False).tolist())
    others = [build_agent(HEARTS, OTHERS, f"{number}/{seat}") for seat in range(4)]
    while not settled(state):
        view = state.view(state.to_move)
        moves, record = view.moves, state.record
        if len(moves) == 1 or view.seat != hero:
            state.play(moves[0] if len(moves) == 1 else others[view.seat].decide(view, Budget()).move, chance)
            continue
        passing = record.phase == PASS
        if not (passes if passing else int(record.tricks) in tricks):
            state.play(network().decide(view, Budget()).move, chance)
            continue
        seed = f"{number}/{int(record.tricks)}"
        if passing:
            asked = {
                name: values(agent, before_others_pass(view) if opened else view)
                for name, (agent, opened) in pass_programs(seed).items()
            }
        else:
            asked = {name: values(agent, view) for name, agent in card_programs(seed).items()}
        found = {name: one[0] for name, one in asked.items()}
        rows.append(
            {
                "deal": number,
                "pass": passing,
                "place": int(hero - record.dealer - 1) & 3,
                "trick": int(record.tricks),
                "played": int(record.played),
                "found": found,
                "seconds": {name: one[1] for name, one in asked.items()},
                "ends": judged(state, hero, favourites(found), seed),
            }
        )
        state.play(next(iter(found[BASE])), chance)
    return rows


def collect(file: Path, minutes: float, jobs: int, first: int, passes: bool) -> Rows:
    """Judge the decisions of one deal after the other until the time is over."""
    began, rows = time.monotonic(), decisions(first, passes)
    with ProcessPoolExecutor(jobs) as pool:
        number = first
        while time.monotonic() - began < 60 * minutes:
            numbers = range(number + 1, number + 1 + 4 * jobs)
            for found in pool.map(decisions, numbers, repeat(passes)):
                rows += found
            number += 4 * jobs
            file.write_bytes(pickle.dumps(rows))
    return rows


def compared(rows: Rows, name: str) -> dict[str, Any]:
    """How much better a program's choices are than those of BASE, by what came of them, for a decision."""
    differences = []
    for row in rows:
        mine, theirs = next(iter(row["found"][name])), next(iter(row["found"][BASE]))
        ends = row["ends"]
        differences.append([a - b for a, b in zip(ends[mine], ends[theirs], strict=True)])
    table = np.array(differences)
    network, others = table[:, 0], table[:, 1:].mean(axis=1)
    seconds = np.array([row["seconds"][name] for row in rows])
    differ = [next(iter(row["found"][name])) != next(iter(row["found"][BASE])) for row in rows]
    return {
        "program": name,
        "decisions": len(rows),
        "differ": float(np.mean(differ)),
        "solver": [float(others.mean()), float(1.96 * others.std() / len(rows) ** 0.5)],
        "net": [float(network.mean()), float(1.96 * network.std() / len(rows) ** 0.5)],
        "ms": float(1000 * np.median(seconds)),
        "ms_99": float(1000 * np.percentile(seconds, 99)),
    }


def summary(file: Path) -> list[dict[str, Any]]:
    """What every program gains over BASE: passes, cards, and those of the second half of a deal."""
    rows = pickle.loads(file.read_bytes())
    cards = [row for row in rows if not row["pass"]]
    late = [row for row in cards if row["trick"] >= LATE]
    parts = {
        "passes": [row for row in rows if row["pass"]],
        "cards": cards if len(late) < len(cards) else [],
        "cards of the second half": late,
    }
    return [
        {"part": part, **compared([row for row in chosen if name in row["found"]], name)}
        for part, chosen in parts.items()
        for name in dict.fromkeys(name for row in chosen for name in row["found"])
        if part != "cards" or all(name in row["found"] for row in chosen)
    ]


def table(found: list[dict[str, Any]]) -> str:
    """The summary as a table."""
    lines = [
        "| decisions | program | differ | against playouts with exact endings | against the network | ms, 99 of 100 below |",
        "|---|---|---|---|---|---|",
    ]
    for one in found:
        if one["program"] != BASE:
            gains = [
                f"{mean:+.2f} ± {error:.2f}".replace("-", "−") for mean, error in (one["solver"], one["net"])
            ]
            lines.append(
                f"| {one['decisions']:,} {one['part']} | {NAMES.get(one['program'], one['program'])} "
                f"| {one['differ']:.0%} | {gains[0]} | {gains[1]} | {one['ms']:.0f}, {one['ms_99']:.0f} |"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["collect", "report", "write"])
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--passes", action="store_true", help="judge passes, too")
    given = parser.parse_args()
    if given.what == "write":
        if given.files:
            found = [one for file in given.files for one in summary(file)]
            KEPT.write_text(json.dumps(found, indent=1) + "\n")
        fill(DOCS / "methods" / "rollouts.md", "hearts-decisions", table(json.loads(KEPT.read_text())))
        return
    if given.what == "collect":
        collect(given.files[0], given.minutes, given.jobs, given.first, given.passes)
    print(table(summary(given.files[0])))


if __name__ == "__main__":
    main()

"""Play the masters of Hearts and Coinche against the first ones, `master@v1`, and write what came out.

    python benchmarks/first_masters.py play hearts-52 --minutes 8 --jobs 8
    python benchmarks/first_masters.py play coinche rollouts --minutes 8
    python benchmarks/first_masters.py write

Hearts: one of the new against three of the old, in every seat with the same cards, in games of four deals, so
that cards are passed in all directions; counted are the points per deal beyond the mean of the others. Coinche:
every deal from both sides; counted are the marks beyond those of the others. Results are kept in
`benchmarks/first-masters.json`, block by block; `write` fills the tables in docs/ from them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from pages import DOCS, ROOT, fill

from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.registry import build_agent, game

FILE = ROOT / "benchmarks" / "first-masters.json"
OLD = "master@v1"
MATCHES: dict[str, dict[str, Any]] = {
    "hearts-52": {"game": "hearts", "options": {"rules": "classic", "length": "4"}},
    "hearts-32": {"game": "hearts", "options": {"rules": "coeurs", "length": "4"}},
    "coinche": {"game": "coinche", "options": {"deals": 1}},
}


def play_out(name: str, state: State, agents: list[Any], new: set[int], seed: object) -> tuple[float, float, int]:
    """Play a game to its end; returns the processor seconds of the new and the old, and the moves of the new."""
    chance = new_chance("first masters", seed)
    seconds, moves = [0.0, 0.0], 0
    while not state.over:
        seat = state.to_move
        began = time.process_time()
        move = agents[seat].decide(state.view(seat), Budget()).move
        seconds[seat not in new] += time.process_time() - began
        moves += seat in new
        state.play(move, chance)
    return seconds[0], seconds[1], moves


def play_block(name: str, spec: str, number: int) -> dict[str, Any]:
    """One deal or game with the same cards, the new program in every seat or on every side in turn."""
    match = MATCHES[name]
    played = game(match["game"])
    row: dict[str, Any] = {"number": number, "gain": [], "new": 0.0, "old": 0.0, "moves": 0, "notes": []}
    seats = [{0}, {1}, {2}, {3}] if match["game"] == "hearts" else [{0, 2}, {1, 3}]
    for new in seats:
        state = played.start(match["options"], new_chance("first masters deal", number))
        agents = [
            build_agent(played, spec if seat in new else OLD, f"{number}/{min(new)}/{seat}") for seat in range(4)
        ]
        mine, theirs, moves = play_out(name, state, agents, new, f"{number}/deals")
        row["new"] += mine
        row["old"] += theirs
        row["moves"] += moves
        first = min(new)
        if match["game"] == "hearts":
            scores = np.array(state.scores, float)
            row["gain"].append((scores[first] - (scores.sum() - scores[first]) / 3) / 4)
            row["notes"].append(moons(state, first))
        else:
            scores = np.array(state.scores, float)
            row["gain"].append(float(scores[first] - scores[first ^ 1]))
            row["notes"].append(contract(state, new))
    return row


def moons(state: State, seat: int) -> list[int]:
    """How many moons this seat and the others shot, from the score sheet."""
    sheet = np.array(state.record.sheet, int)[: int(state.record.number)]
    most = sheet.max(axis=1)
    shot = (sheet == sheet.max(axis=1, keepdims=True)) & (np.sort(sheet, axis=1)[:, 2] <= -20)[:, None]
    shot &= most[:, None] >= 0
    return [int(shot[:, seat].sum()), int(shot.sum() - shot[:, seat].sum())]


def contract(state: State, new: set[int]) -> list[int]:
    """The contract: bid, whether the new program took it, doubled, made; and the calls of the auction."""
    record = state.record
    row = record.sheet[0]
    calls = [int(call) for call in record.calls[: int(record.said)]]
    return [int(row[0]), int(int(row[1]) in new), int(row[2]), int(row[3]), int(record.dealer), *calls]


def play(name: str, spec: str, minutes: float, jobs: int, first: int) -> list[dict[str, Any]]:
    """Play blocks until the time is over."""
    began, rows = time.monotonic(), []
    play_block(name, spec, -1)  # compiles
    with ProcessPoolExecutor(jobs) as pool:
        numbers: Iterator[int] = count(first)
        running = {pool.submit(play_block, name, spec, next(numbers)) for _ in range(jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            rows += [future.result() for future in done]
            keep(name, spec, rows)
            if time.monotonic() - began < 60 * minutes:
                running |= {pool.submit(play_block, name, spec, next(numbers)) for _ in done}
    return rows


def keep(name: str, spec: str, rows: list[dict[str, Any]], file: Path | None = None) -> None:
    """Add blocks to the file of results; a block that is known is replaced."""
    file = file or OUTPUT
    found = json.loads(file.read_text()) if file.exists() else {}
    known = {row["number"]: row for row in found.get(f"{name} {spec}", [])}
    known.update({row["number"]: row for row in rows})
    found[f"{name} {spec}"] = [known[number] for number in sorted(known)]
    file.write_text(json.dumps(found) + "\n")


def interval(values: list[float]) -> str:
    """The mean and its 95 % interval."""
    array = np.array(values)
    error = 1.96 * array.std(ddof=1) / len(array) ** 0.5
    return f"{array.mean():+.2f} ± {error:.2f}".replace("-", "−")


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of one match."""
    gains = [float(np.mean(row["gain"])) for row in rows]
    moves = sum(row["moves"] for row in rows)
    return {
        "blocks": len(rows),
        "gain": interval(gains),
        "ms": 1000 * sum(row["new"] for row in rows) / max(1, moves),
    }


OUTPUT = FILE


def main() -> None:
    global OUTPUT
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "write"])
    parser.add_argument("match", nargs="?", choices=sorted(MATCHES))
    parser.add_argument("spec", nargs="?", default="master")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first block")
    parser.add_argument("--output", type=Path, default=FILE)
    arguments = parser.parse_args()
    OUTPUT = arguments.output
    if arguments.what == "play":
        rows = play(arguments.match, arguments.spec, arguments.minutes, arguments.jobs, arguments.first)
        print(arguments.match, arguments.spec, summary(rows))


if __name__ == "__main__":
    main()

"""Play the masters of Hearts and Coinche against the first ones, `master@v1`, and write what came out.

    python benchmarks/first_masters.py play hearts-52 --minutes 8 --jobs 8
    python benchmarks/first_masters.py play coinche rollouts --minutes 8
    python benchmarks/first_masters.py write

Hearts: one of the new against three of the old, in every seat with the same cards, in games of four deals, so
that cards are passed in all directions; counted are the points per deal beyond the mean of the others.
Coinche: every deal from both sides; counted are the marks beyond those of the others. Results are kept in
`benchmarks/first-masters.json`, block by block; `write` fills the tables in docs/ from them.
"""

from __future__ import annotations

import argparse
import json
import time
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
Rows = list[dict[str, Any]]
MATCHES: dict[str, dict[str, Any]] = {
    "hearts-52": {"game": "hearts", "options": {"rules": "classic", "length": "4"}},
    "hearts-32": {"game": "hearts", "options": {"rules": "coeurs", "length": "4"}},
    "hearts-32-none": {"game": "hearts", "options": {"rules": "coeurs", "length": "4", "slam": "none"}},
    "coinche": {"game": "coinche", "options": {"deals": 1}},
}
CARDS = {"hearts-52": "52", "hearts-32": "32", "hearts-32-none": "32, no slam bonus"}


def play_out(state: State, agents: list[Any], new: set[int], seed: object) -> tuple[float, float, int]:
    """Play a game to its end; returns the seconds of the new and of the old, and the moves of the new."""
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


def play_block(name: str, spec: str, number: int, turns: int = 4) -> dict[str, Any]:
    """One deal or game with the same cards, the new program in every seat or on every side in turn.

    Fewer `turns` are for trying whether it works."""
    match = MATCHES[name]
    played = game(match["game"])
    row: dict[str, Any] = {"number": number, "gain": [], "new": 0.0, "old": 0.0, "moves": 0, "notes": []}
    seats = [{0}, {1}, {2}, {3}] if match["game"] == "hearts" else [{0, 2}, {1, 3}]
    for new in seats[:turns]:
        state = played.start(match["options"], new_chance("first masters deal", number))
        agents = [
            build_agent(played, spec if seat in new else OLD, f"{number}/{min(new)}/{seat}")
            for seat in range(4)
        ]
        mine, theirs, moves = play_out(state, agents, new, f"{number}/deals")
        row["new"] += mine
        row["old"] += theirs
        row["moves"] += moves
        first, scores = min(new), np.array(state.scores, float)
        if match["game"] == "hearts":
            row["gain"].append((scores[first] - (scores.sum() - scores[first]) / 3) / 4)
            row["notes"].append(moons(state, first))
        else:
            row["gain"].append(scores[first] - scores[first ^ 1])
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


def play(name: str, spec: str, minutes: float, jobs: int, first: int, file: Path) -> Rows:
    """Play blocks until the time is over; they are written to the file as they come."""
    began, rows = time.monotonic(), []
    play_block(name, spec, -1, turns=1)  # compiles
    with ProcessPoolExecutor(jobs) as pool:
        numbers = count(first)
        running = {pool.submit(play_block, name, spec, next(numbers)) for _ in range(jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            rows += [future.result() for future in done]
            keep(name, spec, rows, file)
            if time.monotonic() - began < 60 * minutes:
                running |= {pool.submit(play_block, name, spec, next(numbers)) for _ in done}
    return rows


def keep(name: str, spec: str, rows: Rows, file: Path) -> None:
    """Add blocks to the file of results; a block that is known is replaced."""
    found = json.loads(file.read_text()) if file.exists() else {}
    known = {row["number"]: row for row in found.get(f"{name} {spec}", [])}
    known.update({row["number"]: row for row in rows})
    found[f"{name} {spec}"] = [known[number] for number in sorted(known)]
    file.write_text(json.dumps(found) + "\n")


def gain(rows: Rows) -> str:
    """The mean gain and its 95 % interval."""
    values = np.array([np.mean(row["gain"]) for row in rows])
    error = 1.96 * values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return f"{values.mean():+.2f} ± {error:.2f}".replace("-", "−")


def milliseconds(rows: Rows) -> float:
    """Processor time per decision of the new program."""
    return 1000 * sum(row["new"] for row in rows) / max(1, sum(row["moves"] for row in rows))


def hearts_table(found: dict[str, Rows]) -> str:
    """A table of the matches of Hearts."""
    lines = [
        "| cards | program | deals | better by | moons, by the three others | ms per decision |",
        "|---|---|---|---|---|---|",
    ]
    for name, spec, rows in _named(found, "hearts"):
        own, others = np.array([note for row in rows for note in row["notes"]]).sum(axis=0)
        lines.append(
            f"| {CARDS[name]} | `{spec}` | {16 * len(rows):,} | {gain(rows)} | {own}, {others} | {milliseconds(rows):.0f} |"
        )
    return "\n".join(lines)


def coinche_table(found: dict[str, Rows]) -> str:
    """A table of the matches of Coinche, with the conduct of both sides."""
    lines = [
        "| program | deals | better by | contracts, made | coinched by `master@v1`, down | its own coinches, down | ms per decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for _, spec, rows in _named(found, "coinche"):
        notes = [note for row in rows for note in row["notes"] if note[0]]
        own = [note for note in notes if note[1]]
        theirs = [note for note in notes if not note[1]]
        coinched, coinches = [note for note in own if note[2]], [note for note in theirs if note[2]]
        lines.append(
            f"| `{spec}` | {len(rows):,} | {gain(rows)} | {len(own):,}, {share(own, 1)} "
            f"| {len(coinched)}, {share(coinched, 0)} | {len(coinches)} of {len(theirs)}, {share(coinches, 0)} "
            f"| {milliseconds(rows):.0f} |"
        )
    return "\n".join(lines)


def share(contracts: list[list[int]], made: int) -> str:
    """The share of contracts that were made, or not."""
    return f"{sum(note[3] == made for note in contracts) / max(1, len(contracts)):.0%}"


def _named(found: dict[str, Rows], start: str) -> list[tuple[str, str, Rows]]:
    split = [(*key.split(" ", 1), rows) for key, rows in found.items() if key.startswith(start)]
    return [(name, spec, rows) for name, spec, rows in split if rows]


def main() -> None:
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
    given = parser.parse_args()
    if given.what == "play":
        rows = play(given.match, given.spec, given.minutes, given.jobs, given.first, given.output)
        print(given.match, given.spec, len(rows), "blocks", gain(rows), f"{milliseconds(rows):.0f} ms")
        return
    found = json.loads(given.output.read_text())
    fill(DOCS / "hearts-network.md", "first-masters:hearts", hearts_table(found))
    fill(DOCS / "coinche-players.md", "first-masters:coinche", coinche_table(found))


if __name__ == "__main__":
    main()

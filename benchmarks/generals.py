"""Play whole wars of Axis & Allies between programs, sides swapped, and write the results into the
documentation.

    python benchmarks/generals.py hybrid general --pairs 20
    python benchmarks/generals.py --conduct general --pairs 3
    python benchmarks/generals.py --write

Wars are added to those of the pair in `benchmarks/wars-axisallies.json` after each two of them, so that a run
can be interrupted; `--fresh` forgets the earlier ones, for when a program has changed. The tables go into
docs/axis-and-allies-general.md.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

import numpy as np
from pages import DOCS, ROOT, fill, markdown

from partie.games.axisallies.lab.conduct import COLUMNS, shares, watch
from partie.games.axisallies.lab.train_judgement import SHIPPED
from partie.games.axisallies.lab.wars import Ended, play_pair, with_interval
from partie.games.axisallies.rules.board import AXIS, POWER_NAMES, POWERS

FILE = ROOT / "benchmarks" / "wars-axisallies.json"
PAGE = DOCS / "axis-and-allies-general.md"
SEED = 14
ROUNDS = 15


def read() -> dict[str, Any]:
    """All that was measured so far."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"wars": {}, "conduct": {}}


def save(found: dict[str, Any]) -> None:
    """Store all that was measured, and write the tables."""
    FILE.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
    write(found)


def play(one: str, other: str, pairs: int, fresh: bool) -> None:
    """Add pairs of wars to those of two programs."""
    key = f"{one} {other}"
    for _ in range(pairs):
        found = read()
        if fresh:
            found["wars"].pop(key, None)
            fresh = False
        wars = found["wars"].setdefault(key, [])
        wars.append([asdict(war) for war in play_pair(one, other, SEED, ROUNDS, None, len(wars))])
        save(found)


def observe(spec: str, games: int, rounds: int) -> None:
    """Measure how a program conducts wars against itself."""
    found = read()
    found["conduct"][spec] = {
        "games": games,
        "rounds": rounds,
        "rows": shares(watch(spec, games, rounds, SEED)),
    }
    save(found)


def _restored(war: dict[str, Any]) -> Ended:
    return Ended(**{**war, "seconds": tuple(tuple(side) for side in war["seconds"])})


def write(found: dict[str, Any]) -> None:
    """Write the tables."""
    _write_judgement()
    rows = []
    for key, stored in sorted(found["wars"].items()):
        one, other = key.split()
        pairs = [[_restored(war) for war in pair] for pair in stored]
        both = [0.5 * (a.axis_won + (not b.axis_won)) for a, b in pairs]
        turns = [1000 * spent for a, b in pairs for spent in (*a.seconds[AXIS], *b.seconds[1 - AXIS])]
        rows.append(
            [
                f"`{one}`",
                f"`{other}`",
                str(2 * len(pairs)),
                with_interval(both),
                f"{sum(a.axis_won for a, _ in pairs)} of {len(pairs)}",
                f"{sum(not b.axis_won for _, b in pairs)} of {len(pairs)}",
                f"{np.mean([a.share for a, _ in pairs]):.2f}, {np.mean([b.share for _, b in pairs]):.2f}",
                f"{np.median(turns):.0f}, {np.percentile(turns, 99):.0f}",
            ]
        )
    head = [
        "program",
        "against",
        "wars",
        "won, 95 %",
        "as Axis",
        "as Allies",
        "Axis share",
        "ms a turn, 99 %",
    ]
    fill(PAGE, "wars:axisallies", markdown(head, rows))
    tables = []
    for spec, seen in sorted(found["conduct"].items()):
        names = [POWER_NAMES[power]["en"] for power in range(POWERS)]
        table = [[title, *(row[i] for row in seen["rows"])] for i, title in enumerate(COLUMNS)]
        tables.append(
            f"`{spec}`, {seen['games']} wars of {seen['rounds']} rounds against itself:\n\n"
            + markdown(["", *names], table)
        )
    fill(PAGE, "conduct:axisallies", "\n\n".join(tables))


def _write_judgement() -> None:
    """The weights of the judgement of positions and how well it predicts."""
    shipped = json.loads(SHIPPED.read_text(encoding="utf-8"))
    weights, card = shipped["weights"], shipped["card"]
    table = markdown(list(weights), [[f"{value:+.2f}" for value in weights.values()]])
    text = (
        f"Log-odds of the Axis; 1 is 100 IPC of income or material, being at the goal, a capital, a capital that is "
        f"lost for certain. Fitted to {card['turns']} turns of {card['wars'] - card['held_out_wars']} wars; in "
        f"{card['held_out_wars']} others the loss is {card['log_loss']:.3f} nats, that of a constant "
        f"{card['log_loss_of_a_constant']:.3f}."
    )
    fill(PAGE, "judgement:axisallies", f"{table}\n\n{text}")


def main() -> None:
    """Read the arguments and do as they say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="*", help="two programs, the first of which is measured")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of wars, or wars to watch")
    parser.add_argument("--rounds", type=int, default=8, help="rounds of the wars to watch")
    parser.add_argument("--fresh", action="store_true", help="forget the earlier wars of the pair")
    parser.add_argument("--conduct", help="watch this program instead")
    parser.add_argument("--write", action="store_true", help="write the pages only")
    given = parser.parse_args()
    if given.write:
        write(read())
    elif given.conduct:
        observe(given.conduct, given.pairs, given.rounds)
    elif len(given.programs) == 2:
        play(*given.programs, given.pairs, given.fresh)
    else:
        parser.error("name two programs, or --conduct and one, or --write")


if __name__ == "__main__":
    main()

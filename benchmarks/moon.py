"""How often programs of Hearts shoot the moon with strong hands, and stop a scripted shooter.

    python benchmarks/moon.py play master master@v1 net --deals 160 --jobs 8
    python benchmarks/moon.py write

The deals are those of `partie reproduce moon`. Results are kept in `benchmarks/moon.json`; `write` puts them
into docs/hearts-network.md.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from pages import DOCS, ROOT, fill, markdown

from partie.games.hearts.lab.moon import shoots, stops

FILE = ROOT / "benchmarks" / "moon.json"


def measure(spec: str, number: int) -> tuple[bool, bool]:
    """Whether a program shoots with the strong hand of a deal, and whether it stops the shooter."""
    return shoots(spec, number), stops(spec, number)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "write"])
    parser.add_argument("specs", nargs="*")
    parser.add_argument("--deals", type=int, default=160)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--output", type=Path, default=FILE)
    given = parser.parse_args()
    found = json.loads(given.output.read_text()) if given.output.exists() else {}
    for spec in given.specs if given.what == "play" else []:
        measure(spec, -1)  # compiles
        results = []
        with ProcessPoolExecutor(given.jobs) as pool:
            for result in pool.map(partial(measure, spec), range(given.deals)):
                results.append(result)
                found[spec] = [
                    len(results),
                    sum(shot for shot, _ in results),
                    sum(stop for _, stop in results),
                ]
                given.output.write_text(json.dumps(found) + "\n")
        print(spec, found[spec], flush=True)
    if given.what == "write":
        rows = [[f"`{spec}`", *map(str, numbers)] for spec, numbers in found.items()]
        fill(DOCS / "hearts-network.md", "moon", markdown(["program", "deals", "shoots", "stops"], rows))


if __name__ == "__main__":
    main()

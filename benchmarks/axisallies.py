"""Measure the speed of Axis & Allies and write it into docs/axis-and-allies.md.

python benchmarks/axisallies.py
"""

from __future__ import annotations

import argparse

from pages import DOCS, fill, markdown

from partie.games.axisallies.lab.bench import bench_rows

if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    fill(DOCS / "axis-and-allies.md", "bench:axisallies", markdown(["what", "measured"], bench_rows()))

"""Plays the round robins of `examples/experiments` and writes their reports into docs/experiments.

    python tools/experiments.py quarto        # or several games; by default all

What was played before is kept in build/experiments and continued. A report comes with the machine, the commit
and the command it was made with."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILES = ROOT / "examples" / "experiments"
PAGES = ROOT / "docs" / "experiments"
BUILD = ROOT / "build" / "experiments"
KEPT = ("report.html", "ratings.json", "results.jsonl")


def play(name: str) -> None:
    """Play a round robin, or what is left of it, and keep its report."""
    command = ["partie", "arena", "run", f"examples/experiments/{name}.toml"]
    out = BUILD / name
    arguments = [*command[1:], "--out", str(out), "--jobs", str(os.cpu_count() or 1)]
    subprocess.run([sys.executable, "-m", "partie", *arguments], cwd=ROOT, check=True)
    folder = PAGES / name
    folder.mkdir(parents=True, exist_ok=True)
    for file in KEPT:
        shutil.copy(out / file, folder / file)
    run = {
        "command": " ".join(command),
        "commit": _git("rev-parse", "--short", "HEAD"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "day": datetime.now(UTC).date().isoformat(),
    }
    (folder / "run.json").write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def index() -> str:
    """The page that lists all reports."""
    lines = [
        "# Experiments",
        "",
        "Round robins of all levels and families of a game, played by `make experiments` from the files in "
        "`examples/experiments`. Each report has the ladder with intervals, who beats whom, strength against "
        "thinking time, scores, the effect of the seat, and the most lopsided deals.",
        "",
        "| tournament | games | strongest | explained by one number | machine | commit | command |",
        "|---|---|---|---|---|---|---|",
    ]
    for folder in sorted(path.parent for path in PAGES.glob("*/run.json")):
        run = _read(folder / "run.json")
        found = _read(folder / "ratings.json")
        lines.append(
            f"| [{folder.name}]({folder.name}/report.html) | {found['games']} | {found['agents'][0]} | "
            f"{found['explained']:.0%} | {run['machine']}, {run['day']} | {run['commit']} | `{run['command']}` |"
        )
    return "\n".join(lines) + "\n"


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    for name in sys.argv[1:] or sorted(file.stem for file in FILES.glob("*.toml")):
        play(name)
    PAGES.mkdir(parents=True, exist_ok=True)
    (PAGES / "index.md").write_text(index(), encoding="utf-8")


if __name__ == "__main__":
    main()

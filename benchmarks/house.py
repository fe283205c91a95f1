"""Compare the package with the version before games became packages that declare what they can do.

    python benchmarks/house.py code             lines, files, long functions, repeated and type-checked lines
    python benchmarks/house.py speed [GAME …]   `partie bench` of both versions, in turn, on this machine
    python benchmarks/house.py times            `make test` and `make check`, in a new clone; and what follows
    python benchmarks/house.py starts           `partie --help`, and getting everything compiled

Results are kept in benchmarks/house.json; the tables go into docs/architecture.md. Both versions run with the
packages that are installed here. Figures of the last three need a machine that does nothing else."""

from __future__ import annotations

import argparse
import ast
import fnmatch
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from pages import DOCS, ROOT, fill, markdown

BEFORE = "201a9be8"
"""The last commit before."""
KEPT, PAGE = Path(__file__).with_suffix(".json"), DOCS / "architecture.md"
GAMES = ("quarto", "liarsdice", "hearts", "coinche", "axisallies")
RUN = 6
"""The number of lines that must be the same in two places to count as repeated."""
LONG = 60
CHECKED = ("partie", "tests", "tools")
PAGES = {".ts", ".svelte"}
SPELT = {
    "determinised": "determinized",
    "ms a card": "ms per card",
    "mini-games": "playouts",
    r", [\d.]+ rounds a game": "",
}
"""Words in the names of measurements that were changed since."""


def unpacked(commit: str, folder: Path) -> Path:
    """The files of a commit, in a new folder."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _python(tree: Path, *folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (tree / folder).rglob("*.py"))


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def _functions(file: Path) -> Iterator[tuple[int, str]]:
    """The number of lines of every function, without its docstring, and its name."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            text = (first.end_lineno or 0) - first.lineno + 1 if is_text else 0
            yield (node.end_lineno or 0) - node.lineno + 1 - text, f"{file.stem}.{node.name}"


def _repeated(files: list[Path]) -> float:
    """The share of lines that stand, in a run of six, in another place, too. Blank lines and imports do not
    count."""
    places = defaultdict[tuple[str, ...], list[tuple[int, int]]](list)
    count = 0
    for number, file in enumerate(files):
        lines = [line.strip() for line in _lines(file)]
        lines = [line for line in lines if line and not line.startswith(("import ", "from "))]
        count += len(lines)
        for start in range(len(lines) - RUN + 1):
            places[tuple(lines[start : start + RUN])].append((number, start))
    found = {
        (number, start + step)
        for where in places.values()
        if len(where) > 1
        for number, start in where
        for step in range(RUN)
    }
    return len(found) / count


def _type_checked(tree: Path, folders: tuple[str, ...]) -> float:
    """The share of Python lines whose functions mypy checks and requires to be typed."""
    settings = tomllib.loads((tree / "pyproject.toml").read_text())["tool"]["mypy"]
    exempt = [
        name
        for one in settings["overrides"]
        if one.get("check_untyped_defs") is False or one.get("ignore_errors")
        for name in ([one["module"]] if isinstance(one["module"], str) else one["module"])
    ]
    excluded = settings.get("exclude", [])
    checked = total = 0
    for file in _python(tree, *folders):
        path = file.relative_to(tree)
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        count = len(_lines(file))
        total += count
        is_left_out = any(re.search(one, str(path)) for one in excluded)
        is_exempt = any(fnmatch.fnmatch(module, one) for one in exempt)
        checked += count * (path.parts[0] in settings["files"] and not is_left_out and not is_exempt)
    return checked / total


def _facts(tree: Path) -> dict[str, str]:
    """What can be counted in the files of a version."""
    python, tests = _python(tree, "partie"), _python(tree, "tests")
    pages = [one for one in (tree / "web" / "src").rglob("*") if one.suffix in PAGES]
    functions = sorted((one for file in python for one in _functions(file)), reverse=True)

    def size(files: list[Path]) -> str:
        return f"{sum(len(_lines(file)) for file in files):,} in {len(files):,} files"

    return {
        "lines of the package": size(python),
        "lines of the tests": size(tests),
        "lines of the pages (TypeScript, Svelte)": size(pages),
        "lines per file of the package, median": f"{statistics.median(len(_lines(one)) for one in python):.0f}",
        "longest functions (lines)": ", ".join(f"`{name}` {lines}" for lines, name in functions[:5]),
        f"functions with more than {LONG} lines": (
            f"{sum(lines > LONG for lines, _ in functions)} of {len(functions):,}"
        ),
        "type-checked lines of the package": f"{_type_checked(tree, ('partie',)):.0%}",
        "type-checked lines of package, tests and tools": f"{_type_checked(tree, CHECKED):.0%}",
        f"repeated lines of the package (runs of {RUN})": f"{_repeated(python):.1%}",
    }


def count_code() -> Any:
    """Count what is in the files of both versions."""
    with tempfile.TemporaryDirectory() as folder:
        before, now = (
            _facts(unpacked(commit, Path(folder, name))) for commit, name in ((BEFORE, "a"), ("HEAD", "b"))
        )
    return [[what, before[what], now[what]] for what in now]


def _measured(tree: Path, cache: Path, game: str, seconds: float) -> dict[str, str]:
    """What `partie bench` of a version prints about a game."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PARTIE_CACHE": str(cache), "COLUMNS": "300"}
    command = [sys.executable, "-m", "partie", "bench", game, "--seconds", str(seconds)]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True)
    rows = [[cell.strip() for cell in line.split("│")[1:3]] for line in done.stdout.splitlines()]
    found = {row[0]: row[1] for row in rows if len(row) == 2}
    for old, new in SPELT.items():
        found = {re.sub(old, new, what): value for what, value in found.items()}
    return found


def _number(text: str) -> float | None:
    found = re.search(r"\d[\d,]*\.?\d*", text)
    return float(found[0].replace(",", "")) if found else None


def measure_speed(games: list[str], rounds: int, seconds: float) -> Any:
    """Run the benchmarks of both versions in turn; medians, and how much faster it is now."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        versions = {"before": unpacked(BEFORE, folder / "before"), "now": unpacked("HEAD", folder / "now")}
        for game in games:
            for version, tree in versions.items():  # compiles
                _measured(tree, folder / f"{version}-code", game, 0.05)
            found = defaultdict[str, dict[str, list[float]]](lambda: {version: [] for version in versions})
            rates = set[str]()
            for _ in range(rounds):
                for version, tree in versions.items():
                    for what, text in _measured(tree, folder / f"{version}-code", game, seconds).items():
                        value = _number(text)
                        if value is not None and "OpenSpiel" not in what:
                            found[what][version].append(value)
                            rates |= {what} if "/s" in what + text else set()
            for what, values in found.items():
                if all(values.values()):
                    before, now = (statistics.median(values[version]) for version in versions)
                    unit, ratio = ("", now / before) if what in rates else (" ms", before / now)
                    rows.append([game, what, f"{before:,.10g}{unit}", f"{now:,.10g}{unit}", f"{ratio:.2f}"])
    return rows


def measure_times() -> Any:
    """Test the last commit in a new clone, in a new environment, without compiled code; then again."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clone = folder / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        plain = {one: value for one, value in os.environ.items() if not one.startswith(("MAKE", "PYTHON"))}
        environment = {**plain, "XDG_CACHE_HOME": str(folder / "cache")}
        for what, command in (
            ("`make test`, new clone and environment, nothing compiled", ["test"]),
            ("`make test`, nothing changed", ["test"]),
            ("`make check`", ["check"]),
            ("`make test FORCE=1`, everything compiled", ["test", "FORCE=1"]),
        ):
            began, before = time.perf_counter(), _processor_time()
            subprocess.run(["make", *command], cwd=clone, env=environment, check=True)
            took, used = time.perf_counter() - began, _processor_time() - before
            rows.append([what, f"{took / 60:.1f}", f"{used / 60:.1f}"])
            keep("times", rows)  # an interruption later loses nothing
    keep("starts", measure_starts())
    return rows


HELPS = 9
"""How often `partie --help` is run."""


def measure_starts() -> Any:
    """How long people wait for `partie --help`, and for all games to be compiled, as for players."""
    load = os.getloadavg()[0]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PARTIE_")}
    with tempfile.TemporaryDirectory() as cache:

        def waited(*arguments: str) -> tuple[float, float]:
            environment = {**plain, "XDG_CACHE_HOME": cache}
            began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-m", *arguments], env=environment, check=True, stdout=subprocess.DEVNULL
            )
            took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        waited("partie", "--help")
        helps = [waited("partie", "--help") for _ in range(HELPS)]
        shown = (statistics.median(took for took, _ in helps), statistics.median(used for _, used in helps))
        rows = [["`partie --help`", *(f"{seconds:.2f}" for seconds in shown), "0.3", f"{load:.1f}"]]
        keep("starts", rows)  # an interruption later loses nothing
        everything = waited("partie.core.warm")
        rows.append(
            [
                "all games compiled, for players",
                *(f"{seconds:.0f}" for seconds in everything),
                "100",
                f"{load:.1f}",
            ]
        )
    return rows


def _processor_time() -> float:
    """The seconds for which the processors of this machine (Linux) have worked, for whomever.

    Processes count only what those use whose end they wait for, so not the servers of the tests."""
    user, nice, system, _, _, irq, softirq = map(int, Path("/proc/stat").read_text().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


INTRODUCTIONS = {
    "code": f"Counted in the files of the last commit before (`{BEFORE}`) and of today (`python benchmarks/house.py code`):",
    "speed": "`partie bench` of both, in turn on the same machine, medians (`python benchmarks/house.py speed`). `weighted` was bred anew and plays longer games: the same kernel plays nine tenths of the games of before with the genome of before.",
    "times": "The tests, on two cores (`python benchmarks/house.py times`):",
    "starts": "What people wait for, on two cores (`python benchmarks/house.py starts`). Where the load, the number of other processes that wanted a core when it began, is above 0.5, the first column is too large:",
}
HEADS = {
    "code": ("", "before", "now"),
    "speed": ("game", "measured", "before", "now", "speed now / before"),
    "times": ("", "minutes", "minutes of processor time"),
    "starts": ("", "seconds", "seconds of processor time", "aim (seconds)", "load"),
}


def kept() -> dict[str, Any]:
    """What was measured so far."""
    found: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    return found


def keep(what: str, rows: list[list[str]]) -> str:
    """Keep what was measured, and write its table into the page."""
    KEPT.write_text(json.dumps(kept() | {what: rows}, indent=1, ensure_ascii=False) + "\n")
    table = markdown(HEADS[what], rows)
    fill(PAGE, what, f"{INTRODUCTIONS[what]}\n\n{table}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=HEADS)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rounds", type=int, default=5, help="how often each version is measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="duration of each measurement")
    asked = parser.parse_args()
    measures: dict[str, Callable[[], Any]] = {
        "code": count_code,
        "speed": lambda: measure_speed(list(asked.games), asked.rounds, asked.seconds),
        "times": measure_times,
        "starts": measure_starts,
    }
    rows = measures[asked.what]()
    if asked.what == "speed":  # games that were not measured now keep their rows
        rows = [row for row in kept().get("speed", []) if row[0] not in asked.games] + rows
    print(keep(asked.what, rows))


if __name__ == "__main__":
    main()

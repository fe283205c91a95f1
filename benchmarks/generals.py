"""Play whole wars of Axis & Allies between programs, sides swapped, and write the results into the
documentation.

    python benchmarks/generals.py hybrid general --pairs 20
    python benchmarks/generals.py --conduct general --pairs 3
    python benchmarks/generals.py --variety general general:operations=on
    python benchmarks/generals.py hybrid hybrid:turns=10 --against general --pairs 40 --jobs 16 --limit 500
    python benchmarks/generals.py general strategist --preset training --pairs 60
    cd benchmarks; python generals.py --plan generals-plan.json hybrid-plan.json --jobs 16 --limit 500
    python benchmarks/generals.py --collect build/wars.jsonl
    python benchmarks/generals.py --write

Wars are added to those of the pair in `benchmarks/wars-axisallies.json` after each two of them, so that a run
can be interrupted; `--fresh` forgets the earlier ones, for when a program has changed, or the same wars are
played again. A plan is a list of `[program, opponent, pairs, seconds for a decision or null]`, with a preset
behind it for wars on another board, or of `["conduct", program, wars, rounds]`; it is played on several
processes, and the results are written as lines of JSON, which `--collect` adds to the others; parts whose
line is there already are not played again. `--against` makes such a plan of variants and one opponent. A
second plan is begun when the first is done. At the end stands a summary with intervals, on the screen and
beside the lines. The tables go into docs/axis-and-allies-general.md.
"""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import time
from typing import Any, NamedTuple

import numpy as np
from pages import DOCS, ROOT, fill, markdown

from partie.arena.pool import workers
from partie.arena.statistics import share_interval
from partie.games.axisallies.lab.conduct import COLUMNS, Conduct, shares, watch
from partie.games.axisallies.lab.train_judgement import SHIPPED
from partie.games.axisallies.lab.variety import SEEDS, first_turns, first_turns_of_wars
from partie.games.axisallies.lab.wars import USUAL, Ended, Witness, fight, play_pair, with_interval
from partie.games.axisallies.players.general import doctrine
from partie.games.axisallies.players.roster import LEVELS
from partie.games.axisallies.rules.board import AXIS, JAPAN, POWER_NAMES, POWERS, UK, USA
from partie.learn.plots import COLOURS, figure
from partie.learn.plots import save as save_plot

FILE = ROOT / "benchmarks" / "wars-axisallies.json"
PAGE = DOCS / "axis-and-allies-general.md"
SEED = 14
TENTH = 0.5
"""A tenth of the seconds that a level may take."""
ROUNDS = 15
ON_BOARDS = {"training": 10}
"""Rounds of wars of a preset, where they are not those of the world."""
Pairs = list[list[Ended]]
WATCHED = "conduct"
"""What a plan calls wars of a program against itself that are watched."""


def read() -> dict[str, Any]:
    """All that was measured so far."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"wars": {}, "conduct": {}}


def save(found: dict[str, Any]) -> None:
    """Store all that was measured, and write the tables."""
    FILE.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
    write(found)


def play(one: str, other: str, pairs: int, fresh: bool, preset: str) -> None:
    """Add pairs of wars to those of two programs."""
    kind, key = _place(one, other, None, preset)
    for _ in range(pairs):
        found = read()
        if fresh:
            found.get(kind, {}).pop(key, None)
            fresh = False
        wars = found.setdefault(kind, {}).setdefault(key, [])
        rounds = ON_BOARDS.get(preset, ROUNDS)
        wars.append(_stored(play_pair(one, other, dice(None), rounds, None, len(wars), preset=preset)))
        save(found)


def _place(one: str, other: str, seconds: float | None, preset: str) -> tuple[str, str]:
    """Where wars of two programs are kept: those on other boards apart, with the preset before them."""
    key = f"{one} {other}" if seconds is None else f"{one} {other} {seconds:g}"
    return ("wars", key) if preset == USUAL else ("boards", f"{preset} {key}")


class Task(NamedTuple):
    """A part of a plan: a pair of wars, or a war to watch."""

    one: str
    other: str
    number: int
    seconds: float | None
    preset: str = USUAL


class TimeOver(Exception):
    """The time of a plan is over in the middle of a war."""


def dice(seconds: float | None) -> int | str:
    """The seed of wars with a budget: with more time than a tenth the dice are others, so that these wars say
    something of their own."""
    return SEED if seconds is None or seconds <= TENTH else f"{SEED}, {seconds:g} s"


def _until(ends: float) -> Witness:
    """A witness that ends a war at this time of the clock."""

    def witness(*_: Any) -> None:
        if time() > ends:
            raise TimeOver

    return witness


def warm_up(ends: float, task: Task) -> None:
    """Compile, or load, what a part of a plan needs, by a short war."""
    with suppress(TimeOver):
        fight(
            task.one if task.one != WATCHED else task.other,
            task.other,
            "warm-up",
            2,
            None,
            _until(ends),
            task.preset,
        )


def work(ends: float, task: Task) -> dict[str, Any]:
    """What came of a part of a plan, as a line of JSON; nothing if its time was over before."""
    with suppress(TimeOver):
        if task.one == WATCHED:
            rounds = int(task.seconds or ROUNDS)
            seen = watch(task.other, 1, rounds, SEED + task.number, _until(ends))
            return {"conduct": task.other, "number": task.number, "rounds": rounds, "counts": seen.counts()}
        rounds = ON_BOARDS.get(task.preset, ROUNDS)
        wars = play_pair(
            task.one,
            task.other,
            dice(task.seconds),
            rounds,
            task.seconds,
            task.number,
            _until(ends),
            task.preset,
        )
        return {**task._asdict(), "wars": _stored(wars)}
    return {}


def _lines(files: list[Path]) -> list[dict[str, Any]]:
    """The results in some files, as far as they exist."""
    return [
        json.loads(text)
        for file in files
        if file.exists()
        for text in file.read_text(encoding="utf-8").splitlines()
    ]


def _task_of(line: dict[str, Any]) -> Task | None:
    """The part of a plan a line is the result of."""
    if "conduct" in line:
        return Task(WATCHED, line["conduct"], line["number"], line["rounds"])
    if "one" in line:
        return Task(line["one"], line["other"], line["number"], line["seconds"], line.get("preset", USUAL))
    return None


def _parts(plan: list[list[Any]]) -> list[Task]:
    """All parts of a plan, those of its lines in turn."""
    share, tasks = dict[tuple[Any, ...], int](), list[Task]()
    for one, other, pairs, seconds, *board in plan:
        share[one, other, seconds, *(board or [USUAL])] = pairs
        tasks += [Task(one, other, number, seconds, *board) for number in range(int(pairs))]
    return sorted(tasks, key=lambda task: task.number / share[*task[:2], *task[3:]])


def carry_out(plans: list[list[list[Any]]], jobs: int, limit: float, lines: Path) -> None:
    """Play plans on several processes, one after another, and write a line for each part that has none yet;
    what is not done when the time is over is left out, wars that have begun as well."""
    ends = time() + limit
    done = {_task_of(line) for line in _lines([lines])}
    tasks = [task for plan in plans for task in _parts(plan) if task not in done]
    played = 0
    lines.parent.mkdir(parents=True, exist_ok=True)
    with lines.open("a", encoding="utf-8") as file, workers(jobs) as pool:
        pairs = {(task.one, task.other, task.preset): task for task in _parts(plans[0])}
        for _ in pool.as_finished(partial(warm_up, ends), list(pairs.values())):
            pass
        for _, line in pool.as_finished(partial(work, ends), tasks):
            if line:
                played += 1
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()
    print(f"{played} of {len(tasks)} parts done, {len(done)} before")
    summarise(lines)


def summarise(lines: Path) -> None:
    """Print what came of a plan so far, with intervals, and write it beside the lines."""
    pairs: dict[str, Pairs] = {}
    for line in _lines([lines]):
        if "one" in line:
            _, key, wars = _entry(line) or ("", "", [])
            pairs.setdefault(key, []).append([_restored(war) for war in wars])
    rows = []
    for key, played in sorted(pairs.items()):
        won = [0.5 * (a.axis_won + (not b.axis_won)) for a, b in played]
        low, high = share_interval(won)
        times = _turns(played)
        rows.append(
            {
                "programs": key,
                "wars": 2 * len(played),
                "won": round(float(np.mean(won)), 3),
                "interval": [round(low, 3), round(high, 3)],
                "as_axis": sum(a.axis_won for a, _ in played),
                "as_allies": sum(not b.axis_won for _, b in played),
                "ms_a_turn": [round(float(np.median(times))), round(float(np.percentile(times, 99)))],
            }
        )
        print(json.dumps(rows[-1]))
    lines.with_suffix(".summary.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def _turns(pairs: Pairs) -> list[float]:
    """How long the turns of the first program took, in milliseconds."""
    return [1000 * spent for a, b in pairs for spent in (*a.seconds[AXIS], *b.seconds[1 - AXIS])]


def collect(files: list[Path], fresh: bool) -> None:
    """Add the results of a plan or of a tuning to the others; `fresh`: instead of those of the same
    programs."""
    found, cleared = read(), set[tuple[str, str]]()
    for line in _lines(files):
        entry = _entry(line)
        if entry is None:
            continue
        kind, key, row = entry
        if fresh and (kind, key) not in cleared:
            found.setdefault(kind, {}).pop(key, None)
            cleared.add((kind, key))
        found.setdefault(kind, {}).setdefault(key, []).append(row)
    save(found)


def _entry(line: dict[str, Any]) -> tuple[str, str, Any] | None:
    """Where the result of a line belongs, and what is kept of it."""
    if "conduct" in line:
        return "conduct", line["conduct"], {"rounds": line["rounds"], "counts": line["counts"]}
    if "one" in line:
        kind, key = _place(line["one"], line["other"], line["seconds"], line.get("preset", USUAL))
        return kind, key, line["wars"]
    if line["stage"] in ("variant", "comparison", "curve"):
        key = line.get("variant", line.get("scale", line.get("generation")))
        won = [_won(war) for war in line["wars"]]
        return line["stage"], str(key), sum(won) / len(won)
    return None


def _won(war: dict[str, Any]) -> bool:
    """Whether the first doctrine of a trial has won a war."""
    axis = war["winner"] == AXIS or (war["winner"] < 0 and war["share"] > 0.5)
    return bool(axis == (war["first"] == "axis"))


def _stored(wars: tuple[Ended, Ended]) -> list[dict[str, Any]]:
    """A pair of wars for the file, times in milliseconds."""
    rows = [asdict(war) for war in wars]
    for row in rows:
        row["ms"] = [[round(1000 * spent) for spent in side] for side in row.pop("seconds")]
        row["share"] = round(row["share"], 4)
    return rows


def observe(spec: str, games: int, rounds: int) -> None:
    """Measure how a program conducts wars against itself."""
    found = read()
    found["conduct"][spec] = [
        {"rounds": rounds, "counts": watch(spec, 1, rounds, SEED + number).counts()}
        for number in range(games)
    ]
    save(found)


def vary(specs: list[str]) -> None:
    """Count the different first turns of programs."""
    found = read()
    for spec in specs:
        found.setdefault("variety", {})[spec] = {
            "position": [len(turns) for turns in first_turns(spec)],
            "wars": [len(turns) for turns in first_turns_of_wars(spec)],
        }
    save(found)


def _restored(war: dict[str, Any]) -> Ended:
    times = tuple(tuple(0.001 * spent for spent in side) for side in war["ms"])
    return Ended(**{name: value for name, value in war.items() if name != "ms"}, seconds=times)  # type: ignore[arg-type]


def write(found: dict[str, Any]) -> None:
    """Write the tables."""
    wars = {
        key: [[_restored(war) for war in pair] for pair in stored] for key, stored in found["wars"].items()
    }
    _write_judgement()
    _write_doctrine(found)
    _write_wars(wars)
    _write_boards(found)
    _write_levels(wars)
    _write_asked(found, wars)
    _write_variety(found)
    tables = []
    for spec, seen in sorted(found["conduct"].items()):
        names = [*(POWER_NAMES[power]["en"] for power in range(POWERS)), "all"]
        rows = shares(Conduct.of([war["counts"] for war in seen]))
        table = [[title, *(row[i] for row in rows)] for i, title in enumerate(COLUMNS)]
        tables.append(
            f"`{spec}`, {len(seen)} wars of up to {seen[0]['rounds']} rounds against itself:\n\n"
            + markdown(["", *names], table)
        )
    fill(PAGE, "conduct:axisallies", "\n\n".join(tables))


class Asked(NamedTuple):
    """Something that was asked for of the conduct of the master: the line of its table that answers, how that
    is defined, and the share in percent that no power should reach, or all of `powers` should exceed."""

    aim: str
    line: str
    defined: str
    limit: float
    above: bool = False
    powers: tuple[int, ...] = tuple(range(POWERS))

    def missed(self, answer: str) -> bool:
        """Whether an answer of the table is not what was asked for."""
        if "," in answer:  # capitals lost, and those of them that were not expected
            return int(answer.split(",")[1]) > 0
        if not answer.endswith("%"):
            return False
        share = float(answer.removesuffix("%"))
        return share <= self.limit if self.above else share >= self.limit


ASKED = (
    Asked(
        "turns that leave a capital open: under 2 %",
        "turns that leave the capital open",
        "a capital that would be lost more than 10 times in 100 before its owner's next turn, by the numbers set by hand",
        2.0,
    ),
    Asked(
        "transports idle for three turns without a stated reason: none",
        "the same without a stated reason",
        "a transport without orders for three turns, whose zone the sentence that ends the phase does not name",
        0.05,
    ),
    Asked(
        "units aboard for two turns: none",
        "units that stayed aboard for two turns",
        "the same kind in the same place of a transport for two turns",
        0.05,
    ),
    Asked(
        "British, American and Japanese land units in action within four turns: above 70 %",
        "new land units in a theatre of war within four turns",
        "a unit that has left the spaces from which no enemy capital can be walked to and no enemy is near",
        70.0,
        True,
        (UK, JAPAN, USA),
    ),
    Asked(
        "turns with aircraft that can be attacked at a profit: under 3 %",
        "turns with aircraft that can be attacked at a profit",
        "outside capitals, where an attack would bring the enemy more than 3 IPC",
        3.0,
    ),
    Asked(
        "capitals fall only after a fight that was accounted for",
        "capitals lost, of these with less than 5 in 100 expected",
        "capitals lost, and those of them of which the same look at the end of their owner's last turn expected less than 5 in 100",
        0.0,
    ),
)  # fmt: skip
MASTER, EXPERT, OLD = LEVELS["master"].spec, LEVELS["expert"].spec, "strategist@v1"
BY_HAND = "general:doctrine=plain"
"""The expert without operations."""


def _write_asked(found: dict[str, Any], wars: dict[str, Pairs]) -> None:
    """What was asked for beside what was measured, and how it is defined."""
    rows = []
    for asked, one, other in (
        ("`expert` against the expert of old: 90 % or more", EXPERT, OLD),
        ("the same without operations", BY_HAND, OLD),
        ("`master` against `expert`: 60 % or more", MASTER, EXPERT),
        ("the same without operations", MASTER, BY_HAND),
        ("`hybrid` against `expert` without operations: 60 % or more", "hybrid", BY_HAND),
    ):
        told = [
            f"{2 * len(pairs)} wars: {_score(pairs)}"
            for key, pairs in sorted(wars.items())
            if key.split()[:2] == [one, other]
        ]
        defined = "whole wars of up to 15 rounds, then production plus unit value"
        rows.append([asked, "; ".join(told) or "–", defined, ""])
    seen = found["conduct"].get(MASTER, [])
    if seen:
        counted = shares(Conduct.of([war["counts"] for war in seen]))
        for aim in ASKED:
            answers = [row[COLUMNS.index(aim.line)] for row in counted]
            told = [f"{POWER_NAMES[power]['en']} {answers[power]}" for power in aim.powers]
            missed = [POWER_NAMES[power]["en"] for power in aim.powers if aim.missed(answers[power])]
            told.append(f"all powers {answers[POWERS]}")
            rows.append([aim.aim, "; ".join(told), aim.defined, ", ".join(missed) or "nobody"])
    fill(PAGE, "asked:axisallies", markdown(["asked for", "measured", "defined as", "missed by"], rows))


def _write_variety(found: dict[str, Any]) -> None:
    """How many different first turns programs have."""
    rows = [
        [f"`{spec}`", where, *(str(n) for n in counted[kind])]
        for spec, counted in sorted(found.get("variety", {}).items())
        for kind, where in (("position", "one position"), ("wars", "wars"))
    ]
    head = ["program", f"{SEEDS} seeds, in", *(POWER_NAMES[power]["en"] for power in range(POWERS))]
    fill(PAGE, "variety:axisallies", markdown(head, rows))


def _score(pairs: Pairs) -> str:
    """The share of its wars that the first program has won, with its interval."""
    return with_interval([0.5 * (a.axis_won + (not b.axis_won)) for a, b in pairs])


def _write_wars(wars: dict[str, Pairs]) -> None:
    """Who won against whom."""
    rows = []
    for key, pairs in sorted(wars.items()):
        one, other, *budget = key.split()
        turns = _turns(pairs)
        rows.append(
            [
                f"`{one}`",
                f"`{other}`",
                budget[0] if budget else "",
                str(2 * len(pairs)),
                _score(pairs),
                f"{sum(a.axis_won for a, _ in pairs)} of {len(pairs)}",
                f"{sum(not b.axis_won for _, b in pairs)} of {len(pairs)}",
                f"{np.mean([a.share for a, _ in pairs]):.2f}, {np.mean([b.share for _, b in pairs]):.2f}",
                f"{np.median(turns):.0f}, {np.percentile(turns, 99):.0f}",
            ]
        )
    head = ["program", "against", "seconds", "wars", "won, 95 %", "as Axis", "as Allies", "Axis share",
            "ms a turn, 99 %"]  # fmt: skip
    fill(PAGE, "wars:axisallies", markdown(head, rows))


def _write_boards(found: dict[str, Any]) -> None:
    """Who won against whom on other boards, and how long the wars lasted."""
    rows, lasted = [], []
    for key, stored in sorted(found.get("boards", {}).items()):
        preset, one, other, *budget = key.split()
        pairs: Pairs = [[_restored(war) for war in pair] for pair in stored]
        turns, rounds = _turns(pairs), [war.rounds for pair in pairs for war in pair]
        thought = [sum(map(sum, war.seconds)) for pair in pairs for war in pair]
        lasted.append(
            f"- `{preset}`, `{one}` and `{other}`: a war lasted {np.median(rounds):.0f} rounds (median; "
            f"{min(rounds)} to {max(rounds)}), in which both programs together thought for "
            f"{np.median(thought):.1f} s, {max(thought):.1f} s at most."
        )
        rows.append(
            [
                f"`{preset}`",
                f"`{one}`",
                f"`{other}`",
                budget[0] if budget else "",
                str(2 * len(pairs)),
                _score(pairs),
                f"{sum(a.axis_won for a, _ in pairs)} of {len(pairs)}",
                f"{sum(not b.axis_won for _, b in pairs)} of {len(pairs)}",
                f"{np.median(turns):.0f}, {np.percentile(turns, 99):.0f}",
            ]
        )
    head = ["board", "program", "against", "seconds", "wars", "won, 95 %", "as Axis", "as Allies", "ms a turn, 99 %"]  # fmt: skip
    fill(PAGE, "boards:axisallies", "\n\n".join([markdown(head, rows), "\n".join(lasted)]))


def _write_levels(wars: dict[str, Pairs]) -> None:
    """The levels, each against the one below it, and how long their turns take."""
    rows, below = [], None
    for level in LEVELS.values():
        found = [
            f"{2 * len(pairs)} wars, {_score(pairs)}"
            for key, pairs in sorted(wars.items())
            if below is not None and key.split()[:2] == [level.spec, below]
        ]
        rows.append([level.name, f"`{level.spec}`", "; ".join(found) or "–", *_times(wars, level.spec)])
        below = level.spec
    rows.append(["the expert of old", f"`{OLD}`", "–", *_times(wars, OLD)])
    head = ["level", "program", "against the level below", "turns", "ms a turn, 99 %"]
    fill(PAGE, "levels:axisallies", markdown(head, rows))


def _times(wars: dict[str, Pairs], spec: str) -> list[str]:
    """How many turns of a program were timed, with the median and the 99th percentile in milliseconds."""
    times: list[float] = []
    for key, pairs in wars.items():
        one, other, *_ = key.split()
        for a, b in pairs:
            times += [*a.seconds[AXIS], *b.seconds[1 - AXIS]] if one == spec else []
            times += [*a.seconds[1 - AXIS], *b.seconds[AXIS]] if other == spec else []
    spent = [1000 * value for value in times]
    told = f"{np.median(spent):.0f}, {np.percentile(spent, 99):.0f}" if spent else "–"
    return [str(len(spent)), told]


def _write_doctrine(found: dict[str, Any]) -> None:
    """What was tuned, how well it did on the way, and what single changes do."""
    stored = json.loads((Path(doctrine.__file__).with_name(doctrine.FILE)).read_text(encoding="utf-8"))
    rows = [
        [f"`{setting.name}`", setting.help, f"{setting.usual:g}"]
        + [f"{stored['values'][side].get(setting.name, setting.usual):.3g}" for side in ("axis", "allies")]
        for setting in doctrine.SETTINGS
    ]
    fill(PAGE, "doctrine:axisallies", markdown(["setting", "meaning", "by hand", "Axis", "Allies"], rows))
    stages = [
        (f"{float(scale):g} of the way that was found", worth)
        for scale, worth in sorted(found.get("comparison", {}).items())
    ]
    rows = [[name, str(2 * len(worth)), with_interval(worth)] for name, worth in stages]
    fill(PAGE, "way:axisallies", markdown(["doctrine", "wars", "won, 95 %"], rows))
    curve = sorted((int(generation), worth) for generation, worth in found.get("curve", {}).items())
    if curve:
        _plot_curve(curve)
        rows = [[str(n), str(2 * len(worth)), with_interval(worth)] for n, worth in curve]
        fill(PAGE, "curve:axisallies", markdown(["generation", "wars", "won, 95 %"], rows))
    rows = [
        [name, str(2 * len(worth)), with_interval(worth)]
        for name, worth in sorted(found.get("variant", {}).items())
    ]
    fill(PAGE, "variants:axisallies", markdown(["change", "wars", "won, 95 %"], rows))


def _plot_curve(curve: list[tuple[int, list[float]]]) -> None:
    """The learning curve: what generations of a tuning win against the doctrine set by hand."""
    drawing, axes = figure()
    numbers = [generation for generation, _ in curve]
    means = [100.0 * float(np.mean(worth)) for _, worth in curve]
    ends = [[100.0 * end for end in share_interval(worth)] for _, worth in curve]
    spans = [[mean - low for mean, (low, _) in zip(means, ends, strict=True)],
             [high - mean for mean, (_, high) in zip(means, ends, strict=True)]]  # fmt: skip
    axes.errorbar(numbers, means, spans, fmt="o-", color=COLOURS[0], capsize=3, linewidth=1.6)
    axes.axhline(50.0, color="#999999", linewidth=0.9)
    axes.set(xlabel="generation", ylabel="wars won against the doctrine set by hand, %", ylim=(0, 100))
    save_plot(drawing, DOCS / "images" / "axis-and-allies-tuning")


def _write_judgement() -> None:
    """The weights of the judgement of positions and how well it predicts."""
    shipped = json.loads(SHIPPED.read_text(encoding="utf-8"))
    weights, card = shipped["weights"], shipped["card"]
    table = markdown(list(weights), [[f"{value:+.2f}" for value in weights.values()]])
    text = (
        f"Log-odds of the Axis; 1 is 100 IPC of income or material, being at the goal, a capital, a capital that is "
        f"lost for certain, the Axis to move. Fitted ({', '.join(['constant', *card['fitted']])}) to "
        f"{card['turns']} turns of {card['wars'] - card['held_out_wars']} wars; in {card['held_out_wars']} others "
        f"the loss is {card['log_loss']:.3f} nats, that of the weights before "
        f"{card['log_loss_of_the_weights_before']:.3f}, that of a constant {card['log_loss_of_a_constant']:.3f}."
    )
    fill(PAGE, "judgement:axisallies", f"{table}\n\n{text}")


def main() -> None:
    """Read the arguments and do as they say."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="*", help="two programs, the first of which is measured")
    parser.add_argument("--against", help="measure all programs against this one, as a plan")
    parser.add_argument("--seconds", type=float, help="time for a decision, with --against")
    parser.add_argument("--preset", default=USUAL, help="the edition of wars of two programs")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of wars, or wars to watch")
    parser.add_argument("--rounds", type=int, default=8, help="rounds of the wars to watch")
    parser.add_argument("--fresh", action="store_true", help="forget the earlier wars of the pair")
    parser.add_argument("--conduct", help="watch this program instead")
    parser.add_argument("--variety", nargs="+", help="count the different first turns of these programs")
    parser.add_argument(
        "--plan", type=Path, nargs="+", help="play these plans on several processes, one after another"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of processes of a plan")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds for all plans")
    parser.add_argument("--lines", type=Path, default=ROOT / "build" / "wars.jsonl", help="results of a plan")
    parser.add_argument("--collect", type=Path, nargs="+", help="add the results of plans to the others")
    parser.add_argument("--write", action="store_true", help="write the pages only")
    given = parser.parse_args()
    if given.write:
        write(read())
    elif given.plan:
        plans = [json.loads(file.read_text("utf-8")) for file in given.plan]
        carry_out(plans, given.jobs, given.limit, given.lines)
    elif given.against:
        plan = [[program, given.against, given.pairs, given.seconds] for program in given.programs]
        carry_out([plan], given.jobs, given.limit, given.lines)
    elif given.collect:
        collect(given.collect, given.fresh)
    elif given.variety:
        vary(given.variety)
    elif given.conduct:
        observe(given.conduct, given.pairs, given.rounds)
    elif len(given.programs) == 2:
        one, other = given.programs
        play(one, other, given.pairs, given.fresh, given.preset)
    else:
        parser.error("name two programs, or --conduct and one, or --write")


if __name__ == "__main__":
    main()

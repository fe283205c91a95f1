"""Run the reference experiments and write their reports into docs/experiments/reproduce.

    python benchmarks/references.py liarbot moon --jobs 4 --seconds 300

Results are kept in `docs/experiments/reproduce/<name>/results.json` piece by piece; a piece is one player, or
one match. Only pieces that are missing are played, unless `--again` plays all anew. The tables and sentences
about them in other pages are written, too: no number there is typed by hand.
`partie reproduce NAME --out DIR` runs the same experiments.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pages import DOCS, ROOT, fill, markdown

from partie.arena.experiment import RESULTS, Account, read_experiment, write_experiment
from partie.arena.pages import Stint
from partie.arena.statistics import mean_interval
from partie.games.axisallies.lab import experiment as war
from partie.games.axisallies.lab import report as war_report
from partie.games.axisallies.rules.board import GERMANY, POWER_NAMES
from partie.games.coinche.lab import experiment as matches
from partie.games.coinche.lab import report as matches_report
from partie.games.hearts.lab import moon
from partie.games.liarsdice.lab import experiment as liarbot
from partie.games.liarsdice.lab import report as liarbot_report

PAGES = DOCS / "experiments" / "reproduce"
BUILD = ROOT / "build" / "references"
SEED = 2026
Results = list[dict[str, Any]]
Piece = tuple[Results, int]
"""Results, and the number of games played for them."""


class Reference(NamedTuple):
    """An experiment: how to play the pieces that are missing, how to tell and where to write about it."""

    play: Callable[[Results, int], Iterator[Piece]]
    tell: Callable[[Results, str], Account]
    write: Callable[[Results], None]


# Liar's Dice

BOTS = "weighted:genome=first"
"""The bots of the experiment: bred as those of the original report were."""
LIARBOT_GAMES = 200


def _play_liarbot(known: Results, jobs: int) -> Iterator[Piece]:
    done = {one["player"] for one in known}
    for player in liarbot.STAND_INS:
        if player not in done:
            courses = liarbot.liarbot([player], BOTS, LIARBOT_GAMES, SEED, jobs)
            yield liarbot_report.as_json(courses), courses[0].games


def _tell_liarbot(results: Results, language: str) -> Account:
    return liarbot_report.tell(liarbot_report.from_json(results), BOTS, language)


def _write_liarbot(results: Results) -> None:
    courses = liarbot_report.from_json(results)
    rounds = range(3, 19, 3)
    head = ["player", "games", "win share, 95 %", "dice left when winning"]
    head += [f"still in after {liarbot.OUT_BY} rounds", *(f"after {number} rounds" for number in rounds)]
    rows = []
    for course in courses:
        dice = [course.dice[min(number, len(course.dice) - 1)] for number in rounds]
        low, high = course.interval
        rows.append(
            [
                f"`{course.player}`",
                str(course.games),
                f"{course.win_share:.1%} [{low:.1%}, {high:.1%}]",
                f"{course.dice_when_won:.1f}",
                f"{course.still_in():.0%}",
                *(f"{own:.1f} (bot {bot:.1f})" for own, bot in dice),
            ]
        )
    fill(DOCS / "liarsdice.md", "liarbot", markdown(head, rows))
    liarbot.plot_liarbot(courses, DOCS / "images" / "liarsdice-liarbot")
    fill(DOCS / "liarsdice.md", "liarbot:agreement", _agreement({one.player: one for one in courses}))


def _agreement(courses: dict[str, liarbot.Course]) -> str:
    """What agrees with the report, and what does not."""
    told = []
    if (one := courses.get("naive")) is not None:
        told.append(
            f"- **Beginners.** In the report they were out within {liarbot.OUT_BY} rounds. `naive` is still in after "
            f"{liarbot.OUT_BY} rounds in {one.still_in():.0%} of its games and wins {one.win_share:.1%} of them, where "
            f"{1 / liarbot.SEATS:.0%} is an even share."
        )
    for name in ("intermediate", "odds"):
        if (one := courses.get(name)) is not None:
            own, bot = one.dice[min(9, len(one.dice) - 1)]
            told.append(
                f"- **Players with practice.** In the report they finished slightly ahead of the bot. `{name}` has "
                f"{own:.1f} dice after nine rounds, a bot at its table {bot:.1f}, and it wins {one.win_share:.0%} of the games."
            )
    if (one := courses.get("reader")) is not None:
        told.append(
            f"- **Experts.** In the report they won with three dice left. `reader` wins {one.win_share:.0%} of the games, "
            f"with {one.dice_when_won:.1f} dice left."
        )
    return "\n".join(told)


# Coinche

DEALS = (3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 600, 400, 400, 400)
"""Deals of each match: fewer for those of the slowest programs."""


def _play_matches(known: Results, jobs: int) -> Iterator[Piece]:
    done = {(*(each["spec"] for each in one["results"]), one["asked"]) for one in known}
    for pairing, deals in zip(matches.PAIRINGS, DEALS, strict=True):
        if (pairing.first, pairing.second, pairing.options) not in done:
            matches.coinche_matches(
                [pairing], 2
            )  # compiles, so that compiling does not count as thinking time
            outcomes = matches.coinche_matches([pairing], deals, SEED, jobs)
            yield matches_report.as_json(outcomes), outcomes[0].report.games


def _write_matches(results: Results) -> None:
    head = ["player", "against", "counts", "deals", "deals won, 95 %", "original (run again)"]
    head += ["points beyond the other's", "original", "difference per deal, 95 %", "ms per move"]
    rows = []
    for one in matches_report.scores(results):
        original = one.pairing.original
        rows.append(
            [
                f"`{one.pairing.first}`",
                f"`{one.pairing.second}`",
                one.pairing.counts,
                str(one.games),
                "{:.1%} [{:.1%}, {:.1%}]".format(one.wins, *one.wins_ci95),
                f"{original.wins:.0%} ({original.again:.1%})" if original else "",
                f"{one.lead:+.0%}",
                f"{original.points:+.0%}" if original else "",
                "{:+.1f} [{:+.1f}, {:+.1f}]".format(one.difference, *one.difference_ci95),
                f"{one.ms_per_move:.1f}",
            ]
        )
    fill(DOCS / "results.md", "matches:coinche", markdown(head, rows))


# Axis & Allies

COMPARED = war.PLAYERS[:2]
WEIGHED = "germany-2026"
"""The player that is measured beside them."""
WARS, BESIDE, ROWS = 1600, 400, 60
"""Games of the two players that are compared game by game, of the one beside them, and of every other row."""
FLYING = (COMPARED[0], WEIGHED, COMPARED[1])
"""Players whose aircraft are counted in Germany's first turn, in as many games as the one beside."""
AT_ONCE = 100


def _play_wars(known: Results, jobs: int) -> Iterator[Piece]:
    """Rows in pieces: games with the same seed go on where they stopped."""
    games = {(one["others"], one["player"]): len(one["ipc"]) for one in known}
    for others in war.OTHERS:
        for player in war.PLAYERS:
            goal = ROWS
            if others == war.OTHERS[0]:
                goal = WARS if player in COMPARED else BESIDE if player == WEIGHED else ROWS
            done = games.get((others, player), 0)
            while done < goal:
                count = min(AT_ONCE, goal - done)
                yield (
                    war_report.as_json(war.axis_and_allies([player], others, count, SEED, jobs, first=done)),
                    count,
                )
                done += count
    flown = {one["player"]: len(one.get("aircraft", ())) for one in known if one["others"] == war.OTHERS[0]}
    for player in FLYING:
        done, others = flown.get(player, 0), war.OTHERS[0]
        while done < BESIDE:
            count = min(AT_ONCE, BESIDE - done)
            yield war_report.as_json([war.first_turns(player, others, count, SEED, jobs, done)]), count
            done += count


def _merged_wars(results: Results) -> Results:
    rows: dict[tuple[str, str], war.War] = {}
    for one in war_report.from_json(results):
        key = one.others, one.player
        rows[key] = rows[key].extended_by(one) if key in rows else one
    order = [(others, player) for others in war.OTHERS for player in war.PLAYERS]
    return war_report.as_json([rows[key] for key in sorted(rows, key=order.index)])


def _tell_wars(results: Results, language: str) -> Account:
    return war_report.tell(war_report.from_json(results), language)


def _write_wars(results: Results) -> None:
    wars = war_report.from_json(results)
    compared = [one for one in wars if one.player in COMPARED and one.others == war.OTHERS[0]]
    more, (low, high) = war.advantage(compared[0], compared[1])
    first, second = (one.mean(GERMANY)[0] for one in compared)
    sentence = (
        f"After five rounds Germany produces {first:.1f} IPC with `{compared[0].player}` and {second:.1f} with "
        f"`{compared[1].player}`, the other powers played by `greedy`: {more:+.1f} [{low:+.1f}, {high:+.1f}] "
        f"game by game, {compared[0].games} games each."
    )
    ends = markdown(
        (
            "Germany by",
            "other powers by",
            "games",
            "IPC after five rounds, 95 %",
            "Axis wins by production, 95 %",
        ),
        [_war_row(one) for one in wars],
    )
    rounds = markdown(
        ("Germany by", "power", "start", *(f"round {number}" for number in range(1, war.ROUNDS + 1))),
        [
            [
                f"`{one.player}`",
                name["en"],
                *(f"{one.mean(power, number)[0]:.1f}" for number in range(war.ROUNDS + 1)),
            ]
            for one in compared
            for power, name in enumerate(POWER_NAMES)
        ],
    )
    fill(DOCS / "axis-and-allies-expert.md", "war:axisallies", f"{sentence}\n\n{ends}\n\n{rounds}")
    flying = {one.player: one.aircraft for one in wars if len(one.aircraft)}
    if flying:
        head = ("Germany by", "first turns", "aircraft sent", "of these at sea", "aircraft lost, 95 %")
        table = markdown(head, [_air_row(player, flying[player]) for player in FLYING if player in flying])
        fill(DOCS / "axis-and-allies-expert.md", "aircraft:axisallies", table)
    fill(DOCS / "results.md", "war-line:axisallies", sentence)
    war.plot_axis_and_allies(compared, DOCS / "images" / "axis-and-allies-war")


def _air_row(player: str, counted: NDArray[np.int64]) -> list[str]:
    sent, at_sea, _ = counted.mean(axis=0)
    lost = [float(value) for value in counted[:, 2]]
    low, high = mean_interval(lost)
    return [
        f"`{player}`",
        str(len(counted)),
        f"{sent:.1f}",
        f"{at_sea:.1f}",
        f"{np.mean(lost):.2f} [{low:.2f}, {high:.2f}]",
    ]


def _war_row(one: war.War) -> list[str]:
    mean, interval = one.mean(GERMANY)
    share, share_interval = one.economic_share()
    return [
        f"`{one.player}`",
        f"`{one.others}`",
        str(one.games),
        "{:.1f} [{:.1f}, {:.1f}]".format(mean, *interval),
        "{:.0%} [{:.0%}, {:.0%}]".format(share, *share_interval),
    ]


# Hearts

SHOOTERS = ("beginner", "intermediate", "expert", "net", "master@v1", "master")
MOON_DEALS = 100


def _play_moon(known: Results, jobs: int) -> Iterator[Piece]:
    done = {one["player"] for one in known}
    for player in SHOOTERS:
        if player not in done:
            yield [one._asdict() for one in moon.moons([player], MOON_DEALS, jobs)], 2 * MOON_DEALS


def _tell_moon(results: Results, language: str) -> Account:
    return moon.tell([moon.Moons(**one) for one in results], language)


def _write_moon(results: Results) -> None:
    rows = []
    for one in (moon.Moons(**each) for each in results):
        shares = [moon.share(times) for times in (one.shot, one.stopped)]
        cells = ("{:.0%} [{:.0%}, {:.0%}]".format(share, *interval) for share, interval in shares)
        rows.append([f"`{one.player}`", str(len(one.shot)), *cells])
    fill(
        DOCS / "hearts-network.md",
        "moon",
        markdown(("program", "deals", "shoots, 95 %", "stops, 95 %"), rows),
    )


REFERENCES = {
    "liarbot": Reference(_play_liarbot, _tell_liarbot, _write_liarbot),
    "coinche": Reference(_play_matches, matches_report.tell, _write_matches),
    "axisallies": Reference(_play_wars, _tell_wars, _write_wars),
    "moon": Reference(_play_moon, _tell_moon, _write_moon),
}


def _kept(name: str, again: bool) -> tuple[Results, list[Stint]]:
    """What was played before: in `build`, or in the documentation."""
    for folder in (BUILD / name, PAGES / name):
        if not again and (folder / RESULTS).exists():
            return read_experiment(folder)
    return [], []


def play(name: str, jobs: int, ends: float, again: bool, commit: str | None) -> None:
    """Play what is missing until the time is up, and keep every piece when it is there."""
    results, stints = _kept(name, again)
    command, games = f"python benchmarks/references.py {name}", 0
    for piece, count in REFERENCES[name].play(results, jobs):
        results, games = [*results, *piece], games + count
        if name == "axisallies":
            results = _merged_wars(results)
        print(f"{name}: {games} games", flush=True)
        write_experiment(
            BUILD / name,
            partial(REFERENCES[name].tell, results),
            results,
            [*stints, Stint.of(command, games, commit)],
        )
        if time.monotonic() > ends:
            return


def publish(name: str, commit: str | None = None) -> None:
    """Write the report, and what other pages say of it."""
    results, stints = _kept(name, again=False)
    if commit is not None:
        stints = [one._replace(commit=commit) if one.commit == "?" else one for one in stints]
    write_experiment(PAGES / name, partial(REFERENCES[name].tell, results), results, stints)
    REFERENCES[name].write(results)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", choices=[*REFERENCES, []], help=", ".join(REFERENCES)
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="begin no new piece after this time"
    )
    parser.add_argument("--again", action="store_true", help="play everything anew")
    parser.add_argument("--commit", help="what is played, where there is no repository")
    parser.add_argument("--play", action="store_true", help="only play, write no pages")
    parser.add_argument("--write", action="store_true", help="only write the pages")
    chosen = parser.parse_args()
    ends = time.monotonic() + chosen.seconds
    for name in chosen.names or REFERENCES:
        if not chosen.write:
            play(name, chosen.jobs, ends, chosen.again, chosen.commit)
        if not chosen.play:
            publish(name, chosen.commit)


if __name__ == "__main__":
    main()

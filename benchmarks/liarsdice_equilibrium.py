"""Solve duels of Liar's Dice, store the usual ones in the package and document the numbers.

    python benchmarks/liarsdice_equilibrium.py ship              # solve and store the policies of the package
    python benchmarks/liarsdice_equilibrium.py table             # values and exploitabilities
    python benchmarks/liarsdice_equilibrium.py loss              # the cost of forgetting bids
    python benchmarks/liarsdice_equilibrium.py match --games 400 # whole duels against other programs
    python benchmarks/liarsdice_equilibrium.py local --games 400 # a local best response, rounds in each seat

Each writes its table into docs/liarsdice-equilibrium.md between the marks with its name, so that no number
there is typed by hand.
"""

from __future__ import annotations

import argparse
import os
from itertools import product

from pages import DOCS, fill

import partie
from partie.arena.match import play_match
from partie.games.liarsdice.players.equilibrium.duel import (
    Solved,
    solve_round,
)
from partie.games.liarsdice.players.equilibrium.local import local_exploitability
from partie.games.liarsdice.players.equilibrium.rounds import (
    EVEN_STAKE,
    Setting,
)
from partie.games.liarsdice.players.equilibrium.store import (
    SHIPPED,
    load,
    save,
)

PAGE = DOCS / "liarsdice-equilibrium.md"
VARIANTS = [(wild, spot_on) for spot_on in (True, False) for wild in (-1, 0, 5)]
SMALL = [(1, 1), (1, 2), (2, 1)]
WHOLE = sorted(product(range(1, 6), repeat=2), key=sum)
LARGEST = 1 << 20
LOSS = [Setting(1, 1), Setting(2, 1), Setting(1, 2), Setting(2, 2, 3), Setting(2, 2)]
MATCHES = [
    ("equilibrium", "odds", "dice=1"),
    ("equilibrium", "odds", "dice=2"),
    ("equilibrium", "odds", "dice=3"),
    ("equilibrium", "odds", "dice=5"),
    ("equilibrium", "montecarlo:deals=30,replays=3", "dice=5"),
    ("equilibrium", "ismcts:iterations=2000", "dice=2"),
]


def shipped_settings() -> list[Setting]:
    """All rounds of the usual duel with five dice, and of every variant those that are solved exactly."""
    usual = [Setting(*dice) for dice in WHOLE]
    exact = [Setting(*dice, 6, wild, spot_on) for wild, spot_on in VARIANTS for dice in SMALL]
    return [*usual, *(setting for setting in exact if setting not in usual)]


def setting_text(setting: Setting) -> str:
    wild = "none" if setting.wild < 0 else "ones" if setting.wild == 0 else "last"
    spot = "on" if setting.spot_on else "off"
    return f"{setting.starter} against {setting.other} | {setting.faces} | {wild} | {spot}"


def remembered(solved: Solved) -> str:
    return "all" if solved.recall == solved.setting.bids else str(solved.recall)


def number(value: float, digits: int) -> str:
    return "not computed" if value != value else f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")


def row(solved: Solved) -> str:
    """One line of a table."""
    loss = "not computed" if solved.low != solved.low else f"{solved.exploitability:.5f}"
    return (
        f"| {setting_text(solved.setting)} | {remembered(solved)} | {solved.iterations} "
        f"| {number(solved.value, 4)} | {loss} |"
    )


HEAD = [
    "| dice | faces | wild | exact calls | bids remembered | iterations | value for the starter "
    "| exploitability |",
    "|---|---|---|---|---|---|---|---|",
]


def ship() -> None:
    for setting in shipped_settings():
        if load(setting, EVEN_STAKE, SHIPPED) is None:
            solved = solve_round(setting)
            path = save(solved, SHIPPED)
            size = path.stat().st_size
            print(row(solved), f"{solved.seconds:.0f} s, {size // 1024} KB", flush=True)
            if size > LARGEST:
                path.unlink()  # too large to ship: it is solved when it is first needed


def table() -> None:
    stored = [load(setting, EVEN_STAKE, SHIPPED) for setting in shipped_settings()]
    fill(PAGE, "rounds", "\n".join(HEAD + [row(solved) for solved in stored if solved is not None]))


def loss() -> None:
    lines = []
    for setting in LOSS:
        for recall in (1, 2, 3, setting.bids if setting.bids <= 18 else 4):
            solved = solve_round(setting, 1000 if setting.bids <= 18 and recall <= 3 else 300, recall)
            lines.append(row(solved))
            print(lines[-1], flush=True)
    fill(PAGE, "loss", "\n".join(HEAD + lines))


def match(games: int) -> None:
    lines = [
        "| program | against | options | games | win share, 95 % | ms per move |",
        "|---|---|---|---|---|---|",
    ]
    for first, second, options in MATCHES:
        name, _, value = options.partition("=")
        report = play_match(
            partie.game("liarsdice"),
            (first, second),
            games=games,
            seed=2026,
            seats=2,
            options={name: value},
            jobs=os.cpu_count() or 1,
        )
        result = report.results[0]
        low, high = result.win_share_ci95
        lines.append(
            f"| `{first}` | `{second}` | `{options}` | {report.games} "
            f"| {result.win_share:.1%} [{low:.1%}, {high:.1%}] | {result.ms_per_move:.1f} |"
        )
        print(lines[-1], flush=True)
    fill(PAGE, "match", "\n".join(lines))


def local(rounds: int) -> None:
    """Measure every stored round of the usual duel by a local best response."""
    lines = [
        "| dice | bids remembered | rounds in each seat | gain of a local best response | exploitability |",
        "|---|---|---|---|---|",
    ]
    for dice in WHOLE:
        solved = load(Setting(*dice), EVEN_STAKE, SHIPPED)
        if solved is None:
            continue
        gain, error = local_exploitability(solved, rounds)
        exact = "not computed" if solved.low != solved.low else f"{solved.exploitability:.3f}"
        shown = f"{number(gain, 3)} ± {error:.3f}"
        lines.append(f"| {dice[0]} against {dice[1]} | {remembered(solved)} | {rounds} | {shown} | {exact} |")
        print(lines[-1], flush=True)
    fill(PAGE, "local", "\n".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("ship", "table", "loss", "match", "local"))
    parser.add_argument("--games", type=int, default=400)
    arguments = parser.parse_args()
    if arguments.what in ("match", "local"):
        {"match": match, "local": local}[arguments.what](arguments.games)
    else:
        {"ship": ship, "table": table, "loss": loss}[arguments.what]()


if __name__ == "__main__":
    main()

"""The `partie` command."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from partie.arena import bench as benches
from partie.arena.match import MatchReport, play_match
from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.errors import BadRecord, PartieError
from partie.core.game import Game
from partie.core.kernel import watch_compilation
from partie.core.parameters import Parameter, parse_pairs
from partie.core.record import Record, read_record
from partie.experiments import reproduce_app
from partie.games.cards import card_sign
from partie.games.coinche import solve_command as coinche
from partie.games.axisallies.battle import BadBattle
from partie.games.axisallies.battle_text import read_battle, read_losses, read_stop, read_technologies
from partie.games.axisallies.odds import odds as odds_of
from partie.games.axisallies.odds import simulated_odds
from partie.games.axisallies.odds_command import odds_lines
from partie.games.axisallies.odds_words import SCALE, verdict
from partie.games.liarsdice.solve_command import solve_text
from partie.games.quarto.solver import Solver
from partie.terminal import Terminal
from partie.training import train_app

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Table games, opponents that think, and the workshop in which they are made.",
)
records_app = typer.Typer(no_args_is_help=True, help="Look at and check records of games.")
solve_app = typer.Typer(no_args_is_help=True, help="Prove what a position is worth.")
app.add_typer(records_app, name="records")
app.add_typer(solve_app, name="solve")
app.add_typer(train_app, name="train")
app.add_typer(reproduce_app, name="reproduce")

console = Console()
errors = Console(stderr=True)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game, e.g. quarto; `partie games` lists them.")
]
Options = Annotated[str, typer.Option("--options", metavar="K=V,…", help="Options of the game.")]


def main() -> None:
    """Run the command; a mistake of the user ends it with one sentence."""
    try:
        app()
    except PartieError as error:
        errors.print(str(error), style="red", markup=False, highlight=False)
        sys.exit(2)
    except KeyboardInterrupt:
        errors.print("Stopped.")
        sys.exit(130)


@contextmanager
def compilation_shown() -> Iterator[None]:
    """Tell people why the very first run takes a while."""
    compiled = 0
    with errors.status("") as status:
        status.stop()

        def notice(name: str) -> None:
            nonlocal compiled
            compiled += 1
            status.update(f"Compiling for this machine, the first time only: {name} ({compiled})")
            status.start()

        with watch_compilation(notice):
            yield


def _warm(game: Game, specs: list[str]) -> None:
    """Compile what these agents need before any bar or clock runs."""
    with compilation_shown():
        state = game.start()
        for spec in specs:
            ask(registry.build_agent(game, spec, files=True), state.view(state.to_move), Budget(seconds=0.05))


@app.command()
def games() -> None:
    """List the games."""
    table = Table("name", "game", "players", "options")
    for game in registry.games():
        low, high = game.seats
        options = ", ".join(f"{p.name}={p.text(p.default)}" for p in game.options)
        table.add_row(game.name, game.title["en"], str(low) if low == high else f"{low}–{high}", options)
    console.print(table)


@app.command()
def agents(game: GameName) -> None:
    """List a game's levels and agents with their parameters."""
    chosen = registry.game(game)
    levels = Table("level", "plays as", "how")
    for level in chosen.levels.values():
        levels.add_row(level.name, level.spec, level.help["en"])
    families = Table("agent", "parameters", "how")
    for family in chosen.families.values():
        families.add_row(family.name, "\n".join(_describe(p) for p in family.params), family.help["en"])
    console.print(levels)
    console.print(families)


def _describe(parameter: Parameter) -> str:
    if parameter.choices:
        scope = "|".join(parameter.choices)
    elif parameter.kind == "switch":
        scope = "on|off"
    else:
        scope = f"{parameter.low:g}–{parameter.high:g}"
    return f"{parameter.name}={parameter.text(parameter.default)} ({scope})"


@app.command()
def play(
    game: GameName,
    against: Annotated[str, typer.Option(help="The opponents: a level or an agent spec.")] = "intermediate",
    seat: Annotated[int, typer.Option(help="Where you sit; seat 0 begins.")] = 0,
    options: Options = "",
    seed: Annotated[int | None, typer.Option(help="Repeat a game; otherwise every game is new.")] = None,
) -> None:
    """Play in the terminal."""
    chosen = registry.game(game)
    registry.check_specs(chosen, [against], files=True)
    _warm(chosen, [against])
    Terminal(chosen, against, seat, parse_pairs(options), seed, console).run()


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8642,
    database: Annotated[
        str | None, typer.Option(help="Database URL; default: SQLite in your data folder.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve the games to browsers."""
    from partie.service.serve import (
        serve as run_server,  # starting the web stack takes a while; only this command pays
    )

    run_server(host, port, database, open_browser)


@app.command()
def match(
    game: GameName,
    specs: Annotated[list[str], typer.Argument(metavar="SPEC SPEC […]", help="Agents or levels.")],
    games: Annotated[int, typer.Option(min=1, help="How many games at least; seats rotate.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    options: Options = "",
    seats: Annotated[int | None, typer.Option(help="How many seats, where a game leaves the choice.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; does not change the result.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Let agents play each other, and say who is better with what certainty."""
    chosen = registry.game(game)
    registry.check_specs(chosen, specs, files=True)
    _warm(chosen, specs)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    ) as bar:
        task = bar.add_task("games", total=games)
        report = play_match(
            chosen,
            specs,
            games=games,
            seed=seed,
            options=parse_pairs(options),
            seats=seats,
            jobs=jobs,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        _show_report(report)


def _show_report(report: MatchReport) -> None:
    table = Table("agent", "games", "mean score", "95 %", "win share", "95 %", "ms/move")
    for result in report.results:
        table.add_row(
            result.spec,
            str(result.games),
            f"{result.mean:+.3f}",
            "[{:+.3f}, {:+.3f}]".format(*result.ci95),
            f"{result.win_share:.1%}",
            "[{:.1%}, {:.1%}]".format(*result.win_share_ci95),
            f"{result.ms_per_move:.2f}",
        )
    console.print(table)
    mean, (low, high) = report.difference
    first, second = report.results[0].spec, report.results[1].spec
    verdict = "a clear difference" if low > 0 or high < 0 else "no clear difference yet: play more games"
    console.print(
        f"{first} − {second}: {mean:+.3f}, 95 % between {low:+.3f} and {high:+.3f} ({verdict}).",
        highlight=False,
    )


@app.command()
def advise(
    game: GameName,
    position: Annotated[str, typer.Option(help="The position as text.")],
    agent: Annotated[str, typer.Option(help="Who advises.")] = "master",
    options: Options = "",
    seconds: Annotated[float | None, typer.Option(min=0.01, help="Time to think.")] = None,
    seed: Annotated[int, typer.Option()] = 0,
) -> None:
    """Ask an agent what to play in a position."""
    chosen = registry.game(game)
    state = chosen.position(position, parse_pairs(options))
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to decide.")
    view = state.view(state.to_move)
    with compilation_shown():
        decision = ask(registry.build_agent(chosen, agent, seed, files=True), view, Budget(seconds))
    console.print(view.text(decision.move), style="bold", highlight=False)
    if decision.why is not None:
        console.print(chosen.phrase(decision.why.key, decision.why.data)["en"], highlight=False, markup=False)
    table = Table("move", "value", "visits")
    for candidate in decision.candidates[:10]:
        bound = "" if candidate.exact else "≤ "
        table.add_row(
            view.text(candidate.move), f"{bound}{candidate.value:+.3f}", str(candidate.visits or "")
        )
    if decision.candidates:
        console.print(table)


@solve_app.command("quarto")
def solve_quarto(
    position: Annotated[str, typer.Argument(metavar="TEXT", help="The position, e.g. '0.......f.....3a 5'.")],
    options: Options = "",
    nodes: Annotated[int | None, typer.Option(min=1, help="Give up after so many positions.")] = None,
) -> None:
    """Prove win, draw or loss of a Quarto position for the side to move, with the move."""
    chosen = registry.game("quarto")
    state = chosen.position(position, parse_pairs(options))
    if state.over:
        raise PartieError("The game is over in this position: there is nothing to prove.")
    record = state.record
    with compilation_shown():
        Solver().solve([-1] * 16, 0, nodes=1)
        began = time.perf_counter()
        solution = Solver().solve(record.board, int(record.hand), int(record.lines) >> 10 != 0, nodes=nodes)
        took = time.perf_counter() - began
    cost = f"{solution.nodes:,} positions, {took:.3f} s"
    if solution.value is None:
        console.print(f"not proven ({cost})", highlight=False)
        return
    move = state.text(solution.square << 5 | solution.gift)
    word = {1: "win", 0: "draw", -1: "loss"}[solution.value]
    console.print(f"{word} with {move} ({cost})", highlight=False)


@solve_app.command("liarsdice")
def solve_liarsdice(
    dice: Annotated[
        str, typer.Option(metavar="N,M", help="Dice of the player who starts and of the other.")
    ] = "1,1",
    options: Options = "",
    iterations: Annotated[int | None, typer.Option(min=1, help="How long to improve the strategy.")] = None,
    recall: Annotated[int | None, typer.Option(min=1, help="Remember only the last so many bids.")] = None,
) -> None:
    """Compute how two perfect players play Liar's Dice, and how far from perfect the answer is."""
    with compilation_shown():
        lines = solve_text(dice, parse_pairs(options), iterations, recall)
    for line in lines:
        console.print(line, highlight=False)


@solve_app.command("coinche")
def solve_coinche(
    deal: Annotated[
        str,
        typer.Argument(
            metavar="DEAL", help="The hands of seats 0 to 3, 'c79JhTA…/…/…/…', or a position of the game."
        ),
    ],
    leader: Annotated[int, typer.Option(min=0, max=3, help="Which seat leads to the first trick.")] = 0,
    denomination: Annotated[
        str | None,
        typer.Option(metavar="c|d|s|h|sa|ta", help="Show the cards at this one, not at the best contract."),
    ] = None,
) -> None:
    """Play a deal of Coinche with all cards seen: the contracts each side can make, and what every card is worth."""
    with compilation_shown():
        answer = coinche.solve_text(deal, leader, denomination)
    pars = Table("denomination", "points 0+2", "points 1+3", "belote", "contract 0+2", "contract 1+3")
    for par in answer.pars:
        pars.add_row(
            coinche.SIGNS[par.denomination],
            *[str(points) for points in par.points],
            ", ".join(f"{who} {points}" for who, points in zip(("0+2", "1+3"), par.belote, strict=True) if points),
            *par.contracts,
        )  # fmt: skip
    console.print(pars)
    side = answer.seat & 1
    best = answer.cards[0][1]
    cards = Table(
        "card", "points 0+2", "points 1+3", "costs", title=f"seat {answer.seat} to play at {coinche.SIGNS[answer.denomination]}"
    )  # fmt: skip
    for card, points in answer.cards:
        cost = max(best[side] - points[side], points[1 - side] - best[1 - side])
        cards.add_row(card_sign(card), *[str(each) for each in points], str(cost) if cost else "")
    console.print(cards)


@app.command()
def odds(
    battle: Annotated[
        str,
        typer.Argument(metavar="BATTLE", help="Attackers -> defenders, e.g. '4 inf, 3 arm -> 5 inf, 1 arm'."),
    ],
    sea: Annotated[bool, typer.Option("--sea", help="A battle at sea.")] = False,
    landing: Annotated[
        int | None, typer.Option(metavar="N", help="A landing, with so many battleships bombarding.")
    ] = None,
    aa: Annotated[bool, typer.Option("--aa", help="The space has an AA gun.")] = False,
    techs: Annotated[
        str, typer.Option(metavar="A,B", help="The attacker's technologies: heavy bombers, super subs.")
    ] = "",
    enemy_techs: Annotated[
        str, typer.Option(metavar="A,B", help="The defender's technologies: jets, heavy bombers.")
    ] = "",
    losses: Annotated[
        str, typer.Option(metavar="A,B", help="Whom the attacker loses first, e.g. inf,ftr,arm.")
    ] = "",
    enemy_losses: Annotated[str, typer.Option(metavar="A,B", help="Whom the defender loses first.")] = "",
    stop: Annotated[
        str,
        typer.Option(
            metavar="WHEN", help="Break off after rounds=2, with fewer than left=3, or below odds=40%."
        ),
    ] = "",
    options: Options = "",
    simulate: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Fight so many battles instead of calculating.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same battles, when simulating.")] = 0,
    lang: Annotated[str, typer.Option(help="en or fr.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Say what to expect of a battle of Axis & Allies."""
    if lang not in ("en", "fr"):
        raise PartieError(f"--lang is en or fr, not {lang!r}.")
    try:
        fought = read_battle(
            battle,
            sea=sea,
            landing=landing,
            aa=aa,
            attacker_techs=read_technologies(techs),
            defender_techs=read_technologies(enemy_techs),
            attacker_losses=read_losses(losses),
            defender_losses=read_losses(enemy_losses),
            stop=read_stop(stop),
        ).with_options(parse_pairs(options))
        with compilation_shown():
            found = simulated_odds(fought, simulate, seed) if simulate else odds_of(fought, seed=seed)
    except BadBattle as bad:
        raise PartieError(bad.sentence[lang]) from None
    if as_json:
        word = verdict(found)
        print(
            json.dumps({"word": word, "in_words": SCALE[word][lang], **found.as_json()}, ensure_ascii=False)
        )
        return
    for line in odds_lines(found, lang):
        console.print(line, highlight=False, markup=False, soft_wrap=True)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long each measurement runs.")] = 1.0,
) -> None:
    """Measure speed on this machine."""
    for chosen in [registry.game(game)] if game else registry.games():
        with compilation_shown():
            rows = benches.measure(chosen, seconds)
        table = Table("what", "measured", title=chosen.title["en"])
        for what, measured in rows:
            table.add_row(what, measured)
        console.print(table)


@records_app.command("show")
def show_record(file: Annotated[Path, typer.Argument(help="A record file.")]) -> None:
    """Print a game move by move."""
    record = _read(file)
    chosen = registry.game(record.game)
    console.print(f"{chosen.title['en']}: {' – '.join(record.seats)}", markup=False, highlight=False)
    for match, move in record.steps():
        if move is not None:
            console.print(f"\n{len(match.moves)}. {move}", style="bold", highlight=False, markup=False)
        console.print(chosen.draw(match.view(-1)), highlight=False, markup=False)


@records_app.command("verify")
def verify_record(file: Annotated[Path, typer.Argument(help="A record file.")]) -> None:
    """Replay a record and check its result."""
    record = _read(file)
    match = record.replay()
    if record.seed is None:
        console.print("The moves are legal; the seed is still secret, so dice and cards cannot be checked.")
    else:
        end = "ends as it says" if match.state.over else "is legal so far"
        console.print(f"{file.name} replays: {len(record.moves)} moves, the game {end}.", highlight=False)


@records_app.command("export")
def export_records(
    folder: Annotated[Path, typer.Argument(help="Where the record files go.")],
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only this game.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Where the tables are; default: as `partie serve`.")
    ] = None,
) -> None:
    """Write every finished table to a record file: for replaying, for statistics, for training."""
    from partie.service.records import export
    from partie.service.storage import Storage

    chosen = registry.game(game).name if game else None
    written = sum(1 for _ in export(Storage(database), folder, chosen))
    console.print(f"{written} new records in {folder}.", highlight=False, markup=False)


def _read(file: Path) -> Record:
    try:
        return read_record(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{file} is not a text file.") from None


if __name__ == "__main__":
    main()

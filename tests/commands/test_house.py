"""Commands about no particular game; the pages show every command, and only existing ones."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from partie.cli import COMMANDS as NAMES
from partie.cli import load
from partie.cli.declared import unique
from partie.cli.games import abilities
from partie.core import registry
from partie.core.errors import PartieError
from partie.core.match import Match
from partie.core.record import record_of
from partie.service.storage import Storage
from partie.service.table import Person, Seat
from partie.service.tables import Tables
from tests.commands.documented import COMMANDS, HOUSE, Example, command_of, examples, pages_about
from tests.commands.suite import partie
from tests.games import OURS
from tests.pages import ROOT, SITE, blocks

GENERAL = ("agents", "play", "match", "advise", "bench")
"""Commands that exist for every game."""
TYPED = [example for page in pages_about(HOUSE).values() for example in page]


def test_the_list_of_commands_has_their_help() -> None:
    for name, line in NAMES.items():
        assert (load(name).help or "").partition("\n")[0] == line


def test_help_does_not_import_the_compiler() -> None:
    code = "import sys, partie.cli\ntry: partie.cli.app(['--help'])\nexcept SystemExit: pass\nprint('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(name in answer.stdout for name in NAMES)
    assert "partie games" in answer.stdout, "where the commands of games are listed"
    assert answer.stdout.endswith("False\n")


def test_every_command_is_shown_on_a_page() -> None:
    shown = {command_of(example) for example in examples() if example.shown and example.program == "partie"}
    assert set(COMMANDS) == set(COMMANDS) & shown


def test_every_command_about_no_game_is_run_below() -> None:
    assert {example.arguments[0] for example in TYPED} == {"games", "serve", "think", "records", "arena"}


@pytest.mark.parametrize("game", [game.name for game in OURS])
def test_every_general_command_is_shown_for_every_game(game: str) -> None:
    shown = {example.arguments[0] for page in pages_about(game).values() for example in page}
    assert set(GENERAL) <= shown


@pytest.mark.parametrize(
    "example", [e for e in examples() if e.program == "partie"], ids=lambda e: " ".join(e.words)
)
def test_commands_on_pages_exist(example: Example) -> None:
    words = command_of(example)
    groups = {path[:1] for path in COMMANDS if len(path) > 1}
    of_all = tuple(example.arguments[:1]) in groups or example.arguments == ["--help"]
    assert words or of_all, f"{example.page}: {' '.join(example.words)}"
    known = {option for parameter in COMMANDS[words].params for option in parameter.opts} if words else set()
    assert {word for word in example.arguments if word.startswith("--")} <= known | {"--help"}


@pytest.mark.parametrize(
    "example", [e for e in examples() if e.program == "python"], ids=lambda e: " ".join(e.arguments[:2])
)
def test_scripts_know_the_options_shown(
    example: Example, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *rest = example.arguments
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    if name == "-m":
        monkeypatch.delitem(sys.modules, rest[0], raising=False)  # it may have been imported by another test
        run = partial(runpy.run_module, rest[0])
    else:
        run = partial(runpy.run_path, str(ROOT / name))
    with pytest.raises(SystemExit) as end:
        run(run_name="__main__")
    assert end.value.code == 0
    printed = capsys.readouterr().out
    assert all(word in printed for word in example.arguments if word.startswith("--"))


@pytest.mark.parametrize(
    "example", [e for e in TYPED if e.arguments[0] in ("serve", "think")], ids=lambda e: " ".join(e.words)
)
def test_serving_and_thinking_as_shown(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    name = example.arguments[0]
    monkeypatch.setattr(f"partie.service.{name}.{name}", lambda *how, **more: served.append(how))
    partie(*example.arguments)
    assert len(served) == 1


def test_games_are_listed() -> None:
    listing = partie("games")
    for game in OURS:
        assert game.name in listing
        assert all(option.name in listing for option in game.options)
        assert all(words in listing for words in abilities(game.name, game.can))


def test_what_a_game_declares_is_a_command() -> None:
    """Every command that `partie games` names."""
    for game in OURS:
        for words in abilities(game.name, game.can):
            assert any(tuple(words.split())[: len(command)] == command for command in COMMANDS), words


def test_no_command_of_a_game_hides_a_general_one() -> None:
    assert not {name for game in OURS for name in game.can.commands} & set(NAMES)


def test_two_games_may_not_declare_the_same_command() -> None:
    with pytest.raises(PartieError, match="Both draughts and chess declare a command 'mate'"):
        unique([("draughts", "mate", list), ("chess", "mate", list)])


@pytest.mark.parametrize("group", ["solve", "train", "reproduce"])
def test_an_unknown_subcommand_is_reported(group: str) -> None:
    with pytest.raises(PartieError, match=f"There is no 'chess' to {group}.*`partie games`"):
        partie(group, "chess")


def test_records_are_handled_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "my-records"
    folder.mkdir()
    played = Match(registry.game("quarto"), seed=1)
    (folder / "game.txt").write_text(str(record_of(played, ["Ann", "Bob"])), encoding="utf-8")
    expected = {"export": "0 new records in ", "show": "Quarto: Ann – Bob", "verify": "is legal so far"}
    shown = [example.arguments for example in TYPED if example.arguments[0] == "records"]
    assert {arguments[1] for arguments in shown} == set(expected)
    for arguments in shown:
        assert expected[arguments[1]] in partie(*arguments)


ARENA_PAGES = [
    page for page, shown in pages_about(HOUSE).items() if any(e.arguments[0] == "arena" for e in shown)
]


@pytest.mark.parametrize("name", ARENA_PAGES)
def test_tournaments_and_studies_run_as_shown(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page's TOML starts with a comment that names its file; its commands run in order, with few games."""
    monkeypatch.chdir(tmp_path)
    page = next(page for page in SITE if page.name == name)
    for text in blocks(page, "toml"):
        file = text.partition("\n")[0].removeprefix("# ")
        Path(file).write_text(re.sub(r"games = \d+", "games = 2", text), encoding="utf-8")
    for example in pages_about(HOUSE)[name]:
        is_played = example.arguments[:2] in (["arena", "run"], ["arena", "study"], ["arena", "report"])
        if is_played and "--cluster" not in example.arguments:
            assert "report.html" in partie(*example.arguments)


def test_results_of_people_are_shown_and_exported_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann resigns a game against a program, and is found in every form."""
    monkeypatch.setenv("PARTIE_DATABASE", str(tmp_path / "tables.db"))
    monkeypatch.chdir(tmp_path)
    shown = [e.arguments for e in TYPED if e.arguments[:2] == ["arena", "people"]]
    assert "No table has been finished yet" in partie(*shown[0])
    storage = Storage()
    tables = Tables(storage)
    ann = Person("Ann", "expert", "a secret of a browser").seat("Ann")
    table, _ = tables.create("quarto", {}, [ann, Seat("program", agent="beginner")], "en")
    tables.resign(table, frozenset({0}), 0)
    storage.close()
    printed = partie(*shown[0])
    assert re.search(r"expert\s.*beginner\s.*0\.0%", printed)
    assert "Ann (a person)" in printed
    for arguments in shown[1:]:
        assert "1 tables in" in partie(*arguments)
        assert "Ann" not in Path(arguments[-1]).read_text(encoding="utf-8")
        partie(*arguments, "--names")
        assert "Ann" in Path(arguments[-1]).read_text(encoding="utf-8")
    with pytest.raises(PartieError, match=r"\.csv or \.jsonl"):
        partie("arena", "people", "--export", "results.xlsx")

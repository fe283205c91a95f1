"""Every command and option of the last release still works, under a former name with a hint."""

from __future__ import annotations

from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from partie.cli import app
from partie.cli.declared import command
from partie.shell import renamed_options, say
from tests.commands.documented import COMMANDS

LAST_RELEASE = {
    "play": "--against --seat --options --seats --seed",
    "serve": "--host --port --database --open --lan --public --public-url --proxy",
    "games": "",
    "agents": "",
    "match": "--games --seed --options --seats --jobs --json",
    "advise": "--position --agent --options --seats --seconds --seed",
    "solve quarto": "--options --nodes",
    "solve liarsdice": "--dice --options --iterations --recall",
    "solve coinche": "--leader --denomination",
    "train net": "--method --encoding --head --options --minutes --rounds --deals --per-round --patience --rate --epsilon --seed --device --threads --run --resume --save",
    "train weighted": "--method --generations --population --games --seed --run --resume --start --save",
    "train scores": "--method --generations --population --games --seed --run --resume --start --save",
    "train reader": "--records --games --seed --name",
    "reproduce liarbot": "--games --seed --players --bots --plot --jobs",
    "reproduce coinche": "--deals --seed --only --jobs",
    "reproduce axisallies": "--games --seed --players --others --plot --jobs",
    "odds": "--sea --landing --aa --techs --enemy-techs --losses --enemy-losses --stop --options --simulate --seed --lang --json",
    "records show": "",
    "records verify": "",
    "records export": "--game --database",
    "bench": "--seconds",
}
"""Every command of the last release with its options."""

RENAMED = {
    ("train net", "--rate"): "--learning-rate",
    ("train net", "--epsilon"): "--exploration-rate",
    ("train net", "--per-round"): "--deals-per-round",
}
"""Every option that has another name now."""


def test_the_list_of_renamed_options_is_complete() -> None:
    declared = {
        (" ".join(words), old): new
        for words, found in COMMANDS.items()
        for old, new in getattr(found, "renamed", {}).items()
    }
    assert declared == RENAMED


@pytest.mark.parametrize("name", LAST_RELEASE)
def test_every_option_of_the_last_release_is_accepted(name: str) -> None:
    found = COMMANDS[tuple(name.split())]
    options = {option for parameter in found.params for option in parameter.opts}
    for option in LAST_RELEASE[name].split():
        assert RENAMED.get((name, option), option) in options, option


@renamed_options({"--rate": "--learning-rate"})
def learn(
    learning_rate: Annotated[float, typer.Option(help="Learning rate.")] = 0.1,
    rest: Annotated[list[str] | None, typer.Argument()] = None,
) -> None:
    """Print the learning rate."""
    say(f"{learning_rate:g} {rest or []}")


@pytest.mark.parametrize(
    ("arguments", "printed", "hints"),
    [
        (["--rate", "0.5"], "0.5 []", 1),
        (["--rate=0.5"], "0.5 []", 1),
        (["--learning-rate", "0.5"], "0.5 []", 0),
        (["--", "--rate"], "0.1 ['--rate']", 0),
        ([], "0.1 []", 0),
    ],
)
def test_a_former_name_works_with_a_hint(
    arguments: list[str], printed: str, hints: int, capsys: pytest.CaptureFixture[str]
) -> None:
    command("learn", learn).main(arguments, standalone_mode=False)
    result = capsys.readouterr()
    assert result.out == f"{printed}\n"
    assert (
        result.err.splitlines()
        == ["--rate is now called --learning-rate; the old name will stop working in the next release."]
        * hints
    )


def test_help_shows_new_names_only() -> None:
    printed = CliRunner().invoke(app, ["train", "net", "--help"]).output
    assert "--learning-rate" in printed
    assert "--rate " not in printed


def test_a_former_name_reaches_the_command() -> None:
    result = CliRunner().invoke(app, ["train", "net", "hearts", "--epsilon", "7"])
    assert result.exit_code == 2
    assert "--epsilon is now called --exploration-rate" in result.stderr
    assert "exploration" in result.stderr.partition("release.")[2]


def test_the_only_experiment_of_a_game_can_be_named_by_the_game() -> None:
    by_game, by_name = (
        CliRunner().invoke(app, ["reproduce", name, "--help"]).output.replace(name, "NAME")
        for name in ("liarsdice", "liarbot")
    )
    assert by_game.split() == by_name.split()
    assert "Liar's Dice" in by_game
    assert "liarsdice" not in CliRunner().invoke(app, ["reproduce", "--help"]).output

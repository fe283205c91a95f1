"""Tests of what every game can do at the command line, one class in each game's own file.

Commands run in this process, as documented, with the amounts made small: what is tested is that they work,
not how well anybody plays."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from importlib import import_module
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from typer.testing import CliRunner

from partie.cli import app
from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.match import GameResult, Match
from partie.core.record import record_of
from partie.shell import console
from partie.testing.amounts import THOROUGH, amount
from tests.commands.documented import Example, pages_about, parse
from tests.pages import ROOT

Play = Callable[..., GameResult]
MOMENT = 0.05
"""Thinking time of programs in these tests, in seconds."""
SMALL = {
    ("match",): ["--games", "1"],
    ("bench",): ["--seconds", str(MOMENT)],
    ("advise",): ["--seconds", str(MOMENT)],
    ("solve", "quarto", "--book"): ["--pieces", "4", "--boards", "1", "--jobs", "1"],
    ("solve", "quarto"): ["--nodes", "1000"],
    ("solve", "liarsdice"): ["--iterations", "20"],
    ("train", "weighted"): ["--generations", "1", "--population", "4", "--games", "1"],
    ("strangers",): ["--games", "1", "--players", "naive;odds", "--opponents", "random"],
    ("train", "policies"): ["--most", "1", "--device", "cpu", "--seconds", "3", "--units", "8"],
    ("train", "rival"): ["--minutes", "0.05", "--jobs", "1"],
    ("train", "bidder"): ["--minutes", "0.01", "--deals", "8", "--jobs", "1"],
    ("wars",): ["--games", "1", "--rounds", "1"],
    ("conduct",): ["--games", "1", "--rounds", "1"],
    ("train", "doctrine"): ["--seconds", "1", "--jobs", "1", "--trials", "1", "--rounds", "1"],
    ("train", "judgement"): ["--wars", "2", "--rounds", "1"],
    ("train", "beliefs"): ["--deals", "256", "--epochs", "1"],
    ("train", "scores"): ["--generations", "1", "--population", "4", "--games", "2"],
    ("train", "net"): ["--rounds", "1", "--first-deals", "64", "--deals-per-round", "64"],
    ("reproduce", "liarbot"): ["--games", "1", "--players", "naive;odds"],
    ("reproduce", "coinche"): ["--deals", "2", "--only", "1"],
    ("reproduce", "axisallies"): ["--games", "2", "--players", "germany-2009;greedy", "--others", "greedy"],
}
"""Arguments that make a command quick; they replace those of the example."""

FEW = {"--check": "1"}
"""Smaller values of options, wherever they are used."""

_SETTINGS = {
    "deals": 64,
    "first": 64,
    "hidden": (16, 8),
    "batch": 64,
    "contest": amount(8, 50),
    "judged": amount(8, 50),
    "chunk": 32,
    "replay": 64,
}
QUICK_TRAINING: Mapping[str, Any] = {"default_settings": lambda method, device: _SETTINGS}
"""For `sizes` of games with networks: what makes `partie train net` quick."""


def partie(*arguments: str, typed: str = "", play: Play | None = None) -> str:
    """Run a command, which must succeed, and return its output. Matches end after one move, or as `play`
    says."""
    is_match = arguments[0] == "match"
    brief = mock.patch("partie.arena.deals.play_out", play or one_move) if is_match else nullcontext()
    with brief, mock.patch.object(console, "_width", 1000):
        done = CliRunner().invoke(app, list(arguments), input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def made_small(arguments: list[str]) -> list[str]:
    """Return the arguments with small amounts."""
    pairs = zip(["", *arguments], arguments, strict=False)
    arguments = [FEW.get(before, word) for before, word in pairs]
    for command, amounts in SMALL.items():
        if tuple(arguments[: len(command)]) == command:
            kept, replaced = [], set(amounts[::2])
            words = iter(arguments)
            for word in words:
                if word in replaced:
                    next(words)
                else:
                    kept.append(word)
            return kept + amounts
    return arguments


def one_move(match: Match, agents: Any, budget: Any = None) -> GameResult:
    """Play only the first move of a game, with little thinking time."""
    view = match.view()
    match.play(ask(agents[view.seat], view, Budget(MOMENT)).move)
    return no_move(match, agents)


def no_move(match: Match, agents: Any, budget: Any = None) -> GameResult:
    """Play nothing more."""
    nothing = [0] * len(agents)
    return GameResult(match.state.scores, match.moves, [0.0] * len(agents), nothing)


def shows(example: Example) -> set[tuple[str, ...]]:
    """What an example shows of its command: how many words it takes, options, and a method."""
    plain = len(list(takewhile(lambda word: not word.startswith("--"), example.arguments)))
    options = [word for word in example.arguments if word.startswith("--")]
    method = [after for word, after in pairwise(example.arguments) if word == "--method"]
    return {(*example.arguments[:2], part) for part in (str(plain), *options, *method)}


class CommandContract:
    """Subclass with `game`, and with `sizes`: constants of modules, changed to make benchmarks quick."""

    game: str
    sizes: Mapping[str, Mapping[str, Any]] = {}
    elsewhere: frozenset[str] = frozenset()
    """Words of commands whose work is tested elsewhere, and takes long: an everyday run only parses them."""
    options: str = ""
    """Options with which one move of a match is cheap."""

    @pytest.fixture(autouse=True)
    def _small_world(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        monkeypatch.chdir(tmp_path)
        shutil.copy(ROOT / "examples" / "greedy.py", tmp_path)
        monkeypatch.setattr("partie.cli.terminal._THINKING_SECONDS", MOMENT)
        for module, constants in self.sizes.items():
            for name, value in constants.items():
                monkeypatch.setattr(import_module(module), name, value)
        self.prepare(tmp_path)

    def prepare(self, folder: Path) -> None:
        """Create the files that the examples of this game use in the working folder."""

    @pytest.mark.slow
    def test_documented_examples(self) -> None:
        """Run examples in the order of their pages: some use the results of others.

        An everyday run only reads the words of those that show nothing new or whose work other tests do; in
        matches among them the players take their seats."""
        examples = {example.words: example for page in pages_about(self.game).values() for example in page}
        assert examples
        shown = set[tuple[str, ...]]()
        for example in examples.values():
            parse(example)
            name, small = example.arguments[0], made_small(example.arguments)
            if THOROUGH or not (shows(example) <= shown or self._is_elsewhere(example)):
                typed = {"play": "hint\nquit\n", "engine": "{}\n"}.get(name, "")
                assert partie(*small, typed=typed), example
            elif name == "match":
                assert partie(*small, play=no_move), example
            shown |= shows(example)

    def _is_elsewhere(self, example: Example) -> bool:
        typed = f" {' '.join(example.arguments)} "
        return any(f" {words} " in typed for words in self.elsewhere)

    def test_agents_are_listed_with_all_parameters(self) -> None:
        game, listing = registry.game(self.game), partie("agents", self.game)
        for level in game.levels.values():
            assert level.name in listing
            assert level.spec in listing
        for family in game.families.values():
            assert family.name in listing
            for parameter in family.params:
                assert f"{parameter.name}={parameter.text(parameter.default)} ({parameter.scope})" in listing

    def test_everybody_gives_advice(self) -> None:
        game = registry.game(self.game)
        state = game.start()
        texts = {state.text(move) for move in state.moves}
        position = str(state.view(state.to_move))
        for agent in (None, *game.levels, *game.families):
            asked = [] if agent is None else ["--agent", agent]
            printed = partie("advise", self.game, "--position", position, "--seconds", str(MOMENT), *asked)
            assert printed.splitlines()[0] in texts, agent

    def test_everybody_plays_matches(self) -> None:
        game = registry.game(self.game)
        options = ["--options", self.options] if self.options else []
        for spec in (*game.levels, *game.families):
            printed = partie("match", self.game, spec, "random", "--games", "1", *options)
            assert f"{spec} − random: " in printed

    def test_records_are_shown_and_verified(self) -> None:
        game = registry.game(self.game)
        match = Match(game, seed=3)
        while len(match.moves) < 12 and not match.state.over:
            match.play(ask(registry.build_agent(game, "random", len(match.moves)), match.view()).move)
        file = Path("game.txt")
        file.write_text(str(record_of(match, ["random"] * match.state.seats)), encoding="utf-8")
        assert "12 moves, the game is legal so far" in partie("records", "verify", str(file))
        assert f"12. {match.moves[-1]}" in partie("records", "show", str(file))

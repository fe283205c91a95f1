from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import partie
from partie.core import registry
from partie.core.agent import ask
from partie.core.errors import BadOption, BadSpec, UnknownGame
from partie.core.game import Game
from partie.core.parameters import Parameter, parse_pairs
from tests.games import OURS

QUARTO = partie.game("quarto")
WORDS = {"en": "x", "fr": "x"}


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("chess", "has no agent called 'chess'"),
        ("alphabeta:depth=0", "depth must be between 1 and 64, not 0"),
        ("alphabeta:depth=two", "depth must be a whole number"),
        ("alphabeta:size=3", "no setting called 'size'"),
        ("alphabeta:depth", "should look like name=value"),
        ("mcts:policy=mad", "policy must be one of random, careful"),
        ("nowhere.py:Agent", "no file nowhere.py"),
    ],
)
def test_a_bad_spec_gets_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(BadSpec, match=sentence):
        partie.build_agent(QUARTO, spec, files=True)


def test_unknown_games_are_named() -> None:
    with pytest.raises(UnknownGame, match=r"there are: .*quarto"):
        partie.game("go")


def test_an_agent_can_be_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class First:\n"
        "    def decide(self, view, budget):\n"
        "        return view.moves[0]\n"
        "class Seeded(First):\n"
        "    def __init__(self, seed): self.seed = seed\n"
        "class Useless: pass\n"
    )
    view = QUARTO.start().view(0)
    first = partie.build_agent(QUARTO, f"{file}:First", files=True)
    assert ask(first, view).move == view.moves[0]
    assert vars(partie.build_agent(QUARTO, f"{file}:Seeded", 9, files=True)) == {"seed": 9}
    with pytest.raises(BadSpec, match="no method decide"):
        partie.build_agent(QUARTO, f"{file}:Useless", files=True)
    with pytest.raises(BadSpec, match="does not define Nobody"):
        partie.build_agent(QUARTO, f"{file}:Nobody", files=True)


def test_parameters_are_checked() -> None:
    number = Parameter("c", "number", 0.5, WORDS, WORDS, 0.0, 2.0)
    assert number.parse("1.25") == 1.25
    for wrong in ("nan", "3", "x", None, True):
        with pytest.raises(BadOption):
            number.parse(wrong)
    assert parse_pairs("a=1, b=two") == {"a": "1", "b": "two"}


def test_files_are_not_run_unless_the_caller_allows_it(tmp_path: Path) -> None:
    file = tmp_path / "evil.py"
    file.write_text("raise SystemExit('this file was run')")
    with pytest.raises(BadSpec, match="has no agent called"):
        partie.build_agent(QUARTO, f"{file}:Evil")


def test_a_preset_sets_options_and_other_options_modify_it() -> None:
    coinche = partie.game("coinche")
    usual = coinche.read_options({})
    assert coinche.read_options({"preset": "federation"}) == usual
    family = {**usual, "annonces": True, "round": True, "sa_ta": False, "generale": False}
    assert coinche.read_options({"preset": "family"}) == coinche.preset_options("family") == family
    changed = coinche.read_options(parse_pairs("target=500,round=off,preset=family"))
    assert changed == {**family, "target": 500, "round": False}
    assert coinche.read_options(parse_pairs("preset=card_points"))["marking"] == "trick_points"
    with pytest.raises(
        BadOption, match=r"no preset called 'pub'; it knows: federation, family, card_points\."
    ):
        coinche.read_options({"preset": "pub"})
    with pytest.raises(BadOption, match="no setting called 'preset'"):
        QUARTO.read_options({"preset": "family"})


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_server_accepts_every_level_and_limits_every_parameter(game: Game) -> None:
    """Every parameter that counts work has a limit on a server; the default is always allowed."""
    for spec in [*game.levels, *game.families, game.hinter]:
        registry.check_shared(game, spec)
    for family in game.families.values():
        for parameter in family.params:
            most = parameter.most_shared
            if most is None:
                continue
            registry.check_shared(game, f"{family.name}:{parameter.name}={most:.0f}")
            if parameter.high is not None and parameter.high > most:
                with pytest.raises(BadSpec, match=f"{parameter.name} may be at most"):
                    registry.check_shared(game, f"{family.name}:{parameter.name}={parameter.high:.0f}")


def test_an_undeclared_limit_is_the_default_or_a_hundred_thousand() -> None:
    assert Parameter("n", "integer", 10, WORDS, WORDS, 1, 10**9).most_shared == 100_000
    assert Parameter("n", "integer", 10**6, WORDS, WORDS, 1, 10**9).most_shared == 10**6
    assert Parameter("n", "integer", 10, WORDS, WORDS, 1, 50).most_shared == 50
    assert Parameter("n", "integer", 10, WORDS, WORDS, 1, 10**9, shared=500).most_shared == 500
    assert Parameter("word", "text", "x", WORDS, WORDS).most_shared is None


def test_a_game_that_cannot_be_loaded_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = EntryPoint("broken", "no.such.module:GAME", "partie.games")
    monkeypatch.setattr(registry, "entry_points", lambda group: [broken])
    registry._load_all.cache_clear()
    try:
        assert {game.name for game in registry.games()} >= {game.name for game in OURS}
    finally:
        monkeypatch.undo()
        registry._load_all.cache_clear()
    assert "The game broken of the package no.such.module:GAME cannot be loaded" in caplog.text

"""Thousands of deals, and the fitness tuning gets from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import partie
from partie.cli import app
from partie.core.errors import PartieError
from partie.core.registry import build_agent
from partie.games.coinche.players.scores.conditions import GENES
from partie.games.coinche.players.scores.kernels import (
    SIZE,
    WEIGHTS,
)
from partie.games.coinche.players.scores.matches import (
    bid_deals,
    play_lines,
    policy,
)
from partie.games.coinche.players.scores.store import STORED
from partie.games.coinche.players.scores.training import (
    SCORES,
    STRENGTH,
    fitness,
    judge,
    shares,
)
from partie.games.coinche.rules.calls import PLAY

GAME = partie.game("coinche")


def lines(deals: int, first: int, second: int) -> np.ndarray:
    every = np.arange(deals)
    return np.stack([every, np.full(deals, first), np.full(deals, second)], 1)


def test_deals_are_bid_and_all_points_are_counted() -> None:
    deals, thrown = bid_deals(300, ("points",))
    assert thrown >= 0
    assert (deals["phase"] == PLAY).all()
    assert (deals["bid"] >= 128).all()
    points = play_lines(deals, lines(300, policy("random"), policy("random")), np.zeros((1, SIZE)), ("p",))
    without_extras = points.sum(axis=1) % 10
    assert set(without_extras.tolist()) == {2.0}, "162 or 252, and belotes"
    assert (points >= 0).all()


def test_results_do_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for cores in (1, 3):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        deals, thrown = bid_deals(100, ("threads",))
        points = play_lines(deals, lines(100, 0, policy("random")), WEIGHTS[None, :], ("threads",))
        found.append((deals.tobytes(), thrown, points.tobytes()))
    assert found[0] == found[1]


def test_the_policy_plays_as_its_weights_do() -> None:
    deals, _ = bid_deals(100, ("same",))
    named = play_lines(deals, lines(100, policy("scores"), policy("scores")), np.zeros((1, SIZE)), ("s",))
    given = play_lines(deals, lines(100, 0, 0), WEIGHTS[None, :], ("s",))
    assert np.array_equal(named, given)


def test_shares_are_fair() -> None:
    weights = np.stack([STORED.load("handset").vector, STORED.load("tuned").vector])
    found = shares(weights, 200, "fair", ("handset", "tuned"))
    assert found.shape == (2, 2, 2)
    assert found[0, 0] == pytest.approx([0.5, 0.5]), "against itself, both ways"
    assert found[1, 1] == pytest.approx([0.5, 0.5])
    assert found[0, 1] + found[1, 0] == pytest.approx([1.0, 1.0])


def test_fitness_counts_every_individual_and_repeats_itself() -> None:
    silly = bytes(len(GENES))
    population = np.stack([np.frombuffer(data, np.uint8) for data in (STORED.load("tuned").data, silly)])
    worth = fitness(population, 600, "f")
    assert worth.shape == (2,)
    assert worth[0] > worth[1] >= 0
    assert np.array_equal(worth, fitness(population, 600, "f"))


def test_tuning_has_helped() -> None:
    weights = np.stack([STORED.load(name).vector for name in ("tuned", "handset")])
    tuned, handset = shares(weights, 4000, "helped", (None, "handset"))
    assert tuned[0, 0] > 0.595
    assert handset[0, 0] > 0.57
    assert tuned[1, 0] > 0.52, "tuned against those set by hand"
    assert tuned[1, 1] > 0.51, "and their share of the points"


def test_weights_are_stored_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SCORES.best_stored().data == STORED.load("tuned").data
    assert float(STORED.load("tuned").card[STRENGTH]) == pytest.approx(
        judge(STORED.load("tuned").data, "card"), abs=0.02
    )
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = STORED.keep(STORED.load("handset"), "mine")
    assert STORED.files()["mine"] == path
    assert STORED.load("mine").data == STORED.load("handset").data
    build_agent(GAME, "scores:weights=mine")
    for name in ("tuned", "handset", "../mine", "Mine"):
        with pytest.raises(PartieError, match="cannot be the name"):
            STORED.keep(STORED.load("handset"), name)
    with pytest.raises(PartieError, match="no set of weights called"):
        build_agent(GAME, "scores:weights=../mine")


def test_partie_train_scores(tmp_path: Path) -> None:
    words = ["train", "scores", "coinche", "--method", "genetic", "--generations", "1", "--population", "4"]
    words += ["--games", "12", "--start", "handset", "--run", str(tmp_path / "run")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "deals won against the panel" in result.output
    assert (tmp_path / "run" / "best.toml").exists()

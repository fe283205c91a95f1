"""The judgement of positions: its features, its weights, and how it is fitted."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from partie.games.axisallies import GAME
from partie.games.axisallies.lab import train_judgement
from partie.games.axisallies.players.general import judgement
from partie.games.axisallies.players.staff.trial import duplicate
from partie.games.axisallies.rules.board import AXIS, space
from partie.games.axisallies.rules.state import OVER, State
from partie.games.axisallies.rules.units import INFANTRY


def start() -> Any:
    return duplicate(GAME.start({"rounds": 15}).record).view(State)


def test_the_features_of_the_set_up() -> None:
    found = dict(zip(judgement.FEATURES, judgement.features(start()), strict=True))
    assert found["income"] == pytest.approx(-0.33)  # 57 against 90
    assert found["income left"] == pytest.approx(found["income"])
    assert found["goal"] == 0.0
    assert found["capitals"] == -1.0  # two against three


def test_units_and_income_are_good_for_their_side() -> None:
    array = start()
    before = judgement.log_odds(array, AXIS)
    array["units"][0, space("germany"), 1, INFANTRY] += 10
    more = judgement.log_odds(array, AXIS)
    assert more > before
    assert judgement.log_odds(array, 1 - AXIS) == -more
    assert judgement.worth(array, AXIS) == pytest.approx(judgement.worth(start(), AXIS) + 30.0, abs=6.0)
    array["owner"][0, space("karelia")] = 1
    assert judgement.log_odds(array, AXIS) > more


def test_the_side_to_move_has_its_battles_to_come() -> None:
    array, other = start(), start()
    other["power"] = 1
    assert [judgement.features(one)[-1] for one in (array, other)] == [-1.0, 1.0]
    assert judgement.log_odds(other, AXIS) > judgement.log_odds(array, AXIS)
    # Plans are compared with the same side to move: what one is better by than another does not depend on it.
    richer, other_richer = start(), start()
    for one in (richer, other_richer):
        one["units"][0, space("germany"), 1, INFANTRY] += 4
    other_richer["power"] = 1
    gain = judgement.worth(richer, AXIS) - judgement.worth(array, AXIS)
    assert judgement.worth(other_richer, AXIS) - judgement.worth(other, AXIS) == pytest.approx(gain)


def test_a_refit_leaves_the_other_weights_alone() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(40_000, len(judgement.FEATURES)))
    w = judgement.weights().copy()
    w[0], w[-1] = 0.4, 1.2
    y = (rng.random(len(x)) < train_judgement.predicted(w, x)).astype(float)
    found = train_judgement.refit(judgement.weights(), x, y, ["turn"])
    assert found[1:-1] == pytest.approx(judgement.weights()[1:-1])
    assert found[[0, -1]] == pytest.approx([0.4, 1.2], abs=0.15)


def test_a_war_won_is_worth_more_than_anything() -> None:
    array = start()
    array["phase"], array["winner"] = OVER, AXIS
    assert judgement.log_odds(array, AXIS) == judgement.WON == -judgement.log_odds(array, 1 - AXIS)


def test_a_capital_that_can_be_walked_into_is_in_danger() -> None:
    array = start()
    array["units"][0, space("germany")] = 0
    array["units"][0, space("eastern-europe")] = 0
    array["owner"][0, space("eastern-europe")] = 0
    array["units"][0, space("eastern-europe"), 0, INFANTRY] = 4
    assert judgement.dangers(array)[1] == 1.0


def test_the_fit_finds_the_weights_that_made_the_data() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(4000, 2))
    y = (rng.random(4000) < 1.0 / (1.0 + np.exp(-(0.5 + x @ [1.5, -1.0])))).astype(float)
    w = train_judgement.fit(x, y)
    assert w == pytest.approx([0.5, 1.5, -1.0], abs=0.15)
    p = train_judgement.predicted(w, x)
    assert train_judgement.log_loss(p, y) < train_judgement.log_loss(np.full(4000, y.mean()), y)
    assert all(abs(said - came) < 0.12 for said, came, n in train_judgement.calibration(p, y) if n > 100)


def test_the_shipped_weights_come_with_their_card() -> None:
    shipped = json.loads(train_judgement.SHIPPED.read_text("utf-8"))
    assert set(shipped["weights"]) == {"constant", *judgement.FEATURES}
    card = shipped["card"]
    assert card["log_loss"] < card["log_loss_of_the_weights_before"] < card["log_loss_of_a_constant"]
    assert card["held_out_wars"] >= 10


def test_a_war_is_watched_turn_by_turn() -> None:
    seen, result = train_judgement.play_war(1, rounds=1)
    assert seen.shape == (5, len(judgement.FEATURES))
    assert 0.0 <= result <= 1.0

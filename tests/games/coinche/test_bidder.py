"""Training of the bidding network in a league."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.compiled.chance import new_chance
from partie.games.coinche.players.net.auctions import ends, mark_punishers, vary_half
from partie.games.coinche.players.net.encoding import CALLS
from partie.games.coinche.players.net.handicap import handicapped
from partie.games.coinche.players.net.task import AUCTION_TASK, TASK
from partie.games.coinche.players.net.train_bidder import BidderRun, League
from partie.games.coinche.players.net.train_rival import collect
from partie.games.coinche.rules import ROW_MADE, make_call
from partie.games.coinche.rules.calls import PASS, bid_of
from partie.learn.net.play import Simulator


def contracts(count: int) -> Any:
    """Deals in which the first to call, on side 0, has bid and everybody else passed."""
    states = Simulator(AUCTION_TASK, {"deals": 1}).start(count, "contracts")
    for number, state in enumerate(states):
        for call in (bid_of(number % 5, number % 4), PASS, PASS, PASS):
            make_call(state, call)
    return states


def test_punishers_coinche_what_goes_down_and_nothing_else() -> None:
    plain, punished = contracts(60), contracts(60)
    assert set((plain.bidder & 1).tolist()) == {0}
    mark_punishers(punished, np.tile(np.array([0, 1], np.int8), (60, 2)), 1.0, new_chance("mark"))
    ends(plain, new_chance("a"))
    ends(punished, new_chance("a"))
    lost = 0
    for before, after in zip(plain, punished, strict=True):
        made = bool(before.sheet[0, ROW_MADE])
        assert int(after.doubled) == (0 if made else 1)
        if made:
            assert after.totals.tolist() == before.totals.tolist()
        else:
            bid = 80 + 10 * ((int(before.bid) - 128) // 8)
            extra = np.array([0, 160 + bid])  # coinched: twice as much
            assert (after.totals - before.totals).tolist() == extra.tolist()
            lost += 1
    assert 10 < lost < 60


def test_no_side_is_punished_by_itself() -> None:
    plain, same = contracts(40), contracts(40)
    mark_punishers(same, np.tile(np.array([1, 0], np.int8), (40, 2)), 1.0, new_chance("mark"))
    ends(plain, new_chance("a"))
    ends(same, new_chance("a"))
    assert same.totals.tolist() == plain.totals.tolist()


def test_half_of_the_tables_have_the_usual_options() -> None:
    states = Simulator(AUCTION_TASK, {"deals": 1}).start(400, "options")
    vary_half(states, new_chance("vary"))
    usual = (states.marking == 0) & (states.deals == 1) & (states.annonces == 0) & (states.sa_ta == 1)
    assert 180 < usual.sum() < 300
    assert states.annonces.sum() > 20
    assert set(states.dealer.tolist()) == {0, 1, 2, 3}


def test_a_handicap_lowers_coinches_and_can_be_taken_back() -> None:
    network = TASK.networks.load("bids")
    worse = handicapped(network, 200.0)
    features = np.zeros(network.sizes[0], np.int8)
    change = (network(features) - worse(features)) * network.card["half"]
    expected = np.zeros(len(change))
    expected[CALLS + 1] = 200.0 - network.card["caution"]
    assert change == pytest.approx(expected, abs=0.1)
    assert worse.card["caution"] == 200.0
    again = handicapped(worse, network.card["caution"])
    assert again(features) == pytest.approx(network(features), abs=1e-6)


def test_a_league_learns_and_resumes(tmp_path: Path) -> None:
    league = League(tmp_path / "run", "bids", "bids", deals=8, batch=16)
    said: list[str] = []
    first = BidderRun(league)
    before = first.network.layers[0][0].copy()
    first.advance(0.5, said.append)
    assert len(first.history) == len(said) == 1
    assert (first.network.layers[0][0] != before).any()
    again = BidderRun(league)
    assert again.history == first.history
    assert (again.network.layers[0][0] == first.network.layers[0][0]).all()
    again.advance(first.history[0]["seconds"] + 0.5, said.append)
    assert [one["round"] for one in again.history] == [1, 2]
    assert again.network.card["deals"] == 16


def test_lessons_are_collected_however_short_the_time() -> None:
    features, values = collect("short", 0.0, "bids")
    assert len(features) == len(values) >= 1

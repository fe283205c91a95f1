"""Rounds solved as matrix products, the network that learns them, and the program that plays from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.match import Match, play_out
from partie.core.registry import build_agent, game
from partie.games.liarsdice.players.equilibrium import network as policies
from partie.games.liarsdice.players.equilibrium.duel import Solved, measure
from partie.games.liarsdice.players.equilibrium.local import network_exploitability
from partie.games.liarsdice.players.equilibrium.network import (
    INPUTS,
    OUTPUTS,
    actions_after,
    answers,
    encode,
    judge,
    slots,
)
from partie.games.liarsdice.players.equilibrium.rounds import EVEN_STAKE, Setting, hands_of
from partie.games.liarsdice.players.equilibrium.train_policies import Plan, plans
from partie.learn.net.network import Network, read_network

torch = pytest.importorskip("torch")

from partie.games.liarsdice.players.equilibrium.train_dense import Dense, flat_policy, restore  # noqa: E402
from partie.games.liarsdice.players.equilibrium.train_distil import (  # noqa: E402
    NONE,
    UNKNOWN,
    Encoder,
    Rows,
    Samples,
    train,
)
from partie.games.liarsdice.players.equilibrium.train_policies import _write, expanded  # noqa: E402


@pytest.fixture(scope="module")
def solved() -> Dense:
    dense = Dense(Setting(1, 1), 3, 12, "cpu")
    dense.run(60, 1e9)
    return dense


def loss(dense: Dense, flat: Any) -> float:
    policy = np.rint(flat * 65535).astype(np.uint16)
    return measure(Solved(dense.setting, EVEN_STAKE, dense.recall, 0, 0.0, policy, 0.0, 0.0)).exploitability


def test_matrix_products_find_the_equilibrium(solved: Dense) -> None:
    few = Dense(Setting(1, 1), 3, 12, "cpu")
    few.run(4, 1e9)
    assert loss(solved, flat_policy(solved)) < 0.01 < loss(few, flat_policy(few))


def test_a_responder_learns_to_gain_from_a_poor_policy() -> None:
    """It gains no more than the best response, and most of that."""
    gains = []
    for player in range(2):
        dense = Dense(Setting(1, 1), 3, 12, "cpu")
        dense.run(3, 1e9)
        exact = loss(dense, flat_policy(dense))
        dense.settle()
        gains.append(dense.response(player, 20))
    assert 0.7 * exact < sum(gains) / 2 <= exact + 1e-3


@pytest.mark.parametrize(("recall", "bids"), [(3, 18), (4, 14)])
def test_a_policy_is_restored_from_its_table(recall: int, bids: int) -> None:
    dense, again = (Dense(Setting(2, 1), recall, bids, "cpu") for _ in range(2))
    dense.run(2, 1e9)
    flat = flat_policy(dense)
    restore(again, flat)
    assert np.allclose(flat_policy(again), flat, atol=1e-5)


@pytest.mark.parametrize("setting", [Setting(2, 3), Setting(5, 4, 6, 0, False), Setting(3, 3, 6, 5)])
def test_positions_are_encoded_alike_for_learning_and_for_play(setting: Setting) -> None:
    encoder, order = Encoder(setting, "cpu"), slots(setting)
    for bids in ([], [3], [1, 4], [1, 4, 7], [0, 2, 5, 9, 11]):
        player, newest = len(bids) % 2, [int(order[bid]) for bid in reversed(bids)][:4]
        remembered = torch.tensor([newest + [NONE] * (4 - len(newest))])
        for number in (0, len(encoder.hands[player]) // 2):
            hand = hands_of((setting.starter, setting.other)[player], 6)[number]
            learned = encoder.inputs(remembered, player, torch.tensor([number]))[0].numpy()
            assert np.array_equal(learned, encode(setting, player, hand, bids))
            assert learned.sum() > 0


def test_rows_hold_what_the_policy_does_and_what_it_is_worth(solved: Dense) -> None:
    samples = Samples([Rows(solved, 2000)])
    for _ in range(2):
        _, chances, worth, legal = samples.batch(500)
        assert torch.allclose(chances.sum(-1), torch.ones(500), atol=1e-2)
        assert not (chances * ~legal).any()
        known = worth != UNKNOWN
        assert (chances * ~known).sum() == 0
        assert worth[known].abs().max() <= 1.001


@pytest.fixture(scope="module")
def network(solved: Dense, tmp_path_factory: pytest.TempPathFactory) -> Network:
    """A network that has learned a little of the round with one die each, written and read."""
    torch.manual_seed(1)
    learned = train([Rows(solved, 2000)], -1.0, "cpu", lambda text: None, (16, 16, 16))
    file = tmp_path_factory.mktemp("network") / "none-exact.safetensors"
    plan = Plan(solved.setting, solved.recall, solved.bids, 1.0)
    _write(learned, [plan], 1.0, file)
    flat = expanded(learned, plan, "cpu")
    read = read_network(file)
    hands = answers(read, solved.setting, 0, [])
    assert np.allclose(flat[: hands.size].reshape(-1, 6).T, hands, atol=0.02)
    return read


def test_a_network_answers_for_legal_actions(network: Network) -> None:
    for setting in (Setting(1, 1), Setting(2, 3, 6, 0, False)):
        for bids in ([], [5], [0, 3, 7]):
            hand = hands_of((setting.starter, setting.other)[len(bids) % 2], 6)[3]
            chances, values = judge(network, setting, len(bids) % 2, hand, bids)
            actions, barred = actions_after(setting, bids)
            assert len(chances) == len(values) == len(actions)
            assert chances.sum() == pytest.approx(1.0)
            assert not chances[barred].any()
            assert bool(barred.any()) == (setting.wild == 0 and not bids)
    assert network.sizes[0] == INPUTS
    assert network.sizes[-1] == 2 * OUTPUTS


def test_a_responder_gains_from_a_network_that_knows_nothing(network: Network) -> None:
    gain, error = network_exploitability(network, Setting(1, 1), 60)
    assert gain - error > 0.1


def test_the_program_plays_from_a_network(
    network: Network, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(policies, "shipped", lambda name: network)
    network.card["rounds"].append(list(Setting(4, 4)))
    rules = game("liarsdice")
    asked: list[Setting] = []

    def noted(net: Network, setting: Setting, *rest: Any) -> Any:
        asked.append(setting)
        return judge(net, setting, *rest)

    monkeypatch.setattr("partie.games.liarsdice.players.equilibrium.agent.judge", noted)
    agents = [build_agent(rules, spec, seat) for seat, spec in enumerate(("equilibrium", "odds"))]
    match = Match(rules, seed=3, seats=2, options={"dice": 4})
    play_out(match, agents)
    assert Setting(4, 4) in asked


def test_every_round_of_a_duel_is_planned() -> None:
    found = plans(5)
    assert len({plan.setting for plan in found}) == 25
    assert all(plan.bids <= plan.setting.bids for plan in found)
    assert found[0].setting == Setting(5, 5)

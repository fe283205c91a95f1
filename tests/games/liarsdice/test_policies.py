"""Rounds solved as matrix products, the network that learns them, and the program that plays from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from partie.core.agent import ask
from partie.core.match import Match
from partie.core.registry import build_agent, game
from partie.games.liarsdice.players.equilibrium import network as policies
from partie.games.liarsdice.players.equilibrium.duel import Solved, measure
from partie.games.liarsdice.players.equilibrium.local import local_exploitability, network_exploitability
from partie.games.liarsdice.players.equilibrium.network import (
    INPUTS,
    OUTPUTS,
    actions_after,
    answers,
    encode,
    judge,
    slots,
)
from partie.games.liarsdice.players.equilibrium.rounds import (
    EVEN_STAKE,
    Setting,
    _positions,
    hands_of,
    new_memory,
)
from partie.games.liarsdice.players.equilibrium.train_dense import Dense, flat_policy, restore
from partie.games.liarsdice.players.equilibrium.train_distil import (
    NONE,
    UNKNOWN,
    Encoder,
    Rows,
    Samples,
    coarse,
    loaded,
    take_policy,
    train,
)
from partie.games.liarsdice.players.equilibrium.train_local import local_gain
from partie.games.liarsdice.players.equilibrium.train_policies import (
    RESULTS,
    RULES,
    Plan,
    plans,
    rules_named,
    train_policies,
    write_network,
)
from partie.learn.net.network import Network, read_network


@pytest.fixture(scope="module")
def solved() -> Dense:
    dense = Dense(Setting(1, 1), 4, 12, "cpu")
    dense.run(60, 1e9)
    return dense


def tabled(dense: Dense) -> Solved:
    policy = np.rint(flat_policy(dense) * 65535).astype(np.uint16)
    return measure(Solved(dense.setting, EVEN_STAKE, dense.recall, 0, 0.0, policy, 0.0, 0.0))


WILD = {-1: True, 0: False, 5: True}
"""The faces that are wild, and whether a bid can be called exact."""


@pytest.mark.parametrize(
    ("recall", "wild", "spot_on"),
    [
        pytest.param(recall, wild, spot_on, marks=[pytest.mark.thorough] if row != column else [])
        for row, recall in enumerate((3, 4, 5))
        for column, (wild, spot_on) in enumerate(WILD.items())
    ],
)
def test_matrix_products_find_the_equilibrium(recall: int, wild: int, spot_on: bool) -> None:
    losses = []
    for iterations in (4, 60):
        dense = Dense(Setting(1, 1, 6, wild, spot_on), recall, 12, "cpu")
        dense.run(iterations, 1e9)
        losses.append(tabled(dense).exploitability)
    assert losses[1] < 0.015 < losses[0]


def test_numbers_of_16_bits_in_pieces_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("partie.games.liarsdice.players.equilibrium.train_dense.LARGE", 100)
    fast = Dense(Setting(1, 2), 3, 14, "cpu", fast=True)
    slow = Dense(Setting(1, 2), 3, 14, "cpu")
    assert max(len(pieces) for pieces in fast._pieces) == 3
    for dense in (fast, slow):
        dense.run(30, 1e9)
    assert tabled(fast).exploitability == pytest.approx(tabled(slow).exploitability, abs=0.005)


def test_responders_gain_from_a_poor_policy() -> None:
    """They gain no more than the best response, and most of that; both kinds of table give the same."""
    dense = Dense(Setting(1, 2), 4, 18, "cpu")
    dense.run(3, 1e9)
    known = tabled(dense)
    torch.manual_seed(5)
    gain, error = local_gain(dense, 4000)
    same, its_error = local_exploitability(known, 4000)
    assert abs(gain - same) < error + its_error
    dense.settle()
    learned = [dense.response(player, 20) for player in range(2)]
    assert 0.7 * known.exploitability < gain < known.exploitability + error
    assert 0.7 * known.exploitability < sum(learned) / 2 <= known.exploitability + 1e-3


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
        player, newest = len(bids) % 2, [int(order[bid]) for bid in reversed(bids)]
        newest = newest[: policies.remembered(setting)]
        slots_of_bids = torch.tensor([newest + [NONE] * (policies.REMEMBERED - len(newest))])
        for number in (0, len(encoder.hands[player]) // 2):
            hand = hands_of((setting.starter, setting.other)[player], 6)[number]
            learned = encoder.inputs(slots_of_bids, player, torch.tensor([number]))[0].numpy()
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
    write_network(learned, [Plan(solved.setting, solved.recall, solved.bids)], "test", file)
    return read_network(file)


def test_a_network_plays_as_it_was_measured(network: Network) -> None:
    """The policy in tables, from which it is measured, is the one of the program."""
    setting = Setting(1, 1, 6, 0)
    weights = [torch.tensor(part) for layer in network.layers for part in layer]

    def evaluate(inputs: Any) -> Any:
        first, second, third = torch.nn.functional.elu, torch.nn.functional.elu, torch.tanh
        for place, squash in enumerate((first, second, third)):
            inputs = squash(inputs @ weights[2 * place] + weights[2 * place + 1])
        return inputs @ weights[-2] + weights[-1]

    dense = Dense(setting, 4, 12, "cpu")
    take_policy(dense, evaluate)
    flat, memory = flat_policy(dense), new_memory(setting, 4)
    for node, (mover, bids) in enumerate(_positions(12, 4)):
        if node % 37 == 0:
            rows = flat[memory.start[node] : memory.start[node + 1]].reshape(-1, 6).T
            found = answers(network, setting, mover, bids)
            assert np.allclose(rows[:, : found.shape[1]], found, atol=1e-3)


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
    while not match.moves or match.moves[-1][0].isdigit():  # the first round; for others there is no network
        view = match.view()
        match.play(ask(agents[view.seat], view).move)
    assert set(asked) == {Setting(4, 4)}


def test_every_round_of_a_duel_is_planned() -> None:
    found = plans(5)
    assert len({plan.setting for plan in found}) == 25
    assert all(plan.bids <= plan.setting.bids for plan in found)
    assert found[0].setting == Setting(5, 5)


def test_training_writes_networks_and_what_responders_gain(tmp_path: Path) -> None:
    """And does not begin again where a network is there."""
    for _ in range(2):
        train_policies(tmp_path, 1.0, "cpu", 1, "none-exact,ones-plain", 8, 2)
    for name in ("none-exact", "ones-plain"):
        known = json.loads((tmp_path / RESULTS).read_text())[f"1v1-{name}"]
        assert {"network", "response", "iterations"} <= set(known)
        assert known["network"] > 0.2
        assert read_network(tmp_path / f"{name}.safetensors").card["rounds"] == [
            [1, 1, 6, *rules_named(name)]
        ]


def test_what_is_learned_is_what_is_stored(solved: Dense, tmp_path: Path) -> None:
    """Weights are rounded to 8 bits while a network learns, so that storing it changes nothing."""
    torch.manual_seed(2)
    learned = train([Rows(solved, 2000)], -1.0, "cpu", lambda text: None, (16, 16, 16))
    write_network(learned, [], "test", tmp_path / "none-exact.safetensors")
    again = loaded(read_network(tmp_path / "none-exact.safetensors"))
    for part, same in zip(learned.parameters(), again.parameters(), strict=True):
        assert torch.allclose(part, same, rtol=1e-5, atol=1e-7)
    read_network(tmp_path / "none-exact.safetensors").write_bytes(tmp_path / "again.safetensors")
    for part, same in zip(
        again.parameters(), loaded(read_network(tmp_path / "again.safetensors")).parameters(), strict=True
    ):
        assert torch.equal(part, same)


def test_rounding_is_felt_while_a_network_learns() -> None:
    """The outputs are those of rounded weights, the gradients those of the weights themselves."""
    weight = torch.tensor([[1.0, 0.503, -0.2501]], requires_grad=True)
    coarse(weight).sum().backward()
    assert torch.allclose(coarse(weight) * 127, torch.tensor([[127.0, 64.0, -32.0]]))
    assert torch.equal(weight.grad, torch.ones(1, 3))


def test_eight_bits_for_every_weight_change_little(network: Network, tmp_path: Path) -> None:
    network.write_bytes(tmp_path / "small.safetensors")
    small = read_network(tmp_path / "small.safetensors")
    assert small.card == network.card
    for (matrix, biases), (rounded, same) in zip(network.layers, small.layers, strict=True):
        assert np.abs(matrix - rounded).max() <= np.abs(matrix).max() / 250
        assert np.array_equal(biases, same)


@pytest.mark.parametrize("name", RULES.split(","))
def test_networks_that_come_with_the_package_answer_for_their_rounds(name: str) -> None:
    network = policies.shipped(name)
    assert network is not None
    for values in network.card["rounds"]:
        setting = Setting(*values)
        assert policies.rules_name(setting) == name
        hand = hands_of(setting.other, 6)[0]
        chances, _ = judge(network, setting, 1, hand, [4])
        assert chances.sum() == pytest.approx(1.0)

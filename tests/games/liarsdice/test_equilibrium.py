"""Known values of small rounds, best responses against brute force written straight from the rules, and the
agent in play.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

import partie
from partie.core.agent import Budget, ask
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.errors import BadOption
from partie.core.match import Match, play_out
from partie.core.registry import build_agent
from partie.games.liarsdice.lab.packing import pack, thin
from partie.games.liarsdice.lab.solve import solve_text
from partie.games.liarsdice.players.equilibrium.cfr import new_tables
from partie.games.liarsdice.players.equilibrium.duel import (
    Stopped,
    solve_duel,
    solve_round,
)
from partie.games.liarsdice.players.equilibrium.recall import learn
from partie.games.liarsdice.players.equilibrium.response import best_response
from partie.games.liarsdice.players.equilibrium.rounds import (
    EVEN_STAKE,
    Setting,
    hands_of,
    new_memory,
    new_round,
)
from partie.games.liarsdice.players.equilibrium.store import (
    SHIPPED,
    file_name,
    load,
    save,
)
from partie.games.liarsdice.rules.bids import unrank

GAME = partie.game("liarsdice")
GOING = np.zeros(1, np.uint8)
"""A stop flag that nobody raises."""


@pytest.mark.parametrize(
    ("dice", "faces", "value"),
    [((1, 1), 2, 0), ((1, 1), 3, -1 / 9), ((1, 1), 4, -1 / 8), ((2, 1), 2, 1 / 4), ((2, 1), 3, 1 / 9)],
)
def test_known_values_without_wild_dice_and_exact_calls(
    dice: tuple[int, int], faces: int, value: float
) -> None:
    solved = solve_round(Setting(*dice, faces, -1, False), 500)
    assert solved.low - 1e-4 <= value <= solved.high + 1e-4
    assert solved.exploitability < 1e-3


@pytest.mark.parametrize(
    ("dice", "faces", "most"), [(1, 4, 0.0005), (1, 5, 0.0013), (1, 6, 0.0018), (2, 3, 0.0023)]
)
def test_closer_to_the_equilibrium_than_plain_cfr_after_1024_iterations(
    dice: Any, faces: Any, most: Any
) -> None:
    solved = solve_round(Setting(dice, dice, faces, faces - 1, False), 1024)
    assert -1e-6 <= solved.exploitability <= most
    if (dice, faces) == (1, 6):
        assert -0.0281 <= solved.value <= -0.0244


def test_one_die_each_is_solved_to_a_thousandth_of_the_stake() -> None:
    for spot_on in (True, False):
        stored = load(Setting(1, 1, 6, -1, spot_on), EVEN_STAKE, SHIPPED)
        assert stored is not None
        policy = stored.probabilities
        gains = [
            best_response(stored.rules, stored.memory, policy, player, 10**9, GOING)[0] for player in (0, 1)
        ]
        assert -1e-6 <= sum(gains) / 2 < 0.001
        assert stored.high == pytest.approx(gains[0], abs=1e-6)
        assert stored.low == pytest.approx(-gains[1], abs=1e-6)


class BruteForce:
    """The round straight from its rules: policies are functions, the best response tries everything."""

    def __init__(self, setting: Any, stake: Any, policy: Any) -> None:
        self.setting, self.stake, self.policy = setting, stake, policy
        self.hands = [hands_of(dice, setting.faces) for dice in setting[:2]]

    def chance(self, hand: Any) -> Any:
        ways = math.factorial(sum(hand)) / math.prod(math.factorial(count) for count in hand)
        return ways / len(hand) ** sum(hand)

    def actions(self, history: Any) -> Any:
        last = history[-1] if history else -1
        dice = self.setting.starter + self.setting.other
        found = list(range(last + 1, self.setting.bids))
        if not history and self.setting.wild == 0:
            found = [bid for bid in found if unrank(bid, dice, self.setting.faces, 0) & 7 != 0]
        return found + (["liar", "exact"][: 1 + self.setting.spot_on] if history else [])

    def end(self, history: Any, call: Any, hands: Any) -> Any:
        """The value of the final call for the starter."""
        setting = self.setting
        move = unrank(history[-1], setting.starter + setting.other, setting.faces, setting.wild)
        quantity, face = move >> 3, move & 7
        count = sum(
            hand[face] + (hand[setting.wild] if setting.wild not in (-1, face) else 0) for hand in hands
        )
        caller = len(history) % 2
        if call == "exact":
            return self.stake[2 + caller] if count == quantity else self.stake[caller]
        return self.stake[caller] if count >= quantity else self.stake[1 - caller]

    def answer(self, player: Any) -> Any:
        """The value of the best response to the policy, own hand by own hand."""
        total = 0.0
        for hand in self.hands[player]:
            beliefs = {other: self.chance(other) for other in self.hands[1 - player]}
            total += self.chance(hand) * self.best(player, hand, beliefs, ())
        return total

    def best(self, player: Any, hand: Any, beliefs: Any, history: Any) -> Any:
        sign = 1 if player == 0 else -1
        mine = len(history) % 2 == player
        values = []
        for number, action in enumerate(self.actions(history)):
            after = beliefs
            if not mine:
                after = {
                    other: p * self.policy(history, other, number, action) for other, p in beliefs.items()
                }
            if isinstance(action, str):
                pairs = [((hand, other) if player == 0 else (other, hand), p) for other, p in after.items()]
                values.append(sum(p * sign * self.end(history, action, pair) for pair, p in pairs))
            else:
                values.append(self.best(player, hand, after, (*history, action)))
        return max(values) if mine else sum(values)


def policy_function(setting: Any, memory: Any, table: Any) -> Any:
    """A policy of the solvers as a function of history, hand and action."""

    def likely(history: Any, hand: Any, number: Any, action: Any) -> Any:
        node = 0
        for bid in history:
            node = memory.follow[memory.first[node] + bid - memory.last[node] - 1]
        mover = len(history) % 2
        assert memory.mover[node] == mover
        hands = hands_of(setting[mover], setting.faces)
        place = {"liar": memory.bids[node], "exact": memory.bids[node] + 1}.get(action)
        if place is None:
            place = action - memory.last[node] - 1
        return float(table[memory.start[node] + place * len(hands) + hands.index(hand)])

    return likely


@pytest.mark.parametrize("recall", [1, 2, 9])
@pytest.mark.parametrize(
    "setting",
    [
        Setting(1, 1, 3, -1, True),
        Setting(1, 1, 3, 0, True),
        Setting(1, 1, 3, 2, False),
        Setting(2, 1, 2, -1, True),
        Setting(1, 2, 2, 0, True),
        Setting(2, 1, 2, 1, False),
    ],
)
def test_best_responses_agree_with_brute_force(setting: Any, recall: Any) -> None:
    stake = (-1.0, 1.0, 0.4, -0.3)
    rules, memory = new_round(setting, stake), new_memory(setting, recall)
    solved = solve_round(setting, 3, recall, stake)
    table = solved.probabilities
    brute = BruteForce(setting, stake, policy_function(setting, memory, table))
    for player in (0, 1):
        worth, _ = best_response(rules, memory, table, player, 10**9, GOING)
        assert worth == pytest.approx(brute.answer(player), abs=1e-5)


def test_forgetting_bids_costs_something_and_remembering_more_costs_less() -> None:
    losses = [solve_round(Setting(2, 1, 3, -1, True), 400, recall).exploitability for recall in (1, 3, 9)]
    assert losses[0] > losses[1] > losses[2] >= -1e-6
    assert losses[1] < 0.02


def test_learning_from_samples_comes_near_learning_from_all_hands() -> None:
    setting = Setting(2, 2, 3, -1, False)
    rules, memory = new_round(setting), new_memory(setting, 2)
    tables = new_tables(memory)
    learn(rules, memory, 0, 600, 3, tables, new_chance("samples"), np.zeros(1, np.uint8))
    assert np.isfinite(tables.sums).all()
    assert (tables.regrets >= 0).all()
    whole = solve_round(setting, 600, 2)
    assert whole.exploitability < 0.1


def test_the_duel_follows_from_its_rounds() -> None:
    options = GAME.read_options({"faces": 2, "spot_on": "off", "dice": 2})
    duel = solve_duel((2, 1), options, 300)
    assert set(duel.rounds) == {(1, 1), (2, 1)}
    assert duel.wins[1, 1] == pytest.approx(0.5, abs=1e-3)
    # the starter wins the round, and the duel, with probability 5/8; otherwise it is one die each, and they
    # start again
    assert duel.wins[2, 1] == pytest.approx(5 / 8 + 3 / 8 / 2, abs=1e-3)


def test_with_regained_dice_only_one_die_each_is_solved() -> None:
    options = GAME.read_options({"faces": 3, "exact_reward": "caller_gains", "dice": 1})
    duel = solve_duel((1, 1), options, 200)
    solved = duel.rounds[1, 1]
    win = duel.wins[1, 1]
    assert solved.stake == pytest.approx((-1, 1, 1 - 2 * win, 2 * win - 1), abs=1e-3)
    assert solved.exploitability < 0.002
    with pytest.raises(BadOption, match="wins a die back"):
        solve_duel((2, 1), GAME.read_options({"exact_reward": "caller_gains", "dice": 2}), 10)


def test_what_the_command_prints() -> None:
    lines = solve_text("1,1", {"faces": "3", "spot_on": "off"}, 200)
    assert lines[0].startswith("1 die against 1: every bid remembered, 200 iterations")
    assert "-0.111" in lines[1]
    assert "exploitability" in lines[2]
    with pytest.raises(BadOption, match="2,1"):
        solve_text("two", {})


def test_a_solved_round_is_stored_and_read_back(tmp_path: Any) -> None:
    setting = Setting(1, 1, 2, 0, True)
    solved = solve_round(setting, 20)
    path = save(solved, tmp_path)
    again = load(setting, EVEN_STAKE, tmp_path)
    assert again is not None
    assert np.array_equal(again.policy[:], solved.policy[:])
    assert (again.low, again.high, again.recall) == (solved.low, solved.high, solved.recall)
    path.write_bytes(b"broken")
    assert load(setting, EVEN_STAKE, tmp_path) is None
    names = {
        file_name(Setting(*dice, 6, wild, spot))
        for dice in ((1, 1), (2, 1))
        for wild in (-1, 0, 5)
        for spot in (False, True)
    }
    assert len(names) == 12


def duels(specs: Any, options: Any, games: Any) -> Any:
    """The mean score of the seat that starts."""
    total = 0.0
    for seed in range(games):
        agents = [build_agent(GAME, spec, (seed, seat)) for seat, spec in enumerate(specs)]
        total += play_out(Match(GAME, options, seed=seed, seats=2), agents).scores[0]
    return total / games


@pytest.mark.parametrize("options", [{"dice": 1}, {"dice": 1, "spot_on": False, "wild": "last"}])
def test_in_play_the_agent_gets_the_computed_value(options: Any) -> None:
    games = 600
    wild = 5 if options.get("wild") == "last" else -1
    stored = load(Setting(1, 1, 6, wild, options.get("spot_on", True)), EVEN_STAKE, SHIPPED)
    assert stored is not None
    mean = duels(["equilibrium", "equilibrium"], options, games)
    noise = 3.5 * 0.5 / math.sqrt(games)
    assert (1 + stored.low) / 2 - noise <= mean <= (1 + stored.high) / 2 + noise


def test_no_opponent_beats_it_with_one_die_each() -> None:
    games = 250
    for spec in ("random", "odds"):
        first = duels(["equilibrium", spec], {"dice": 1}, games)
        second = 1 - duels([spec, "equilibrium"], {"dice": 1}, games)
        assert (first + second) / 2 > 0.5 - 3.5 * 0.5 / math.sqrt(2 * games)


def test_a_whole_duel_and_every_reason_given() -> None:
    keys = set()
    for seed, options in itertools.product(range(3), ({}, {"dice": 2})):
        match = Match(GAME, options, seed=seed, seats=2)
        agents = [build_agent(GAME, spec, seed) for spec in ("equilibrium", "random")]
        while not match.state.over:
            view = match.view()
            decision = ask(agents[view.seat], view)
            if view.seat == 0:
                assert decision.why is not None
                keys.add(decision.why.key)
                assert set(GAME.phrase(decision.why.key, decision.why.data)) == {"en", "fr"}
                assert all(-1e-6 <= candidate.value <= 1 + 1e-6 for candidate in decision.candidates)
                assert decision.value is not None or decision.why.key == "liarsdice.off_path"
            match.play(decision.move)
    assert keys & {"liarsdice.mixed", "liarsdice.always"}


def test_with_three_players_it_goes_by_the_odds_and_says_so() -> None:
    match = Match(GAME, {}, seed=1, seats=3)
    decision = ask(build_agent(GAME, "equilibrium"), match.view())
    assert decision.why is not None
    assert decision.why.key == "liarsdice.not_two"


def test_the_same_view_and_seed_give_the_same_decision() -> None:
    chance = new_chance("views")
    for seed in range(20):
        match = Match(GAME, {"dice": 2}, seed=seed, seats=2)
        for _ in range(int(below(chance, 4))):
            moves = match.state.moves
            match.play(moves[int(below(chance, len(moves)))])
        if match.state.over:
            continue
        view = match.view()
        decisions = [build_agent(GAME, "equilibrium", 5).decide(view, Budget()) for _ in range(2)]
        assert decisions[0] == decisions[1]


def test_the_stop_flag_ends_solving() -> None:
    with pytest.raises(Stopped):
        solve_round(Setting(2, 1), stop=np.ones(1, np.uint8))


def test_agrees_with_open_spiel() -> None:
    """Its liars_dice is our round with one die each, the last face wild and no exact calls."""
    import pyspiel  # a second of loading that only this test needs

    game = pyspiel.load_game("liars_dice")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    theirs = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    stored = load(Setting(1, 1, 6, 5, False), EVEN_STAKE, SHIPPED)
    assert stored is not None
    assert abs(theirs - stored.value) <= pyspiel.nash_conv(game, policy) + stored.exploitability
    assert theirs == pytest.approx(stored.value, abs=0.01)


def test_a_shipped_policy_is_kept_without_its_zeros(tmp_path: Any) -> None:
    solved = solve_round(Setting(1, 1, 3), 20)
    pack(solved, tmp_path)
    again = load(solved.setting, EVEN_STAKE, tmp_path)
    assert again is not None
    assert len(again.policy) == len(solved.policy)
    assert np.array_equal(again.policy[:], solved.policy[:])
    assert np.array_equal(again.policy[7:23], solved.policy[7:23])
    assert np.array_equal(again.probabilities, solved.probabilities)


def test_rare_actions_are_dropped_from_what_is_shipped() -> None:
    solved = solve_round(Setting(1, 1), 200)
    small = thin(solved, 1 / 50)
    assert small.exploitability < solved.exploitability + 0.02
    chances = small.policy[:][small.policy[:] > 0]
    assert chances.max() == 255
    assert chances.min() >= 255 // 50


def test_what_is_shipped_of_the_game_takes_ten_megabytes() -> None:
    folder = SHIPPED.parents[2]
    files = [file for file in folder.rglob("*") if file.suffix in {".npz", ".safetensors", ".json"}]
    weights = [file for file in files if file.stat().st_size > 20_000 or file.suffix != ".json"]
    assert 5_000_000 < sum(file.stat().st_size for file in weights) < 10_000_000


@pytest.mark.parametrize("spec", ["equilibrium", "master"])
@pytest.mark.parametrize("wild", ["none", "ones", "last"])
@pytest.mark.parametrize("spot_on", [True, False])
def test_the_first_round_of_a_duel_is_played_with_every_set_of_rules(
    spec: str, wild: str, spot_on: bool
) -> None:
    """From a table or a network that is shipped: nobody waits until a round is solved."""
    options = {"dice": 5, "wild": wild, "spot_on": spot_on}
    match, agents = (
        Match(GAME, options, seed=7, seats=2),
        [build_agent(GAME, spec, seat) for seat in range(2)],
    )
    while not match.moves or match.moves[-1][0].isdigit():
        view = match.view()
        decision = ask(agents[view.seat], view)
        assert decision.move in view.moves
        if spec == "equilibrium":
            assert decision.why is not None
            assert decision.why.key in {"liarsdice.mixed", "liarsdice.always"}
            assert decision.candidates
        match.play(decision.move)
    assert len(match.moves) > 1


@pytest.mark.parametrize("dice", [4, 5])
def test_large_rounds_are_played_from_their_tables(dice: int) -> None:
    """The first decisions of a duel: probabilities of legal actions, with values of a chance to win."""
    match = Match(GAME, seed=2, seats=2, options={"dice": dice})
    agent = build_agent(GAME, "equilibrium", 1)
    for _ in range(3):
        decision = ask(agent, match.view(), Budget())
        assert decision.candidates
        assert sum(c.visits for c in decision.candidates) == pytest.approx(1000, abs=10)
        assert all(0.2 < c.value < 0.8 for c in decision.candidates)
        bids = [c.move for c in decision.candidates if c.move > 1]
        if not bids:
            break
        match.play(bids[0])

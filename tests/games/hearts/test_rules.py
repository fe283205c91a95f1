"""Compiled rules against the oracle, facts of the rules page, known counts, and golden playthroughs."""

from __future__ import annotations

import itertools
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partie
from partie.cards.deck import (
    card_text,
    cards_of,
)
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.game import State
from partie.core.match import Match
from partie.games.hearts import rules
from partie.games.hearts.lab.loops import play_random_deals
from partie.games.hearts.players import searching
from partie.testing import GoldenContract, Playthrough, perft
from partie.testing.amounts import amount
from tests.games.hearts.oracle import Oracle

HEARTS = partie.game("hearts")
LENGTHS = ("usual", "1", "2", "4", "8", "12", "hundred")
SHORT_GAMES = [
    {"rules": "coeurs", "length": length, "slam": slam}
    for length, slam in itertools.product(LENGTHS, ("bonus", "none"))
]
CLASSIC_GAMES = [
    {"rules": "classic", "length": length, "pass": passing, "jack_of_diamonds": jack}
    for length, passing, jack in itertools.product(LENGTHS, (True, False), (False, True))
]


def new_oracle(options: dict[str, Any]) -> Oracle:
    return Oracle(
        options["rules"],
        options["length"],
        options.get("slam", "bonus"),
        options.get("pass", True),
        options.get("jack_of_diamonds", False),
    )


def hands(state: State) -> list[set[str]]:
    return [{card_text(card) for card in cards_of(hand)} for hand in state.record.hands]


def agree(state: State, oracle: Oracle) -> list[str]:
    legal = [state.text(move) for move in state.moves]
    assert {" ".join(sorted(move.split())) for move in legal} == {
        " ".join(sorted(move.split())) for move in oracle.moves()
    }
    assert len(set(legal)) == len(legal)
    assert state.over == oracle.over()
    assert bool(rules.settled(state.record)) == (oracle.phase in ("between", "over"))
    assert state.record.number == oracle.deal
    assert state.scores == oracle.totals()
    assert [int(rules.points(state.record, seat)) for seat in range(4)] == oracle.points()
    assert hands(state) == oracle.hands
    if not state.over:
        assert state.to_move == oracle.turn
    return legal


def play_both(options: dict[str, Any], seed: object, most_deals: int, pick: Any) -> Oracle:
    """Play the same moves in both and compare everything after each."""
    chance = new_chance("oracle", seed)
    oracle = new_oracle(options)
    state = HEARTS.start(options, chance)
    oracle.take_deal(hands(state))
    while not state.over and len(oracle.sheet) < most_deals:
        move = pick(agree(state, oracle), oracle, chance)
        state.play(move, chance)
        oracle.play(move)
        if move == "deal":
            oracle.take_deal(hands(state))
    agree(state, oracle)
    if state.over:
        assert [row.tolist() for row in state.record.sheet[: state.record.number]] == oracle.sheet
    return oracle


def pick_random(legal: list[str], oracle: Oracle, chance: Any) -> str:
    return legal[int(below(chance, len(legal)))]


def pick_for_slam(legal: list[str], oracle: Oracle, chance: Any) -> str:
    """Seat 0 plays high and the others discard their points on it, so that slams occur."""
    ranked = sorted(legal, key=lambda move: (RANK.get(move[:-1], 0), move[-1] != "h"))
    if oracle.turn == 0:
        return ranked[-1]
    points = [move for move in ranked if move[-1] == "h" or move == "Qs"]
    seat_zero_wins = bool(oracle.trick) and oracle.trick[0][0] == 0
    return points[0] if points and seat_zero_wins else ranked[0]


def compare(options: dict[str, Any], name: str, least: int) -> None:
    """Play random games in both until at least this number of deals has been compared."""
    deals = 0
    for seed in itertools.count():
        deals += len(play_both(options, (seed, name), 32, pick_random).sheet)
        if deals >= least:
            return


RANK = {rank: i for i, rank in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])}


@pytest.mark.parametrize("options", SHORT_GAMES, ids=lambda o: "-".join(map(str, o.values())))
def test_the_32_card_game_agrees_with_the_oracle_move_list_by_move_list(options: dict[str, Any]) -> None:
    compare(options, "short", amount(30, 120))


@pytest.mark.parametrize("options", CLASSIC_GAMES, ids=lambda o: "-".join(map(str, o.values())))
def test_the_52_card_game_agrees_with_the_oracle_move_list_by_move_list(options: dict[str, Any]) -> None:
    compare(options, "classic", amount(10, 32))


@pytest.mark.parametrize("options", [SHORT_GAMES[0], SHORT_GAMES[1], CLASSIC_GAMES[3], CLASSIC_GAMES[2]])
def test_slams_agree_with_the_oracle(options: dict[str, Any]) -> None:
    found = []
    for seed in range(300):
        oracle = play_both(options, (seed, "slam"), 2, pick_for_slam)
        found += [row for row in oracle.sheet if row[0] in (40, -40) or -26 in row[1:] or -16 in row[1:]]
        if len(found) >= amount(2, 5):
            return
    pytest.fail(f"only {len(found)} slams in 300 games: nothing was compared")


def test_every_game_ends_after_the_last_deal() -> None:
    """A game to -100 in which somebody always wins everything back ends with deal 32."""
    state = HEARTS.start({"length": "hundred"})
    chance = new_chance("long")
    while not state.over:
        state.record.totals[:] = 0
        while state.record.phase == rules.PLAY:
            state.play(state.moves[0], chance)
        if not state.over:
            assert state.record.number < rules.LAST_DEAL
            state.play("deal", chance)
    assert state.record.number == rules.LAST_DEAL


def at(position: str, **options: Any) -> State:
    return HEARTS.position(position, options)


def legal(state: State) -> list[str]:
    return [state.text(move) for move in state.moves]


SHORT_END = "c78hA/c9Td7/cJdKA/cQKs7 1 0:- "
SHORT_GONE = "cAd89TJQs89TJQKAh789TJQK"
TAKEN = " h789/hTJ/hQ/hK"


def test_suit_is_followed_and_the_highest_of_it_takes_the_trick() -> None:
    state = at(SHORT_END + SHORT_GONE + TAKEN)
    state.play("7c")
    assert legal(state) == ["9c", "10c"]
    state.play("9c")
    assert legal(state) == ["Jc"]
    state.play("Jc")
    assert legal(state) == ["Qc", "Kc"]
    state.play("Qc")
    assert state.to_move == 3
    assert [play["card"] for play in state.view(0).display()["last_trick"]["cards"]] == [
        "7c",
        "9c",
        "Jc",
        "Qc",
    ]


def test_a_discard_never_takes_the_trick_and_shows_a_void() -> None:
    state = at(SHORT_END + SHORT_GONE + TAKEN)
    for move in ("Ah", "10c", "Kd", "7s"):
        state.play(move)
    assert state.to_move == 0
    assert state.view(2).display()["voids"] == [[], ["h"], ["h"], ["h"]]
    assert state.view(2).display()["points"] == [-20, -10, -5, -5]


def end_of_deal(position: str, **options: Any) -> State:
    state = at(position, **options)
    while not rules.settled(state.record):
        state.play(state.moves[0])
    return state


def test_all_eight_hearts_are_worth_40_with_the_bonus() -> None:
    last = "hA/c7/c8/c9 1 0:- cTJQKAd789TJQKAs789TJQKAh789TJQK "
    assert end_of_deal(last + "h789TJQK/-/-/-").scores == [40, 0, 0, 0]
    assert end_of_deal(last + "h789TJQK/-/-/-", slam="none").scores == [-40, 0, 0, 0]
    assert end_of_deal(last + "h789TJQ/hK/-/-").scores == [-35, -5, 0, 0]


CLASSIC_LAST = "h2/c7/c8/c9 1 0:- c23456TJQKAd23456789TJQKAs23456789TJQKAh3456789TJQKA "


def test_taking_all_26_costs_the_others() -> None:
    classic = {"rules": "classic", "length": "1"}
    assert end_of_deal(CLASSIC_LAST + "sQh3456789TJQKA/-/-/-", **classic).scores == [0, -26, -26, -26]
    assert end_of_deal(CLASSIC_LAST + "h3456789TJQKA/sQ/-/-", **classic).scores == [-13, -13, 0, 0]
    jack = {**classic, "jack_of_diamonds": True}
    assert end_of_deal(CLASSIC_LAST + "sQh3456789TJQKA/dJ/-/-", **jack).scores == [0, -16, -26, -26]
    assert end_of_deal(CLASSIC_LAST + "dJsQh3456789TJQKA/-/-/-", **jack).scores == [10, -26, -26, -26]


CLASSIC = {"rules": "classic", "pass": False}


def test_the_first_trick_of_the_classic_game() -> None:
    state = at("c2dKAs23456789TJ/d23456789TJQhKA/c3456789TJQKAhQ/sQKAh23456789TJ 1 0:-", **CLASSIC)
    assert legal(state) == ["2c"]
    state.play("2c")
    assert legal(state) == [f"{rank}d" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")]
    state.play("2d")
    assert "Qh" not in legal(state)
    state.play("3c")
    assert legal(state) == ["Ks", "As"], "no hearts and no queen of spades"


def test_a_hand_of_only_points_may_play_them_to_the_first_trick() -> None:
    state = at("c2dKAs23456789TJ/d23456789TJQsQK/c3456789TJQKAsA/h23456789TJQKA 1 0:-", **CLASSIC)
    for move in ("2c", "2d", "3c"):
        state.play(move)
    assert len(legal(state)) == 13
    state.play("2h")
    assert state.view(0).display()["voids"][3] == ["c", "d"]
    for world in (state.view(0).sample(new_chance("points", seed)) for seed in range(20)):
        assert set(hands(world)[3]) <= {f"{rank}h" for rank in RANK} | {"Qs"}


NO_HEART_GONE = " 4 0:- c3456789TJQKAd234567TJQKAs23456789TJQKA sQ/-/-/-"


def test_hearts_are_not_led_before_one_has_been_discarded() -> None:
    state = at("c2d9h8A/h2345/h67TJ/d8h9QK" + NO_HEART_GONE, **CLASSIC)
    assert legal(state) == ["2c", "9d"]
    for move in ("2c", "2h", "6h", "8d"):
        state.play(move)
    assert "8h" in legal(state)
    assert state.view(0).display()["hearts_broken"]


def test_a_hand_of_only_hearts_may_lead_them_and_shows_its_voids() -> None:
    state = at("h2345/c2d89h6/h789T/hJQKA" + NO_HEART_GONE, **CLASSIC)
    assert legal(state) == ["2h", "3h", "4h", "5h"]
    state.play("2h")
    assert state.view(1).display()["voids"][0] == ["c", "d", "s"]


@pytest.mark.parametrize(("deal", "receiver"), [(1, 1), (2, 3), (3, 2)])
def test_cards_are_passed_left_right_across(deal: int, receiver: int) -> None:
    match = Match(HEARTS, {"rules": "classic", "length": "8"}, seed=4)
    while match.state.record.number < deal:
        match.play(match.state.moves[0])
    given = {}
    while match.state.record.phase == rules.PASS:
        seat, move = match.state.to_move, match.state.text(match.state.moves[-1])
        given[seat] = set(move.split()[1:])
        assert match.state.view(seat).display()["passing"]["to"] == (seat + receiver) % 4
        match.play(move)
    assert sorted(given) == [0, 1, 2, 3]
    for seat, cards in given.items():
        assert cards <= hands(match.state)[(seat + receiver) % 4]
        shown = match.state.view((seat + receiver) % 4).display()
        assert (set(shown["received"]), shown["from"]) == (cards, seat)
    assert "2c" in hands(match.state)[match.state.to_move]


def test_nothing_is_passed_in_the_fourth_deal() -> None:
    match = Match(HEARTS, {"rules": "classic", "length": "4"}, seed=4)
    while match.state.record.number < 4:
        match.play(match.state.moves[0])
    assert match.state.record.phase == rules.PLAY
    assert match.view().display()["passing"] == {"direction": "none", "to": None, "waiting": []}


def test_options_of_the_other_rules_are_ignored() -> None:
    plain = HEARTS.start({}, new_chance(1))
    assert bytes(HEARTS.start({"pass": True, "jack_of_diamonds": True}, new_chance(1))) == bytes(plain)
    classic = HEARTS.start({"rules": "classic"}, new_chance(1))
    assert bytes(HEARTS.start({"rules": "classic", "slam": "none"}, new_chance(1))) == bytes(classic)


def test_the_slam_of_an_opponent_counts_as_a_loss_for_searches() -> None:
    state = HEARTS.start()
    state.record.taken[2] = HEARTS.rules.SHORT_HEARTS
    assert [rules.points(state.record, seat) for seat in range(4)] == [0, 0, 40, 0]
    assert [rules.worth(state.record, seat) for seat in range(4)] == [-20, -20, 40, -20]


def test_between_deals_the_next_dealer_deals() -> None:
    match = Match(HEARTS, {"slam": "none"}, seed=2)
    while match.state.record.phase == rules.PLAY:
        match.play(match.state.moves[0])
    state = match.state
    assert (legal(state), state.to_move, bool(rules.settled(state.record)), state.over) == (
        ["deal"],
        0,
        True,
        False,
    )
    assert state.view(2).display()["phase"] == "between"
    assert sum(state.scores) == -40
    worth = [rules.worth(state.record, seat) for seat in range(4)]
    assert worth == state.scores
    match.play("deal")
    assert (match.state.record.dealer, match.state.to_move, match.state.record.number) == (0, 1, 2)
    assert match.state.scores == worth, "the totals stay"
    assert [rules.worth(match.state.record, seat) for seat in range(4)] == [0, 0, 0, 0]


def test_the_deal_is_fair() -> None:
    """How often each card is dealt to each seat: chi-square with 3 degrees of freedom per card, the largest
    of 52 below p ≈ 0.0001.
    """
    for options, pack in (({}, 32), ({"rules": "classic", "pass": False}, 52)):
        counts = np.zeros((64, 4))
        for seed in range(2000):
            state = HEARTS.start(options, new_chance("fair", seed))
            for seat in range(4):
                counts[cards_of(state.record.hands[seat]), seat] += 1
        dealt = counts[counts.sum(axis=1) > 0]
        assert dealt.shape == (pack, 4)
        assert ((dealt - 500) ** 2 / 500).sum(axis=1).max() < 24.0


def test_random_deals_are_fair_to_every_seat() -> None:
    totals = play_random_deals(HEARTS.start({"slam": "none"}).record, 20_000, 0, new_chance("seats"))
    assert totals.sum() == -40 * 20_000
    assert np.abs(totals / 20_000 + 10).max() < 0.5, "the leader has a little more to fear than the others"


@pytest.mark.parametrize("options", [{}, {"rules": "classic"}])
def test_random_playouts_choose_as_from_the_list_of_moves(options: dict[str, Any]) -> None:
    state = HEARTS.start(options, new_chance("choose"))
    chance = new_chance("choose", 1)
    counts = dict.fromkeys(state.moves, 0)
    for _ in range(200 * len(counts)):
        counts[int(searching.choose(state.record, 0, np.empty(1, np.int64), chance))] += 1
    assert min(counts.values()) > 130
    assert max(counts.values()) < 280


@pytest.mark.parametrize(
    "options", [{}, {"rules": "classic"}, {"rules": "classic", "jack_of_diamonds": True}]
)
def test_careful_playouts_are_legal_and_better_than_random_ones(options: dict[str, Any]) -> None:
    chance, out = new_chance("careful"), np.empty(1, np.int64)
    careful = 0.0
    games = 150
    for _ in range(games):
        state = HEARTS.start({**options, "slam": "none"}, chance)
        while not rules.settled(state.record):
            policy = searching.CAREFUL if state.to_move == 0 else 0
            move = int(searching.choose(state.record, policy, out, chance))
            assert move in state.moves
            state.play(move, chance)
        careful += rules.worth(state.record, 0)
    assert careful / games > (-7.0 if not options else -4.0)


def slow_perft(oracle: Oracle, depth: int) -> int:
    if depth == 0 or oracle.phase != "play":
        return 1
    total = 0
    for move in oracle.moves():
        child = deepcopy(oracle)
        child.play(move)
        total += slow_perft(child, depth - 1)
    return total


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        (SHORT_GAMES[0], [1, 8, 13, 24, 48, 336, 712, 1266]),
        (CLASSIC_GAMES[2], [1, 1, 2, 8, 32, 308, 852, 1782]),
    ],
)
def test_perft(options: dict[str, Any], counts: list[int]) -> None:
    """Sequences of cards from a fixed deal."""
    state = HEARTS.start(options, new_chance("perft"))
    assert [perft(state, depth) for depth in range(len(counts))] == counts
    oracle = new_oracle(options)
    oracle.take_deal(hands(state))
    assert [slow_perft(oracle, depth) for depth in range(len(counts))] == counts


def test_perft_of_an_ending() -> None:
    """All ways to play the last three tricks."""
    state = at(SHORT_END + SHORT_GONE + TAKEN)
    oracle = Oracle(hands=hands(state))
    assert perft(state, 12) == slow_perft(oracle, 12) == 208


class TestGolden(GoldenContract):
    game = HEARTS
    folder = Path(__file__).parent
    playthroughs = {
        "golden-coeurs": Playthrough({"length": "2"}),
        "golden-classic": Playthrough({"rules": "classic", "length": "1", "jack_of_diamonds": True}),
    }

"""Compiled rules against the oracle, facts from the rules page, known counts, and a golden playthrough."""

from __future__ import annotations

import itertools
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.cards.deck import (
    card_text,
    cards_of,
    set_of,
)
from partie.core.compiled.chance import new_chance
from partie.core.errors import IllegalMove
from partie.core.game import State
from partie.core.match import Match
from partie.games.coinche import rules
from partie.games.coinche.lab.loops import play_random_deals
from partie.games.coinche.rules import calls
from partie.games.coinche.rules.cards import (
    ABOVE,
    BEATEN_BY,
    FIRST_RANK,
    KIND,
    PACK,
    POINTS,
    STRENGTH,
    ranks_of,
)
from partie.testing import GoldenContract, Playthrough, perft
from partie.testing.amounts import amount
from tests.games.coinche import oracle as plain
from tests.games.coinche.oracle import Oracle
from tests.games.coinche.tables import (
    ALL_HEARTS,
    COINCHE,
    after,
    at,
    at_play,
    hands,
    legal,
    pick,
    play_out,
    random_card,
)

SWITCHES = ("round", "annonces", "sa_ta", "generale", "belote_ta")
ALL_OPTIONS: list[dict[str, Any]] = [
    {"marking": marking, **dict(zip(SWITCHES, values, strict=True))}
    for marking in ("made_and_bid", "bid_only", "trick_points")
    for values in itertools.product((False, True), repeat=len(SWITCHES))
]


def agree(state: State, oracle: Oracle) -> list[str]:
    moves = legal(state)
    assert set(moves) == oracle.moves()
    assert len(set(moves)) == len(moves)
    assert state.over == oracle.over()
    assert bool(rules.settled(state.record)) == (oracle.phase in ("between", "over"))
    assert (state.record.number, state.record.dealer) == (oracle.deal, oracle.dealer)
    assert state.scores == oracle.totals() * 2
    assert hands(state) == oracle.hands
    if not state.over:
        assert state.to_move == oracle.turn
    if oracle.phase == "play" or oracle.tricks:
        assert state.record.points.tolist() == oracle.card_points()
        assert [int(rules.extras(state.record, side)) for side in range(2)] == oracle.extras()
    return moves


DEALS, DEALS_IN_A_GAME = amount(10, 22), amount(3, 8)
"""With each set of options, and in one game at most."""


def play_both(options: dict[str, Any], seed: object, most_deals: int) -> Oracle:
    """Play the same moves in both and compare everything after each."""
    chance = new_chance("oracle", seed)
    values = COINCHE.read_options(options)
    oracle, state = Oracle(values), COINCHE.start(values, chance)
    oracle.take_deal(hands(state))
    while not state.over and len(oracle.sheet) < most_deals:
        move = pick(agree(state, oracle), chance)
        state.play(move, chance)
        oracle.play(move)
        if move == "deal":
            oracle.take_deal(hands(state))
    agree(state, oracle)
    assert [{key: row[key] for key in oracle.sheet[0]} for row in state.view(0).display()["sheet"]] == oracle.sheet  # fmt: skip
    return oracle


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=lambda o: "-".join(str(v)[:4] for v in o.values()))
def test_it_agrees_with_the_oracle_move_list_by_move_list(options: dict[str, Any]) -> None:
    """Deals with each of the 96 sets of options, in games of different lengths."""
    deals = 0
    for number, length in enumerate(({"deals": 8}, {"target": 300}, {"target": 1000}, {"deals": 1})):
        most = min(DEALS_IN_A_GAME, DEALS - deals)
        deals += len(play_both({**options, **length}, (str(options), number), most).sheet)
    while deals < DEALS:
        deals += len(play_both(options, (str(options), "more", deals), DEALS - deals).sheet)


def test_these_games_cover_every_kind_of_deal() -> None:
    seen: Counter[str] = Counter()
    for options in ALL_OPTIONS[26:32:2]:
        oracle = play_both({**options, "sa_ta": True, "deals": 40}, (str(options), "seen"), 40)
        seen["thrown in"] += oracle.thrown
        for row in oracle.sheet:
            name, denomination = plain.split(row["call"])
            seen[denomination] += 1
            seen[f"{'made' if row['made'] else 'failed'} {row['doubled']}"] += 1
            seen[name] += 1
            seen["extras"] += any(row["extras"])
    expected = {
        *plain.DENOMINATIONS,
        "made 1",
        "failed 1",
        "made 2",
        "failed 2",
        "failed 4",
        "capot",
        "generale",
    }
    assert expected | {"thrown in", "extras", "80", "100"} <= set(+seen), seen


def test_the_cards_are_worth_152_points_in_every_denomination() -> None:
    for denomination in range(6):
        assert sum(int(POINTS[denomination, card]) for card in cards_of(PACK)) == 152


@pytest.mark.parametrize(("number", "name"), list(enumerate(plain.DENOMINATIONS)))
def test_order_and_points_are_those_of_the_rules_page(number: int, name: str) -> None:
    for card in cards_of(PACK):
        text, suit, rank8 = card_text(card), card >> 4, (card & 15) - FIRST_RANK
        power = plain.strength(name, text)
        assert POINTS[number, card] == plain.points(name, text)
        assert KIND[number, suit] == plain.is_trump(name, text)
        assert STRENGTH[KIND[number, suit], rank8] == power
        stronger = [
            c for c in cards_of(PACK) if c >> 4 == suit and plain.strength(name, card_text(c)) > power
        ]
        assert int(ABOVE[KIND[number, suit], rank8]) == ranks_of(set_of(stronger), suit)
        takers = [c for c in cards_of(PACK) if plain.winner(name, [(0, text), (1, card_text(c))])[0] == 1]
        assert int(BEATEN_BY[number, card]) == set_of(takers)


def test_162_with_the_last_trick_and_252_with_all() -> None:
    totals: Counter[int] = Counter()
    for seed in range(300):
        chance = new_chance("facts", seed)
        state = COINCHE.start({"deals": 1}, chance)
        after(state, f"80{plain.DENOMINATIONS[seed % 6]}", "pass", "pass", "pass")
        while not state.over:
            state.play(random_card(state, chance))
        total = int(sum(state.record.points))
        assert total == (252 if max(state.record.won) == 8 else 162)
        totals[total] += 1
    assert totals[162] > 250


@pytest.mark.parametrize(
    ("bid", "points", "belotes"),
    [("80h", [252, 0], [20, 0]), ("80s", [0, 252], [0, 20]), ("80sa", [252, 0], [0, 0]), ("80ta", [252, 0], [40, 40])],
)  # fmt: skip
def test_252_and_the_belotes_where_everybody_has_a_suit(
    bid: str, points: list[int], belotes: list[int]
) -> None:
    state = play_out(at(ALL_HEARTS + f"{bid},pass,pass,pass"))
    assert (state.record.points.tolist(), state.record.belote.tolist()) == (points, belotes)


# bidding


def test_the_player_after_the_dealer_speaks_and_leads_first() -> None:
    state = COINCHE.start({}, new_chance(1))
    assert (state.record.dealer, state.to_move) == (3, 0)
    after(state, "pass", "80h", "pass", "pass", "pass")
    assert (state.record.phase, state.to_move, state.record.bidder) == (calls.PLAY, 0, 1)
    assert [len(hand) for hand in hands(state)] == [8, 8, 8, 8]


def test_a_bid_must_be_higher_in_value_and_the_steps_are_tens_then_capot() -> None:
    state = COINCHE.start()
    values = [f"{value}{where}" for value in range(80, 161, 10) for where in plain.DENOMINATIONS]
    capots = [f"capot {where}" for where in plain.DENOMINATIONS]
    assert legal(state) == ["pass", *values, *capots]
    after(state, "120sa")
    assert legal(state) == ["pass", "coinche", *values[30:], *capots]
    for bid in ("120h", "110ta", "80c"):
        with pytest.raises(IllegalMove, match="must be higher"):
            state.play(bid)
    after(state, "capot d")
    assert legal(state) == ["pass", "coinche"]
    after(state, "pass")
    assert legal(state) == ["pass"], "nothing is higher, and it is the partner's"


def test_options_of_the_bidding() -> None:
    suits_only = COINCHE.start({"sa_ta": False})
    assert len(legal(suits_only)) == 1 + 10 * 4
    with pytest.raises(IllegalMove, match="no such bid"):
        suits_only.play("80sa")
    generale = COINCHE.start({"generale": True})
    assert len(legal(generale)) == 1 + 11 * 6
    after(generale, "capot s")
    assert legal(generale)[2:] == [f"generale {where}" for where in plain.DENOMINATIONS]
    with pytest.raises(IllegalMove, match="no such bid"):
        COINCHE.start().play("generale h")


def test_only_a_bid_of_the_opponents_is_coinched() -> None:
    state = COINCHE.start()
    with pytest.raises(IllegalMove, match="Only a bid of the opponents"):
        state.play("coinche")
    after(state, "80h")
    assert "coinche" in legal(state)
    after(state, "pass")
    with pytest.raises(IllegalMove, match="Only a bid of the opponents"):
        state.play("coinche")
    with pytest.raises(IllegalMove, match="Only a coinche"):
        state.play("surcoinche")
    after(state, "pass", "coinche")
    with pytest.raises(IllegalMove, match="surcoinche or pass"):
        state.play("90h")


def test_a_player_who_has_passed_may_bid_later() -> None:
    state = after(COINCHE.start(), "pass", "pass", "80d", "pass")
    assert "90c" in legal(state)
    after(state, "90c", "pass", "pass", "pass")
    assert (state.record.phase, state.record.bidder, state.record.denomination) == (calls.PLAY, 0, 0)


def test_after_a_coinche_both_of_the_bidding_side_may_answer_and_nobody_else() -> None:
    state = after(COINCHE.start(), "pass", "80h", "coinche")
    assert (state.to_move, legal(state)) == (3, ["pass", "surcoinche"])
    at_once = after(state.copy(), "surcoinche")
    assert (at_once.record.phase, at_once.record.doubled, at_once.record.bidder) == (calls.PLAY, 2, 1)
    after(state, "pass")
    assert (state.to_move, legal(state)) == (1, ["pass", "surcoinche"])
    nobody = after(state.copy(), "pass")
    assert (nobody.record.phase, nobody.record.doubled, nobody.to_move) == (calls.PLAY, 1, 0)
    after(state, "surcoinche")
    assert (state.record.phase, state.record.doubled, state.to_move) == (calls.PLAY, 2, 0)
    calls_made = [(one["seat"], one["call"]) for one in state.view(0).display()["calls"]]
    assert calls_made == [(0, "pass"), (1, "80h"), (2, "coinche"), (3, "pass"), (1, "surcoinche")]


def test_four_passes_throw_the_deal_in() -> None:
    match = Match(COINCHE, {}, seed=3)
    for _ in range(4):
        match.play("pass")
    state = match.state
    assert (legal(state), state.to_move, state.record.number) == (["deal"], 0, 0)
    assert bool(rules.settled(state.record))
    assert [rules.worth(state.record, seat) for seat in range(4)] == [0, 0, 0, 0]
    assert state.view(1).display()["thrown_in"]
    assert state.view(1).display()["sheet"] == []
    match.play("deal")
    assert (match.state.record.number, match.state.record.dealer, match.state.to_move) == (1, 0, 1)
    assert not match.view(0).display()["thrown_in"]


def test_a_game_in_which_nobody_ever_bids_ends() -> None:
    match = Match(COINCHE, {}, seed=3)
    while not match.state.over:
        match.play(match.state.moves[0])
    assert match.state.record.thrown == rules.LAST_THROWN
    assert match.state.scores == [0, 0, 0, 0]
    assert len(match.moves) <= COINCHE.longest


def test_the_longest_bidding_fits_in_the_record() -> None:
    state = after(COINCHE.start({"generale": True}), "pass", "pass", "pass")
    bids = [move for move in legal(state) if move.endswith((" c", "0c"))]
    assert len(bids) == 11
    for bid in bids[:-1]:
        after(state, bid, "pass", "pass")
    after(state, bids[-1], "pass", "pass", "coinche", "pass", "pass")
    assert state.record.said == 39 <= calls.MOST_CALLS
    assert state.record.phase == calls.PLAY


# following suit, going higher in trumps, ruffing

FOUR_HANDS = "c7Kd7Th78sKA/c89dJQs7hTJK/cJAd89sJh9QA/cTQdKAs89TQ"


def test_the_suit_led_must_be_followed() -> None:
    state = after(at_play(FOUR_HANDS, "80h"), "7c")
    assert legal(state) == ["8c", "9c"]
    assert state.view(1).display()["illegal"]["Jh"]["en"] == "You have ♣ and must follow suit."
    after(state, "8c")
    assert legal(state) == ["Jc", "Ac"]
    assert legal(after(state, "Ac")) == ["10c", "Qc"]
    low = after(at_play(FOUR_HANDS, "80h"), "Kc", "8c")
    assert legal(low) == ["Jc", "Ac"], "no need to go higher in a plain suit"


def test_trumps_must_go_higher() -> None:
    state = after(at_play(FOUR_HANDS, "80h"), "8h")
    assert legal(state) == ["10h", "Jh", "Kh"]
    after(state, "10h")
    assert legal(state) == ["9h", "Ah"], "the queen does not beat the ten"
    assert "so you must: in trumps" in state.view(2).display()["illegal"]["Qh"]["en"]
    jack = after(at_play("c7Kd7Th8JsKA/c89dJQs7h7TK/cJAd89sJh9QA/cTQdKAs89TQ", "80h"), "Jh")
    assert legal(jack) == ["7h", "10h", "Kh"], "nothing beats the jack"


def test_trumps_must_go_higher_than_the_partner_too() -> None:
    state = at_play("c7Kd7Th8QsKA/c89dJQKAs7h7/cJAd89sJh9KA/cTQs89TQhTJ", "80h")
    after(state, "Qh", "7h")
    assert state.record.winner == 0
    after(state, "Kh")
    assert legal(state) == ["10h", "Jh"]
    lower = at_play("c7Kd7Th8AsKA/c89dJQKAs7h7/cJAd89sJh9KQ/cTQs89TQhTJ", "80h")
    assert legal(after(lower, "Ah", "7h")) == ["9h"], "the partner wins with the ace, all the same"


TOUT_ATOUT = "c7KdTKh78sKA/c89Jd7QsTQhJ/cTQAd89JAsJ/s789h9TQKA"


def test_at_tout_atout_every_suit_must_go_higher_and_nobody_ruffs() -> None:
    state = after(at_play(TOUT_ATOUT, "80ta"), "Kc")
    assert legal(state) == ["9c", "Jc"]
    after(state, "9c")
    assert legal(state) == ["10c", "Qc", "Ac"], "none beats the nine"
    after(state, "Ac")
    assert len(legal(state)) == 8, "no clubs: anything"
    after(state, "9h")
    assert (state.record.last_winner, state.record.points.tolist()) == (1, [0, 3 + 9 + 6 + 9])


def test_at_sans_atout_nobody_must_go_higher_or_ruff() -> None:
    state = after(at_play(TOUT_ATOUT, "80sa"), "7c")
    assert legal(state) == ["8c", "9c", "Jc"]
    after(state, "8c", "Ac")
    assert len(legal(state)) == 8
    after(state, "Ah")
    assert (state.record.last_winner, state.record.points.tolist()) == (2, [38, 0])


ONE_RUFFER = "cJQKAd789hA/dTJQKAs789/c789TsTJQK/sAh789TJQK"


def test_a_hand_without_the_suit_or_trumps_plays_anything() -> None:
    assert len(legal(after(at_play(ONE_RUFFER, "80h"), "Ac"))) == 8


def test_ruffing_is_compulsory_unless_the_partner_is_winning() -> None:
    state = after(at_play(ONE_RUFFER, "80h"), "Ac", "7s", "7c")
    assert legal(state) == ["7h", "8h", "9h", "10h", "Jh", "Qh", "Kh"]
    assert "you must ruff with ♥" in state.view(3).display()["illegal"]["As"]["en"]
    partner = after(at_play(ONE_RUFFER, "80h"), "7d", "Ad", "10s")
    assert len(legal(partner)) == 8


def test_overruffing_is_compulsory() -> None:
    state = after(at_play("cJQKAd7s7hQA/d89TJQs8h9T/s9QKAh78JK/c789TdKAsTJ", "80h"), "Ac")
    assert legal(state) == ["9h", "10h"]
    after(state, "9h")
    assert legal(state) == ["Jh"], "the only trump above the nine"
    assert state.view(2).display()["illegal"]["Kh"]["en"] == "You can overruff 9♥, so you must."


def test_a_hand_that_cannot_overruff_underruffs() -> None:
    state = after(at_play("cJQKAd7s7hQA/d89TJQs8hTJ/s9QKAh789K/c789TdKAsTJ", "80h"), "Ac", "Jh")
    assert legal(state) == ["7h", "8h", "9h", "Kh"]


def test_the_partner_of_a_ruffer_is_free() -> None:
    state = after(at_play("cJQKAd7s7hQA/d89TJQs8h9T/c789TdKAsTJ/s9QKAh78JK", "80h"), "Ac", "9h", "7c")
    assert len(legal(state)) == 8


def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led() -> None:
    state = after(at_play("cJQKAd7s7hQA/d89TJQs8hTJ/s9QKAh789K/c789TdKAsTJ", "80h"), "Ac", "10h", "9h", "7c")
    assert (state.to_move, state.record.points.tolist()) == (2, [11 + 10 + 14, 0])
    after(state, "Ks", "10s", "7s", "8s")
    assert state.to_move == 3, "in a plain suit the ten beats the king"


# belote


def test_belote_is_announced_with_the_first_card_and_counts_with_the_second() -> None:
    state = after(at(ALL_HEARTS + "80h,pass,pass,pass"), "Qh")
    assert state.view(2).display()["belotes"] == [{"seat": 0, "suit": "h", "both": False}]
    assert state.record.belote.tolist() == [0, 0]
    after(state, "7c", "7d", "7s", "Kh")
    assert state.view(2).display()["belotes"] == [{"seat": 0, "suit": "h", "both": True}]
    assert state.record.belote.tolist() == [20, 0]


def test_there_is_no_belote_of_two_hands() -> None:
    state = play_out(at_play(FOUR_HANDS, "80h"))
    assert state.record.belote.tolist() == [0, 0]
    assert state.view(0).display()["belotes"] == []


def test_belote_at_tout_atout_can_be_switched_off() -> None:
    state = play_out(at(ALL_HEARTS + "80ta,pass,pass,pass", belote_ta=False))
    assert state.record.belote.tolist() == [0, 0]
    assert state.view(0).display()["belotes"] == []


# games


def test_between_deals_the_next_dealer_deals() -> None:
    match = Match(COINCHE, {}, seed=2)
    for call in ("80h", "pass", "pass", "pass"):
        match.play(call)
    while not rules.settled(match.state.record):
        match.play(match.state.moves[0])
    state = match.state
    assert (legal(state), state.to_move, state.over) == (["deal"], 0, False)
    assert rules.worth(state.record, 0) == state.scores[0] - state.scores[1] == -rules.worth(state.record, 3)
    scores = state.scores
    match.play("deal")
    assert (match.state.record.dealer, match.state.to_move, match.state.record.number) == (0, 1, 2)
    assert match.state.scores == scores, "the totals stay"
    assert [rules.worth(match.state.record, seat) for seat in range(4)] == [0, 0, 0, 0]


def test_every_game_ends_after_the_last_deal() -> None:
    match, chance = Match(COINCHE, {"target": 5000, "marking": "bid_only"}, seed=2), new_chance("long")
    while not match.state.over:
        match.state.record.totals[:] = 0
        match.play(pick(legal(match.state), chance))
    assert match.state.record.number == rules.LAST_DEAL


def test_the_deal_is_fair() -> None:
    """How often each card is dealt to each seat: chi-square with 3 degrees of freedom per card, the largest
    of 32 below p ≈ 0.0001.
    """
    counts = np.zeros((64, 4))
    for seed in range(2000):
        state = COINCHE.start({}, new_chance("fair", seed))
        for seat in range(4):
            counts[cards_of(state.record.hands[seat]), seat] += 1
    dealt = counts[counts.sum(axis=1) > 0]
    assert dealt.shape == (32, 4)
    assert ((dealt - 500) ** 2 / 500).sum(axis=1).max() < 24.0


def test_random_deals_are_fair_to_both_sides() -> None:
    raw = COINCHE.start({"marking": "trick_points"})
    totals = play_random_deals(raw.record, 20_000, 0, new_chance("seats"))
    assert totals[0] == totals[2] == -totals[1] == -totals[3]
    assert abs(totals[0] / 20_000) < 3.0


def test_random_playouts_choose_any_legal_card() -> None:
    state = after(at_play(ONE_RUFFER, "80h"), "Ac", "7s", "7c")
    chance = new_chance("choose")
    counts = Counter(random_card(state, chance) for _ in range(200 * 7))
    assert set(counts) == set(state.moves)
    assert min(counts.values()) > 130
    assert max(counts.values()) < 280


def test_random_playouts_bid_little_and_legally() -> None:
    chance = new_chance("bidding")
    seen: Counter[int] = Counter()
    for _ in range(400):
        state = COINCHE.start({"sa_ta": False}, chance)
        while state.record.phase == calls.BID:
            call = random_card(state, chance)
            assert call in state.moves
            state.play(call)
            seen[call] += 1
    assert seen[calls.PASS] > sum(seen.values()) / 2
    bids = [call for call in seen if call >= calls.FIRST_BID]
    assert bids
    assert max(calls.value_of(call) for call in bids) < 160


def slow_perft(oracle: Oracle, depth: int) -> int:
    if depth == 0 or oracle.phase in ("between", "over"):
        return 1
    total = 0
    for move in oracle.moves():
        child = deepcopy(oracle)
        child.play(move)
        total += slow_perft(child, depth - 1)
    return total


def twins(options: dict[str, Any], *moves: str) -> tuple[State, Oracle]:
    """The same position in the compiled rules and in the oracle."""
    values = COINCHE.read_options(options)
    state, oracle = COINCHE.start(values, new_chance("perft")), Oracle(values)
    oracle.take_deal(hands(state))
    for move in moves:
        state.play(move)
        oracle.play(move)
    return state, oracle


@pytest.mark.parametrize(
    ("moves", "counts"),
    [
        ((), [1, 61, 1801]),
        (("80h", "pass", "pass", "pass"), [1, 8, 13, 20, 38, 266, 450, 738]),
        (("80sa", "coinche", "pass", "pass"), [1, 8, 13, 24, 48, 336, 724]),
        (("pass", "80ta", "pass", "pass", "pass"), [1, 8, 13, 16, 26, 182, 326, 502]),
    ],
)
def test_perft(moves: tuple[str, ...], counts: list[int]) -> None:
    """Sequences of moves from a fixed deal."""
    state, oracle = twins({}, *moves)
    assert [perft(state, depth) for depth in range(len(counts))] == counts
    assert [slow_perft(oracle, depth) for depth in range(len(counts))] == counts


def test_perft_of_an_ending() -> None:
    """All ways to play the last three tricks, after five in which everybody played their first legal card."""
    state, oracle = twins({}, "80h", "pass", "pass", "pass")
    while state.record.tricks < 5:
        move = state.text(state.moves[0])
        state.play(move)
        oracle.play(move)
    assert perft(state, 12) == slow_perft(oracle, 12) == 72


class TestGolden(GoldenContract):
    game = COINCHE
    folder = Path(__file__).parent
    playthroughs = {"golden": Playthrough({"deals": 2, "annonces": True, "generale": True})}

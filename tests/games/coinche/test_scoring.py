"""Scoring: contracts in every method, belotes, annonces, rounding, and the end of a game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from partie.cards.deck import (
    card_text,
    cards_of,
    read_set,
)
from partie.core.compiled.chance import new_chance
from partie.core.game import State
from partie.core.match import Match
from partie.games.coinche import rules
from partie.games.coinche.rules import calls
from partie.games.coinche.rules.annonces import (
    annonce_points,
    declared_by,
)
from partie.games.coinche.text.display import annonces_in
from tests.games.coinche import oracle as plain
from tests.games.coinche.tables import ALL_HEARTS, COINCHE, after, at, at_play, legal, pick, play_out

MADE, FAILED = True, False


def scored(
    bid: str, doubled: int, points: list[int], extras: list[int], won: int = 4, alone: int = 0, **options: Any
) -> tuple[bool, list[int]]:
    """The marks of a deal in which seat 0 declares, with these tricks won by its side, points and belotes."""
    state = COINCHE.start(options)
    record = state.record
    record.phase, record.bid, record.bidder, record.doubled = calls.PLAY, state.parse(bid), 0, doubled
    record.denomination = calls.denomination_of(record.bid)
    record.points[:], record.belote[:], record.won[:] = points, extras, [won, 8 - won]
    record.alone = alone
    bounds = rules.worst(record), rules.best(record)
    rules.finish_deal(record)
    marks: list[int] = record.totals.tolist()
    assert [rules.worth(record, seat) for seat in range(4)] == [marks[0] - marks[1], marks[1] - marks[0]] * 2
    assert bounds[0] <= marks[0] - marks[1] <= bounds[1]
    return bool(record.sheet[0, rules.ROW_MADE]), marks


@pytest.mark.parametrize(
    ("bid", "doubled", "points", "extras", "won", "expected"),
    [
        ("80h", 0, [90, 72], [0, 0], 4, (MADE, [90 + 80, 72])),
        ("80h", 0, [82, 80], [0, 0], 4, (MADE, [162, 80])),
        ("80h", 0, [81, 81], [0, 0], 4, (FAILED, [0, 240])),  # not more than the opponents
        ("80h", 0, [79, 83], [0, 0], 4, (FAILED, [0, 240])),
        ("80h", 0, [75, 87], [20, 0], 4, (MADE, [95 + 80, 87])),  # belote makes it
        ("80h", 0, [90, 72], [0, 20], 4, (FAILED, [0, 160 + 80 + 20])),  # the others' belote breaks it
        ("80h", 0, [60, 102], [20, 0], 4, (FAILED, [20, 240])),  # the own belote is kept
        ("100s", 0, [95, 67], [20, 0], 4, (MADE, [215, 67])),
        ("160c", 0, [159, 3], [0, 0], 7, (FAILED, [0, 320])),
        ("110d", 0, [252, 0], [20, 0], 8, (MADE, [272 + 110, 0])),  # a capot that was not bid
        ("80d", 0, [0, 252], [0, 20], 0, (FAILED, [0, 260])),  # a capot of the opponents: still 160
        ("capot h", 0, [252, 0], [20, 0], 8, (MADE, [522, 0])),
        ("capot h", 0, [252, 0], [0, 20], 8, (MADE, [502, 20])),
        ("capot h", 0, [160, 2], [20, 0], 7, (FAILED, [20, 410])),
        ("80h", 1, [90, 72], [0, 0], 4, (MADE, [480, 0])),
        ("80h", 1, [90, 72], [20, 0], 4, (MADE, [500, 0])),
        ("80h", 1, [120, 42], [0, 20], 4, (MADE, [480, 20])),
        ("80h", 1, [60, 102], [20, 0], 4, (FAILED, [20, 480])),
        ("80h", 2, [90, 72], [0, 0], 4, (MADE, [960, 0])),
        ("120ta", 2, [60, 102], [40, 20], 4, (FAILED, [40, 1120 + 20])),
        ("capot s", 1, [252, 0], [0, 0], 8, (MADE, [820, 0])),
        ("capot s", 2, [162, 0], [0, 0], 7, (FAILED, [0, 1640])),
    ],
)
def test_made_and_bid(
    bid: str, doubled: int, points: list[int], extras: list[int], won: int, expected: tuple[bool, list[int]]
) -> None:
    assert scored(bid, doubled, points, extras, won) == expected


def test_a_generale_is_won_by_the_bidder_alone() -> None:
    assert scored("generale h", 0, [252, 0], [20, 0], 8, 1, generale=True) == (MADE, [772, 0])
    assert scored("generale h", 0, [252, 0], [20, 0], 8, 0, generale=True) == (FAILED, [20, 660])
    assert scored("generale h", 1, [252, 0], [0, 0], 8, 1, generale=True) == (MADE, [1320, 0])
    assert scored("generale h", 2, [150, 12], [0, 0], 7, 0, generale=True) == (FAILED, [0, 2640])


def test_marking_the_bid_only() -> None:
    only: dict[str, Any] = {"marking": "bid_only"}
    assert scored("110h", 0, [120, 42], [20, 0], **only) == (MADE, [110, 0])
    assert scored("110h", 0, [90, 72], [0, 20], **only) == (FAILED, [0, 110])
    assert scored("110h", 1, [120, 42], [20, 0], **only) == (MADE, [220, 0])
    assert scored("110h", 2, [80, 82], [20, 0], **only) == (FAILED, [0, 440])
    assert scored("capot h", 0, [252, 0], [20, 0], 8, **only) == (MADE, [250, 0])


def test_marking_the_points_of_the_tricks() -> None:
    raw: dict[str, Any] = {"marking": "trick_points"}
    assert scored("110h", 0, [120, 42], [20, 0], **raw) == (MADE, [140, 42])
    assert scored("110h", 2, [60, 102], [0, 20], **raw) == (FAILED, [60, 122])
    assert scored("110h", 0, [252, 0], [0, 0], 8, **raw) == (MADE, [252, 0])


@pytest.mark.parametrize(
    ("points", "marks"),
    [([94, 68], [170, 70]), ([95, 67], [180, 70]), ([97, 65], [180, 70]), ([98, 64], [180, 60])],
)
def test_rounding_to_the_nearest_ten_fives_up(points: list[int], marks: list[int]) -> None:
    assert scored("80h", 0, points, [0, 0], round=True)[1] == marks


@pytest.mark.parametrize(
    ("calls_made", "marks"),
    [
        ("80h,pass,pass,pass", [252 + 20 + 80, 0]),
        ("80h,coinche,pass,pass", [480 + 20, 0]),
        ("80h,coinche,surcoinche", [960 + 20, 0]),
        ("capot_h,pass,pass,pass", [252 + 20 + 250, 0]),
        ("generale_h,pass,pass,pass", [252 + 20 + 500, 0]),
        ("pass,pass,generale_h,pass,pass,pass", [20, 160 + 500]),
        ("pass,pass,capot_h,pass,pass,pass", [252 + 20 + 250, 0]),
        ("pass,80h,pass,pass,pass", [160 + 80 + 20, 0]),
        ("pass,80h,coinche,pass,pass", [480 + 20, 0]),
        ("pass,80h,coinche,pass,surcoinche", [960 + 20, 0]),
        ("pass,capot_h,pass,pass,pass", [160 + 250 + 20, 0]),
    ],
)
def test_a_whole_deal_is_scored(calls_made: str, marks: list[int]) -> None:
    """Seat 0 has all hearts, leads them and takes everything."""
    state = play_out(at(ALL_HEARTS + calls_made, generale=True))
    assert state.record.totals.tolist() == marks


# the end of a game


def scored_game(totals: list[int], points: list[int], **options: Any) -> State:
    """A game at these totals after one more deal, 80 in hearts by seat 0."""
    state = COINCHE.start(options)
    record = state.record
    record.totals[:], record.bid, record.bidder = totals, state.parse("80h"), 0
    record.points[:], record.won[:] = points, [4, 4]
    rules.finish_deal(record)
    return state


def test_a_game_ends_at_the_target_with_the_higher_total() -> None:
    both = scored_game([990, 960], [100, 62])
    assert (both.over, both.scores) == (True, [1170, 1022, 1170, 1022])
    failed = scored_game([990, 800], [70, 92])
    assert (failed.over, failed.scores) == (True, [990, 1040, 990, 1040])
    assert not scored_game([500, 800], [100, 62]).over
    assert scored_game([500, 800], [100, 62], target=680).over
    equal = scored_game([1000 - 180, 1000 - 62], [100, 62])
    assert (equal.over, equal.scores) == (False, [1000] * 4), "they play on"


def test_a_game_with_a_number_of_deals_ignores_the_target() -> None:
    match, chance = Match(COINCHE, {"deals": 2, "target": 100}, seed=6), new_chance("two deals")
    while not match.state.over:
        match.play(pick(legal(match.state), chance))
    assert match.state.record.number == 2
    assert match.view(0).display()["sheet"][0]["totals"] != [0, 0]
    assert not scored_game([2000, 0], [100, 62], deals=2).over


# annonces

ROWS = "c789d7TJsAh8/cTJQKd8QsTh9/cAd9KAsJQhTJ/s789Kh7QKA"


def declared_annonces(state: State) -> list[tuple[int, str, int, bool | None]]:
    return [
        (one["seat"], one["kind"], one["points"], one["counts"])
        for one in state.view(0).display()["annonces_said"]
    ]


def test_annonces_are_declared_with_the_first_card_and_the_best_side_scores_its_own() -> None:
    state = at_play(ROWS, "80h", annonces=True)
    assert declared_annonces(state) == []
    after(state, "8h")
    assert declared_annonces(state) == [(0, "tierce", 20, None)]
    after(state, "9h")
    assert declared_annonces(state)[1:] == [(1, "cinquante", 50, None)]
    after(state, "Jh", "7h")
    assert declared_annonces(state) == [
        (0, "tierce", 20, False),
        (1, "cinquante", 50, True),
        (3, "tierce", 20, True),
        (3, "tierce", 20, True),
    ]
    assert state.record.annonce.tolist() == [0, 90]
    play_out(state)
    row = state.view(0).display()["sheet"][0]
    assert row["extras"] == [0, 110], "a belote too"
    assert row["made"] == (row["points"][0] > row["points"][1] + 110)


def test_annonces_count_towards_the_contract_and_are_kept() -> None:
    """Seat 1 has all clubs, a cent; seat 0 has all hearts, the trumps, also a cent, and called first."""
    state = play_out(at(ALL_HEARTS + "pass,80h,pass,pass,pass", annonces=True))
    assert state.record.annonce.tolist() == [200, 0]
    assert state.record.totals.tolist() == [160 + 80 + 20 + 200, 0]
    taker = play_out(at(ALL_HEARTS + "80h,coinche,pass,pass", annonces=True))
    assert taker.record.totals.tolist() == [480 + 20 + 200, 0]
    others = play_out(at(ALL_HEARTS + "80s,pass,pass,pass", annonces=True))
    assert others.record.annonce.tolist() == [0, 200], "of equal rows the one in trumps, which is seat 3's"


def test_without_the_option_nothing_is_declared() -> None:
    state = after(at_play(ROWS, "80h"), "8h", "9h", "Jh", "7h")
    assert declared_annonces(state) == []
    assert state.record.annonce.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("c789TJQKA", [("cent", 100)]),
        ("c789JQKAd7", [("tierce", 20), ("cinquante", 50)]),
        ("c789TJd789", [("cent", 100), ("tierce", 20)]),
        ("c78d78s78h78", []),
        ("c9Jd9Js9Jh9J", [("carre", 200), ("carre", 150)]),
        ("c7JQKAdAsAhA", [("carre", 100), ("tierce", 20)]),
        ("c7TJQKdKsKhK", [("carre", 100), ("tierce", 20)]),
        ("cJQKd78KsKhK", [("carre", 100)]),
        ("c7TQd8JKs9h7", []),
    ],
)
def test_what_a_hand_declares(hand: str, expected: list[tuple[str, int]]) -> None:
    cards = int(declared_by(read_set(hand)))
    found = annonces_in(cards)
    assert Counter((one["kind"], one["points"]) for one in found) == Counter(expected)
    assert annonce_points(cards) == sum(points for _, points in expected)
    assert {card for one in found for card in one["cards"]} == {card_text(card) for card in cards_of(cards)}
    assert int(declared_by(cards)) == cards, "declared cards declare the same again"
    slowly = plain.annonces({card_text(card) for card in cards_of(read_set(hand))})
    assert Counter((kind, points) for kind, points, _ in slowly) == Counter(expected)


@pytest.mark.parametrize(
    ("declared", "best"),
    [
        (["-", "-", "-", "-"], -1),
        (["c789", "-", "-", "-"], 0),
        (["c789", "d9TJQ", "-", "-"], 1),  # longer
        (["c789", "d89T", "-", "-"], 1),  # higher
        (["c789", "-", "d789", "h789"], 3),  # in trumps
        (["-", "c789", "d789", "-"], 1),  # spoke first
        (["c789TJQK", "-", "cQdQsQhQ", "-"], 2),  # four of a kind over any row
        (["-", "cQdQsQhQ", "cKdKsKhK", "-"], 2),
        (["cTdTsThT", "-", "cKdKsKhK", "cAdAsAhA"], 3),
        (["c9d9s9h9", "-", "-", "cAdAsAhA"], 0),
        (["c9d9s9h9", "-", "cJdJsJhJ", "-"], 2),
        (["c789TJ", "d9TJQKA", "-", "-"], 1),  # of two cents the longer
    ],
)
def test_the_best_annonce(declared: list[str], best: int) -> None:
    """Hearts are trumps, seat 0 speaks first."""
    state = at(ALL_HEARTS + "80h,pass,pass,pass", annonces=True)
    for seat, cards in enumerate(declared):
        state.record.declared[seat] = read_set(cards)
    assert rules.best_annonce(state.record) == best

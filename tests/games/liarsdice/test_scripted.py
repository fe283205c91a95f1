"""The scripted strangers: what each is named after."""

from __future__ import annotations

from collections import Counter

import numpy as np

import partie
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.core.match import Match
from partie.games.liarsdice.players.scripted.styles import (
    BLUFFER,
    CAUTIOUS,
    CHANGELING,
    COPYCAT,
    EXACT,
    SAMPLER,
    STYLES,
    TRUTHFUL,
    WALKER,
    scripted_move,
    standing_chance,
)
from partie.games.liarsdice.rules.bids import CONFIRM, CONTEST, face_of, matching, quantity_of
from partie.testing import AgentContract

GAME = partie.game("liarsdice")


class TestScripted(AgentContract):
    game = GAME
    specs = [f"scripted:style={style}" for style in STYLES]


def moves_of(style: int, games: int = 6, seats: int = 4, **options: object) -> list[tuple[View, int]]:
    """Every decision of a table of players of one style: the view before it, and the move."""
    found = []
    for number in range(games):
        match, chance = Match(GAME, options, f"{style}/{number}", seats), new_chance(style, number)
        while not match.state.over:
            view = match.view()
            move = int(scripted_move(view.record, view.seat, style, chance))
            assert view.is_legal(move)
            found.append((view, move))
            match.play(move)
    return found


def test_each_style_plays_legal_moves_with_every_option() -> None:
    for style in range(len(STYLES)):
        for wild in ("none", "ones", "last"):
            assert moves_of(style, 1, 3, wild=wild, spot_on=False)


def test_copycats_name_the_face_just_named() -> None:
    for view, move in moves_of(COPYCAT):
        if view.record.standing and quantity_of(move):
            assert face_of(move) == face_of(int(view.record.standing))


def test_truthful_players_hold_what_they_name_unless_they_open_with_nothing_better() -> None:
    bids = [(view, move) for view, move in moves_of(TRUTHFUL) if quantity_of(move)]
    assert bids
    for view, move in bids:
        assert matching(view.record.cups, view.seat, face_of(move), view.record.wild) > 0


def test_bluffers_hold_less_of_what_they_name_than_truthful_players() -> None:
    def held(style: int) -> float:
        bids = [(view, move) for view, move in moves_of(style) if quantity_of(move)]
        shares = [
            matching(view.record.cups, view.seat, face_of(move), -1) / view.record.dice[view.seat]
            for view, move in bids
        ]
        return float(sum(shares) / len(shares))

    assert held(BLUFFER) < 0.25 < held(TRUTHFUL)


def test_cautious_players_contest_likelier_bids_than_bluffers() -> None:
    def contested(style: int) -> float:
        calls = [view for view, move in moves_of(style) if move == CONTEST]
        return float(np.mean([standing_chance(view.record, view.seat) for view in calls]))

    assert contested(BLUFFER) < 0.06 < contested(CAUTIOUS) < 0.5


def test_exact_callers_call_exact_most() -> None:
    exact = {
        style: sum(move == CONFIRM for _, move in moves_of(style)) for style in (EXACT, CAUTIOUS, WALKER)
    }
    assert exact[EXACT] > 10
    assert exact[CAUTIOUS] == exact[WALKER] == 0


def test_changelings_play_three_styles_in_turn() -> None:
    seen = set()
    for view, _ in moves_of(CHANGELING, 3):
        styles = [
            Counter(int(scripted_move(view.record, view.seat, style, new_chance(draw))) for draw in range(20))
            for style in (BLUFFER, CAUTIOUS, TRUTHFUL, CHANGELING)
        ]
        same = [i for i in range(3) if styles[i] == styles[3]]
        phase = (int(view.record.rounds) // 3 + view.seat) % 3
        assert phase in same
        seen.add(phase)
    assert seen == {0, 1, 2}


def test_the_sampler_doubts_what_cannot_be() -> None:
    state = GAME.position("11111/????? 0 1 9x6 -")
    view = state.view(state.to_move)
    moves = {int(scripted_move(view.record, view.seat, SAMPLER, new_chance(draw))) for draw in range(10)}
    assert moves == {CONTEST}

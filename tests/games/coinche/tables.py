"""Positions of Coinche for tests: hands as text, helpers to play moves, and a way to pick eventful ones."""

from __future__ import annotations

from typing import Any

import numpy as np

import partie
from partie.cards.deck import (
    card_text,
    cards_of,
)
from partie.core.compiled.chance import below
from partie.core.game import State
from partie.games.coinche import rules
from partie.games.coinche.players import searching

COINCHE = partie.game("coinche")
ALL_HEARTS = "h789TJQKA/c789TJQKA/d789TJQKA/s789TJQKA 1@3 "
"""Everybody has one suit; seat 0 has hearts and leads."""


def at(position: str, **options: Any) -> State:
    return COINCHE.position(position, options)


def at_play(hands_: str, bid: str, **options: Any) -> State:
    """Four hands, and a bid of seat 0 that nobody answers; seat 0 leads."""
    return at(f"{hands_} 1@3 {bid},pass,pass,pass", **options)


def after(state: State, *moves: str) -> State:
    """The state after these moves, which are played in it."""
    for move in moves:
        state.play(move)
    return state


def play_out(state: State, *cards: str) -> State:
    """Play these cards and then always the first legal one to the end of the deal."""
    after(state, *cards)
    while not rules.settled(state.record):
        state.play(state.moves[0])
    return state


def legal(state: State) -> list[str]:
    return [state.text(move) for move in state.moves]


def hands(state: State) -> list[set[str]]:
    return [set(texts(hand)) for hand in state.record.hands]


def texts(cards: Any) -> list[str]:
    return [card_text(card) for card in cards_of(int(cards))]


def pick(moves: list[str], chance: Any) -> str:
    """Pick any card; among calls often a pass or a coinche, else a low bid or, rarely, any bid."""
    if "pass" not in moves:
        return moves[int(below(chance, len(moves)))]
    draw = int(below(chance, 20))
    if draw < 11:
        return "pass"
    if draw < 15 and moves[1:] and moves[1].endswith("coinche"):
        return moves[1]
    return moves[int(below(chance, len(moves) if draw == 19 else min(len(moves), 9)))]


def random_card(state: State, chance: Any) -> int:
    return int(searching.choose(state.record, 0, np.empty(1, np.int64), chance))

"""Typical complaints about card programs: positions with moves that must not be played."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import partie
from partie.cards.deck import (
    cards_of,
    read_set,
    set_of,
    set_text,
)
from partie.core.agent import ask
from partie.core.registry import build_agent
from partie.games.hearts.rules.cards import (
    ALL_HEARTS,
    FULL,
    PACKS,
    POINT_CARDS,
    SHORT,
)
from tests.cards.reading import card_of

GAME = partie.game("hearts")


@dataclass(frozen=True)
class Case:
    """A position and the moves that would be blunders.

    It is given by its hands (the program sees its own) and the trick; every other card has gone, and the
    scoring ones went to `takers` in turn.
    """

    name: str
    hands: tuple[str, str, str, str]
    table: str
    takers: tuple[int, ...]
    blunders: tuple[str, ...]
    voids: str = "-/-/-/-"
    rules: str = "coeurs"

    @property
    def options(self) -> dict[str, object]:
        return {"rules": self.rules} if self.rules == "coeurs" else {"rules": self.rules, "pass": False}

    @property
    def position(self) -> str:
        deck = FULL if self.rules == "classic" else SHORT
        table = [card_of(card) for card in self.table.partition(":")[2].split(",") if card != "-"]
        held = sum(int(read_set(hand)) for hand in self.hands)
        gone = int(PACKS[deck]) & ~held & ~set_of(table)
        counting = cards_of(gone & int(POINT_CARDS if deck == FULL else ALL_HEARTS))
        taken = [
            set_text(
                set_of(card for i, card in enumerate(counting) if self.takers[i % len(self.takers)] == seat)
            )
            for seat in range(4)
        ]
        return f"{'/'.join(self.hands)} 1 {self.table} {set_text(gone)} {'/'.join(taken)} {self.voids}"


CASES = [
    Case(
        # Nobody else has a club: the ace would collect a heart from each.
        "leading a suit everybody else is out of",
        ("cAd7s7h7", "d8Th8T", "s8Th9J", "dJQhQK"),
        "0:-",
        (3,),
        ("Ac",),
        "-/c/c/c",
    ),
    Case(
        # The same with two high spades, after everybody has shown a void.
        "continuing a suit that is exhausted",
        ("d7sKA", "c8h89", "c9h7T", "d8hJQ"),
        "0:-",
        (0, 1),
        ("Ks", "As"),
        "-/s/s/s",
    ),
    Case(
        # Seat 2 has all hearts but the nine and is winning the trick: the nine would complete the slam.
        "feeding a player who is one trick from a slam",
        ("d7h9", "dKA", "d8", "s9"),
        "2:Ac,8s",
        (2,),
        ("9h",),
    ),
    Case(
        # The ace of spades is on the table: now or never.
        "keeping the queen of spades when it can go under the ace",
        ("s2Qh4", "c3d6s3", "d7s5", "c5s4"),
        "2:As,Js",
        (1, 3),
        ("2s",),
        rules="classic",
    ),
    Case(
        # Out of clubs, and spades are still to be led.
        "keeping a bare queen of spades when it can be discarded",
        ("d5sQh4", "d6s3", "d7s4", "d8s5"),
        "1:3c,4c,5c",
        (1, 3),
        ("5d", "4h"),
        rules="classic",
    ),
    Case(
        # Last to play and no heart on the table: the ace is harmless now, and the seven will lose later; not
        # the other way round.
        "missing a safe trick",
        ("d7A", "h8", "h9", "dJ"),
        "1:8d,9d,10d",
        (1, 3),
        ("7d",),
    ),
]


@pytest.mark.parametrize("level", ["expert", "master"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_strong_players_do_not_blunder(case: Case, level: str) -> None:
    state = GAME.position(case.position, case.options)
    view = state.view(state.to_move)
    texts = {view.text(move) for move in view.moves}
    assert set(case.blunders) < texts, "the blunders are legal, and there are alternatives"
    for seed in range(5):
        decision = ask(build_agent(GAME, level, seed), view)
        assert view.text(decision.move) not in case.blunders

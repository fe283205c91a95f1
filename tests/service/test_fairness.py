"""What players may know and when: nothing is seen before the table is full, unseen by taking back, or told to one player alone."""

from __future__ import annotations

import re

import pytest

from tests.service.client import PERSON, Server, program

RANDOM = program("random")
CARD = re.compile(r"(10|[2-9JQKA])[cdsh]$")


def test_a_pass_stays_once_the_cards_received_are_seen(server: Server) -> None:
    ann = server.sit_down(PERSON, *[RANDOM] * 3, game="hearts", rules="classic", length="1")
    ann.move()
    ann.wait("cards from a neighbour", lambda table: table["view"]["received"])
    assert ann.look()["can"]["takeback"] is False
    assert ann.refused("takeback") == (409, "nothing_to_take_back")


@pytest.mark.parametrize(("game", "options"), [("hearts", {"length": "1"}), ("coinche", {"deals": 1})])
def test_a_card_stays_once_others_have_answered_it(
    server: Server, game: str, options: dict[str, object]
) -> None:
    ann = server.sit_down(PERSON, *[RANDOM] * 3, game=game, **options)
    answered = 0
    while ann.wait_for_turn()["status"] != "over":
        moves = ann.table["moves"]
        own = max((ply for ply, move in enumerate(moves) if move["seat"] == 0), default=len(moves))
        if any(CARD.match(move["move"]) for move in moves[own + 1 :]):
            answered += 1
            assert ann.table["can"]["takeback"] is False
            assert ann.refused("takeback") == (409, "nothing_to_take_back")
        ann.move()
    assert answered

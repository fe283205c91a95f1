"""The game of cups, declared like a built-in game."""

from __future__ import annotations

from typing import Any

from partie.core.capabilities import Capabilities, Ref
from partie.core.errors import BadPosition, IllegalMove, not_a_move
from partie.core.game import Game, Level, Notation, State, View
from partie.core.parameters import Parameter
from partie.core.registry import register_game
from partie.search import agents as search
from tests.tiny import rules
from tests.tiny.threshold import FAMILY

_WORDS = ("keep", "roll")


class CupsNotation(Notation):
    def move_text(self, state: Any, move: int) -> str:
        if move not in range(len(_WORDS)):
            raise not_a_move(move)
        return _WORDS[move]

    def read_move(self, state: Any, text: str) -> int:
        if text not in _WORDS:
            raise IllegalMove("Type keep or roll.")
        return _WORDS.index(text)

    def position_text(self, state: Any) -> str:
        cups = "".join(str(state.cups[seat]) for seat in range(state.players))
        return f"{cups} {state.ply}"

    def read_position(self, state: Any, text: str) -> None:
        cups, _, ply = text.partition(" ")
        digits = set("123456"[: state.faces])
        if (
            len(cups) != state.players
            or set(cups) - digits
            or ply not in map(str, range(2 * state.players + 1))
        ):
            raise BadPosition("A position is a digit for every cup, a space, and the number of moves played.")
        for seat, digit in enumerate(cups):
            state.cups[seat] = int(digit)
        state.ply = int(ply)


def _display(view: View) -> dict[str, Any]:
    return {
        "cups": [int(face) or None for face in view.record.cups[: view.seats]],
        "rolled": view.record.rolled.tolist(),
    }


def _final(before: State, after: State, seat: int) -> bool:
    """Rolling shows a seat its new die; at the end all dice are shown."""
    return after.over or bool(before.record.rolled[seat] != after.record.rolled[seat])


GAME = register_game(
    Game(
        name="cups",
        version=1,
        title={"en": "Cups", "fr": "Gobelets"},
        blurb={"en": "A test.", "fr": "Un essai."},
        rules=rules,
        notation=CupsNotation(),
        display=_display,
        draw=lambda view: str(_display(view)),
        seats=(2, 4),
        hidden=True,
        chance=True,
        longest=8,
        final=_final,
        options=(Parameter("faces", "integer", 6, {"en": "f", "fr": "f"}, {"en": "f", "fr": "f"}, 2, 6),),
        families={
            family.name: family
            for family in (search.RANDOM, search.mcts(), search.ismcts(), search.monte_carlo(), FAMILY)
        },
        levels={
            "beginner": Level("beginner", "random", *([{"en": "x", "fr": "x"}] * 3)),
        },
        hinter="montecarlo",
        phrases=search.WORDS,
        can=Capabilities(
            solve=Ref("tests.tiny.lab:solve"),
            reproduce=Ref("tests.tiny.lab:reproduce"),
            bench=Ref("tests.tiny.lab:bench_rows"),
            tuners={"threshold": Ref("tests.tiny.threshold:TASK")},
            trainings={"luck": Ref("tests.tiny.lab:train_luck")},
            commands={"shake": Ref("tests.tiny.lab:shake")},
            routes=Ref("tests.tiny.routes:ROUTES"),
            board="board",
        ),
    )
)

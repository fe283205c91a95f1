"""The program `scripted`: one of the scripted players, by style."""

from __future__ import annotations

from partie.core.agent import Budget, Decision
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import choice
from partie.games.liarsdice.players.reasons import candidates_from_dice, explain
from partie.games.liarsdice.players.scripted.styles import STYLES, scripted_move


class ScriptedAgent:
    """Plays by a script and never changes its ways."""

    def __init__(self, game: Game, seed: object, style: str) -> None:
        self._chance = new_chance(seed, "scripted", style)
        self._style = STYLES.index(style)

    def decide(self, view: View, budget: Budget) -> Decision:
        move = int(scripted_move(view.record, view.seat, self._style, self._chance))
        return Decision(move, candidates_from_dice(view, [move], [0.0]), explain(view, move, 0.0, False))


SCRIPTED = Family("scripted", ScriptedAgent, params=(choice("style", *STYLES),))

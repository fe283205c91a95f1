"""A round of every level and of a general that strafes, a turn of Germany in companion mode, and the odds
of a battle: what people ask, asked once beforehand."""

from __future__ import annotations

from partie.core import registry
from partie.core.agent import Budget, ask
from partie.core.match import Match
from partie.games.axisallies.companion import answers, models
from partie.games.axisallies.odds.answers import battle_odds
from partie.games.axisallies.odds.battle import Stop
from partie.games.axisallies.odds.calculator import exact_odds
from partie.games.axisallies.odds.models import BattleRequest, OddsRequest
from partie.games.axisallies.odds.reading import read_battle

_OPENING = "turn: germany, combat_move"
_MOST_ORDERS = 600
_STRAFES = "general:withdraws=1"
"""Breaks battles off, which the doctrine of a level does on some boards only."""


def rehearse() -> None:
    """Play a round; plan and fight a turn, with dice and with results entered by hand; compute odds."""
    for program in (*registry.game(answers.GAME).levels, _STRAFES):
        _play_round(program)
    budget = Budget()
    begun = answers.start(models.CompanionStart(), budget)
    lines = begun.position.splitlines()
    position = "\n".join(_OPENING if line.startswith("turn:") else line for line in lines)
    plan = answers.plan(models.CompanionPlan(position=position), budget)
    orders = [order.text for order in plan.orders]
    answers.why(models.CompanionWhy(position=position, orders=orders, index=0), budget)
    state = answers.apply_orders(models.CompanionApply(position=position, orders=orders), budget)
    entered = False
    while ready := [battle for battle in state.battles if battle.ready]:
        battle, entered = ready[0], not entered
        # By turns the attackers win without a loss, and dice decide.
        result = models.CompanionResult(attackers=battle.attackers) if entered else None
        question = models.CompanionBattle(position=state.position, space=battle.space, result=result)
        state = answers.fight_battle(question, budget)
    answers.check_position(models.CompanionPosition(position=state.position), budget)
    turn = models.CompanionTurn(position=position, orders=orders, after=state.position)
    answers.story(turn, budget)
    battles = [
        BattleRequest(text="3 inf, 1 arm -> 2 inf", aa=True),
        BattleRequest(text="2 sub, 1 ftr -> 1 bb", sea=True),
        BattleRequest(text="12 inf, 6 arm, 4 ftr -> 14 inf, 3 arm", landing=2),
    ]
    battle_odds(OddsRequest(battles=battles), budget)
    exact_odds(read_battle(battles[0].text, stop=Stop(odds=0.4)))


def _play_round(program: str) -> None:
    """Let a program play the first round for all powers.

    Random games hardly get beyond the combat moves, and a program has other code for every phase."""
    game = registry.game(answers.GAME)
    match = Match(game, seed="rehearsal")
    players = [registry.build_agent(game, program, seat) for seat in range(match.state.seats)]
    first = int(match.state.record.round_number)
    while int(match.state.record.round_number) == first and len(match.moves) < _MOST_ORDERS:
        view = match.view()
        match.play(ask(players[view.seat], view, Budget()).move)

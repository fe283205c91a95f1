"""What Axis & Allies answers over HTTP: the odds of battles, and companion mode for people with the cardboard game."""

from partie.core.routes import Route
from partie.games.axisallies.companion import answers as companion
from partie.games.axisallies.companion import models
from partie.games.axisallies.odds.answers import battle_odds, check_size
from partie.games.axisallies.odds.models import OddsAnswer, OddsRequest

_SECONDS = 15.0

ROUTES = (
    Route(
        "odds",
        OddsRequest,
        OddsAnswer,
        battle_odds,
        "The odds of battles, in the order they were asked for. `options` may be all those of a table: what changes no battle is passed over.",
        check=check_size,
    ),
    Route(
        "/companion/start",
        models.CompanionStart,
        models.CompanionState,
        companion.start,
        "The set-up of the game, for somebody who begins.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/check",
        models.CompanionPosition,
        models.CompanionState,
        companion.check_position,
        "Read a position: it comes back in its usual form, or an error says what is wrong, with `line` or `space`, and what to do; `data.sentence` says it in both languages.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/plan",
        models.CompanionPlan,
        models.CompanionOrders,
        companion.plan,
        "The orders a program would give in this phase for the power to play, and what it considered. Nothing is played.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/apply",
        models.CompanionApply,
        models.CompanionState,
        companion.apply_orders,
        "The position after these orders.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/battle",
        models.CompanionBattle,
        models.CompanionState,
        companion.fight_battle,
        "The position after a battle, thrown by the server or by people who enter what is left.",
        _SECONDS,
        "companion",
    ),
)

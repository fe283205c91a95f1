"""The HTTP routes of Axis & Allies: the odds of battles, and companion mode for people with the board
game.
"""

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
        "The odds of battles, in the order of the request. `options` may be all options of a table; those that affect no battle are ignored.",
        check=check_size,
    ),
    Route(
        "/companion/start",
        models.CompanionStart,
        models.CompanionState,
        companion.start,
        "The set-up of the game.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/check",
        models.CompanionPosition,
        models.CompanionState,
        companion.check_position,
        "Read a position and return it in its usual form. An error says what is wrong, with `line` or `space`, and what to do; `data.sentence` has it in both languages.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/plan",
        models.CompanionPlan,
        models.CompanionOrders,
        companion.plan,
        "The orders a program would give in this phase for the power to play, and the rules it considered. Nothing is played.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/why",
        models.CompanionWhy,
        models.CompanionReasons,
        companion.why,
        "The reasons for an order: the operation it belongs to, its odds, what would be lost without it, and the best alternative.",
        _SECONDS,
        "companion",
    ),
    Route(
        "/companion/story",
        models.CompanionTurn,
        models.CompanionStory,
        companion.story,
        "A turn in three sentences, from the position before it, its orders and the position after it.",
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
        "The position after a battle, fought by the server or entered by people who threw their own dice.",
        _SECONDS,
        "companion",
    ),
)

"""The odds of several battles at once, without a table, for pages that show them on a map."""

from __future__ import annotations

from functools import lru_cache

from partie.core.agent import Budget, check_budget
from partie.core.routes import Option, Words
from partie.games.axisallies.odds import models
from partie.games.axisallies.odds.battle import (
    OPTIONS,
    BadBattle,
    Battle,
)
from partie.games.axisallies.odds.calculator import odds
from partie.games.axisallies.odds.reading import read_battle
from partie.games.axisallies.odds.words import (
    SCALE,
    definition,
    verdict,
)

_SIMULATED = 40_000
"""Battles simulated when an exact answer would take too long. The error is about half a percent."""
EFFORT = 0.1
"""The share of the usual effort that an exact calculation may take here."""
MOST_UNITS = 5000
"""The largest number of units in all battles of one request; forty battles on a crowded map have fewer."""
_IN_BATTLE = frozenset(option.name for option in OPTIONS)


def battle_odds(question: models.OddsRequest, budget: Budget) -> models.OddsAnswer:
    """The odds of battles, in the order they were asked for."""
    found = []
    for battle in _battles(question):
        check_budget(budget)
        found.append(_odds(battle))
    return models.OddsAnswer(odds=found)


def check_size(question: models.OddsRequest) -> None:
    """Raise `BadBattle` if a battle makes no sense or all of them together are too large."""
    units = sum(sum(battle.attackers) + sum(battle.defenders) for battle in _battles(question))
    if units > MOST_UNITS:
        error = BadBattle(
            "There are {units} units in these battles: ask about at most {most} at a time.",
            "Il y a {units} unités dans ces batailles : ne demandez pas plus de {most} unités à la fois.",
            units=units,
            most=MOST_UNITS,
        )
        error.data["sentence"] = error.sentence
        raise error


def _battles(question: models.OddsRequest) -> list[Battle]:
    """The battles of a request. They are kept, since `check_size` reads them just before `battle_odds`
    does.
    """
    options = tuple((name, value) for name, value in question.options.items() if name in _IN_BATTLE)
    return [_read(battle.model_dump_json(), options) for battle in question.battles]


@lru_cache(maxsize=1024)
def _read(request: str, options: tuple[tuple[str, Option], ...]) -> Battle:
    """Read a battle from its request; raises `BadBattle` if it makes no sense."""
    question = models.BattleRequest.model_validate_json(request)
    try:
        battle = read_battle(
            question.text,
            sea=question.sea,
            landing=question.landing,
            aa=question.aa,
            attacker_techs=frozenset(question.attacker_techs),
            defender_techs=frozenset(question.defender_techs),
        )
        return battle.with_options(dict(options))
    except BadBattle as error:
        error.data.update(text=question.text, sentence=error.sentence)
        raise


@lru_cache(maxsize=4096)
def _odds(battle: Battle) -> models.BattleOdds:
    found = odds(battle, _SIMULATED, effort=EFFORT)
    word = verdict(found)
    means = {language: definition(word, battle.sea, language) for language in ("en", "fr")}
    return models.BattleOdds(
        exact=found.exact,
        win=found.win,
        draw=found.draw,
        loss=found.loss,
        take=found.take,
        attacker_loss=found.attacker_loss,
        defender_loss=found.defender_loss,
        swing=found.swing,
        word=word,
        title=Words(**SCALE[word]),
        means=Words(**means),
    )

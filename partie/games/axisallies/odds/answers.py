"""The odds of battles, many at once and without a table: what pages write on a map."""

from __future__ import annotations

from functools import lru_cache

from partie.core.agent import Budget, keep_going
from partie.core.routes import OptionValues, Words
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
"""Battles fought with dice where an exact answer would take too long: an error of half a percent is not seen on a map."""
EFFORT = 0.1
"""How much of what an exact calculation may take elsewhere it may take here."""
MOST_UNITS = 5000
"""In all battles of one request: more than forty battles on a crowded map have."""
_CHANGING = frozenset(option.name for option in OPTIONS)


def battle_odds(question: models.OddsRequest, budget: Budget) -> models.OddsAnswer:
    """The odds of battles, in the order they were asked for."""
    found = []
    for battle in _battles(question):
        keep_going(budget)
        found.append(_odds(battle))
    return models.OddsAnswer(odds=found)


def check_size(question: models.OddsRequest) -> None:
    """`BadBattle` where a battle cannot be fought, or all of them together are too large."""
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
    options = {name: value for name, value in question.options.items() if name in _CHANGING}
    return [read(battle, options) for battle in question.battles]


def read(question: models.BattleRequest, options: OptionValues) -> Battle:
    """The battle asked about; `BadBattle` with a sentence where it cannot be fought."""
    try:
        battle = read_battle(
            question.text,
            sea=question.sea,
            landing=question.landing,
            aa=question.aa,
            attacker_techs=frozenset(question.attacker_techs),
            defender_techs=frozenset(question.defender_techs),
        )
        return battle.with_options(options)
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

"""The odds of battles of Axis & Allies, many at once and without a table: what pages write on a map."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter

from partie.games.axisallies.battle import OPTIONS, BadBattle, Battle
from partie.games.axisallies.battle_text import read_battle
from partie.games.axisallies.odds import odds
from partie.games.axisallies.odds_words import SCALE, definition, verdict
from partie.service import models
from partie.service.api import ERRORS, Served
from partie.service.errors import Unavailable

GAME = "axisallies"
_SIMULATED = 40_000
"""Battles fought with dice where an exact answer would take too long: an error of half a percent is not seen on a map."""
_CHANGING = frozenset(option.name for option in OPTIONS)

router = APIRouter(prefix="/api", responses=ERRORS)


@router.post(f"/games/{GAME}/odds", tags=["games"])
def battle_odds(service: Served, wanted: models.OddsRequest) -> models.OddsAnswer:
    """The odds of battles, in the order they were asked for. `options` may be all those of a table: what changes no battle is passed over."""
    if not service.warmup.ready(GAME):
        raise Unavailable("Axis & Allies is still being compiled: try again in a moment.")
    options = {name: value for name, value in wanted.options.items() if name in _CHANGING}
    return models.OddsAnswer(odds=[_odds(read(battle, options)) for battle in wanted.battles])


def read(wanted: models.BattleRequest, options: models.OptionValues) -> Battle:
    """The battle asked about; `BadBattle` with a sentence where it cannot be fought."""
    try:
        battle = read_battle(
            wanted.text,
            sea=wanted.sea,
            landing=wanted.landing,
            aa=wanted.aa,
            attacker_techs=frozenset(wanted.attacker_techs),
            defender_techs=frozenset(wanted.defender_techs),
        )
        return battle.with_options(options)
    except BadBattle as error:
        error.data.update(text=wanted.text, sentence=error.sentence)
        raise


@lru_cache(maxsize=4096)
def _odds(battle: Battle) -> models.BattleOdds:
    found = odds(battle, _SIMULATED)
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
        title=models.Words(**SCALE[word]),
        means=models.Words(**means),
    )

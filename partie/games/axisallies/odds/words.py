"""Verdicts: the odds of a battle in words, on the expert's scale. docs/axis-and-allies-odds.md explains
them.
"""

from __future__ import annotations

from partie.games.axisallies.odds.calculator import Odds

OVERKILL_TAKE, OVERKILL_LEFT = 0.99, 0.80
UNHURT_TAKE, UNHURT = 0.90, 0.50
GOOD_TAKE, GOOD_LEFT = 0.75, 0.30
FAIR_TAKE = 0.50
WIPED_OUT = 0.25
RISKY_TAKE = 0.25

SCALE = {
    "blitz": {"en": "blitz", "fr": "blitz"},
    "overkill": {"en": "overkill", "fr": "écrasant"},
    "without_loss": {"en": "without loss", "fr": "sans perte"},
    "good": {"en": "good", "fr": "bon"},
    "fair": {"en": "fair", "fr": "correct"},
    "good_without_taking": {"en": "good without taking the space", "fr": "bon sans prendre l’espace"},
    "risky": {"en": "risky", "fr": "risqué"},
    "bad": {"en": "bad", "fr": "mauvais"},
}
"""The verdicts, in the order in which they are tried; the first whose definition holds is given."""

_TAKEN = {
    "en": ("the space is taken", "the zone is cleared"),
    "fr": ("l’espace est pris", "la zone est vidée"),
}
_DEFINITIONS = {
    "blitz": {
        "en": "nobody defends, and {taken} for certain",
        "fr": "personne ne défend, et {taken} à coup sûr",
    },
    "overkill": {
        "en": "{taken} at least 99 times in 100, with at least 80 % of the attackers left on average",
        "fr": "{taken} au moins 99 fois sur 100, et il reste en moyenne au moins 80 % des attaquants",
    },
    "without_loss": {
        "en": "{taken} at least 9 times in 10, and at least every second time no attacker is lost",
        "fr": "{taken} au moins 9 fois sur 10, et au moins une fois sur deux aucun attaquant n’est perdu",
    },
    "good": {
        "en": "{taken} at least 3 times in 4, with more than 30 % of the attackers left on average",
        "fr": "{taken} au moins 3 fois sur 4, et il reste en moyenne plus de 30 % des attaquants",
    },
    "fair": {
        "en": "{taken} at least every second time",
        "fr": "{taken} au moins une fois sur deux",
    },
    "good_without_taking": {
        "en": "{taken} less than every second time, but the defender loses more IPC than the attacker, who is wiped out at most once in 4 times",
        "fr": "{taken} moins d’une fois sur deux, mais le défenseur perd plus de CPI que l’attaquant, qui est anéanti au plus une fois sur 4",
    },
    "risky": {
        "en": "{taken} at least once in 4 times, but less than every second time",
        "fr": "{taken} au moins une fois sur 4, mais moins d’une fois sur deux",
    },
    "bad": {
        "en": "{taken} less than once in 4 times, and the damage done does not make up for it",
        "fr": "{taken} moins d’une fois sur 4, et les dégâts infligés ne le compensent pas",
    },
}


def definition(word: str, sea: bool, language: str = "en") -> str:
    """The definition of a verdict."""
    return _DEFINITIONS[word][language].format(taken=_TAKEN[language][sea])


def judged(undefended: bool, take: float, unhurt: float, left: float, swing: float, wiped_out: float) -> str:
    """The verdict on a battle. `left`: mean share of the attackers left. `wiped_out`: the chance that none is
    left.
    """
    if undefended and take > 1.0 - 1e-9:
        return "blitz"
    if take >= OVERKILL_TAKE and left >= OVERKILL_LEFT:
        return "overkill"
    if take >= UNHURT_TAKE and unhurt >= UNHURT:
        return "without_loss"
    if take >= GOOD_TAKE and left > GOOD_LEFT:
        return "good"
    if take >= FAIR_TAKE:
        return "fair"
    if swing > 0.0 and wiped_out <= WIPED_OUT:
        return "good_without_taking"
    return "risky" if take >= RISKY_TAKE else "bad"


def verdict(odds: Odds) -> str:
    """The verdict on a battle: a key of `SCALE`."""
    left = float(odds.attackers_left.sum()) / sum(odds.battle.attackers)
    wiped_out = odds.loss + odds.draw
    return judged(odds.battle.undefended, odds.take, odds.unhurt, left, odds.swing, wiped_out)

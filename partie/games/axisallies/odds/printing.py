"""The output of `partie odds`."""

from __future__ import annotations

from collections.abc import Iterator

from partie.games.axisallies.odds.battle import Battle
from partie.games.axisallies.odds.calculator import Odds
from partie.games.axisallies.odds.reading import force_text
from partie.games.axisallies.odds.words import (
    SCALE,
    definition,
    verdict,
)
from partie.games.axisallies.rules.units import (
    AIR_KINDS,
    LAND_KINDS,
    UNIT_NAMES,
)

BAR = 40
"""The length of the longest bar, in characters."""
_EIGHTHS = " ▏▎▍▌▋▊▉"
_RARE = 0.0005
"""Rows of the histogram less likely than this are left out."""

_TEXT = {
    "en": {
        "colon": ":", "land": "on land", "landing": "landing, {n} bombarding", "sea": "at sea", "aa": "AA gun",
        "exact": "exact", "simulated": "{n} battles simulated; ± is the 95 % interval",
        "win": "attacker wins", "draw": "nobody is left", "loss": "defender wins", "stopped": "attacker retreats",
        "take": "takes the space", "clear": "clears the zone", "unhurt": "loses nothing",
        "attacker_loss": "attacker loses", "defender_loss": "defender loses", "swing": "swing",
        "of": "{loss} of {worth} IPC", "ipc": "{loss} IPC",
        "left": "left on average: {attackers} | {defenders}",
        "order": "lost in this order: {attackers} | {defenders}",
        "kept": "one land unit is kept to capture the space",
        "round": "after round {n}: {over} over, left {attackers} | {defenders}, swing {swing} IPC",
        "attackers": "{n} attackers", "attacker": "1 attacker", "defenders": "{n} defenders", "defender": "1 defender",
        "nobody": "nobody", "both": "both sides", "rarer": "rarer",
    },
    "fr": {
        "colon": " :", "land": "sur terre", "landing": "débarquement, {n} en bombardement", "sea": "en mer", "aa": "DCA",
        "exact": "exact", "simulated": "{n} batailles simulées ; ± est l’intervalle à 95 %",
        "win": "l’attaquant gagne", "draw": "il ne reste personne", "loss": "le défenseur gagne", "stopped": "l’attaquant se retire",
        "take": "prend l’espace", "clear": "vide la zone", "unhurt": "ne perd rien",
        "attacker_loss": "l’attaquant perd", "defender_loss": "le défenseur perd", "swing": "différence",
        "of": "{loss} sur {worth} CPI", "ipc": "{loss} CPI",
        "left": "restent en moyenne : {attackers} | {defenders}",
        "order": "perdus dans cet ordre : {attackers} | {defenders}",
        "kept": "une unité terrestre est gardée jusqu’à la fin pour prendre l’espace",
        "round": "après le tour {n} : {over} terminées, restent {attackers} | {defenders}, différence {swing} CPI",
        "attackers": "{n} attaquants", "attacker": "1 attaquant", "defenders": "{n} défenseurs", "defender": "1 défenseur",
        "nobody": "personne", "both": "les deux camps", "rarer": "plus rare",
    },
}  # fmt: skip


def odds_lines(odds: Odds, language: str = "en") -> Iterator[str]:
    """The odds of a battle as lines of text."""
    text, battle, word = _TEXT[language], odds.battle, verdict(odds)
    yield f"{force_text(battle.attackers, language)} -> {force_text(battle.defenders, language)} ({_place(battle, language)})"
    method = text["exact"] if odds.exact else text["simulated"].format(n=_count(odds.battles, language))
    yield f"{SCALE[word][language]}{text['colon']} {definition(word, battle.sea, language)}."
    yield ""
    for name in ("win", "draw", "loss", "stopped", "take", "unhurt"):
        if name != "stopped" or battle.stop or odds.stopped > 0.0:
            label = text["clear" if name == "take" and battle.sea else name]
            yield f"{label:<22}{_share(getattr(odds, name), language):>8}{_error(odds, name, 100, language)}"
    for name, side in (("attacker_loss", battle.attackers), ("defender_loss", battle.defenders)):
        worth = sum(
            int(battle.values.cost[kind]) * side[kind] for kind in battle.loss_order(name == "attacker_loss")
        )
        loss = text["of"].format(loss=_number(getattr(odds, name), language), worth=worth)
        yield f"{text[name]:<22}{loss}{_error(odds, name, 1, language)}"
    swing = text["ipc"].format(loss=_number(odds.swing, language, sign="+"))
    yield f"{text['swing']:<22}{swing}{_error(odds, 'swing', 1, language)}"
    yield f"({method})"
    yield ""
    yield from _histogram(odds, language)
    yield ""
    yield text["left"].format(
        attackers=force_text(odds.attackers_left, language),
        defenders=force_text(odds.defenders_left, language),
    )
    for number, row in enumerate(odds.rounds[:3], start=1):
        yield text["round"].format(
            n=number,
            over=_share(1.0 - row.fighting, language).strip(),
            attackers=_number(float(row.attackers_left.sum()), language),
            defenders=_number(float(row.defenders_left.sum()), language),
            swing=_number(row.swing, language, sign="+"),
        )
    yield from _orders(battle, language)


def _place(battle: Battle, language: str) -> str:
    text = _TEXT[language]
    words = [text["sea"] if battle.sea else text["land"]]
    if battle.landing is not None:
        words = [text["landing"].format(n=battle.landing)]
    if battle.aa:
        words.append(text["aa"])
    return ", ".join(words)


def _orders(battle: Battle, language: str) -> Iterator[str]:
    text = _TEXT[language]
    orders = [
        ", ".join(UNIT_NAMES[kind][language] for kind in battle.loss_order(attacking)) or text["nobody"]
        for attacking in (True, False)
    ]
    kept = ""
    if battle.keeps_land_unit and any(battle.attackers[kind] for kind in AIR_KINDS) and any(battle.attackers[kind] for kind in LAND_KINDS):  # fmt: skip
        kept = f" ({text['kept']})"
    yield text["order"].format(attackers=orders[0] + kept, defenders=orders[1])


def _histogram(odds: Odds, language: str) -> Iterator[str]:
    """Bars for each number of attackers left, for none, and for each number of defenders left."""
    text = _TEXT[language]
    rows = []
    attackers, defenders = (size - 1 for size in odds.joint.shape)
    for count in range(attackers, 0, -1):
        label = text["attackers"].format(n=count) if count > 1 else text["attacker"]
        rows.append((label, float(odds.joint[count, 0])))
    rows.append((text["nobody"], float(odds.joint[0, 0])))
    for count in range(1, defenders + 1):
        label = text["defenders"].format(n=count) if count > 1 else text["defender"]
        rows.append((label, float(odds.joint[0, count])))
    rows.append((text["both"], float(odds.joint[1:, 1:].sum())))
    shown = [(label, chance) for label, chance in rows if chance >= _RARE]
    highest = max(chance for _, chance in shown)
    for label, chance in shown:
        yield f"{label:>14} {_share(chance, language):>8} {_bar(chance / highest)}".rstrip()
    rest = 1.0 - sum(chance for _, chance in shown)
    if rest > _RARE / 10:
        yield f"{text['rarer']:>14} {_share(rest, language):>8}"


def _bar(share: float) -> str:
    eighths = round(share * BAR * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _error(odds: Odds, name: str, scale: int, language: str) -> str:
    if odds.exact:
        return ""
    return f" ± {_number(1.96 * odds.errors[name] * scale, language, digits=2)}"


def _share(chance: float, language: str) -> str:
    """A chance in percent, never rounded to certainty."""
    percent = 100 * chance
    if 0.0 < percent < 0.05:
        low = "<0.1"
    elif 99.95 <= percent < 100 - 1e-9:
        low = ">99.9"
    else:
        low = f"{percent:.1f}"
    return f"{_decimal(low, language)} %" if language == "fr" else f"{low}%"


def _number(value: float, language: str, digits: int = 1, sign: str = "") -> str:
    value = 0.0 if abs(value) < 0.5 * 10**-digits else value
    return _decimal(f"{value:{sign}.{digits}f}", language)


def _count(number: int, language: str) -> str:
    return f"{number:,}" if language == "en" else f"{number:,}".replace(",", " ")


def _decimal(number: str, language: str) -> str:
    return number.replace(".", ",") if language == "fr" else number

"""Battles as people write them."""

from __future__ import annotations

import pytest

from partie.games.axisallies.odds.battle import (
    BadBattle,
    Battle,
    Stop,
    force,
)
from partie.games.axisallies.odds.reading import (
    ABBREVIATIONS,
    force_text,
    read_battle,
    read_force,
    read_kind,
    read_losses,
    read_stop,
    read_technologies,
)
from partie.games.axisallies.rules.units import (
    ARMOR,
    FIGHTER,
    INFANTRY,
    TECHNOLOGIES,
    UNIT_IDS,
    UNIT_NAMES,
)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("4 inf, 3 arm", {"infantry": 4, "armor": 3}),
        ("4inf 3arm", {"infantry": 4, "armor": 3}),
        ("4 infantry and 3 tanks", {"infantry": 4, "armor": 3}),
        ("4 fantassins et 3 chars", {"infantry": 4, "armor": 3}),
        ("2 blindés, 1 char", {"armor": 3}),
        ("2 Chasseurs + 1 bombardier", {"fighter": 2, "bomber": 1}),
        ("bb, cv, 2 ftr", {"battleship": 1, "carrier": 1, "fighter": 2}),
        ("1 cuirassé, 1 porte-avions, 2 sous-marins", {"battleship": 1, "carrier": 1, "submarine": 2}),
        ("1 aircraft carrier; 2 subs & 3 trn", {"carrier": 1, "submarine": 2, "transport": 3}),
        ("1 dca, 1 usine, 2 fusiliers marins", {"aa_gun": 1, "industrial_complex": 1, "marine": 2}),
        ("1 AA gun, 1 destroyer", {"aa_gun": 1, "destroyer": 1}),
        ("0 inf, 1 arm", {"armor": 1}),
        ("", {}),
        ("rien", {}),
    ],
)
def test_forces_are_read(text: str, units: dict[str, int]) -> None:
    assert read_force(text) == force(units)


def test_every_name_is_read_back() -> None:
    for kind, name in enumerate(UNIT_IDS):
        one = force({name: 1})
        several = force({name: 3})
        assert read_kind(ABBREVIATIONS[kind]) == read_kind(UNIT_NAMES[kind]["fr"]) == kind
        for language in ("en", "fr"):
            assert read_force(force_text(one, language)) == one
            assert read_force(force_text(several, language)) == several


@pytest.mark.parametrize("arrow", ["->", "→", ">", " v ", " vs. ", " contre ", " against "])
def test_arrows(arrow: str) -> None:
    assert read_battle(f"3 inf{arrow}2 inf") == Battle(force(infantry=3), force(infantry=2))


def test_nobody_may_defend() -> None:
    assert read_battle("3 inf ->").undefended
    assert read_battle("3 inf -> nobody").undefended
    assert read_battle("3 inf -> aa, usine").undefended


@pytest.mark.parametrize(
    ("text", "en", "fr"),
    [
        ("4 inf", "Write the attackers, an arrow", "Écrivez les attaquants, une flèche"),
        ("4 inf -> 3 inf -> 2 inf", "Write the attackers, an arrow", "Écrivez"),
        ("4 zeppelin -> 2 inf", "no unit called 'zeppelin'; the units are inf, arm", "Aucune unité"),
        ("4 fightre -> 2 inf", "did you mean fighter?", "vouliez-vous dire chasseur"),
        ("4 -> 2 inf", "'4' is not a number of units", "n’est pas un nombre d’unités"),
        ("-> 2 inf", "Nobody attacks", "Personne n’attaque"),
        ("999 inf -> 2 inf", "from 0 to 200", "de 0 à 200"),
    ],
)
def test_mistakes_are_explained(text: str, en: str, fr: str) -> None:
    with pytest.raises(BadBattle) as refused:
        read_battle(text)
    assert en in str(refused.value)
    assert fr in refused.value.sentence["fr"]


def test_orders_of_losses() -> None:
    assert read_losses("char, inf,ftr") == (ARMOR, INFANTRY, FIGHTER)
    battle = read_battle("1 inf, 1 arm, 1 bom -> 1 inf", attacker_losses=read_losses("arm"))
    assert [UNIT_IDS[kind] for kind in battle.loss_order(True)] == ["armor", "infantry", "bomber"]


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("", Stop()),
        ("2", Stop(rounds=2)),
        ("rounds=2", Stop(rounds=2)),
        ("tours=2, reste=3", Stop(rounds=2, left=3)),
        ("odds=40%", Stop(odds=0.4)),
        ("chances=0.25", Stop(odds=0.25)),
    ],
)
def test_stops_are_read(text: str, stop: Stop) -> None:
    assert read_stop(text) == stop


@pytest.mark.parametrize("text", ["never", "rounds=0", "rounds=x", "odds=140%", "left=-2", "odds=", "rounds"])
def test_other_stops_are_refused(text: str) -> None:
    with pytest.raises(BadBattle, match="To stop, say rounds=2"):
        read_stop(text)


def test_technologies() -> None:
    assert read_technologies("jets, bombardiers lourds") == {"jet_power", "heavy_bombers"}
    assert read_technologies(",".join(TECHNOLOGIES)) == set(TECHNOLOGIES)
    with pytest.raises(BadBattle, match="no technology called 'lasers'"):
        read_technologies("lasers")


def test_means_are_written_with_one_decimal() -> None:
    assert force_text([1.04, 0.02, 2.5, *[0.0] * 9]) == "1.0 infantry, 2.5 fighters"
    assert force_text([1.5, *[0.0] * 11], "fr") == "1,5 infanterie"
    assert force_text([0.0] * 12) == "nobody"

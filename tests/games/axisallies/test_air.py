"""Aircraft: range, landing places, carriers, guns, neutrals, raids, rockets, paratroops."""

import pytest

from partie.core.errors import IllegalMove
from partie.games.axisallies.rules import refusals as reasons
from partie.games.axisallies.text.notation import why_illegal
from tests.games.axisallies.scenes import Scene

SORTIE = """turn: germany, combat_move
cash: germany 9
Eastern Europe: germany; germany 2 ftr, 2 bom
Ukraine S.S.R.: ussr; ussr 1 inf
Russia: ussr; ussr 1 inf, 1 factory"""


def test_aircraft_fly_only_to_a_fight_they_can_come_home_from() -> None:
    scene = Scene(SORTIE)
    assert scene.why("1 ftr Eastern Europe>Ukraine S.S.R.") == reasons.LEGAL
    assert scene.why("1 ftr Eastern Europe>Karelia S.S.R.") == reasons.NOTHING_TO_FIGHT, "nobody is there"
    assert scene.why("1 ftr Eastern Europe>Germany") == reasons.NOTHING_TO_FIGHT
    assert scene.why("3 ftr Eastern Europe>Ukraine S.S.R.") == reasons.NO_SUCH_UNITS
    assert scene.why("1 ftr Eastern Europe>Ukraine S.S.R.>Russia") == reasons.AIR_GOES_BY_NUMBER
    assert scene.why("1 ftr Eastern Europe>Russia") == reasons.LEGAL, "two out, two back"
    far = SORTIE + "\nKazakh S.S.R.: ussr; ussr 1 inf\nSoviet Far East: ussr; ussr 1 inf"
    assert Scene(far).why("1 ftr Eastern Europe>Kazakh S.S.R.") == reasons.NO_LANDING
    assert Scene(far, kamikaze=True).why("1 ftr Eastern Europe>Kazakh S.S.R.") == reasons.LEGAL
    assert Scene(far).why("1 bom Eastern Europe>Kazakh S.S.R.") == reasons.LEGAL
    assert Scene(far).why("1 ftr Eastern Europe>Soviet Far East") == reasons.OUT_OF_RANGE
    assert (
        Scene(far + "\ntechs: germany long_range_aircraft").why("1 ftr Eastern Europe>Kazakh S.S.R.")
        == reasons.LEGAL
    )


def test_one_budget_for_the_whole_turn() -> None:
    scene = (
        Scene(SORTIE)
        .play("1 ftr Eastern Europe>Ukraine S.S.R.")
        .play("1 bom Eastern Europe>Ukraine S.S.R.")
        .play("end")
    )
    scene.play("fight Ukraine S.S.R.", 1, 1, 6)
    assert scene.phase == "noncombat"
    assert scene.listed("1 ftr Ukraine S.S.R.>Western Europe"), "one out and three back"
    assert scene.listed("1 bom Ukraine S.S.R.>Libya"), "one out and five back"
    assert scene.why("1 ftr Ukraine S.S.R.>Algeria") == reasons.OUT_OF_RANGE
    assert scene.why("1 ftr Ukraine S.S.R.>Caucasus") == reasons.NO_DECK


def test_no_landing_in_a_space_taken_this_turn() -> None:
    scene = (
        Scene(SORTIE.replace("2 ftr", "1 inf, 2 ftr"))
        .play("1 inf Eastern Europe>Ukraine S.S.R.")
        .play("1 ftr Eastern Europe>Ukraine S.S.R.")
        .play("end")
    )
    scene.play("fight Ukraine S.S.R.", 1, 1, 6)
    assert scene.owner("Ukraine S.S.R.") == "germany"
    assert scene.why("end") == reasons.AIR_MUST_LAND
    sentence = why_illegal(scene.record, scene.code("end"))
    assert "1 fighter over Ukraine S.S.R. (can land in " in sentence["en"]
    assert "Eastern Europe" in sentence["en"]
    assert "1 chasseur, Ukraine (peut se poser : " in sentence["fr"]
    [shown] = scene.state.view(1).display()["aloft"]
    assert (shown["space"], shown["kind"], shown["count"]) == ("ukraine", "fighter", 1)
    assert all(scene.listed(f"1 ftr Ukraine S.S.R.>{goal}") for goal in shown["goals"])
    assert len(shown["goals"]) == sum(
        "1 ftr Ukraine S.S.R.>" in scene.state.text(m) for m in scene.state.moves
    )
    with pytest.raises(IllegalMove) as refused:
        scene.state.play("end")
    assert refused.value.data["sentence"] == sentence
    assert scene.why("1 ftr Eastern Europe>Ukraine S.S.R.") == reasons.NO_DECK
    scene.play("1 ftr Ukraine S.S.R.>Eastern Europe").play("end")


def test_what_cannot_land_is_lost() -> None:
    scene = (
        Scene(SORTIE + "\nKazakh S.S.R.: ussr; ussr 1 inf", kamikaze=True)
        .play("1 ftr Eastern Europe>Kazakh S.S.R.")
        .play("end")
    )
    scene.play("fight Kazakh S.S.R.", 1, 6)
    assert scene.units("Kazakh S.S.R.", "germany", "ftr") == 1
    scene.play("end")
    assert scene.units("Kazakh S.S.R.", "germany", "ftr") == 0


CARRIER = """turn: japan, combat_move
Wake Island: usa
Okinawa: usa
Caroline Islands: usa
Solomon Islands: usa
Okinawa waters: japan 1 car, 1 ftr
Hawaiian waters: usa 1 tra
Japan: japan; japan 1 ftr, 1 bom"""


def test_fighters_count_on_a_carrier_that_can_come() -> None:
    scene = Scene(CARRIER)
    # two out; the carrier can follow to Wake Island waters or nearer
    assert scene.why("1 ftr Okinawa waters>Hawaiian waters") == reasons.LEGAL
    assert scene.why("1 ftr Japan>Hawaiian waters") == reasons.LEGAL
    gone = Scene(CARRIER.replace("1 car, 1 ftr", "1 ftr"))
    assert gone.why("1 ftr Japan>Hawaiian waters") == reasons.NO_LANDING


def test_each_deck_is_promised_once() -> None:
    scene = Scene(CARRIER.replace("Japan: japan; japan 1 ftr", "Japan: japan; japan 3 ftr"))
    assert scene.why("1 ftr Japan>Hawaiian waters") == reasons.LEGAL
    assert scene.why("2 ftr Japan>Hawaiian waters") == reasons.LEGAL, (
        "the fighter aboard can still fly to Japan"
    )
    assert scene.why("3 ftr Japan>Hawaiian waters") == reasons.NO_LANDING
    scene.play("1 ftr Japan>Hawaiian waters").play("1 ftr Japan>Hawaiian waters")
    assert scene.why("1 ftr Japan>Hawaiian waters") == reasons.NO_LANDING
    guests = Scene(CARRIER.replace("1 car, 1 ftr", "1 car; germany 2 ftr"))
    assert guests.why("1 ftr Japan>Hawaiian waters") == reasons.NO_LANDING, "allied fighters fill the deck"


def test_landing_on_carriers() -> None:
    text = """turn: japan, noncombat
Japan: japan; japan 3 ftr, 1 bom
Okinawa: japan; japan 1 ftr
Okinawa waters: japan 1 car
Sea of Japan and Japanese waters: japan 1 car"""
    scene = Scene(text)
    assert scene.why("1 bom Japan>Okinawa waters") == reasons.NO_DECK
    assert scene.why("3 ftr Japan>Okinawa waters") == reasons.NO_DECK
    scene.play("1 ftr Japan>Okinawa waters")
    assert scene.why("1 car Okinawa waters>Sea of Japan and Japanese waters") == reasons.CARRIER_STAYS
    scene.play("1 car Sea of Japan and Japanese waters>Okinawa waters")
    scene.play("2 ftr Japan>Okinawa waters").play("1 ftr Okinawa>Okinawa waters").play("end")
    assert scene.units("Okinawa waters", "japan", "ftr") == 4


def test_a_carrier_that_leaves_its_fighter_behind_loses_it() -> None:
    text = "turn: japan, noncombat\nOkinawa waters: japan 1 car, 1 ftr\nJapan: usa; usa 1 inf\nOkinawa: usa\nPhilippine Islands: usa\nManchuria: usa\nCaroline Islands: usa\nWake Island: usa\nKwangtung: usa\nFrench Indo-China Burma: usa\nBorneo-Celebes: usa\nNew Guinea: usa\nEast Indies: usa\nSolomon Islands: usa"
    scene = Scene(text).play("1 car Okinawa waters>Wake Island waters")
    assert scene.why("end") == reasons.AIR_MUST_LAND
    scene.play("1 ftr Okinawa waters>Wake Island waters").play("end")
    assert scene.units("Wake Island waters", "japan", "ftr") == 1


def test_allied_fighters_travel_with_the_carrier() -> None:
    text = "turn: uk, noncombat\nNorth Sea and British waters: uk 1 car; usa 2 ftr"
    scene = Scene(text).play("1 car North Sea and British waters>West of Spain")
    assert scene.units("West of Spain", "usa", "ftr") == 2
    two = Scene(text.replace("1 car", "2 car")).play("1 car North Sea and British waters>West of Spain")
    assert two.units("North Sea and British waters", "usa", "ftr") == 2, "another carrier has room for them"


GUN = """turn: uk, combat_move
cash: uk 9, germany 30
United Kingdom: uk; uk 2 ftr, 2 bom
Germany: germany; germany 1 inf, 1 aa, 1 factory
Eastern Europe: germany; germany 1 inf
Western Europe: germany; germany 1 inf, 1 aa
Finland-Norway: uk
Karelia S.S.R.: ussr"""


def test_guns_fire_at_what_crosses_them() -> None:
    direct = "1 bom United Kingdom>Southern Europe"
    text = GUN + "\nSouthern Europe: germany; germany 1 inf"
    scene = Scene(text)
    scene.play(direct, 1)
    assert scene.units("Southern Europe", "uk", "bom") == 0, "shot down over Western Europe"
    assert scene.record.thrown == 1
    assert Scene(text).play(direct, 2).units("Southern Europe", "uk", "bom") == 1
    assert Scene(text, aa_overflight=False).play(direct, 1).units("Southern Europe", "uk", "bom") == 1


def test_flying_around_guns() -> None:
    text = GUN + "\nSouthern Europe: germany; germany 1 inf\ntechs: uk long_range_aircraft"
    scene = Scene(text)
    assert scene.listed("1 bom United Kingdom>Southern Europe around")
    scene.play("1 bom United Kingdom>Southern Europe around", 1)
    assert scene.record.thrown == 0
    assert scene.units("Southern Europe", "uk", "bom") == 1
    assert scene.why("1 ftr United Kingdom>Western Europe around") == reasons.NO_ORDER, (
        "there is nothing to avoid"
    )


NEUTRAL_WAY = """turn: usa, combat_move
cash: usa 9
Brazil: usa; usa 1 ftr
Pacific coast of Panama: germany 1 sub"""


def test_crossing_a_neutral_pays_and_takes_it() -> None:
    scene = Scene(NEUTRAL_WAY).play("1 ftr Brazil>Pacific coast of Panama")
    assert scene.cash("usa") == 6
    assert scene.owner("Venezuela-Colombia") == "usa"


def test_flying_around_a_neutral() -> None:
    order = "1 ftr Brazil>Pacific coast of Panama around"
    assert Scene(NEUTRAL_WAY).listed(order)
    scene = Scene(NEUTRAL_WAY).play(order)
    assert scene.cash("usa") == 9
    assert scene.owner("Venezuela-Colombia") == "neutral"
    for other in (Scene(NEUTRAL_WAY.replace("usa 9", "usa 2")), Scene(NEUTRAL_WAY, neutrals_closed=True)):
        assert not other.listed(order)
        other.play(order.removesuffix(" around"))
        assert other.owner("Venezuela-Colombia") == "neutral", "the only way left"


def test_over_a_neutral_rather_than_guns() -> None:
    text = """turn: japan, combat_move
cash: japan 9
Manchuria: japan; japan 1 ftr
Novosibirsk: ussr; ussr 1 inf
Yakut S.S.R.: ussr; ussr 1 aa
China: ussr; ussr 1 aa
Sinkiang: ussr; ussr 1 aa"""
    order = "1 ftr Manchuria>Novosibirsk"
    assert [Scene(text).listed(order + way) for way in ("", " around", " over neutrals")] == [
        True,
        False,
        True,
    ]
    scene = Scene(text).play(order, 6)
    assert (scene.cash("japan"), scene.record.thrown) == (9, 1)
    scene = Scene(text).play(order + " over neutrals")
    assert (scene.cash("japan"), scene.record.thrown) == (6, 0)
    assert scene.owner("Mongolia") == "japan"


def test_no_flight_over_neutrals_afterwards() -> None:
    text = "turn: japan, noncombat\ncash: japan 9\nManchuria: japan; japan 1 ftr\nNovosibirsk: japan\nYakut S.S.R.: ussr\nChina: usa"
    scene = Scene(text)
    scene.play("1 ftr Manchuria>Novosibirsk")
    assert scene.cash("japan") == 9


def test_a_gun_shoots_before_the_battle_and_the_owner_chooses() -> None:
    text = GUN.replace("2 ftr, 2 bom", "1 ftr, 1 bom").replace(
        "Western Europe: germany; germany 1 inf, 1 aa",
        "Western Europe: germany; germany 1 inf\nSouthern Europe: uk",
    )
    scene = Scene(text).play("1 ftr United Kingdom>Germany").play("1 bom United Kingdom>Germany").play("end")
    scene.play("fight Germany", 1, 6)
    assert scene.deciding == "uk"
    assert scene.record.hits == 1
    assert scene.why("lose 1 inf") == reasons.NOT_LOST_THAT_WAY
    scene.play("lose 1 ftr", 6, 6)
    assert scene.units("Germany", "uk", "ftr") == 0
    assert scene.units("Germany", "uk", "bom") == 1
    each = (
        Scene(text, aa_casualties="each_die_its_plane")
        .play("1 ftr United Kingdom>Germany")
        .play("1 bom United Kingdom>Germany")
        .play("end")
    )
    each.play("fight Germany", 6, 1, 6, 6)
    assert (each.units("Germany", "uk", "ftr"), each.units("Germany", "uk", "bom")) == (1, 0)


def test_a_gun_overrun_by_a_blitz_still_fires() -> None:
    text = """turn: germany, combat_move
Eastern Europe: germany; germany 1 arm, 1 ftr
Karelia S.S.R.: ussr; ussr 1 aa
Russia: ussr; ussr 1 inf
Ukraine S.S.R.: ussr; ussr 1 aa
Caucasus: ussr; ussr 1 aa"""
    scene = Scene(text).play("1 arm Eastern Europe>Karelia S.S.R.")
    assert scene.owner("Karelia S.S.R.") == "germany"
    scene.play("1 ftr Eastern Europe>Russia", 1)
    assert scene.units("Russia", "germany", "ftr") == 0
    calm = Scene(
        text.replace("combat_move", "noncombat").replace("Russia: ussr; ussr 1 inf", "Russia: germany")
    )
    calm.play("1 ftr Eastern Europe>Russia")
    assert calm.units("Russia", "germany", "ftr") == 1, "guns are silent in non-combat movement"


def test_a_raid() -> None:
    scene = Scene(GUN + "\nSouthern Europe: uk")
    assert scene.why("raid 1 bom United Kingdom>Eastern Europe") == reasons.NO_COMPLEX_TO_RAID
    assert scene.why("raid 3 bom United Kingdom>Germany") == reasons.NO_SUCH_UNITS
    scene.play("raid 2 bom United Kingdom>Germany").play("1 ftr United Kingdom>Germany").play("end")
    scene.play("fight Germany", 1, 6, 5)
    assert scene.cash("germany") == 25
    assert scene.units("Germany", "uk", "bom") == 1
    assert scene.phase == "combat"
    assert scene.listed("fight Germany"), "the battle is still to come"
    scene.play("fight Germany", 6, 6, 6)
    assert scene.state.view(0).display()["battle"]["attackers"] == {"uk": {"fighter": 1}}
    assert (
        Scene(GUN.replace("combat_move", "noncombat")).why("raid 1 bom United Kingdom>Germany")
        == reasons.WRONG_PHASE
    )


def test_a_raid_takes_no_more_than_there_is_and_may_be_capped() -> None:
    text = GUN.replace("germany 30", "germany 3").replace("1 inf, 1 aa, 1 factory", "1 inf, 1 factory")
    scene = Scene(text).play("raid 1 bom United Kingdom>Germany").play("end").play("fight Germany", 6)
    assert scene.cash("germany") == 0
    heavy = text.replace("germany 3", "germany 40") + "\ntechs: uk heavy_bombers"
    assert (
        Scene(heavy)
        .play("raid 1 bom United Kingdom>Germany")
        .play("end")
        .play("fight Germany", 6, 5, 4)
        .cash("germany")
        == 25
    )
    assert (
        Scene(heavy, raid_cap="territory")
        .play("raid 1 bom United Kingdom>Germany")
        .play("end")
        .play("fight Germany", 6, 5, 4)
        .cash("germany")
        == 30
    )


def test_heavy_bombers_hit_three_times() -> None:
    text = (
        GUN.replace("germany; germany 1 inf, 1 aa, 1 factory", "germany; germany 3 inf")
        + "\ntechs: uk heavy_bombers"
    )
    scene = (
        Scene(text).play("1 bom United Kingdom>Germany").play("end").play("fight Germany", 1, 4, 3, 6, 6, 6)
    )
    assert scene.units("Germany", "germany", "inf") == 0


def test_rockets() -> None:
    text = """turn: germany, combat_move
cash: uk 30
techs: germany rockets
Western Europe: germany; germany 1 aa
Libya: germany; germany 1 aa
United Kingdom: uk; uk 1 aa, 1 factory
Karelia S.S.R.: ussr; ussr 1 factory"""
    scene = Scene(text)
    assert scene.why("rocket Western Europe>United Kingdom") == reasons.WRONG_PHASE
    scene.play("end")
    assert scene.phase == "combat"
    assert scene.why("rocket Libya>Karelia S.S.R.") == reasons.ROCKET_TOO_FAR
    assert scene.why("rocket Germany>United Kingdom") == reasons.NO_ROCKETS
    scene.play("rocket Western Europe>United Kingdom", 4)
    assert scene.cash("uk") == 26
    assert scene.phase == "noncombat", "one rocket in a turn, and nothing else to fight"
    assert Scene(text.replace("techs: germany rockets\n", "")).play("end").phase == "noncombat"


def test_paratroops() -> None:
    text = """turn: germany, combat_move
Germany: germany; germany 1 bom, 2 inf
Karelia S.S.R.: ussr
Russia: ussr; ussr 1 inf"""
    assert Scene(text).why("drop 1 bom Germany>Karelia S.S.R.") == reasons.NOT_IN_USE
    scene = Scene(text, paratroops=True)
    assert scene.listed("drop 1 bom Germany>Karelia S.S.R.")
    assert scene.why("drop 2 bom Germany>Karelia S.S.R.") == reasons.NO_SUCH_UNITS
    scene.play("drop 1 bom Germany>Karelia S.S.R.")
    assert scene.owner("Karelia S.S.R.") == "germany"
    fight = (
        Scene(text, paratroops=True).play("drop 1 bom Germany>Russia").play("end").play("fight Russia", 1, 6)
    )
    assert fight.record.thrown == 2, "the bomber does not fight"
    assert fight.owner("Russia") == "germany"
    shot = Scene(text.replace("Russia: ussr; ussr 1 inf", "Russia: ussr; ussr 1 inf, 1 aa"), paratroops=True)
    shot.play("drop 1 bom Germany>Russia", 1)
    assert shot.units("Russia", "germany", "inf") == shot.units("Russia", "germany", "bom") == 0
    later = Scene(text.replace("combat_move", "noncombat"), paratroops=True).play("drop 1 bom Germany>Libya")
    assert later.units("Libya", "germany", "inf") == 1


def test_aircraft_shot_down_pay_for_no_neutral_beyond() -> None:
    text = """turn: germany, combat_move
cash: germany 9
techs: germany long_range_aircraft
Mexico: germany; germany 1 bom
Panama: usa; usa 1 aa
Brazil: usa; usa 1 inf"""
    order = "1 bom Mexico>Brazil"
    scene = Scene(text).play(order, 1)
    assert scene.units("Brazil", "germany", "bom") == 0
    assert (scene.cash("germany"), scene.owner("Venezuela-Colombia")) == (9, "neutral")
    scene = Scene(text).play(order, 2)
    assert (scene.cash("germany"), scene.owner("Venezuela-Colombia")) == (6, "germany")

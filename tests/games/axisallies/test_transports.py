"""Transports: loading, bridging, landing, bombardment, allied cargo."""

from partie.games.axisallies.rules import refusals as reasons
from tests.games.axisallies.scenes import Scene

CENTRAL, EAST = "Central Mediterranean", "Eastern Mediterranean"
EGYPT = "Anglo-Egypt Sudan"
LANDING = f"""turn: germany, combat_move
cash: germany 9
Southern Europe: germany; germany 3 inf, 1 arm, 1 aa
{CENTRAL}: germany 1 tra, 1 bat
{EGYPT}: uk; uk 2 inf"""


def test_capacity() -> None:
    scene = Scene(LANDING)
    assert scene.why("load 3 inf Southern Europe>tra 0") == reasons.SHIP_FULL
    assert scene.why("load 1 aa Southern Europe>tra 0") == reasons.GUNS_WAIT
    scene.play("load 1 inf Southern Europe>tra 0")
    assert scene.why("load 1 arm Southern Europe>tra 0") == reasons.SHIP_FULL
    scene.play("load 1 inf Southern Europe>tra 0")
    assert scene.why("load 1 inf Southern Europe>tra 0") == reasons.SHIP_FULL
    assert scene.units("Southern Europe", "germany", "inf") == 1
    gun = Scene(LANDING.replace("combat_move", "noncombat")).play("load 1 aa Southern Europe>tra 0")
    assert gun.why("load 1 inf Southern Europe>tra 0") == reasons.SHIP_FULL
    assert Scene(LANDING).why("load 1 inf Libya>tra 0") == reasons.NO_SUCH_UNITS
    assert (
        Scene(LANDING + "\nGermany: germany; germany 1 inf").why("load 1 inf Germany>tra 0")
        == reasons.NOT_THE_COAST
    )
    assert scene.why("load 1 inf Southern Europe>tra 5") == reasons.NO_SUCH_SHIP


def test_a_landing_with_bombardment() -> None:
    scene = Scene(LANDING).play("load 2 inf Southern Europe>tra 0")
    assert scene.why(f"unload 2 inf tra 0>{EGYPT}") == reasons.NOT_THE_COAST
    scene.play(f"tra 0 {CENTRAL}>{EAST}").play(f"1 bat {CENTRAL}>{EAST}").play(f"unload 2 inf tra 0>{EGYPT}")
    assert scene.units(EGYPT, "germany", "inf") == 0, "ashore only when the battle begins"
    assert scene.why(f"tra 0 {EAST}>{CENTRAL}") == reasons.SHIP_DONE
    scene.play("end")
    # the battleship hits; its victim still fires: two infantry miss, both defenders miss
    scene.play(f"fight {EGYPT}", 4, 6, 6, 6, 6, 1, 6, 6)
    assert not scene.fighting, "nobody may retreat, so it went on to the end"
    assert scene.owner(EGYPT) == "germany"
    assert scene.units(EGYPT, "germany", "inf") == 2
    assert scene.units(EAST, "germany", "bat") == 1


def test_nothing_retreats_from_a_landing() -> None:
    text = LANDING + "\nLibya: germany; germany 1 inf, 1 ftr"
    scene = (
        Scene(text, air_leaves_landing=True)
        .play("load 1 inf Southern Europe>tra 0")
        .play(f"tra 0 {CENTRAL}>{EAST}")
    )
    scene.play(f"unload 1 inf tra 0>{EGYPT}").play(f"1 inf Libya>{EGYPT}").play(f"1 ftr Libya>{EGYPT}").play(
        "end"
    )
    scene.play(f"fight {EGYPT}", 6, 6, 6, 6, 6)
    assert scene.why("retreat Libya") == reasons.LANDED_STAY
    assert scene.listed("retreat"), "the third edition lets aircraft leave"
    scene.play("retreat", 1, 1, 6, 6)
    assert scene.units(EGYPT, "germany", "ftr") == 1
    assert scene.owner(EGYPT) == "germany"
    assert scene.why("1 ftr Anglo-Egypt Sudan>Libya") == reasons.LEGAL
    plain = Scene(text).play("load 1 inf Southern Europe>tra 0").play(f"tra 0 {CENTRAL}>{EAST}")
    plain.play(f"unload 1 inf tra 0>{EGYPT}").play(f"1 ftr Libya>{EGYPT}").play("end")
    plain.play(f"fight {EGYPT}", 1, 1, 6, 6)
    assert not plain.fighting


def test_the_sea_battle_comes_first_and_ends_the_bombardment() -> None:
    text = LANDING + f"\n{EAST}: uk 1 sub"
    scene = (
        Scene(text)
        .play("load 2 inf Southern Europe>tra 0")
        .play(f"tra 0 {CENTRAL}>{EAST}")
        .play(f"1 bat {CENTRAL}>{EAST}")
    )
    scene.play(f"unload 2 inf tra 0>{EGYPT}").play("end")
    assert scene.why(f"fight {EGYPT}") == reasons.SEA_FIRST
    scene.play(f"fight {EAST}", 1, 6)
    assert scene.units(EAST, "uk", "sub") == 0
    thrown = int(scene.record.thrown)
    scene.play(f"fight {EGYPT}", 1, 1, 6, 6)
    assert scene.record.thrown == thrown + 4, "no bombardment after a sea battle"
    assert scene.owner(EGYPT) == "germany"


def test_nobody_lands_from_a_zone_that_was_not_cleared() -> None:
    text = LANDING + f"\n{EAST}: uk 1 bat"
    scene = Scene(text).play("load 2 inf Southern Europe>tra 0").play(f"tra 0 {CENTRAL}>{EAST}")
    scene.play(f"unload 2 inf tra 0>{EGYPT}").play("end").play(f"fight {EAST}", 6)
    scene.play(f"retreat {CENTRAL}")
    assert scene.phase == "noncombat"
    assert scene.units(EGYPT, "germany", "inf") == 0
    assert scene.record.cargo_kind[0].tolist() == [0, 0]
    assert scene.why("unload 1 inf tra 0>Libya") == reasons.SHIP_DONE


def test_cargo_goes_down_with_its_ship() -> None:
    text = LANDING + f"\n{EAST}: uk 1 bat"
    scene = Scene(text).play("load 2 inf Southern Europe>tra 0").play(f"tra 0 {CENTRAL}>{EAST}")
    scene.play("end").play(f"fight {EAST}", 1)
    assert scene.units(EAST, "germany", "tra") == 0
    assert (scene.record.ship_zone < 0).all()
    assert (scene.record.cargo_kind < 0).all()


def test_an_undefended_coast_is_taken_without_a_battle() -> None:
    scene = Scene(LANDING.replace(f"{EGYPT}: uk; uk 2 inf", f"{EGYPT}: uk")).play(
        "load 2 inf Southern Europe>tra 0"
    )
    scene.play(f"tra 0 {CENTRAL}>{EAST}").play(f"unload 1 inf tra 0>{EGYPT}")
    assert scene.owner(EGYPT) == "germany"
    assert scene.why("unload 1 inf tra 0>Syria-Iraq") == reasons.ONE_BEACH
    scene.play(f"unload 1 inf tra 0>{EGYPT}").play("end")
    assert scene.units(EGYPT, "germany", "inf") == 2
    guarded = Scene(LANDING.replace(f"{EGYPT}: uk; uk 2 inf", f"{EGYPT}: uk") + f"\n{EAST}: uk 1 tra")
    guarded.play("load 1 inf Southern Europe>tra 0").play(f"tra 0 {CENTRAL}>{EAST}").play(
        f"1 bat {CENTRAL}>{EAST}"
    )
    guarded.play(f"unload 1 inf tra 0>{EGYPT}").play("end")
    assert guarded.owner(EGYPT) == "uk"
    guarded.play(f"fight {EAST}", 1, 6)
    assert guarded.owner(EGYPT) == "germany"
    assert guarded.phase == "noncombat"


def test_landing_on_friends_waits_for_noncombat_movement() -> None:
    scene = Scene(LANDING).play("load 2 inf Southern Europe>tra 0")
    assert scene.why("unload 1 inf tra 0>Libya") == reasons.ONLY_ENEMY_COAST
    scene.play("end")
    scene.play("unload 1 inf tra 0>Libya").play("unload 1 inf tra 0>Southern Europe")
    assert scene.units("Libya", "germany", "inf") == 1, "two infantry may go to two spaces"
    assert scene.why("1 inf Libya>Algeria") == reasons.NO_SUCH_UNITS
    assert scene.why("load 1 inf Southern Europe>tra 0") == reasons.SHIP_DONE


def test_a_bridge() -> None:
    scene = (
        Scene(LANDING.replace("combat_move", "noncombat"))
        .play("load 2 inf Southern Europe>tra 0")
        .play("unload 2 inf tra 0>Libya")
    )
    assert scene.units("Libya", "germany", "inf") == 2
    assert scene.why(f"tra 0 {CENTRAL}>{EAST}") == reasons.SHIP_DONE


def test_loading_between_steps() -> None:
    text = (
        LANDING
        + "\nLibya: germany; germany 1 inf\nWestern Europe: germany; germany 1 inf\nWestern Mediterranean: germany 1 tra"
    )
    scene = Scene(text.replace(f"{CENTRAL}: germany 1 tra, 1 bat", "Black Sea: germany 1 bat"))
    scene.play("load 1 inf Western Europe>tra 0").play(f"tra 0 Western Mediterranean>{CENTRAL}")
    scene.play("load 1 inf Libya>tra 0").play(f"tra 0 {CENTRAL}>{EAST}").play(f"unload 2 inf tra 0>{EGYPT}")
    assert scene.why(f"tra 0 {EAST}>{CENTRAL}") == reasons.SHIP_DONE


def test_no_loading_in_hostile_water() -> None:
    scene = Scene(LANDING + "\nCentral Mediterranean: germany 1 tra; uk 1 sub")
    assert scene.why("load 1 inf Southern Europe>tra 0") == reasons.HOSTILE_WATER


def test_a_transport_that_fought_may_unload_but_not_load() -> None:
    text = LANDING + f"\n{EAST}: uk 1 tra\nSyria-Iraq: germany; germany 1 inf"
    scene = (
        Scene(text)
        .play("load 1 inf Southern Europe>tra 0")
        .play(f"tra 0 {CENTRAL}>{EAST}")
        .play(f"1 bat {CENTRAL}>{EAST}")
    )
    scene.play("end").play(f"fight {EAST}", 1, 6)
    assert scene.phase == "noncombat"
    assert scene.why("load 1 inf Syria-Iraq>tra 0") == reasons.SHIP_DONE
    scene.play("unload 1 inf tra 0>Syria-Iraq")
    assert scene.units("Syria-Iraq", "germany", "inf") == 2


def test_a_neutral_coast_is_paid() -> None:
    scene = (
        Scene(LANDING)
        .play("load 1 inf Southern Europe>tra 0")
        .play(f"tra 0 {CENTRAL}>{EAST}")
        .play("unload 1 inf tra 0>Turkey")
    )
    assert scene.owner("Turkey") == "germany"
    assert scene.cash("germany") == 6


def test_an_allys_units_travel() -> None:
    text = """turn: usa, noncombat
United Kingdom: uk; usa 2 inf
North Sea and British waters: uk 1 tra
Western Europe: germany"""
    scene = Scene(text).play("load 2 inf United Kingdom>tra 0")
    assert scene.why("tra 0 North Sea and British waters>West of Spain") == reasons.ALLIED_SHIP
    assert scene.record.cargo_power[0].tolist() == [4, 4]
    british = Scene(str(scene.state).replace("usa, noncombat", "uk, noncombat"))
    assert british.why("unload 1 inf tra 0>United Kingdom") == reasons.NOT_ABOARD
    british.play("tra 0 North Sea and British waters>West of Spain")
    american = Scene(str(british.state).replace("uk, noncombat", "usa, combat_move").split("\n~")[0])
    american.play("unload 2 inf tra 0>Western Europe")
    assert american.units("Western Europe", "usa", "inf") == 2
    assert american.owner("Western Europe") == "usa"


def test_marines_attack_at_two_when_they_land() -> None:
    text = LANDING.replace("3 inf, 1 arm", "1 mar").replace("uk 2 inf", "uk 1 inf")
    scene = (
        Scene(text, iron_blitz_units=True)
        .play("load 1 mar Southern Europe>tra 0")
        .play(f"tra 0 {CENTRAL}>{EAST}")
    )
    scene.play(f"unload 1 mar tra 0>{EGYPT}").play("end").play(f"fight {EGYPT}", 2, 6)
    assert scene.owner(EGYPT) == "germany"
    walking = Scene(
        "turn: germany, combat_move\nLibya: germany; germany 1 mar\nAnglo-Egypt Sudan: uk; uk 1 inf"
    )
    walking.play(f"1 mar Libya>{EGYPT}").play("end").play(f"fight {EGYPT}", 2, 6)
    assert walking.owner(EGYPT) == "uk"


def test_a_battleship_that_bombarded_has_fought() -> None:
    text = f"""turn: germany, combat_move
{EAST}: germany 1 bat, 1 tra, 1 sub
transport 0: germany, {EAST}; germany inf
Southern Europe: germany
{EGYPT}: uk; uk 1 inf"""
    scene = Scene(text).play(f"unload 1 inf tra 0>{EGYPT}").play("end")
    scene.play(f"fight {EGYPT}", 4, 1, 6)
    assert (scene.phase, scene.owner(EGYPT)) == ("noncombat", "germany")
    assert scene.why(f"1 bat {EAST}>{CENTRAL}") == reasons.NO_SUCH_UNITS
    assert scene.why(f"1 sub {EAST}>{CENTRAL}") == reasons.LEGAL

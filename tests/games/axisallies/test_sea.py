"""Ships: movement, canals, sea battles, submarines, carriers in battle, two-hit battleships."""

from typing import Any

from partie.games.axisallies.rules import refusals as reasons
from tests.games.axisallies.scenes import Scene

NORTH, BALTIC, SPAIN = "North Sea and British waters", "Baltic Sea", "West of Spain"
EAST_MED, RED_SEA = "Eastern Mediterranean", "Red Sea and Arabian Sea"


def test_a_hostile_zone_ends_the_move() -> None:
    scene = Scene(
        f"turn: germany, combat_move\n{BALTIC}: germany 2 sub\n{NORTH}: uk 1 tra\n{SPAIN}: uk 1 tra"
    )
    assert scene.why(f"1 sub {BALTIC}>{SPAIN}") == reasons.HOSTILE_STOPS
    assert scene.why(f"1 sub {BALTIC}>{NORTH}") == reasons.LEGAL
    assert scene.why(f"1 sub {BALTIC}>Germany") == reasons.SHIPS_AT_SEA
    assert scene.why(f"1 sub {BALTIC}>Mid-Atlantic") == reasons.OUT_OF_RANGE
    assert scene.why(f"1 tra {BALTIC}>{NORTH}") == reasons.TRANSPORTS_ONE_BY_ONE
    later = Scene(f"turn: germany, noncombat\n{BALTIC}: germany 2 sub\n{NORTH}: uk 1 tra")
    assert later.why(f"1 sub {BALTIC}>{NORTH}") == reasons.ONLY_FRIENDLY


def test_in_combat_movement_ships_need_a_reason_to_move() -> None:
    text = "turn: usa, combat_move\nWest coast of the U.S.A.: usa 1 bat, 1 sub\nHawaiian waters: usa 1 sub"
    scene = Scene(text)
    order = "1 bat West coast of the U.S.A.>Hawaiian waters"
    assert scene.why(order) == reasons.SHIPS_TO_FIGHT
    assert Scene(text, ships_reposition_early=True).why(order) == reasons.LEGAL
    assert Scene(text.replace("combat_move", "noncombat")).why(order) == reasons.LEGAL
    assert Scene(text + "\nHawaiian Islands: japan").why(order) == reasons.LEGAL, (
        "a landing could be covered there"
    )


def test_suez() -> None:
    text = f"turn: uk, noncombat\n{EAST_MED}: uk 1 sub"
    order = f"1 sub {EAST_MED}>{RED_SEA}"
    assert Scene(text).why(order) == reasons.LEGAL
    assert Scene(text + "\nSyria-Iraq: germany").why(order) == reasons.CANAL_SHUT
    taken = f"turn: uk, combat_move\n{EAST_MED}: uk 1 sub\nPersia: uk; uk 1 inf\nSyria-Iraq: germany"
    scene = Scene(taken).play("1 inf Persia>Syria-Iraq").play("end")
    assert scene.why(order) == reasons.CANAL_SHUT, "not since the start of the turn"
    scene = Scene(taken, suez_since_turn_start=False).play("1 inf Persia>Syria-Iraq").play("end")
    assert scene.why(order) == reasons.LEGAL
    two = Scene(text.replace(EAST_MED, "Central Mediterranean"))
    assert two.why(f"1 sub Central Mediterranean>{RED_SEA}") == reasons.LEGAL, "passing a canal is one move"


def test_panama() -> None:
    text = "turn: usa, noncombat\nCaribbean Sea: usa 1 sub"
    order = "1 sub Caribbean Sea>Pacific coast of Panama"
    assert Scene(text).why(order) == reasons.LEGAL
    assert Scene(text + "\nPanama: japan").why(order) == reasons.CANAL_SHUT
    one = Scene(text + "\nPanama: japan", one_panama_sea_zone=True)
    assert one.why("1 sub Caribbean Sea>Pacific coast of Mexico") == reasons.LEGAL
    assert one.why(order) == reasons.OUT_OF_RANGE, "that zone is the same as this"


def test_the_caspian_is_closed() -> None:
    scene = Scene("turn: ussr, noncombat\nCaspian Sea: ussr 1 sub")
    assert scene.why("1 sub Caspian Sea>Black Sea") == reasons.OUT_OF_RANGE
    assert [scene.state.text(move) for move in scene.state.moves] == ["end"]


def sea(attackers: str, defenders: str, **options: Any) -> Scene:
    """Germany attacks from the Baltic; its orders are given for every kind."""
    scene = Scene(
        f"turn: germany, combat_move\n{BALTIC}: germany {attackers}\n{NORTH}: uk {defenders}", **options
    )
    for word in attackers.split(", "):
        if not word.endswith(("tra", "ftr")):
            scene.play(f"{word} {BALTIC}>{NORTH}")
    for row in range(scene.units(BALTIC, "germany", "tra")):
        scene.play(f"tra {row} {BALTIC}>{NORTH}")
    return scene.play("end")


def test_attacking_submarines_strike_first() -> None:
    scene = sea("1 sub", "1 bat").play(f"fight {NORTH}", 2)
    assert not scene.fighting
    assert scene.record.thrown == 1, "the battleship does not fire back"
    assert scene.units(NORTH, "uk", "bat") == 0


def test_defending_submarines_have_no_first_strike_but_fire_when_doomed() -> None:
    scene = sea("1 bat", "1 sub").play(f"fight {NORTH}", 4, 2)
    assert scene.units(NORTH, "uk", "sub") == 0
    assert scene.units(NORTH, "germany", "bat") == 0


def test_super_submarines() -> None:
    text = f"turn: germany, combat_move\ntechs: germany super_submarines\n{BALTIC}: germany 1 sub\n{NORTH}: uk 1 tra"
    scene = Scene(text).play(f"1 sub {BALTIC}>{NORTH}").play("end").play(f"fight {NORTH}", 3)
    assert scene.units(NORTH, "uk", "tra") == 0


def test_submarines_never_hit_aircraft() -> None:
    text = f"turn: germany, combat_move\nWestern Europe: germany; germany 1 ftr\n{NORTH}: uk 2 sub"
    scene = Scene(text).play(f"1 ftr Western Europe>{NORTH}").play("end").play(f"fight {NORTH}", 6)
    assert scene.record.thrown == 1, "against aircraft alone submarines do not fire"
    mixed = f"turn: germany, combat_move\nWestern Europe: germany; germany 1 ftr\n{BALTIC}: germany 1 bat\n{NORTH}: uk 1 sub"
    scene = Scene(mixed).play(f"1 ftr Western Europe>{NORTH}").play(f"1 bat {BALTIC}>{NORTH}").play("end")
    scene.play(f"fight {NORTH}", 6, 6, 1)
    assert scene.units(NORTH, "germany", "bat") == 0, "the hit can only fall on the ship"
    assert scene.units(NORTH, "germany", "ftr") == 1


def test_transports_attack_with_nothing_but_may_be_lost() -> None:
    scene = sea("1 bat, 1 tra", "1 bat").play(f"fight {NORTH}", 6, 1)
    assert scene.deciding == "germany"
    scene.play("lose 1 tra")
    assert scene.units(NORTH, "germany", "tra") == 0
    assert scene.record.ship_zone[0] == -1 or scene.record.ship_owner[0] != 1


def test_a_transport_alone_takes_a_round_of_fire_and_may_retreat() -> None:
    scene = sea("1 tra", "1 bat").play(f"fight {NORTH}", 6)
    assert scene.listed(f"retreat {BALTIC}")
    scene.play(f"retreat {BALTIC}")
    assert scene.units(BALTIC, "germany", "tra") == 1
    assert scene.phase == "noncombat"
    assert scene.why(f"tra 0 {BALTIC}>{NORTH}") == reasons.SHIP_DONE


def test_retreat_at_sea_goes_where_a_ship_came_from() -> None:
    scene = sea("2 bat", "1 bat").play(f"fight {NORTH}", 6, 6, 6)
    assert scene.why(f"retreat {SPAIN}") == reasons.NOT_CAME_FROM
    scene.play(f"retreat {BALTIC}")
    assert scene.units(BALTIC, "germany", "bat") == 2
    assert scene.why(f"1 bat {BALTIC}>{NORTH}") == reasons.NO_SUCH_UNITS


def test_submarines_withdraw_the_attacker_first() -> None:
    scene = sea("1 sub, 1 bat", "1 sub, 1 bat").play(f"fight {NORTH}", 6, 6, 6, 6)
    assert scene.deciding == "germany"
    assert scene.why(f"withdraw 1 sub {SPAIN}") == reasons.NO_REFUGE
    assert scene.why("submerge 1 sub") == reasons.NO_SUBMERGING
    assert scene.why(f"withdraw 2 sub {BALTIC}") == reasons.NO_SUCH_UNITS
    assert scene.why(f"retreat {BALTIC}") == reasons.NOT_NOW
    scene.play(f"withdraw 1 sub {BALTIC}")
    assert scene.units(BALTIC, "germany", "sub") == 1
    assert scene.deciding == "uk"
    assert scene.why(f"withdraw 1 sub {BALTIC}") == reasons.NO_REFUGE, "an enemy is there"
    scene.play(f"withdraw 1 sub {SPAIN}")
    assert scene.units(SPAIN, "uk", "sub") == 1
    assert scene.deciding == "germany"
    assert scene.listed(f"retreat {BALTIC}")


def test_no_withdrawal_to_a_battle_site() -> None:
    text = f"turn: germany, combat_move\nWestern Europe: germany; germany 3 ftr\n{NORTH}: uk 1 sub\n{SPAIN}: uk 1 sub"
    scene = (
        Scene(text).play(f"1 ftr Western Europe>{NORTH}").play(f"1 ftr Western Europe>{SPAIN}").play("end")
    )
    scene.play(f"fight {SPAIN}", 1)
    assert scene.units(SPAIN, "uk", "sub") == 0
    scene.play(f"fight {NORTH}", 6)
    assert scene.deciding == "uk"
    assert scene.why(f"withdraw 1 sub {SPAIN}") == reasons.NO_REFUGE
    assert scene.listed(f"withdraw 1 sub {BALTIC}")
    scene.play("go on")
    assert scene.deciding == "germany"


def test_submerging() -> None:
    scene = sea("1 bat", "1 sub, 1 tra", subs_submerge=True).play(f"fight {NORTH}", 6, 6, 6)
    assert scene.deciding == "uk"
    scene.play("submerge 1 sub")
    assert scene.deciding == "germany"
    scene.play("go on", 1, 6)
    assert not scene.fighting
    assert scene.units(NORTH, "uk", "sub") == 1, "it surfaces when the battle is over"
    assert scene.units(NORTH, "germany", "bat") == 1
    assert scene.phase == "noncombat"


def test_ships_that_meet_must_fight_or_leave() -> None:
    text = f"turn: germany, combat_move\n{NORTH}: germany 1 bat; uk 1 sub"
    scene = Scene(text).play("end")
    assert scene.listed(f"fight {NORTH}")
    left = Scene(text).play(f"1 bat {NORTH}>{BALTIC}").play("end")
    assert left.phase == "noncombat"


def test_fighters_of_a_sunk_carrier_land_on_an_island_or_are_lost() -> None:
    text = """turn: japan, combat_move
Wake Island waters: japan 1 bat
Hawaiian waters: usa 1 car, 2 ftr"""
    order = "1 bat Wake Island waters>Hawaiian waters"
    scene = Scene(text).play(order).play("end").play("fight Hawaiian waters", 4, 6, 6, 6)
    assert scene.deciding == "usa"
    scene.play("lose 1 car", 6, 6, 6)
    scene.play("retreat Wake Island waters")
    assert scene.units("Hawaiian waters", "usa", "ftr") == 0
    assert scene.units("Hawaiian Islands", "usa", "ftr") == 2
    lost = (
        Scene(text + "\nHawaiian Islands: japan")
        .play(order)
        .play("end")
        .play("fight Hawaiian waters", 4, 6, 6, 6)
    )
    lost.play("lose 1 car", 6, 6, 6).play("retreat Wake Island waters")
    assert lost.units("Hawaiian waters", "usa", "ftr") == lost.units("Hawaiian Islands", "usa", "ftr") == 0


def test_fighters_on_a_carrier_defend_at_four() -> None:
    text = "turn: japan, combat_move\nWake Island waters: japan 1 bat\nHawaiian waters: usa 1 car; uk 1 ftr"
    scene = Scene(text).play("1 bat Wake Island waters>Hawaiian waters").play("end")
    scene.play("fight Hawaiian waters", 6, 6, 4)
    assert scene.units("Hawaiian waters", "japan", "bat") == 0, "the allied fighter hit"


def test_allied_guests_are_the_last_to_be_lost() -> None:
    text = f"turn: uk, combat_move\n{NORTH}: uk 1 car; usa 1 ftr\n{BALTIC}: germany 2 bat"
    scene = Scene(text).play(f"1 car {NORTH}>{BALTIC}").play("end")
    scene.play(f"fight {BALTIC}", 6, 1, 6)
    assert not scene.fighting
    assert scene.units(BALTIC, "uk", "car") == 0
    assert scene.units(BALTIC, "usa", "ftr") == 0, "no deck is left"


def test_two_hit_battleships() -> None:
    scene = sea("1 bat", "1 bat", two_hit_battleship=True).play(f"fight {NORTH}", 1, 1)
    assert scene.units(NORTH, "germany", "bat") == scene.units(NORTH, "uk", "bat") == 1
    scene.play("go on", 1, 6)
    assert scene.units(NORTH, "uk", "bat") == 0
    assert scene.units(NORTH, "germany", "bat") == 1


def test_destroyers_are_plain_ships() -> None:
    scene = sea("1 des", "1 des").play(f"fight {NORTH}", 2, 2)
    assert scene.units(NORTH, "germany", "des") == scene.units(NORTH, "uk", "des") == 0


def test_column_losses() -> None:
    scene = sea("1 car, 1 bat", "1 car, 1 bat").play(f"fight {NORTH}", 1)
    assert scene.record.thrown == 1, "the first column alone has fired"
    assert scene.deciding == "uk"
    whole = sea("1 car, 1 bat", "1 car, 1 bat", column_losses=False).play(f"fight {NORTH}", 6, 1)
    assert whole.record.thrown == 2


def test_a_power_that_withdraws_everything_leaves_the_battle() -> None:
    scene = sea("2 sub", "1 bat").play(f"fight {NORTH}", 6, 6, 6)
    scene.play(f"withdraw 2 sub {BALTIC}")
    assert not scene.fighting
    assert scene.units(BALTIC, "germany", "sub") == 2
    assert scene.phase == "noncombat"


def test_allied_fighters_aboard_are_lost_last_and_those_on_their_own_carrier_never() -> None:
    text = f"turn: uk, combat_move\n{BALTIC}: uk 1 car, 1 sub; usa 1 ftr\n{NORTH}: germany 2 bat"
    scene = Scene(text).play(f"1 car {BALTIC}>{NORTH}")
    assert scene.units(NORTH, "usa", "ftr") == 1
    scene.play("end").play(f"fight {NORTH}", 6, 1, 1)
    assert not scene.fighting
    assert scene.units(NORTH, "usa", "ftr") == 0, "nothing else was left to give"
    host = f"turn: uk, combat_move\n{BALTIC}: uk 1 sub\n{NORTH}: germany 2 bat; usa 1 car, 2 ftr"
    scene = Scene(host).play(f"1 sub {BALTIC}>{NORTH}").play("end").play(f"fight {NORTH}", 6, 1, 1)
    assert not scene.fighting
    assert scene.units(NORTH, "usa", "ftr") == 2, "they do not fight in this turn"

"""Land units: marching, blitzing, neutrals, battles, retreat, taking and freeing spaces."""

from partie.games.axisallies.rules import refusals as reasons
from tests.games.axisallies.scenes import Scene


def test_infantry_moves_one_space_and_only_to_fight() -> None:
    scene = Scene(
        "turn: germany, combat_move\nGermany: germany; germany 3 inf, 1 aa\nKarelia S.S.R.: ussr; ussr 1 inf"
    )
    assert scene.why("1 inf Germany>Western Europe") == reasons.ONLY_TO_FIGHT
    assert scene.why("1 inf Germany>Karelia S.S.R.") == reasons.NOT_NEIGHBOURS
    assert scene.why("4 inf Germany>Eastern Europe") == reasons.NO_SUCH_UNITS
    assert scene.why("1 inf Germany>Baltic Sea") == reasons.LAND_UNITS_ON_LAND
    assert scene.why("1 inf Germany>Eastern Europe>Karelia S.S.R.") == reasons.ONLY_ARMOR
    assert scene.why("1 aa Germany>Eastern Europe") == reasons.GUNS_WAIT
    assert scene.why("1 factory Germany>Eastern Europe") == reasons.COMPLEX_STAYS


def test_a_unit_moves_once() -> None:
    scene = Scene("turn: germany, combat_move\nEastern Europe: germany; germany 2 inf\nUkraine S.S.R.: ussr")
    scene.play("1 inf Eastern Europe>Ukraine S.S.R.")
    assert scene.owner("Ukraine S.S.R.") == "germany"
    assert scene.why("2 inf Eastern Europe>Ukraine S.S.R.") == reasons.NO_SUCH_UNITS
    assert scene.why("1 inf Ukraine S.S.R.>Caucasus") == reasons.NO_SUCH_UNITS
    assert scene.why("1 inf Eastern Europe>Ukraine S.S.R.") == reasons.LEGAL, (
        "others may follow into a space just taken"
    )
    scene.play("end")
    assert scene.phase == "noncombat"
    assert scene.why("1 inf Ukraine S.S.R.>Eastern Europe") == reasons.NO_SUCH_UNITS
    assert scene.why("1 inf Eastern Europe>Ukraine S.S.R.") == reasons.LEGAL


BLITZ = """turn: germany, combat_move
cash: germany 10
Eastern Europe: germany; germany 2 arm
Ukraine S.S.R.: ussr; ussr 1 aa
Caucasus: ussr; ussr 1 inf
Karelia S.S.R.: ussr; ussr 1 inf"""


def test_blitz_takes_a_space_with_only_a_gun_and_goes_on() -> None:
    scene = Scene(BLITZ)
    scene.play("1 arm Eastern Europe>Ukraine S.S.R.>Caucasus")
    assert scene.owner("Ukraine S.S.R.") == "germany"
    assert scene.units("Ukraine S.S.R.", "germany", "aa") == 1
    assert scene.units("Caucasus", "germany", "arm") == 1
    assert scene.why("1 arm Eastern Europe>Ukraine S.S.R.>Eastern Europe") == reasons.NO_ORDER, (
        "through friends one does not return"
    )


def test_blitz_may_end_where_it_began() -> None:
    scene = Scene(BLITZ)
    scene.play("1 arm Eastern Europe>Ukraine S.S.R.>Eastern Europe")
    assert scene.owner("Ukraine S.S.R.") == "germany"
    assert scene.units("Eastern Europe", "germany", "arm") == 2
    assert scene.why("2 arm Eastern Europe>Karelia S.S.R.") == reasons.NO_SUCH_UNITS


def test_no_blitz_through_defenders_or_neutrals() -> None:
    scene = Scene(BLITZ + "\nTurkey: neutral")
    assert scene.why("1 arm Eastern Europe>Karelia S.S.R.>Caucasus") == reasons.NOT_BLITZ
    scene = Scene("turn: ussr, combat_move\ncash: ussr 9\nCaucasus: ussr; ussr 1 arm\nSyria-Iraq: germany")
    assert scene.why("1 arm Caucasus>Turkey>Syria-Iraq") == reasons.NEUTRAL_STOPS
    assert scene.why("1 arm Caucasus>Turkey") == reasons.LEGAL


def test_armor_goes_through_friends_to_fight() -> None:
    scene = Scene(
        "turn: germany, combat_move\nGermany: germany; germany 1 arm\nKarelia S.S.R.: ussr; ussr 1 inf"
    )
    assert scene.why("1 arm Germany>Eastern Europe") == reasons.ONLY_TO_FIGHT
    assert scene.listed("1 arm Germany>Eastern Europe>Karelia S.S.R.")


def test_a_neutral_is_paid_and_controlled() -> None:
    text = "turn: germany, combat_move\ncash: germany 3\nGermany: germany; germany 3 inf"
    scene = Scene(text)
    scene.play("2 inf Germany>Switzerland")
    assert scene.owner("Switzerland") == "germany"
    assert scene.cash("germany") == 0
    scene.play("1 inf Germany>Switzerland")
    assert scene.cash("germany") == 0, "paid once"
    poor = Scene(text.replace("germany 3\n", "germany 2\n"))
    assert poor.why("1 inf Germany>Switzerland") == reasons.NEUTRAL_COSTS
    assert Scene(text, neutral_charge=2).play("1 inf Germany>Switzerland").cash("germany") == 1
    assert Scene(text, neutrals_closed=True).why("1 inf Germany>Switzerland") == reasons.NEUTRAL_CLOSED
    later = Scene(text.replace("combat_move", "noncombat"))
    assert later.why("1 inf Germany>Switzerland") == reasons.ONLY_FRIENDLY


def test_noncombat_marches() -> None:
    scene = Scene(
        "turn: germany, noncombat\nGermany: germany; germany 1 inf, 1 arm, 1 aa\nUkraine S.S.R.: germany\nKarelia S.S.R.: ussr"
    )
    assert scene.listed("1 arm Germany>Ukraine S.S.R.")
    assert scene.why("1 inf Germany>Ukraine S.S.R.") == reasons.OUT_OF_RANGE
    assert scene.why("1 arm Germany>Karelia S.S.R.") == reasons.ONLY_FRIENDLY
    scene.play("1 aa Germany>Eastern Europe")
    assert scene.units("Eastern Europe", "germany", "aa") == 1
    assert scene.why("1 aa Eastern Europe>Germany") == reasons.NO_SUCH_UNITS


DUEL = """turn: germany, combat_move
Eastern Europe: germany; germany 2 inf, 1 arm
Ukraine S.S.R.: ussr; ussr 2 inf, 1 aa, 1 factory"""


def test_a_battle_round_by_round() -> None:
    scene = (
        Scene(DUEL)
        .play("2 inf Eastern Europe>Ukraine S.S.R.")
        .play("1 arm Eastern Europe>Ukraine S.S.R.")
        .play("end")
    )
    assert scene.phase == "combat"
    assert scene.why("end") == reasons.BATTLES_LEFT
    assert scene.why("fight Karelia S.S.R.") == reasons.NO_BATTLE_THERE
    assert scene.listed("fight Ukraine S.S.R.")
    # infantry 6 6, armor 1: one hit, which only infantry can take; both defenders fire: 2 hits of 1 and 2
    scene.play("fight Ukraine S.S.R.", 6, 6, 1, 1, 6)
    assert scene.fighting
    assert scene.deciding == "germany"
    assert scene.record.hits == 1
    assert scene.why("go on") == reasons.CHOOSE_LOSSES
    assert scene.why("lose 2 inf") == reasons.TOO_MANY_LOSSES
    assert scene.why("lose 1 ftr") == reasons.NOT_LOST_THAT_WAY
    scene.play("lose 1 arm")
    assert scene.units("Ukraine S.S.R.", "germany", "arm") == 0
    assert scene.units("Ukraine S.S.R.", "ussr", "inf") == 1
    assert scene.why("retreat Germany") == reasons.NOT_CAME_FROM
    scene.play("go on", 1, 6, 6)
    assert not scene.fighting
    assert scene.owner("Ukraine S.S.R.") == "germany"
    assert scene.units("Ukraine S.S.R.", "germany", "aa") == 1
    assert scene.units("Ukraine S.S.R.", "germany", "factory") == 1
    assert scene.phase == "noncombat"


def test_the_dead_fire_back_and_both_may_fall() -> None:
    scene = Scene(
        "turn: germany, combat_move\nEastern Europe: germany; germany 1 inf\nUkraine S.S.R.: ussr; ussr 1 inf"
    )
    scene.play("1 inf Eastern Europe>Ukraine S.S.R.").play("end").play("fight Ukraine S.S.R.", 1, 1)
    assert scene.units("Ukraine S.S.R.", "ussr", "inf") == 0
    assert scene.units("Ukraine S.S.R.", "germany", "inf") == 0
    assert scene.owner("Ukraine S.S.R.") == "ussr", "the defender keeps the space"


def test_retreat_goes_where_some_came_from() -> None:
    text = DUEL + "\nKarelia S.S.R.: germany; germany 1 inf"
    scene = (
        Scene(text)
        .play("2 inf Eastern Europe>Ukraine S.S.R.")
        .play("1 inf Karelia S.S.R.>Ukraine S.S.R.")
        .play("end")
    )
    scene.play("fight Ukraine S.S.R.", 6, 6, 6, 6, 6)
    assert scene.why("retreat Caucasus") == reasons.NOT_CAME_FROM
    assert scene.listed("retreat Karelia S.S.R.")
    scene.play("retreat Eastern Europe")
    assert scene.units("Eastern Europe", "germany", "inf") == 3
    assert scene.owner("Ukraine S.S.R.") == "ussr"
    assert scene.phase == "noncombat"
    assert scene.why("1 inf Eastern Europe>Germany") == reasons.NO_SUCH_UNITS, "they have moved and fought"


def test_a_space_blitzed_on_the_way_is_a_retreat() -> None:
    scene = Scene(
        "turn: germany, combat_move\nLibya: germany; germany 2 arm\nAnglo-Egypt Sudan: uk; uk 2 inf\nFrench Equatorial Africa: uk"
    )
    scene.play("2 arm Libya>French Equatorial Africa>Anglo-Egypt Sudan").play("end")
    scene.play("fight Anglo-Egypt Sudan", 6, 6, 6, 6)
    assert scene.listed("retreat French Equatorial Africa")
    assert scene.listed("retreat Libya"), "they came from there too, and it is a neighbour"
    scene.play("retreat French Equatorial Africa")
    assert scene.units("French Equatorial Africa", "germany", "arm") == 2


def test_losses_as_usual_keep_a_land_unit() -> None:
    text = """turn: germany, combat_move
Eastern Europe: germany; germany 1 inf, 1 ftr
Ukraine S.S.R.: ussr; ussr 2 inf"""
    scene = (
        Scene(text)
        .play("1 inf Eastern Europe>Ukraine S.S.R.")
        .play("1 ftr Eastern Europe>Ukraine S.S.R.")
        .play("end")
    )
    scene.play("fight Ukraine S.S.R.", 6, 6, 1, 6)
    assert scene.record.hits == 1
    scene.play("lose as usual", 6)
    assert scene.units("Ukraine S.S.R.", "germany", "inf") == 1
    assert scene.units("Ukraine S.S.R.", "germany", "ftr") == 0


def test_aircraft_alone_take_nothing() -> None:
    text = (
        "turn: germany, combat_move\nEastern Europe: germany; germany 1 ftr\nUkraine S.S.R.: ussr; ussr 1 inf"
    )
    scene = (
        Scene(text).play("1 ftr Eastern Europe>Ukraine S.S.R.").play("end").play("fight Ukraine S.S.R.", 1, 6)
    )
    assert scene.owner("Ukraine S.S.R.") == "ussr"
    assert scene.units("Ukraine S.S.R.", "germany", "ftr") == 1
    assert scene.why("end") == reasons.AIR_MUST_LAND
    scene.play("1 ftr Ukraine S.S.R.>Germany").play("end")


def test_aircraft_alone_may_break_off() -> None:
    text = (
        "turn: germany, combat_move\nEastern Europe: germany; germany 1 ftr\nUkraine S.S.R.: ussr; ussr 1 inf"
    )
    scene = (
        Scene(text).play("1 ftr Eastern Europe>Ukraine S.S.R.").play("end").play("fight Ukraine S.S.R.", 6, 6)
    )
    assert scene.why("retreat Eastern Europe") == reasons.NOT_CAME_FROM
    scene.play("retreat")
    assert scene.phase == "noncombat"


def test_several_defenders_the_largest_chooses_and_jets_are_each_power_s_own() -> None:
    text = """turn: germany, combat_move
techs: uk jet_power
Eastern Europe: germany; germany 3 inf
Ukraine S.S.R.: ussr; ussr 1 inf; uk 2 inf, 1 ftr; usa 1 ftr"""
    scene = (
        Scene(text)
        .play("3 inf Eastern Europe>Ukraine S.S.R.")
        .play("end")
        .play("fight Ukraine S.S.R.", 1, 6, 6)
    )
    assert scene.deciding == "uk"
    assert scene.listed("lose 1 inf ussr")
    assert scene.listed("lose 1 ftr usa")
    # column 2: three infantry miss; column 4: the American fighter misses; column 5: the British jet hits
    # with a five
    scene.play("lose 1 inf ussr", 6, 6, 6, 5, 5)
    assert scene.units("Ukraine S.S.R.", "germany", "inf") == 2


def test_liberation_returns_a_space_unless_the_capital_is_lost() -> None:
    text = """turn: uk, combat_move
Persia: uk; uk 2 inf
Caucasus: germany; germany 1 aa, 1 factory"""
    scene = Scene(text).play("1 inf Persia>Caucasus")
    assert scene.owner("Caucasus") == "ussr"
    assert scene.units("Caucasus", "ussr", "factory") == 1
    held = Scene(text + "\nRussia: germany").play("1 inf Persia>Caucasus")
    assert held.owner("Caucasus") == "uk"


def test_a_capital_costs_its_cash_and_frees_what_allies_hold() -> None:
    text = """turn: germany, combat_move
cash: ussr 17, germany 1
Caucasus: germany; germany 1 inf
Russia: ussr; ussr 1 factory"""
    scene = Scene(text).play("1 inf Caucasus>Russia")
    assert (scene.cash("germany"), scene.cash("ussr")) == (18, 0)
    assert scene.units("Russia", "germany", "factory") == 1
    freed = Scene(
        """turn: uk, combat_move
cash: germany 40
Karelia S.S.R.: uk; uk 1 inf, 1 factory
Kazakh S.S.R.: uk
Russia: germany"""
    ).play("1 inf Karelia S.S.R.>Russia")
    assert freed.owner("Russia") == freed.owner("Karelia S.S.R.") == freed.owner("Kazakh S.S.R.") == "ussr"
    assert freed.units("Karelia S.S.R.", "ussr", "factory") == 1
    assert freed.cash("germany") == 40


def test_a_power_without_its_capital_neither_buys_nor_collects() -> None:
    text = "turn: germany, buy\ncash: germany 20\nGermany: uk\nEastern Europe: germany; germany 1 inf"
    scene = Scene(text)
    assert scene.why("buy 1 inf") == reasons.CAPITAL_LOST
    assert Scene(text.replace("buy", "research")).why("research 1") == reasons.CAPITAL_LOST
    scene.play("end").play("end").play("end")
    assert scene.record.power == 2
    assert scene.cash("germany") == 20


def test_scorched_earth() -> None:
    text = "turn: germany, combat_move\nEastern Europe: germany; germany 1 inf\nKarelia S.S.R.: ussr; ussr 1 aa, 1 factory"
    scene = Scene(text, scorched_earth=True).play("1 inf Eastern Europe>Karelia S.S.R.")
    assert scene.deciding == "ussr"
    assert scene.why("end") == reasons.NOT_NOW
    scene.play("destroy Karelia S.S.R.")
    assert scene.deciding == "germany"
    assert (
        scene.units("Karelia S.S.R.", "germany", "factory")
        == scene.units("Karelia S.S.R.", "germany", "aa")
        == 0
    )
    kept = Scene(text, scorched_earth=True).play("1 inf Eastern Europe>Karelia S.S.R.").play("go on")
    assert kept.units("Karelia S.S.R.", "germany", "factory") == 1
    assert Scene(text).play("1 inf Eastern Europe>Karelia S.S.R.").deciding == "germany"


def test_first_turn_peace() -> None:
    text = "turn: ussr, combat_move\ncash: ussr 9\nKarelia S.S.R.: ussr; ussr 1 inf, 1 ftr\nBarents Sea: ussr 1 sub\nUkraine S.S.R.: germany; germany 1 inf\nNorth Sea and British waters: germany 1 sub\nCaucasus: ussr; ussr 1 inf"
    scene = Scene(text, first_turn_peace=True)
    for order in (
        "1 inf Karelia S.S.R.>Ukraine S.S.R.",
        "1 ftr Karelia S.S.R.>Ukraine S.S.R.",
        "1 sub Barents Sea>North Sea and British waters",
    ):
        assert scene.why(order) == reasons.PEACE
        assert Scene(text).why(order) == reasons.LEGAL
        assert Scene("round: 2\n" + text, first_turn_peace=True).why(order) == reasons.LEGAL
    assert scene.why("1 inf Caucasus>Turkey") == reasons.LEGAL


def test_low_luck_adds_up() -> None:
    text = "turn: germany, combat_move\nEastern Europe: germany; germany 2 arm, 1 inf\nUkraine S.S.R.: ussr; ussr 5 inf"
    scene = (
        Scene(text, low_luck=True)
        .play("2 arm Eastern Europe>Ukraine S.S.R.")
        .play("1 inf Eastern Europe>Ukraine S.S.R.")
        .play("end")
    )
    # attack 7: one hit and a die on 1; defence 10: one hit and a die on 4
    scene.play("fight Ukraine S.S.R.", 1, 4)
    assert scene.record.hits == 2
    scene.play("lose 1 inf")  # the other hit can only fall on armor
    assert scene.units("Ukraine S.S.R.", "ussr", "inf") == 3


def test_piece_limits() -> None:
    text = "turn: germany, noncombat\nGermany: germany; germany 2 bom\n" + "\n".join(
        f"{place}: germany; germany 1 bom"
        for place in ("Western Europe", "Southern Europe", "Eastern Europe", "Ukraine S.S.R.", "Libya")
    )
    assert Scene(text, piece_limits=True).why("1 bom Germany>Algeria") == reasons.NO_SUCH_PIECES
    assert Scene(text, piece_limits=True).why("2 bom Germany>Algeria") == reasons.LEGAL
    assert Scene(text).why("1 bom Germany>Algeria") == reasons.LEGAL

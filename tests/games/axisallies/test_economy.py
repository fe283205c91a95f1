"""Money: research, buying, placing, income, victory, rounds."""

from typing import Any

import pytest

from partie.games.axisallies import GAME
from partie.games.axisallies.rules import refusals as reasons
from partie.games.axisallies.text.display import outcome
from tests.games.axisallies.scenes import Scene

BERLIN = """turn: germany, research
cash: germany 40
Germany: germany; germany 1 aa, 1 factory"""


def test_research() -> None:
    scene = Scene(BERLIN)
    assert scene.why("research 9") == reasons.NOT_ENOUGH_CASH
    assert scene.why("buy 1 inf") == reasons.WRONG_PHASE
    scene.play("research 2", 6, 1, 3)
    assert scene.cash("germany") == 30
    assert scene.phase == "buy"
    assert scene.state.view(1).display()["techs"][1] == ["super_submarines"]
    again = Scene(BERLIN + "\ntechs: germany super_submarines").play("research 1", 6, 3, 2)
    assert again.state.view(1).display()["techs"][1] == ["rockets", "super_submarines"], (
        "what it has is rolled again"
    )
    assert Scene(BERLIN).play("end").phase == "buy"
    assert GAME.start({"research": False}).view(0).display()["phase"] == "buy"
    everything = ", ".join(
        f"germany {tech}"
        for tech in (
            "jet_power",
            "rockets",
            "super_submarines",
            "long_range_aircraft",
            "industrial_technology",
            "heavy_bombers",
        )
    )
    assert Scene(f"{BERLIN}\ntechs: {everything}").why("research 1") == reasons.ALL_KNOWN


def test_buying() -> None:
    scene = Scene(BERLIN.replace("research", "buy"))
    assert scene.why("buy 3 bom") == reasons.NOT_ENOUGH_CASH
    assert scene.why("buy 1 des") == reasons.NOT_FOR_SALE
    assert Scene(BERLIN.replace("research", "buy"), iron_blitz_units=True).why("buy 1 des") == reasons.LEGAL
    scene.play("buy 2 bom").play("buy 3 inf")
    assert scene.cash("germany") == 1
    cheap = Scene(BERLIN.replace("research", "buy") + "\ntechs: germany industrial_technology").play(
        "buy 20 inf"
    )
    assert cheap.cash("germany") == 0


def placing(bought: str, board: str = "", power: str = "germany", **options: Any) -> Scene:
    """A power that has bought something and stands before placing it."""
    capital = {
        "germany": "Germany: germany; germany 1 aa, 1 factory",
        "uk": "United Kingdom: uk; uk 1 factory",
    }[power]
    scene = Scene(f"turn: {power}, buy\ncash: {power} 300\n{capital}\n{board}", **options)
    for order in bought.split(", "):
        scene.play(f"buy {order}")
    scene.play("end").play("end").play("end")
    assert scene.phase == "place"
    return scene


def test_placing_needs_a_complex() -> None:
    scene = placing("3 inf, 1 sub, 1 ftr, 1 aa, 1 factory", "North Sea and British waters: uk 1 tra")
    assert scene.why("place 1 inf Eastern Europe") == reasons.NO_COMPLEX
    assert scene.why("place 1 arm Germany") == reasons.NOT_BOUGHT
    assert scene.why("place 1 inf Baltic Sea") == reasons.LAND_UNITS_ON_LAND
    assert scene.why("place 1 sub Germany") == reasons.SHIPS_AT_SEA
    assert scene.why("place 1 sub West of Spain") == reasons.NO_COMPLEX
    assert scene.why("place 1 aa Germany") == reasons.GUN_THERE
    assert scene.why("place 1 ftr Baltic Sea") == reasons.NO_FIGHTERS_ON_CARRIERS
    assert scene.why("place 1 factory Germany") == reasons.COMPLEX_THERE
    assert scene.why("place 1 factory Karelia S.S.R.") == reasons.NOT_SINCE_START
    scene.play("place 3 inf Germany").play("place 1 sub Baltic Sea").play("place 1 ftr Germany")
    scene.play("place 1 factory Eastern Europe")
    assert scene.why("place 1 aa Eastern Europe") == reasons.NO_COMPLEX, "it works from the next turn"
    scene.play("end")
    assert scene.record.power == 2
    assert scene.units("Germany", "germany", "inf") == 3


def test_guns_in_a_space() -> None:
    assert placing("2 aa", aa_per_space="any").why("place 2 aa Germany") == reasons.LEGAL


def test_production_of_a_captured_or_built_complex_is_limited() -> None:
    board = "Karelia S.S.R.: germany; germany 1 factory\nEastern Europe: germany; germany 1 factory\nGibraltar: germany; germany 1 factory"
    scene = placing("9 inf, 2 aa, 3 sub", board)
    assert scene.why("place 4 inf Karelia S.S.R.") == reasons.COMPLEX_BUSY
    scene.play("place 2 inf Karelia S.S.R.").play("place 1 aa Karelia S.S.R.")
    assert scene.why("place 1 inf Karelia S.S.R.") == reasons.COMPLEX_BUSY, "a gun counts as a unit"
    assert scene.why("place 4 inf Eastern Europe") == reasons.COMPLEX_BUSY
    assert scene.why("place 3 inf Eastern Europe") == reasons.LEGAL
    assert scene.why("place 2 inf Gibraltar") == reasons.COMPLEX_BUSY
    assert scene.why("place 1 inf Gibraltar") == reasons.LEGAL, "one, though it is worth nothing"
    assert scene.why("place 7 inf Germany") == reasons.LEGAL
    assert scene.why("place 2 sub Western Mediterranean") == reasons.COMPLEX_BUSY
    scene.play("place 1 sub Western Mediterranean")
    assert scene.why("place 1 inf Gibraltar") == reasons.COMPLEX_BUSY


def test_a_complex_back_with_its_first_owner_is_unlimited() -> None:
    scene = placing("9 inf", "")
    assert scene.why("place 9 inf Germany") == reasons.LEGAL


def test_ships_and_enemies() -> None:
    board = "North Sea and British waters: germany 1 sub"
    assert (
        placing("1 tra", board, "uk").why("place 1 tra North Sea and British waters") == reasons.ENEMY_SHIPS
    )
    scene = placing("1 tra", board, "uk", place_in_hostile_zones=True)
    scene.play("place 1 tra North Sea and British waters").play("end")
    assert scene.units("North Sea and British waters", "uk", "tra") == 1


def test_fighters_on_new_carriers() -> None:
    scene = placing("1 car, 3 ftr", fighters_on_new_carriers=True).play("place 1 car Baltic Sea")
    assert scene.why("place 3 ftr Baltic Sea") == reasons.NO_DECK
    scene.play("place 2 ftr Baltic Sea")


@pytest.mark.parametrize(("choice", "most"), [("4", 4), ("0", 0), ("unlimited", 9)])
def test_new_complexes(choice: Any, most: Any) -> None:
    scene = Scene(BERLIN.replace("research", "buy").replace("40", "200"), new_complexes=choice)
    assert scene.why(f"buy {most + 1} factory") == (
        reasons.LEGAL if choice == "unlimited" else reasons.NO_COMPLEX_LEFT
    )
    if most:
        assert scene.why(f"buy {most} factory") == reasons.LEGAL


def test_what_is_not_placed_is_lost_or_kept() -> None:
    for choice, left in (("lost", 0), ("kept", 3)):
        scene = placing("3 inf", unplaced=choice).play("end")
        assert scene.record.bought[1, 0] == left


def test_income() -> None:
    scene = Scene("turn: germany, noncombat\ncash: germany 1\nEastern Europe: ussr").play("end")
    assert scene.cash("germany") == 1 + 32 - 3
    assert (scene.record.power, scene.phase) == (2, "combat_move"), "without cash there is nothing to buy"


def end_of_turn(power: str, board: str, **options: Any) -> Scene:
    return Scene(f"turn: {power}, noncombat\n{board}", **options).play("end")


def verdict(scene: Scene) -> Any:
    return scene.state.view(0).display()["victory"]


def test_military_victory() -> None:
    two = "United Kingdom: germany\nRussia: germany"
    assert verdict(end_of_turn("germany", two)) == {"side": "axis", "how": "capitals"}
    assert verdict(end_of_turn("germany", "Russia: germany")) is None
    assert verdict(end_of_turn("uk", "Germany: uk\nJapan: usa")) == {"side": "allies", "how": "capitals"}
    assert verdict(end_of_turn("germany", two, victory_check="round")) is None
    assert verdict(end_of_turn("usa", two, victory_check="round")) == {"side": "axis", "how": "capitals"}
    lost = two + "\nJapan: usa"
    assert verdict(end_of_turn("germany", lost, total_victory=True)) is None
    won = end_of_turn("germany", two, total_victory=True)
    assert won.state.scores == [-1, 1, -1, 1, -1]


def test_economic_victory() -> None:
    rich = "Karelia S.S.R.: germany\nCaucasus: germany\nIndia: japan\nEastern U.S.A.: japan\nKazakh S.S.R.: germany\nPersia: germany\nChina: japan\nSinkiang: japan"
    assert verdict(end_of_turn("usa", rich)) == {"side": "axis", "how": "economy"}
    assert verdict(end_of_turn("germany", rich)) is None, "at the end of a full round only"
    assert verdict(end_of_turn("usa", rich, axis_economic_goal=0)) is None
    assert verdict(end_of_turn("usa", "", allied_economic_goal=90)) == {"side": "allies", "how": "economy"}
    assert verdict(end_of_turn("usa", "", allied_economic_goal=91)) is None


def test_the_rounds_may_be_limited() -> None:
    scene = end_of_turn("usa", "Karelia S.S.R.: germany", rounds=1)
    assert verdict(scene) == {"side": None, "how": "rounds"}
    scores = scene.state.scores
    assert 0 < scores[1] < 1
    assert scores[0] == -scores[1]
    # What decides is the change since the start, so that is what players are told.
    reached = {"allies": 87, "axis": 60, "allies_start": 90, "axis_start": 57}
    assert outcome(scene.state) == ("axisallies.rounds", reached)
    assert verdict(end_of_turn("usa", "", rounds=2)) is None
    assert end_of_turn("usa", "", rounds=2).record.round_number == 2
    assert verdict(Scene("round: 60\nturn: usa, noncombat").play("end")) == {"side": None, "how": "rounds"}


def test_bids_and_start_technologies() -> None:
    view = GAME.start({"bid_germany": 5, "bid_usa": 7, "axis_start_tech": True}).view(0).display()
    assert view["cash"] == [24, 37, 30, 25, 43]
    assert view["techs"] == [[], ["jet_power"], [], ["super_submarines"], []]


def test_map_options() -> None:
    bay = "turn: uk, noncombat\nWestern Canada: uk; uk 1 inf\nEastern Canada coast and Hudson Bay: uk 1 tra"
    assert Scene(bay).why("load 1 inf Western Canada>tra 0") == reasons.LEGAL
    assert (
        Scene(bay, hudson_bay_touches_western_canada=False).why("load 1 inf Western Canada>tra 0")
        == reasons.NOT_THE_COAST
    )
    gulf = "turn: usa, noncombat\nEast coast of the U.S.A.: usa 1 sub"
    assert Scene(gulf).why("1 sub East coast of the U.S.A.>Gulf of Mexico") == reasons.LEGAL
    assert (
        Scene(gulf, no_separate_gulf_of_mexico=True).why("1 sub East coast of the U.S.A.>Gulf of Mexico")
        == reasons.OUT_OF_RANGE
    )


def test_presets() -> None:
    assert GAME.read_options({"preset": "second"}) == GAME.read_options({})
    state = GAME.start({"preset": "iron_blitz"})
    assert state.record.graph == 0
    assert GAME.read_options({"preset": "iron_blitz"})["subs_submerge"] is True

"""Turns in three sentences, and the page of openings made of them."""

from __future__ import annotations

from pathlib import Path

from partie.games.axisallies.players.general.chronicle import Chronicle

from partie.core.record import read_record
from partie.games.axisallies.lab.openings import OPENINGS, Opening, page, play
from partie.games.axisallies.rules.board import space
from partie.games.axisallies.rules.orders import BUY_UNITS, FIGHT, amount, at
from partie.games.axisallies.rules.units import ARMOR, INFANTRY
from tests.games.axisallies.scenes import Scene

TEXT = (
    "round: 2\nturn: germany, buy\ncash: germany 30\nEastern Europe: germany; germany 4 inf, 2 arm\n"
    "Ukraine S.S.R.: ussr; ussr 1 inf\nGermany: germany; germany 6 inf, 1 factory\nRussia: ussr; ussr 3 inf\n"
)


def test_a_turn_is_told_in_three_sentences_in_both_languages() -> None:
    record = Scene(TEXT).record
    story = Chronicle(record)
    story.note(int(amount(BUY_UNITS, 3, INFANTRY)))
    story.note(int(amount(BUY_UNITS, 1, ARMOR)))
    story.note(int(at(FIGHT, space("ukraine"))))
    record.owner[space("ukraine")] = 1
    told = story.tell(record)
    assert told["en"].startswith(
        "Germany buys 3 infantry, 1 armor. Ukraine S.S.R. taken. The army at the front"
    )
    assert "4 infantry, 2 armor" in told["en"]
    assert told["fr"].startswith("Achats – Allemagne : 3 infanteries, 1 blindé. Pris : ")
    assert "wars like this" in told["en"]


def test_a_quiet_turn_and_an_attack_in_vain() -> None:
    record = Scene(TEXT).record
    story = Chronicle(record)
    assert "Germany buys nothing. Nothing is attacked." in story.tell(record)["en"]
    story.note(int(at(FIGHT, space("ukraine"))))
    assert "Attack on Ukraine S.S.R. beaten off." in story.tell(record)["en"]


def test_an_opening_is_a_record_that_replays() -> None:
    match, turns = play(Opening("Test", "general", "general", "1"))
    assert [turn.power for turn in turns] == [0, 1, 2, 3, 4]
    assert all(turn.orders and turn.comment["fr"] for turn in turns)
    assert match.state.over


def test_the_page_names_every_power_and_its_records(tmp_path: Path) -> None:
    folder = tmp_path / "openings"
    text = page((Opening("Test", "general", "general", "1"),), folder)
    assert text.count("| Germany |") == 1
    record = read_record((folder / "opening-1.txt").read_text("utf-8"))
    assert record.replay().state.over
    assert len(OPENINGS) == 6

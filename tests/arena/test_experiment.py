"""Reports of reference experiments, from an experiment of the tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from partie.arena import plots
from partie.arena.experiment import Account, Finding, make_folder, read_experiment, write_experiment
from partie.arena.pages import Stint
from partie.core.errors import PartieError

STINT = Stint("partie reproduce tea", "abc123", "a kettle", "2026-01-31", 12)


def tell(language: str) -> Account:
    title = {"en": "Cups & saucers", "fr": "Tasses & soucoupes"}[language]
    plot = plots.intervals([("milk <first>", 0.4, (0.3, 0.5))], title, percent=True, language=language)
    return Account(
        title,
        "Does it matter?",
        [
            Finding(
                "milk", title, "How to read it.", plot, ["milk"], ["who", "how often"], [["<me>", "4 & 5"]]
            )
        ],
    )


def test_a_report_is_one_file_in_two_languages_with_what_was_measured(tmp_path: Path) -> None:
    write_experiment(tmp_path / "tea", tell, [{"milk": 0.4}], [STINT])
    page = (tmp_path / "tea/report.html").read_text()
    assert "Cups &amp; saucers" in page
    assert "Tasses &amp; soucoupes" in page
    assert "<td>&lt;me&gt;</td><td>4 &amp; 5</td>" in page
    assert "&amp;amp;" not in page
    assert "src=" not in page
    assert "<link" not in page
    for told in STINT:
        assert page.count(str(told)) >= 2, "in both languages"
    assert (tmp_path / "tea/plots/milk.svg").read_text().startswith("<svg")
    assert json.loads((tmp_path / "tea/results.json").read_text())["results"] == [{"milk": 0.4}]
    assert read_experiment(tmp_path / "tea") == ([{"milk": 0.4}], [STINT])


def test_a_folder_that_cannot_be_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PartieError, match="cannot be created"):
        make_folder(tmp_path / "file" / "report")


def test_names_have_room_at_the_left() -> None:
    short, long = (plots.intervals([(name, 1.0, (0.0, 2.0))], "") for name in ("a", "a" * 60))
    assert 'x="98.0"' in short
    assert f"{'a' * 35}…" in long

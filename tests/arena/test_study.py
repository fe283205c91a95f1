from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from partie.arena.study import Study, write_study
from partie.arena.tournament import Tournament
from partie.core.errors import BadOption, BadSpec

KEYS = {"game": "quarto", "agent": "mcts", "opponent": "random", "games": 8, "vary": {"iterations": [1, 100]}}


def test_a_study_measures_every_point(tmp_path: Path) -> None:
    study = Study.of({**KEYS, "vary": {"iterations": [1, 100], "c": [0.5, 1.4]}})
    responses = study.run(tmp_path)
    assert [one.setting for one in responses] == [
        {"iterations": 1, "c": 0.5},
        {"iterations": 1, "c": 1.4},
        {"iterations": 100, "c": 0.5},
        {"iterations": 100, "c": 1.4},
    ]
    assert responses[2].difference > responses[0].difference
    assert all(one.games == 8 for one in responses)
    write_study(tmp_path, study, responses)
    assert len(json.loads((tmp_path / "responses.json").read_text())) == 4
    page = (tmp_path / "report.html").read_text()
    assert "iterations=100, c=1.4" in page
    assert "écart de score" in page


def test_a_design_lists_its_points(tmp_path: Path) -> None:
    points = [{"iterations": 1, "c": 0.5}, {"c": 1.4, "iterations": 30}]
    study = Study.of({key: value for key, value in KEYS.items() if key != "vary"} | {"points": points})
    assert study.agents == ("mcts:iterations=1,c=0.5", "mcts:iterations=30,c=1.4")
    responses = study.run(tmp_path)
    write_study(tmp_path, study, responses)
    assert "iterations=30, c=1.4" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"points": [{"c": 1.0}]}, "either"),
        ({"vary": {}}, "list of values"),
        ({"vary": {"iterations": 3}}, "must be a list"),
        ({"speed": 1}, "no key 'speed'"),
    ],
)
def test_mistakes_are_named(keys: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Study.of({**KEYS, **keys})


def test_points_have_the_same_parameters() -> None:
    keys = {key: value for key, value in KEYS.items() if key != "vary"}
    with pytest.raises(BadOption, match="same parameters"):
        Study.of({**keys, "points": [{"c": 1.0}, {"iterations": 3}]})
    with pytest.raises(BadOption, match="gives a value"):
        Study.of({**keys, "points": []})
    with pytest.raises(BadOption, match="either"):
        Study.of(keys)


def test_parameters_must_exist() -> None:
    with pytest.raises(BadSpec, match="depths"):
        Study.of({**KEYS, "vary": {"depths": [1]}})
    with pytest.raises(BadOption, match="needs opponent"):
        Study.of({"game": "quarto", "agent": "mcts", "vary": {"iterations": [1]}})


STUDIES = sorted((Path(__file__).parents[2] / "examples/studies").glob("*.toml"))


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_the_studies_we_ship_can_be_run(path: Path) -> None:
    kind = Tournament if "agents" in tomllib.loads(path.read_text()) else Study
    made = kind.read(path)
    assert made.title
    assert made.games >= 100

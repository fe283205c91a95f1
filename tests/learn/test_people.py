"""Learning from people: decisions in records, how well they are predicted, and genomes fitted to them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from partie.core.errors import PartieError
from partie.core.match import Match, play_out
from partie.core.record import Record, record_of
from partie.core.registry import build_agent, game
from partie.games.coinche.players.scores.training import SCORES
from partie.games.hearts.players.net.task import TASK
from partie.learn.net.people import encode_people, fitting_records, predictions
from partie.learn.prediction import Scores, best_temperature, hits, log_loss
from partie.learn.records import human_moves, is_person, people_in, read_folder
from partie.learn.tuning.imitate import imitate

OTHERS = "random"


def _play(name: str, options: dict[str, str], specs: list[str], names: list[str], seed: int) -> Record:
    """A record of programs, some of which sit there under the names of people."""
    played = Match(game(name), options, seed)
    agents = [build_agent(game(name), spec, f"{seed}/{seat}") for seat, spec in enumerate(specs)]
    play_out(played, agents)
    return record_of(played, names)


@pytest.fixture(scope="module")
def coinche_records() -> list[Record]:
    specs = ["scores:weights=handset", "scores", "scores", "scores"]
    return [
        _play("coinche", {"deals": "5"}, specs, ["Ann", "scores", "Bob", "scores"], seed) for seed in range(4)
    ]


def test_moves_of_people_are_found_in_finished_deals(coinche_records: list[Record]) -> None:
    coinche = game("coinche")
    everybody = human_moves(coinche_records, coinche)
    anns = human_moves(coinche_records, coinche, "Ann")
    assert people_in(coinche_records, coinche) == ["Ann", "Bob"]
    assert {one.view.seat for one in anns} == {0}
    assert {one.view.seat for one in everybody} == {0, 2}
    assert all(len(one.view.moves) > 1 for one in anns)
    parts = {one.part for one in anns}
    assert parts == set(range(len(parts)))
    assert 0 < sum(one.is_held_out for one in anns) < len(anns)
    assert not is_person(coinche, "scores:weights=handset")


def test_a_genome_learns_to_play_like_a_person(coinche_records: list[Record]) -> None:
    assert SCORES.describe is not None
    moves = human_moves(coinche_records, game("coinche"), "Ann")
    shipped = {name: SCORES.stored.load(name) for name in ("tuned", "handset")}
    learned = imitate(moves, SCORES.describe, shipped["tuned"], shipped)
    by_name = {one.name: one for one in learned.predictions}
    assert by_name["handset"].hits > 0.95, "Ann plays by these weights, the lowest of equal cards"
    assert by_name["fitted"].log_loss < by_name["tuned"].log_loss < by_name["any legal move"].log_loss
    assert by_name["fitted"].hits > by_name["any legal move"].hits
    assert learned.unseen == sum(one.is_held_out and SCORES.describe(one) is not None for one in moves)
    with pytest.raises(PartieError, match="too few"):
        imitate(moves[:5], SCORES.describe, shipped["tuned"], shipped)


def test_a_folder_of_records(coinche_records: list[Record], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(str(coinche_records[0]), encoding="utf-8")
    (tmp_path / "the same again.txt").write_text(str(coinche_records[0]), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no record", encoding="utf-8")
    assert read_folder(game("coinche"), tmp_path) == coinche_records[:1]
    with pytest.raises(PartieError, match="no finished records of Hearts"):
        read_folder(game("hearts"), tmp_path)
    with pytest.raises(PartieError, match="not a folder"):
        read_folder(game("coinche"), tmp_path / "nowhere")


def test_games_of_people_as_data_for_networks() -> None:
    names = ["Ann", "random", "random", "random"]
    records = [
        _play("hearts", {"rules": "coeurs", "length": "8"}, ["net:model=slam", *["random"] * 3], names, seed)
        for seed in range(2)
    ]
    classic = _play("hearts", {"rules": "classic", "length": "1"}, ["random"] * 4, names, 0)
    assert fitting_records(TASK, {}, [*records, classic]) == records
    assert fitting_records(TASK, {"rules": "classic"}, [*records, classic]) == [classic]
    data = encode_people(TASK, "planes", human_moves(records, game("hearts")))
    assert (data.masks[np.arange(len(data)), data.outputs] == 1).all()
    assert data.worth.min() < data.worth.max()
    slam = TASK.networks.load("slam")
    found = {one.name: one for one in predictions(data, {"slam": slam}, lambda network: network)}
    assert found["slam"].hits > 0.95, "Ann plays by this network"
    assert found["slam"].log_loss < found["any legal move"].log_loss


def test_log_loss_and_hits() -> None:
    sure = [Scores(np.array([10.0, 0.0]), 0)] * 3 + [Scores(np.array([10.0, 0.0]), 1)]
    assert hits(sure) == 0.75
    assert hits([Scores(np.zeros(4), 2)]) == 0.25
    assert log_loss([Scores(np.zeros(4), 2)], 1.0) == pytest.approx(np.log(4))
    temperature = best_temperature(sure)
    assert 10 / temperature == pytest.approx(np.log(3), rel=0.01), "three to one"

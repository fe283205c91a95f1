from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from partie.arena import tournament as module
from partie.arena.deals import Deal, DealtGame, play_deal
from partie.arena.pages import Stint
from partie.arena.pool import Pool
from partie.arena.report import write_report
from partie.arena.standings import record, standings
from partie.arena.tournament import FORMATS, Journal, Played, Tournament, Unit
from partie.core.errors import BadOption, BadSpec, PartieError, UnknownGame
from partie.core.record import read_record

THREE = Tournament("quarto", ("random", "beginner", "sight:depth=1"), games=6, seed=3)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tournament, played in one process."""
    folder = tmp_path_factory.mktemp("whole")
    THREE.run(folder)
    return folder


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two workers. That `local:2` starts one, `partie bench arena` shows."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        yield local.scheduler_address


@pytest.fixture
def three(whole: Path) -> Played:
    return Played(THREE, Journal(whole, THREE).units)


def results(folder: Path) -> bytes:
    return (folder / "results.jsonl").read_bytes()


def test_the_same_results_on_any_number_of_processes(whole: Path, tmp_path: Path) -> None:
    THREE.run(tmp_path, jobs=2)
    assert results(tmp_path) == results(whole)
    lines = [json.loads(line) for line in results(whole).splitlines()]
    assert len(lines) == 18
    assert not any("second" in key or "time" in key for line in lines for key in line)


def test_the_same_results_on_a_cluster_of_two_workers(whole: Path, tmp_path: Path, cluster: str) -> None:
    THREE.run(tmp_path, cluster=cluster)
    assert results(tmp_path) == results(whole)


def test_an_interrupted_tournament_goes_on_where_it_stopped(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[tuple[str, ...], int]] = []

    def counted(deal: Deal, number: int) -> list[DealtGame]:
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append((deal.agents, number))
        return play_deal(deal, number)

    def noted(deal: Deal, number: int) -> list[DealtGame]:
        played.append((deal.agents, number))
        return play_deal(deal, number)

    monkeypatch.setattr(module, "play_deal", counted)
    with pytest.raises(KeyboardInterrupt):
        THREE.run(tmp_path / "half")
    journal = tmp_path / "half/journal.jsonl"
    with journal.open("a") as file:
        file.write('{"pairing": 2, "de')  # the machine went down while a line was being written
    before = list(played)
    monkeypatch.setattr(module, "play_deal", noted)
    THREE.run(tmp_path / "half")
    assert results(tmp_path / "half") == results(whole)
    assert len(set(played)) == len(played) == 9, "no deal is played twice"
    assert before == played[:4]


def test_slow_pairings_play_fewer_deals_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `by_time` pairings that take four times as long have played a quarter of the deals."""
    order: list[tuple[str, ...]] = []

    def timed(deal: Deal, number: int) -> list[DealtGame]:
        order.append(deal.agents)
        seconds = 4.0 if "beginner" in deal.agents else 1.0
        return [replace(game, seconds=[seconds / 4] * 2) for game in play_deal(deal, number)]

    monkeypatch.setattr(module, "play_deal", timed)
    four = replace(THREE, agents=("random", "sight:depth=1", "beginner"), games=40)
    four.run(tmp_path / "by time", by_time=True)
    fast = ("random", "sight:depth=1")
    assert {order[:12].count(agents) for agents in set(order)} == {4}, "some deals of each come first"
    assert [agents == fast for agents in order[12:30]] == [True] * 15 + [False] * 2 + [True]
    monkeypatch.setattr(module, "play_deal", play_deal)
    four.run(tmp_path / "plain")
    files = [(tmp_path / name / "results.jsonl").read_bytes() for name in ("by time", "plain")]
    assert files[0] == files[1]


def test_favoured_pairings_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[tuple[str, ...]] = []

    def played_at_once(deal: Deal, number: int) -> list[DealtGame]:
        order.append(deal.agents)
        return [
            DealtGame(seating, [0.0, 0.0], [0.5, 0.5], [], [0.5, 0.5], [1, 1]) for seating in ((0, 1), (1, 0))
        ]

    monkeypatch.setattr(module, "play_deal", played_at_once)
    favoured = ("random", "beginner")
    replace(THREE, games=40).run(tmp_path, by_time=True, favoured=favoured)
    assert {order[:12].count(agents) for agents in set(order)} == {4}, "some deals of each come first"
    assert set(order[12:28]) == {favoured}
    assert favoured not in order[28:]


def test_a_task_is_as_long_as_its_pairings_take() -> None:
    director = module._Director(THREE, Journal(None, THREE), Pool(2, ThreadPoolExecutor), lambda *_: None)
    director._spent, director._counts = [0.5, 30.0, 0.0], [2, 3, 0]
    units = [Unit(pairing, deal) for deal in range(10) for pairing in (0, 0, 1)]
    tasks = director._tasks(units)
    assert [unit for task in tasks for unit in task] == units
    assert max(sum(unit.pairing == 1 for unit in task) for task in tasks) == 1, "ten seconds are a task"
    fast = director._tasks([Unit(0, deal) for deal in range(64)])
    assert {len(task) for task in fast} == {4}, "a second of deals of a quarter each"


def test_more_games_can_be_added(tmp_path: Path) -> None:
    Tournament("quarto", ("random", "beginner"), games=2).run(tmp_path)
    played = Tournament("quarto", ("random", "beginner"), games=6).run(tmp_path)
    assert len(played.units) == 3


def test_a_folder_keeps_to_its_tournament(tmp_path: Path) -> None:
    Tournament("quarto", ("random", "beginner"), games=2).run(tmp_path)
    with pytest.raises(PartieError, match="another tournament"):
        Tournament("quarto", ("random", "beginner"), games=2, seed=1).run(tmp_path)


@pytest.mark.parametrize("name", FORMATS)
def test_formats(name: str) -> None:
    pairings = Tournament("quarto", ("random", "beginner", "sight:depth=1", "intermediate"), name).pairings
    assert (
        pairings
        == {
            "round-robin": [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
            "gauntlet": [(0, 1), (0, 2), (0, 3)],
            "ladder": [(0, 1), (1, 2), (2, 3)],
            "free-for-all": [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
        }[name]
    )


def test_free_for_all_of_three_at_one_table() -> None:
    tournament = Tournament("liarsdice", ("random", "odds", "beginner"), "free-for-all", games=3, seats=3)
    assert tournament.pairings == [(0, 1, 2)]
    result = standings(tournament.run())
    assert {one.games for one in result.table} == {3}
    assert len(result.seats) == 3


@pytest.mark.parametrize(
    ("keys", "error", "said"),
    [
        ({"game": "chess"}, UnknownGame, "no game called 'chess'"),
        ({"agents": ["random"]}, BadOption, "at least two agents"),
        ({"agents": ["random", "random"]}, BadOption, "random is there twice"),
        ({"agents": ["random", "nobody"]}, BadSpec, "no agent called 'nobody'"),
        ({"agents": "random"}, BadOption, "agents must be a list"),
        ({"format": "knockout"}, BadOption, "no format 'knockout'"),
        ({"games": 0}, BadOption, "at least 1"),
        ({"games": True}, BadOption, "games must be a number"),
        ({"game_s": 3}, BadOption, "no key 'game_s'"),
        ({"options": {"colour": "red"}}, BadOption, "colour"),
        ({"stop": {}}, BadOption, "needs a margin or a width"),
        ({"stop": {"margin": 2}}, BadOption, "between 0 and 1"),
        ({"stop": {"width": 0.1}, "format": "free-for-all"}, BadOption, "two agents"),
    ],
)
def test_mistakes_are_named(keys: dict[str, object], error: type[PartieError], said: str) -> None:
    with pytest.raises(error, match=said):
        Tournament.of({"game": "quarto", "agents": ["random", "beginner"], **keys})


def test_files_are_read_or_the_reason_is_given(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    with pytest.raises(PartieError, match="cannot be read"):
        Tournament.read(path)
    path.write_text("game = ")
    with pytest.raises(PartieError, match="is not TOML"):
        Tournament.read(path)
    path.write_text(
        'game = "quarto"\nagents = ["random", "beginner"]\ngames = 7\n[options]\nsquares = "on"\n'
    )
    assert Tournament.read(path).games == 7


def test_a_decided_pairing_stops_early_and_says_why() -> None:
    keys = {"game": "quarto", "agents": ["beginner", "random"], "games": 400, "stop": {"margin": 0.2}}
    played = Tournament.of(keys).run()
    assert len(played.units) < 200
    assert played.verdict(0) == "first"
    assert standings(played).meetings[0].verdict == "first"


def test_games_of_a_report_replay(three: Played, tmp_path: Path) -> None:
    result = write_report(tmp_path, three)
    assert result.lopsided
    for number in range(1, len(result.lopsided) + 1):
        read_record((tmp_path / f"records/{number}.partie").read_text()).replay()
    unit = Unit(0, 0)
    assert record(three, unit, three.units[unit][1]).seats == ("beginner", "random")


def test_the_report_is_one_file_in_two_languages(three: Played, tmp_path: Path) -> None:
    write_report(tmp_path, three)
    page = (tmp_path / "report.html").read_text()
    assert "Who beats whom" in page
    assert "Qui bat qui" in page
    assert "src=" not in page
    assert "<link" not in page
    for name in ("ladder", "strength", "scores", "seats"):
        assert (tmp_path / f"plots/{name}.svg").read_text().startswith("<svg")
    ratings = json.loads((tmp_path / "ratings.json").read_text())
    assert [one["agent"] for one in ratings["ratings"]][-1] == "random"


def test_a_report_says_where_it_was_played_and_links_to_what_lies_beside_it(
    three: Played, tmp_path: Path
) -> None:
    stint = Stint("partie arena run a.toml", "abc123", "a machine of four cores", "2026-01-31", 18)
    write_report(tmp_path, three, stints=[stint])
    page = (tmp_path / "report.html").read_text()
    for told in stint:
        assert page.count(str(told)) >= 2, "in both languages"
    assert 'href="ratings.json"' in page
    assert 'href="journal.jsonl"' not in page, "nothing was written there"


def _die_once(mark: Path, number: int) -> int:
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_dies_costs_no_result(tmp_path: Path) -> None:
    from functools import partial

    from partie.arena.pool import spread

    assert spread(partial(_die_once, tmp_path / "died"), range(12), 2) == list(range(12))
    assert (tmp_path / "died").exists()


def test_a_cluster_worker_that_dies_costs_no_result(tmp_path: Path, cluster: str) -> None:
    from functools import partial

    from partie.arena.pool import spread

    found = spread(partial(_die_once, tmp_path / "died"), range(12), cluster=cluster)
    assert found == list(range(12))
    assert (tmp_path / "died").exists()


def test_clusters_that_are_none() -> None:
    with pytest.raises(PartieError, match="local:4"):
        Tournament("quarto", ("random", "beginner"), games=2).run(cluster="local:many")


def test_played_can_be_read_again(three: Played) -> None:
    assert standings(three).agents[-1] == "random"


def test_an_unfinished_tournament_shows_who_has_played(three: Played) -> None:
    begun = Played(THREE, {unit: games for unit, games in three.units.items() if unit.pairing == 0})
    assert set(standings(begun).agents) == {"random", "beginner"}
    with pytest.raises(PartieError, match="No deal"):
        standings(Played(THREE, {}))


def test_an_option_may_fix_the_number_of_seats() -> None:
    tournament = Tournament("axisallies", ("random", "greedy"), games=2, options={"board": "training"})
    assert tournament.deal((0, 1)).seats == 2
    assert len(tournament.groups) == 2

"""The referee of a device, natively: what pages are told, and when."""

from __future__ import annotations

import json
from typing import Any

import pytest

from partie.core import registry
from partie.service.device import Device, Shelf, Thinker
from partie.service.storage import TableRow


@pytest.fixture(autouse=True)
def _rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give rows the values that a database gives them on a server, and their class on a device."""
    add_table = Shelf.add_table

    def add(shelf: Shelf, row: TableRow) -> None:
        row.origin = row.origin or "played"
        add_table(shelf, row)

    monkeypatch.setattr(Shelf, "add_table", add)


class Pages:
    """A device whose programs think in this process, and a page that follows a table there."""

    def __init__(self, game: str, *agents: str | None) -> None:
        self.sent: list[Any] = []
        self.device, self.thinker = Device(game, self.sent.append), Thinker()
        seats = [
            {"kind": "program", "agent": agent} if agent else {"kind": "person", "name": "Ada"}
            for agent in agents
        ]
        self.device.receive(
            {
                "id": 1,
                "method": "POST",
                "path": "/api/tables",
                "body": {"game": game, "seats": seats, "lang": "en"},
                "secrets": [],
            }
        )
        created = next(one for one in self.sent if one.get("id") == 1)["body"]
        self.path = f"/api/tables/{created['id']}"
        self.secrets = list(created["secrets"].values())
        self.table = created["table"]
        self.device.receive({"follow": 7, "table": created["id"], "secrets": self.secrets})

    def ask(self, action: str, body: dict[str, Any], status: int = 200) -> Any:
        """Do something at the table; the table after it, or the code of the refusal."""
        self.device.receive(
            {
                "id": 2,
                "method": "POST",
                "path": f"{self.path}/{action}",
                "body": {"seq": self.table["seq"], **body},
                "secrets": self.secrets,
            }
        )
        answer = next(one for one in reversed(self.sent) if one.get("id") == 2)
        assert answer["status"] == status, answer
        if status != 200:
            return answer["body"]["error"]["code"]
        self.table = answer["body"]["now"]
        return self.table

    def think(self) -> None:
        """Have programs decide until it is nobody's turn but a person's."""
        while questions := [one for one in self.sent if "think" in one]:
            self.sent.remove(questions[0])
            answer = self.thinker.think(json.loads(json.dumps(questions[0]["think"])))
            self.device.receive({"thought": answer})

    @property
    def updates(self) -> list[Any]:
        return [one["message"] for one in self.sent if "live" in one and one["message"]["type"] == "update"]


@pytest.fixture
def war(monkeypatch: pytest.MonkeyPatch) -> Pages:
    """A war in which a program begins, whose turn takes no time."""
    monkeypatch.setattr("partie.service.device.time.perf_counter", lambda: 100.0)
    return Pages("axisallies", "greedy", None, "greedy", "greedy", "greedy")


def test_in_a_long_turn_of_a_program_pages_are_told_from_time_to_time(war: Pages) -> None:
    war.think()
    updates = war.updates
    told = [event["seq"] for update in updates for event in update["events"]]
    assert told == list(range(1, len(told) + 1)), "every move is told once, in order"
    assert updates[-1]["now"]["to_move"] == 1, "the person is told at once that it is their turn"
    assert len(updates) < len(told) / 2, "most moves of the turn are told together"


def test_what_pages_have_not_been_told_is_told_when_the_referee_wakes(war: Pages) -> None:
    while not (wakes := [one for one in war.sent if "wake" in one]):
        question = next(one for one in war.sent if "think" in one)
        war.sent.remove(question)
        war.device.receive({"thought": war.thinker.think(question["think"])})
    before = len(war.updates)
    war.device.receive(wakes[0])
    assert len(war.updates) == before + 1
    war.device.receive(wakes[0])
    assert len(war.updates) == before + 1, "there is nothing new"


def test_players_who_take_turns_are_seen_one_by_one() -> None:
    pages = Pages("quarto", "random", "random")
    pages.think()
    assert [len(update["events"]) for update in pages.updates] == [1] * len(pages.updates)
    assert len(pages.updates) > 5


def test_a_program_that_does_not_answer_is_reported_as_on_a_server() -> None:
    pages = Pages("quarto", "random", None)
    (question,) = [one["think"] for one in pages.sent if "think" in one]
    pages.device.receive({"thought": {"number": question["number"], "error": "This took too long."}})
    assert pages.updates[-1]["now"]["trouble"]["seat"] == 0
    assert pages.updates[-1]["now"]["plies"] == 0


def test_a_program_plays_at_another_level_and_a_pause_stops_it() -> None:
    pages = Pages("quarto", None, "beginner")
    table = pages.ask("requests", {"what": "level", "program": 1, "agent": "expert"})
    assert table["seats"][1]["agent"] == "expert"
    expert = registry.game("quarto").levels["expert"].character["en"]
    assert table["seats"][1]["name"] == expert, "it has the name of its new character"
    pages.ask("requests", {"what": "pause"})
    assert pages.ask("takeback", {}, 409) == "paused"
    table = pages.ask("resume", {})
    pages.ask("moves", {"move": table["legal"][0]})
    (question,) = [one["think"] for one in pages.sent if "think" in one]
    assert question["agent"] == "expert"
    pages.think()
    assert pages.ask("requests", {"what": "level", "program": 0, "agent": "expert"}, 403) == "forbidden"

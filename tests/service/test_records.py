"""Records, replays and verification."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import completed
from tests.service.client import PERSON, Server, Visitor, error_of, program

QUICK = program("alphabeta:depth=1")


@pytest.fixture(scope="module")
def finished(server: Server) -> Visitor:
    ann = server.sit_down(PERSON, QUICK)
    ann.play_to_the_end()
    return ann


def test_an_exported_record_replays_as_the_same_game(server: Server, finished: Visitor) -> None:
    answer = server.http.get(f"{finished.path}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    again = server.post("/records", {"record": answer.text})
    replay = server.get(f"{finished.path}/replay")
    assert again["steps"] == replay["steps"]
    for field in (
        "game",
        "version",
        "options",
        "moves",
        "scores",
        "result",
        "seed",
        "seed_hash",
        "view",
        "position",
    ):
        assert again["table"][field] == finished.table[field], field
    assert again["table"]["status"] == "over"
    assert [seat["kind"] for seat in again["table"]["seats"]] == ["person", "program"]


def test_a_replay_has_every_position(server: Server, finished: Visitor) -> None:
    steps = server.get(f"{finished.path}/replay", *finished.secrets)["steps"]
    assert steps[0] | {"view": None} == {
        "ply": 0, "seat": None, "move": None, "position": "................ -", "view": None
    }  # fmt: skip
    assert [step["move"] for step in steps[1:]] == [move["move"] for move in finished.table["moves"]]
    assert steps[-1]["position"] == finished.table["position"]


def test_a_finished_table_can_be_verified(server: Server, finished: Visitor) -> None:
    plies = len(finished.table["moves"])
    assert server.post(f"{finished.path}/verify") == {
        "ok": True, "origin": "played", "seed_matches": True, "replay_matches": True, "plies": plies
    }  # fmt: skip


def test_a_resigned_game_keeps_its_record(server: Server) -> None:
    ann = server.sit_down(PERSON, program("ponder:seconds=60"))
    ann.move()
    ann.do("resign")
    record = server.http.get(f"{ann.path}/record").text
    assert record.rstrip().endswith("resigned 0")
    again = server.post("/records", {"record": record})["table"]
    assert again["result"]["kind"] == "resigned"
    assert again["result"]["winners"] == [1]
    assert server.post(f"{ann.path}/verify")["plies"] == 1


def test_an_unfinished_record_can_be_looked_at(server: Server) -> None:
    ann = server.sit_down(PERSON, PERSON)
    ann.move()
    again = server.post("/records", {"record": server.http.get(f"{ann.path}/record").text})["table"]
    assert again["status"] == "playing"
    assert again["seed"] is None
    assert again["moves"] == ann.table["moves"]
    assert not any(again["can"].values())


def test_an_unfinished_game_with_secrets_leads_to_its_table(server: Server) -> None:
    both = server.sit_down(PERSON, PERSON, game="cups")
    both.move("roll")
    record = server.http.get(f"{both.path}/record").text
    answer = server.http.post("/records", json={"record": record})
    assert answer.status_code == 409
    error = error_of(answer)
    assert (error["code"], error["data"]) == ("still_secret", {"table": both.id})
    assert "not over" in error["message"]
    for elsewhere in (record.replace(both.id, "23456789abcd"), record.replace(f"table: {both.id}\n", "")):
        error = error_of(server.http.post("/records", json={"record": elsewhere}))
        assert (error["code"], error["data"]) == ("still_secret", {})
        assert "after the end" in error["message"]
    while both.table["status"] != "over":
        both.move("keep")
    finished = server.post("/records", {"record": record})
    assert finished["table"]["id"] == both.id
    assert finished["steps"] == server.get(f"{both.path}/replay")["steps"]


def test_advice_is_given_for_every_move_of_a_replay(server: Server) -> None:
    """The program sees the cards or dice of the player to move, and calls players by their names."""
    names = ["Ann", "Malo", "Lucie", "Zoé"]
    for game, options in (("liarsdice", {"dice": 2}), ("hearts", {"length": "1"}), ("coinche", {"deals": 1})):
        ann = server.sit_down(
            *[{"kind": "program", "agent": "random", "name": name} for name in names], game=game, **options
        )
        ann.wait("the end", lambda table: table["status"] == "over")
        replay = server.get(f"{ann.path}/replay")
        movers = set()
        for step, following in list(zip(replay["steps"], replay["steps"][1:], strict=False))[:9]:
            asked = {"position": step["position"], "options": ann.table["options"], "names": names}
            advice = server.post(f"/games/{game}/advice", {**asked, "agent": "random", "seconds": 0.05})
            assert advice["move"]
            movers.add(following["seat"])
        assert len(movers) > 1
    partial = ann.server.get(f"{ann.path}/replay?seen_by=0")
    assert partial["steps"][0]["position"] == replay["steps"][0]["position"]


def test_advice_on_an_unknown_hand_is_refused_with_the_reason(server: Server) -> None:
    ann = server.sit_down(PERSON, *[program("random")] * 3, game="hearts")
    guest = server.get(ann.path)
    answer = server.http.post(
        "/games/hearts/advice", json={"position": guest["position"], "options": guest["options"]}
    )
    assert (answer.status_code, error_of(answer)["code"]) == (422, "bad_request")
    assert "is missing from the position" in error_of(answer)["message"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: "", "cut off"),
        (lambda text: "hello", "Line 1"),
        (lambda text: text.replace("quarto", "chess"), "Line 2"),
        (lambda text: text.replace("1. -", "1. z9-"), "Line 7"),
        (lambda text: text.rsplit("\n", 2)[0], "cut off"),
    ],
)
def test_a_damaged_record_names_the_line(
    server: Server, finished: Visitor, change: object, says: str
) -> None:
    text = server.http.get(f"{finished.path}/record").text
    answer = server.http.post("/records", json={"record": change(text)})  # type: ignore[operator]
    assert answer.status_code == 422
    assert error_of(answer)["code"] == "bad_request"
    assert says in error_of(answer)["message"]


def test_a_request_that_is_too_long_is_refused(server: Server) -> None:
    answer = server.http.post("/records", json={"record": "x" * 400_000})
    assert answer.status_code == 422
    assert error_of(answer)["code"] == "bad_request"


def test_a_game_played_elsewhere_is_handed_in_once(server: Server, finished: Visitor) -> None:
    text = server.http.get(f"{finished.path}/record").text
    kept = server.post("/records", {"record": text, "keep": True})["table"]["id"]
    assert kept
    assert kept != finished.table["id"]
    assert server.post("/records", {"record": text, "keep": True})["table"]["id"] == kept
    replay = server.get(f"/tables/{kept}/replay")
    assert replay["steps"] == server.get(f"{finished.path}/replay")["steps"]


def test_a_record_that_was_handed_in_stays_marked(server: Server, finished: Visitor, tmp_path: Path) -> None:
    """Anybody can invent a record that replays; only games played here count as played."""
    text = server.http.get(f"{finished.path}/record").text
    assert "origin" not in text
    invented = text.replace("seat 0: Ann", "seat 0: The champion")
    imported = server.post("/records", {"record": invented, "keep": True})["table"]
    assert imported["origin"] == "handed_in"
    kept = server.get(f"/tables/{imported['id']}")
    assert (kept["origin"], finished.table["origin"]) == ("handed_in", "played")
    assert server.post(f"/tables/{kept['id']}/verify") == {
        "ok": False, "origin": "handed_in", "seed_matches": None, "replay_matches": True, "plies": len(kept["moves"])
    }  # fmt: skip
    again = server.http.get(f"/tables/{kept['id']}/record").text
    assert "origin: handed in" in again.splitlines()
    assert server.post("/records", {"record": again, "keep": True})["table"]["id"] == kept["id"]
    device = text.replace("seat 0: Ann", "seat 0: Bea").splitlines()
    device.insert(
        1 + next(i for i, line in enumerate(device) if line.startswith("seed:")), "origin: on a device"
    )
    marked = server.post("/records", {"record": "\n".join([*device, ""]), "keep": True})["table"]
    assert marked["origin"] == "on_device"
    assert "origin: on a device" in server.http.get(f"/tables/{marked['id']}/record").text.splitlines()
    assert server.post(f"/tables/{marked['id']}/verify")["ok"] is False
    command = ["records", "export", str(tmp_path), "--database", str(server.database)]
    completed(["partie", *command]).check_returncode()
    assert (tmp_path / f"quarto-{kept['id']}.txt").read_text(encoding="utf-8") == again


def test_a_game_on_a_device_counts_for_its_person_alone(server: Server, tmp_path: Path) -> None:
    """Nobody else saw it: the ladder and other people's pages do not know it."""
    both = server.sit_down({**PERSON, "name": "Cleo", "device": "c" * 32}, program("beginner"))
    both.move("-0000")
    both.do("resign")
    before = server.get("/arena/games/quarto")
    played_here = server.http.get(f"{both.path}/record").text
    lines = played_here.replace("seat 0: Cleo", "seat 0: Dan").splitlines()
    seed = next(number for number, line in enumerate(lines) if line.startswith("seed:"))
    record = "\n".join([*lines[: seed + 1], "origin: on a device", *lines[seed + 1 :], ""])
    dan = {"device": "d" * 32, "name": "Dan"}
    server.post("/records", {"record": played_here, "keep": True, "device": dan["device"]})
    assert server.post("/people/me", dan)["games"] == [], "a game on a server has its results there"
    kept = server.post("/records", {"record": record, "keep": True, "device": dan["device"]})["table"]["id"]
    server.post("/records", {"record": record, "keep": True, "device": "e" * 32})
    me = server.post("/people/me", dan)
    (game,) = me["games"]
    assert (game["played"], game["on_device"], game["won"], game["seconds_per_move"]) == (1, 1, 0, None)
    assert game["ratings"] == [], "nothing proves who played it"
    (result,) = me["results"]
    assert (result["table"], result["on_device"]) == (kept, True)
    assert result["others"] == [{"name": "beginner", "agent": "beginner", "partner": False}]
    assert server.post("/people/me", {"device": "e" * 32, "name": "Dan"})["games"] == []
    cleo = server.post("/people/me", {"device": "c" * 32, "name": "Cleo"})["games"][0]
    assert (cleo["played"], cleo["on_device"]) == (1, 0)
    assert server.get("/arena/games/quarto") == before
    people = ["arena", "people", "quarto", "--database", str(server.database), "--export"]
    for more, known in (([], False), (["--on-device"], True)):
        export = tmp_path / "results.csv"
        completed(["partie", *people, str(export), *more]).check_returncode()
        assert (kept in export.read_text()) == known
    assert server.post("/people/forget", {"device": dan["device"]}) == {
        "results": 1,
        "seats": 1,
        "memories": 0,
    }
    assert server.get(f"/tables/{kept}")["seats"][0]["name"] is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("seed: ", "seed: " + "9" * 100_000), "Line 6: the seed has 100"),
        (lambda text: text.replace("seat 0: ", "seat 0: " + "A" * 100_000), "Line 4: this name has 100"),
        (lambda text: text.replace("1. ", "1. " + "z" * 100_000, 1), "Line 7: this move has 100"),
        (lambda text: text.replace("seat 0: ", "seat 0: \x00"), "Line 4: this name contains control"),
        (lambda text: text.replace("squares=off", "squares=" + "o" * 100_000), "Line 3: squares"),
        (lambda text: text.replace("result: ", "18. -\nresult: "), "has at most 17 moves"),
    ],
    ids=["seed", "name", "move", "control", "option", "moves"],
)
def test_every_part_of_a_record_has_a_size_limit(
    server: Server, finished: Visitor, change: Callable[[str], str], says: str
) -> None:
    lines = server.http.get(f"{finished.path}/record").text.splitlines()
    moves = [line for line in lines if line[0].isdigit()]
    filled = [f"{number}. -" for number in range(len(moves) + 1, 18)]
    text = "\n".join([*lines[:-1], *filled, lines[-1]])
    answer = server.http.post("/records", json={"record": change(text), "keep": True})
    assert answer.status_code == 422
    assert says in error_of(answer)["message"]
    assert len(answer.text) < 2000


def test_an_unfinished_game_is_not_kept(server: Server) -> None:
    ann = server.sit_down(PERSON, QUICK)
    text = server.http.get(f"{ann.path}/record").text
    error = error_of(server.http.post("/records", json={"record": text, "keep": True}))
    assert error["code"] == "bad_request"
    assert "finished" in error["message"]


def test_finished_tables_are_exported(server: Server, finished: Visitor, tmp_path: Path) -> None:
    command = ["partie", "records", "export", str(tmp_path), "--database", str(server.database)]
    first = completed(command)
    file = tmp_path / f"quarto-{finished.table['id']}.txt"
    assert file.read_text(encoding="utf-8") == server.http.get(f"{finished.path}/record").text
    assert f"{len(list(tmp_path.iterdir()))} new records" in first.stdout
    again = completed([*command, "--game", "quarto"])
    assert again.stdout.startswith("0 new records")

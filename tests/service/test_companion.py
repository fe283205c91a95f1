"""Companion mode over HTTP: orders or a new position for a position, with nothing stored."""

from __future__ import annotations

from typing import Any

import pytest

from partie.core import registry
from partie.core.agent import Budget
from partie.games.axisallies.companion.plans import make_plan
from partie.games.axisallies.rules.board import POWER_IDS
from tests.service.client import PERSON, Json, Server, error_of

EGYPT = "anglo-egypt-sudan"


@pytest.fixture(scope="module")
def germany(server: Server) -> str:
    """The starting position, with Germany to attack."""
    start = server.post("/companion/start", {})["position"]
    return turned(start, "germany, combat_move")


def turned(position: str, turn: str) -> str:
    return with_line(position, "turn", turn)


def with_line(position: str, label: str, value: str) -> str:
    """Return a position with another value on one line."""
    lines = [line for line in position.splitlines() if not line.startswith(f"{label}:")]
    return "\n".join([*lines, f"{label}: {value}"])


def plan(server: Server, position: str, **more: Any) -> Json:
    answer: Json = server.post("/companion/plan", {"position": position, **more})
    return answer


def apply(server: Server, position: str, orders: list[str], **more: Any) -> Json:
    answer: Json = server.post("/companion/apply", {"position": position, "orders": orders, **more})
    return answer


def problem(server: Server, path: str, body: Json) -> tuple[int, Json]:
    answer = server.http.post(f"/companion/{path}", json=body)
    return answer.status_code, error_of(answer)


def battle(server: Server, position: str, space: str, **more: Any) -> Json:
    answer: Json = server.post("/companion/battle", {"position": position, "space": space, **more})
    return answer


@pytest.fixture(scope="module")
def fighting(server: Server, germany: str) -> Json:
    """Germany has moved, and its battles begin."""
    orders = [order["text"] for order in plan(server, germany)["orders"]]
    return apply(server, germany, orders)


def test_a_position_comes_back_as_it_is(server: Server, germany: str) -> None:
    state = server.post("/companion/check", {"position": germany})
    assert state["view"]["power"] == 1
    assert state["view"]["phase"] == "combat_move"
    assert server.post("/companion/check", {"position": state["position"]}) == state


@pytest.mark.parametrize(
    ("label", "value", "expected"),
    [
        ("Anglo-Egypt Sudan", "uk; uk 2 elephants", "n’est pas une unité"),
        ("Anglo-Egypt Sudan", "uk; uk 2 sub", "ne peut pas se trouver ici"),
        ("Atlantis", "uk; uk 2 inf", "Aucun espace ne s’appelle « Atlantis »"),
        ("turn", "germany, lunch", "les phases sont"),
        ("cash", "germany lots", "l’argent"),
        ("~landing", "1/0=99", "un nombre de -1 à 69"),
    ],
)
def test_a_bad_line_is_named(server: Server, germany: str, label: str, value: str, expected: str) -> None:
    text = with_line(germany, label, value)
    status, error = problem(server, "check", {"position": text})
    assert status == 422
    assert error["data"]["line"] == len(text.splitlines())
    assert expected in error["data"]["sentence"]["fr"]
    assert error["message"].startswith("Line ")


def test_an_impossible_position_names_its_space(server: Server, germany: str) -> None:
    text = with_line(germany, "Anglo-Egypt Sudan", "uk; uk 1 inf; germany 2 inf")
    status, error = problem(server, "plan", {"position": text})
    assert status == 422
    assert error["data"]["space"] == EGYPT
    assert "Changez le propriétaire" in error["data"]["sentence"]["fr"]


def test_armies_no_board_has_seen_are_refused(server: Server, germany: str) -> None:
    text = with_line(germany, "Anglo-Egypt Sudan", "uk; uk 151 inf")
    status, error = problem(server, "plan", {"position": text})
    assert status == 422
    assert error["data"]["space"] == EGYPT


def test_orders_have_words_marks_and_rules(server: Server, germany: str) -> None:
    answer = plan(server, germany)
    orders = {order["text"]: order for order in answer["orders"]}
    landing = orders["unload 2 inf tra 1 [2 inf]>Anglo-Egypt Sudan"]
    assert landing["marks"] == ["amphibious", "attack"]
    assert (
        landing["sentence"]["fr"]
        == "Débarquer 2 infanteries : Méditerranée orientale → Égypte et Soudan anglo-égyptien"
    )
    assert landing["rule"]["name"] == "egypt_landing"
    assert landing["rule"]["title"]["fr"] == "Débarquement en Égypte"
    tank = orders["1 arm Libya>French Equatorial Africa>Anglo-Egypt Sudan"]
    assert tank["marks"] == ["blitz", "via", "attack"]
    assert tank["path"] == ["libya", "french-equatorial-africa", EGYPT]
    assert orders["1 inf Algeria>French West Africa"]["marks"] == ["capture"]
    assert answer["orders"][-1]["kind"] == "end"
    refused = [step for step in answer["trace"] if step["verdict"] == "refused"]
    assert any("nulle part qui compte" in step["reason"]["fr"] for step in refused)  # fmt: skip


def test_the_plan_follows_the_position(server: Server, germany: str) -> None:
    text = with_line(germany, "Anglo-Egypt Sudan", "germany; germany 1 inf")
    answer = plan(server, text)
    assert not any(order["rule"]["name"].startswith("egypt") for order in answer["orders"])
    reasons = {step["rule"]: step["reason"]["fr"] for step in answer["trace"]}
    assert reasons["egypt_landing"] == "L’Égypte est déjà allemande."


def test_buying_begins_with_no_research(server: Server, germany: str) -> None:
    answer = plan(server, turned(germany, "germany, research"))
    assert [order["text"] for order in answer["orders"]] == ["end", "buy 4 inf", "buy 4 arm", "end"]
    assert answer["orders"][1]["sentence"]["fr"] == "Acheter 4 infanteries (12 CPI)"


@pytest.mark.parametrize("power", POWER_IDS)
def test_every_power_can_be_asked_for(server: Server, germany: str, power: str) -> None:
    said = plan(server, turned(germany, f"{power}, research"), program="general")["orders"]
    assert [order["kind"] for order in said[:2]] == ["end", "buy"]
    position = turned(germany, f"{power}, combat_move")
    attacks = plan(server, position, program="general")["orders"]
    assert attacks[-1]["kind"] == "end"
    assert all(order["rule"]["text"]["en"] and order["rule"]["text"]["fr"] for order in (*said, *attacks))
    after = apply(server, position, [order["text"] for order in attacks])
    assert after["view"]["phase"] in ("combat", "noncombat")


def test_bridging_is_marked(server: Server, germany: str) -> None:
    text = with_line(turned(germany, "uk, noncombat"), "Western Europe", "uk")
    answer = plan(server, text, program="greedy")
    bridges = [order for order in answer["orders"] if "bridging" in order["marks"]]
    assert bridges
    assert all(order["kind"] == "unload" for order in bridges)


def test_an_order_that_is_not_allowed_says_why(server: Server, germany: str) -> None:
    body = {"position": germany, "orders": ["9 inf Germany>Eastern Europe"]}
    status, error = problem(server, "apply", body)
    assert status == 409
    assert error["code"] == "illegal_move"
    assert error["data"]["order"] == body["orders"][0]
    assert error["data"]["sentence"]["fr"] != error["data"]["sentence"]["en"]
    assert problem(server, "apply", {**body, "orders": ["dance"]})[1]["code"] == "illegal_move"


def test_battles_wait_with_their_odds(fighting: Json) -> None:
    assert fighting["view"]["phase"] == "combat"
    battles = {one["space"]: one for one in fighting["battles"]}
    sea, egypt = battles["sz-east-med"], battles[EGYPT]
    assert sea["ready"]
    assert sea["odds"]["exact"]
    assert sea["odds"]["take"] == pytest.approx(46 / 49)
    assert not egypt["ready"], "the landing waits for the sea battle"
    assert egypt["attackers"] == {"infantry": 3, "armor": 1}
    assert egypt["amphibious"]
    assert egypt["bombarding"] == 0, "battleships that fought do not bombard"


def test_results_of_real_dice_are_entered(server: Server, fighting: Json) -> None:
    won = {"attackers": {"battleship": 1, "transport": 1}}
    after = battle(server, fighting["position"], "sz-east-med", result=won)
    assert "uk" not in after["view"]["units"]["sz-east-med"]
    assert "1 sous-marin" in after["events"][0]["fr"]
    egypt = next(one for one in after["battles"] if one["space"] == EGYPT)
    assert egypt["ready"]
    taken = battle(server, after["position"], EGYPT, result={"attackers": {"armor": 1}})
    assert taken["view"]["owners"][EGYPT] == 1
    assert taken["view"]["units"][EGYPT] == {"germany": {"armor": 1}}
    assert "L’espace est pris" in taken["events"][0]["fr"]


def test_a_lost_sea_battle_takes_its_cargo_down(server: Server, fighting: Json) -> None:
    lost = {"defenders": {"uk": {"submarine": 1}}}
    after = battle(server, fighting["position"], "sz-east-med", result=lost)
    egypt = next(one for one in after["battles"] if one["space"] == EGYPT)
    assert egypt["attackers"] == {"infantry": 1, "armor": 1}
    assert not egypt["amphibious"]


def test_impossible_results_are_refused(server: Server, fighting: Json) -> None:
    body = {"position": fighting["position"], "space": "caucasus"}
    many = {"attackers": {"infantry": 4}}
    assert problem(server, "battle", {**body, "result": many})[0] == 409
    both = {"attackers": {"infantry": 1}, "defenders": {"ussr": {"infantry": 1}}}
    status, error = problem(server, "battle", {**body, "result": both})
    assert status == 409
    assert "se retirent" in error["data"]["sentence"]["fr"]
    left = battle(server, fighting["position"], "caucasus", result={**both, "retreat": "ukraine"})
    assert left["view"]["owners"]["caucasus"] == 0
    assert left["view"]["units"]["ukraine"]["germany"]["infantry"] == 1
    waiting = {"position": fighting["position"], "space": EGYPT, "result": {"attackers": {"armor": 1}}}
    assert problem(server, "battle", waiting)[0] == 409


def test_dice_can_be_rolled_by_the_server(server: Server, fighting: Json) -> None:
    one, same, other = (battle(server, fighting["position"], "karelia", seed=s) for s in (1, 1, 2))
    assert one == same
    assert one["position"] != other["position"]
    assert all(waiting["space"] != "karelia" for waiting in one["battles"])


def test_a_raid_is_entered(server: Server, germany: str) -> None:
    flown = apply(server, germany, ["raid 1 bom Germany>United Kingdom", "end"])
    raid = flown["battles"][0]
    assert (raid["kind"], raid["attackers"], raid["gun"]) == ("raid", {"bomber": 1}, True)
    result = {"attackers": {"bomber": 1}, "damage": 4}
    after = battle(server, flown["position"], "united-kingdom", result=result)
    assert after["view"]["cash"][2] == 26
    assert after["view"]["phase"] == "noncombat"
    shot = battle(server, flown["position"], "united-kingdom", result={})
    assert shot["view"]["cash"][2] == 30
    assert "bomber" not in str(shot["view"]["units"].get("united-kingdom", {}).get("germany"))


def test_a_whole_turn(server: Server, germany: str) -> None:
    position, phases = turned(germany, "germany, buy"), []
    while True:
        answer = plan(server, position, seed=1)
        if answer["power"] != 1:
            break
        phases.append(answer["phase"])
        assert phases.count(answer["phase"]) == 1, "every phase comes once"
        orders = [order["text"] for order in answer["orders"]]
        position = apply(server, position, orders, seed=5)["position"]
    assert phases == ["buy", "combat_move", "combat", "noncombat", "place"]
    assert answer["power"] == 2
    assert answer["phase"] == "research"


def test_requests_are_checked(server: Server, germany: str) -> None:
    assert problem(server, "plan", {"position": germany, "program": "zeus"})[0] == 422
    assert problem(server, "check", {"position": germany, "options": {"preset": "none"}})[0] == 422
    over = turned(germany, "germany, over, axis by capitals")
    assert problem(server, "plan", {"position": over})[1]["code"] == "over"
    blitz = server.post("/companion/check", {"position": germany, "options": {"preset": "iron_blitz"}})
    assert blitz["position"].startswith("round: 1")


def test_every_program_of_the_game_gives_orders(server: Server, germany: str) -> None:
    game = next(game for game in server.get("/games") if game["name"] == "axisallies")
    programs = {family["name"]: family["seats"] for family in game["agents"]}
    assert programs == {
        "random": None,
        "greedy": None,
        "germany-2009": [1],
        "germany-2026": [1],
        "strategist": None,
        "strategist@v1": None,
        "general": None,
        "hybrid": None,
    }
    for program in [*programs, *(level["name"] for level in game["levels"])]:
        answer = plan(server, germany, program=program)
        assert answer["program"] == program
        assert answer["orders"], program
        assert all(order["rule"]["title"]["fr"] for order in answer["orders"])
    assert plan(server, germany, program="strategist")["orders"][-1]["kind"] == "end"


@pytest.mark.parametrize(
    "program", ["greedy", "germany-2009", "germany-2026", "strategist:worlds=100,rounds=5"]
)
def test_planning_stops_when_it_is_cancelled(germany: str, program: str) -> None:
    state = registry.game("axisallies").position(germany)
    left = Budget()
    left.cancel()
    assert all(order.kind == "end" for order in make_plan(state, program, 0, left).orders)
    assert len(make_plan(state, "greedy", 0, Budget()).orders) > 1


def test_a_war_ends_by_sides_and_powers(server: Server) -> None:
    greedy = {"kind": "program", "agent": "intermediate", "name": "Ferdinand"}
    ann = server.sit_down(greedy, PERSON, greedy, greedy, greedy, game="axisallies")
    assert [seat["title"]["en"] for seat in ann.table["seats"]][:2] == ["U.S.S.R.", "Germany"]
    result = ann.wait_for_turn() and ann.do("resign")["result"]
    assert result["side"] == {"en": "The Allies", "fr": "Les Alliés"}
    assert result["winners"] == [0, 2, 4]
    assert result["reason"]["text"] == {
        "en": "Surrender of Germany: the Axis powers lay down their arms.",
        "fr": "Reddition de l’Allemagne : les puissances de l’Axe déposent les armes.",
    }


def test_an_order_is_explained(server: Server, germany: str) -> None:
    orders = [order["text"] for order in plan(server, germany, program="greedy")["orders"]]
    attack = next(i for i, text in enumerate(orders) if ">" in text)
    found = server.post("/companion/why", {"position": germany, "orders": orders, "index": attack})
    assert found["title"]["en"].startswith("Attack on ")
    labels = [line["label"]["en"] for line in found["lines"]]
    assert "Otherwise" in labels
    assert all(line["text"]["fr"] for line in found["lines"])
    assert problem(server, "why", {"position": germany, "orders": orders, "index": 399})[0] == 422


def test_a_turn_is_told(server: Server, fighting: Json, germany: str) -> None:
    question = {"position": germany, "orders": ["fight Anglo-Egypt Sudan"], "after": fighting["position"]}
    text = server.post("/companion/story", question)["text"]
    assert text["en"].startswith("Germany attacks Anglo-Egypt Sudan")
    assert text["fr"].startswith("L’Allemagne attaque")


@pytest.mark.parametrize("preset", ["training", "revised"])
def test_every_program_plans_on_every_board(server: Server, preset: str) -> None:
    options = {"preset": preset}
    start = server.post("/companion/start", {"options": options})["position"]
    names = [agent["name"] for agent in server.get("/games/axisallies")["agents"]]
    for name in names:
        found = plan(server, turned(start, "germany, buy"), options=options, program=name)
        assert found["orders"], name

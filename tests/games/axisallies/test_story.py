"""Turns in three sentences, the reasons for orders, and the page of openings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from partie.core.agent import Budget
from partie.core.commentary import Said
from partie.core.compiled.chance import new_chance
from partie.core.game import View
from partie.core.match import Match
from partie.core.record import read_record
from partie.core.registry import build_agent
from partie.games.axisallies import GAME, rules, story
from partie.games.axisallies.companion.plans import make_plan
from partie.games.axisallies.lab.openings import OPENINGS, Opening, page, play
from partie.games.axisallies.rules.board import space
from partie.games.axisallies.rules.orders import BUY_UNITS, FIGHT, amount, at
from partie.games.axisallies.rules.state import COMBAT_MOVE
from partie.games.axisallies.rules.units import ARMOR, INFANTRY
from partie.games.axisallies.story.orders import explain
from partie.games.axisallies.story.turns import Chronicle
from tests.games.axisallies.scenes import Scene

TEXT = (
    "round: 2\nturn: germany, buy\ncash: germany 30\nEastern Europe: germany; germany 4 inf, 2 arm\n"
    "Ukraine S.S.R.: ussr; ussr 1 inf\nGermany: germany; germany 6 inf, 1 factory\nRussia: ussr; ussr 3 inf\n"
)


def sentences(text: str) -> int:
    plain = text.replace("U.S.S.R.", "USSR").replace("S.S.R.", "SSR").replace("U.S.A.", "USA")
    return len(re.findall(r"\.(?= |$)", plain))


def test_a_turn_is_told_in_three_sentences_in_both_languages() -> None:
    record = Scene(TEXT).record
    told = Chronicle(record)
    told.note(int(amount(BUY_UNITS, 3, INFANTRY)))
    told.note(int(amount(BUY_UNITS, 1, ARMOR)))
    told.note(int(at(FIGHT, space("ukraine"))))
    record.owner[space("ukraine")] = 1
    text = told.tell(record)
    assert text["en"].startswith(
        "Germany attacks Ukraine S.S.R. and spends 14 IPC on 3 infantry and 1 armor. "
    )
    assert "Ukraine S.S.R. taken" in text["en"]
    assert text["fr"].startswith(
        "L’Allemagne attaque Ukraine et dépense 14 CPI : 3 infanteries et 1 blindé. "
    )
    assert [sentences(text[language]) for language in ("en", "fr")] == [3, 3]
    assert "such wars" in text["en"]


def test_a_battle_is_told_with_its_losses_and_odds() -> None:
    scene = Scene(TEXT.replace("germany, buy", "germany, combat_move"))
    told, chance = Chronicle(scene.record), new_chance("told")
    state = GAME.position(TEXT.replace("germany, buy", "germany, combat_move"), {})
    for text in ("4 inf Eastern Europe>Ukraine S.S.R.", "end", "fight Ukraine S.S.R."):
        code = state.parse(text)
        told.note(code, state.record)
        rules.play(state.record, code, chance)
    while int(state.record.battle) >= 0:
        told.note(state.moves[0], state.record)
        rules.play(state.record, state.moves[0], chance)
    text = told.tell(state.record)["en"]
    assert re.search(r"Ukraine S\.S\.R\. falls(, 1 infantry destroyed for \d infantry| without loss, 1 infantry destroyed)", text)  # fmt: skip
    assert "at odds of 98 in 100" in text


@pytest.mark.parametrize(
    ("face", "told_as"), [(6, "Russia is raided without loss"), (1, "1 bomber shot down")]
)
def test_a_raid_is_told_as_a_raid(face: int, told_as: str) -> None:
    scene = Scene(
        "round: 2\nturn: germany, combat_move\ncash: germany 30, ussr 20\n"
        "Eastern Europe: germany; germany 1 bom\nGermany: germany; germany 6 inf, 1 factory\n"
        "Russia: ussr; ussr 3 inf, 1 aa, 1 factory"
    )
    told = Chronicle(scene.record)
    for text in ("raid 1 bom Eastern Europe>Russia", "end", "fight Russia"):
        told.note(scene.code(text), scene.record)
        scene.play(text, face)
    said = told.tell(scene.record)
    assert told_as in said["en"]
    assert "raid sur Russie" in said["fr"].replace("Raid", "raid")
    assert "does not take it" not in said["en"]


def test_quiet_turns_say_where_the_army_went() -> None:
    record = Scene(TEXT).record
    told = Chronicle(record)
    record.units[space("eastern-europe"), 1, INFANTRY] += 5
    text = told.tell(record)["en"]
    assert text.startswith("Germany neither attacks nor buys. 5 infantry march to Eastern Europe, where 9 infantry and 2 armor now stand.")  # fmt: skip


def why(text: str, *orders: str, index: int = 0, **options: object) -> dict[str, str]:
    """The title and the lines of an explanation by their labels, in English."""
    state = GAME.position(text, options)
    view = state.view(int(state.record.power))
    codes, ahead = [], View(GAME, state.copy().record, view.seat)
    for one in orders:
        codes.append(ahead.game.notation.read_move(ahead.record, one))
        rules.play(ahead.record, codes[-1], new_chance("why"))
    found = explain(view, codes, index, Said({"en": "Because.", "fr": "Parce que."}))
    assert all(line.text["fr"] and line.label["fr"] for line in found.lines)
    return {"title": found.title["en"], **{line.label["en"]: line.text["en"] for line in found.lines}}


def test_an_attack_is_explained_by_its_odds_with_and_without_the_units() -> None:
    text = TEXT.replace("germany, buy", "germany, combat_move")
    found = why(text, "1 inf Eastern Europe>Ukraine S.S.R.", "2 arm Eastern Europe>Ukraine S.S.R.", index=1)
    assert found["title"] == "Attack on Ukraine S.S.R. with 1 infantry and 2 armor"
    assert found["Why"] == "Because."
    assert found["Odds"].startswith("Succeeds 100 times in 100")
    assert found["Otherwise"].startswith("Without 2 armor: 25 times in 100")
    assert found["Best alternative"].startswith("Join an attack on Karelia S.S.R.: 100 times in 100")


def test_a_lone_unit_and_an_undefended_space() -> None:
    text = "turn: germany, combat_move\nEastern Europe: germany; germany 1 inf\nUkraine S.S.R.: ussr\nRussia: ussr; ussr 1 inf"
    found = why(text, "1 inf Eastern Europe>Ukraine S.S.R.")
    assert found["Otherwise"] == "Without 1 infantry nobody could take Ukraine S.S.R., worth 3 IPC."
    assert "Odds" not in found


def test_moves_purchases_and_placements_are_explained_by_what_they_hold() -> None:
    text = "turn: germany, noncombat\nGermany: germany; germany 4 inf, 1 factory\nEastern Europe: germany; germany 1 inf\nKarelia S.S.R.: ussr; ussr 4 inf, 2 arm"
    found = why(text, "3 inf Germany>Eastern Europe")
    assert found["title"] == "March to Eastern Europe"
    chances = [int(re.findall(r"(\d+) times", found[label])[0]) for label in ("Odds", "Otherwise")]
    assert chances[0] < chances[1]
    bought = why(text.replace("noncombat", "buy") + "\ncash: germany 12", "buy 4 inf")
    assert bought["title"] == "Purchase: 4 infantry"
    assert "12 IPC would also buy 2 armor" in bought["Best alternative"]
    placed = why(text.replace("noncombat", "place") + "\n~bought: 1/0=3", "place 3 inf Germany")
    assert placed["title"] == "Placing 3 infantry: Germany"


def test_a_raid_is_explained_by_the_money_it_costs() -> None:
    text = (
        "turn: germany, combat_move\ncash: germany 30, ussr 20, uk 9\nEastern Europe: germany; germany 2 bom\n"
        "Germany: germany; germany 6 inf, 1 factory\nRussia: ussr; ussr 3 inf, 1 aa, 1 factory\n"
        "United Kingdom: uk; uk 9 inf, 1 factory\n"
    )
    found = why(text, "raid 2 bom Eastern Europe>Russia")
    # Two bombers, each shot down one time in six: 2 x 5/6 x 3.5 IPC for 2 x 1/6 x 15.
    assert found["Odds"] == "On average it costs the enemy 5.8 IPC of cash, and us 5.0 IPC of bombers."
    assert found["Otherwise"] == "Without 2 bombers: 0.0 IPC for the enemy and 0.0 for us."
    # No more than all its cash, and no gun.
    assert found["Best alternative"] == "Raid United Kingdom: 6.7 IPC for the enemy and 0.0 for us."
    state = GAME.position(text, {})
    for order in ("raid 2 bom Eastern Europe>Russia", "end"):
        rules.play(state.record, state.parse(order), new_chance("raid"))
    fought = explain(state.view(1), [state.parse("fight Russia")], 0)
    assert [line.text["en"] for line in fought.lines] == [found["Odds"]]


def test_a_landing_is_explained_by_the_other_coasts() -> None:
    text = (
        "turn: uk, combat_move\nUnited Kingdom: uk; uk 2 inf\nNorth Sea and British waters: uk 1 tra\n"
        "Western Europe: germany; germany 1 inf\nFinland Norway: germany\nGermany: germany; germany 9 inf"
    )
    orders = ("load 2 inf United Kingdom>tra 0", "unload 2 inf tra 0>Finland Norway")
    for index in range(2):
        found = why(text, *orders, index=index)
        assert "Finland-Norway" in found["title"]
        assert "Without" in found["Otherwise"]
        assert re.match(r"(Land in|Wait in) ", found["Best alternative"])


def test_research_is_explained_by_its_odds_and_its_price() -> None:
    found = why(
        "turn: germany, research\ncash: germany 30\nGermany: germany; germany 1 factory", "research 2"
    )
    assert found["title"] == "Research with 2 dice"
    assert found["Odds"].startswith("Finds something 31 times in 100")  # 1 - (5/6) ** 2
    assert "10 IPC" in found["Otherwise"]
    assert found["Best alternative"].startswith("10 IPC would buy ")


def test_decisions_in_a_battle_name_the_other_decision() -> None:
    text = TEXT.replace("germany, buy", "germany, combat_move").replace("ussr 1 inf", "ussr 3 inf, 2 arm")
    state, chance = GAME.position(text, {}), new_chance("answers")
    orders = ("4 inf Eastern Europe>Ukraine S.S.R.", "2 arm Eastern Europe>Ukraine S.S.R.")
    for text in (*orders, "end", "fight Ukraine S.S.R."):
        rules.play(state.record, state.parse(text), chance)
    seen = set()
    while int(state.record.battle) >= 0:
        view = state.view(state.to_move)
        for code in state.moves:
            found = explain(view, [code], 0)
            assert found.title["en"] == "Battle: Ukraine S.S.R."
            lines = {line.label["en"]: line.text["en"] for line in found.lines}
            assert "times in 100" in lines["Odds"]
            seen.add(lines["Best alternative"].split()[0])
        rules.play(state.record, state.moves[0], chance)
    assert {"There", "Choose"} & seen
    assert {"Retreat", "Go"} <= seen


def test_the_title_names_the_operation_of_the_program() -> None:
    text = TEXT.replace("germany, buy", "germany, combat_move")
    view = GAME.position(text, {}).view(1)
    code = view.game.notation.read_move(view.record, "2 arm Eastern Europe>Ukraine S.S.R.")
    said = Said({"en": "So.", "fr": "Voilà."}, {"operation": {"en": "Moscow", "fr": "Moscou"}})
    found = explain(view, [code], 0, said)
    assert found.title["en"] == "Moscow – Attack on Ukraine S.S.R. with 2 armor"
    assert found.title["fr"].startswith("Moscou – Attaque")


def test_programs_hand_on_the_operation_they_follow() -> None:
    agent = build_agent(GAME, "general:operations=on", 1)
    match, named = Match(GAME, {}, 1), set()
    while int(match.state.record.round_number) == 1 and int(match.state.record.power) == 0:
        view = match.view()
        decision = agent.decide(view, Budget()) if view.seat == 0 else None
        if decision is not None and decision.why is not None and "operation" in decision.why.data:
            named.add(decision.why.data["operation"]["en"])
            assert decision.why.data["rule"]["en"].startswith(f"{decision.why.data['operation']['en']}: ")
        match.play(decision.move if decision is not None else view.moves[0])
    assert named


def test_the_companion_lists_orders_under_their_operation() -> None:
    state = GAME.start({})
    while int(state.record.phase) != COMBAT_MOVE:
        rules.play(state.record, state.parse("end"), new_chance("companion"))
    plan = make_plan(state, "general:operations=on", 1, Budget())
    under = [line for line in plan.orders if line.why["en"].startswith(f"{line.title['en']}: ")]
    assert under
    assert all(line.why["fr"].startswith(f"{line.title['fr']} : ") for line in under)


@pytest.mark.parametrize("preset", ["training", "revised"])
def test_every_order_of_a_game_can_be_asked_why(preset: str) -> None:
    match = Match(GAME, {"preset": preset, "rounds": 1}, 4)
    agents = [build_agent(GAME, "greedy", seat) for seat in range(match.state.seats)]
    while not match.state.over:
        view = match.view()
        match.play(agents[view.seat].decide(view, Budget()).move)
    for ply in range(0, len(match.moves), 3):
        found = story.explain(match, ply, None, Budget())
        assert found.title["en"]
        assert all(line.text[language] for line in found.lines for language in ("en", "fr"))
    told = story.remarks(match, 0, Budget())
    assert [remark.seat for remark in told] == list(range(match.state.seats))
    assert [remark.first for remark in told] == [0, *(remark.last + 1 for remark in told[:-1])]
    assert told[-1].last == len(match.moves) - 1
    assert all(sentences(remark.text["en"]) == 3 and -1 <= remark.turn <= 1 for remark in told)
    assert [one.first for one in story.remarks(match, told[-1].first, Budget())] == [told[-1].first]


def test_an_opening_is_a_record_that_replays() -> None:
    match, turns = play(Opening("general", "general", "1"))
    assert [turn.power for turn in turns] == [0, 1, 2, 3, 4]
    assert all(turn.orders and turn.comment["fr"] for turn in turns)
    assert match.state.over


def test_the_page_names_every_power_and_its_records(tmp_path: Path) -> None:
    folder = tmp_path / "openings"
    text = page((Opening("general", "general", "1"),), folder)
    assert len(re.findall(r"^### 1\.[1-5] ", text, re.MULTILINE)) == 5
    assert re.search(r"^## 1\. .+ – .+ – .+$", text, re.MULTILINE)
    assert re.search(r"^- \*Attacks\*: .+ from .+\.$", text, re.MULTILINE)
    record = read_record((folder / "opening-1.txt").read_text("utf-8"))
    assert record.replay().state.over
    assert len(OPENINGS) == 6

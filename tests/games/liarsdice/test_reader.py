"""The program `reader`: its belief, what it learns about opponents, its bluffs, its training."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import partie
from partie.cli import app
from partie.core.agent import Budget
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadSpec, PartieError
from partie.core.game import State
from partie.core.match import Match, play_out
from partie.core.record import record_of
from partie.core.registry import build_agent
from partie.games.liarsdice.players.reader.agent import (
    MODELS,
    ReaderAgent,
)
from partie.games.liarsdice.players.reader.behaviour import (
    BUCKETS,
    GROUPS,
    MOST_ACTIONS,
    SCENE,
    SLIP,
    actions,
    count_held,
    fill_buckets,
    fill_scene,
    legal_count,
    weight,
)
from partie.games.liarsdice.players.reader.belief import (
    HAND_COUNT,
    HANDS,
    count_chances,
    held_chances,
)
from partie.games.liarsdice.players.reader.training import (
    PEOPLE,
    encoded,
    kind_of,
    learn_kinds,
    read_lessons,
    train_reader,
    with_lessons,
)
from partie.games.liarsdice.rules.bids import (
    face_of,
    matching,
    quantity_of,
)
from partie.games.liarsdice.text.notation import read_move
from partie.learn.choices import fit, surprise
from partie.learn.opponents import Behaviours, OpponentModel
from partie.testing import AgentContract

GAME = partie.game("liarsdice")
MODEL = MODELS.load("reader")


class TestReaderAgent(AgentContract):
    game = GAME
    specs = ["reader:rounds=32"]


def likelihood(state: State, seat: int, cup: tuple[int, ...], move: int, table: Any) -> float:
    """The chance that a player of this behaviour with this cup makes this move, computed the plain way."""
    record = state.copy().record
    record.cups[seat, :] = 0
    for face in cup:
        record.cups[seat, face] += 1
    scene, held = np.empty(SCENE, np.int64), np.empty(6, np.int64)
    moves, features = np.empty(MOST_ACTIONS, np.int64), np.empty((MOST_ACTIONS, GROUPS), np.int64)
    buckets = np.empty(BUCKETS, np.int64)
    fill_buckets(int(record.total), int(record.faces), int(record.wild), int(record.dice[seat]), buckets)
    fill_scene(record, seat, scene)
    count_held(record.cups, seat, record.faces, record.wild, held)
    n = actions(scene, buckets, held, moves, features)
    weights = [weight(table, features[i]) for i in range(n)]
    chosen = sum(w for w, m in zip(weights, moves, strict=False) if m == move)
    assert legal_count(scene) == len(state.moves)
    return float((1 - SLIP) * chosen / sum(weights) + SLIP / legal_count(scene))


@pytest.mark.parametrize("wild", ["none", "ones", "last"])
def test_belief_is_bayes(wild: str) -> None:
    """Compare with a sum over all rolls of two dice."""
    options = {"dice": 2, "faces": 3, "wild": wild}
    state = GAME.start(options, seats=2)
    bids = ["1x2", "1x3", "2x2"]
    reader = agent()
    posterior: defaultdict[tuple[tuple[int, ...], int], float] = defaultdict(float)
    for cup in itertools.product(range(3), repeat=2):
        for kind, prior in enumerate(reader.prior):
            posterior[tuple(sorted(cup)), kind] += prior / 9
    for bid in bids:
        if state.to_move == 0:
            for cup, kind in posterior:
                posterior[cup, kind] *= likelihood(state, 0, cup, read_move(bid), reader.tables[kind])
        state.play(bid)
    total = sum(posterior.values())
    belief = reader.read(state.view(1))
    for hand in range(HAND_COUNT[1, 2]):
        cup = tuple(face for face in range(3) for _ in range(HANDS[1, 2, hand, face]))
        for kind in range(len(reader.prior)):
            assert belief[0, kind, hand] == pytest.approx(posterior[cup, kind] / total, rel=1e-9)


def agent(**changes: object) -> ReaderAgent:
    settings = {"rounds": 400, "memory": True, "doubt": 0.2, "model": "reader"} | changes
    return ReaderAgent(GAME, 1, **settings)  # type: ignore[arg-type]


def test_belief_is_a_distribution() -> None:
    chances = np.zeros(50)
    for seed in range(12):
        match = Match(GAME, {"wild": ("none", "ones", "last")[seed % 3]}, seed, 2 + seed % 7)
        players = [build_agent(GAME, "odds", i) for i in range(match.state.seats)]
        reader = agent()
        for _ in range(25):
            if match.state.over:
                break
            view = match.view()
            belief = reader.read(view) if view.seat == 0 else None
            if belief is not None:
                for seat in range(1, view.seats):
                    assert belief[seat].sum() == pytest.approx(1.0)
                    assert belief[seat].min() >= 0.0
                count_chances(view.record, 0, belief, 1, chances)
                assert chances.sum() == pytest.approx(1.0)
            match.play(players[view.seat].decide(view, Budget()).move)


def honest_opening(chance: Any) -> State:
    """A game of two whose first player has bid exactly what they hold of their most frequent face."""
    state = GAME.start(chance=chance, seats=2)
    cup = state.record.cups[0]
    face = int(np.argmax(cup))
    state.play(f"{int(cup[face])}x{face + 1}")
    return state


def predicted(reader: ReaderAgent, state: State, number: int) -> float:
    """The log probability the reader gave to what the first player really holds of the face bid."""
    view = state.view(1)
    view.record.rounds = number
    face, chances = face_of(int(view.record.standing)), np.empty(7)
    held_chances(view.record, view.record.dice.astype(np.int64), reader.read(view), 0, face, chances)
    return float(np.log(chances[state.record.cups[0, face]]))


def test_it_gets_to_know_an_opponent() -> None:
    """After some showdowns, a player who bids exactly what they hold is predicted better than at first."""
    chance = new_chance("honest")
    acquainted, stranger = agent(), agent(memory=False)
    gained = []
    for number in range(1, 61, 2):
        state = honest_opening(chance)
        gained.append(predicted(acquainted, state, number) - predicted(stranger, state, number))
        state.play("liar", chance)
        view = state.view(1)
        view.record.rounds = number + 1
        acquainted.read(view)
    assert gained[0] == 0.0
    assert np.mean(gained[-10:]) > 0.05
    assert np.mean(gained[-10:]) > np.mean(gained[:3])


def test_a_single_view_teaches_the_last_showdown() -> None:
    """At a table, programs are built afresh for each decision."""
    view = GAME.position("1122/????? 0 2 - 11223/44466:1:3x4,liar", seats=2).view(0)
    reader = agent()
    reader.read(view)
    assert reader.others[1].showdowns == 1
    assert not np.allclose(reader.others[1].kinds, reader.prior)
    reader.read(view)
    assert reader.others[1].showdowns == 1, "a showdown is learned from once"


def test_it_bluffs() -> None:
    """In some of these rounds it bids on a face it does not hold, although the bid is probably false."""
    reader, bluffs = agent(rounds=200), []
    for seed in range(25):
        match = Match(GAME, {}, f"bluff {seed}", 5)
        for _ in range(2):
            match.play(build_agent(GAME, "odds", seed).decide(match.view(), Budget()).move)
        if match.state.record.rounds > 1:
            continue
        view = match.view()
        decision = reader.decide(view, Budget())
        held = matching(view.record.cups, view.seat, face_of(decision.move), -1)
        if quantity_of(decision.move) and held == 0 and decision.why and decision.why.data["percent"] < 50:
            assert decision.why.key == "liarsdice.reader_bluff"
            bluffs.append(view.text(decision.move))
    assert bluffs


def test_an_implausible_bid_is_contested() -> None:
    view = GAME.position("11111/????? 1 1 5x6 -", seats=2).view(0)
    assert view.text(agent().decide(view, Budget()).move) == "liar"


def test_acquaintance_blends() -> None:
    someone = OpponentModel(np.array([0.5, 0.5]), 3)
    assert someone.kinds.tolist() == [0.5, 0.5]
    assert someone.corrections.tolist() == [1.0, 1.0, 1.0]
    for _ in range(5):
        someone.learn(np.array([-1.0, -2.0]), 2, np.array([0.5, 0.25, 0.25]))
    assert someone.kinds[0] > 0.9
    assert someone.corrections[2] > 1.5 > 1.0 > someone.corrections[0]


def test_choices_are_learned() -> None:
    """The second of three actions, taken four times in five, gets its share."""
    features = np.tile(np.arange(3, dtype=np.int16).reshape(1, 3, 1), (500, 1, 1))
    counts, chosen = np.full(500, 3), np.where(np.arange(500) % 5, 1, 0)
    weights = fit(features, counts, chosen, np.zeros(3), 0.1, 40, 0.05, new_chance("fit"))
    shares = np.exp(weights) / np.exp(weights).sum()
    assert shares[:2] == pytest.approx([0.2, 0.8], abs=0.03)
    assert surprise(features, counts, chosen, weights) < 0.6


def small_model(seed: int) -> Behaviours:
    return train_reader(None, games=6, seed=seed, specs=("naive", "odds"))


def test_training_is_reproducible(tmp_path: Path) -> None:
    first, second = small_model(3), small_model(3)
    assert first.kinds == second.kinds
    assert "reader" in first.kinds
    assert np.array_equal(first.weights, second.weights)
    assert np.array_equal(first.stakes, second.stakes)
    assert not np.array_equal(first.weights, small_model(4).weights)
    first.save(tmp_path / "model.json")
    again = Behaviours.load(tmp_path / "model.json")
    assert again.kinds == first.kinds
    assert np.allclose(again.weights, first.weights, atol=1e-3)


def write_records(folder: Path, seeds: range, names: Sequence[str] = ("Ann", "Léa", "naive")) -> Path:
    """Finished games between players who bid like `naive`, as files."""
    folder.mkdir(exist_ok=True)
    for seed in seeds:
        match = Match(GAME, {}, seed, 3)
        play_out(match, [build_agent(GAME, "naive", f"{seed}{seat}") for seat in range(3)])
        (folder / f"{seed}.txt").write_text(str(record_of(match, list(names))), encoding="utf-8")
    return folder


def decisions(model: Behaviours, kind: str) -> int:
    return int(model.card["kinds"][kind]["decisions"])


def test_training_from_records_of_people(tmp_path: Path) -> None:
    folder = write_records(tmp_path / "records", range(4))
    (folder / "notes.txt").write_text("not a record", encoding="utf-8")
    out = tmp_path / "out" / "mine.json"
    model = train_reader(folder, out)
    assert PEOPLE in model.kinds
    assert set(MODEL.kinds) <= set(model.kinds)
    assert model.card["people"]["games"] == 4
    assert Behaviours.load(out).kinds == model.kinds
    with pytest.raises(PartieError, match="no finished records"):
        train_reader(tmp_path / "nowhere")


def test_few_records_move_a_well_known_kind_a_little(tmp_path: Path) -> None:
    """Eight games with `naive` once replaced what 4,917 of its decisions had taught."""
    records = write_records(tmp_path / "records", range(8))
    lessons = read_lessons(GAME, records)
    met = len(lessons.of_kind("naive"))
    model = with_lessons(MODEL, lessons, 0)
    assert decisions(MODEL, "naive") < decisions(model, "naive") <= decisions(MODEL, "naive") + met
    naive = MODEL.kinds.index("naive")
    assert model.kinds[: len(MODEL.kinds)] == MODEL.kinds
    held_out = read_lessons(GAME, write_records(tmp_path / "more", range(100, 120)))
    others = encoded(held_out, held_out.of_kind("naive"))
    alone = learn_kinds(lessons, 0)[0]["naive"]
    was, now, replaced = (
        surprise(others.features, others.counts, others.chosen, weights)
        for weights in (MODEL.weights[naive], model.weights[naive], alone)
    )
    assert now < was + 0.05
    assert replaced > now + 0.05, "few decisions alone know less than many and few together"
    for kind in set(MODEL.kinds) - {"naive", "anybody"}:
        number = MODEL.kinds.index(kind)
        assert np.array_equal(model.weights[number], MODEL.weights[number]), "nobody met a " + kind
        assert model.card["kinds"][kind] == MODEL.card["kinds"][kind]


def test_the_weight_of_evidence_is_its_amount(tmp_path: Path) -> None:
    """The same records count for more in a model that was made from little."""
    lessons = read_lessons(GAME, write_records(tmp_path / "records", range(3)))
    naive = MODEL.kinds.index("naive")
    little = replace(
        MODEL,
        card={**MODEL.card, "kinds": {**MODEL.card["kinds"], "naive": {**MODEL.card["kinds"]["naive"], "decisions": 50}}},
    )  # fmt: skip
    moved = [
        np.abs(with_lessons(old, lessons, 0).weights[naive] - MODEL.weights[naive]).sum()
        for old in (MODEL, little)
    ]
    assert 0 < 10 * moved[0] < moved[1]


def test_records_are_added_and_none_counts_twice(tmp_path: Path) -> None:
    folder = write_records(tmp_path / "records", range(3))
    (folder / "a-copy.txt").write_text((folder / "1.txt").read_text(encoding="utf-8"), encoding="utf-8")
    first = train_reader(folder)
    assert first.card["people"]["games"] == 3
    with pytest.raises(PartieError, match="already learned from all 4 records"):
        train_reader(folder, base=first)
    write_records(folder, range(3, 5))
    second = train_reader(folder, base=first)
    assert second.card["people"]["games"] == 5
    assert decisions(second, PEOPLE) > decisions(first, PEOPLE)
    assert second.prior[second.kinds.index(PEOPLE)] > first.prior[first.kinds.index(PEOPLE)]


def test_a_record_that_does_not_replay_is_named(tmp_path: Path) -> None:
    folder = write_records(tmp_path / "records", range(1))
    text = (folder / "0.txt").read_text(encoding="utf-8")
    (folder / "0.txt").write_text(re.sub(r"^3\. .*$", "3. 99x6", text, flags=re.M), encoding="utf-8")
    with pytest.raises(PartieError, match=r"0\.txt: Line"):
        train_reader(folder)


def test_the_command_leaves_what_is_shipped_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = write_records(tmp_path / "records", range(2))
    shipped = {file: file.read_bytes() for file in MODELS.shipped.iterdir()}

    def train(*arguments: str) -> str:
        return CliRunner().invoke(app, ["train", "reader", *arguments], catch_exceptions=False).output

    with pytest.raises(PartieError, match="'reader' cannot be the name"):
        train("--records", str(folder), "--name", "reader")
    assert "of 2 new records to what the shipped model knew" in train("--records", str(folder))
    write_records(folder, range(2, 3))
    assert "of 1 new record to what mine knew" in train("--records", str(folder))
    with pytest.raises(PartieError, match="'mine' exists already"):
        train("--games", "1")
    assert MODELS.load("mine").card["people"]["games"] == 3
    build_agent(GAME, "reader:model=mine,rounds=8").decide(GAME.start().view(0), Budget())
    assert {file: file.read_bytes() for file in MODELS.shipped.iterdir()} == shipped


def test_kinds_of_names() -> None:
    assert kind_of(GAME, "Léa") == PEOPLE
    assert kind_of(GAME, "odds:trust=0") == "odds:trust=0"
    assert kind_of(GAME, "beginner") == GAME.levels["beginner"].spec


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "nobody-made-this", "a" * 280])
def test_a_model_is_given_by_name_not_by_path(name: str) -> None:
    with pytest.raises(BadSpec):
        build_agent(GAME, f"reader:model={name}")


def reader(seed: object) -> ReaderAgent:
    made = build_agent(GAME, "reader:rounds=16", seed)
    assert isinstance(made, ReaderAgent)
    return made


def test_a_reader_shown_its_past_views_knows_as_much_as_one_that_played_them() -> None:
    match = Match(GAME, seed="told", seats=3)
    agents = [reader(seat) for seat in range(3)]
    while not match.state.over and match.state.record.rounds < 6:
        match.play(agents[match.state.to_move].decide(match.view(), Budget()).move)
    seat = match.state.to_move
    told, sat = reader("told"), agents[seat]
    told.remember(match.past(seat))
    assert np.allclose(told.read(match.view()), sat.read(match.view()))
    stranger = reader("told")
    assert not np.allclose(stranger.read(match.view()), sat.read(match.view()))

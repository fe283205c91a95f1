"""Games on a device say and decide what they do natively, and are refereed as on a server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core import registry
from partie.core.record import read_record
from partie.service import bundles
from partie.service.secret import fingerprint
from partie.wasm.comparing import answer
from partie.wasm.recording import specs
from partie.wasm.written import option_sets
from tests.games import OURS

LONGEST = 60
EVERY = 9
SEEDS = ("first", "second")
HERE = Path(__file__).parent
INEXACT = {"net", "rollouts", "reader", "seasoned"}
"""Families whose values come from networks, or from exponentials of the C library."""
TOLERANCE = 1e-4
LAST_DIGITS = 1e-12
"""Python's powers and logarithms differ in their last digit between an interpreter and the next."""
COMPARED = ("partie.wasm.comparing", "answer")
AT_START = {"quarto": 300_000}
AT_START_OF_ANY = 1_500_000


def _plain(value: Any) -> Any:
    """A value as it comes back from JSON."""
    return json.loads(
        json.dumps(value, default=lambda one: one.tolist() if isinstance(one, np.generic) else str(one))
    )


def _compare(folder: Path, name: str, questions: list[dict[str, Any]], room: Path) -> None:
    (room / "questions").write_text(json.dumps(questions))
    command = [
        "node",
        str(HERE / "device.mjs"),
        str(folder),
        name,
        str(room / "questions"),
        str(room / "answers"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads((room / "answers").read_text())["answers"]
    for question, one in zip(questions, found, strict=True):
        assert "error" not in one, (question, one)
        native = _plain(answer(registry.game(name), question))
        assert len(native) == len(one["answer"])
        for position, (expected, got) in enumerate(zip(native, one["answer"], strict=True)):
            if "specs" in question:
                family = question["specs"][0].partition(":")[0]
                got = _rounded(got, TOLERANCE if family in INEXACT else LAST_DIGITS)
            assert got == expected, (question, position)


def _rounded(decision: dict[str, Any], tolerance: float) -> dict[str, Any]:
    """A decision whose values may differ by this much (see docs/methods/webassembly.md)."""
    candidates = [
        [move, pytest.approx(value, abs=tolerance), visits, exact]
        for move, value, visits, exact in decision["candidates"]
    ]
    return {**decision, "candidates": candidates}


class OnDevice:
    """What holds for every game on a device. Each has a class of its own, so that the games can be tested in
    different processes."""

    game: str

    @pytest.fixture(scope="class")
    @classmethod
    def folder(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        made = tmp_path_factory.mktemp("device")
        bundles.write(made, [registry.game(cls.game)], [*bundles.ROOTS, COMPARED])
        return made

    def test_everything_shown_is_the_same(self, folder: Path, tmp_path: Path) -> None:
        made, name = folder, self.game
        questions = [
            {"options": options, "seed": seed, "longest": LONGEST}
            for options in option_sets(registry.game(name))
            for seed in SEEDS
        ]
        _compare(made, name, questions, tmp_path)

    def test_every_level_decides_the_same(self, folder: Path, tmp_path: Path) -> None:
        """Moves, values, visits and reasons of all levels, the hinter and searches; budgets are counted."""
        made, name = folder, self.game
        game = registry.game(name)
        questions = [
            {
                "options": options,
                "seed": "levels",
                "longest": LONGEST,
                "every": EVERY,
                "specs": [spec],
            }
            for options in option_sets(game)
            for spec in specs(game)
        ]
        _compare(made, name, questions, tmp_path)

    def test_a_table_is_refereed_as_on_a_server(self, folder: Path) -> None:
        made, name = folder, self.game
        game = registry.game(name)
        seats = game.table_size_with(game.read_options({}))
        command = ["node", str(HERE / "table.mjs"), str(made), name, next(iter(game.levels)), str(seats), "4"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, done.stderr[-2000:]
        found = json.loads(done.stdout.strip().splitlines()[-1])
        answers, created = found["answers"], found["created"]
        assert answers["illegal"]["status"] in (409, 422)
        assert answers["hint"]["status"] == 200
        assert answers["hint"]["body"]["why"]
        assert answers["again"]["status"] == 200
        assert answers["again"]["body"]["seed_hash"] == created["table"]["seed_hash"]
        assert answers["stranger"]["status"] == 403
        assert answers["nowhere"]["status"] == 404
        assert answers["verified"]["body"]["ok"] is True
        assert answers["replay"]["status"] == answers["read"]["status"] == 200
        assert answers["rematch"]["status"] == 201
        assert answers["advice"]["status"] in (200, 422)  # some positions lack the hand of the player to move
        record = read_record(answers["record"]["body"])
        assert record.seed is not None
        assert fingerprint(record.seed) == created["table"]["seed_hash"]
        assert list(record.replay().moves) == list(record.moves)

    def test_it_is_small(self, folder: Path) -> None:
        made, name = folder, self.game
        sizes = json.loads((made / name / "sizes.json").read_text())
        start = sum(sizes[one] for one in ("game.wasm", "game.json", "code.json"))
        assert start < AT_START.get(name, AT_START_OF_ANY)


@pytest.mark.slow
class TestQuarto(OnDevice):
    game = "quarto"


@pytest.mark.slow
class TestLiarsDice(OnDevice):
    game = "liarsdice"


@pytest.mark.slow
class TestHearts(OnDevice):
    game = "hearts"


@pytest.mark.slow
class TestCoinche(OnDevice):
    game = "coinche"


def test_every_game_for_devices_is_tested() -> None:
    tested = {kind.game for kind in OnDevice.__subclasses__()}
    assert tested == {game.name for game in OURS if game.can.on_device}


def test_the_same_sources_give_the_same_files(tmp_path: Path) -> None:
    game = registry.game("quarto")
    first, second = (bundles.write(tmp_path / one, [game]) for one in ("a", "b"))
    assert first[0].bundle.sha256 == second[0].bundle.sha256
    assert first[0].bundle.missing == ()

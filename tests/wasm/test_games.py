"""Every game in WebAssembly and on a device: the same random games and calls, to the bit; the same texts and
decisions; refereed as on a server; and small."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from partie.core import registry
from partie.core.agent import Budget
from partie.core.record import read_record
from partie.games.axisallies.companion import answers, models
from partie.search.kernels.games import play_games
from partie.service import bundles
from partie.service.secret import fingerprint
from partie.testing.amounts import amount
from partie.wasm import checking, recording
from partie.wasm.bench import exported_name
from partie.wasm.build import Built, build
from partie.wasm.node import Request, expected, run
from partie.wasm.same import differences
from tests.games import OURS
from tests.kinds import of_the_day

HERE = Path(__file__).parent
SEED = "same"
PLIES = (10,)
"""Another position than those a module's functions were found in."""
LONGEST = amount(15, 40)
DECISIONS = amount(2, 6)
"""For each program; `partie bench wasm --check N` compares more."""
AT_START = {"quarto": 300_000}
AT_START_OF_ANY = 1_500_000
CARDS_AND_DICE = ("hearts", "liarsdice", "coinche")
TODAY = of_the_day([*CARDS_AND_DICE, *CARDS_AND_DICE, "axisallies"])
"""The game that is compiled and compared besides Quarto: a war once a week, as its module takes three times
as long as the others."""


Asked = tuple[str, dict[str, Any]]
"""The address and the body of a request."""


class OnDevice:
    """What holds for every game. Each has a class of its own, so that games can be tested in different
    processes; the module is built once."""

    game: str
    lacking: tuple[str, ...] = ()
    """Functions that the code on a device names and its module lacks: for training, for memories of people,
    for searches that the game does not offer, and for rounds of `equilibrium` that no table or network knows.
    """
    written_to: Path

    @pytest.fixture(scope="class")
    @classmethod
    def built(cls) -> Built:
        return build(registry.game(cls.game), bundles.ROOTS)

    @pytest.fixture(scope="class")
    @classmethod
    def written(cls, tmp_path_factory: pytest.TempPathFactory) -> bundles.Written:
        made = tmp_path_factory.mktemp("device")
        (one,) = bundles.write(made, [registry.game(cls.game)], [*bundles.ROOTS, checking.COMPARED])
        cls.written_to = made
        return one

    @pytest.fixture(scope="class")
    @classmethod
    def folder(cls, written: bundles.Written) -> Path:
        return cls.written_to

    def questions(self) -> Iterator[Asked]:
        """Requests to the game's own part of the API."""
        yield from ()

    def test_random_games_are_the_same(self, built: Built) -> None:
        game = registry.game(built.game)
        count = 2 if game.longest > 100_000 else 500
        arguments = recording.whole_games(game, count, SEED)
        name = exported_name(built, play_games, arguments)
        (reply,) = run(built.path, [Request(name, arguments)])
        result = play_games(*arguments)
        assert (reply.results, reply.contents) == expected(arguments, result)

    def test_compiled_functions_compute_the_same(self, built: Built) -> None:
        """In every call that decisions of all levels, the hinter and the searches make in a position."""
        game = registry.game(built.game)
        with recording.recording(game, keeps=True) as found:
            recording.ask_all(game, [next(recording.positions(game, SEED, PLIES))])
        assert len(found.calls) > 20
        assert differences(built, found.calls) == []
        wrong = [
            recording.Call(call.name, call.kernel, call.signature, call.before, call.after, 99)
            for call in found.calls
            if call.name == "to_move"
        ]
        assert len(differences(built, wrong)) == len(wrong) > 0, "a different result would be noticed"

    def test_the_layout_of_a_state_is_described(self, built: Built) -> None:
        dtype = registry.game(built.game).dtype
        state = built.description["state"]
        assert state["size"] == dtype.itemsize
        assert list(state["fields"]) == list(dtype.names or ())

    def test_everything_shown_is_the_same(self, folder: Path) -> None:
        found = checking.shown(folder, registry.game(self.game), LONGEST, "first")
        assert found.positions > LONGEST // 2
        assert found.different == ()

    def test_every_program_decides_the_same(self, folder: Path) -> None:
        """Moves, values, visits and reasons of all levels, the hinter and searches; budgets are counted."""
        for found in checking.decisions(folder, registry.game(self.game), DECISIONS):
            assert found.different == ()
            assert found.decisions == DECISIONS

    def test_its_own_routes_answer_the_same(self, folder: Path) -> None:
        """What a game adds to the API is answered on the device."""
        game = registry.game(self.game)
        asked = [[game.name, address, body] for address, body in self.questions()]
        assert (game.can.routes is None) == (not asked)
        if asked:
            assert checking.calls(folder, game, ("partie.service.device", "answer_route"), asked) == []

    def test_a_table_is_refereed_as_on_a_server(self, folder: Path) -> None:
        game = registry.game(self.game)
        seats = game.table_size_with(game.read_options({}))
        command = [
            "node",
            str(HERE / "table.mjs"),
            str(folder),
            self.game,
            next(iter(game.levels)),
            str(seats),
            "4",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, done.stderr[-2000:]
        found = json.loads(done.stdout.strip().splitlines()[-1])
        answers, created = found["answers"], found["created"]
        assert answers["illegal"]["status"] in (409, 422)
        assert answers["hint"]["status"] == answers["level"]["status"] == 200
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
        assert record.origin == "on_device"
        match = record.replay()
        assert list(match.moves) == list(record.moves)
        if game.can.commentary is None:
            assert answers["commentary"]["status"] == answers["why"]["status"] == 404
            return
        commentary = game.can.commentary.load()
        told = [(one["first"], one["last"], one["text"]) for one in answers["commentary"]["body"]["remarks"]]
        assert told == [(one.first, one.last, one.text) for one in commentary.remarks(match, 0, Budget())]
        assert len(told) > 0
        reason = commentary.explain(match, 0, None, Budget())
        assert answers["why"]["body"]["title"] == reason.title
        assert [line["text"] for line in answers["why"]["body"]["lines"]] == [
            one.text for one in reason.lines
        ]

    def test_nothing_that_the_code_names_is_missing(self, written: bundles.Written) -> None:
        assert written.bundle.missing == self.lacking

    def test_it_is_small(self, written: bundles.Written) -> None:
        """All that a first visit transfers, with the interpreter and what all games have in common."""
        assert written.at_start < AT_START.get(self.game, AT_START_OF_ANY)


def companion_questions() -> Iterator[Asked]:
    """A turn in companion mode, with refusals, and the odds of battles."""
    start = answers.start(models.CompanionStart(), Budget()).position
    lines = [
        "turn: germany, combat_move" if line.startswith("turn:") else line for line in start.splitlines()
    ]
    position = "\n".join(lines)
    yield "/api/companion/start", {"options": {}}
    yield "/api/companion/check", {"position": position}
    yield "/api/companion/check", {"position": position.replace("germany", "germoney")}
    for program in ("germany-2009", "germany-2026", "expert"):  # the first two play Germany only
        yield "/api/companion/plan", {"position": position, "program": program}
    plan = answers.plan(models.CompanionPlan(position=position), Budget())
    orders = [order.text for order in plan.orders]
    yield "/api/companion/apply", {"position": position, "orders": orders}
    fought = answers.apply_orders(models.CompanionApply(position=position, orders=orders), Budget())
    battle = next(one for one in fought.battles if one.ready)
    asked = {"position": fought.position, "space": battle.space}
    yield "/api/companion/battle", asked
    yield "/api/companion/battle", {**asked, "result": {"attackers": battle.attackers}}
    texts = (
        "3 inf, 1 arm -> 2 inf",
        "2 sub, 1 ftr -> 1 bb",
        "12 inf, 6 arm, 4 ftr -> 14 inf, 3 arm",
        "3 imf -> 1 inf",
    )
    for text in texts:
        yield "/api/games/axisallies/odds", {"battles": [{"text": text, "sea": "sub" in text}]}
    yield "/api/companion/nowhere", {}


def every_few_days(tested: type[OnDevice]) -> type[OnDevice]:
    """An everyday run builds and compares one of these games, another one each day."""
    return tested if tested.game == TODAY else pytest.mark.thorough(tested)


@pytest.mark.slow
class TestQuarto(OnDevice):
    game = "quarto"


@every_few_days
@pytest.mark.slow
class TestLiarsDice(OnDevice):
    game = "liarsdice"
    lacking = ("games.liarsdice.players.equilibrium.recall.learn", "learn.choices.surprise")


@every_few_days
@pytest.mark.slow
class TestHearts(OnDevice):
    game = "hearts"
    lacking = ("games.hearts.players.net.starts.vary",)


@every_few_days
@pytest.mark.slow
class TestCoinche(OnDevice):
    game = "coinche"
    lacking = (
        "games.coinche.players.net.auctions.ends",
        "games.coinche.players.net.auctions.vary",
        "search.kernels.endings.endings",
    )


@every_few_days
@pytest.mark.slow
class TestAxisAllies(OnDevice):
    game = "axisallies"

    def questions(self) -> Iterator[Asked]:
        yield from companion_questions()


def test_every_game_for_devices_is_tested() -> None:
    tested = {kind.game for kind in OnDevice.__subclasses__()}
    assert tested == {game.name for game in OURS if game.can.on_device}

"""Networks without PyTorch: evaluated in three ways, written, read, stored and used to play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import partie
from partie.core.agent import ask
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadSpec, PartieError
from partie.core.match import Match
from partie.games.hearts.players.net.encoding import INPUTS
from partie.games.hearts.players.net.task import TASK
from partie.learn.net.forward import forward, priors
from partie.learn.net.network import HIDDEN, BadNetwork, Network, new_network, read_network, write_tensors
from partie.learn.net.play import Simulator
from partie.learn.net.task import expected
from partie.learn.tuning.draws import normals
from tests.learn.net.tasks import CUPS_TASK

HEARTS = partie.game("hearts")
ROOT = Path(__file__).resolve().parents[3]


def some_network(inputs: int, outputs: int = 32, seed: int = 1, hidden: tuple[int, ...] = HIDDEN) -> Network:
    """A network whose biases and outputs are not 0."""
    chance = new_chance(seed, "some")
    layers = new_network(inputs, outputs, seed, hidden).layers
    matrix, _ = layers[-1]
    return Network(
        (
            *((weights, normals(chance, len(biases)).astype(np.float32)) for weights, biases in layers[:-1]),
            (normals(chance, *matrix.shape).astype(np.float32), normals(chance, outputs).astype(np.float32)),
        ),
        {
            "head": "values",
            "encoding": "planes",
            "game": "hearts",
            "foretells": "final",
            "centre": 0,
            "half": 40,
        },
    )


def some_inputs(rows: int, inputs: int) -> np.ndarray:
    return np.rint(1.5 * np.clip(normals(new_chance("inputs"), rows, inputs), -1, 1) / 1.5).astype(np.int8)


def reference_outputs(network: Network, row: np.ndarray) -> list[float]:
    """The forward pass in plain Python."""
    values = [float(x) for x in row]
    for number, (matrix, biases) in enumerate(network.layers):
        sums = [
            float(biases[j]) + sum(x * float(matrix[i, j]) for i, x in enumerate(values))
            for j in range(len(biases))
        ]
        if number == len(network.layers) - 2:
            values = [float(np.tanh(x)) for x in sums]
        elif number < len(network.layers) - 1:
            values = [x if x > 0 else float(np.exp(x)) - 1 for x in sums]
        else:
            values = sums
    return values


def compiled_outputs(network: Network, rows: np.ndarray) -> np.ndarray:
    compiled, found = network.compiled(0), []
    for row in rows:
        compiled.scratch[0, : len(row)] = row
        found.append(compiled.scratch[forward(compiled), : network.sizes[-1]].copy())
    return np.array(found)


def test_a_new_network_has_the_default_layers() -> None:
    assert new_network(437, 32, 0).sizes == (437, 384, 384, 256, 128, 32, 32)


def test_numpy_and_compiled_code_compute_the_same() -> None:
    small = some_network(9, 3, hidden=(7, 5, 4))
    rows = some_inputs(20, 9)
    assert small(rows) == pytest.approx(np.array([reference_outputs(small, row) for row in rows]), abs=1e-5)
    for inputs in INPUTS:
        network, rows = some_network(inputs), some_inputs(50, inputs)
        assert compiled_outputs(network, rows) == pytest.approx(network(rows), abs=1e-3)
        assert network(rows[0]) == pytest.approx(network(rows)[0], abs=1e-4)


def test_pytorch_computes_the_same() -> None:
    from partie.learn.net.train_torch import Learner, device_named, evaluator

    for inputs in INPUTS:
        network, rows = some_network(inputs), some_inputs(50, inputs)
        device = device_named("cpu", 1)
        assert evaluator(network, device)(rows) == pytest.approx(network(rows), abs=1e-3)
        again = Learner(network, device, 0.1).network()
        assert (again.flat == network.flat).all()


def test_priors_are_a_softmax_over_legal_moves() -> None:
    network = some_network(INPUTS[1])
    match = Match(HEARTS, seed=5)
    moves = np.array(match.state.moves, np.int64)
    shares = np.zeros(len(moves))
    priors(match.state.record, moves, len(moves), network.compiled(1, 0.5), shares)
    outputs = network(TASK.features(network, match.state.record))
    exponentials = np.exp(outputs[[verbs.output_of(match.state.record, move) for move in moves]] / 0.5)
    assert shares == pytest.approx(exponentials / exponentials.sum(), rel=1e-3)


def test_a_network_is_written_and_read_unchanged(tmp_path: Path) -> None:
    network = some_network(INPUTS[1])
    network.write(tmp_path / "n.safetensors")
    again = read_network(tmp_path / "n.safetensors")
    assert again.sizes == network.sizes
    assert (again.flat == network.flat).all()
    assert again.card == network.card
    (tmp_path / "bad.safetensors").write_bytes(b"nonsense")
    write_tensors(tmp_path / "other.safetensors", {"x": np.zeros(2)}, {})
    for name in ("bad", "other", "missing"):
        with pytest.raises(BadNetwork):
            read_network(tmp_path / f"{name}.safetensors")


def test_networks_are_stored_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    network = some_network(INPUTS[1])
    TASK.networks.keep(network, "mine")
    kept = TASK.networks.load("mine").flat
    assert np.allclose(kept, network.flat, rtol=1 / 256 + 1 / 2048, atol=1e-6)
    assert not np.any(kept.astype(np.float16).view(np.uint16) & 7), "small when it is compressed"
    decision = ask(partie.build_agent(HEARTS, "net:model=mine"), Match(HEARTS, seed=1).view())
    assert len(decision.candidates) == 8
    with pytest.raises(BadSpec, match="no network called 'yours'"):
        partie.build_agent(HEARTS, "net:model=yours")
    with pytest.raises(PartieError, match="cannot be the name"):
        TASK.networks.keep(network, "plain")
    CUPS_TASK.networks.keep(network, "mine")
    with pytest.raises(BadSpec, match="another game"):
        CUPS_TASK.networks.load("mine")


def test_values_are_converted_to_points() -> None:
    network = some_network(INPUTS[1])
    record = Match(HEARTS, seed=1).state.record
    assert expected(network, record, np.array([-1.0, 0.25])).tolist() == [-40.0, 10.0]


def test_deals_replay_from_their_script() -> None:
    network = some_network(INPUTS[0])
    simulator = Simulator(TASK, {"slam": "none"})
    batch = simulator.collect(network, 0, 30, 0.2, "script")
    again = simulator.replay(batch.script, 0)
    for name in ("features", "masks", "nexts", "now", "final"):
        assert np.array_equal(getattr(batch, name), getattr(again, name)), name
    assert batch.final.mean() == -10
    assert len(batch.nexts) == 30 * 32
    assert (batch.nexts == -1).sum() == 30 * 4, "every seat has one last decision"


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    seen = [Simulator(TASK, {}, threads).collect(None, 1, 1500, 1.0, "threads") for threads in (1, 3)]
    for name in ("features", "masks", "nexts", "now", "final"):
        assert np.array_equal(getattr(seen[0], name), getattr(seen[1], name)), name


def test_measured_results_are_those_of_the_players() -> None:
    simulator = Simulator(TASK, {"slam": "none"})
    mean, error = simulator.play_alone(0, 0, 4000, "par")
    assert abs(mean + 10) < 4 * error
    gain, error = simulator.compare(1, 0, 500, "par")
    assert gain > 4 * error, "careful players get more than random ones"
    one, twin = (some_network(INPUTS[0]), 0), (some_network(INPUTS[0]), 0)
    assert simulator.compare(one, twin, 50, "twins") == (0, 0)


def test_playing_needs_no_pytorch() -> None:
    code = (
        "import sys, partie; from partie.core.agent import ask; from partie.core.match import Match;"
        "game = partie.game('hearts'); view = Match(game).view();"
        "ask(partie.build_agent(game, 'net'), view);"
        "ask(partie.build_agent(game, 'mcts:iterations=50,prior=net'), view);"
        "assert 'torch' not in sys.modules and 'matplotlib' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_only_training_modules_import_pytorch() -> None:
    for file in (ROOT / "partie").rglob("*.py"):
        if "import torch" in file.read_text(encoding="utf-8"):
            assert file.parent.name in ("net", "equilibrium")
            assert file.name.startswith("train_")

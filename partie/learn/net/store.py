"""Stored networks: those that come with a game, and those of this machine."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import platformdirs

from partie.core.errors import BadSpec
from partie.learn.names import check_own_name
from partie.learn.net.network import Network, read_network
from partie.learn.net.task import NetTask

_SUFFIX = ".safetensors"


def own_folder(task: NetTask) -> Path:
    """Where networks trained on this machine are stored."""
    return platformdirs.user_data_path("partie") / "networks" / task.game


def stored(task: NetTask) -> dict[str, Path]:
    """Every stored network by name: those shipped, then those of this machine."""
    found: dict[str, Path] = {}
    for folder in (task.models, own_folder(task)):
        for file in sorted(folder.glob(f"*{_SUFFIX}")):
            found.setdefault(file.stem, file)
    return found


def load(task: NetTask, name: str) -> Network:
    """The stored network of that name."""
    files = stored(task)
    if name not in files:
        known = f"there are: {', '.join(files)}" if files else "there is none yet"
        raise BadSpec(
            f"There is no network called {name!r}; {known}. `partie train net {task.game}` makes one."
        )
    return _read(task.game, task.outputs, files[name], files[name].stat().st_mtime_ns, _inputs(task))


def _inputs(task: NetTask) -> tuple[tuple[str, int], ...]:
    return tuple(task.encodings.items())


@lru_cache(maxsize=8)
def _read(game: str, outputs: int, path: Path, changed: int, inputs: tuple[tuple[str, int], ...]) -> Network:
    network = read_network(path)
    fits = (network.card.get("encoding"), network.sizes[0]) in inputs and network.sizes[-1] == outputs
    if network.card.get("game") != game or not fits:
        raise BadSpec(
            f"The network in {path} was made for another game or by another version: train it again."
        )
    return network


def check_name(task: NetTask, name: str) -> None:
    """Complain about a name no network of this machine may have."""
    check_own_name(name, [file.stem for file in task.models.glob(f"*{_SUFFIX}")])


def store(task: NetTask, network: Network, name: str) -> Path:
    """Keep a network on this machine under a name, so that `net:model=NAME` plays it."""
    check_name(task, name)
    path = own_folder(task) / f"{name}{_SUFFIX}"
    network.write(path)
    return path

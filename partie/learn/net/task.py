"""The declaration a game makes so that networks can learn it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partie.core.compiled import verbs
from partie.core.errors import BadSpec, PartieError
from partie.core.game import Game
from partie.learn.net.lockstep import turns
from partie.learn.net.network import REST, Network, read_network
from partie.learn.store import Store


class Shape(NamedTuple):
    """The numbers of inputs and outputs of a network; `compound`: a move may stand for several outputs."""

    inputs: int
    outputs: int
    compound: bool = False


@dataclass(frozen=True)
class NetTask:
    """A game that networks can learn. It must define the verbs `encode` and `output_of`.

    A deal, or a whole game without deals, is played until it is `settled`; the decisions of a seat are judged
    by its `stake` in it.

    `options` are those the network learns to play with. `encodings` has the names of the encodings and the
    shapes of their networks, in the order in which `encode` numbers them. `models` is the folder of the
    networks shipped with the game. `fits(record)` says whether networks can play a position. `yardsticks`
    names the playout policies against which a network is measured, `guests` those that sit at some of the
    tables it learns from, each with its share of the seats. `vary(states, chance)` changes newly dealt tables
    so that the learner meets everything its network is for, such as other options or later deals. `same`
    names the options that games of people must have in common with those of a run. `ends(states, luck)`
    plays positions of which networks are not asked to the end of the deal; `asks(states, seating, player,
    out)` then lists the tables at which they are (as `tables.turns`). `apart` has the tasks of encodings that
    are learned in another way. `cards` is the number of cards whose holders networks can estimate, if the
    game defines the verb `locations`."""

    game: str
    options: Mapping[str, Any]
    encodings: Mapping[str, Shape]
    models: Path
    yardsticks: tuple[str, ...] = ("random",)
    guests: Mapping[str, float] = field(default_factory=dict)
    vary: Callable[[Any, NDArray[np.uint64]], None] | None = None
    fits: Callable[[Any], bool] = field(default=lambda record: True)
    same: tuple[str, ...] = ()
    asks: Callable[[Any, Any, int, Any], int] = turns
    ends: Callable[[Any, Any], None] | None = None
    apart: Mapping[str, NetTask] = field(default_factory=dict)
    cards: int = 0

    @cached_property
    def networks(self) -> Store[Network]:
        """The stored networks: `net:model=NAME` plays one of them."""
        return Store(
            "network",
            f"networks/{self.game}",
            self.models,
            ".safetensors",
            lambda path: self._read(path),
            Network.write_half,
            f"partie train net {self.game}",
        )

    @cached_property
    def beliefs(self) -> Store[Network]:
        """The stored networks that estimate who holds which card."""
        return Store(
            "belief network",
            f"beliefs/{self.game}",
            self.models.parent / "beliefs",
            ".safetensors",
            lambda path: self._read(path, 3 * self.cards),
            Network.write_half,
            f"partie train beliefs {self.game}",
        )

    def _read(self, path: Path, outputs: int = 0) -> Network:
        network = read_network(path)
        shape = self.encodings.get(network.card.get("encoding", ""))
        sizes = (network.sizes[0], network.sizes[-1])
        fitting = shape is not None and sizes == (shape.inputs, outputs or shape.outputs)
        if network.card.get("game") != self.game or not fitting:
            raise BadSpec(
                f"The network in {path} was made for another game or by another version of Partie: "
                "train it again."
            )
        return network

    def learning(self, encoding: str) -> NetTask:
        """The task for networks with this encoding."""
        return self.apart.get(encoding, self)

    def encoding(self, name: str) -> int:
        """The number of an encoding."""
        if name not in self.encodings:
            raise PartieError(f"There is no encoding {name!r}; there are: {', '.join(self.encodings)}.")
        return list(self.encodings).index(name)

    def shape(self, encoding: int) -> Shape:
        """The shape of the networks with the encoding of this number."""
        return list(self.encodings.values())[encoding]

    def codes(self, game: Game, options: Mapping[str, Any]) -> NDArray[np.int64]:
        """The options as integers for compiled rules."""
        values = game.read_options(options)
        codes = [parameter.code(values[parameter.name]) for parameter in game.options]
        return np.array([*codes, game.table_size], np.int64)

    def features(self, network: Network, record: Any) -> NDArray[np.int8]:
        """The inputs of a network for the seat to move."""
        name = network.card["encoding"]
        out = np.zeros(self.encodings[name].inputs, np.int8)
        verbs.encode(record, self.encoding(name), out)
        return out


def expected(network: Network, record: Any, outputs: Any) -> Any:
    """Convert outputs of a value network to expected points at the end for the seat to move."""
    return points(network, float(verbs.stake(record, verbs.to_move(record))), outputs)


def points(network: Network, now: Any, outputs: Any) -> Any:
    """Convert outputs of a value network to expected final points for a seat that has `now` so far."""
    centre, half = float(network.card["centre"]), float(network.card["half"])
    return now + half * outputs if network.card["foretells"] == REST else centre + half * outputs

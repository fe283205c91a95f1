"""Models of opponents, which adapt to each of them during a game.

`Behaviours` is the general model: several kinds of players, each with weights that say how it acts, and how
common each kind is. `OpponentModel` is what is known about one opponent. The two are combined by Bayes' rule:
each time a hand is shown, the kinds that explain the player's actions better become more probable. If the
predicted hands are still wrong, a correction counted from the opponent's own showdowns makes up for it. So
the model works from the first round and improves during a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partie.core.errors import PartieError

Floats = NDArray[np.float64]
_FORMAT = "partie behaviours 1"
_DIGITS = 3


@dataclass(frozen=True)
class Behaviours:
    """Kinds of players: their names, how common they are, and the weights of each (`weights[kind]`).

    `stakes` are weights of what can be won, and `card` describes how the model was made."""

    kinds: tuple[str, ...]
    prior: Floats
    weights: Floats
    stakes: Floats
    card: Mapping[str, Any] = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write the model as readable JSON."""
        document = {
            "format": _FORMAT,
            "card": dict(self.card),
            "stakes": _rounded(self.stakes),
            "kinds": {
                kind: {"prior": round(float(prior), 4), "weights": _rounded(weights)}
                for kind, prior, weights in zip(self.kinds, self.prior, self.weights, strict=True)
            },
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_compact(document), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Behaviours:
        """Read a model that `save` wrote."""
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            if document["format"] != _FORMAT:
                raise ValueError
            kinds = document["kinds"]
            prior = np.array([kind["prior"] for kind in kinds.values()])
            weights = np.array([kind["weights"] for kind in kinds.values()])
            stakes = np.array(document["stakes"])
        except (OSError, ValueError, KeyError, TypeError):
            raise PartieError(f"{path} is not a file with a model of behaviours.") from None
        return cls(tuple(kinds), prior / prior.sum(), weights, stakes, document["card"])


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), _DIGITS) for value in values]


def _compact(document: Mapping[str, Any]) -> str:
    """JSON with every list of numbers on one line."""
    text = json.dumps(document, indent=1, ensure_ascii=False)
    return re.sub(r"\[[^][{}\"]*\]", lambda found: " ".join(found[0].split()), text) + "\n"


class OpponentModel:
    """What is known about one opponent. `levels` is the number of different values a hidden hand can have."""

    CAUTION = 2.0
    """Pseudo-counts: the correction starts as if it had seen this many cases of each value, all as predicted.
    """
    OPEN_MIND = 0.05
    """The weight that the prior over kinds always keeps."""
    TRUST = 0.7
    """The weight of evidence: less than 1, because a kind describes a player only roughly."""

    def __init__(self, prior: Floats, levels: int) -> None:
        self._prior = prior
        self._evidence = np.zeros(len(prior))
        self._shown, self._predicted = np.zeros(levels), np.zeros(levels)
        self.showdowns = self.decisions = 0

    def begin(self, memory: Mapping[str, Any]) -> None:
        """Begin with what `memory` says was learned about this opponent in earlier games."""
        self._evidence = self.TRUST * np.array(memory["evidence"])
        self._shown, self._predicted = np.array(memory["shown"]), np.array(memory["predicted"])
        self.decisions = memory["decisions"]

    def memory(self) -> dict[str, Any]:
        """What has been learned about this opponent, to `begin` another game with."""
        return {
            "evidence": _rounded(self._evidence / self.TRUST),
            "shown": _rounded(self._shown),
            "predicted": _rounded(self._predicted),
            "decisions": self.decisions,
        }

    def learn(self, evidence: Floats, shown: int, predicted: Floats, decisions: int = 0) -> None:
        """Learn from a showdown.

        `evidence` is the log-likelihood of the opponent's actions under each kind, of which there are
        `decisions`; `shown` is the value of the hand (-1: nothing was claimed) and `predicted` the
        distribution that had been predicted for it."""
        self._evidence += self.TRUST * evidence
        self.showdowns += 1
        self.decisions += decisions
        if shown >= 0:
            self._shown[shown] += 1.0
            self._predicted += predicted

    @property
    def kinds(self) -> Floats:
        """The probability of each kind for this opponent."""
        logs = np.log(np.maximum(self._prior, 1e-12)) + self._evidence
        likely = np.exp(logs - logs.max())
        blended: Floats = (1 - self.OPEN_MIND) * likely / likely.sum() + self.OPEN_MIND * self._prior
        return blended

    @property
    def surprises(self) -> Floats:
        """How badly each kind predicts this opponent: the mean of -log(probability) of its decisions."""
        found: Floats = -self._evidence / (self.TRUST * max(1, self.decisions))
        return found

    @property
    def corrections(self) -> Floats:
        """For each value of a hand, the factor by which it occurs more often than predicted."""
        ratio: Floats = (self._shown + self.CAUTION) / (self._predicted + self.CAUTION)
        return ratio

"""What one knows of the people one plays with.

`Behaviours` is the general model: several kinds of player, each a set of weights that says how he acts, and how common each kind is. An `Acquaintance` is what one player has shown so far. The two are blended by Bayes'
rule: how well each kind explains his actions, now that his hand has been seen, shifts the weight between kinds; and where even the blend mispredicts what he holds, a correction counted from his own
showdowns makes up for it. So it works from the first round, and sharpens within a game.
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
    """Kinds of players: names, how common they are, and the weights of each (`weights[kind]`); `stakes` are weights of what there is to win, and `card` says how all this was made."""

    kinds: tuple[str, ...]
    prior: Floats
    weights: Floats
    stakes: Floats
    card: Mapping[str, Any] = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write the model as JSON that a person can look at."""
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
            raise PartieError(f"{path} is not a model of behaviours.") from None
        return cls(tuple(kinds), prior / prior.sum(), weights, stakes, document["card"])


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), _DIGITS) for value in values]


def _compact(document: Mapping[str, Any]) -> str:
    """JSON with every list of numbers on one line."""
    text = json.dumps(document, indent=1, ensure_ascii=False)
    return re.sub(r"\[[^][{}\"]*\]", lambda found: " ".join(found[0].split()), text) + "\n"


class Acquaintance:
    """What one opponent has shown. `levels` is how many different things his hidden hand can turn out to be."""

    CAUTION = 2.0
    """Before the correction believes what it has counted, it has seen so many cases of each sort where all was as predicted."""
    OPEN_MIND = 0.05
    """The share of the general model that always remains."""

    TRUST = 0.7
    """A kind is a rough picture, so what speaks for it counts for less than if it were exact."""

    def __init__(self, prior: Floats, levels: int) -> None:
        self._prior = prior
        self._evidence = np.zeros(len(prior))
        self._shown, self._predicted = np.zeros(levels), np.zeros(levels)
        self.showdowns = 0

    def learn(self, evidence: Floats, shown: int, predicted: Floats) -> None:
        """A showdown: the log-likelihood of his actions under each kind; what he turned out to hold (-1: nothing was claimed) and the distribution that had been predicted."""
        self._evidence += self.TRUST * evidence
        self.showdowns += 1
        if shown >= 0:
            self._shown[shown] += 1.0
            self._predicted += predicted

    @property
    def kinds(self) -> Floats:
        """How probable each kind is for him."""
        logs = np.log(np.maximum(self._prior, 1e-12)) + self._evidence
        likely = np.exp(logs - logs.max())
        blended: Floats = (1 - self.OPEN_MIND) * likely / likely.sum() + self.OPEN_MIND * self._prior
        return blended

    @property
    def ways(self) -> Floats:
        """By what factor he holds each thing more often than predicted."""
        ratio: Floats = (self._shown + self.CAUTION) / (self._predicted + self.CAUTION)
        return ratio

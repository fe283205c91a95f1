"""Small positions for tests of rules: the board is empty except for what a scene lists."""

from __future__ import annotations

from functools import cache
from typing import Any

from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.compiled.verbs import copy
from partie.games.axisallies import GAME, rules
from partie.games.axisallies.rules.board import POWER_IDS
from partie.games.axisallies.rules.legality import check
from partie.games.axisallies.rules.orders import (
    GO_ON,
    LOSE_AS_USUAL,
    plain,
)
from partie.games.axisallies.rules.refusals import LEGAL
from partie.games.axisallies.rules.state import PHASES
from partie.games.axisallies.text.names import (
    SHORT,
    read_space,
)
from partie.games.axisallies.text.notation import (
    order_text,
    read_order,
)
from partie.games.axisallies.text.refusals import SENTENCES


@cache
def _seed(faces: tuple[int, ...]) -> int:
    """A seed whose first dice show these faces."""
    for seed in range(6 ** len(faces) * 30):
        chance = new_chance("dice", seed)
        if all(int(below(chance, 6)) + 1 == face for face in faces):
            return seed
    raise AssertionError(f"no seed shows {faces}")


def dice(*faces: int) -> Any:
    """A generator whose first dice show these faces."""
    return new_chance("dice", _seed(faces))


class Scene:
    """A position in which orders are given one by one."""

    def __init__(self, text: str, **options: Any) -> None:
        self.state = GAME.position(text.strip(), options)
        self.record = self.state.record

    def code(self, text: str) -> int:
        return read_order(self.record, text)

    def why(self, text: str) -> int:
        """Why an order is refused; 0 if it is legal."""
        reason = int(check(self.record, self.code(text)))
        assert reason in SENTENCES
        return reason

    def play(self, text: str, *faces: int) -> Scene:
        """Give a legal order; the first dice it takes show `faces`."""
        code = self.code(text)
        reason = int(check(self.record, code))
        assert reason == LEGAL, f"{text}: {SENTENCES[reason]['en']}"
        assert read_order(self.record, order_text(self.record, code)) == code
        rules.play(self.record, code, dice(*faces))
        return self

    def listed(self, text: str) -> bool:
        """Whether an order is among the legal ones."""
        return self.code(text) in self.state.moves

    def units(self, space: str, power: str, kind: str) -> int:
        return int(
            self.record.units[read_space(self.record, space), POWER_IDS.index(power), SHORT.index(kind)]
        )

    def owner(self, space: str) -> str:
        owner = int(self.record.owner[read_space(self.record, space)])
        return POWER_IDS[owner] if owner >= 0 else "neutral"

    def cash(self, power: str) -> int:
        return int(self.record.cash[POWER_IDS.index(power)])

    @property
    def phase(self) -> str:
        return PHASES[int(self.record.phase)]

    @property
    def deciding(self) -> str:
        return POWER_IDS[self.state.to_move]

    @property
    def fighting(self) -> bool:
        return bool(self.record.battle >= 0)

    def fight_out(self, space: str, chance: Any) -> None:
        """Fight a battle to the end, with the usual losses and no retreat."""
        rules.play(self.record, self.code(f"fight {space}"), chance)
        while self.fighting:
            rules.play(self.record, plain(LOSE_AS_USUAL if self.record.hits > 0 else GO_ON), chance)


def shares(
    text: str, space: str, verdict: Any, battles: int, *orders: str, **options: Any
) -> dict[str, float]:
    """How often each verdict is given over many battles after these orders."""
    scene = Scene(text, **options)
    for order in orders:
        scene.play(order)
    scene.play("end")
    before = scene.state.copy()
    found: dict[str, float] = {}
    for number in range(battles):
        copy(before.record, scene.record)
        scene.fight_out(space, new_chance("battle", number))
        word = verdict(scene)
        found[word] = found.get(word, 0) + 1 / battles
    return found

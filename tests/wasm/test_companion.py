"""The companion of Axis & Allies on a device: reasons of orders, stories of turns, as on a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from partie.core import registry
from partie.core.agent import Budget
from partie.games.axisallies.companion import answers, models
from partie.service import bundles
from partie.wasm import checking

ORDERS = 4
"""Orders of a phase that are explained."""


def questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """A turn of Germany from purchases to battles: why some orders of each phase are given, and its story."""
    position = before = answers.start(models.CompanionStart(), Budget()).position
    given: list[str] = []
    for _ in ("buy", "combat move"):
        plan = answers.plan(models.CompanionPlan(position=position), Budget())
        orders = [order.text for order in plan.orders]
        assert orders
        for index in range(0, len(orders), max(1, len(orders) // ORDERS)):
            yield "/api/companion/why", {"position": position, "orders": orders, "index": index}
        yield "/api/companion/why", {"position": position, "orders": orders, "index": len(orders)}
        position = answers.apply_orders(
            models.CompanionApply(position=position, orders=orders), Budget()
        ).position
        given += orders
    yield "/api/companion/story", {"position": before, "orders": given, "after": position}


@pytest.mark.thorough
@pytest.mark.slow
def test_reasons_and_stories_are_the_same(tmp_path: Path) -> None:
    game = registry.game("axisallies")
    bundles.write(tmp_path, [game], [*bundles.ROOTS, checking.COMPARED])
    asked = [[game.name, address, body] for address, body in questions()]
    assert len(asked) > 2 * ORDERS
    assert checking.calls(tmp_path, game, ("partie.service.device", "answer_route"), asked) == []

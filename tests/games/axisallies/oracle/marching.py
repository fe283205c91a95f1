"""Land units: one space, armor two, blitz and neutrals."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.axisallies.oracle.facts import IS_LAND, LAND, PEACEFUL, WALKERS
from tests.games.axisallies.oracle.war import Order, War


def orders(war: War) -> Iterator[Order]:
    for src in LAND:
        for kind in WALKERS:
            able = war.fresh[src][kind]
            if able == 0:
                continue
            for via, dst in ways(war, src, kind):
                for n in range(1, able + 1):
                    if war.enough_pieces(kind, n, src, dst):
                        yield ("move", n, kind, src, via, dst, "")


def peace(war: War) -> bool:
    return war.options["first_turn_peace"] and war.power in PEACEFUL and war.round == 1


def may_enter(war: War, space: str) -> bool:
    """Whether a space is one to enter in combat movement."""
    if war.foreign(space):
        return not peace(war)
    if war.taken_this_turn(space):
        return True  # others may follow those who took it
    return war.neutral(space) and not war.options["neutrals_closed"] and war.cash[war.power] >= war.options["neutral_charge"]  # fmt: skip


def ways(war: War, src: str, kind: str) -> Iterator[tuple[str | None, str]]:
    around = [space for space in war.near[src] if IS_LAND[space]]
    if war.phase == "noncombat":
        near = {space for space in around if war.friendly(space)}
        far = {space for middle in near for space in war.near[middle] if war.friendly(space) and space != src}
        goals = near | far if kind == "armor" else near
        yield from ((None, dst) for dst in LAND if dst in goals)
        return
    if kind == "aa_gun":
        return
    for dst in around:
        if may_enter(war, dst):
            yield None, dst
    if kind != "armor":
        return
    for via in around:
        blitz = war.foreign(via) and not war.defended(via) and not peace(war)
        if not blitz and not war.friendly(via):
            continue
        for dst in war.near[via]:
            if IS_LAND[dst] and ((may_enter(war, dst) and (blitz or dst != src)) or (blitz and war.friendly(dst))):  # fmt: skip
                yield via, dst


def enter(war: War, space: str, src: set[str]) -> None:
    """Units arrive in combat movement through these spaces."""
    if war.neutral(space):
        war.pay_neutral(space)
    elif war.foreign(space):
        if war.defended(space):
            war.came[space].update(src)
        else:
            war.take(space)


def play(war: War, n: int, kind: str, src: str, via: str | None, dst: str) -> None:
    war.fresh[src][kind] -= n
    war.units[src][war.power][kind] -= n
    if via is not None and war.foreign(via):
        war.reached["blitz"] += 1
        if any(war.units[via][foe]["aa_gun"] for foe in war.foes):
            war.reached["gun overrun by a blitz"] += 1
        enter(war, via, {src})
    if war.phase == "combat_move":
        enter(war, dst, {src if via is None else via, src})
    war.units[dst][war.power][kind] += n

"""What programs remember of people from one game to the next.

A memory is stored when a game is over, and with the next table when its person sits down there: so what a
program decides still depends on the table alone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any

from sqlalchemy import delete, select

from partie.core import registry
from partie.core.agent import Budget
from partie.core.errors import PartieError
from partie.core.match import Match
from partie.core.memory import Memories, Memory
from partie.service import models
from partie.service.show import render_reason
from partie.service.storage import MemoryRow, Storage
from partie.service.table import Seat, Table
from partie.service.thinking import Thinking

log = logging.getLogger(__name__)

_SECONDS = 10.0


def recollect(storage: Storage, game: str, seat: Seat) -> Mapping[str, Any] | None:
    """Return what programs of a game know of the person in a seat; None if nothing, or if they may not."""
    if not seat.known or seat.player is None:
        return None
    with storage.session() as session:
        row = session.get(MemoryRow, (seat.player, game))
        return None if row is None else row.data


def learn_later(storage: Storage, thinking: Thinking, table: Table) -> None:
    """Remember what the people at a finished table have shown, as soon as there is time."""
    ref = table.game.can.memory
    people = [
        number for number, seat in enumerate(table.seats) if seat.known and number not in table.stand_ins
    ]
    if ref is None or not people or table.origin != "played":
        return
    memories: Memories = ref.load()
    match = table.match.copy()
    for number in people:
        seat = table.seats[number]
        run = partial(_learned, memories, match, number, recollect(storage, table.game.name, seat))
        done: Callable[[Future[Memory | None]], None] = partial(_keep, storage, table.game.name, seat)
        thinking.follow_up(run, _SECONDS, f"memory of {table.id}", done)


def _learned(
    memories: Memories, match: Match, seat: int, before: Memory | None, budget: Budget
) -> Memory | None:
    return memories.learn(match, seat, before)


def _keep(storage: Storage, game: str, seat: Seat, learned: Future[Memory | None]) -> None:
    try:
        memory = learned.result()
        if memory is not None:
            with storage.session(write=True) as session:
                session.merge(MemoryRow(player=seat.player, game=game, name=seat.name, data=dict(memory)))
    except Exception:
        log.exception("what a person has shown could not be kept")


def described(storage: Storage, player: str) -> Iterator[tuple[str, int, list[models.Reason]]]:
    """Yield, for every game whose programs remember a person, the number of games and what they know."""
    query = select(MemoryRow).where(MemoryRow.player == player).order_by(MemoryRow.game)
    with storage.session() as session:
        rows = list(session.scalars(query))
    for row in rows:
        try:
            game = registry.game(row.game)
        except PartieError:
            continue
        if game.can.memory is not None:
            memories: Memories = game.can.memory.load()
            known = [render_reason(game, why.key, why.data) for why in memories.describe(row.data)]
            yield row.game, int(row.data.get("games", 0)), known


def forget(storage: Storage, is_theirs: Callable[[Mapping[str, Any]], bool]) -> int:
    """Delete all memories of a person; return how many there were."""
    with storage.session(write=True) as session:
        found = list(session.execute(select(MemoryRow.player, MemoryRow.name).distinct()))
        keys = [player for player, name in found if is_theirs({"player": player, "name": name})]
        if not keys:
            return 0
        count = len(list(session.scalars(select(MemoryRow.game).where(MemoryRow.player.in_(keys)))))
        session.execute(delete(MemoryRow).where(MemoryRow.player.in_(keys)))
        return count

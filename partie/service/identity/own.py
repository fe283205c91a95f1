"""What is stored about a person: their results and ratings, and how to delete it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from partie.arena.live import Key, LiveRatings
from partie.arena.people import Outcome, Result
from partie.service import secret
from partie.service.identity import memories, models
from partie.service.results import outcomes
from partie.service.storage import Storage

_MOST_RESULTS = 500
_MOST_FAVOURITES = 3


def own_data(storage: Storage, device: str, name: str | None) -> models.Own:
    """Return the results and ratings of a person."""
    player = secret.player_key(device, name)
    games, results = [], []
    for game in storage.games_of(player):
        found = outcomes(storage, game, on_device=True)
        games.append(_own_game(game, player, found, storage.favourites(player, game)))
        results += [_own_result(outcome, own) for outcome in found if (own := _seat_of(outcome, player))]
    results.sort(key=lambda one: one.finished, reverse=True)
    known = [
        models.OwnMemory(game=game, games=count, known=facts)
        for game, count, facts in memories.described(storage, player)
    ]
    return models.Own(games=games, results=results[:_MOST_RESULTS], memories=known)


def _seat_of(outcome: Outcome, player: str) -> Result | None:
    return next((one for one in outcome.seats if one.player == player), None)


def _own_game(game: str, player: str, found: Iterable[Outcome], favourites: Iterable[str]) -> models.OwnGame:
    ratings, key = LiveRatings(), Key("person", player)
    history, mine, seen_here = [], [], []
    for outcome in found:
        own = _seat_of(outcome, player)
        if own is None and outcome.on_device:
            continue
        if outcome.on_device:  # nothing proves who played it, nor against what: it moves no rating
            mine += [] if own is None else [own]
            continue
        before = ratings.rated[key].games if key in ratings.rated else 0
        ratings.add(outcome)
        if own is None:
            continue
        mine.append(own)
        seen_here.append(own)
        if key in ratings.rated and ratings.rated[key].games > before:
            rated = ratings.rated[key]
            history.append(models.OwnRating(finished=outcome.finished, rating=rated.rating, ci95=rated.ci95))
    decisions = sum(own.decisions for own in seen_here)
    return models.OwnGame(
        game=game,
        played=len(mine),
        on_device=len(mine) - len(seen_here),
        won=sum(own.share for own in mine),
        seconds_per_move=sum(own.seconds for own in seen_here) / decisions if decisions else None,
        ratings=history,
        favourites=[
            models.OwnFavourite(move=move, times=times)
            for move, times in Counter(favourites).most_common(_MOST_FAVOURITES)
        ],
    )


def _own_result(outcome: Outcome, own: Result) -> models.OwnResult:
    side = next((group for group in outcome.groups if own in group), [own])
    return models.OwnResult(
        table=outcome.table,
        game=outcome.game,
        finished=outcome.finished,
        on_device=outcome.on_device,
        seat=own.seat,
        share=own.share,
        score=own.score,
        others=[
            models.OwnOpponent(name=one.name, agent=one.agent, partner=one in side)
            for one in outcome.seats
            if one.player is None or one.player != own.player
        ],
    )


def forget(storage: Storage, device: str, tables: Iterable[str]) -> tuple[models.Forgotten, list[str]]:
    """Delete whose the results and seats of a browser are; return how many, and the tables that were changed.

    The games stay, because others played them too."""

    is_theirs = _belongs_to(device)
    results, concerned = storage.forget_results(is_theirs)
    known = [one for one in dict.fromkeys([*concerned, *tables]) if secret.is_id(one)]
    seats = {table: storage.forget_seats(table, is_theirs) for table in known}
    deleted = memories.forget(storage, is_theirs)
    changed = [table for table, count in seats.items() if count]
    return models.Forgotten(results=results, seats=sum(seats.values()), memories=deleted), changed


def forget_memories(storage: Storage, device: str) -> int:
    """Delete what programs remember of the people of a browser; return how many memories there were."""
    return memories.forget(storage, _belongs_to(device))


def _belongs_to(device: str) -> Callable[[Any], bool]:
    def is_theirs(holder: Any) -> bool:
        name, player = holder.get("name"), holder.get("player")
        return player is not None and player == secret.player_key(device, name)

    return is_theirs

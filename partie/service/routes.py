"""Adds the routes that games declare. Each answers a question with a job of the thread pool."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.routing import Match

from partie.core.errors import PartieError
from partie.core.game import Game
from partie.core.routes import Route
from partie.service.api import ERRORS, Served
from partie.service.waiting import Waiting


def declared(games: Iterable[Game]) -> list[tuple[Game, Route[Any, Any]]]:
    """Return every route of these games."""
    return [(game, route) for game in games if game.can.routes for route in game.can.routes.load()]


def add_routes(own: APIRouter, routes: Iterable[tuple[Game, Route[Any, Any]]]) -> APIRouter:
    """Return a router with the routes of games.

    `own` are the routes of the service, which games may not replace."""
    router = APIRouter(responses=ERRORS)
    for game, route in routes:
        address = route.address(game.name)
        scope = {"type": "http", "method": "POST", "path": address}
        if any(known.matches(scope)[0] is Match.FULL for known in (*own.routes, *router.routes)):
            raise PartieError(
                f"{game.title['en']} declares the route {address}, which already exists: give it another name."
            )
        router.add_api_route(
            address,
            _endpoint(game.name, route),
            methods=["POST"],
            name=address.removeprefix("/api/").removeprefix("games/").replace("/", "_"),
            description=route.help,
            tags=[route.tag],
        )
    return router


def _endpoint(game: str, route: Route[Any, Any]) -> Callable[..., Awaitable[Any]]:
    async def endpoint(service: Served, waiter: Waiting, question: Any) -> Any:
        if route.check is not None:
            await run_in_threadpool(route.check, question)
        return await waiter.result(
            service.thinking.submit(game, partial(route.answer, question), route.seconds)
        )

    # FastAPI reads these annotations: the models that this game declares.
    endpoint.__annotations__ |= {"question": route.question, "return": route.reply}
    return endpoint

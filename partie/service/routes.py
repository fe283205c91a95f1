"""The routes that games declare: each a question that is answered where programs think."""

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
from partie.service.waiting import Patient


def declared(games: Iterable[Game]) -> list[tuple[Game, Route[Any, Any]]]:
    """Every route of these games."""
    return [(game, route) for game in games if game.can.routes for route in game.can.routes.load()]


def add_routes(own: APIRouter, routes: Iterable[tuple[Game, Route[Any, Any]]]) -> APIRouter:
    """A router for the routes of games. `own` are those of the service, which no game may stand in for."""
    router = APIRouter(responses=ERRORS)
    for game, route in routes:
        address = route.address(game.name)
        scope = {"type": "http", "method": "POST", "path": address}
        if any(known.matches(scope)[0] is Match.FULL for known in (*own.routes, *router.routes)):
            raise PartieError(
                f"{game.title['en']} declares the route {address}, which is there already: give it another name."
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
    async def endpoint(service: Served, patience: Patient, question: Any) -> Any:
        if route.check is not None:
            await run_in_threadpool(route.check, question)
        return await patience.outcome(
            service.thinking.work(game, partial(route.answer, question), route.seconds)
        )

    # What FastAPI reads and publishes: the shapes that this game declares.
    endpoint.__annotations__ |= {"question": route.question, "return": route.reply}
    return endpoint

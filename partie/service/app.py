"""The ASGI application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from fastapi import FastAPI
from fastapi.routing import APIRoute

from partie import __version__
from partie.core import registry
from partie.service.answers import CompressAnswers, LimitSize, add_error_answers
from partie.service.api import router
from partie.service.arena.arena import Arena
from partie.service.arena.routes import router as arena
from partie.service.arena.tournaments import Tournaments
from partie.service.callers import NoteCaller
from partie.service.contract import publish
from partie.service.guard import CheckHost
from partie.service.headers import SecurityHeaders
from partie.service.identity.routes import router as identity
from partie.service.identity.transfers import Transfers
from partie.service.limits import LimitRates, LiveConnections, Persons
from partie.service.lobby.routes import router as lobby
from partie.service.logs import NoteRequests
from partie.service.metrics import router as metrics
from partie.service.pages import STATIC, Pages
from partie.service.presence import GRACE_SECONDS
from partie.service.reach import Reach
from partie.service.reference import router as reference
from partie.service.routes import add_routes, declared
from partie.service.service import Service
from partie.service.sites import LetSites
from partie.service.spectators import DELAY_SECONDS
from partie.service.storage import Storage
from partie.service.thinking import Limits

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Settings:
    """Settings of the server.

    `database`: URL or file, by default `PARTIE_DATABASE` or a file in the user's data folder. `seconds`:
    maximum time for a program's move. `workers`: number of threads, by default one per core. `reach`: the
    addresses of the server; requests for other names are refused. `public`: limits apply to this machine
    too. `workshop`: a folder with the tournaments and training runs that pages show. `grace`: how many
    seconds a player may be away before the others may go on. `delay`: by how many seconds spectators see a
    game later that hides hands or dice. `thinks`: whether programs think in this process, or only in others
    (`partie think`). `limits`: what programs may use. `metrics_for`: networks that may see `/metrics`.
    `sites`: origins of sites of plain files, whose pages may hand in records."""

    database: str | None = None
    seconds: float = 5.0
    workers: int | None = None
    pages: Path = STATIC
    reach: Reach = field(default_factory=Reach)
    public: bool = False
    workshop: Path | None = None
    grace: float = GRACE_SECONDS
    delay: float = DELAY_SECONDS
    thinks: bool = True
    limits: Limits = field(default_factory=Limits)
    metrics_for: tuple[str, ...] = ("127.0.0.0/8", "::1")
    sites: frozenset[str] = frozenset()

    @property
    def tournaments(self) -> Path:
        """The folder of tournaments, by default in the user's data folder."""
        return (self.workshop or platformdirs.user_data_path("partie")) / "tournaments"

    @property
    def runs(self) -> Path:
        """The folder of training runs, by default where `partie train` puts them."""
        return (self.workshop or Path()) / "runs"


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application, with its database open and migrated."""
    settings = settings or Settings()
    service = Service(
        Storage(settings.database),
        settings.seconds,
        settings.workers,
        settings.grace,
        settings.delay,
        settings.thinks,
        limits=settings.limits,
    )
    routes = declared(registry.games())
    computing = frozenset(route.address(game.name) for game, route in routes)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with service.hub.running(asyncio.get_running_loop()):
            service.start()
            yield
            await asyncio.to_thread(service.close)

    app = FastAPI(
        title="Partie",
        summary="Table games with people and programs.",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation,
    )
    _keep_state(app, service, settings)
    _add_middleware(app, settings, computing)
    add_error_answers(app)
    app.include_router(router)
    app.include_router(add_routes(router, routes))
    app.include_router(arena)
    app.include_router(identity)
    app.include_router(lobby)
    app.include_router(reference)
    app.include_router(metrics)
    publish(app)
    app.mount("/", Pages(settings.pages), name="pages")
    return app


def _keep_state(app: FastAPI, service: Service, settings: Settings) -> None:
    """Give the application what its routes find there."""
    app.state.service = service
    app.state.reach = settings.reach
    app.state.persons = Persons(settings.public)
    app.state.live_connections = LiveConnections(settings.public)
    app.state.arena = Arena(service.storage)
    if service.company is not None:
        service.company.on_reload = app.state.arena.reload
    app.state.tournaments = Tournaments(settings.tournaments, service.thinking, settings.seconds)
    app.state.runs = settings.runs
    app.state.metrics_for = settings.metrics_for
    app.state.transfers = Transfers(service.storage)


def _add_middleware(app: FastAPI, settings: Settings, computing: frozenset[str]) -> None:
    """Add what sees every request; the last one added is the first to see it."""
    app.add_middleware(NoteCaller)
    app.add_middleware(LimitSize)
    app.add_middleware(CompressAnswers, minimum_size=1024)
    app.add_middleware(LimitRates, public=settings.public, computing=computing)
    app.add_middleware(LetSites, sites=settings.sites)
    app.add_middleware(CheckHost, reach=settings.reach, sites=settings.sites)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(NoteRequests)


def _operation(route: APIRoute) -> str:
    """Return the name of an operation, which is a function name in generated clients."""
    return route.name

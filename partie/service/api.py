"""The routes of the API. Each one names its shapes, so that OpenAPI is the contract."""

import contextlib
from functools import cache, partial
from typing import Annotated, Any

import anyio
import anyio.to_thread
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse

from partie import __version__
from partie.core import registry
from partie.core.errors import PartieError
from partie.service import boards, invite, live, models, show
from partie.service.answers import problem
from partie.service.errors import NotFound
from partie.service.reach import Reach
from partie.service.service import Service
from partie.service.waiting import Patient

ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": models.ErrorAnswer, "description": "What is wrong, with a stable code."},
    503: {"model": models.ErrorAnswer, "description": "Not now; try again in a moment."},
}
router = APIRouter(prefix="/api", responses=ERRORS)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _secrets(
    x_seat_secret: Annotated[
        str | None,
        Header(max_length=2000, description="The secret of your seat; several separated by commas."),
    ] = None,
) -> list[str]:
    return _split(x_seat_secret)


def _split(secrets: str | None) -> list[str]:
    return [secret.strip() for secret in (secrets or "").split(",") if secret.strip()]


Served = Annotated[Service, Depends(_service)]
Secrets = Annotated[list[str], Depends(_secrets)]
Plies = Annotated[
    str | None,
    Query(max_length=2000, description="Which positions: `0-99`, or `0,17,35`.", pattern=models.PLIES),
]


@cache
def _own_threads() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(2)


@router.get("/health", tags=["server"])
async def health(service: Served) -> models.Health:
    """Whether the server is up, whether its database is well, and which game is being compiled."""
    # Not among the threads of other requests: it answers even when all of those are taken.
    trouble = await anyio.to_thread.run_sync(service.storage.trouble, limiter=_own_threads())
    return models.Health(
        status="degraded" if trouble else "ok",
        version=__version__,
        compiling=service.warmup.compiling,
        reason=models.Problem(**problem(trouble)) if trouble else None,
    )


@router.get("/server", tags=["server"])
def get_server(request: Request) -> models.Server:
    """From where this server can be reached, for whoever wants to invite somebody."""
    reach: Reach = request.app.state.reach
    return models.Server(reach=reach.scope, addresses=reach.addresses)


@router.get("/qr", tags=["server"], response_class=Response)
def qr_code(request: Request, link: Annotated[str, Query(max_length=300)]) -> Response:
    """A link to this server as a QR code, in SVG."""
    reach: Reach = request.app.state.reach
    arrived_at = (request.scope.get("server") or [None])[0]
    if not reach.leads_here(link, arrived_at):
        raise PartieError("Only links to this server are drawn.", field="link")
    return Response(invite.svg(link), media_type="image/svg+xml")


@router.get("/games", tags=["games"])
def list_games(service: Served) -> list[models.Game]:
    """Every game there is."""
    return [show.game_shown(game, service.warmup.ready(game.name)) for game in registry.games()]


@router.get("/games/{game}", tags=["games"])
def get_game(service: Served, game: str) -> models.Game:
    """One game: its options, levels and agents."""
    service.warmup.prefer(game)
    return show.game_shown(registry.game(game), service.warmup.ready(game))


@router.get("/games/{game}/rules", tags=["games"])
def get_rules(game: str, lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en") -> models.Rules:
    """The rules page, in English where the language asked for does not exist."""
    folder = registry.game(game).folder
    for language in (lang, "en"):
        page = folder / f"rules.{language}.md"
        if page.is_file():
            return models.Rules(lang=language, markdown=page.read_text(encoding="utf-8"))
    raise NotFound(f"There is no rules page for {game}.", game=game)


@router.get("/games/{game}/board/{file:path}", tags=["games"], response_class=Response)
def board_file(request: Request, game: str, file: Annotated[str, Path(max_length=200)]) -> Response:
    """A file of the board that a game brings in its package. Pages import the one that is its `board`."""
    return boards.serve_file(registry.game(game), file, request)


@router.post("/games/{game}/advice", tags=["games"])
async def advise(
    service: Served, patience: Patient, game: str, wanted: models.AdviceRequest
) -> models.Decision:
    """What an agent would do in a position written down."""
    question = await run_in_threadpool(service.position_question, game, wanted)
    answer = await patience.outcome(service.thinking.advise(question, wanted.seconds))
    return service.decision(question, answer)


@router.post("/tables", status_code=201, tags=["tables"])
def create_table(service: Served, secrets: Secrets, wanted: models.TableRequest) -> models.Created:
    """Set up a table; you get the secrets of the seats of kind `person`. `after` names a finished table you sat at, whose players are led here."""
    return service.create(wanted, secrets)


@router.get("/tables/{table_id}", tags=["tables"])
def get_table(service: Served, secrets: Secrets, table_id: str) -> models.Table:
    """A table as seen by the seat of the secret, or by a spectator."""
    return service.table(table_id, secrets)


@router.post("/tables/{table_id}/seats/{seat}", tags=["tables"])
def sit(
    service: Served, secrets: Secrets, table_id: str, seat: int, wanted: models.SitRequest
) -> models.Seated:
    """Sit down on an open seat, or take over from a program that failed."""
    return service.sit(table_id, secrets, seat, wanted.name)


@router.post("/tables/{table_id}/moves", tags=["tables"])
def move(service: Served, secrets: Secrets, table_id: str, wanted: models.MoveRequest) -> models.Update:
    """Play a move, answering to the event `seq`."""
    return service.move(table_id, secrets, wanted.seq, wanted.move)


@router.post("/tables/{table_id}/takeback", tags=["tables"])
def take_back(service: Served, secrets: Secrets, table_id: str, wanted: models.SeqRequest) -> models.Update:
    """Back to your previous decision, where every other seat is a program or yours."""
    return service.take_back(table_id, secrets, wanted.seq)


@router.post("/tables/{table_id}/resign", tags=["tables"])
def resign(service: Served, secrets: Secrets, table_id: str, wanted: models.SeqRequest) -> models.Update:
    """Give the game up."""
    return service.resign(table_id, secrets, wanted.seq)


@router.post("/tables/{table_id}/hint", tags=["tables"])
async def hint(
    service: Served, patience: Patient, secrets: Secrets, table_id: str, wanted: models.HintRequest
) -> models.Decision:
    """What an agent would do in your place. Changes nothing; where hints are for all, everybody at the table sees it."""
    asked = await run_in_threadpool(service.hint_question, table_id, secrets, wanted.agent)
    answer = await patience.outcome(service.thinking.advise(asked.question, wanted.seconds))
    return await run_in_threadpool(service.hint, asked, answer)


@router.get("/tables/{table_id}/record", tags=["tables"], response_class=PlainTextResponse)
def record(service: Served, secrets: Secrets, table_id: str) -> PlainTextResponse:
    """The record as text; the seed is in it when the table is over."""
    text, name = service.record(table_id, secrets)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table_id}/replay", tags=["tables"], response_model=models.Replay)
async def replay(
    service: Served,
    patience: Patient,
    secrets: Secrets,
    table_id: str,
    seen_by: Annotated[int | None, Query(ge=0, le=15)] = None,
    plies: Plies = None,
) -> Response:
    """Positions of a finished table, with nothing hidden, or as the seat `seen_by` saw it: those after `plies` moves, by default all of them from the first on. A long game comes in parts: what is missing at the end is asked for again."""
    answer = await patience.answer(service.replay, table_id, secrets, seen_by, plies)
    return Response(answer, media_type="application/json")


@router.post("/tables/{table_id}/verify", tags=["tables"])
async def verify(service: Served, patience: Patient, secrets: Secrets, table_id: str) -> models.Verification:
    """Recompute a finished table from its seed and its moves."""
    return await patience.answer(service.verify, table_id, secrets)


@router.post("/records", tags=["records"], response_model=models.Replay)
async def read_record(service: Served, patience: Patient, wanted: models.RecordRequest) -> Response:
    """Replay a record, and keep it as a finished table if that is asked for. `plies` as for the replay of a table."""
    answer = await patience.answer(service.read, wanted.record, wanted.keep, wanted.seen_by, wanted.plies)
    return Response(answer, media_type="application/json")


@router.websocket("/tables/{table_id}/live")
async def follow_table(socket: WebSocket, table_id: str) -> None:
    """Live updates of a table. The client speaks first: which seats it has, and which event it saw last."""
    service: Service = socket.app.state.service

    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            hello = await live.greeting(socket)
            follower = live.Follower(hello.secrets, hello.since)
            with service.hub.watching(table_id) as queue:
                await live.follow(socket, queue, partial(service.catch_up, table_id, follower), follower.tell)
        except PartieError as error:
            await socket.send_text(models.LiveError(error=models.Problem(**problem(error))).model_dump_json())
            code = live.CLOSE_CODES.get(error.code, live.TRY_LATER)
            await socket.close(code)

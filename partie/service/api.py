"""The routes of the API. Each declares its request and response models, from which OpenAPI is generated."""

import contextlib
from functools import cache
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
from partie.service.callers import CALLER
from partie.service.errors import Unavailable
from partie.service.limits import LiveConnections, Persons
from partie.service.reach import Reach
from partie.service.service import Service
from partie.service.table import Person
from partie.service.waiting import Waiting

ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": models.ErrorAnswer, "description": "What is wrong, with a stable code."},
    503: {"model": models.ErrorAnswer, "description": "Temporarily unavailable: try again in a moment."},
}
router = APIRouter(prefix="/api", responses=ERRORS)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _secrets(
    x_seat_secret: Annotated[
        str | None,
        Header(max_length=2000, description="The secret of your seat; separate several with commas."),
    ] = None,
) -> list[str]:
    return _split(x_seat_secret)


def _persons(request: Request) -> Persons:
    persons: Persons = request.app.state.persons
    return persons


def _split(secrets: str | None) -> list[str]:
    return [secret.strip() for secret in (secrets or "").split(",") if secret.strip()]


Served = Annotated[Service, Depends(_service)]
Secrets = Annotated[list[str], Depends(_secrets)]
Asking = Annotated[Persons, Depends(_persons)]
Plies = Annotated[
    str | None,
    Query(max_length=2000, description="Positions to return: `0-99`, or `0,17,35`.", pattern=models.PLIES),
]


@cache
def _health_threads() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(2)


@router.get("/health", tags=["server"])
async def health(service: Served) -> models.Health:
    """Return whether the server and its database work, and which game is being compiled."""
    # On threads of its own, so that it answers even when all others are busy.
    trouble = await anyio.to_thread.run_sync(service.storage.trouble, limiter=_health_threads())
    return models.Health(
        status="degraded" if trouble else "ok",
        version=__version__,
        compiling=service.warmup.compiling,
        reason=models.Problem(**problem(trouble)) if trouble else None,
    )


@router.get("/ready", tags=["server"])
async def ready(service: Served) -> models.Ready:
    """Return whether the server should get requests; 503 while its database fails, and when it stops."""
    trouble = await anyio.to_thread.run_sync(service.storage.trouble, limiter=_health_threads())
    if trouble is not None or service.is_stopping:
        raise trouble or Unavailable("The server is stopping.")
    return models.Ready(status="ready")


@router.get("/server", tags=["server"])
def get_server(request: Request) -> models.Server:
    """Return the addresses at which others can reach this server, for invitations."""
    reach: Reach = request.app.state.reach
    return models.Server(reach=reach.scope, addresses=reach.addresses)


@router.get("/qr", tags=["server"], response_class=Response)
def qr_code(request: Request, link: Annotated[str, Query(max_length=300)]) -> Response:
    """Return a link to this server as a QR code, in SVG."""
    reach: Reach = request.app.state.reach
    arrived_at = (request.scope.get("server") or [None])[0]
    if not reach.leads_here(link, arrived_at):
        raise PartieError("Only links to this server can be drawn as a QR code.", field="link")
    return Response(invite.svg(link), media_type="image/svg+xml")


@router.get("/games", tags=["games"])
def list_games(service: Served) -> list[models.Game]:
    """List all games."""
    return [show.render_game(game, service.warmup.ready(game.name)) for game in registry.games()]


@router.get("/games/{game}", tags=["games"])
def get_game(service: Served, game: str) -> models.Game:
    """Return a game with its options, levels and agents."""
    service.warmup.prefer(game)
    return show.render_game(registry.game(game), service.warmup.ready(game))


@router.get("/games/{game}/rules", tags=["games"])
def get_rules(game: str, lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en") -> models.Rules:
    """Return the rules page in the language asked for, or in English if there is none."""
    return show.render_rules(registry.game(game), lang)


@router.get("/games/{game}/board/{file:path}", tags=["games"], response_class=Response)
def board_file(request: Request, game: str, file: Annotated[str, Path(max_length=200)]) -> Response:
    """Return a file of the board that a game brings in its package. Pages import the one named by `board`."""
    return boards.serve_file(registry.game(game), file, request)


@router.post("/games/{game}/advice", tags=["games"])
async def advise(
    service: Served, waiter: Waiting, game: str, request: models.AdviceRequest
) -> models.Decision:
    """Ask an agent what it would play in a position given as text."""
    question = await run_in_threadpool(service.position_question, game, request)
    answer = await waiter.result(service.thinking.advise(question, request.seconds))
    return service.decision(question, answer)


@router.post("/tables", status_code=201, tags=["tables"])
def create_table(
    service: Served, persons: Asking, secrets: Secrets, request: models.TableRequest
) -> models.Created:
    """Create a table; the response has the secrets of the seats of kind `person`.

    `after` is a finished table at which you played, for a rematch: its players are led to the new table."""
    persons.require_pause({seat.device for seat in request.seats if seat.device}, "tables")
    return service.create(request, secrets)


@router.get("/tables/{table_id}", tags=["tables"])
def get_table(service: Served, secrets: Secrets, table_id: str) -> models.Table:
    """Return a table as seen from the seat of the secret, or by a spectator."""
    return service.table(table_id, secrets)


@router.post("/tables/{table_id}/seats/{seat}", tags=["tables"])
def sit(
    service: Served, secrets: Secrets, table_id: str, seat: int, request: models.SitRequest
) -> models.Seated:
    """Take an open seat, or take over from a program that failed."""
    return service.sit(table_id, secrets, seat, Person(**dict(request)))


@router.post("/tables/{table_id}/part", tags=["tables"])
def send_part(service: Served, secrets: Secrets, table_id: str, request: models.PartRequest) -> models.Table:
    """Send your device's part of the seed; the game begins when every part is there.

    The table's `seed_hash` was published before, so the server's own part is fixed."""
    return service.add_part(table_id, secrets, request.part)


@router.post("/tables/{table_id}/doors", tags=["tables"])
def set_doors(service: Served, secrets: Secrets, table_id: str, request: models.DoorsRequest) -> models.Table:
    """Open a table to spectators, or close it. Only who has created the table may do this."""
    return service.set_doors(table_id, secrets, request.open)


@router.post("/tables/{table_id}/moves", tags=["tables"])
def move(service: Served, secrets: Secrets, table_id: str, request: models.MoveRequest) -> models.Update:
    """Play a move. `seq` is the last event you have seen."""
    return service.move(table_id, secrets, request.seq, request.move)


@router.post("/tables/{table_id}/takeback", tags=["tables"])
def take_back(service: Served, secrets: Secrets, table_id: str, request: models.SeqRequest) -> models.Update:
    """Take back moves to your previous decision. All other seats must be yours or programs."""
    return service.take_back(table_id, secrets, request.seq)


@router.post("/tables/{table_id}/resign", tags=["tables"])
def resign(service: Served, secrets: Secrets, table_id: str, request: models.SeqRequest) -> models.Update:
    """Resign."""
    return service.resign(table_id, secrets, request.seq)


@router.get("/tables/{table_id}/presence", tags=["tables"])
def presence(service: Served, table_id: str) -> models.Presence:
    """Return which people are at a table now, and since when the others have been away."""
    return service.who_is_here(table_id)


@router.post("/tables/{table_id}/seats/{seat}/stand-in", tags=["tables"])
def stand_in(
    service: Served, secrets: Secrets, table_id: str, seat: int, request: models.StandInRequest
) -> models.Update:
    """Let a program play for a person who has been away for a while, until they return."""
    return service.stand_in(table_id, secrets, request.seq, seat, request.agent)


@router.post("/tables/{table_id}/return", tags=["tables"])
def come_back(service: Served, secrets: Secrets, table_id: str, request: models.SeqRequest) -> models.Update:
    """Play again after a program has played for you. Following the table live does the same."""
    return service.come_back(table_id, secrets, request.seq)


@router.post("/tables/{table_id}/claim", tags=["tables"])
def claim(service: Served, secrets: Secrets, table_id: str, request: models.SeqRequest) -> models.Update:
    """Win the game, because all people on the other sides have been away for a while."""
    return service.claim(table_id, secrets, request.seq)


@router.post("/tables/{table_id}/requests", tags=["tables"])
def ask(service: Served, secrets: Secrets, table_id: str, request: models.AskRequest) -> models.Update:
    """Ask the other people to take moves back, for a draw, for a pause, or to change a program's level.

    Where you are the only person who plays, a pause or a new level takes effect at once."""
    return service.ask(table_id, secrets, request)


@router.post("/tables/{table_id}/requests/{number}", tags=["tables"])
def answer(
    service: Served, secrets: Secrets, table_id: str, number: int, request: models.AnswerRequest
) -> models.Update:
    """Agree to a request or refuse it; refusing your own withdraws it. `number` is the event that made it."""
    return service.answer(table_id, secrets, number, request)


@router.post("/tables/{table_id}/words", status_code=204, tags=["tables"])
def say(service: Served, secrets: Secrets, table_id: str, request: models.WordRequest) -> None:
    """Say one of a few phrases to everybody at the table."""
    service.say(table_id, secrets, request.phrase)


@router.post("/tables/{table_id}/resume", tags=["tables"])
def resume(service: Served, secrets: Secrets, table_id: str, request: models.SeqRequest) -> models.Update:
    """Go on with a game that is paused."""
    return service.resume(table_id, secrets, request.seq)


@router.post("/tables/{table_id}/hint", tags=["tables"])
async def hint(
    service: Served,
    persons: Asking,
    waiter: Waiting,
    secrets: Secrets,
    table_id: str,
    request: models.HintRequest,
) -> models.Decision:
    """Ask an agent what it would play in your place.

    Where hints are for all, everybody at the table sees it."""
    persons.require_pause(secrets, "thinking")
    asked = await run_in_threadpool(service.hint_question, table_id, secrets, request.agent)
    answer = await waiter.result(service.thinking.advise(asked.question, request.seconds))
    return await run_in_threadpool(service.hint, asked, answer)


@router.get("/tables/{table_id}/record", tags=["tables"], response_class=PlainTextResponse)
def record(service: Served, secrets: Secrets, table_id: str) -> PlainTextResponse:
    """Return the record as text, with the seed once the game is over."""
    text, name = service.record(table_id, secrets)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{table_id}/replay", tags=["tables"], response_model=models.Replay)
async def replay(
    service: Served,
    waiter: Waiting,
    secrets: Secrets,
    table_id: str,
    seen_by: Annotated[int | None, Query(ge=0, le=15)] = None,
    plies: Plies = None,
) -> Response:
    """Return positions of a finished table, with nothing hidden or as the seat `seen_by` saw them.

    `plies` selects positions by the number of moves before them; by default all. A long game comes in parts:
    request again what is missing at the end."""
    answer = await waiter.run(service.replay, table_id, secrets, seen_by, plies)
    return Response(answer, media_type="application/json")


@router.get("/tables/{table_id}/commentary", tags=["tables"])
async def commentary(
    service: Served,
    waiter: Waiting,
    secrets: Secrets,
    table_id: str,
    since: Annotated[int, Query(ge=0, description="The number of moves that need no comment.")] = 0,
) -> models.Commentary:
    """Return comments on what was played, for people; of a game with hidden cards or dice once it is over.

    Some games have none."""
    return await waiter.run(service.commentary, table_id, secrets, since)


@router.get("/tables/{table_id}/moves/{ply}/why", tags=["tables"])
async def why(
    service: Served, waiter: Waiting, secrets: Secrets, table_id: str, ply: Annotated[int, Path(ge=0)]
) -> models.Explanation:
    """Return why a move was played; `ply` is the number of moves before it.

    A program that played it is asked again for its reason. Some games explain no moves."""
    return await waiter.run(service.explanation, table_id, secrets, ply)


@router.post("/tables/{table_id}/verify", tags=["tables"])
async def verify(service: Served, waiter: Waiting, secrets: Secrets, table_id: str) -> models.Verification:
    """Recompute a finished table from its seed and moves."""
    return await waiter.run(service.verify, table_id, secrets)


@router.post("/records", tags=["records"], response_model=models.Replay)
async def read_record(service: Served, waiter: Waiting, request: models.RecordRequest) -> Response:
    """Replay a record; with `keep`, also store it as a finished table.

    `plies` works as for the replay of a table. With `device`, a game played on a device counts for the person
    who played there."""
    answer = await waiter.run(
        service.replay_record, request.record, request.keep, request.seen_by, request.plies, request.device
    )
    return Response(answer, media_type="application/json")


@router.websocket("/tables/{table_id}/live")
async def follow_table(socket: WebSocket, table_id: str) -> None:
    """Send live updates of a table, and receive moves.

    The client sends its secrets and the last event it has seen first."""
    service: Service = socket.app.state.service

    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            hello = await live.receive_hello(socket)
            persons: Persons = socket.app.state.persons
            persons.require_pause(hello.secrets, "live")
            connections: LiveConnections = socket.app.state.live_connections
            with connections.held(CALLER.get()):
                await service.follow(socket, table_id, hello)
        except PartieError as error:
            await live.end(socket, error)

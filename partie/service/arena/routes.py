"""The arena's part of the API."""

from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response
from fastapi import Path as PathParameter
from fastapi.responses import FileResponse

from partie.learn.runs import TrainingRun, read_runs
from partie.service.api import ERRORS
from partie.service.arena import models
from partie.service.arena.arena import Arena
from partie.service.arena.tournaments import Tournaments

router = APIRouter(prefix="/api/arena", tags=["arena"], responses=ERRORS)
_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson; charset=utf-8"}


def _arena(request: Request) -> Arena:
    arena: Arena = request.app.state.arena
    return arena


def _tournaments(request: Request) -> Tournaments:
    tournaments: Tournaments = request.app.state.tournaments
    return tournaments


Rated = Annotated[Arena, Depends(_arena)]
Played = Annotated[Tournaments, Depends(_tournaments)]
Id = Annotated[str, PathParameter(max_length=64)]


@router.get("/games/{game}")
def arena_game(arena: Rated, game: str) -> models.ArenaGame:
    """Return the live ratings of a game, and how people fared against each program."""
    return arena.game(game)


@router.get("/games/{game}/results.{kind}", response_class=Response)
def arena_results(arena: Rated, game: str, kind: Literal["csv", "jsonl"]) -> Response:
    """Return the results of all finished tables of a game, without names of people."""
    attachment = f'attachment; filename="partie-{game}-results.{kind}"'
    text = arena.export(game, kind)
    return Response(text, media_type=_TYPES[kind], headers={"Content-Disposition": attachment})


@router.get("/tournaments")
def list_tournaments(tournaments: Played) -> list[models.TournamentSummary]:
    """List the tournaments known here, the last changed first."""
    return tournaments.summaries()


@router.post("/tournaments", status_code=201)
def start_tournament(tournaments: Played, request: models.TournamentRequest) -> models.TournamentState:
    """Start a small tournament between programs."""
    return tournaments.start(request)


@router.get("/tournaments/{tournament}")
def get_tournament(tournaments: Played, tournament: Id) -> models.TournamentState:
    """Return a tournament with its progress and its result so far."""
    return tournaments.state(tournament)


@router.post("/tournaments/{tournament}/cancel")
def cancel_tournament(tournaments: Played, tournament: Id) -> models.TournamentState:
    """Cancel a tournament that this server plays."""
    return tournaments.cancel(tournament)


@router.get("/tournaments/{tournament}/report", response_class=Response)
def tournament_report(tournaments: Played, tournament: Id) -> Response:
    """Return the report of a finished tournament, a page of its own to save and open."""
    return FileResponse(
        tournaments.report(tournament), media_type="text/html", filename=f"partie-{tournament}.html"
    )


@router.get("/runs")
def list_runs(request: Request) -> list[TrainingRun]:
    """List the training runs in the server's folder of runs with their curves, the last changed first."""
    folder: Path = request.app.state.runs
    return read_runs(folder)

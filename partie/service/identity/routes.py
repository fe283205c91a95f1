"""The routes about what belongs to a person."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from partie.service.api import ERRORS
from partie.service.arena.arena import Arena
from partie.service.identity import models, own
from partie.service.identity.transfers import Transfers
from partie.service.service import Service

router = APIRouter(prefix="/api", responses=ERRORS, tags=["people"])


def _transfers(request: Request) -> Transfers:
    transfers: Transfers = request.app.state.transfers
    return transfers


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _arena(request: Request) -> Arena:
    arena: Arena = request.app.state.arena
    return arena


Waiting = Annotated[Transfers, Depends(_transfers)]
Served = Annotated[Service, Depends(_service)]
Rated = Annotated[Arena, Depends(_arena)]


@router.post("/transfers", status_code=201)
def offer_transfer(transfers: Waiting, request: models.TransferRequest) -> models.Transfer:
    """Keep what a browser knows for a few minutes; the code fetches it once, on another device."""
    return models.Transfer(code=transfers.offer(request.bundle), seconds=transfers.seconds)


@router.post("/transfers/{code}")
def fetch_transfer(transfers: Waiting, code: str) -> models.Bundle:
    """Return what was offered under this code, and forget it."""
    return models.Bundle(bundle=transfers.fetch(code))


@router.post("/people/me")
def own_data(service: Served, request: models.OwnRequest) -> models.Own:
    """Return everything that is stored about a person: their results, and their ratings over time."""
    return own.own_data(service.storage, request.device, request.name)


@router.post("/people/forget-memories")
def forget_memories(service: Served, request: models.ForgetMemoriesRequest) -> models.Forgotten:
    """Delete what programs remember of the people of a browser."""
    deleted = own.forget_memories(service.storage, request.device)
    return models.Forgotten(results=0, seats=0, memories=deleted)


@router.post("/people/forget")
def forget_me(service: Served, arena: Rated, request: models.ForgetRequest) -> models.Forgotten:
    """Delete whose the results and seats of a browser are. This cannot be undone.

    The games stay, because others played them too, but without name, level and key."""
    forgotten, tables = own.forget(service.storage, request.device, request.tables)
    service.reload(tables)
    arena.reload()
    return forgotten

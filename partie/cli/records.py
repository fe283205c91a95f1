"""`partie records`: shows, verifies and exports records of games."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from partie.core import registry
from partie.core.errors import BadRecord
from partie.core.record import Record, read_record
from partie.service.records import export
from partie.service.storage import Storage
from partie.shell import console

records_app = typer.Typer(no_args_is_help=True, help="Show, verify and export records of games.")


@records_app.command("show")
def show_record(file: Annotated[Path, typer.Argument(help="A record file.")]) -> None:
    """Show a game move by move."""
    record = _read(file)
    chosen = registry.game(record.game)
    console.print(f"{chosen.title['en']}: {' – '.join(record.seats)}", markup=False, highlight=False)
    for match, move in record.steps():
        if move is not None:
            console.print(f"\n{len(match.moves)}. {move}", style="bold", highlight=False, markup=False)
        console.print(chosen.draw(match.view(-1)), highlight=False, markup=False)


@records_app.command("verify")
def verify_record(file: Annotated[Path, typer.Argument(help="A record file.")]) -> None:
    """Replay a record and verify its result."""
    record = _read(file)
    match = record.replay()
    if record.seed is None:
        console.print("The moves are legal; the seed is still secret, so dice and cards cannot be verified.")
    else:
        end = "ends as recorded" if match.state.over else "is legal so far"
        console.print(f"{file.name} replays: {len(record.moves)} moves, the game {end}.", highlight=False)
    _verify_parts(record)
    if record.origin == "handed_in":
        console.print("This record was handed in to the server it comes from: the game was not played there.")
    elif record.origin == "on_device":
        console.print("This game was played on a device, without a server.")


def _verify_parts(record: Record) -> None:
    """Say whether the seed is made of the parts that the server and the devices of the players sent."""
    if record.seed_is_mixed is None:
        return
    if not record.seed_is_mixed:
        raise BadRecord("The seed is not the one that the server's part and those of the players give.")
    seats = [seat for seat, part in enumerate(record.parts[1:]) if part]
    listed = ", ".join(f"{seat} ({record.seats[seat]})" for seat in seats)
    console.print(f"The seed is made of the server's part and those of seats {listed}.", markup=False)
    console.print("Before the others were known, the server had published this hash of its part:")
    console.print(hashlib.sha256(record.parts[0].encode()).hexdigest(), highlight=False)


@records_app.command("export")
def export_records(
    folder: Annotated[Path, typer.Argument(help="Folder for the record files.")],
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Export only this game.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="Database URL or file; default: as for `partie serve`.")
    ] = None,
) -> None:
    """Export every finished table to a record file, for replays, statistics or training."""
    chosen = registry.game(game).name if game else None
    written = sum(1 for _ in export(Storage(database), folder, chosen))
    console.print(f"{written} new records in {folder}.", highlight=False, markup=False)


def _read(file: Path) -> Record:
    try:
        return read_record(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{file} is not a text file.") from None

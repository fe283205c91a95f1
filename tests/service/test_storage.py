"""The database: migrations, conflicts, secrets, and where it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text

from partie.core.errors import PartieError
from partie.service import migrate, results
from partie.service.errors import OutOfDate
from partie.service.storage import IdTaken, Storage, TableRow, database_url, metadata
from partie.service.table import Seat
from partie.service.tables import Tables

BOTH = frozenset({0, 1})


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "folder of its own" / "tables.db")


def test_migrations_lead_to_what_the_code_expects(file: str) -> None:
    storage = Storage(file)
    with storage._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 1, (
            "a commit would wait for the disk"
        )
    storage.close()


def test_a_database_is_opened_again(file: str) -> None:
    for _ in range(2):
        storage = Storage(file)
        assert storage.table("nothing") is None
        storage.close()


def test_migrating_finds_the_records_that_were_handed_in(file: str) -> None:
    """Tables had no origin once.

    Imported records are those stored at one time, with people without secrets."""
    Path(file).parent.mkdir()
    engine = create_engine(f"sqlite:///{file}")
    person = {"kind": "person", "name": "Ann", "agent": None, "secret_hash": "5f" * 32}
    program = {"kind": "program", "name": "expert", "agent": "expert", "secret_hash": None}
    stranger = person | {"secret_hash": None}
    begun = {"played": [person, program], "invented": [stranger, program], "programs": [program, program],
             "copied": [program, program], "resigned": [stranger, stranger], "untouched": [person, program]}  # fmt: skip
    moments = {"played": ["01", "02"], "invented": ["05", "05"], "programs": ["01", "02"],
               "copied": ["07", "07"], "resigned": ["01"], "untouched": []}  # fmt: skip
    with engine.begin() as connection:
        _migrate_to(connection, "0001")
        for name, seats in begun.items():
            connection.execute(
                text(
                    "INSERT INTO tables VALUES (:id, 'quarto', 1, '{}', '7', '', :seats, '2026-01-01 00:00:00')"
                ),
                {"id": name, "seats": json.dumps(seats)},
            )
            for seq, second in enumerate(moments[name], 1):
                connection.execute(
                    text("INSERT INTO events VALUES (:id, :seq, 'move', 0, '{}', :at)"),
                    {"id": name, "seq": seq, "at": f"2026-01-01 00:00:{second}.000000"},
                )
    engine.dispose()
    storage = Storage(file)
    found = {name for name in begun if (row := storage.table(name)) and row.origin == "handed_in"}
    storage.close()
    assert found == {"invented", "copied", "resigned"}


def _migrate_to(connection: Connection, revision: str, down: bool = False) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    (command.downgrade if down else command.upgrade)(config, revision)


def test_an_id_is_given_once(file: str) -> None:
    storage = Storage(file)
    table, _ = Tables(storage).create("quarto", {}, [Seat("person"), Seat("person")], "en")
    row = storage.table(table.id)
    assert row is not None
    columns = {column.key: getattr(row, column.key) for column in TableRow.__table__.columns}
    with pytest.raises(IdTaken):
        storage.add_table(TableRow(**columns | {"seed": "another"}))
    kept = storage.table(table.id)
    assert kept is not None
    assert kept.seed == table.seed
    assert storage.trouble() is None
    storage.close()


def test_secrets_are_not_stored(file: str) -> None:
    storage = Storage(file)
    _, secrets = Tables(storage).create("quarto", {}, [Seat("person", "Ann"), Seat("person", "Bob")], "en")
    storage.close()
    stored = b"".join(part.read_bytes() for part in Path(file).parent.iterdir())
    assert b"Ann" in stored
    assert not any(secret.encode() in stored for secret in secrets.values())


def test_two_servers_on_one_database_agree(file: str) -> None:
    """Each has its own copy of the table in memory; the database decides who was first."""
    storages = [Storage(file), Storage(file)]
    one, two = (Tables(storage) for storage in storages)
    here, _ = one.create("quarto", {}, [Seat("person"), Seat("person")], "en")
    there = two.find(here.id)
    one.move(here, BOTH, 0, "-0000")
    with pytest.raises(OutOfDate) as late:
        two.move(there, BOTH, 0, "-1111")
    assert late.value.data == {"seq": 1}
    assert there.match.moves == ["-0000"]
    two.move(there, BOTH, 1, "a1-1111")
    assert one.find(here.id).match.moves == ["-0000", "a1-1111"]
    for storage in storages:
        storage.close()


def test_a_table_nobody_uses_is_forgotten_and_rebuilt(file: str) -> None:
    storage = Storage(file)
    tables = Tables(storage)
    table, _ = tables.create("quarto", {"squares": True}, [Seat("person"), Seat("person")], "en")
    tables.move(table, BOTH, 0, "-0000")
    tables.move(table, BOTH, 1, "a1-1111")
    tables.take_back(table, BOTH, 2)
    again = Tables(storage).find(table.id)
    assert again is not table
    assert again.match.state == table.match.state
    assert (again.seq, again.move_seqs, again.turn_since) == (table.seq, table.move_seqs, table.turn_since)
    storage.close()


def test_location_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARTIE_DATABASE", raising=False)
    assert database_url().startswith("sqlite:///")
    assert database_url("postgresql://host/db") == "postgresql://host/db"
    monkeypatch.setenv("PARTIE_DATABASE", "postgresql://other/db")
    assert database_url() == "postgresql://other/db"


@pytest.mark.parametrize(
    "url", ["nonsense://x", "sqlite:////proc/nowhere/x.db", "postgresql+asyncpg://u:topsecret@localhost:1/x"]
)
def test_a_database_that_cannot_be_opened(url: str) -> None:
    with pytest.raises(PartieError, match="cannot be opened") as refused:
        Storage(url)
    assert "topsecret" not in str(refused.value)


def test_an_older_database_gets_the_results_of_its_tables(file: str) -> None:
    """Results were not stored once: those of finished tables are computed from their events."""
    storage = Storage(file)
    tables = Tables(storage)
    table, _ = tables.create("quarto", {}, [Seat("person", "Ann"), Seat("person", "Bob")], "en")
    tables.move(table, BOTH, 0, "-0000")
    tables.resign(table, frozenset({1}), 1)
    waiting, _ = tables.create("quarto", {}, [Seat("person"), Seat("open")], "en")
    with storage._engine.begin() as connection:
        _migrate_to(connection, "0003", down=True)
        assert not inspect(connection).has_table("results")
    storage.close()
    again = Storage(file)
    assert again.results("quarto") == []
    results.keep_missing(again)
    results.keep_missing(again)
    found = [row for row, *_ in again.results("quarto")]
    assert [(row.table_id, row.seat, row.name, row.share) for row in found] == [
        (table.id, 0, "Ann", 1.0),
        (table.id, 1, "Bob", 0.0),
    ]
    assert found[0].decisions == 1
    assert waiting.id not in {row.table_id for row in found}
    again.close()


def test_a_table_from_before_clocks_and_stand_ins_goes_on(file: str) -> None:
    storage = Storage(file)
    tables = Tables(storage)
    people = [Seat("person", "Ann"), Seat("program", agent="random")]
    table, _ = tables.create("quarto", {}, people, "en")
    tables.move(table, frozenset({0}), 0, "-0000")
    tables.decide(table, 1, 1, table.match.state.moves[0])
    over, _ = tables.create("quarto", {}, [Seat("person", "Ann"), Seat("person", "Bob")], "en")
    tables.resign(over, frozenset({1}), 0)
    results.keep(storage, over)
    with storage._engine.begin() as connection:
        _migrate_to(connection, "0004", down=True)
        assert "clock" not in {column["name"] for column in inspect(connection).get_columns("tables")}
    storage.close()
    again = Storage(file)
    found = Tables(again).find(table.id)
    assert found.times is None
    assert found.move_agents == [None, "random"]
    Tables(again).move(found, frozenset({0}), 2, found.match.state.text(found.match.state.moves[0]))
    assert "moves " not in str(found.record()).replace("\n1.", "")
    assert [row.others for row, *_ in again.results("quarto")] == [0, 0]
    again.close()

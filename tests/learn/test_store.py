"""The store of trained things: genomes, weights, networks and models by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from partie.core.errors import BadSpec, PartieError
from partie.learn.store import Store


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store[str]:
    """A store of notes in text files, one of which is shipped."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "first.txt").write_text("shipped")

    def write(note: str, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(note)

    return Store("note", "notes/game", shipped, ".txt", Path.read_text, write, "partie note")


def test_something_stored_can_be_loaded(notes: Store[str]) -> None:
    path = notes.keep("hello", "mine")
    assert notes.load("mine") == "hello"
    assert notes.files() == {"first": notes.shipped / "first.txt", "mine": path}
    assert notes.own_folder in path.parents


def test_a_changed_file_is_read_again(notes: Store[str]) -> None:
    path = notes.keep("hello", "mine")
    assert notes.load("mine") == "hello"
    path.write_text("changed")
    os.utime(path, ns=(1, 1))
    assert notes.load("mine") == "changed"


@pytest.mark.parametrize("name", ["first", "", "Mine", "../mine", "a/b", "x" * 65, "-a", "."])
def test_invalid_and_shipped_names_are_refused(notes: Store[str], name: str) -> None:
    with pytest.raises(PartieError, match="cannot be the name"):
        notes.keep("hello", name)
    assert set(notes.files()) == {"first"}


def test_nothing_outside_the_folders_is_read(notes: Store[str]) -> None:
    (notes.shipped.parent / "secret.txt").write_text("secret")
    with pytest.raises(
        BadSpec, match=r"no note called '../secret'; there are: first\. `partie note` makes one"
    ):
        notes.load("../secret")


def test_an_empty_store_gets_its_own_message(notes: Store[str]) -> None:
    (notes.shipped / "first.txt").unlink()
    with pytest.raises(BadSpec, match="there is none yet"):
        notes.load("first")

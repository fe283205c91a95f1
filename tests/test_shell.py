"""Tables in a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from partie import shell


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What is printed to a terminal of eighty columns."""
    printed = io.StringIO()
    monkeypatch.setattr(shell, "console", Console(file=printed, width=80))
    return printed


def test_numbers_stay_in_one_line_and_long_names_are_folded(narrow: io.StringIO) -> None:
    shell.show_table(("agent", "95 %", "why"), [("process:" + "x" * 90, "[1600, 1689]", "y" * 60)])
    assert "[1600, 1689]" in narrow.getvalue()
    assert all(len(line) <= 80 for line in narrow.getvalue().splitlines())


def test_a_column_in_which_nothing_stands_is_left_out(narrow: io.StringIO) -> None:
    shell.show_table(("agent", "failures"), [("one", ""), ("two", "")])
    assert "one" in narrow.getvalue()
    assert "failures" not in narrow.getvalue()


def test_a_table_without_rows_shows_its_head(narrow: io.StringIO) -> None:
    shell.show_table(("agent", "rating"), [])
    assert "rating" in narrow.getvalue()

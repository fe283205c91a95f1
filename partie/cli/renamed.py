"""Former names of options, which keep working for one release and print a hint with the new name.

A command function declares them with `partie.shell.renamed_options`, so games can rename options of their
commands too. Remove a declaration one release after the renaming."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from typer.core import TyperCommand


class CommandWithRenames(TyperCommand):
    """A command that accepts former names of its options."""

    @property
    def renamed(self) -> Mapping[str, str]:
        """The new names of options by their former names."""
        names: Mapping[str, str] = getattr(self.callback, "renamed_options", {})
        return names

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_with_new_names(args, self.renamed)))


def _with_new_names(arguments: Iterable[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """Replace former names of options, up to `--`, and print a hint for each."""
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            yield argument
            yield from rest
            return
        name, equals, value = argument.partition("=")
        if name in renamed:
            print(
                f"{name} is now called {renamed[name]}; the old name will stop working in the next release.",
                file=sys.stderr,
            )
        yield renamed.get(name, name) + equals + value

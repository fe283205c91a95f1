"""Parameters, declared once with range and default: the options of games and the parameters of agents.

The command line, the API, the pages and the tuners all read the same declaration.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal

from partie.core.errors import BadOption

Value = bool | int | float | str
Text = Mapping[str, str]
"""The same text in every language: `{"en": …, "fr": …}`."""
Kind = Literal["switch", "integer", "number", "choice", "text"]

_MOST_SHARED = 100_000
"""The highest value a server accepts for a number that declares no limit of its own."""
_ON = {"on", "yes", "true", "1"}
_OFF = {"off", "no", "false", "0"}


@dataclass(frozen=True)
class Parameter:
    """One thing a user may set.

    `low` and `high` bound a number. `choices` has the values of a choice, each with its title for pages.
    `group` is the heading under which pages with many parameters show this one. `shared` is the highest value
    a server accepts from one caller: a higher one would take time or memory away from everybody else."""

    name: str
    kind: Kind
    default: Value
    title: Text = field(default_factory=dict)
    help: Text = field(default_factory=dict)
    low: float | None = None
    high: float | None = None
    choices: Mapping[str, Text] | None = None
    group: Text | None = None
    shared: float | None = None

    @property
    def most_shared(self) -> float | None:
        """The highest value a server accepts, or None if there is no limit.

        If `shared` is not declared, it is the default or 100,000, whichever is higher."""
        if self.kind not in ("integer", "number") or self.high is None:
            return None
        if self.shared is not None:
            return self.shared
        return min(self.high, max(float(self.default), _MOST_SHARED))

    def check_shared(self, value: Value) -> None:
        """Raise `BadOption` if the value is higher than a server accepts."""
        most = self.most_shared
        if most is not None and float(value) > most:
            raise BadOption(
                f"{self.name} may be at most {most:g} on a server, which many people share, "
                f"not {float(value):g}."
            )

    def parse(self, value: Any) -> Value:
        """Check a value and return it; it may be given as text (`on`, `off`, `12`)."""
        if self.kind == "switch":
            return self._switch(value)
        if self.kind in ("integer", "number"):
            return self._number(value)
        if self.kind == "choice" and value not in (self.choices or ()):
            raise BadOption(f"{self.name} must be one of {', '.join(self.choices or ())}, not {value!r}.")
        return str(value)

    def _switch(self, value: Any) -> bool:
        word = str(value).lower()
        if word in _ON:
            return True
        if word in _OFF:
            return False
        raise BadOption(f"{self.name} must be on or off, not {value!r}.")

    def _number(self, value: Any) -> int | float:
        try:
            number = float(value)
            if isinstance(value, bool) or (self.kind == "integer" and number != int(number)):
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            what = "a whole number" if self.kind == "integer" else "a number"
            raise BadOption(f"{self.name} must be {what}, not {value!r}.") from None
        low, high = self._bounds
        if not low <= number <= high:
            raise BadOption(f"{self.name} must be between {low:g} and {high:g}, not {number:g}.")
        return int(number) if self.kind == "integer" else number

    @property
    def _bounds(self) -> tuple[float, float]:
        return -inf if self.low is None else self.low, inf if self.high is None else self.high

    @property
    def scope(self) -> str:
        """The possible values in short: `on|off`, the choices, the bounds of a number, or `text`."""
        if self.kind == "switch":
            return "on|off"
        if self.kind == "choice":
            return "|".join(self.choices or ())
        if self.kind == "text":
            return "text"
        low, high = self._bounds
        return f"{low:.15g}–{high:.15g}"

    def code(self, value: Value) -> int:
        """The value as an integer for compiled rules. A choice is numbered by its position."""
        if self.kind == "choice":
            return list(self.choices or ()).index(str(value))
        return int(value)

    def text(self, value: Value) -> str:
        """The value as text that `parse` can read."""
        if self.kind == "switch":
            return "on" if value else "off"
        if isinstance(value, float):
            short = f"{value:g}"
            return short if float(short) == value else repr(value)
        return str(value)


def integer(
    name: str,
    default: int,
    low: int,
    high: int,
    title: tuple[str, str] | None = None,
    help: tuple[str, str] | None = None,
    shared: int | None = None,
) -> Parameter:
    """A parameter that is an integer.

    `title` and `help` are in English and French, and only needed if no catalogue has them; `shared` is as in
    `Parameter`."""
    titled, helped = both(*title) if title else {}, both(*help) if help else {}
    return Parameter(name, "integer", default, titled, helped, low, high, shared=shared)


def switch(name: str, default: bool) -> Parameter:
    """A parameter that is on or off, with its texts in a catalogue."""
    return Parameter(name, "switch", default)


def number(name: str, default: float, low: float, high: float) -> Parameter:
    """A parameter that is a number, with its texts in a catalogue."""
    return Parameter(name, "number", default, low=low, high=high)


def choice(name: str, *choices: str) -> Parameter:
    """A parameter that is one of several choices, by default the first, with its texts in a catalogue."""
    return Parameter(name, "choice", choices[0], choices={chosen: {} for chosen in choices})


def both(en: str, fr: str) -> dict[str, str]:
    """A text in English and French."""
    return {"en": en, "fr": fr}


def complete(
    parameters: Iterable[Parameter], given: Mapping[str, Any] | None, owner: str
) -> dict[str, Value]:
    """Check the given values and return them with the defaults of all other parameters."""
    declared = {parameter.name: parameter for parameter in parameters}
    given = given or {}
    for name in given:
        if name not in declared:
            known = ", ".join(declared) or "none"
            raise BadOption(f"{owner} has no setting called {name!r}; it knows: {known}.")
    return {
        name: parameter.parse(given[name]) if name in given else parameter.default
        for name, parameter in declared.items()
    }


def parse_pairs(text: str) -> dict[str, str]:
    """Parse `a=1,b=on` into a dictionary."""
    pairs: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"{part!r} should look like name=value.")
        pairs[name.strip()] = value.strip()
    return pairs

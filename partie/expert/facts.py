"""The fact base: facts, which are named relations between values, and resources, of which a number is left.

A pattern is a relation with values, variables (`"?space"`) and blanks (`"?"`). Changes can be undone back to
a mark, so that a rule that fails leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from partie.core.errors import PartieError

BLANK = "?"
Bindings = Mapping[str, Any]
"""The values of a rule's variables."""


class OutOfStock(PartieError):
    """More of a resource was requested than is left."""


class Fact(NamedTuple):
    """A fact that holds, such as `Fact("owner", ("Egypt", "uk"))`."""

    relation: str
    values: tuple[Hashable, ...]

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(map(str, self.values))})"


class Pattern(NamedTuple):
    """A pattern that facts may match."""

    relation: str
    terms: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(map(str, self.terms))})"

    def bind(self, values: tuple[Hashable, ...], known: Bindings) -> dict[str, Any] | None:
        """The variables bound by matching these values, including the `known` ones; None if they differ."""
        if len(values) != len(self.terms):
            return None
        found = dict(known)
        for term, value in zip(self.terms, values, strict=True):
            name = variable(term)
            if name is None:
                if term != value:
                    return None
            elif name and found.setdefault(name, value) != value:
                return None
        return found


def variable(term: Any) -> str | None:
    """The name of a variable, the empty string for a blank, or None if the term is a value."""
    return term[1:] if isinstance(term, str) and term.startswith(BLANK) else None


class Facts:
    """A fact base.

    >>> facts = Facts()
    >>> facts.add("likes", "Ann", "tea"); facts.add("likes", "Bob", "tea"); facts.add("likes", "Ann", "figs")
    >>> [found["who"] for found in facts.query("likes", "?who", "tea")]
    ['Ann', 'Bob']
    >>> facts.supply("cup", 1); facts.take("cup"); facts.left("cup")
    0
    """

    def __init__(self) -> None:
        self._relations: dict[str, dict[tuple[Hashable, ...], int]] = {}
        self._stock: dict[Hashable, int] = {}
        self._journal: list[tuple[str, Any, int | None]] = []
        self._clock = 0

    def add(self, relation: str, *values: Hashable) -> None:
        """Add a fact. A fact that is already known keeps its age."""
        known = self._relations.setdefault(relation, {})
        if values not in known:
            self._clock += 1
            known[values] = self._clock
            self._journal.append(("added", (relation, values), None))

    def remove(self, relation: str, *terms: Any) -> int:
        """Remove all facts that match a pattern; returns how many there were."""
        gone = [values for values, _ in self._fitting(Pattern(relation, terms), {})]
        for values in gone:
            age = self._relations[relation].pop(values)
            self._journal.append(("removed", (relation, values), age))
        return len(gone)

    def query(self, relation: str, *terms: Any) -> Iterator[dict[str, Any]]:
        """The variables bound by every fact that matches a pattern, oldest fact first."""
        for _, bindings in self._fitting(Pattern(relation, terms), {}):
            yield bindings

    def holds(self, relation: str, *terms: Any) -> bool:
        return any(True for _ in self.query(relation, *terms))

    def value(self, relation: str, *terms: Any) -> Any:
        """The last value of the one fact that begins with these values, or None."""
        size = len(terms) + 1
        for values in self._relations.get(relation, {}):
            if len(values) == size and values[:-1] == terms:
                return values[-1]
        return None

    def fitting(self, pattern: Pattern, known: Bindings) -> list[tuple[Fact, dict[str, Any]]]:
        """The facts that match a pattern, given some known variables, each with all its variables."""
        return [(Fact(pattern.relation, values), found) for values, found in self._fitting(pattern, known)]

    def _fitting(
        self, pattern: Pattern, known: Bindings
    ) -> list[tuple[tuple[Hashable, ...], dict[str, Any]]]:
        found = []
        for values in self._relations.get(pattern.relation, {}):
            bindings = pattern.bind(values, known)
            if bindings is not None:
                found.append((values, bindings))
        return found

    def age(self, fact: Fact) -> int:
        """When a fact was added: later facts have higher numbers."""
        return self._relations[fact.relation][fact.values]

    def supply(self, resource: Hashable, n: int) -> None:
        """Add to what is left of a resource."""
        self._set_stock(resource, self.left(resource) + n)

    def left(self, resource: Hashable) -> int:
        """How much of a resource is left."""
        return self._stock.get(resource, 0)

    def take(self, resource: Hashable, n: int = 1) -> None:
        """Take some of a resource; raises `OutOfStock` if less is left."""
        if not 0 <= n <= self.left(resource):
            raise OutOfStock(f"{self.left(resource)} of {resource} are left, not {n}.")
        self._set_stock(resource, self.left(resource) - n)

    def stock(self) -> dict[Hashable, int]:
        """All resources that are not used up, with the number left."""
        return {resource: n for resource, n in self._stock.items() if n > 0}

    def _set_stock(self, resource: Hashable, n: int) -> None:
        self._journal.append(("stock", resource, self._stock.get(resource)))
        self._stock[resource] = n

    def mark(self) -> int:
        """A point to which `roll_back` can return."""
        return len(self._journal)

    def roll_back(self, mark: int) -> None:
        """Undo all changes since a mark."""
        while len(self._journal) > mark:
            what, key, before = self._journal.pop()
            if what == "stock":
                if before is None:
                    del self._stock[key]
                else:
                    self._stock[key] = before
            elif what == "added":
                del self._relations[key[0]][key[1]]
            else:
                assert before is not None
                self._relations[key[0]][key[1]] = before

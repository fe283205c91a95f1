"""What a compiled function depends on: its own code, and every function and constant it can reach.

A digest of all this names an entry of the compiled cache (`core/compiled/kernel.py`), so an edit recompiles
what it changes and nothing else. Comments, docstrings and annotations do not count, nor does a function that
is never called. A function reaches

- the functions and constants it names, and those it names in other modules;
- for every verb, the kernels of the record types in its signature and of those whose dtype is reached;
- for a function that is not compiled itself (the target of an `overload`, an `intrinsic`), the whole module
  that function is in.
"""

from __future__ import annotations
import __future__

import ast
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types

from partie.core.compiled import numba_api
from partie.core.compiled.numba_api import Dispatcher, Intrinsic

VERB = "__verb__"
"""The attribute that holds the name of the verb a function stands for."""
_FOREIGN = sys.stdlib_module_names | {"numpy", "numba", "llvmlite"}
"""Packages whose versions are part of every cache key already, so that their code need not be examined."""

Lookup = Callable[[str], Any]
_lookups: dict[Any, Lookup] = {}
_records: dict[np.dtype[Any], Any] = {}


def add_record(dtype: np.dtype[Any], record: Any, lookup: Lookup) -> None:
    """Register how the verbs of a record type are found.

    `lookup(verb)` returns a compiled function, a constant or None."""
    _lookups[record], _records[dtype] = lookup, record


def kernel_of(dtype: np.dtype[Any], verb: str) -> Any:
    """The compiled function that a verb stands for with states of this dtype."""
    return _lookups[_records[dtype]](verb)


def digest(dispatcher: Dispatcher, signature: Iterable[Any]) -> bytes:
    """A hash of everything the compiled form of this function for this signature depends on."""
    whole = hashlib.sha256()
    for fact in sorted(_reached(dispatcher, _records_among(signature))[1]):
        whole.update(fact)
    return whole.digest()


def functions(dispatcher: Dispatcher, signature: Iterable[Any]) -> frozenset[Dispatcher]:
    """The compiled functions that this one can call with arguments of these types, itself included."""
    return _reached(dispatcher, _records_among(signature))[0]


@cache
def _reached(root: Dispatcher, records: frozenset[Any]) -> tuple[frozenset[Dispatcher], frozenset[bytes]]:
    """The functions that a function can reach, with verbs resolved for these records, and their hashes."""
    reached, facts, verbs, known = {root}, set[bytes](), set[str](), set(records)
    queue = [root]
    while queue:
        part = _part(queue.pop())
        facts |= part.facts
        new_verbs, new_records = part.verbs - verbs, part.records - known
        verbs |= new_verbs
        resolved = [(verb, record) for verb in new_verbs for record in known]
        resolved += [(verb, record) for verb in verbs for record in new_records]
        known |= new_records
        found = set(part.functions)
        for verb, record in resolved:
            kernel = _lookups[record](verb)
            facts.add(_hash(verb, str(record), _plain(kernel)))
            if isinstance(kernel, Dispatcher):
                found.add(kernel)
        queue.extend(found - reached)
        reached |= found
    return frozenset(reached), frozenset(facts)


def _records_among(signature: Iterable[Any]) -> frozenset[Any]:
    return frozenset(record for argument in signature for record in _records_in(argument))


def _records_in(kind: Any) -> Iterator[Any]:
    """The registered record types contained in the type of an argument."""
    if kind in _lookups:
        yield kind
    elif isinstance(kind, types.Array):
        yield from _records_in(kind.dtype)
    elif isinstance(kind, Iterable):  # a tuple, named or not
        for part in kind:
            yield from _records_in(part)


class _Part:
    """One function: hashes of its code and of what its names refer to, and what it reaches directly."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        function: Any = dispatcher.py_func
        self.functions: set[Dispatcher] = set()
        self.verbs: set[str] = set()
        self.records: set[Any] = set()
        self._owner = _plain(dispatcher)
        code = _code(function.__code__, function.__doc__)
        options = sorted(numba_api.options(dispatcher).items())
        self.facts = {_hash(self._owner, code, options, _plain(function.__defaults__))}
        names = set(_names(function.__code__))
        for name in names & function.__globals__.keys():
            self._visit(name, function.__globals__[name], names)
        for changed in vars(dispatcher).values():  # a method replaced on this one dispatcher
            if isinstance(changed, FunctionType) and changed is not function:
                self._visit_module(changed.__module__)

    def _visit(self, name: str, value: Any, names: set[str]) -> None:
        self.facts.add(_hash(self._owner, name, _plain(value)))
        if isinstance(value, Dispatcher):
            self.functions.add(value)
        elif isinstance(value, ModuleType):
            if not _is_foreign(value.__name__):
                for part in names & vars(value).keys():
                    self._visit(f"{name}.{part}", vars(value)[part], names)
        elif isinstance(value, np.dtype):
            if value in _records:
                self.records.add(_records[value])
        elif isinstance(value, Intrinsic):
            self._visit_module(numba_api.definition(value).__module__)
        elif isinstance(value, FunctionType | type):
            if hasattr(value, VERB):
                self.verbs.add(getattr(value, VERB))
            self._visit_module(value.__module__)
        elif isinstance(value, Enum):
            self._visit_module(type(value).__module__)

    def _visit_module(self, name: str) -> None:
        """Add a whole module: its text, and the compiled functions it names."""
        if not _is_foreign(name):
            module = sys.modules[name]
            self.facts.add(_text(module))
            self.functions |= {value for value in vars(module).values() if isinstance(value, Dispatcher)}


@cache
def _part(dispatcher: Dispatcher) -> _Part:
    return _Part(dispatcher)


def _is_foreign(module: str) -> bool:
    return module.partition(".")[0] in _FOREIGN


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _code(code: CodeType, doc: str | None = None) -> str:
    """A code object as text, without line numbers and docstring, however its annotations are written."""
    consts = [
        _code(constant) if isinstance(constant, CodeType) else _plain(constant) for constant in code.co_consts
    ]
    if doc is not None and code.co_consts and code.co_consts[0] == doc:
        consts[0] = "doc"
    flags = code.co_flags & ~__future__.annotations.compiler_flag
    return repr((code.co_code, consts, code.co_names, code.co_varnames, flags, code.co_exceptiontable))


def _plain(value: Any) -> str:
    """A value as text that is the same in every process.

    Of values that compiled code cannot use, only the type."""
    if isinstance(value, Dispatcher):
        return f"{value.py_func.__module__}.{value.py_func.__qualname__}"
    if isinstance(value, np.ndarray):
        return f"array {value.dtype.descr} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.dtype):
        return f"dtype {value.descr} {value.fields}"
    if isinstance(value, tuple | frozenset):
        parts = map(_plain, value)
        return f"{type(value).__name__}({', '.join(parts if isinstance(value, tuple) else sorted(parts))})"
    if isinstance(value, bool | int | float | complex | str | bytes | None | np.generic | types.Type):
        return f"{type(value).__name__} {value!r}"
    return type(value).__name__


@cache
def _text(module: ModuleType) -> bytes:
    """A hash of the text of a module, without comments, docstrings and annotations of functions."""
    tree = ast.parse(Path(module.__file__ or "").read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None  # a docstring, of a function or of a constant
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return _hash(module.__name__, ast.dump(tree))


def _hash(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()

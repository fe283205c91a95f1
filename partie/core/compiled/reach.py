"""What a compiled function depends on: its own code, and every function and constant it can reach.

A digest of all this names an entry of the compiled cache (`core/compiled/kernel.py`), so an edit recompiles
what it changes and nothing else. Comments, docstrings and annotations do not count, nor does a function that
is never called, nor the text of an error that Python raises. A function reaches

- the functions and constants it names, and those it names in other modules;
- for every verb, the kernels of the record types in its signature and of those whose dtype is reached;
- what changes the types of its arguments (`numba_api.retype_calls`), and what that names;
- for any other function that is not compiled itself (the target of an `overload`, an `intrinsic`), the whole
  module that function is in.

How verbs become calls and calls become machine code (`_MACHINERY`) concerns every function. A module that is
reached as a whole counts with the texts of its errors, because compiled code may be what raises them: modules
of kernels raise none in Python.
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

_MACHINERY = ("numba_api", "verbs")
"""The modules here that make calls and machine code. All they define in Python runs in Python, except what is
defined inside another function."""

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
    whole = hashlib.sha256(_machinery())
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
        change = numba_api.change_of_types(dispatcher)
        if change is not None:
            self._visit_change(change)

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
        elif hasattr(value, VERB):
            self.verbs.add(getattr(value, VERB))
        elif isinstance(value, FunctionType | type):
            self._visit_module(value.__module__)
        elif isinstance(value, Enum):
            self._visit_module(type(value).__module__)

    def _visit_change(self, change: Callable[..., Any]) -> None:
        """Add a Python function that gives arguments other types."""
        if not isinstance(change, FunctionType) or change.__closure__ is not None:
            self._visit_module(change.__module__)  # what it holds may be anything
            return
        self.facts.add(_hash(_code(change.__code__, change.__doc__), _plain(change.__defaults__)))
        names = set(_names(change.__code__))
        for name in names & change.__globals__.keys():
            self._visit(name, change.__globals__[name], names)

    def _visit_module(self, name: str) -> None:
        """Add a whole module: its text, and the compiled functions it names."""
        if not _is_foreign(name):
            module = sys.modules[name]
            self.facts.add(_text(name, Path(module.__file__ or "")))
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
def _machinery() -> bytes:
    """A hash of what makes machine code of functions, however its errors are worded."""
    return b"".join(_text(name, Path(__file__).with_name(f"{name}.py"), errors=False) for name in _MACHINERY)


@cache
def _text(name: str, file: Path, *, errors: bool = True) -> bytes:
    """A hash of the text of a module, without comments, docstrings and annotations of functions.

    The texts of errors may be left out where only Python raises them: outside functions in functions."""
    tree = ast.parse(file.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None  # a docstring, of a function or of a constant
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    if not errors:
        _forget_errors(tree)
    return _hash(name, ast.dump(tree))


def _forget_errors(tree: ast.AST, is_function: bool = False) -> None:
    """Remove the words of what is raised, but not in a function defined in another: that may be compiled."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    part.value = ""
        elif isinstance(node, ast.FunctionDef):
            if not is_function:
                _forget_errors(node, is_function=True)
        else:
            _forget_errors(node, is_function)


def _hash(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()

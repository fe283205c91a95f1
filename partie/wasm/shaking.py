"""Finds the Python code that a table on a device needs, definition by definition, and lowers it.

From the names that the device starts with, everything they mention is followed into the modules where it is
defined. Compiled functions end the search: on the device they are exports of the game's module. So are arrays
and record types: their values, computed here, are written into the code. What nobody mentions is left out.
"""

from __future__ import annotations

import ast
import importlib
import sys
import typing
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from partie.core import commentary
from partie.core.compiled.numba_api import Dispatcher
from partie.core.errors import PartieError
from partie.core.game import Game
from partie.wasm.exports import export_name
from partie.wasm.layout import layout
from partie.wasm.lowering import CannotLower, Lowering

DEVICE = Path(__file__).with_name("device") / "python"
"""Modules of the device: counterparts of those of Python and NumPy, and definitions that replace ours."""
_OURS = "partie"
_OWN = "device."
"""What the names of the device's own modules begin with."""
_TYPING = {"typing", "typing_extensions", "__future__", "numpy.typing"}
_LONGEST_INTERPRETED = 12
"""The most statements of a compiled function that is interpreted where the module lacks it."""
_COMPUTED_HERE = {"np", "get_args"}
"""NumPy, and functions about types: a constant that is computed with one is written as its value."""
_LARGEST_LITERAL = 4096
"""Arrays with more bytes than this are kept in files beside the code."""
_ROSTER = ".players.roster"
"""How the name of a module ends that declares programs: the modules it imports are loaded when a program
needs them, so that nobody waits for the code of programs before the first move."""


Root = tuple[str, str]
"""A module, and a name in it that the device starts with."""
_REGISTER: Root = ("partie.core.registry", "register_game")


class NotOnDevice(PartieError):
    """Code for a device that needs something a device does not have."""


@dataclass(frozen=True)
class Import:
    """A name that a module imports: a module, or a name of one."""

    module: str
    name: str | None = None


@dataclass
class Source:
    """A module: its statements, and which of them define a name."""

    name: str
    native: Any
    statements: list[ast.stmt]
    is_package: bool
    defined: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    imports: dict[str, Import] = field(default_factory=dict)
    effects: list[int] = field(default_factory=list)
    """Statements that are run for what they do."""


@cache
def read(name: str) -> Source:
    """The statements of a module of ours, with those that replace some of them on the device."""
    native = importlib.import_module(name)
    file = Path(native.__file__ or "")
    statements = list(_flat(ast.parse(file.read_text(encoding="utf-8")).body))
    whole, instead = (DEVICE / "instead" / f"{name}{suffix}" for suffix in (".whole.py", ".py"))
    if whole.exists():
        statements = list(_flat(ast.parse(whole.read_text(encoding="utf-8")).body))
    elif instead.exists():
        new = list(_flat(ast.parse(instead.read_text(encoding="utf-8")).body))
        replaced = {known for one in new for known in _names(one)}
        statements = [*(one for one in statements if not replaced & set(_names(one))), *new]
    found = Source(name, native, statements, file.name == "__init__.py")
    functions = {one.name: one for one in statements if isinstance(one, ast.FunctionDef)}
    for number, one in enumerate(statements):
        if isinstance(one, ast.Import):
            for alias in one.names:
                bound = alias.asname or alias.name.partition(".")[0]
                found.imports[bound] = Import(alias.name if alias.asname else bound)
        elif isinstance(one, ast.ImportFrom):
            module = _absolute(found, one)
            for alias in one.names:
                found.imports[alias.asname or alias.name] = _imported(module, alias.name)
        else:
            known = list(_names(one))
            for each in known:
                found.defined[each].append(number)
            if not known and not _is_setting(one) and not _only_fills(one, native, functions):
                found.effects.append(number)
    return found


def _flat(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements without those that are only for type checkers or for the compiler."""
    for one in statements:
        test = ast.unparse(one.test) if isinstance(one, ast.If) else ""
        if isinstance(one, ast.If) and "TYPE_CHECKING" in test:
            yield from _flat(one.orelse)
        elif isinstance(one, ast.If) and test == "PYTHON_MODE":
            yield from _flat(one.body)  # what is not exported runs as plain Python
        else:
            yield one


def _is_setting(one: ast.stmt) -> bool:
    """Whether a statement sets a special attribute of a class, which other packages read."""
    target = one.targets[0] if isinstance(one, ast.Assign) else None
    return isinstance(target, ast.Attribute) and target.attr.startswith("__")


def _only_fills(
    one: ast.stmt,
    native: Any,
    functions: Mapping[str, ast.FunctionDef],
    local: Collection[str] = (),
) -> bool:
    """Whether a statement does nothing but write into arrays of its module, itself or by calling functions of
    the module that do: arrays are stored as they are after it. `local` are the variables of such a function.
    """
    if isinstance(one, ast.For | ast.If):
        return all(_only_fills(part, native, functions, local) for part in (*one.body, *one.orelse))
    if isinstance(one, ast.Expr):
        called = one.value.func if isinstance(one.value, ast.Call) else None
        function = functions.get(called.id) if isinstance(called, ast.Name) else None
        if function is None:
            return _is_text(one)
        own = {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        others = {name: other for name, other in functions.items() if other is not function}
        return all(_only_fills(part, native, others, own) for part in function.body)
    return bool(_targets(one)) and all(_is_filled(target, native, local) for target in _targets(one))


def _is_filled(target: ast.expr, native: Any, local: Collection[str]) -> bool:
    """Whether what is assigned to is an element of an array of a module, or one of these variables."""
    if isinstance(target, ast.Tuple):
        return all(_is_filled(part, native, local) for part in target.elts)
    if isinstance(target, ast.Name):
        return target.id in local
    base = target.value if isinstance(target, ast.Subscript) else None
    return isinstance(base, ast.Name) and isinstance(getattr(native, base.id, None), np.ndarray)


def _targets(node: ast.AST) -> list[ast.expr]:
    """What an assignment writes to."""
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign) else []


def _is_text(one: ast.stmt) -> bool:
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)


def _absolute(source: Source, one: ast.ImportFrom) -> str:
    if one.level:
        raise NotOnDevice(f"{source.name} has a relative import: write the whole name.")
    return one.module or ""


def _imported(module: str, name: str) -> Import:
    """What `from module import name` gives: a name, or a module."""
    if module.partition(".")[0] == _OURS:
        parent = importlib.import_module(module)
        whole = f"{module}.{name}"
        if not hasattr(parent, name) or (hasattr(getattr(parent, name), "__path__") or whole in sys.modules):
            try:
                importlib.import_module(whole)
                return Import(whole)
            except ModuleNotFoundError:
                pass
    return Import(module, name)


def _names(one: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module defines."""
    if isinstance(one, ast.FunctionDef | ast.ClassDef):
        yield one.name
    elif isinstance(one, ast.Assign):
        for target in one.targets:
            yield from (
                node.id
                for node in ast.walk(target)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            )
    elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
        yield one.target.id
    elif isinstance(one, ast.If | ast.Try | ast.For | ast.With):
        for part in (*one.body, *getattr(one, "orelse", [])):
            yield from _names(part)


def declaration(game: Game) -> Root:
    """Where a game is declared: beside its rules, or with them."""
    package = game.rules.__name__
    names = (package.rpartition(".")[0], package)
    return next(name for name in names if hasattr(importlib.import_module(name), "GAME")), "GAME"


class Shaken:
    """The code reached from some names, module by module."""

    def __init__(self, exports: frozenset[str] | None, verbs: Mapping[str, str] | None = None) -> None:
        self._exports, self._verbs = exports, verbs or {}
        """Names of exports, or None if everything that is named will be exported; and for functions that are
        verbs of the game, the names of these."""
        self._lowered: dict[tuple[str, int], ast.stmt] = {}
        self._used: dict[str, set[str]] = defaultdict(set)
        """For every module, the imported names that its code uses."""
        self._todo: list[tuple[str, str | None]] = []
        self._seen: set[tuple[str, str | None]] = set()
        self.kernels: dict[str, Any] = {}
        """The compiled functions that the code names, by the names they are exported by."""
        self.interpreted: set[str] = set()
        """Those that the module does not export, because no program was seen to call one, and that run as
        plain Python, as they do natively without a compiler."""
        self.missing: set[str] = set()
        """Those that the module lacks altogether: calling one is an error."""
        self.externals: dict[str, set[str]] = defaultdict(set)
        """Modules of the device that are used, with the names used of each."""
        self.problems: list[str] = []
        """What the code uses and a device lacks."""
        self.arrays: dict[str, bytes] = {}
        """Contents of large arrays, by the name of their file."""

    def add(self, module: str, name: str | None = None) -> None:
        """Reach a name of a module, or only what the module does when it is imported."""
        self._todo.append((module, name))
        while self._todo:
            one = self._todo.pop()
            if one not in self._seen:
                self._seen.add(one)
                self._reach(*one)

    def add_game(self, game: Game, roots: Iterable[Root]) -> None:
        """Reach the declaration of a game with its part of the API and its comments, and what a device starts
        with."""
        for root in (*roots, _REGISTER, declaration(game)):
            self.add(*root)
        if game.can.routes is not None:
            module, _, name = game.can.routes.place.partition(":")
            self.add(module, name)
        if game.can.commentary is not None:
            for name in commentary.FUNCTIONS:
                self.add(game.can.commentary.place, name)

    def _reach(self, module: str, name: str | None) -> None:
        source = read(module)
        if name is None:
            for number in source.effects:
                self._include(source, number)
            return
        self._todo.append((module, None))
        if name in source.defined:
            for number in source.defined[name]:
                self._include(source, number)
        elif name in source.imports:
            self._import(source, name)
        elif not name.startswith("__"):
            self.problems.append(f"{module} does not define {name}.")

    def _import(self, source: Source, name: str) -> None:
        self._used[source.name].add(name)
        found = source.imports[name]
        if found.module.partition(".")[0] != _OURS:
            self._external(source, found)
        elif found.name is None:
            self._todo.append((found.module, None))
        else:
            self._todo.append((found.module, found.name))

    def _external(self, source: Source, found: Import) -> None:
        if found.module in _TYPING or found.module.startswith(_OWN):
            return
        known = _device_names(found.module)
        if known is None:
            self.problems.append(f"{source.name} uses {found.module}, which has no counterpart on a device.")
            return
        if found.name is not None:
            if found.name not in known:
                self.problems.append(f"{source.name} uses {found.module}.{found.name}, which a device lacks.")
            self.externals[found.module].add(found.name)
        else:
            self.externals[found.module]

    def _include(self, source: Source, number: int) -> None:
        key = (source.name, number)
        if key in self._lowered:
            return
        one = source.statements[number]
        self._lowered[key] = lowered = self._lower(source, one)
        self._follow(source, lowered)

    def _lower(self, source: Source, one: ast.stmt) -> ast.stmt:
        names = list(_names(one))
        if len(names) == 1:
            value = getattr(source.native, names[0], None)
            if isinstance(value, Dispatcher):
                if not self._is_interpreted(value):
                    name = self._verbs.get(export_name(value), export_name(value))
                    return _assigned(names[0], ast.parse(f"kernel_({name!r})", mode="eval").body)
                assert isinstance(one, ast.FunctionDef)
                one = ast.FunctionDef(one.name, one.args, one.body, [], lineno=one.lineno)
            if isinstance(one, ast.Assign) and typing.get_origin(value) is not None:
                return _assigned(names[0], ast.Constant(None))  # a name for a type such as tuple[int, ...]
            if isinstance(one, ast.Assign | ast.AnnAssign) and _is_baked(one, value):
                return _assigned(names[0], self._literal(f"{source.name}.{names[0]}", value))
        elif isinstance(one, ast.Assign) and names:
            values = [getattr(source.native, name) for name in names]
            if any(_is_baked(one, value) for value in values):
                parts = [
                    self._literal(f"{source.name}.{name}", value)
                    for name, value in zip(names, values, strict=True)
                ]
                return ast.Assign(one.targets, ast.Tuple(parts, ast.Load()), lineno=one.lineno)
        copy = ast.parse(ast.unparse(one)).body[0]
        if source.name.endswith(_ROSTER) and not isinstance(copy, ast.FunctionDef | ast.ClassDef):
            copy = _Known(source).visit(copy)
        try:
            modules = [name for name, found in source.imports.items() if found.name is None]
            lowered = Lowering(source.native, modules).visit(copy)
        except CannotLower as error:
            self.problems.append(f"{source.name}: {error}.")
            return ast.Pass()
        assert lowered is not None
        return lowered

    def _is_interpreted(self, kernel: Any) -> bool:
        """Whether a compiled function that the module lacks runs as plain Python instead.

        Only a small one does that computes with plain integers, or calls exports."""
        name = export_name(kernel)
        self.kernels[name] = kernel
        if self._exports is None:
            return False
        known = self._exports.union(self._verbs)
        if name in known:
            return False
        if is_simple(kernel, known):
            self.interpreted.add(name)
            return True
        self.missing.add(name)
        return False

    def _literal(self, where: str, value: Any) -> ast.expr:
        """An expression with this value."""
        return ast.parse(self._written(where, value), mode="eval").body

    def _written(self, where: str, value: Any) -> str:
        if isinstance(value, np.ndarray):
            return self._array(where, value)
        if isinstance(value, np.dtype):
            return f"dtype_({_plain(layout(value) if value.names else value.str)})"
        if isinstance(value, np.generic):
            return repr(value.item())
        if isinstance(value, type) and issubclass(value, np.generic):
            return f"scalar_({np.dtype(value).str.lstrip('<|')!r})"
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            maker = type(value)
            self._todo.append((maker.__module__, maker.__name__))
            parts = ", ".join(
                self._written(f"{where}.{part}", each)
                for part, each in zip(value._fields, value, strict=True)
            )
            return f"from_({maker.__module__!r}, {maker.__name__!r}, ({parts},))"
        if isinstance(value, tuple | list | set | frozenset):
            parts = ", ".join(self._written(f"{where}.{i}", part) for i, part in enumerate(value))
            opening, closing = {tuple: ("(", ",)"), list: ("[", "]"), set: ("set([", "])")}.get(
                type(value), ("frozenset([", "])")
            )
            return "()" if value == () else f"{opening}{parts}{closing}"
        if isinstance(value, dict):
            parts = ", ".join(
                f"({self._written(where, key)}, {self._written(f'{where}.{key}', each)})"
                for key, each in value.items()
            )
            return f"OrderedDict([{parts}])"
        if value is None or isinstance(value, bool | int | float | str | bytes):
            return repr(value)
        raise NotOnDevice(f"The value of {where} ({type(value).__name__}) cannot be written into code.")

    def _array(self, where: str, value: Any) -> str:
        kind = value.dtype
        described = _plain(layout(kind)) if kind.names else repr(kind.str.lstrip("<|"))
        contents = np.ascontiguousarray(value).tobytes()
        if len(contents) > _LARGEST_LITERAL:
            self.arrays[where] = contents
            return f"stored_({where!r}, {described}, {value.shape!r})"
        return f"array_({contents!r}, {described}, {value.shape!r})"

    def _follow(self, source: Source, lowered: ast.stmt) -> None:
        """Reach every name of the module that a statement mentions."""
        for name, attribute in _mentioned(lowered):
            found = source.imports.get(name)
            if name in source.defined:
                self._todo.append((source.name, name))
            elif found is not None:
                self._import(source, name)
                if found.name is None:
                    self._member(source, found, attribute)
        for one in ast.walk(lowered):
            if isinstance(one, ast.ImportFrom | ast.Import):
                self._local_import(source, one)

    def _member(self, source: Source, found: Import, attribute: str | None) -> None:
        """Reach an attribute of an imported module; of a module as a value, its constants."""
        if found.module.partition(".")[0] != _OURS:
            known = _device_names(found.module)
            if attribute is not None and known is not None and attribute not in known:
                self.problems.append(f"{source.name} uses {found.module}.{attribute}, which a device lacks.")
            if attribute is not None:
                self.externals[found.module].add(attribute)
        elif attribute is not None:
            self._todo.append((found.module, attribute))
        else:
            module = read(found.module)
            for name in (*module.defined, *module.imports):
                value = getattr(module.native, name, None)
                is_constant = name.isupper() and isinstance(value, int | float | str | tuple)
                if (is_constant or isinstance(value, np.dtype)) and not name.startswith("_"):
                    self._todo.append((found.module, name))

    def _local_import(self, source: Source, one: ast.ImportFrom | ast.Import) -> None:
        if isinstance(one, ast.Import):
            raise NotOnDevice(f"{source.name} imports a module inside a function: use `from`.")
        for alias in one.names:
            found = _imported(_absolute(source, one), alias.name)
            if found.module.partition(".")[0] != _OURS:
                self._external(source, found)
            else:
                self._todo.append((found.module, found.name))
                if found.name is None:
                    raise NotOnDevice(f"{source.name} imports the module {found.module} inside a function.")

    def modules(self) -> dict[str, str]:
        """The code of every module that is needed, by its name; a package's name ends with `.__init__`."""
        texts: dict[str, str] = {}
        for module in sorted({name for name, _ in self._lowered} | set(self._used)):
            source = read(module)
            own = [
                self._lowered[module, n]
                for n in range(len(source.statements))
                if (module, n) in self._lowered
            ]
            # An import that was followed by none of its uses stays where it is harmless: at the top.
            late = _late_names(source, own) & self._used[module]
            lines = _import_lines({name: source.imports[name] for name in self._used[module] - late})
            lines += [f"{name} = late_({source.imports[name].module!r})" for name in sorted(late)]
            body = [ast.unparse(ast.fix_missing_locations(_with_device_imports(one))) for one in own]
            head = "from device.support import *" if body else ""
            texts[f"{module}.__init__" if source.is_package else module] = "\n".join(
                [head, *lines, *body, ""]
            )
        for name in list(texts):
            parts = name.split(".")
            for length in range(1, len(parts)):
                package = ".".join(parts[:length])
                if f"{package}.__init__" not in texts and package not in texts:
                    texts[f"{package}.__init__"] = ""
        return dict(sorted(texts.items()))


def _late_names(source: Source, statements: Iterable[ast.stmt]) -> set[str]:
    """The modules that a declaration of programs imports and whose attributes alone it uses."""
    if not source.name.endswith(_ROSTER):
        return set()
    whole = {name for one in statements for name, attribute in _mentioned(one) if attribute is None}
    ours = {
        name
        for name, found in source.imports.items()
        if found.name is None and found.module.partition(".")[0] == _OURS
    }
    return ours - whole


class _Known(ast.NodeTransformer):
    """Replaces constants of imported modules, and numbers of elements, by their values."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self._value(node)
        return _literal(value) if _is_plain(value) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "len":
            value = self._value(node.args[0])
            if value is not None:
                return ast.Constant(len(value))
        return self.generic_visit(node)

    def _value(self, node: ast.expr) -> Any:
        """The value of an attribute of an imported module, or of one of that; None for anything else."""
        if isinstance(node, ast.Name):
            found = self._source.imports.get(node.id)
            ours = found is not None and found.name is None and found.module.partition(".")[0] == _OURS
            return getattr(self._source.native, node.id) if ours else None
        return getattr(self._value(node.value), node.attr, None) if isinstance(node, ast.Attribute) else None


def _is_plain(value: Any) -> bool:
    """Whether a value can be written as it is in Python."""
    if isinstance(value, dict):
        return all(_is_plain(part) for pair in value.items() for part in pair)
    return isinstance(value, bool | int | float | str) or (
        type(value) in (tuple, list) and all(map(_is_plain, value))
    )


def _literal(value: Any) -> ast.expr:
    return ast.parse(repr(value), mode="eval").body


@cache
def is_simple(kernel: Any, exports: frozenset[str]) -> bool:
    """Whether a compiled function gives the same when it is interpreted: a short one, without the arithmetic
    of fixed width that NumPy has and Python lacks."""
    source = read(kernel.py_func.__module__)
    one = source.statements[source.defined[kernel.py_func.__name__][-1]]
    if sum(isinstance(node, ast.stmt) for node in ast.walk(one)) > _LONGEST_INTERPRETED:
        return False
    for name, attribute in _mentioned(one):
        value: Any = getattr(source.native, name, None)
        if attribute is not None and hasattr(value, attribute):
            value = getattr(value, attribute)
        if isinstance(value, type) and issubclass(value, np.unsignedinteger):
            return False
        if isinstance(value, np.unsignedinteger | np.random.Generator):
            return False
        is_other = isinstance(value, Dispatcher) and value is not kernel
        if is_other and export_name(value) not in exports and not is_simple(value, exports):
            return False
    return True


def device_module(name: str) -> str:
    """The counterpart of a module of Python or NumPy on the device."""
    return name if name.startswith(_OWN) else f"device.{name.replace('.', '_')}"


@cache
def _device_names(module: str) -> frozenset[str] | None:
    """The names that the device's counterpart of a module defines; None if there is none."""
    file = DEVICE / "device" / f"{module.replace('.', '_')}.py"
    if not file.exists():
        return None
    found: set[str] = set()
    for one in ast.parse(file.read_text(encoding="utf-8")).body:
        found.update(_names(one))
        if isinstance(one, ast.Import | ast.ImportFrom):
            found.update(alias.asname or alias.name for alias in one.names)
    return frozenset(found)


def _import_lines(imports: Mapping[str, Import]) -> list[str]:
    """One line for every package that something is imported from, and one for every other module."""
    parts: dict[str, list[str]] = {}
    whole: list[str] = []
    for name, found in sorted(imports.items()):
        if found.module in _TYPING:
            continue
        module = found.module if found.module.partition(".")[0] == _OURS else device_module(found.module)
        package, _, last = module.rpartition(".") if found.name is None else (module, "", found.name)
        imported = last if last == name else f"{last} as {name}"
        if package:
            parts.setdefault(package, []).append(imported)
        else:
            whole.append(f"import {imported}")
    return sorted([*whole, *(f"from {package} import {', '.join(one)}" for package, one in parts.items())])


def _with_device_imports(one: ast.stmt) -> ast.stmt:
    for node in ast.walk(one):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] != _OURS:
            node.module = device_module(node.module or "")
    return one


def _assigned(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)


def _plain(value: Any) -> str:
    return repr(value)


def _is_baked(one: ast.Assign | ast.AnnAssign, value: Any) -> bool:
    """Whether a constant is written into the code as its value, and not computed again on the device."""
    if _has_array(value):
        return True
    if one.value is None or not isinstance(
        value, bool | int | float | str | bytes | tuple | list | dict | frozenset
    ):
        return False
    return any(isinstance(node, ast.Name) and node.id in _COMPUTED_HERE for node in ast.walk(one.value))


def _has_array(value: Any) -> bool:
    if isinstance(value, np.ndarray | np.dtype | np.generic):
        return True
    if isinstance(value, type):
        return issubclass(value, np.generic)
    if isinstance(value, tuple | list):
        return any(_has_array(part) for part in value)
    return isinstance(value, dict) and any(_has_array(part) for part in value.values())


def _mentioned(statement: ast.AST) -> Iterator[tuple[str, str | None]]:
    """The names that a statement reads from its module, each with the attribute taken of it, if one is."""
    yield from _Mentions().of(statement)


class _Mentions(ast.NodeVisitor):
    def __init__(self) -> None:
        self._found: list[tuple[str, str | None]] = []
        self._local: list[set[str]] = []

    def of(self, statement: ast.AST) -> list[tuple[str, str | None]]:
        self.visit(statement)
        return self._found

    def _note(self, name: str, attribute: str | None) -> None:
        if not any(name in scope for scope in self._local):
            self._found.append((name, attribute))

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._note(node.id, None)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            self._note(node.value.id, node.attr)
        else:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for one in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(one)
        self._local.append(_locals(node))
        for statement in node.body:
            self.visit(statement)
        self._local.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for one in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(one)
        self._local.append(_arguments(node.args))
        self.visit(node.body)
        self._local.pop()


def _arguments(found: ast.arguments) -> set[str]:
    every = [*found.args, *found.kwonlyargs, found.vararg, found.kwarg]
    return {one.arg for one in every if one is not None}


def _locals(node: ast.FunctionDef) -> set[str]:
    """The names that belong to a function: its arguments, and what it assigns."""
    found = _arguments(node.args)
    shared: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            found.add(one.id)
        elif isinstance(one, ast.FunctionDef | ast.ClassDef) and one is not node:
            found.add(one.name)
        elif isinstance(one, ast.Global):
            shared.update(one.names)
        elif isinstance(one, ast.ImportFrom):
            found.update(alias.asname or alias.name for alias in one.names)
        elif isinstance(one, ast.ExceptHandler) and one.name:
            found.add(one.name)
    return found - shared

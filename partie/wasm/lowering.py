"""Rewrites Python source so that MicroPython runs it with the same results.

MicroPython lacks some syntax, forgets the order of dictionaries, sorts without keeping equals in order,
rounds and formats some numbers differently, and does not keep annotations, from which data classes are made.
Each of these is rewritten here to plain syntax or to a call of a helper (`device/python/device/support.py`).
What a statement means does not change.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import sys
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SUPPORT = "device.support"
"""The module of the helpers, on the device."""

_FUNCTIONS = {
    "sorted": "sorted_",
    "isinstance": "isinstance_",
    "round": "round_",
    "bytes": "bytes_",
    "vars": "vars_",
    "format": "format_",
    "dict": "OrderedDict",
    "reversed": "reversed_",
    "hash": "hash_",
    "float": "float_",
    "str": "str_",
    "slice": "slice_",
}
"""Built-in functions that have a helper instead, where they are called."""
_METHODS = {
    "bit_count",
    "bit_length",
    "casefold",
    "format",
    "is_integer",
    "isalnum",
    "isdecimal",
    "isidentifier",
    "isprintable",
    "ljust",
    "lower",
    "removeprefix",
    "removesuffix",
    "rjust",
    "sort",
    "splitlines",
    "title",
    "upper",
    "capitalize",
    "zfill",
    "translate",
}
"""Methods of numbers, texts and lists that MicroPython lacks or does differently."""


class CannotLower(Exception):
    """Source that uses something without a counterpart on the device."""


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _is_name(node: ast.AST, *names: str) -> bool:
    if isinstance(node, ast.Call):
        node = node.func
    return (isinstance(node, ast.Name) and node.id in names) or (
        isinstance(node, ast.Attribute) and node.attr in names
    )


class Lowering(ast.NodeTransformer):
    """Rewrites one statement of a module. `native` is that module as it is here, to ask about its classes."""

    def __init__(self, native: Any, imported: Iterable[str] = ()) -> None:
        self._native = native
        self._imported = frozenset(imported)
        """Names of modules: their attributes are not methods."""

    # Definitions

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if any(_is_name(decorator, "overload") for decorator in node.decorator_list):
            return None
        self.generic_visit(node)
        node.returns = None
        node.body = _body(node.body)
        cached = [one for one in node.decorator_list if _is_name(one, "cached_property")]
        if cached:
            node.decorator_list = [ast.Name("cached_property_", ast.Load())]
        node.decorator_list = [
            one
            for one in node.decorator_list
            if not _is_name(one, "override", "abstractmethod", "runtime_checkable", "wraps")
        ]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self.generic_visit(node)
        return node

    def visit_arguments(self, node: ast.arguments) -> Any:
        self.generic_visit(node)
        node.args = [*node.posonlyargs, *node.args]
        node.posonlyargs = []
        return node

    def visit_arg(self, node: ast.arg) -> Any:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return None
        return ast.Assign([self.visit(node.target)], self.visit(node.value), lineno=node.lineno)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        native = getattr(self._native, node.name, None)
        if _is_protocol(node):
            return _protocol(node)
        fields = _fields(node, native)
        own = {
            statement.target.id: statement.value
            for statement in node.body
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
        }
        node.bases = [base for base in node.bases if not _is_typing_base(base)]
        node.keywords = []
        node.decorator_list = [
            one
            for one in node.decorator_list
            if not _is_name(one, "dataclass", "runtime_checkable", "total_ordering", "final")
        ]
        kept = [
            statement
            for statement in node.body
            if fields is None
            or not (isinstance(statement, ast.AnnAssign) or _assigns(statement, "model_config"))
        ]
        node.body = _body([found for one in kept for found in _listed(self.visit(one))])
        node.bases = [self.visit(base) for base in node.bases]
        if fields is not None:
            node.bases = [*node.bases, ast.Name(fields.base, ast.Load())]
            extra: list[ast.stmt] = fields.statements(
                {name: self._default(value) for name, value in own.items()}
            )
            node.body = [*extra, *(one for one in node.body if not isinstance(one, ast.Pass))]
        return node

    def _default(self, value: ast.expr | None) -> ast.expr | None:
        return None if value is None else self.visit(value)

    # Statements

    def visit_Match(self, node: ast.Match) -> Any:
        raise CannotLower(f"line {node.lineno}: `match` is not rewritten")

    def visit_Import(self, node: ast.Import) -> Any:
        return node

    # Displays

    def visit_Dict(self, node: ast.Dict) -> Any:
        self.generic_visit(node)
        if None not in node.keys:
            if not node.keys:
                return _call("OrderedDict")
            pairs: list[ast.expr] = [
                ast.Tuple([key, value], ast.Load())
                for key, value in zip(node.keys, node.values, strict=True)
                if key is not None
            ]
            return _call("OrderedDict", ast.List(pairs, ast.Load()))
        parts: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                parts.append(value)
            else:
                parts.append(
                    _call("OrderedDict", ast.List([ast.Tuple([key, value], ast.Load())], ast.Load()))
                )
        return _call("merged_", *parts)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return _call("OrderedDict", ast.ListComp(pair, node.generators))

    def visit_List(self, node: ast.List) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and _has_star(node.elts):
            return _joined(node.elts)
        return node

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and _has_star(node.elts):
            return _call("tuple", _joined(node.elts))
        return node

    def visit_Set(self, node: ast.Set) -> Any:
        self.generic_visit(node)
        if _has_star(node.elts):
            return _call("set", _joined(node.elts))
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        return _text([self._part(value) for value in node.values])

    def _part(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant):
            return node
        assert isinstance(node, ast.FormattedValue)
        value = self.visit(node.value)
        if node.conversion == ord("r"):
            value = _call("repr_", value)
        elif node.conversion == ord("s"):
            value = _call("str_", value)
        if node.format_spec is None:
            return _call("str_", value)
        return _call("format_", value, self.visit(node.format_spec))

    # Calls

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Subscript) and self._is_class(node.func.value):
            node.func = node.func.value  # dict[str, int]()
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            return self._function(node, node.func.id)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        return node

    def _is_class(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Name):
            return False
        return isinstance(getattr(self._native, node.id, getattr(builtins, node.id, None)), type)

    def _function(self, node: ast.Call, name: str) -> Any:
        if name == "zip":
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]
        elif name == "isinstance":
            node.args[1] = _classes(node.args[1])
        elif name == "cast" and len(node.args) == 2:
            return node.args[1]
        if name in _FUNCTIONS and name not in self._imported:
            node.func = ast.Name(_FUNCTIONS[name], ast.Load())
        return node

    def _method(self, node: ast.Call, called: ast.Attribute) -> Any:
        of_module = isinstance(called.value, ast.Name) and called.value.id in self._imported
        if called.attr in _METHODS and not of_module and not _is_super(called.value):
            if isinstance(called.value, ast.Name) and called.value.id == "str":  # `str.lower(text)`
                return ast.Call(ast.Name(f"method_{called.attr}", ast.Load()), node.args, node.keywords)
            return ast.Call(
                ast.Name(f"method_{called.attr}", ast.Load()), [called.value, *node.args], node.keywords
            )
        if called.attr == "fromkeys" and isinstance(called.value, ast.Name) and called.value.id == "dict":
            return ast.Call(ast.Name("fromkeys_", ast.Load()), node.args, node.keywords)
        if (
            called.attr == "__setattr__"
            and isinstance(called.value, ast.Name)
            and called.value.id == "object"
        ):
            return ast.Call(ast.Name("setattr", ast.Load()), node.args, [])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "str" and node.attr in _METHODS:
            return ast.Name(f"method_{node.attr}", ast.Load())
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if (
            isinstance(node.slice, ast.Slice)
            and node.slice.step is not None
            and isinstance(node.ctx, ast.Load)
        ):
            parts = [part or ast.Constant(None) for part in (node.slice.lower, node.slice.upper)]
            return _call("stepped_", node.value, *parts, node.slice.step)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        if isinstance(node.op, ast.BitAnd | ast.Sub | ast.BitOr) and (
            _is_keys(node.left) or _is_keys(node.right)
        ):
            node.left, node.right = (
                _call("set", side) if _is_keys(side) else side for side in (node.left, node.right)
            )
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if any(isinstance(op, ast.Eq | ast.NotEq | ast.LtE | ast.Lt | ast.Gt | ast.GtE) for op in node.ops):
            sides = [node.left, *node.comparators]
            if any(_is_keys(side) for side in sides):
                wrapped: list[ast.expr] = [_call("set", side) for side in sides]
                node.left, node.comparators = wrapped[0], wrapped[1:]
        return node


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _is_keys(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "keys"
        and not node.args
    )


def _listed(found: Any) -> list[Any]:
    if found is None:
        return []
    return found if isinstance(found, list) else [found]


def _assigns(statement: ast.stmt, name: str) -> bool:
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and statement.targets[0].id == name
    )


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _body(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements without texts that only document; `pass` if nothing is left."""
    return [one for one in statements if not _is_docstring(one)] or [ast.Pass()]


def _has_star(elements: Iterable[ast.expr]) -> bool:
    return any(isinstance(element, ast.Starred) for element in elements)


def _joined(elements: Sequence[ast.expr]) -> ast.expr:
    """A list display with stars as a sum of lists."""
    parts: list[ast.expr] = []
    run: list[ast.expr] = []
    for element in elements:
        if isinstance(element, ast.Starred):
            if run:
                parts.append(ast.List(run, ast.Load()))
                run = []
            parts.append(_call("list", element.value))
        else:
            run.append(element)
    if run:
        parts.append(ast.List(run, ast.Load()))
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.BinOp(whole, ast.Add(), part)
    return whole


def _text(parts: list[ast.expr]) -> ast.expr:
    if not parts:
        return ast.Constant("")
    if len(parts) == 1:
        return parts[0]
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.BinOp(whole, ast.Add(), part)
    return whole


def _classes(node: ast.expr) -> ast.expr:
    """`int | float` as a tuple of classes."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, right = _classes(node.left), _classes(node.right)
        parts = [*(left.elts if isinstance(left, ast.Tuple) else [left])]
        return ast.Tuple([*parts, *(right.elts if isinstance(right, ast.Tuple) else [right])], ast.Load())
    return node


def _is_typing_base(base: ast.expr) -> bool:
    if isinstance(base, ast.Subscript):
        return _is_typing_base(base.value)
    return _is_name(base, "Generic", "NamedTuple", "BaseModel", "ABC", "object")


def _is_protocol(node: ast.ClassDef) -> bool:
    return any(
        _is_name(base.value if isinstance(base, ast.Subscript) else base, "Protocol") for base in node.bases
    )


def _protocol(node: ast.ClassDef) -> ast.stmt:
    """A protocol is a list of the methods that an object must have."""
    names = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
    bases = [
        base for base in node.bases if not _is_name(base, "Protocol") and not isinstance(base, ast.Subscript)
    ]
    value = _call(
        "Protocol_",
        ast.List([ast.Constant(name) for name in names], ast.Load()),
        *bases,
    )
    return ast.Assign([ast.Name(node.name, ast.Store())], value, lineno=node.lineno)


@dataclasses.dataclass
class _Field:
    name: str
    has_default: bool = False
    factory: ast.expr | None = None
    default: ast.expr | None = None
    is_argument: bool = True
    is_compared: bool = True
    model: str | None = None
    """The class of the models that it holds."""


class _Fields:
    """The fields of a data class, a named tuple or a model, from which its constructor is made."""

    def __init__(self, base: str, fields: list[_Field], post_init: bool) -> None:
        self.base, self._fields, self._post_init = base, fields, post_init

    def _seen_inside(self, field: str, factory: ast.expr | None, outside: list[ast.stmt]) -> ast.expr | None:
        """A factory as the constructor can name it: one that an argument hides, because it has the same name,
        is kept in the class by a statement added to `outside`."""
        if isinstance(factory, ast.Name) and factory.id in _FUNCTIONS:
            return ast.Name(_FUNCTIONS[factory.id], ast.Load())  # dict: one that keeps its order
        names = {one.name for one in self._fields}
        mentioned = () if factory is None else ast.walk(factory)
        if factory is None or not any(isinstance(node, ast.Name) and node.id in names for node in mentioned):
            return factory
        kept = ast.List([factory], ast.Load())  # in a list it is no method
        outside.append(ast.Assign([ast.Name(f"_make_{field}", ast.Store())], kept, lineno=0))
        return ast.parse(f"self._make_{field}[0]", mode="eval").body

    def statements(self, own: dict[str, ast.expr | None]) -> list[ast.stmt]:
        arguments: list[ast.arg] = []
        defaults: list[ast.expr] = []
        body: list[ast.stmt] = []
        outside: list[ast.stmt] = []
        for one in self._fields:
            factory, default = _initial(one, own.get(one.name))
            factory = self._seen_inside(one.name, factory, outside)
            value: ast.expr = ast.Name(one.name, ast.Load())
            if one.is_argument:
                if factory is not None or _is_display(default):
                    made = ast.Call(factory, [], []) if factory is not None else default
                    assert made is not None
                    missing = ast.Name("MISSING_", ast.Load())
                    value = ast.IfExp(ast.Compare(value, [ast.Is()], [missing]), made, value)
                    defaults.append(missing)
                elif default is not None:
                    defaults.append(default)
                elif one.has_default:
                    raise CannotLower(f"the default of {one.name} is not in the source")
                arguments.append(ast.arg(one.name))
            elif factory is not None:
                value = ast.Call(factory, [], [])
            elif default is not None:
                value = default
            else:
                continue
            target = ast.Attribute(ast.Name("self", ast.Load()), one.name, ast.Store())
            body.append(ast.Assign([target], value, lineno=0))
        if self._post_init:
            after = ast.Attribute(ast.Name("self", ast.Load()), "__post_init__", ast.Load())
            body.append(ast.Expr(ast.Call(after, [], [])))
        if self.base in ("Tuple_", "Model_"):
            # What has a default may come before what has none when all are given by name.
            arguments, defaults = _by_name(arguments, defaults, self._fields, body)
        signature = ast.arguments(
            posonlyargs=[],
            args=[ast.arg("self"), *arguments],
            defaults=defaults,
            kwonlyargs=[],
            kw_defaults=[],
        )
        init = ast.FunctionDef("__init__", signature, body or [ast.Pass()], [], lineno=0)
        lists = {
            "_fields": [one.name for one in self._fields],
            "_compared": [one.name for one in self._fields if one.is_compared],
            "_given": [one.name for one in self._fields if one.is_argument],
        }
        return [
            *self._nested(),
            *outside,
            *_assigned_together(lists),
            init,
        ]

    def _nested(self) -> list[ast.stmt]:
        """The classes of models inside this one, each asked for when it is needed, to read it from JSON."""
        held = {one.name: one.model for one in self._fields if one.model is not None}
        if not held:
            return []
        none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        keys: list[ast.expr | None] = [ast.Constant(name) for name in held]
        values: list[ast.expr] = [ast.Lambda(none, ast.Name(model, ast.Load())) for model in held.values()]
        return [ast.Assign([ast.Name("_nested", ast.Store())], ast.Dict(keys, values), lineno=0)]


def _assigned_together(lists: Mapping[str, list[str]]) -> list[ast.stmt]:
    """Assign tuples of texts to names; equal ones at once."""
    names: dict[tuple[str, ...], list[ast.expr]] = {}
    for name, values in lists.items():
        names.setdefault(tuple(values), []).append(ast.Name(name, ast.Store()))
    return [
        ast.Assign(targets, ast.Tuple([ast.Constant(one) for one in values], ast.Load()), lineno=0)
        for values, targets in names.items()
    ]


def _by_name(
    arguments: list[ast.arg], defaults: list[ast.expr], fields: list[_Field], body: list[ast.stmt]
) -> tuple[list[ast.arg], list[ast.expr]]:
    """Give every argument after the first default one, too: a marker, which is refused when it is used."""
    with_default = [one.name for one in fields if one.has_default and one.is_argument]
    if not with_default:
        return arguments, defaults
    named = dict(zip(with_default, defaults, strict=True))
    first = next(i for i, argument in enumerate(arguments) if argument.arg in named)
    return arguments, [
        named.get(argument.arg, ast.Name("REQUIRED_", ast.Load())) for argument in arguments[first:]
    ]


def _initial(field: _Field, given: ast.expr | None) -> tuple[ast.expr | None, ast.expr | None]:
    """The factory and the default of a field: those that are `given` in the class, or those inherited."""
    if given is None:
        return field.factory, field.default
    if not (isinstance(given, ast.Call) and _is_name(given, "field", "Field")):
        return field.factory, given
    keywords = {keyword.arg: keyword.value for keyword in given.keywords}
    default = keywords.get("default")
    if default is None and given.args and _is_name(given, "Field"):
        default = given.args[0]
    return keywords.get("default_factory"), default


def _is_display(node: ast.expr | None) -> bool:
    """Whether a default is a new list or dictionary each time."""
    return isinstance(node, ast.List | ast.Set) or (
        isinstance(node, ast.Call) and _is_name(node, "OrderedDict", "merged_")
    )


def _fields(node: ast.ClassDef, native: Any) -> _Fields | None:
    if native is None:
        return None
    if any(_is_name(one, "dataclass") for one in node.decorator_list):
        found = [
            _Field(
                one.name,
                has_default=one.default is not dataclasses.MISSING
                or one.default_factory is not dataclasses.MISSING,
                default=_inherited(one.default),
                factory=None
                if one.default_factory is dataclasses.MISSING
                else ast.Name(_factory_name(one.default_factory), ast.Load()),
                is_argument=one.init,
                is_compared=one.compare,
            )
            for one in dataclasses.fields(native)
        ]
        return _Fields("Data_", found, hasattr(native, "__post_init__"))
    if any(_is_name(base, "NamedTuple") for base in node.bases):
        defaults = native._field_defaults
        found = [_Field(name, has_default=name in defaults) for name in native._fields]
        return _Fields("Tuple_", found, False)
    if hasattr(native, "model_fields"):
        found = [
            _Field(
                name,
                has_default=not one.is_required(),
                default=None if one.is_required() else _inherited(one.get_default(call_default_factory=True)),
                model=_model_in(one.annotation, sys.modules[native.__module__]),
            )
            for name, one in native.model_fields.items()
        ]
        return _Fields("Model_", found, False)
    return None


def _model_in(annotation: Any, module: Any) -> str | None:
    """The name of the model in the type of a field, if the module knows it by its name."""
    if hasattr(annotation, "model_fields"):
        name = str(annotation.__name__)
        return name if getattr(module, name, None) is annotation else None
    found = (_model_in(part, module) for part in typing.get_args(annotation))
    return next((name for name in found if name is not None), None)


def _factory_name(factory: Any) -> str:
    return "OrderedDict" if factory is dict else str(factory.__name__)


def _inherited(value: Any) -> ast.expr | None:
    """The default of a field, where the class that declares it is another one."""
    if value is None or isinstance(value, bool | int | float | str | tuple):
        return ast.parse(repr(value), mode="eval").body
    if value == [] or value == {}:
        return ast.List([], ast.Load()) if value == [] else _call("OrderedDict")
    return None

"""All uses of Numba's undocumented interfaces, which may change from one version to the next.

The tests run with one version, the one in `requirements.lock` (`TESTED`). The versions in `ACCEPTED` may be
installed as well: the oldest of them has compiled and played a whole game, but the tests were not run;
the ones before it lack what is used here. Any other version is refused with a sentence, because it might
misread cached code;
`tests/core/compiled/test_numba_api.py` says how to accept one more.

By itself Numba optimises every function completely and makes machine code of it, although most are only ever
called by other compiled functions, into which they are linked and optimised again. Here a function that
compiled code calls is only lowered (`_Library`). What Python calls, an *entry*, is linked with all it
reaches, optimised once as a whole, and made into machine code: nearly half of the time to compile is saved.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from types import SimpleNamespace
from typing import Any, TypeVar

import numba
import numba.extending

from partie.core.errors import PartieError

TESTED = (0, 68)
"""The version (its first two numbers) that the tests run with; `requirements.lock` has the same."""
ACCEPTED = ((0, 63), TESTED)
"""The oldest and the newest version that is not refused; `pyproject.toml` requires the same."""
QUICK = os.environ.get("PARTIE_QUICK_CODE", "0") not in ("", "0")
"""Whether code is optimised in one round instead of several: for tests, which compile more than they compute.

It has a cache of its own, so to speak: names of its files differ, and nobody plays with it by mistake."""


class UnknownNumba(PartieError):
    """A version of Numba that Partie does not accept."""


def check_version(installed: str) -> None:
    """Raise `UnknownNumba` unless this version of Numba is accepted."""
    first, last = ACCEPTED
    numbers = installed.split(".")[:2]
    if all(number.isdigit() for number in numbers) and first <= tuple(map(int, numbers)) <= last:
        return
    oldest, newest = (".".join(map(str, version)) for version in ACCEPTED)
    above = f"{last[0]}.{last[1] + 1}"
    raise UnknownNumba(
        f"Numba {installed} is installed, but Partie works with {oldest} to {newest}: "
        f"install one with: pip install 'numba>={oldest},<{above}'"
    )


check_version(numba.__version__)

from numba import _dynfunc  # noqa: E402
from numba.core import cgutils, errors, event, sigutils  # noqa: E402
from numba.core.caching import CompileResultCacheImpl, _Cache  # noqa: E402
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker  # noqa: E402
from numba.core.compiler import Flags  # noqa: E402
from numba.core.compiler_lock import global_compiler_lock  # noqa: E402
from numba.core.cpu import CPUContext  # noqa: E402
from numba.core.dispatcher import Dispatcher  # noqa: E402
from numba.core.environment import lookup_environment  # noqa: E402
from numba.core.extending import _Intrinsic as Intrinsic  # noqa: E402
from numba.core.registry import CPUDispatcher, cpu_target  # noqa: E402
from numba.core.targetconfig import TargetConfig  # noqa: E402
from numba.core.typing.templates import infer_global, make_overload_template  # noqa: E402
from numba.np import arrayobj  # noqa: E402
from numba.np.arrayobj import make_array, populate_array  # noqa: E402
from numba.np.numpy_support import as_dtype  # noqa: E402

__all__ = [
    "Dispatcher",
    "FunctionCache",
    "Intrinsic",
    "Listener",
    "as_dtype",
    "cgutils",
    "change_of_types",
    "compiled",
    "definition",
    "delegate",
    "function_of",
    "intrinsic",
    "is_unresolved",
    "lean_overload",
    "listening",
    "make_array",
    "options",
    "overload",
    "pack",
    "populate_array",
    "processor",
    "remember_type",
    "retype_calls",
    "unpack",
]

FunctionCache: Any = _Cache
"""The base class of a cache for one function. `alone(arguments, context)` surrounds compiling."""
FunctionCache.alone = lambda self, arguments, context: nullcontext()
Listener: Any = event.Listener
"""The base class of what is notified when compiling begins and ends: `on_start(event)`, `on_end(event)`."""

_Resolver = TypeVar("_Resolver", bound=Callable[..., Any])


class _Depth(threading.local):
    """How many of our functions this thread is compiling, each because the one before calls it."""

    value = 0


_depth = _Depth()
_EMITTED = "emitted"
_ABORT = "nrt_unresolved_abort"


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, which becomes machine code only if its address is asked for.

    Until then it is neither optimised as a whole nor linked with what it calls."""

    is_emitted = False

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._emit()
        address: int = super().get_pointer_to_function(name)
        return address

    def _optimize_functions(self, module: Any) -> None:
        """As in Numba, but without a pass manager for every function that is only declared."""
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                manager, builder = self._codegen._function_pass_manager()
                manager.run(function, builder)

    def _optimize_final_module(self) -> None:
        """Optimise in two rounds, as if callees had been optimised before they were linked.

        With a single round the searches are 10 to 40 % slower; a first one without vectors is enough. At the
        lowest level it would inline nothing, and some solvers would take a third longer."""
        if QUICK:
            self._optimize(None, opt=2, loop_vectorize=False, slp_vectorize=False)
            return
        self._optimize("cheap", opt=0, loop_vectorize=False, slp_vectorize=False)
        self._optimize(None, opt=2, loop_vectorize=False, slp_vectorize=False)
        super()._optimize_final_module()

    def _optimize(self, cost: str | None, **options: Any) -> None:
        manager, builder = self._codegen._module_pass_manager(cost=cost, **options)
        manager.run(self._final_module, builder)

    def _emit(self) -> None:
        """Link with everything that is called, optimise, and make machine code."""
        if self.is_emitted:
            return
        self._ensure_finalized()
        self.is_emitted = True
        if self._get_module_for_linking() is self._final_module:  # it has to stay as it is, for later callers
            self._shared_module = self._final_module.clone()
        parts = self._callees()
        for part in parts:
            self._reload_init.update(part._reload_init)
            self._final_module.link_in(part._get_module_for_linking(), preserve=True)
        self._emit_recursive(parts)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def _callees(self) -> list[Any]:
        """All libraries that this one needs, each before those that it calls itself.

        The linker takes only what is named already."""
        seen: set[Any] = set()
        found: list[Any] = []

        def visit(library: Any) -> None:
            if library not in seen:
                seen.add(library)
                for each in library._linking_libraries:
                    visit(each)
                found.append(library)

        visit(self)
        return found[-2::-1]

    def _emit_recursive(self, parts: list[Any]) -> None:
        """Emit the parts that are called through a pointer, because they call their own callers.

        Until it is known, the pointer leads to a function that aborts: that one is needed as well."""
        prefix = RuntimeLinker.PREFIX
        names = [variable.name for variable in self._final_module.global_variables]
        wanted = {name.removeprefix(prefix) for name in names if name.startswith(prefix)}
        for part in parts if wanted else []:
            if (wanted | {_ABORT}) & {function.name for function in part.get_defined_functions()}:
                part._emit()

    def serialize_using_object_code(self) -> tuple[Any, ...]:
        """What loading needs: machine code and the names it defines, but no code to be linked with."""
        self._emit()
        symbols = [
            value.name
            for values in (self._final_module.functions, self._final_module.global_variables)
            for value in values
            if not value.is_declaration
        ]
        return self.name, _EMITTED, (self._get_compiled_object(), symbols)

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[Any, ...]) -> Any:
        name, kind, data = state
        if kind != _EMITTED:
            return super()._unserialize(codegen, state)
        library = codegen.create_library(name)
        library.enable_object_caching()
        library._set_compiled_object(data[0])
        library.is_emitted = True
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(data[1])
        return library


def _executable(context: Any, library: Any, function: Any, environment: Any) -> Any:
    """What stands for a compiled function; it has no address if there is no wrapper for Python."""
    wrapper = function.llvm_cpython_wrapper_name
    is_emitted = getattr(library, "is_emitted", True)  # a library of another target knows nothing of this
    if is_emitted or any(each.name == wrapper for each in library.get_defined_functions()):
        return _numba_executable(context, library, function, environment)
    name = function.qualname.rpartition(".")[2]
    return _dynfunc.make_function(function.lookup_module(), name, "", 0, environment, (library,))


_numba_executable = CPUContext.get_executable
CPUContext.get_executable = _executable
JITCPUCodegen._library_class = _Library


class _Function(CPUDispatcher):  # type: ignore[misc]
    """A function with two compiled forms for each signature: for callers in compiled code, and for Python.

    Numba's `overloads` has the forms for compiled callers, which are in no cache; `entries` the others."""

    def __init__(self, py_func: Callable[..., Any], locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(py_func, locals, targetoptions)
        self.entries: dict[tuple[Any, ...], Any] = {}
        self._compiler._customize_flags = _customized

    def _reset_overloads(self) -> None:
        super()._reset_overloads()
        self.entries.clear()

    def compile(self, signature: Any) -> Any:
        with global_compiler_lock, self._compiling_counter:
            arguments, result = sigutils.normalize_signature(signature)
            known = (self.overloads if _depth.value else self.entries).get(tuple(arguments))
            if known is None:
                known = (self._compile_part if _depth.value else self._compile_entry)(arguments, result)
            return known.entry_point

    def _compile_entry(self, arguments: tuple[Any, ...], result: Any) -> Any:
        form = self._cache.load_overload(arguments, self.targetctx)
        if form is None:
            with self._cache.alone(arguments, self.targetctx):  # another process may have just compiled it
                form = self._cache.load_overload(arguments, self.targetctx)
                if form is None:
                    form = self._compile(arguments, result)
                    self.overloads.setdefault(tuple(arguments), form)
                    self._cache.save_overload(arguments, form)
        self._insert([argument._code for argument in arguments], form.entry_point, False)
        self.entries[tuple(arguments)] = form
        return form

    def _compile_part(self, arguments: tuple[Any, ...], result: Any) -> Any:
        form = self.overloads[tuple(arguments)] = self._compile(arguments, result)
        return form

    def _compile(self, arguments: tuple[Any, ...], result: Any) -> Any:
        details = {"dispatcher": self, "args": arguments, "return_type": result}
        with event.trigger_event("numba:compile", data=details):
            _depth.value += 1
            try:
                return self._compiler.compile(arguments, result)
            except errors.ForceLiteralArg as error:
                raise error.bind_fold_arguments(
                    lambda args, kws: self._compiler.fold_argument_types(args, kws)[1]
                ) from None
            finally:
                _depth.value -= 1


class _Flags(Flags):  # type: ignore[misc]
    """The flags of a compilation: only an entry needs a wrapper for Python, and none needs one for C.

    That is no part of the names of functions, because functions that call each other derive a name from their
    own flags."""

    __slots__ = ()

    def get_mangle_string(self) -> str:
        plain = Flags(self)
        plain.no_cpython_wrapper = False
        name: str = plain.get_mangle_string()
        return name


def _customized(flags: Any) -> Any:
    ours = _Flags(flags)
    ours.no_cpython_wrapper = _depth.value > 1
    ours.no_cfunc_wrapper = True
    return ours


_equal_settings = TargetConfig.__eq__


def _equal_settings_soon(self: Any, other: object) -> Any:
    """Numba's comparison of flags, which reads all settings by their names: not where the same are set."""
    if isinstance(other, TargetConfig) and self._values == other._values and type(self) is type(other):
        return True
    return _equal_settings(self, other)


TargetConfig.__hash__ = lambda self: 0  # Numba's is that of the names of the settings: always the same
TargetConfig.__eq__ = _equal_settings_soon
_messages: Any = errors
_messages._termcolor_inst = SimpleNamespace(
    **dict.fromkeys(("code", "errmsg", "filename", "indicate", "highlight", "reset"), str)
)
"""Error messages have no colours: while types are found, they are made by the thousand, and hardly read."""


def compiled(
    function: Callable[..., Any],
    *,
    counts_references: bool,
    fastmath: bool,
    inlined: bool,
    cache: Callable[[Any], Any],
) -> Any:
    """Make a function that is compiled when it is first called. `cache(dispatcher)` makes its cache."""
    options = {"nopython": True, "nogil": True, "fastmath": fastmath, "_nrt": counts_references}
    if inlined:
        options["forceinline"] = True
    dispatcher = _Function(function, targetoptions=options)
    dispatcher._cache = cache(dispatcher)
    return dispatcher


def intrinsic(definition: Callable[..., Any]) -> Any:
    """Numba's `intrinsic`, with a type. The result is called without the first argument of the definition."""
    return numba.extending.intrinsic(definition)


def overload(stub: Callable[..., Any], **options: Any) -> Callable[[_Resolver], _Resolver]:
    """Numba's `overload`, with a type: decorates the function that says what a stub is in compiled code."""
    decorate: Callable[[_Resolver], _Resolver] = numba.extending.overload(stub, strict=False, **options)
    return decorate


def lean_overload(stub: Callable[..., Any]) -> Callable[[_Resolver], _Resolver]:
    """Like `overload`, for code that need not count references to its arguments."""
    return overload(stub, jit_options={"_nrt": False})


def delegate(stub: Callable[..., Any], kernel_of: Callable[[Any], Any]) -> None:
    """Make a call of a stub in compiled code a call of `kernel_of(type of its first argument)`.

    An `overload` would do it with one more function to compile for every signature; that remains for a kernel
    that calls itself through the stub."""

    def call_kernel(first: Any, *rest: Any) -> Any:
        kernel = kernel_of(first)
        return None if kernel is None else lambda first, *rest: kernel(first, *rest)

    through: Any = make_overload_template(stub, call_kernel, {"_nrt": False}, strict=False, inline="never")

    class Direct(through):  # type: ignore[misc]
        def _get_impl(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
            kernel = kernel_of(arguments[0]) if arguments else None
            if not isinstance(kernel, Dispatcher) or kernel.is_compiling:
                return super()._get_impl(arguments, keywords)
            return kernel, arguments

    infer_global(stub, numba.types.Function(Direct))


def _refuse_shapes(source: tuple[int, ...], target: tuple[int, ...]) -> None:
    """Raise the error for assigning a slice of another size."""


@overload(_refuse_shapes)
def _refuse_shapes_compiled(source: Any, target: Any) -> Any:
    def refuse(source: Any, target: Any) -> None:
        raise ValueError("cannot assign a slice from an array of another size")

    return refuse


arrayobj.raise_with_shape_context = _refuse_shapes
"""Numba's own error names both shapes; formatting that text was compiled into all that assigns a slice."""


def options(dispatcher: Any) -> dict[str, Any]:
    """The options a function is compiled with."""
    settings: dict[str, Any] = dispatcher.targetoptions
    return settings


def definition(intrinsic: Any) -> Callable[..., Any]:
    """The Python function that defines an intrinsic."""
    function: Callable[..., Any] = intrinsic._defn
    return function


def retype_calls(dispatcher: Any, change: Callable[[Any], Any]) -> None:
    """Pass the argument types of compiled callers through `change` before the function is resolved."""
    resolve = dispatcher.get_call_template

    def changed(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return resolve(tuple(map(change, arguments)), keywords)

    dispatcher.get_call_template = changed
    dispatcher.retyped_by = change


def change_of_types(dispatcher: Any) -> Callable[[Any], Any] | None:
    """The change that was given to `retype_calls` for this function, if any."""
    change: Callable[[Any], Any] | None = getattr(dispatcher, "retyped_by", None)
    return change


def remember_type(value: Any) -> None:
    """Make calls from Python know the type of a value, of a structured dtype by that very object."""
    probe = numba.njit(lambda value: None)
    probe._can_compile = False
    with suppress(TypeError):  # no version of it takes anything
        probe(value)


def processor() -> tuple[Any, ...]:
    """What machine code is made for."""
    facts: tuple[Any, ...] = cpu_target.target_context.codegen().magic_tuple()
    return facts


def pack(result: Any) -> bytes | None:
    """A compiled form as bytes, or None if it cannot be cached.

    `is_unresolved` says whether the bytes are usable."""
    if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
        return None
    return pickle.dumps(CompileResultCacheImpl.reduce(None, result))


def is_unresolved(packed: bytes) -> bool:
    """Whether a compiled form calls a function that it does not contain, and so cannot be used."""
    return b".numba.unresolved$" in packed


def unpack(packed: bytes, target_context: Any) -> Any:
    """The compiled form from the bytes that `pack` made; it can be called, but not linked into a caller."""
    return CompileResultCacheImpl.rebuild(None, target_context, pickle.loads(packed))


@contextmanager
def listening(listener: Any) -> Iterator[None]:
    """Notify a listener of every function that is compiled."""
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


def function_of(occurrence: Any) -> Any:
    """The function that a compilation event is about."""
    return occurrence.data["dispatcher"].py_func

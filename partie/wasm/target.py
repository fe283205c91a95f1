"""Makes Numba compile for WebAssembly (wasm32) instead of this processor, for the rest of the process.

Numba types a function, and translates it to LLVM's language, for one target: the layout of structures and the
processor's special instructions are part of the translation. So everything is compiled again, with a target
whose pointers have 32 bits and which has no special instructions. Nothing is optimised in between: each
function is kept as Numba translated it, and a whole game is optimised at once (`whole_module`).

Like `core/compiled/numba_api.py`, this depends on Numba's undocumented interfaces.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import callconv, cgutils, codegen, cpu, typing
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError as NumbaError
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""Parts of WebAssembly that all browsers of the last years have."""
_PORTABLE = {"llvm.x86.bmi.pdep.64": "partie_deposit"}
"""Instructions of one processor, and the functions of `runtime.ll` that do the same."""
_INLINED = ("--locally-hot-callsite-threshold=4000", "--inline-threshold=2000")
"""Calls are inlined up to these costs, in LLVM's units: those in loops, and all others; about eight times as
much as usual. Browsers inline nothing, and every call checks the stack and keeps values in memory. The first
makes random games of cards a quarter faster, and their module a seventh larger; the second makes searches of
small games a fifth to two fifths faster. With half of it, they are slower in one game, and its module is
larger: functions that are inlined everywhere need no copy of their own."""
_NO_ADDRESS = 1 << 12
"""Stands for the address of a compiled function: nothing compiled here is ever called."""
_PYTHON = "_?Py"
"""How the names of Python's functions begin."""


class _Library(codegen.CPUCodeLibrary):  # type: ignore[misc]
    """One function as Numba translated it, and the libraries of the functions it calls."""

    def _optimize_functions(self, module: Any) -> None: ...

    def add_ir_module(self, ir_module: Any) -> None:
        text = cgutils.normalize_ir_text(str(ir_module))
        for special, portable in _PORTABLE.items():
            text = text.replace(special, portable)
        self._final_module.link_in(llvm.parse_assembly(text))

    def _ensure_finalized(self) -> None: ...

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return _NO_ADDRESS

    @property
    def module(self) -> Any:
        return self._final_module

    def callees(self) -> list[_Library]:
        return list(self._linking_libraries)


class _Codegen(codegen.CPUCodegen):  # type: ignore[misc]
    _library_class = _Library

    def _init(self, module: Any) -> None:
        target = llvm.Target.from_triple(TRIPLE)
        self._tm_features = FEATURES
        self._tm = target.create_target_machine(
            cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default"
        )
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = TRIPLE
        if self._data_layout:
            module.data_layout = self._data_layout
        return module

    def _add_module(self, module: Any) -> None: ...

    def set_env(self, name: str, environment: Any) -> None: ...

    def magic_tuple(self) -> tuple[str, str, str]:
        return TRIPLE, "generic", FEATURES

    def passes(self, **options: Any) -> Any:
        return self._module_pass_manager(**options)

    @property
    def machine(self) -> Any:
        return self._tm


class _CallConvention(callconv.CPUCallConv):  # type: ignore[misc]
    """Exceptions do not say in which file they were raised: the same sources in another folder give the same
    bytes."""

    def build_excinfo_struct(self, exc: Any, exc_args: Any, loc: Any, func_name: Any) -> Any:
        return super().build_excinfo_struct(exc, exc_args, None, func_name)


class _Context(cpu.CPUContext):  # type: ignore[misc]
    @property
    def call_conv(self) -> _CallConvention:
        return _CallConvention(self)

    def init(self) -> None:
        self.is32bit = False  # WebAssembly divides 64-bit numbers itself
        self._internal_codegen = _Codegen("numba.wasm")

    def create_cpython_wrapper(self, *arguments: Any, **options: Any) -> None: ...

    def create_cfunc_wrapper(self, *arguments: Any, **options: Any) -> None: ...


def compile_for_wasm() -> Any:
    """Switch the whole process to WebAssembly and return the target's context.

    Functions compiled before are forgotten; none can be called any more."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for option in _INLINED:
        llvm.set_option("partie", option)
    typing_context = typing.Context()
    vars(cpu_target)["_toplevel_typing_context"] = typing_context
    context = _Context(typing_context, "cpu")
    vars(cpu_target)["_toplevel_target_context"] = context
    dispatchers: list[Any] = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
    for dispatcher in dispatchers:
        dispatcher._reset_overloads()
        dispatcher.typingctx, dispatcher.targetctx = typing_context, context
        dispatcher._cache = NullCache()
        typing_context.insert_global(dispatcher, dispatcher._type)
    rtsys._init = False
    context.refresh()
    typing_context.refresh()
    return context


def compiled(dispatcher: Any, signature: tuple[Any, ...]) -> Any:
    """The translation of a function for these types of arguments; the one that was made for its callers, if
    there is one."""
    if signature not in dispatcher.overloads:
        dispatcher.compile(signature)
    return dispatcher.overloads[signature]


def _all_libraries(roots: Iterable[Any]) -> Iterator[Any]:
    """The libraries and all they call, each once."""
    seen: set[int] = set()
    queue = list(roots)
    while queue:
        library = queue.pop(0)
        if id(library) not in seen:
            seen.add(id(library))
            yield library
            queue.extend(library.callees())


def whole_module(context: Any, results: Iterable[Any], parts: Iterable[str]) -> Any:
    """One module of all these compiled functions, what they call, and parts given as LLVM text."""
    whole = llvm.parse_assembly(str(context.codegen()._create_empty_module("game")))
    for library in _all_libraries([*(result.library for result in results), rtsys.library]):
        for symbol in (*library.module.functions, *library.module.global_variables):
            if not symbol.is_declaration and symbol.linkage in (llvm.Linkage.external, llvm.Linkage.common):
                symbol.linkage = "weak_odr"  # the same function may have been translated twice
        whole.link_in(library.module)
    for text in parts:
        whole.link_in(_parsed(context, text))
    whole.link_in(_parsed(context, _traps(whole)))
    whole.verify()
    return whole


def _parsed(context: Any, text: str) -> Any:
    part = llvm.parse_assembly(text)
    part.triple, part.data_layout = TRIPLE, context.codegen()._data_layout
    return part


def _traps(module: Any) -> str:
    """Definitions of the functions of Python that are still missing, which end the program.

    They make the objects of exceptions, which exist only on the way to an error message."""
    texts = ["declare void @llvm.trap()"]
    for function in module.functions:
        if function.is_declaration and re.match(_PYTHON, function.name):
            head = str(function).strip().splitlines()[-1]
            head = re.sub(r"\s*#\d+", "", head.replace("declare", "define", 1))
            texts.append(
                head + " noreturn { call void @llvm.trap() unreachable }".replace("() un", "()\n un")
            )
    return "\n".join(texts)


def renamed(result: Any, name: str, width: str = "double") -> str:
    """A function of the C library with this name, for numbers of this width, that calls a compiled one."""
    symbol = f'@"{result.fndesc.llvm_func_name}"'
    numbers = range(len(result.fndesc.argtypes))
    change = ("fpext", "fptrunc") if width != "double" else ("bitcast", "bitcast")
    passed = "".join(f", double %w{i}" for i in numbers)
    return "\n".join(
        [
            f"declare i32 {symbol}(ptr, ptr{', double' * len(numbers)})",
            f"define {width} @{name}({', '.join(f'{width} %x{i}' for i in numbers)}) {{",
            "  %room = alloca double",
            "  %error = alloca ptr",
            *(f"  %w{i} = {change[0]} {width} %x{i} to double" for i in numbers),
            f"  %status = call i32 {symbol}(ptr %room, ptr %error{passed})",
            "  %value = load double, ptr %room",
            f"  %result = {change[1]} double %value to {width}",
            f"  ret {width} %result",
            "}",
        ]
    )


def optimise(context: Any, module: Any, exported: Iterable[str]) -> None:
    """Optimise a module as Numba does, and drop what the exported functions do not need."""
    kept = set(exported)
    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration:
            symbol.linkage = "external" if symbol.name in kept else "internal"
    cheap = {"loop_vectorize": False, "slp_vectorize": False, "opt": 0, "cost": "cheap"}
    for options in (cheap, {}):
        manager, builder = context.codegen().passes(**options)
        manager.run(module, builder)


def object_code(context: Any, module: Any) -> bytes:
    """The object file of a module."""
    code: bytes = context.codegen().machine.emit_object(module)
    return code

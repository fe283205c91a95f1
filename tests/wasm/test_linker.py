"""The linker: addresses of data and stack, exports, and what it refuses."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import pytest

from partie.wasm import linker
from partie.wasm.target import FEATURES, TRIPLE

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()

COUNTER = """
@count = internal global i64 40
@where = internal global ptr @count
@__heap_base = external global i8
define i64 @more(i64 %by) {
  %at = load ptr, ptr @where
  %old = load i64, ptr %at
  %new = add i64 %old, %by
  store i64 %new, ptr @count
  ret i64 %new
}
define i32 @heap() {
  ret i32 ptrtoint (ptr @__heap_base to i32)
}
define i64 @on_stack(i64 %x) {
  %room = alloca [8 x i64]
  %last = getelementptr [8 x i64], ptr %room, i32 0, i64 %x
  store volatile i64 %x, ptr %last
  %back = load volatile i64, ptr %last
  ret i64 %back
}
"""


def compiled(text: str) -> bytes:
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        features=FEATURES, opt=1, reloc="static", codemodel="default"
    )
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    code: bytes = machine.emit_object(module)
    return code


def evaluate(module: bytes, code: str, folder: Path) -> Any:
    """Run JavaScript with the exports of a module as `x`; returns what it returns."""
    (folder / "module.wasm").write_bytes(module)
    script = f"""
      const memory = new WebAssembly.Memory({{ initial: 32, maximum: {linker.MOST_PAGES} }});
      const bytes = require('fs').readFileSync('module.wasm');
      WebAssembly.instantiate(bytes, {{ env: {{ memory }} }}).then(({{ instance: {{ exports: x }} }}) =>
        console.log(JSON.stringify((() => {{ {code} }})())));
    """
    done = subprocess.run(["node", "-e", script], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_data_and_stack_have_their_places(tmp_path: Path) -> None:
    module = linker.link(compiled(COUNTER), {"more": "more", "heap": "heap", "stack": "on_stack"})
    code = "return [Number(x.more(2n)), Number(x.more(3n)), x.heap(), Number(x.stack(5n))]"
    first, second, heap, stacked = evaluate(module, code, tmp_path)
    assert (first, second, stacked) == (42, 45, 5)
    assert linker.STACK < heap < linker.STACK + linker.PAGE


def test_an_export_has_the_name_it_is_given(tmp_path: Path) -> None:
    module = linker.link(compiled(COUNTER), {"core.count:2": "more"})
    assert evaluate(module, "return Object.keys(x)", tmp_path) == ["core.count:2"]


def test_a_function_that_nobody_defines_is_refused() -> None:
    called = "declare i32 @absent(i32)\ndefine i32 @f() {\n %x = call i32 @absent(i32 1)\n ret i32 %x\n}"
    with pytest.raises(linker.LinkError, match="absent"):
        linker.link(compiled(called), {"f": "f"})


def test_an_export_that_nobody_defines_is_refused() -> None:
    with pytest.raises(linker.LinkError, match="nothing"):
        linker.link(compiled(COUNTER), {"nothing": "nothing"})


def test_data_that_nobody_defines_is_refused() -> None:
    text = "@far = external global i32\ndefine i32 @f() {\n %x = load i32, ptr @far\n ret i32 %x\n}"
    with pytest.raises(linker.LinkError, match="far"):
        linker.link(compiled(text), {"f": "f"})


def test_a_call_by_address_is_refused() -> None:
    text = "define i32 @f(ptr %g) {\n %x = call i32 %g()\n ret i32 %x\n}"
    with pytest.raises(linker.LinkError, match="address"):
        linker.link(compiled(text), {"f": "f"})


def test_something_else_is_refused() -> None:
    with pytest.raises(linker.LinkError):
        linker.link(b"\x7fELF....", {})


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 1 << 20, (1 << 32) - 1])
def test_numbers_are_read_as_they_were_written(value: int) -> None:
    assert linker.Reader(linker.leb(value)).number() == value

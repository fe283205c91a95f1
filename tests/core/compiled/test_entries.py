"""Only what Python calls becomes machine code and is cached; it contains what compiled code calls."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from partie.core.compiled.kernel import watch_compilation

SOURCE = """
import numpy as np
from partie.core.compiled.kernel import jit

@jit
def inner(n): return 3 * n
@jit
def outer(n): return inner(n) + 1
@jit
def is_even(n): return True if n == 0 else is_odd(n - 1)
@jit
def is_odd(n): return False if n == 0 else is_even(n - 1)
@jit
def count_even(n):
    count = 0
    for i in range(n):
        if is_even(i): count += 1
    return count
@jit
def assign(target, source):
    target[:] = source
    return target[0]
"""
NAME = "test_entries_outside"


@pytest.fixture
def reload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Any]]:
    """Imports the functions anew, as another process would, with a cache of their own."""
    (tmp_path / f"{NAME}.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PARTIE_CACHE", str(tmp_path / "cache"))

    def load() -> Any:
        sys.modules.pop(NAME, None)
        return importlib.import_module(NAME)

    yield load
    sys.modules.pop(NAME, None)


def _compiled(run: Callable[[], object]) -> list[str]:
    names: list[str] = []
    with watch_compilation(names.append):
        run()
    return [name.rpartition(".")[2] for name in names if name.startswith(NAME)]


def _cached(folder: Path) -> list[str]:
    return sorted(path.name.partition("-")[0].rpartition(".")[2] for path in folder.glob("*.nbc"))


def test_a_function_that_only_compiled_code_calls_is_not_cached(reload: Any, tmp_path: Path) -> None:
    module = reload()
    assert _compiled(lambda: module.outer(2)) == ["outer", "inner"]
    assert _cached(tmp_path / "cache") == ["outer"]
    assert module.inner(5) == 15, "it can still be called from Python"
    assert _cached(tmp_path / "cache") == ["inner", "outer"]
    assert module.outer(2) == 7


def test_what_was_loaded_can_be_called_by_what_is_compiled_later(reload: Any) -> None:
    assert reload().inner(5) == 15
    module = reload()
    assert _compiled(lambda: module.inner(6)) == []
    assert _compiled(lambda: module.outer(6)) == ["outer", "inner"]
    assert (module.inner(6), module.outer(6)) == (18, 19)


def test_functions_may_call_each_other(reload: Any) -> None:
    with pytest.warns(UserWarning, match="cannot be cached"):
        assert reload().is_even(10)
    with pytest.warns(UserWarning, match="cannot be cached"):
        assert reload().count_even(10) == 5


def test_a_slice_of_another_size_is_refused(reload: Any) -> None:
    assign = reload().assign
    assert assign(np.zeros(3), np.ones(3)) == 1
    with pytest.raises(ValueError, match="another size"):
        assign(np.zeros(3), np.ones(2))

"""Importing games calls nothing compiled: commands that compute nothing do not wait for the compiler."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
from numba.core.dispatcher import Dispatcher

def refused(self, *arguments, **named):
    raise AssertionError(f"{self.py_func.__module__}.{self.py_func.__name__} is called on import")

Dispatcher._compile_for_args = refused
import partie.service.app
from partie.core import registry
for game in registry.games():
    assert game.levels and game.families
"""


def test_importing_games_calls_nothing_compiled() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

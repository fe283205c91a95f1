"""Checking for a key press without waiting for one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def key_pressed() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether a key has been pressed.

    It is always False if standard input is not a terminal."""
    if not sys.stdin.isatty():
        yield lambda: False
    elif sys.platform == "win32":
        import msvcrt

        yield msvcrt.kbhit
    else:
        import select
        import termios
        import tty

        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        try:
            yield lambda: bool(select.select([sys.stdin], [], [], 0)[0])
        finally:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

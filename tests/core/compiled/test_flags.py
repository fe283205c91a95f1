"""Stop flags that are read by their address."""

from __future__ import annotations

import threading

import numpy as np

from partie.core.compiled.flags import is_raised
from partie.core.compiled.kernel import lean_jit


@lean_jit
def wait_for(address: int) -> int:
    """Count until a flag is set; the loop would never end if its byte were read only once."""
    rounds = 0
    while not is_raised(address):
        rounds += 1
    return rounds


def test_a_flag_is_read_where_it_is() -> None:
    flags = np.zeros(3, np.uint8)
    addresses = [flags.ctypes.data + place for place in range(3)]
    flags[1] = 200
    assert [is_raised(address) for address in addresses] == [False, True, False]
    flags[1] = 0
    assert not is_raised(addresses[1])


def test_the_address_0_stands_for_a_flag_that_is_never_set() -> None:
    assert not is_raised(0)


def test_compiled_code_sees_that_another_thread_sets_a_flag() -> None:
    flag = np.ones(1, np.uint8)
    assert wait_for(flag.ctypes.data) == 0  # compiles
    flag[0] = 0
    ended: list[int] = []
    waiting = threading.Thread(target=lambda: ended.append(wait_for(flag.ctypes.data)), daemon=True)
    waiting.start()
    flag[0] = 1
    waiting.join()
    assert len(ended) == 1

"""Moving numbers of pairs of hands from one player's order to the other's.

Both functions transpose many small matrices. On a GPU the copy of PyTorch reads one number of every cache
line at a time, so a kernel of our own goes through squares of numbers instead. It is checked against the copy
when it is first used, and left alone where it does not work.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import torch

Tensor = Any


def scatter_reach(onward: Tensor, reach: Tensor, between: Tensor, first: Tensor) -> None:
    """Write `onward` [n, mine, bid, theirs] to `reach` [bid, between, theirs, first, mine] at the places
    (between[n], first[n]); the bids are the first of `reach`."""
    kernel = _kernel() if onward.is_cuda else None
    bids = onward.shape[2]
    if kernel is None:
        reach[:bids, between, :, first] = onward.permute(0, 2, 3, 1)
        return
    stride = reach.stride()
    kernel(
        onward,
        torch.arange(len(first), device=onward.device) * onward.stride(0),
        onward.stride(2),
        onward.stride(1),
        reach,
        between * stride[1] + first * stride[3],
        stride[0],
        stride[2],
        bids,
        onward.shape[1],
        onward.shape[3],
        1.0,
    )


def scatter_values(
    value: Tensor, between: Tensor, first: Tensor, after: Tensor, standing: Tensor, place: Tensor
) -> None:
    """Write -`value` [between, mine, first, theirs] at (between[n], first[n]) to `after` [standing, between,
    theirs, mine] at (standing[n], place[n])."""
    kernel = _kernel() if value.is_cuda else None
    if kernel is None:
        after[standing, place] = -value[between, :, first].transpose(1, 2)
        return
    stride = after.stride()
    kernel(
        value,
        between * value.stride(0) + first * value.stride(2),
        0,
        value.stride(1),
        after,
        standing * stride[0] + place * stride[1],
        0,
        stride[2],
        1,
        value.shape[1],
        value.shape[3],
        -1.0,
    )


@cache
def _kernel() -> Any:
    """A function that transposes on the GPU; None if there is none that works."""
    try:
        from partie.games.liarsdice.players.equilibrium.train_triton import transpose
    except ImportError:
        return None
    try:
        works = all(_transposes(transpose, dtype) for dtype in (torch.float32, torch.bfloat16))
    except Exception as error:  # whatever the compiler does not like: the copy works everywhere
        print(f"no kernel: {error}", flush=True)
        return None
    return transpose if works else None


def _transposes(transpose: Any, dtype: Any) -> bool:
    """Whether the kernel does what the copy does."""
    source = (torch.arange(3 * 5 * 4 * 70, device="cuda") % 251).to(dtype).view(3, 5, 4, 70)
    found, right = (torch.zeros(4, 2, 70, 3, 5, device="cuda", dtype=dtype) for _ in range(2))
    between, first = torch.tensor([1, 0, 1], device="cuda"), torch.tensor([0, 1, 2], device="cuda")
    right[:, between, :, first] = source.permute(0, 2, 3, 1)
    stride = found.stride()
    transpose(
        source,
        torch.arange(3, device="cuda") * source.stride(0),
        source.stride(2),
        source.stride(1),
        found,
        between * stride[1] + first * stride[3],
        stride[0],
        stride[2],
        4,
        5,
        70,
        1.0,
    )
    torch.cuda.synchronize()
    same: bool = torch.equal(found, right)
    return same

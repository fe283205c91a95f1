"""A kernel that transposes many matrices, for `train_moves`."""

from typing import Any

import triton
import triton.language as tl

Tensor = Any
SQUARE = 64


@triton.jit  # type: ignore[untyped-decorator]
def _transpose(  # type: ignore[no-untyped-def]
    source,
    source_places,
    source_step,
    source_row,
    target,
    target_places,
    target_step,
    target_row,
    mine,
    theirs,
    across,
    sign,
    side: tl.constexpr,
):
    tile = tl.program_id(0)
    number = tl.program_id(1)
    step = tl.program_id(2).to(tl.int64)
    rows = (tile // across) * side + tl.arange(0, side)
    columns = (tile % across) * side + tl.arange(0, side)
    start = tl.load(source_places + number) + step * source_step
    end = tl.load(target_places + number) + step * target_step
    inside = (rows[:, None] < mine) & (columns[None, :] < theirs)
    square = tl.load(
        source + start + rows[:, None].to(tl.int64) * source_row + columns[None, :], mask=inside, other=0.0
    )
    flipped = tl.trans(square)
    inside = (rows[None, :] < mine) & (columns[:, None] < theirs)
    tl.store(
        target + end + columns[:, None].to(tl.int64) * target_row + rows[None, :],
        (flipped * sign).to(target.dtype.element_ty),
        mask=inside,
    )


def transpose(
    source: Tensor,
    source_places: Tensor,
    source_step: int,
    source_row: int,
    target: Tensor,
    target_places: Tensor,
    target_step: int,
    target_row: int,
    steps: int,
    mine: int,
    theirs: int,
    sign: float,
) -> None:
    """Copy `sign` times the matrices [mine, theirs] that begin at places of `source`, and `steps` of them
    each, to matrices [theirs, mine] in `target`. All places are offsets in numbers."""
    down, across = triton.cdiv(mine, SQUARE), triton.cdiv(theirs, SQUARE)
    _transpose[(down * across, len(source_places), steps)](
        source,
        source_places,
        source_step,
        source_row,
        target,
        target_places,
        target_step,
        target_row,
        mine,
        theirs,
        across,
        sign,
        side=SQUARE,
    )

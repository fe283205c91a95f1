"""Where the fields of a record are in memory, as JSON, so that other languages can read it."""

from __future__ import annotations

from typing import Any

import numpy as np


def layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    """The size of a record and, for every field, its offset, the type of its elements and its extents.

    >>> layout(np.dtype([("turn", "i1"), ("board", "i2", (4, 4))], align=True))["fields"]["board"]
    {'offset': 2, 'type': 'i2', 'extents': [4, 4]}
    """
    fields = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        fields[name] = {
            "offset": int(offset),
            "type": layout(kind.base) if kind.base.names else kind.base.str.lstrip("<|"),
            "extents": list(kind.shape),
        }
    return {"size": dtype.itemsize, "fields": fields}

"""Runs WebAssembly modules in Node, for tests and measurements: the same calls as natively, the same data."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np

from partie.core.errors import PartieError
from partie.wasm.exports import flat


@dataclass(frozen=True)
class Request:
    """A call of an exported function, made `rounds` times with the same contents of arrays and records."""

    name: str
    arguments: tuple[Any, ...]
    rounds: int = 1


Value = int | float | bytes
"""A result: a number, or the contents of an array."""


@dataclass(frozen=True)
class Reply:
    """What a call returned, what it left in its arrays and records, and the least time it took: processor
    time in Node, elapsed time in a browser."""

    results: tuple[Value, ...]
    contents: tuple[bytes, ...]
    seconds: float


def run(module: Path, requests: Sequence[Request]) -> list[Reply]:
    """Make these calls in one instance of a module. Its description lies beside it."""
    node = find_node()
    head, calls = packed_calls(requests)
    with tempfile.TemporaryDirectory(prefix="partie-wasm-") as folder, as_file(files("partie.wasm")) as code:
        sent, answered = Path(folder) / "calls", Path(folder) / "answers"
        sent.write_bytes(calls)
        description = module.with_suffix(".json")
        command = [node, str(code / "replay.mjs"), str(module), str(description), str(sent), str(answered)]
        answer = subprocess.run(command, capture_output=True, text=True)
        if answer.returncode:
            raise PartieError(f"The module {module.name} failed: {answer.stderr.strip()[-2000:]}")
        return unpacked_replies(answered.read_bytes(), head)


def packed_calls(requests: Sequence[Request]) -> tuple[list[dict[str, Any]], bytes]:
    """Calls in the form that `replaying.mjs` reads: their descriptions, and all of it as bytes."""
    head, contents = [], []
    for request in requests:
        slots, rooms = _slots(request.arguments)
        contents.extend(rooms)
        head.append(
            {
                "name": request.name,
                "slots": slots,
                "rooms": [len(room) for room in rooms],
                "rounds": request.rounds,
            }
        )
    text = json.dumps(head).encode()
    return head, struct.pack("<I", len(text)) + text + b"".join(contents)


_COMPRESS = """
const { readFileSync } = require('node:fs');
const { brotliCompressSync } = require('node:zlib');
const sizes = process.argv.slice(1).map((file) => brotliCompressSync(readFileSync(file)).length);
console.log(JSON.stringify(sizes));
"""


def brotli_sizes(folder: Path, names: Sequence[str]) -> dict[str, int]:
    """The sizes of files as a web server sends them, compressed by Brotli."""
    command = [find_node(), "-e", _COMPRESS, *(str(folder / name) for name in names)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(zip(names, json.loads(answer.stdout), strict=True))


def find_node() -> str:
    node = shutil.which("node")
    if node is None:
        raise PartieError("Modules are run with Node, which is not installed: https://nodejs.org.")
    return node


def _slots(arguments: tuple[Any, ...]) -> tuple[list[Any], list[bytes]]:
    slots: list[Any] = []
    rooms: list[bytes] = []
    for value in flat(arguments):
        if isinstance(value, np.ndarray):
            slots.append({"room": len(rooms), "offset": 0})
            slots.extend(value.shape)
            if not value.flags.c_contiguous:
                raise PartieError("An array with gaps cannot be sent to a module.")
            rooms.append(value.tobytes())
        elif isinstance(value, np.void):
            slots.append({"room": len(rooms), "offset": 0})
            rooms.append(value.tobytes())
        elif isinstance(value, float | np.floating):
            slots.append(float(value))
        else:
            number = int(value)
            slots.append(str(number - (1 << 64) if number >= 1 << 63 else number))
    return slots, rooms


def unpacked_replies(data: bytes, requests: Sequence[dict[str, Any]]) -> list[Reply]:
    """The answers of `replaying.mjs` to calls with these descriptions."""
    length = struct.unpack("<I", data[:4])[0]
    found, at = json.loads(data[4 : 4 + length]), 4 + length
    replies = []
    for request, answer in zip(requests, found, strict=True):
        contents = []
        for size in request["rooms"]:
            contents.append(data[at : at + size])
            at += size
        results = tuple(_number(result) for result in answer["results"])
        replies.append(Reply(results, tuple(contents), answer["seconds"]))
    return replies


def _number(text: Any) -> Value:
    if isinstance(text, str):
        return int(text)
    if "bytes" in text:
        return bytes.fromhex(text["bytes"])
    (value,) = struct.unpack(">d", bytes.fromhex(text["float"]))
    return float(value)


def expected(after: tuple[Any, ...], result: Any) -> tuple[tuple[Value, ...], tuple[bytes, ...]]:
    """What native code returned and left behind, in the form of a reply."""
    contents = tuple(
        value.tobytes() if isinstance(value, np.ndarray) else bytes(value.data)
        for value in flat(after)
        if isinstance(value, np.ndarray | np.void)
    )
    return tuple(_plain(value) for value in flat(result)), contents


def _plain(value: Any) -> Value:
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, float | np.floating):
        return float(value)
    number = int(value)
    return number - (1 << 64) if number >= 1 << 63 else number

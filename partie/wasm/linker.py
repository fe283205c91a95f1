"""Makes a WebAssembly module from the one object file that LLVM emits for a game.

A linker joins many objects and shares what they have in common. Here everything is in one object, so that
only the last step is left: decide where data and stack are in memory, write these addresses into the code,
and name the exports. That is short enough to do here, and saves an installation of more than 100 MB.

The format is that of "WebAssembly Object File Linking" (the tool conventions of the WebAssembly project).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from partie.core.errors import PartieError

PAGE = 1 << 16
STACK = 1 << 20
"""The stack is below the data and grows downwards, so that an overflow is an access below 0, which traps."""
MOST_PAGES = 1 << 14
"""The most memory a module may use: 1 GiB."""
_ALIGNMENT = 64
_HEADER = b"\0asm\1\0\0\0"
_I32, _I64, _F32, _F64 = 0x7F, 0x7E, 0x7D, 0x7C


class Section(IntEnum):
    """The numbers of the sections of a module."""

    CUSTOM = 0
    TYPE = 1
    IMPORT = 2
    FUNCTION = 3
    TABLE = 4
    MEMORY = 5
    GLOBAL = 6
    EXPORT = 7
    START = 8
    ELEMENT = 9
    CODE = 10
    DATA = 11
    DATA_COUNT = 12


_ORDER = [
    Section.TYPE,
    Section.IMPORT,
    Section.FUNCTION,
    Section.TABLE,
    Section.GLOBAL,
    Section.EXPORT,
    Section.ELEMENT,
    Section.DATA_COUNT,
    Section.CODE,
    Section.DATA,
]
_FUNCTION, _TABLE, _MEMORY, _GLOBAL = range(4)
_SYMBOL_TABLE = 8
_FUNCTION_SYMBOL, _DATA_SYMBOL, _GLOBAL_SYMBOL, _SECTION_SYMBOL, _EVENT_SYMBOL, _TABLE_SYMBOL = range(6)
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40
# Relocations: those that contain an index need no change, because there is one object only.
_FUNCTION_ADDRESS_SLEB, _FUNCTION_ADDRESS_I32, _CALLED_TABLE = 1, 2, 20
_MEMORY_ADDRESS_LEB, _MEMORY_ADDRESS_SLEB, _MEMORY_ADDRESS_I32 = 3, 4, 5
_WITH_ADDEND = {3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25}
_UNCHANGED = {0, 6, 7, 13}


class LinkError(PartieError):
    """An object that cannot be made into a module."""


def leb(value: int) -> bytes:
    """An unsigned number in as few bytes as possible (LEB128)."""
    out = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def _padded(value: int) -> bytes:
    """A 32-bit number in five bytes, as objects leave space for."""
    return bytes([(value >> 7 * i) & 0x7F | (0x80 if i < 4 else 0) for i in range(5)])


def _signed(value: int) -> bytes:
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        is_last = value == (-1 if low & 0x40 else 0)
        out.append(low | (0 if is_last else 0x80))
        if is_last:
            return bytes(out)


def _text(value: str) -> bytes:
    raw = value.encode()
    return leb(len(raw)) + raw


class Reader:
    """Reads numbers and texts one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        begun = self.at
        value = self.number()
        bits = 7 * (self.at - begun)
        return value - (1 << bits) if value >> (bits - 1) & 1 else value

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def text(self) -> str:
        return self.bytes(self.number()).decode()

    def limits(self) -> None:
        if self.number() & 1:
            self.number()
        self.number()


@dataclass
class Symbol:
    """A name in an object: a function with its index, or data with its segment and offset."""

    kind: int
    name: str
    index: int = -1
    offset: int = 0
    is_undefined: bool = False


@dataclass
class Import:
    """What a module imports, with its type as it was written."""

    module: str
    name: str
    kind: int
    type: bytes


@dataclass
class ObjectFile:
    """The parts of an object that matter here."""

    sections: dict[Section, bytearray] = field(default_factory=dict)
    order: list[Section] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    relocations: dict[Section, list[tuple[int, int, int, int]]] = field(default_factory=dict)
    """For a section, the kind, the offset, the number of the symbol and the addend of each."""


def read_object(data: bytes) -> ObjectFile:
    """The parts of an object file; raises `LinkError` if it is none."""
    if data[:8] != _HEADER:
        raise LinkError("This is not a WebAssembly object.")
    found, reader = ObjectFile(), Reader(data)
    reader.at = 8
    while reader:
        number = Section(reader.byte())
        content = reader.bytes(reader.number())
        found.order.append(number)
        if number is not Section.CUSTOM:
            found.sections[number] = bytearray(content)
            continue
        custom = Reader(content)
        name = custom.text()
        if name == "linking":
            found.symbols = _read_symbols(custom, found)
        elif name.startswith("reloc."):
            target = found.order[custom.number()]
            if target in (Section.CODE, Section.DATA):
                found.relocations[target] = list(_relocations(custom))
    return found


def _relocations(reader: Reader) -> Iterator[tuple[int, int, int, int]]:
    for _ in range(reader.number()):
        kind, offset, index = reader.number(), reader.number(), reader.number()
        yield kind, offset, index, reader.signed() if kind in _WITH_ADDEND else 0


def _read_symbols(reader: Reader, found: ObjectFile) -> list[Symbol]:
    found.imports = list(_imports(found.sections.get(Section.IMPORT, bytearray(b"\0"))))
    names = {
        kind: [one.name for one in found.imports if one.kind == kind] for kind in (_FUNCTION, _GLOBAL, _TABLE)
    }
    reader.number()  # the version
    symbols: list[Symbol] = []
    while reader:
        kind, size = reader.byte(), reader.number()
        part = Reader(reader.bytes(size))
        if kind == _SYMBOL_TABLE:
            symbols = [_symbol(part, names) for _ in range(part.number())]
    return symbols


def _symbol(part: Reader, imported: Mapping[int, Sequence[str]]) -> Symbol:
    kind, flags = part.byte(), part.number()
    undefined = bool(flags & _UNDEFINED)
    if kind == _DATA_SYMBOL:
        name = part.text()
        if undefined:
            return Symbol(kind, name, is_undefined=True)
        index, offset, _ = part.number(), part.number(), part.number()
        return Symbol(kind, name, index, offset)
    index = part.number()
    if kind == _SECTION_SYMBOL:
        return Symbol(kind, "", index)
    if undefined and not flags & _EXPLICIT_NAME:
        space = {_FUNCTION_SYMBOL: _FUNCTION, _GLOBAL_SYMBOL: _GLOBAL, _TABLE_SYMBOL: _TABLE}[kind]
        return Symbol(kind, imported[space][index], index, is_undefined=True)
    return Symbol(kind, part.text(), index, is_undefined=undefined)


def _imports(section: bytearray) -> Iterator[Import]:
    reader = Reader(bytes(section))
    for _ in range(reader.number()):
        module, name, kind = reader.text(), reader.text(), reader.byte()
        begun = reader.at
        if kind == _FUNCTION:
            reader.number()
        elif kind == _TABLE:
            reader.byte()
            reader.limits()
        elif kind == _MEMORY:
            reader.limits()
        else:
            reader.bytes(2)
        yield Import(module, name, kind, reader.data[begun : reader.at])


def link(data: bytes, exports: Mapping[str, str]) -> bytes:
    """A module from an object.

    `exports` gives the name of a function in the object for every name it is exported by. The module imports
    its memory and nothing else."""
    found = read_object(data)
    strangers = [one.name for one in found.imports if one.kind == _FUNCTION]
    if strangers:
        raise LinkError(f"The compiled code calls functions that nobody defines: {', '.join(strangers)}.")
    segments = _segments(found.sections.get(Section.DATA, bytearray(b"\0")))
    addresses, end = _placed(segments)
    _relocate(found, segments, addresses, end)
    sections: dict[Section, bytes] = {
        number: bytes(found.sections[number])
        for number in (Section.TYPE, Section.FUNCTION, Section.CODE)
        if number in found.sections
    }
    memory = b"\1" + leb(-(-end // PAGE)) + leb(MOST_PAGES)
    sections[Section.IMPORT] = b"\1" + _text("env") + _text("memory") + bytes([_MEMORY]) + memory
    sections[Section.GLOBAL] = b"\1" + bytes([_I32, 1, 0x41]) + _signed(STACK) + b"\x0b"
    sections[Section.EXPORT] = _exports(found, exports)
    sections[Section.DATA] = leb(len(segments)) + b"".join(
        b"\0\x41" + _signed(address) + b"\x0b" + leb(len(content)) + bytes(content)
        for content, address in zip(segments, addresses, strict=True)
    )
    if Section.DATA_COUNT in found.sections:
        sections[Section.DATA_COUNT] = bytes(found.sections[Section.DATA_COUNT])
    return _HEADER + b"".join(
        bytes([number]) + leb(len(sections[number])) + sections[number]
        for number in _ORDER
        if number in sections
    )


def _exports(found: ObjectFile, exports: Mapping[str, str]) -> bytes:
    known = {
        symbol.name: symbol.index
        for symbol in found.symbols
        if symbol.kind == _FUNCTION_SYMBOL and not symbol.is_undefined
    }
    missing = sorted(set(exports.values()) - known.keys())
    if missing:
        raise LinkError(f"The object does not define {', '.join(missing)}.")
    return leb(len(exports)) + b"".join(
        _text(name) + bytes([_FUNCTION]) + leb(known[symbol]) for name, symbol in exports.items()
    )


@dataclass
class _Segment:
    content: bytearray
    start: int
    """Where the content begins in the section, which is what relocations count from."""

    def __len__(self) -> int:
        return len(self.content)

    def __bytes__(self) -> bytes:
        return bytes(self.content)


def _segments(section: bytearray) -> list[_Segment]:
    reader, found = Reader(bytes(section)), []
    for _ in range(reader.number()):
        if reader.number() != 0:
            raise LinkError("The object has data that is not placed at an address.")
        reader.byte()
        reader.signed()
        reader.byte()
        size = reader.number()
        begun = reader.at
        found.append(_Segment(bytearray(reader.bytes(size)), begun))
    return found


def _placed(segments: Sequence[_Segment]) -> tuple[list[int], int]:
    """The address of every segment, and the end of all."""
    addresses, at = [], STACK
    for segment in segments:
        addresses.append(at)
        at = -(-(at + len(segment)) // _ALIGNMENT) * _ALIGNMENT
    return addresses, at


def _relocate(found: ObjectFile, segments: Sequence[_Segment], addresses: Sequence[int], end: int) -> None:
    """Write the addresses of data into code and data."""

    def address(symbol: Symbol) -> int:
        if not symbol.is_undefined:
            return addresses[symbol.index] + symbol.offset
        if symbol.name == "__heap_base":
            return end
        raise LinkError(f"The compiled code uses data that nobody defines: {symbol.name}.")

    for target, relocations in found.relocations.items():
        for kind, offset, index, addend in relocations:
            if kind in _UNCHANGED:
                continue
            if kind == _CALLED_TABLE:
                raise LinkError("The compiled code calls a function by its address.")
            if kind == _FUNCTION_ADDRESS_SLEB:
                new = _padded(0)  # functions are stored, to make error messages, but never called
            elif kind == _FUNCTION_ADDRESS_I32:
                new = bytes(4)
            elif kind in (_MEMORY_ADDRESS_LEB, _MEMORY_ADDRESS_SLEB):
                new = _padded(address(found.symbols[index]) + addend)
            elif kind == _MEMORY_ADDRESS_I32:
                new = (address(found.symbols[index]) + addend).to_bytes(4, "little")
            else:
                raise LinkError(f"The object has a relocation of kind {kind}, which is unknown here.")
            if target is Section.CODE:
                found.sections[target][offset : offset + len(new)] = new
            else:
                segment = next(one for one in reversed(segments) if one.start <= offset)
                at = offset - segment.start
                segment.content[at : at + len(new)] = new

"""Memory for arrays and records: small blocks are in this interpreter, large ones in that of the game's module.

A small block is copied to the module for a call and back; a large one stays there. Memory of the interpreter
is freed by itself; memory of the module is freed after the decision it was taken for (`release`)."""

import struct

import host
import uctypes

NEAR = 1 << 14
_word = bytearray(8)
_word_at = uctypes.addressof(_word)
_taken = []
_size = [0]
_is_kept = [False]


class Block:
    def __init__(self, size, data=None):
        self.size = size
        if data is None and size > NEAR:
            self.data, self.address = None, allocate(size)
        else:
            self.data, self.address = bytearray(size) if data is None else data, 0

    def read(self, code, at):
        if self.data is not None:
            return struct.unpack_from(code, self.data, at)[0]
        host.peek(self.address + at, _word_at, 8)
        return struct.unpack_from(code, _word, 0)[0]

    def write(self, code, at, value):
        if self.data is not None:
            struct.pack_into(code, self.data, at, value)
        else:
            size = struct.calcsize(code)
            struct.pack_into(code, _word, 0, value)
            host.poke(self.address + at, _word_at, size)

    def bytes(self, at, count):
        if self.data is not None:
            return bytes(memoryview(self.data)[at : at + count])
        found = bytearray(count)
        if count:
            host.peek(self.address + at, uctypes.addressof(found), count)
        return bytes(found)

    def put(self, at, contents):
        count = len(contents)
        if self.data is not None:
            self.data[at : at + count] = contents
        elif count:
            if not isinstance(contents, bytearray):
                contents = bytearray(contents)
            host.poke(self.address + at, uctypes.addressof(contents), count)

    def fix(self):
        """Move the block to the module's memory, where it has an address that does not change."""
        if self.data is not None:
            data, self.data = self.data, None
            self.address = allocate(self.size)
            self.put(0, data)
        return self.address


def allocate(size):
    address = host.allocate(size)
    if not _is_kept[0]:
        _taken.append(address)
        _size[0] += size
    return address


def taken():
    """How many bytes of the module's memory are taken by what is not kept."""
    return _size[0]


def release():
    """Free the module's memory that was taken, but for what is kept."""
    while _taken:
        host.release(_taken.pop())
    _size[0] = 0


class Kept:
    """Memory taken in this context stays: tables and networks that are read once."""

    def __enter__(self):
        self.before = _is_kept[0]
        _is_kept[0] = True

    def __exit__(self, *error):
        _is_kept[0] = self.before

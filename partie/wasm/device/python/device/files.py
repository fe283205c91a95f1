"""Files of the game: catalogues of words, tables, networks. They come with the code, or are fetched first."""

import host
import uctypes
from device.json import loads
from device.memory import NEAR, Block, Kept
from device.numpy import as_dtype, ndarray


class Wanted(BaseException):
    """A file that has to be fetched before this can go on; the worker fetches it and begins again.

    It is no error: what handles errors lets it pass."""


def _name(path):
    return str(path).lstrip("/")


def exists(path):
    return bool(host.has_file(_name(path)))


def contents(path):
    """The bytes of a file."""
    name = _name(path)
    size = host.file_size(name)
    if size < 0:
        if not host.has_file(name):
            raise OSError(2, name)
        raise Wanted(name)
    data = bytearray(size)
    if size:
        host.read_file(name, 0, uctypes.addressof(data), size)
    return data


def text(path):
    return contents(path).decode()


class Arrays:
    """The arrays of a file, by name; also its other facts."""

    def __init__(self, path):
        self._name = _name(path)
        size = host.file_size(self._name)
        if size < 0:
            contents(path)
        head = bytearray(4)
        host.read_file(self._name, 0, uctypes.addressof(head), 4)
        length = int.from_bytes(head, "little")
        described = bytearray(length)
        host.read_file(self._name, 4, uctypes.addressof(described), length)
        found = loads(described.decode())
        self._arrays, self.facts, self._start = found["arrays"], found["facts"], 4 + length

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def __contains__(self, name):
        return name in self._arrays

    def keys(self):
        return list(self._arrays)

    @property
    def files(self):
        return list(self._arrays)

    def metadata(self):
        return self.facts

    def __getitem__(self, name):
        kind, shape, at, size = self._arrays[name]
        if kind == "f2":  # only stored so: everything computes with twice as many bits
            with Kept():
                block = Block(2 * size)
            host.load_half(self._name, self._start + at, block.fix(), size // 2)
            return ndarray(block, 0, as_dtype("f4"), tuple(shape))
        with Kept():
            block = Block(size)
        if block.data is not None:
            if size:
                host.read_file(self._name, self._start + at, uctypes.addressof(block.data), size)
        else:
            host.load_file(self._name, self._start + at, block.address, size)
        return ndarray(block, 0, as_dtype(kind), tuple(shape))

    get_tensor = __getitem__


def arrays(path):
    return Arrays(path)

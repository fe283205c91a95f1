"""The part of NumPy that the code around compiled functions uses, over blocks of `memory`.

Elements are read as plain numbers. Sums of floats are made in the order in which NumPy makes them."""

import builtins
import math
import struct
from array import array as array_of

import host
from device.memory import Block

_max, _min, _any, _all, _sum = builtins.max, builtins.min, builtins.any, builtins.all, builtins.sum

nan = float("nan")
inf = float("inf")
_CODES = {
    "i1": "<b",
    "u1": "<B",
    "i2": "<h",
    "u2": "<H",
    "i4": "<i",
    "u4": "<I",
    "i8": "<q",
    "u8": "<Q",
    "f2": "<H",
    "f4": "<f",
    "f8": "<d",
    "b1": "<B",
}
_dtypes = {}
_QUOTIENT = object()
"""Stands for the type of a quotient: always a float."""


class dtype:
    def __init__(self, name, size, fields=None):
        self.name_, self.itemsize, self.fields_ = name, size, fields
        self.code = None if fields is not None else _CODES[name]
        self.kind = "V" if fields is not None else name[0]
        self.is_bool = name == "b1"
        self.names = None if fields is None else fields[0]
        self.at = None if fields is None else fields[1]

    @property
    def str(self):
        return "<" + self.name_

    @property
    def base(self):
        return self

    @property
    def fields(self):
        """For each field of a record, its type and its offset."""
        return None if self.at is None else {name: (self[name], self.at[name][1]) for name in self.names}

    def __getitem__(self, name):
        kind, _, shape, _ = self.at[name]
        return _FieldType(kind, shape)

    def __call__(self, value=0):
        """A number of this type: `np.int64(3)`."""
        if hasattr(value, "item") and not isinstance(value, (int, float)):
            value = value.item()
        if self.kind == "f":
            value = float(value)
            return struct.unpack("<f", struct.pack("<f", value))[0] if self.itemsize == 4 else value
        if self.is_bool:
            return bool(value)
        value = int(value)
        bits = 8 * self.itemsize
        value &= (1 << bits) - 1
        if self.kind == "i" and value >> (bits - 1):
            value -= 1 << bits
        return value

    def __eq__(self, other):
        return self is as_dtype(other)

    def __hash__(self):
        return id(self)


class _FieldType:
    """The type of a field of a record, which may be an array."""

    def __init__(self, base, shape):
        self.base, self.shape, self.itemsize = base, shape, base.itemsize * _count(shape)


def simple(name):
    if name not in _dtypes:
        _dtypes[name] = dtype(name, int(name[1:]))
    return _dtypes[name]


def described(layout):
    """The type of a record from its description (`wasm/layout.py`)."""
    key = repr(layout)
    if key not in _dtypes:
        fields = {}
        for name, one in layout["fields"].items():
            kind = as_dtype(one["type"])
            extents = tuple(one["extents"])
            fields[name] = (kind, one["offset"], extents, _strides(extents, kind.itemsize))
        names = tuple(sorted(fields, key=lambda name: fields[name][1]))
        _dtypes[key] = dtype(key, layout["size"], (names, fields))
    return _dtypes[key]


def as_dtype(kind):
    if isinstance(kind, dtype):
        return kind
    if kind is None or kind is float:
        return float64
    if kind is int:
        return int64
    if kind is bool:
        return bool_
    if isinstance(kind, dict):
        return described(kind)
    name = kind.lstrip("<|=")
    return simple("b1" if name == "?" else name)


int8, int16, int32, int64 = simple("i1"), simple("i2"), simple("i4"), simple("i8")
uint8, uint16, uint32, uint64 = simple("u1"), simple("u2"), simple("u4"), simple("u8")
float16, float32, float64, bool_ = simple("f2"), simple("f4"), simple("f8"), simple("b1")
intp = int64


class recarray:
    pass


class generic:
    pass


class integer(generic):
    pass


class floating(generic):
    pass


def _strides(shape, size):
    out = []
    for extent in reversed(list(shape)):
        out.append(size)
        size *= extent
    return tuple(reversed(out))


def _count(shape):
    n = 1
    for extent in shape:
        n *= extent
    return n


class record:
    """One record in a block; its fields are attributes."""

    def __init__(self, block, offset, kind):
        put = object.__setattr__
        put(self, "block_", block)
        put(self, "offset_", offset)
        put(self, "kind_", kind)
        put(self, "fields_", kind.at)

    @property
    def dtype(self):
        return self.kind_

    def __getattr__(self, name):
        found = self.fields_.get(name)
        if found is None:
            raise AttributeError(name)
        kind, at, extents, strides = found
        if extents:
            return ndarray(self.block_, self.offset_ + at, kind, extents, strides)
        if kind.code is None:
            return record(self.block_, self.offset_ + at, kind)
        data = self.block_.data
        if data is not None:
            value = struct.unpack_from(kind.code, data, self.offset_ + at)[0]
        else:
            value = self.block_.read(kind.code, self.offset_ + at)
        return bool(value) if kind.is_bool else value

    def __setattr__(self, name, value):
        kind, at, extents, strides = self.fields_[name]
        if extents or kind.code is None:
            target = ndarray(self.block_, self.offset_ + at, kind, extents, strides)
            target[...] = value
        else:
            self.block_.write(kind.code, self.offset_ + at, _number(kind, value))

    def __getitem__(self, name):
        if isinstance(name, int):
            name = self.kind_.names[name]
        return self.__getattr__(name)

    def __setitem__(self, name, value):
        self.__setattr__(name, value)

    def item(self):
        return tuple([self.__getattr__(name) for name in self.kind_.names])

    def tobytes(self):
        return self.block_.bytes(self.offset_, self.kind_.itemsize)

    def copy(self):
        return record(Block(self.kind_.itemsize, bytearray(self.tobytes())), 0, self.kind_)

    def __eq__(self, other):
        return isinstance(other, record) and self.tobytes() == other.tobytes()


void = record


def _number(kind, value):
    if kind.kind == "f":
        return float(value)
    if isinstance(value, ndarray):
        value = value.item()
    return kind(value) if not isinstance(value, int) or value < 0 and kind.kind != "i" else int(value)


class _ctypes:
    def __init__(self, address):
        self.data = address


class ndarray:
    def __init__(self, block, offset, kind, shape, strides=None):
        self.block, self.offset, self.dtype, self.shape = block, offset, kind, shape
        self.strides = _strides(shape, kind.itemsize) if strides is None else strides

    # Facts

    @property
    def size(self):
        return _count(self.shape)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def ctypes(self):
        return _ctypes(self.block.fix() + self.offset)

    @property
    def T(self):
        return ndarray(
            self.block,
            self.offset,
            self.dtype,
            tuple(reversed(list(self.shape))),
            tuple(reversed(list(self.strides))),
        )

    @property
    def flat(self):
        return self.ravel()

    @property
    def is_contiguous(self):
        return self.strides == _strides(self.shape, self.dtype.itemsize) or self.size == 0

    def __len__(self):
        if not self.shape:
            raise TypeError("an array without dimensions has no length")
        return self.shape[0]

    def __bool__(self):
        if self.size != 1:
            raise ValueError("the truth value of an array is ambiguous: use any() or all()")
        return bool(self.item())

    def __iter__(self):
        if len(self.shape) == 1:
            return iter(self.tolist()) if self.dtype.code is not None else self._records()
        return self._rows()

    def _records(self):
        for i in range(self.shape[0]):
            yield record(self.block, self.offset + i * self.strides[0], self.dtype)

    def _rows(self):
        for i in range(self.shape[0]):
            yield self[i]

    def __contains__(self, value):
        return value in self.numbers()

    def item(self, *index):
        if index:
            return self[index if len(index) > 1 else index[0]]
        return self.numbers()[0]

    def __int__(self):
        return int(self.item())

    def __index__(self):
        return int(self.item())

    # Elements

    def numbers(self):
        """All elements in order, as a list of plain numbers."""
        kind, n = self.dtype, self.size
        if n == 0:
            return []
        if self.is_contiguous:
            code = kind.code
            raw = (
                self.block.data
                if self.block.data is not None
                else self.block.bytes(self.offset, n * kind.itemsize)
            )
            at = self.offset if self.block.data is not None else 0
            found = list(struct.unpack_from("<" + str(n) + code[1], raw, at))
        else:
            read, code = self.block.read, kind.code
            found = [read(code, at) for at in self._places()]
        return [value != 0 for value in found] if kind.is_bool else found

    def _places(self):
        """The offsets of all elements in order."""
        places = [self.offset]
        for extent, stride in zip(self.shape, self.strides):
            places = [place + i * stride for place in places for i in range(extent)]
        return places

    def tolist(self):
        if not self.shape:
            return self.item()
        found = self.numbers()
        if not found:
            return [self[i].tolist() for i in range(self.shape[0])] if len(self.shape) > 1 else found
        for extent in reversed(self.shape[1:]):
            found = [found[at : at + extent] for at in range(0, len(found), extent)]
        return found

    def _sub(self, index):
        """The part of the array for integers, slices and dots: a block offset, shape and strides."""
        offset, shape, strides, axis = self.offset, [], [], 0
        if Ellipsis in index:
            at = index.index(Ellipsis)
            given = len([one for one in index if one is not None]) - 1
            index = index[:at] + (_ALL,) * (len(self.shape) - given) + index[at + 1 :]
        for one in index:
            if one is None:
                shape.append(1)
                strides.append(0)
                continue
            extent, stride = self.shape[axis], self.strides[axis]
            axis += 1
            if one is _ALL:
                shape.append(extent)
                strides.append(stride)
            elif isinstance(one, _slice):
                first, last, step = _bounds(one, extent)
                offset += first * stride
                shape.append(_max(0, (last - first + step - (1 if step > 0 else -1)) // step))
                strides.append(stride * step)
            else:
                one = int(one)
                if one < 0:
                    one += extent
                if not 0 <= one < extent:
                    raise IndexError("index " + str(one) + " is out of bounds for " + str(extent))
                offset += one * stride
        shape.extend(self.shape[axis:])
        strides.extend(self.strides[axis:])
        return offset, tuple(shape), tuple(strides)

    def __getitem__(self, index):
        shape = self.shape
        if type(index) is int and len(shape) == 1:
            if index < 0:
                index += shape[0]
            if not 0 <= index < shape[0]:
                raise IndexError("index is out of bounds")
            kind, at = self.dtype, self.offset + index * self.strides[0]
            if kind.code is None:
                return record(self.block, at, kind)
            data = self.block.data
            value = (
                struct.unpack_from(kind.code, data, at)[0]
                if data is not None
                else self.block.read(kind.code, at)
            )
            return bool(value) if kind.is_bool else value
        if isinstance(index, str):
            kind, at, extents, strides = self.dtype.at[index]
            return ndarray(self.block, self.offset + at, kind, shape + extents, self.strides + strides)
        if isinstance(index, (ndarray, list)):
            return self._chosen(index)
        if not isinstance(index, tuple):
            index = (index,)
        if _any(isinstance(one, (ndarray, list)) for one in index):
            return self._picked(index)
        offset, shape, strides = self._sub(index)
        if not shape:
            if self.dtype.code is None:
                return record(self.block, offset, self.dtype)
            value = self.block.read(self.dtype.code, offset)
            return bool(value) if self.dtype.is_bool else value
        return ndarray(self.block, offset, self.dtype, shape, strides)

    def __getattr__(self, name):
        at = self.dtype.at
        if at is not None and name in at:
            return self[name]
        raise AttributeError(name)

    def _chosen(self, index):
        """The elements, or rows, that a mask or a list of numbers selects."""
        places = _selected(index)
        if isinstance(index, ndarray) and len(index.shape) > 1:
            if index.dtype.is_bool:
                return array([value for value, chosen in zip(self.numbers(), index.numbers()) if chosen], self.dtype)
            rows = [self[int(i)] for i in index.numbers()]
            return array(rows, self.dtype).reshape(index.shape + self.shape[1:])
        if len(self.shape) == 1 and self.dtype.code is not None:
            own = self.numbers()
            return array([own[i] for i in places], self.dtype)
        if not places:
            return empty((0,) + self.shape[1:], self.dtype)
        return stacked([self[i] for i in places], self.dtype)

    def _picked(self, index):
        """Elements by several lists of numbers at once, element by element, as NumPy pairs them."""
        index = tuple(_picks(one, self.shape[axis]) for axis, one in enumerate(index))
        index = index + (_ALL,) * (len(self.shape) - len(index))
        shape = broadcast_shapes(*[one.shape for one in index if isinstance(one, ndarray)])
        lists = [broadcast_to(one, shape).numbers() if isinstance(one, ndarray) else None for one in index]
        found = []
        for i in range(_count(shape)):
            found.append(self[tuple(one if numbers is None else int(numbers[i]) for one, numbers in zip(index, lists))])
        if not found:
            return empty(shape, self.dtype)
        first = found[0]
        rest = first.shape if isinstance(first, ndarray) else ()
        return stacked(found, self.dtype).reshape(shape + rest)._with_picked_at(index, len(shape))

    def _with_picked_at(self, index, count):
        """An array whose first `count` axes, which lists of numbers gave, go where NumPy has them: to where the
        lists are in the index, if these and numbers follow each other there."""
        picked = [at for at, one in enumerate(index) if not isinstance(one, _slice)]
        before = picked[0]
        if not before or picked[-1] - before + 1 != len(picked):
            return self
        axes = list(range(count, count + before)) + list(range(count)) + list(range(count + before, self.ndim))
        shape = tuple([self.shape[axis] for axis in axes])
        return ndarray(self.block, self.offset, self.dtype, shape, tuple([self.strides[axis] for axis in axes])).copy()

    def __setitem__(self, index, value):
        shape, kind = self.shape, self.dtype
        if type(index) is int and len(shape) == 1 and kind.code is not None:
            if index < 0:
                index += shape[0]
            if not 0 <= index < shape[0]:
                raise IndexError("index is out of bounds")
            self.block.write(kind.code, self.offset + index * self.strides[0], _number(kind, value))
            return
        if isinstance(index, str):
            self[index][...] = value
            return
        if isinstance(index, (ndarray, list)):
            places = _selected(index)
            if isinstance(index, ndarray) and len(index.shape) > 1:
                flat = self.reshape(-1)
                values = value.numbers() if isinstance(value, ndarray) else [value] * len(places)
                for i, one in zip(places, values):
                    flat[i] = one
                return
            several = isinstance(value, (ndarray, list)) and len(value) == len(places) and len(places) != 1
            for n, i in enumerate(places):
                self[i] = value[n] if several else value
            return
        if not isinstance(index, tuple):
            index = (index,)
        if _any(isinstance(one, (ndarray, list)) for one in index):
            index = tuple(_picks(one, shape[axis]) for axis, one in enumerate(index))
            extents = broadcast_shapes(*[one.shape for one in index if isinstance(one, ndarray)])
            lists = [broadcast_to(one, extents).numbers() if isinstance(one, ndarray) else None for one in index]
            values = broadcast_to(value, extents).numbers() if isinstance(value, (ndarray, list)) else None
            for i in range(_count(extents)):
                place = tuple(one if numbers is None else int(numbers[i]) for one, numbers in zip(index, lists))
                self[place] = value if values is None else values[i]
            return
        offset, shape, strides = self._sub(index)
        if isinstance(value, record):
            self.block.put(offset, value.tobytes())
            return
        target = ndarray(self.block, offset, kind, shape, strides)
        if kind.code is None:
            values = list(value)
            for place, one in zip(target._places(), values):
                self.block.put(place, one.tobytes())
            return
        target._assign(value)

    def _assign(self, value):
        kind = self.dtype
        if isinstance(value, (list, tuple)):
            value = array(value)
        if isinstance(value, ndarray):
            if value.shape != self.shape:
                value = broadcast_to(value, self.shape)
            if value.dtype is kind and value.is_contiguous and self.is_contiguous:
                self.block.put(self.offset, value.tobytes())
                return
            values = value.numbers()
        else:
            values = [value] * self.size
        if self.is_contiguous:
            self.block.put(self.offset, _packed(kind, values))
        else:
            for place, one in zip(self._places(), values):
                self.block.write(kind.code, place, _number(kind, one))

    def fill(self, value):
        self._assign(value)

    # Other forms

    def tobytes(self):
        if self.is_contiguous:
            return self.block.bytes(self.offset, self.nbytes)
        return _packed(self.dtype, self.numbers())

    def copy(self):
        if self.block.data is None and len(self.shape) == 2 and self.size and not self.is_contiguous:
            rows, columns = self.shape
            size = self.dtype.itemsize
            if self.strides == (size, rows * size):
                target = Block(self.nbytes)
                place = self.block.address + self.offset
                host.transpose(place, columns, rows, size, target.fix())
                return ndarray(target, 0, self.dtype, self.shape)
        if self.block.data is None and self.is_contiguous and self.size:
            target = Block(self.nbytes)
            if target.data is None:
                host.move(self.block.address + self.offset, target.address, self.nbytes)
                return ndarray(target, 0, self.dtype, self.shape)
        return ndarray(_filled(self.tobytes()), 0, self.dtype, self.shape)

    def astype(self, kind, copy=True):
        kind = as_dtype(kind)
        if kind is self.dtype:
            return self.copy() if copy else self
        values = self.numbers()
        if kind.kind != "f" and self.dtype.kind == "f":
            values = [int(value) for value in values]
        return ndarray(_filled(_packed(kind, values)), 0, kind, self.shape)

    def reshape(self, *shape):
        if len(shape) == 1 and not isinstance(shape[0], int):
            shape = tuple(shape[0])
        size = self.size
        if -1 in shape:
            known = 1
            for extent in shape:
                known *= 1 if extent == -1 else extent
            shape = tuple(size // known if extent == -1 else extent for extent in shape)
        if not self.is_contiguous:
            return self.copy().reshape(*shape)
        return ndarray(self.block, self.offset, self.dtype, tuple(shape))

    def ravel(self):
        return self.reshape(-1)

    def flatten(self):
        return self.copy().reshape(-1)

    def view(self, kind=None):
        if kind is None or kind is recarray or kind is ndarray:
            return self
        kind = as_dtype(kind)
        last = self.shape[-1] * self.dtype.itemsize // kind.itemsize
        return ndarray(self.block, self.offset, kind, self.shape[:-1] + (last,))

    # Arithmetic

    def _with(self, other, operation, result=None, swapped=False):
        return _binary(other, self, operation, result) if swapped else _binary(self, other, operation, result)

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __radd__(self, other):
        return self._with(other, lambda a, b: a + b, None, True)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._with(other, lambda a, b: a - b, None, True)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    def __rmul__(self, other):
        return self._with(other, lambda a, b: a * b, None, True)

    def __truediv__(self, other):
        return self._with(other, divided, _QUOTIENT)

    def __rtruediv__(self, other):
        return self._with(other, divided, _QUOTIENT, True)

    def __floordiv__(self, other):
        return self._with(other, lambda a, b: a // b)

    def __mod__(self, other):
        return self._with(other, lambda a, b: a % b)

    def __pow__(self, other):
        return self._with(other, lambda a, b: a**b)

    def __and__(self, other):
        return self._with(other, lambda a, b: a & b)

    def __rand__(self, other):
        return self._with(other, lambda a, b: a & b, None, True)

    def __or__(self, other):
        return self._with(other, lambda a, b: a | b)

    def __ror__(self, other):
        return self._with(other, lambda a, b: a | b, None, True)

    def __xor__(self, other):
        return self._with(other, lambda a, b: a ^ b)

    def __lshift__(self, other):
        return self._with(other, lambda a, b: a << b)

    def __rlshift__(self, other):
        return self._with(other, lambda a, b: a << b, None, True)

    def __rshift__(self, other):
        return self._with(other, lambda a, b: a >> b)

    def __rrshift__(self, other):
        return self._with(other, lambda a, b: a >> b, None, True)

    def __lt__(self, other):
        return self._with(other, lambda a, b: a < b, bool_)

    def __le__(self, other):
        return self._with(other, lambda a, b: a <= b, bool_)

    def __gt__(self, other):
        return self._with(other, lambda a, b: a > b, bool_)

    def __ge__(self, other):
        return self._with(other, lambda a, b: a >= b, bool_)

    def __eq__(self, other):
        if other is None:
            return False
        return self._with(other, lambda a, b: a == b, bool_)

    def __ne__(self, other):
        if other is None:
            return True
        return self._with(other, lambda a, b: a != b, bool_)

    def __iadd__(self, other):
        self[...] = self + other
        return self

    def __isub__(self, other):
        self[...] = self - other
        return self

    def __neg__(self):
        return self.each(lambda a: -a)

    def __abs__(self):
        return self.each(builtins.abs)

    def __invert__(self):
        if self.dtype.is_bool:
            return self.each(lambda a: not a)
        return self.each(lambda a: ~a)

    def each(self, function, kind=None):
        """A new array of what a function gives for every element."""
        kind = self.dtype if kind is None else kind
        return ndarray(_filled(_packed(kind, [function(a) for a in self.numbers()])), 0, kind, self.shape)

    # Summaries

    def _along(self, axis, function, kind):
        if axis is None:
            return function(self.numbers())
        if isinstance(axis, tuple):
            return self._merged(axis)._along(axis[0], function, kind)
        if axis < 0:
            axis += len(self.shape)
        before, after = self.shape[:axis], self.shape[axis + 1 :]
        outer, inner, extent = _count(before), _count(after), self.shape[axis]
        own = self.numbers()
        found = []
        for i in range(outer):
            for j in range(inner):
                found.append(function([own[(i * extent + k) * inner + j] for k in range(extent)]))
        return array(found, kind).reshape(before + after)

    def _merged(self, axes):
        """An array in which these axes, which follow each other, are one."""
        first, last = axes[0], axes[-1]
        if axes != tuple(range(first, last + 1)):
            raise NotImplementedError("axes that do not follow each other")
        extent = _count(self.shape[first : last + 1])
        return self.copy().reshape(self.shape[:first] + (extent,) + self.shape[last + 1 :])

    def sum(self, axis=None, dtype=None):
        kind = self.dtype if self.dtype.kind == "f" else int64
        if self.dtype.kind != "f":
            return self._along(axis, _whole_sum, kind)
        if isinstance(axis, tuple):
            raise NotImplementedError("sums of floats over several axes")
        # NumPy adds whole rows one after the other, except along the last axis.
        if axis is not None and axis not in (-1, len(self.shape) - 1):
            return self._along(axis, _in_turn(kind), kind)
        return self._along(axis, pairwise32 if kind is float32 else pairwise, kind)

    def mean(self, axis=None):
        n = self.size if axis is None else self.shape[axis]
        return self.astype(float64).sum(axis) / n

    def prod(self, axis=None):
        def product(values):
            found = 1
            for value in values:
                found *= value
            return found

        return self._along(axis, product, self.dtype if self.dtype.kind == "f" else int64)

    def max(self, axis=None, initial=None):
        return self._along(axis, _max if initial is None else lambda v: _max([initial] + v), self.dtype)

    def min(self, axis=None, initial=None):
        return self._along(axis, _min if initial is None else lambda v: _min([initial] + v), self.dtype)

    def any(self, axis=None):
        return self._along(axis, _any, bool_)

    def all(self, axis=None):
        return self._along(axis, _all, bool_)

    def argmax(self, axis=None):
        return self._along(axis, _first_largest, int64)

    def argmin(self, axis=None):
        return self._along(axis, lambda values: values.index(_min(values)), int64)

    def argsort(self, kind=None):
        own = self.numbers()
        return array([i for _, i in sorted([(value, i) for i, value in enumerate(own)])], int64)

    def nonzero(self):
        return nonzero(self)

    def cumsum(self, axis=None):
        return cumsum(self)

    def clip(self, low, high):
        return clip(self, low, high)

    def round(self, digits=0):
        return self.each(lambda a: float(round(a)) if not digits else _rounded(a, digits))


class _Dots:
    def __getitem__(self, index):
        return index


_ALL = _Dots()[:]
_slice = type(_ALL)


def _is_all(one):
    return isinstance(one, _slice) and one.start is None and one.stop is None and one.step is None


def _bounds(one, extent):
    step = 1 if one.step is None else int(one.step)
    if step > 0:
        first, last = 0, extent
        low, high = 0, extent
    else:
        first, last = extent - 1, -1
        low, high = -1, extent - 1
    if one.start is not None:
        first = int(one.start)
        first = _min(_max(first + extent if first < 0 else first, low), high)
    if one.stop is not None:
        last = int(one.stop)
        last = _min(_max(last + extent if last < 0 else last, low), high)
    return first, last, step


def _picks(one, extent):
    if isinstance(one, list):
        one = array(one)
    if isinstance(one, ndarray):
        return nonzero(one)[0] if one.dtype.is_bool else one
    return one if isinstance(one, _slice) else array([int(one)], int64)


def _selected(index):
    """The numbers of the elements that a mask or a list of numbers selects."""
    if isinstance(index, ndarray):
        values = index.numbers()
        if index.dtype.is_bool:
            return [i for i, chosen in enumerate(values) if chosen]
        return values
    if index and isinstance(index[0], bool):
        return [i for i, chosen in enumerate(index) if chosen]
    return [int(i) for i in index]


def _packed(kind, values):
    if kind.kind == "f":
        values = [float(value) for value in values]
    elif _any(isinstance(value, float) for value in values):
        values = [int(value) for value in values]
    return bytes(array_of(kind.code[1], values))


def _filled(contents):
    block = Block(len(contents))
    block.put(0, contents)
    return block


def divided(a, b):
    if b == 0:
        return nan if a == 0 or a != a else inf if a > 0 else -inf
    return a / b


def _whole_sum(values):
    total = 0
    for value in values:
        total += value
    return total


def _to32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def _in_turn(kind):
    def added(values):
        total = 0.0
        for value in values:
            total = total + value if kind is float64 else _to32(total + value)
        return total

    return added


def pairwise(values, to=None):
    """A sum of floats in the order of NumPy's pairwise summation."""
    n = len(values)
    if n < 8:
        total = 0.0
        for value in values:
            total = total + value if to is None else to(total + value)
        return total
    if n <= 128:
        part = values[:8]
        i = 8
        while i < n - n % 8:
            for j in range(8):
                part[j] = part[j] + values[i + j] if to is None else to(part[j] + values[i + j])
            i += 8
        if to is None:
            total = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]))
        else:
            total = to(
                to(to(part[0] + part[1]) + to(part[2] + part[3]))
                + to(to(part[4] + part[5]) + to(part[6] + part[7]))
            )
        while i < n:
            total = total + values[i] if to is None else to(total + values[i])
            i += 1
        return total
    half = n // 2
    half -= half % 8
    a, b = pairwise(values[:half], to), pairwise(values[half:], to)
    return a + b if to is None else to(a + b)


def pairwise32(values):
    return pairwise(values, _to32)


def _first_largest(values):
    return values.index(_max(values))


def _rounded(value, digits):
    scale = 10.0**digits
    return round(value * scale) / scale


_RANK = {"b": 0, "u": 1, "i": 1, "f": 2}


def _promoted(a, b):
    """The type of a result of arrays of two types, as NumPy has it."""
    if a is b:
        return a
    if a.is_bool:
        return b
    if b.is_bool:
        return a
    if a.kind == b.kind:
        return a if a.itemsize >= b.itemsize else b
    if a.kind == "f" or b.kind == "f":
        whole, real = (b, a) if a.kind == "f" else (a, b)
        return real if whole.itemsize < real.itemsize else float64
    signed, unsigned = (a, b) if a.kind == "i" else (b, a)
    if unsigned.itemsize < signed.itemsize:
        return signed
    return float64 if unsigned.itemsize == 8 else simple("i" + str(2 * unsigned.itemsize))


def _binary(a, b, operation, result=None):
    if isinstance(a, (list, tuple)):
        a = array(a)
    if isinstance(b, (list, tuple)):
        b = array(b)
    is_a, is_b = isinstance(a, ndarray), isinstance(b, ndarray)
    if is_a and is_b:
        kind = _promoted(a.dtype, b.dtype)
        if a.shape != b.shape:
            shape = broadcast_shapes(a.shape, b.shape)
            a, b = broadcast_to(a, shape), broadcast_to(b, shape)
        shape = a.shape
        values = [operation(x, y) for x, y in zip(a.numbers(), b.numbers())]
    else:
        own, number = (a, b) if is_a else (b, a)
        kind, shape = own.dtype, own.shape
        if isinstance(number, float) and kind.kind != "f":
            kind = float64
        elif kind.is_bool and not isinstance(number, bool):
            kind = int64
        values = [operation(x, b) for x in own.numbers()] if is_a else [operation(a, x) for x in own.numbers()]
    if result is _QUOTIENT:
        kind = kind if kind.kind == "f" else float64
    elif result is not None:
        kind = result
    return ndarray(_filled(_packed(kind, values)), 0, kind, shape)


# Making arrays


def empty(shape, dtype=None):
    return zeros(shape, dtype)


def zeros(shape, dtype=None):
    kind = as_dtype(dtype)
    shape = (shape,) if isinstance(shape, int) else tuple(int(extent) for extent in shape)
    return ndarray(Block(_count(shape) * kind.itemsize), 0, kind, shape)


def ones(shape, dtype=None):
    return full(shape, 1, dtype or float64)


def full(shape, value, dtype=None):
    if dtype is None:
        dtype = float64 if isinstance(value, float) else bool_ if isinstance(value, bool) else int64
    found = zeros(shape, dtype)
    found[...] = value
    return found


def zeros_like(other, dtype=None):
    return zeros(other.shape, dtype or other.dtype)


empty_like = zeros_like


def _flattened(values, out):
    """Append all numbers of nested lists; return their shape."""
    if isinstance(values, ndarray):
        out.extend(values.numbers())
        return values.shape, values.dtype
    if isinstance(values, (list, tuple)) or hasattr(values, "_fields"):
        shape, kind, n = (), None, 0
        for value in values:
            n += 1
            shape, found = _flattened(value, out)
            kind = found if kind is None else _promoted(kind, found)
        return (n,) + shape, kind if kind is not None else float64
    out.append(values)
    return (), bool_ if isinstance(values, bool) else float64 if isinstance(values, float) else int64


def array(values, dtype=None, copy=True):
    if isinstance(values, ndarray):
        return values.copy() if dtype is None else values.astype(dtype)
    if isinstance(values, record):
        return ndarray(_filled(values.tobytes()), 0, values.dtype, ())
    if isinstance(values, (range, set, frozenset)) or hasattr(values, "__next__"):
        values = list(values)
    if isinstance(values, list) and values and isinstance(values[0], record):
        return stacked(values, values[0].dtype)
    out = []
    shape, kind = _flattened(values, out)
    kind = kind if dtype is None else as_dtype(dtype)
    if kind.kind != "f":
        out = [int(value) for value in out]
    return ndarray(_filled(_packed(kind, out)), 0, kind, shape)


def asarray(values, dtype=None):
    if isinstance(values, ndarray) and (dtype is None or as_dtype(dtype) is values.dtype):
        return values
    return array(values, dtype)


ascontiguousarray = asarray


def stacked(parts, kind):
    first = parts[0]
    if isinstance(first, record):
        return ndarray(_filled(b"".join([part.tobytes() for part in parts])), 0, first.dtype, (len(parts),))
    if not isinstance(first, ndarray):
        return array(list(parts), kind)
    return ndarray(_filled(b"".join([part.tobytes() for part in parts])), 0, first.dtype, (len(parts),) + first.shape)


def frombuffer(data, dtype=None):
    kind = as_dtype(dtype)
    contents = bytearray(data)
    return ndarray(Block(len(contents), contents) if len(contents) <= 16384 else _filled(contents), 0, kind, (len(contents) // kind.itemsize,))


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    if isinstance(start, int) and isinstance(stop, int) and isinstance(step, int):
        return array(list(range(start, stop, step)), dtype or int64)
    n = math.ceil((stop - start) / step)
    return array([start + i * step for i in range(n)], dtype or float64)


def concatenate(parts, axis=0):
    parts = [asarray(part) for part in parts]
    kind = parts[0].dtype
    for part in parts[1:]:
        kind = kind if kind.fields_ is not None else _promoted(kind, part.dtype)
    if axis in (0, None) or len(parts[0].shape) == 1:
        parts = [part if part.dtype is kind else part.astype(kind) for part in parts]
        n = _sum([part.shape[0] for part in parts])
        block, at = Block(_sum([part.nbytes for part in parts])), 0
        for part in parts:
            if block.data is None and part.block.data is None and part.is_contiguous:
                host.move(part.block.address + part.offset, block.address + at, part.nbytes)
            else:
                block.put(at, part.tobytes())
            at += part.nbytes
        return ndarray(block, 0, kind, (n,) + parts[0].shape[1:])
    axis = axis + len(parts[0].shape) if axis < 0 else axis
    return array(
        [concatenate([part[i] for part in parts], axis - 1).tolist() for i in range(parts[0].shape[0])], kind
    )


def append(values, more):
    return concatenate([asarray(values).ravel(), asarray(more, asarray(values).dtype).ravel()])


def vstack(parts):
    return concatenate([atleast_2d(part) for part in parts])


def stack(parts, axis=0):
    parts = [asarray(part) for part in parts]
    if axis == 0:
        return stacked(parts, parts[0].dtype)
    if axis in (1, -1) and len(parts[0].shape) == 1:
        return array([[part[i] for part in parts] for i in range(parts[0].shape[0])], parts[0].dtype)
    raise NotImplementedError("stack along this axis")


def atleast_2d(values):
    values = asarray(values)
    return values if len(values.shape) > 1 else values.reshape((1,) + values.shape)


def broadcast_shapes(*shapes):
    n = _max([len(shape) for shape in shapes])
    out = []
    for i in range(n):
        extents = [shape[i - n + len(shape)] for shape in shapes if i - n + len(shape) >= 0]
        largest = 1
        for extent in extents:
            if extent != 1:
                if largest not in (1, extent):
                    raise ValueError("arrays of these shapes do not fit: " + str(shapes))
                largest = extent
        out.append(largest)
    return tuple(out)


def broadcast_to(values, shape):
    values = asarray(values)
    more = len(shape) - len(values.shape)
    own, strides = (1,) * more + values.shape, (0,) * more + values.strides
    for extent, wanted in zip(own, shape):
        if extent not in (1, wanted):
            raise ValueError("an array of the shape " + str(values.shape) + " does not fit " + str(shape))
    strides = tuple(
        [0 if extent == 1 and wanted != 1 else stride for extent, wanted, stride in zip(own, shape, strides)]
    )
    return ndarray(values.block, values.offset, values.dtype, tuple(shape), strides)


# Functions of arrays


def _each(function, values, kind=None):
    if isinstance(values, ndarray):
        return values.each(function, kind or (values.dtype if values.dtype.kind == "f" else float64))
    if isinstance(values, (list, tuple)):
        return _each(function, array(values), kind)
    return function(values)


def exp(values):
    return _each(math.exp, values)


def _log(value):
    return math.log(value) if value > 0 else -inf if value == 0 else nan


def log(values):
    return _each(_log, values)


def log1p(values):
    return _each(lambda value: math.log1p(value) if hasattr(math, "log1p") else math.log(1 + value), values)


def sqrt(values):
    return _each(lambda value: math.sqrt(value) if value >= 0 else nan, values)


def floor(values):
    return _each(lambda value: float(math.floor(value)), values)


def ceil(values):
    return _each(lambda value: float(math.ceil(value)), values)


def rint(values):
    return _each(lambda value: float(round(value)), values)


def isfinite(values):
    return _each(math.isfinite, values, bool_)


def isnan(values):
    return _each(lambda value: value != value, values, bool_)


def sign(values):
    if isinstance(values, ndarray):
        return values.each(sign)
    return (values > 0) - (values < 0)


def abs(values):
    return values.__abs__() if isinstance(values, ndarray) else values if values >= 0 else -values


absolute = abs


class _Operation:
    """A function of two arrays, which can also be applied to all elements of one."""

    def __init__(self, operation, result=None):
        self._operation, self._result = operation, result

    def __call__(self, a, b):
        if not isinstance(a, (ndarray, list)) and not isinstance(b, (ndarray, list)):
            return self._operation(a, b)
        return _binary(a, b, self._operation, self._result)

    def reduce(self, values, axis=0):
        values = asarray(values)

        def joined(own):
            found = own[0]
            for value in own[1:]:
                found = self._operation(found, value)
            return found

        return joined(values.numbers()) if len(values.shape) == 1 else values._along(axis, joined, values.dtype)

    def outer(self, a, b):
        a, b = asarray(a), asarray(b)
        return _binary(a.reshape(a.shape + (1,) * len(b.shape)), b, self._operation, self._result)

    def at(self, target, index, values):
        if isinstance(index, tuple):
            self._at_places(target, index, values)
            return
        places = [int(i) for i in asarray(index).numbers()]
        given = asarray(values)
        for n, place in enumerate(places):
            value = given[n] if given.shape else given.item()
            target[place] = self._operation(target[place], value)

    def _at_places(self, target, index, values):
        """The same where each place has several numbers: a list of those along each axis."""
        shape = broadcast_shapes(*[one.shape for one in index])
        places = [0] * _count(shape)
        for one, extent in zip(index, target.shape):
            places = [place * extent + i for place, i in zip(places, broadcast_to(one, shape).numbers())]
        own = target.numbers()
        for place, value in zip(places, broadcast_to(values, shape).numbers()):
            own[place] = self._operation(own[place], value)
        target[...] = array(own, target.dtype).reshape(target.shape)


bitwise_and = _Operation(lambda a, b: a & b)
bitwise_or = _Operation(lambda a, b: a | b)
logical_and = _Operation(lambda a, b: bool(a) and bool(b), bool_)
logical_or = _Operation(lambda a, b: bool(a) or bool(b), bool_)
left_shift = _Operation(lambda a, b: a << b)
right_shift = _Operation(lambda a, b: a >> b)
maximum = _Operation(lambda a, b: a if a != a or a >= b else b)
minimum = _Operation(lambda a, b: a if a != a or a <= b else b)
add = _Operation(lambda a, b: a + b)
multiply = _Operation(lambda a, b: a * b)
subtract = _Operation(lambda a, b: a - b)


def where(condition, a=None, b=None):
    condition = asarray(condition)
    if a is None:
        return nonzero(condition)
    shapes = [one.shape for one in (condition, a, b) if isinstance(one, ndarray)]
    shape = broadcast_shapes(*shapes)
    choice = broadcast_to(condition, shape).numbers()
    first, second = _spread(a, shape), _spread(b, shape)
    kinds = [one.dtype for one in (a, b) if isinstance(one, ndarray)]
    kind = _promoted(kinds[0], kinds[-1]) if kinds else None
    if _any([isinstance(one, float) for one in (a, b)]) and (kind is None or kind.kind != "f"):
        kind = float64
    return array([x if c else y for c, x, y in zip(choice, first, second)], kind or int64).reshape(shape)


def _spread(values, shape):
    return broadcast_to(values, shape).numbers() if isinstance(values, ndarray) else [values] * _count(shape)


def nonzero(values):
    found = argwhere(values)
    return tuple([found[:, axis].copy() for axis in range(found.shape[1])])


def ndenumerate(values):
    """Every element with its place, in order."""
    values = asarray(values)
    extents = list(reversed(list(values.shape)))
    for i, value in enumerate(values.numbers()):
        place = []
        for extent in extents:
            place.append(i % extent)
            i //= extent
        yield tuple(reversed(place)), value


def argwhere(values):
    places = [list(place) for place, value in ndenumerate(values) if value]
    return array(places, int64) if places else zeros((0, len(asarray(values).shape)), int64)


def flatnonzero(values):
    return array([i for i, value in enumerate(asarray(values).numbers()) if value], int64)


def count_nonzero(values, axis=None):
    return (asarray(values) != 0).sum(axis)


def cumsum(values, axis=None, dtype=None):
    values = asarray(values)
    kind = as_dtype(dtype) if dtype is not None else values.dtype if values.dtype.kind == "f" else int64
    if axis is not None and len(values.shape) > 1:
        if axis in (-1, len(values.shape) - 1):
            rows = values.reshape(-1, values.shape[-1])
            return array([cumsum(row, None, kind).tolist() for row in rows], kind).reshape(values.shape)
        if axis != 0 or kind is float32:
            raise NotImplementedError("cumsum along this axis")
        row, out = _count(values.shape[1:]), values.numbers()
        for i in range(row, len(out)):
            out[i] += out[i - row]
        return array(out, kind).reshape(values.shape)
    total, out = 0.0 if kind.kind == "f" else 0, []
    for value in values.numbers():
        total = kind(total + value) if kind is float32 else total + value
        out.append(total)
    return array(out, kind)


def argsort(values, kind=None):
    return asarray(values).argsort()


def argmax(values):
    return asarray(values).argmax()


def lexsort(keys):
    keys = [asarray(key).numbers() for key in keys]
    rows = sorted([tuple([key[i] for key in reversed(keys)]) + (i,) for i in range(len(keys[0]))])
    return array([row[-1] for row in rows], int64)


def sort(values):
    values = asarray(values)
    return array(sorted(values.numbers()), values.dtype)


def searchsorted(values, value, side="left"):
    own = asarray(values).numbers()
    if isinstance(value, (ndarray, list)):
        return array([searchsorted(values, one, side) for one in asarray(value).numbers()], int64)
    low, high = 0, len(own)
    while low < high:
        middle = (low + high) // 2
        if own[middle] < value or (side == "right" and own[middle] == value):
            low = middle + 1
        else:
            high = middle
    return low


def clip(values, low, high):
    def clipped(value):
        value = value if low is None or value >= low else low
        return value if high is None or value <= high else high

    if isinstance(low, ndarray) or isinstance(high, ndarray):
        values = asarray(values)
        values = values if low is None else maximum(values, low)
        return values if high is None else minimum(values, high)
    if not isinstance(values, (ndarray, list)):
        return clipped(values)
    values = asarray(values)
    kind = values.dtype
    if kind.kind != "f" and (isinstance(low, float) or isinstance(high, float)):
        kind = float64
    return values.each(clipped, kind)


def ix_(*lists):
    found = []
    for axis, one in enumerate(lists):
        one = asarray(one)
        one = nonzero(one)[0] if one.dtype.is_bool else one
        found.append(one.reshape((1,) * axis + (one.shape[0],) + (1,) * (len(lists) - axis - 1)))
    return tuple(found)


def convolve(a, b):
    a, b = asarray(a), asarray(b)
    kind = _promoted(a.dtype, b.dtype)
    first, second = a.numbers(), b.numbers()
    if len(second) > len(first):
        first, second = second, first
    out = []
    for i in range(len(first) + len(second) - 1):
        total = 0.0
        for k in range(_max(0, i - len(first) + 1), _min(i, len(second) - 1) + 1):
            total += second[k] * first[i - k]
        out.append(total)
    return array(out, kind)


def sum(values, axis=None):
    return asarray(values).sum(axis)


def max(*values, **more):
    return _max(*values, **more)


def min(*values, **more):
    return _min(*values, **more)


def any(values, axis=None):
    return asarray(values).any(axis) if isinstance(values, ndarray) else _any(values)


def all(values, axis=None):
    return asarray(values).all(axis) if isinstance(values, ndarray) else _all(values)


def unique(values):
    values = asarray(values)
    return array(sorted(set(values.numbers())), values.dtype)


def isin(values, wanted):
    known = set(asarray(wanted).numbers())
    return asarray(values).each(lambda value: value in known, bool_)


def array_equal(a, b):
    a, b = asarray(a), asarray(b)
    if a.dtype is b.dtype and a.dtype.kind != "f":
        return a.shape == b.shape and a.tobytes() == b.tobytes()
    return a.shape == b.shape and a.numbers() == b.numbers()


def seterr(**settings):
    pass


class iinfo:
    def __init__(self, kind):
        kind = as_dtype(kind)
        bits = 8 * kind.itemsize
        self.min = -(1 << (bits - 1)) if kind.kind == "i" else 0
        self.max = (1 << (bits - 1)) - 1 if kind.kind == "i" else (1 << bits) - 1


def load(path):
    from device.files import arrays

    return arrays(path)


def savez_compressed(*arguments, **more):
    raise OSError("nothing is written on a device")

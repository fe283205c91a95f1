"""What lowered code uses instead of what MicroPython lacks or does differently (`wasm/lowering.py`)."""

import builtins
import math
import sys
from collections import OrderedDict

import host
from device import numpy as _numpy
from device.kernels import Kernel as kernel_
from device.memory import Kept

MISSING_ = object()
REQUIRED_ = MISSING_


# Values written into the code


def dtype_(description):
    return _numpy.as_dtype(description)


scalar_ = dtype_


def array_(contents, description, shape):
    block = _numpy.Block(len(contents), bytearray(contents))
    return _numpy.ndarray(block, 0, _numpy.as_dtype(description), shape)


def stored_(name, description, shape):
    from device.files import contents

    with Kept():
        return _numpy.frombuffer(contents(name), description).reshape(shape)


def from_(module, name, parts):
    found = __import__(module, None, None, (name,))
    return getattr(found, name)(*parts)


class late_:
    """A module that is loaded when something of it is needed first."""

    def __init__(self, name):
        self.name_ = name

    def __getattr__(self, name):
        found = getattr(__import__(self.name_, None, None, (name,)), name)
        setattr(self, name, found)
        return found


# Classes


class Protocol_:
    """The methods that an object must have."""

    def __init__(self, names, *bases):
        self.names = list(names)
        for base in bases:
            self.names.extend(base.names)

    def fits(self, value):
        return builtins.all(hasattr(value, name) for name in self.names)


class Data_:
    """The methods of data classes."""

    def _key(self):
        return tuple([getattr(self, name) for name in self._compared])

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __lt__(self, other):
        return self._key() < other._key()

    def __repr__(self):
        parts = [name + "=" + repr_(getattr(self, name)) for name in self._fields if hasattr(self, name)]
        return type(self).__name__ + "(" + ", ".join(parts) + ")"


class Tuple_:
    """The methods of named tuples."""

    def _all(self):
        return tuple([getattr(self, name) for name in self._fields])

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._fields)

    def __getitem__(self, index):
        return self._all()[index]

    def __eq__(self, other):
        return self._all() == (other._all() if isinstance(other, Tuple_) else other)

    def __lt__(self, other):
        return self._all() < tuple(other)

    def __gt__(self, other):
        return self._all() > tuple(other)

    def __hash__(self):
        return hash(self._all())

    def __add__(self, other):
        return self._all() + tuple(other)

    def _replace(self, **changes):
        values = {name: getattr(self, name) for name in self._fields}
        values.update(changes)
        return type(self)(**values)

    def _asdict(self):
        return OrderedDict([(name, getattr(self, name)) for name in self._fields])

    def __repr__(self):
        parts = [name + "=" + repr_(getattr(self, name)) for name in self._fields]
        return type(self).__name__ + "(" + ", ".join(parts) + ")"


class Model_:
    """The methods of models of requests and answers."""

    _nested = {}

    @classmethod
    def model_validate(cls, data):
        """A model from JSON; only the names of fields are checked."""
        values = {}
        for name, value in data.items():
            inner = cls._nested.get(name)
            if inner is not None and value is not None:
                made = inner()
                if isinstance(value, list):
                    value = [made.model_validate(one) for one in value]
                else:
                    value = made.model_validate(value)
            values[name] = value
        return cls(**values)

    @classmethod
    def model_validate_json(cls, text):
        from device.json import loads

        return cls.model_validate(loads(text))

    def model_dump(self, mode="python"):
        return OrderedDict([(name, _plain(getattr(self, name))) for name in self._fields])

    def model_dump_json(self):
        from device.json import dumps

        return dumps(self.model_dump())

    def model_copy(self, update=None):
        values = {name: getattr(self, name) for name in self._fields}
        values.update(update or {})
        return type(self)(**values)

    def __eq__(self, other):
        return type(self) is type(other) and self.model_dump() == other.model_dump()


def _plain(value):
    if isinstance(value, Model_):
        return value.model_dump()
    if isinstance(value, dict):
        return OrderedDict([(key, _plain(one)) for key, one in value.items()])
    if isinstance(value, (list, tuple, Tuple_)):
        return [_plain(one) for one in value]
    return value.isoformat() if hasattr(value, "isoformat") else value


def cached_property_(function):
    name = "cached " + function.__name__

    def get(self):
        try:
            return self.__dict__[name]
        except KeyError:
            pass
        with Kept():
            value = function(self)
        object.__setattr__(self, name, value)
        return value

    return property(get)


def isinstance_(value, kinds):
    if isinstance(kinds, tuple):
        for kind in kinds:
            if isinstance_(value, kind):
                return True
        return False
    if isinstance(kinds, Protocol_):
        return kinds.fits(value)
    if kinds is int:
        return isinstance(value, (int, bool))
    if kinds is tuple:
        return isinstance(value, (tuple, Tuple_))
    return isinstance(value, kinds)


def vars_(value):
    return OrderedDict([(name, getattr(value, name)) for name in value._fields if hasattr(value, name)])


# Containers


def merged_(*parts):
    found = OrderedDict()
    for part in parts:
        for key in part:
            found[key] = part[key]
    return found


def fromkeys_(keys, value=None):
    return OrderedDict([(key, value) for key in keys])


class _Index:
    def __getitem__(self, index):
        return index


def slice_(*parts):
    """A slice, which MicroPython makes only where something is indexed."""
    if len(parts) == 1:
        return _Index()[: parts[0]]
    return _Index()[parts[0] : parts[1] : parts[2]] if len(parts) > 2 else _Index()[parts[0] : parts[1]]


def sorted_(values, key=None, reverse=False):
    values = list(values)
    if reverse:
        # Equals keep their order: the earlier one counts as the larger.
        found = [(one if key is None else key(one), -i) for i, one in enumerate(values)]
        found = _sorted(found)
        found.reverse()
        return [values[-i] for _, i in found]
    found = [(one if key is None else key(one), i) for i, one in enumerate(values)]
    return [values[i] for _, i in _sorted(found)]


def _sorted(found):
    if found and isinstance(found[0][0], (Tuple_, Data_)):
        found = [(one._all() if isinstance(one, Tuple_) else one._key(), i) for one, i in found]
    return sorted(found)


def method_sort(values, key=None, reverse=False):
    values[:] = sorted_(values, key, reverse)


def reversed_(values):
    return iter(list(values)[::-1])


def stepped_(values, first, last, step):
    if isinstance(values, str):
        return "".join(list(values)[first:last:step])
    if isinstance(values, tuple):
        return tuple(list(values)[first:last:step])
    if isinstance(values, bytes):
        return bytes(list(values)[first:last:step])
    return values[first:last:step]


def bytes_(*arguments):
    if len(arguments) == 1 and hasattr(arguments[0], "__bytes__"):
        return arguments[0].__bytes__()
    return bytes(*arguments)


def hash_(value):
    return hash(value)


# Numbers


def method_bit_count(value):
    count = 0
    while value:
        value &= value - 1
        count += 1
    return count


def method_bit_length(value):
    n = 0
    value = abs(value)
    while value:
        value >>= 1
        n += 1
    return n


def method_is_integer(value):
    return value == int(value)


def round_(value, digits=None):
    if digits is None:
        return round(value) if isinstance(value, float) else int(value)
    if not isinstance(value, float):
        return value
    return float(_fixed(value, digits)) if math.isfinite(value) else value


def _fixed(value, digits):
    """A number with so many decimals, rounded to the nearest; of two as near, to the even one."""
    text = host.fixed(value, digits)
    # The text rounds halves away from zero: where the value is exactly between two, take the even one.
    more = host.fixed(value, min(100, digits + 30))
    at = more.find(".")
    tail = more[at + 1 + digits :] if at >= 0 else ""
    if tail and tail[0] == "5" and not tail[1:].strip("0"):
        kept = more[: at + 1 + digits] if digits else more[:at]
        if int(kept[-1]) % 2 == 0:
            return kept
    return text


def float_(value=0.0):
    if isinstance(value, str):
        text = value.strip().lower()
        if text in ("inf", "+inf", "infinity"):
            return math.inf
        if text == "-inf":
            return -math.inf
        return float(text)
    if isinstance(value, _numpy.ndarray):
        value = value.item()
    return float(value)


def str_(*arguments):
    if len(arguments) == 1:
        value = arguments[0]
        if type(value) is str:
            return value
        if isinstance(value, (Data_, Tuple_)) and not hasattr(value, "__str__"):
            return repr_(value)
        return str(value)
    return str(*arguments)


def repr_(value):
    if type(value) is str:
        return _quoted(value)
    if isinstance(value, (list, tuple)):
        parts = ", ".join([repr_(one) for one in value])
        if isinstance(value, list):
            return "[" + parts + "]"
        return "(" + parts + ",)" if len(value) == 1 else "(" + parts + ")"
    if isinstance(value, dict):
        return "{" + ", ".join([repr_(key) + ": " + repr_(one) for key, one in value.items()]) + "}"
    return repr(value)


def _quoted(text):
    quote = '"' if "'" in text and '"' not in text else "'"
    out = []
    for letter in text:
        code = ord(letter)
        if letter in ("\\", quote):
            out.append("\\" + letter)
        elif letter == "\n":
            out.append("\\n")
        elif letter == "\r":
            out.append("\\r")
        elif letter == "\t":
            out.append("\\t")
        elif code < 32 or code == 127:
            out.append("\\x" + "{:02x}".format(code))
        elif code in (0xA0, 0x2028, 0x2029) or code == 0x200B:
            out.append(("\\x{:02x}" if code < 256 else "\\u{:04x}").format(code))
        else:
            out.append(letter)
    return quote + "".join(out) + quote


def format_(value, spec=""):
    if not spec:
        return str_(value)
    if isinstance(value, bool):
        value = int(value) if spec[-1] in "dbxXof," else str(value)
    if spec[-1] in "f%" and isinstance(value, (int, float)):
        return _with_decimals(float(value), spec)
    if spec[-1] == "g" and isinstance(value, int):
        value = float(value)
    if isinstance(value, _numpy.ndarray):
        value = value.item()
    if not isinstance(value, (int, float, str)):
        value = str_(value)
    return ("{:" + spec + "}").format(value)


def _with_decimals(value, spec):
    body, kind = spec[:-1], spec[-1]
    if not math.isfinite(value):
        return ("{:" + spec + "}").format(value)
    front, _, digits = body.partition(".")
    text = _fixed(value * 100 if kind == "%" else value, int(digits) if digits else 6)
    comma = front.endswith(",")
    front = front[:-1] if comma else front
    sign = ""
    for mark in ("+", " "):
        if mark in front:
            sign, front = mark, front.replace(mark, "", 1)
    if text.startswith("-"):
        minus, text = "-", text[1:]
    else:
        minus = sign
    if comma:
        whole, dot, rest = text.partition(".")
        text = "{:,}".format(int(whole)) + dot + rest
    text += "%" if kind == "%" else ""
    if front and front[0] == "0" and len(front) > 1:
        return minus + "0" * max(0, int(front) - len(minus) - len(text)) + text
    text = minus + text
    if not front:
        return text
    return ("{:" + (front if front[0] in "<>^" or front[1:2] in ("<", ">", "^") else ">" + front) + "}").format(text)


# Texts


def _text(name, function):
    """A method of texts, which leaves methods of that name of other objects alone."""

    def method(own_, *arguments, **more):
        if type(own_) is not str:
            return getattr(own_, name)(*arguments, **more)
        return function(own_, *arguments, **more)

    return method


def _ascii(text):
    return len(text) == len(text.encode())


method_lower = _text("lower", lambda text: text.lower() if _ascii(text) else host.lower(text))
method_upper = _text("upper", lambda text: text.upper() if _ascii(text) else host.upper(text))
method_casefold = _text("casefold", lambda text: host.lower(text).replace("ß", "ss"))
method_title = _text("title", lambda text: host.title(text))
method_capitalize = _text("capitalize", lambda text: host.upper(text[:1]) + host.lower(text[1:]))
method_removeprefix = _text("removeprefix", lambda text, start: text[len(start) :] if text.startswith(start) else text)
method_removesuffix = _text(
    "removesuffix", lambda text, end: text[: len(text) - len(end)] if end and text.endswith(end) else text
)
method_zfill = _text("zfill", lambda text, n: "0" * max(0, n - len(text)) + text)
method_ljust = _text("ljust", lambda text, n, fill=" ": text + fill * max(0, n - len(text)))
method_rjust = _text("rjust", lambda text, n, fill=" ": fill * max(0, n - len(text)) + text)
method_isprintable = _text("isprintable", lambda text: bool(host.printable(text)))
method_isdecimal = _text("isdecimal", lambda text: text.isdigit())
method_isalnum = _text("isalnum", lambda text: bool(text) and bool(host.alphanumeric(text)))
method_isidentifier = _text("isidentifier", lambda text: bool(host.identifier(text)))
method_splitlines = _text("splitlines", lambda text: _lines(text))
method_translate = _text(
    "translate", lambda text, table: "".join([_translated(letter, table) for letter in text])
)


def _translated(letter, table):
    found = table.get(ord(letter), letter)
    return "" if found is None else chr(found) if isinstance(found, int) else found


def _lines(text):
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines


def _formatted(own_, *arguments, **words):
    """`str.format`, with the names and numbers that our texts use."""
    if "{" not in own_ and "}" not in own_:
        return own_
    # Pieces between braces, because finding a letter by its number takes longer the farther back it is.
    pieces = own_.replace("{{", "\0").split("{")
    out, number = [pieces[0].replace("}}", "}")], 0
    for piece in pieces[1:]:
        inside, _, rest = piece.partition("}")
        name, _, spec = inside.partition(":")
        name, _, conversion = name.partition("!")
        if not name:
            value = arguments[number]
            number += 1
        else:
            value = arguments[int(name)] if name.isdigit() else words[name]
        value = repr_(value) if conversion == "r" else value
        out.append(format_(value, spec))
        out.append(rest.replace("}}", "}"))
    return "".join(out).replace("\0", "{")


method_format = _text("format", _formatted)

from collections import OrderedDict as _OrderedDict


class OrderedDict(_OrderedDict):
    pass


class defaultdict:
    """A dictionary that makes what is missing."""

    def __init__(self, make=None, values=()):
        self._make, self._values = make, _OrderedDict(values)

    def __getitem__(self, key):
        values = self._values
        if key not in values:
            if self._make is None:
                raise KeyError(key)
            values[key] = self._make()
        return values[key]

    def __setitem__(self, key, value):
        self._values[key] = value

    def __delitem__(self, key):
        del self._values[key]

    def __contains__(self, key):
        return key in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __bool__(self):
        return len(self._values) > 0

    def get(self, key, default=None):
        return self._values.get(key, default)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()

    def pop(self, key, *default):
        return self._values.pop(key, *default)

    def setdefault(self, key, value=None):
        return self._values.setdefault(key, value)

    def update(self, other):
        for key in other:
            self[key] = other[key]

    def copy(self):
        return type(self)(self._make, self._values)


class Counter(defaultdict):
    """How often each thing occurs."""

    def __init__(self, things=()):
        defaultdict.__init__(self, None, ())
        self.update(things)

    def __getitem__(self, key):
        return self._values.get(key, 0)

    def update(self, things):
        if isinstance(things, (dict, defaultdict)):
            for key, count in things.items():
                self._values[key] = self._values.get(key, 0) + count
        else:
            for key in things:
                self._values[key] = self._values.get(key, 0) + 1

    def copy(self):
        return Counter(self._values)

    def total(self):
        return sum(self._values.values())

    def elements(self):
        for key, count in self._values.items():
            for _ in range(count):
                yield key

    def most_common(self, n=None):
        pairs = [(-count, i, key) for i, (key, count) in enumerate(self._values.items())]
        pairs.sort(key=lambda pair: pair[:2])
        found = [(key, -count) for count, _, key in pairs]
        return found if n is None else found[:n]

    def __add__(self, other):
        found = Counter(self._values)
        found.update(other)
        return Counter({key: count for key, count in found.items() if count > 0})

    def __sub__(self, other):
        found = Counter()
        for key, count in self._values.items():
            if count - other[key] > 0:
                found[key] = count - other[key]
        return found

    def __eq__(self, other):
        return dict(self._values) == dict(other._values if isinstance(other, Counter) else other)


class deque:
    """A queue; with `maxlen`, the oldest are dropped."""

    def __init__(self, values=(), maxlen=None):
        self._values, self._most = list(values), maxlen
        self._cut()

    def _cut(self):
        if self._most is not None and len(self._values) > self._most:
            self._values = self._values[len(self._values) - self._most :]

    def append(self, value):
        self._values.append(value)
        self._cut()

    def extend(self, values):
        self._values.extend(values)
        self._cut()

    def appendleft(self, value):
        self._values.insert(0, value)

    def pop(self):
        return self._values.pop()

    def popleft(self):
        return self._values.pop(0)

    def copy(self):
        return deque(self._values, self._most)

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self._values)

    def __bool__(self):
        return bool(self._values)

    def __getitem__(self, index):
        return self._values[index]

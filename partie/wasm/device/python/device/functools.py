from device.memory import Kept


def _remembered(function, most):
    known = {}

    def call(*arguments, **more):
        key = (arguments, tuple(sorted(more.items()))) if more else arguments
        try:
            return known[key]
        except KeyError:
            pass
        with Kept():
            value = function(*arguments, **more)
        if most is not None and len(known) >= most:
            known.clear()
        known[key] = value
        return value

    return call


def cache(function):
    return _Cached(function, None)


class _Cached:
    """A function that remembers its results."""

    def __init__(self, function, most):
        self._call = _remembered(function, most)

    def __call__(self, *arguments, **more):
        return self._call(*arguments, **more)

    def cache_clear(self):
        pass


def lru_cache(most=128, maxsize=None):
    if callable(most):
        return _Cached(most, 128)
    if maxsize is not None:
        most = maxsize

    def decorate(function):
        return _Cached(function, most)

    return decorate


class partial:
    def __init__(self, function, *arguments, **more):
        self.func, self.args, self.keywords = function, arguments, more

    def __call__(self, *arguments, **more):
        if self.keywords:
            every = dict(self.keywords)
            every.update(more)
            return self.func(*(self.args + arguments), **every)
        return self.func(*(self.args + arguments), **more)


def reduce(function, values, *first):
    values = iter(values)
    found = first[0] if first else next(values)
    for value in values:
        found = function(found, value)
    return found

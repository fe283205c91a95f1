def islice(values, *bounds):
    first, last = (0, bounds[0]) if len(bounds) == 1 else bounds[:2]
    step = bounds[2] if len(bounds) > 2 and bounds[2] is not None else 1
    at, wanted = 0, first or 0
    for value in values:
        if last is not None and at >= last:
            return
        if at == wanted:
            yield value
            wanted += step
        at += 1


def chain(*parts):
    for part in parts:
        for value in part:
            yield value


def pairwise(values):
    values = list(values)
    return zip(values, values[1:])


def product(*parts, repeat=1):
    found = [()]
    for part in [list(part) for part in parts] * repeat:
        found = [one + (value,) for one in found for value in part]
    return iter(found)


def permutations(values, n=None):
    values = list(values)
    n = len(values) if n is None else n
    if n == 0:
        yield ()
        return
    for i in range(len(values)):
        for rest in permutations(values[:i] + values[i + 1 :], n - 1):
            yield (values[i],) + rest


def combinations(values, n):
    values = list(values)
    if n == 0:
        yield ()
        return
    for i in range(len(values) - n + 1):
        for rest in combinations(values[i + 1 :], n - 1):
            yield (values[i],) + rest


def combinations_with_replacement(values, n):
    values = list(values)
    if n == 0:
        yield ()
        return
    for i in range(len(values)):
        for rest in combinations_with_replacement(values[i:], n - 1):
            yield (values[i],) + rest


def groupby(values, key=None):
    group, current = [], None
    for value in values:
        found = value if key is None else key(value)
        if group and found != current:
            yield current, iter(group)
            group = []
        current = found
        group.append(value)
    if group:
        yield current, iter(group)


def accumulate(values):
    total = None
    for value in values:
        total = value if total is None else total + value
        yield total


def count(first=0, step=1):
    while True:
        yield first
        first += step


def repeat(value, times=None):
    while times is None or times > 0:
        yield value
        times = None if times is None else times - 1

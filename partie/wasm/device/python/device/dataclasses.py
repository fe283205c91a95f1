from collections import OrderedDict


class _Field:
    def __init__(self, name):
        self.name = name


def replace(value, **changes):
    values = {name: getattr(value, name) for name in value._given}
    values.update(changes)
    return type(value)(**values)


def fields(value):
    return [_Field(name) for name in value._fields]


def asdict(value):
    return OrderedDict([(name, _plain(getattr(value, name))) for name in value._fields])


def astuple(value):
    return tuple([getattr(value, name) for name in value._fields])


def _plain(value):
    if hasattr(value, "_given"):
        return asdict(value)
    if isinstance(value, dict):
        return OrderedDict([(key, _plain(one)) for key, one in value.items()])
    if isinstance(value, (list, tuple)):
        return type(value)([_plain(one) for one in value])
    return value

def copy(value):
    """A new object with the same attributes."""
    if hasattr(value, "copy"):
        return _attributes(value) if _is_plain(value) else value.copy()
    return _attributes(value)


def _is_plain(value):
    return not isinstance(value, (list, dict, set))


def _attributes(value):
    new = object.__new__(type(value))
    for name, one in value.__dict__.items():
        setattr(new, name, one)
    return new

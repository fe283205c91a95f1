def attrgetter(name):
    return lambda value: getattr(value, name)


def itemgetter(*keys):
    if len(keys) == 1:
        return lambda value: value[keys[0]]
    return lambda value: tuple([value[key] for key in keys])


def or_(a, b):
    return a | b

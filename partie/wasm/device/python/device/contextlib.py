class _Context:
    def __init__(self, generator):
        self._generator = generator

    def __enter__(self):
        return next(self._generator)

    def __exit__(self, kind, error, trace):
        if kind is None:
            try:
                next(self._generator)
            except StopIteration:
                return False
            raise RuntimeError("the context did not end")
        try:
            self._generator.throw(error if error is not None else kind())
        except StopIteration:
            return True
        except BaseException as raised:
            if raised is error:
                return False
            raise
        raise RuntimeError("the context did not end")


def contextmanager(function):
    def make(*arguments, **more):
        return _Context(function(*arguments, **more))

    return make


class suppress:
    def __init__(self, *kinds):
        self._kinds = kinds

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self._kinds)


class nullcontext:
    def __init__(self, value=None):
        self._value = value

    def __enter__(self):
        return self._value

    def __exit__(self, *error):
        return False

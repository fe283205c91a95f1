class ContextVar:
    def __init__(self, name, default=None):
        self._value = default

    def get(self):
        return self._value

    def set(self, value):
        before, self._value = self._value, value
        return before

    def reset(self, before):
        self._value = before

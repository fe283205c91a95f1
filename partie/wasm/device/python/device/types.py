class ModuleType:
    pass


class SimpleNamespace:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)


class MappingProxyType:
    def __new__(cls, values):
        return values

def _load_all():
    """The game of the device has registered itself."""


def is_external(spec):
    return False


def build_external(spec, seed):
    raise BadSpec("Programs of your own cannot be used on a device.", spec=spec)


def _from_file(spec, seed):
    raise BadSpec("Programs of your own cannot be used on a device.", spec=spec)

"""The verbs, on a device: each is an export of the game's module."""

from device.kernels import Kernel
from device.numpy import zeros

_parts = []


def register(dtype, rules=None, search=None, net=None):
    _parts.append((dtype, (search, net, rules)))


def _found(dtype, name):
    for registered, modules in _parts:
        if registered is dtype:
            for module in modules:
                if module is not None and hasattr(module, name):
                    return getattr(module, name)
    return None


def policies(dtype):
    return tuple(_found(dtype, "POLICIES") or ("random",))


def copy(source, target):
    target.block_.put(target.offset_, source.tobytes())


def records(state, count):
    return zeros(count, state.dtype)


start = Kernel("start")
to_move = Kernel("to_move")
moves = Kernel("moves")
legal = Kernel("legal")
play = Kernel("play")
over = Kernel("over")
score = Kernel("score")
settled = Kernel("settled")
worth = Kernel("worth")
worst = Kernel("worst")
best = Kernel("best")
seats = Kernel("seats")
observe = Kernel("observe")
determinise = Kernel("determinise")
guess = Kernel("guess")
draw = Kernel("draw")
heuristic = Kernel("heuristic")
key = Kernel("key")
prior = Kernel("prior")
distinct = Kernel("distinct")
plies_left = Kernel("plies_left")
choose = Kernel("choose")
encode = Kernel("encode")
output_of = Kernel("output_of")
priors = Kernel("priors")
stake = Kernel("stake")

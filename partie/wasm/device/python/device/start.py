"""What the worker calls: each function takes and returns JSON."""

import sys

from device import json
from device.files import Wanted
from device.kernels import describe
from device.memory import release, taken

_MOST_KEPT = 64 << 20
_device = [None]
_thinker = [None]


def begin(game, module, exports):
    """Load a game. `exports` describes the functions of its module."""
    describe(json.loads(exports))
    found = __import__(module, None, None, ("GAME",)).GAME
    from partie.core.registry import register_game

    register_game(found)


def open_referee(game):
    from partie.service.device import Device

    import host

    _device[0] = Device(game, lambda message: host.send(json.dumps(message)))


def open_thinker():
    """Prepare to think; return the address and the number of the flags that stop it."""
    from device.memory import Kept
    from partie.core.agent import new_flags
    from partie.service.device import Thinker

    with Kept():
        flags = new_flags()
        address = flags.ctypes.data
    _thinker[0] = Thinker(flags)
    return json.dumps([address, len(flags)])


def receive(message):
    """Pass a message to the referee; return the name of a file that has to be fetched first, if one has."""
    try:
        _device[0].receive(json.loads(message))
    except Wanted as wanted:
        return wanted.args[0]
    return ""


def knows(table):
    return _device[0].knows(table)


def put(value):
    _device[0].put(value)


def think(question):
    """The answer to a question as JSON, or `{"wanted": path}` if a file has to be fetched first."""
    question = json.loads(question)
    try:
        return json.dumps(_thinker[0].think(question))
    except Wanted as wanted:
        return json.dumps({"wanted": wanted.args[0]})
    except Exception as error:
        return json.dumps({"number": question["number"], "error": _report(error)})
    finally:
        _tidy()


def _tidy():
    """Free the memory of the decision, unless an agent stays at its table and may still use it."""
    if _thinker[0].keeps_agents and taken() < _MOST_KEPT:
        return
    _thinker[0].forget_agents()
    release()


def _report(error):
    import io

    out = io.StringIO()
    sys.print_exception(error, out)
    return out.getvalue()

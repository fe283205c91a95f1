import json

import host
from collections import OrderedDict


class JSONDecodeError(ValueError):
    pass


def loads(text):
    """Parse JSON, with the members of objects in their order."""
    if not isinstance(text, str):
        text = bytes(text).decode()
    source = host.json(text)
    if not source:
        raise JSONDecodeError("not valid JSON")
    return eval(source, {"D": OrderedDict})


def dumps(value, indent=None, default=None, ensure_ascii=True, sort_keys=False, separators=None):
    return json.dumps(value)

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
    return _ordered(json.loads(source))


def _ordered(value):
    if not isinstance(value, dict):
        return value
    if "L" in value:
        return [_ordered(one) for one in value["L"]]
    parts = value["D"]
    return OrderedDict([(parts[i], _ordered(parts[i + 1])) for i in range(0, len(parts), 2)])


def dumps(value, indent=None, default=None, ensure_ascii=True, sort_keys=False, separators=None):
    return json.dumps(value)

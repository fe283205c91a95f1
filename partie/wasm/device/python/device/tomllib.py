"""Files in TOML are JSON here: they are rewritten when the code is put together."""

from device.json import JSONDecodeError as TOMLDecodeError
from device.json import loads

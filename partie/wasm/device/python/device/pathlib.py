from device import files


class _Facts:
    """Files of a device do not change."""

    st_mtime_ns = 0


class Path:
    """The path of a file of the game."""

    def __init__(self, *parts):
        self._text = _joined([str(part) for part in parts])

    def __str__(self):
        return self._text

    def __truediv__(self, other):
        return Path(self._text, other)

    def joinpath(self, *parts):
        return Path(self._text, *parts)

    @property
    def name(self):
        return self._text.rpartition("/")[2]

    @property
    def stem(self):
        return self.name.rpartition(".")[0] or self.name

    @property
    def suffix(self):
        name = self.name
        return "." + name.rpartition(".")[2] if "." in name[1:] else ""

    @property
    def parent(self):
        return Path(self._text.rpartition("/")[0] or "/")

    def with_name(self, name):
        return self.parent / name

    def with_suffix(self, suffix):
        return self.parent / (self.stem + suffix)

    def is_file(self):
        return files.exists(self._text)

    exists = is_file

    def resolve(self):
        return self

    def stat(self):
        return _Facts()

    def is_dir(self):
        return False

    def read_text(self, encoding=None):
        return files.text(self._text)

    def read_bytes(self):
        return bytes(files.contents(self._text))

    def glob(self, pattern):
        return iter([])

    def __eq__(self, other):
        return isinstance(other, Path) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __lt__(self, other):
        return self._text < other._text


def _joined(parts):
    found = ""
    for part in parts:
        found = part if part.startswith("/") or not found else found.rstrip("/") + "/" + part
    return found

"""Regular expressions, by those of JavaScript: the parts of both languages that our patterns use."""

import host

IGNORECASE = I = 2
MULTILINE = M = 8


class Match:
    def __init__(self, text, parts, start, end, names):
        self._text, self._parts, self._start, self._end, self._names = text, parts, start, end, names

    def _number(self, which):
        return self._names[which] if isinstance(which, str) else which

    def group(self, *which):
        if len(which) > 1:
            return tuple([self._parts[self._number(one)] for one in which])
        return self._parts[self._number(which[0]) if which else 0]

    def __getitem__(self, which):
        return self._parts[self._number(which)]

    def groups(self, default=None):
        return tuple([default if part is None else part for part in self._parts[1:]])

    def groupdict(self):
        return {name: self._parts[number] for name, number in self._names.items()}

    def start(self):
        return self._start

    def end(self):
        return self._end

    def span(self):
        return self._start, self._end


class Pattern:
    def __init__(self, pattern, flags=0):
        self.pattern = pattern
        letters = ("i" if flags & IGNORECASE else "") + ("m" if flags & MULTILINE else "")
        self._number = host.pattern(pattern, letters + "u")
        names = str(host.pattern_names(self._number))
        self._names = {}
        for pair in names.split(",") if names else []:
            name, _, number = pair.partition("=")
            self._names[name] = int(number)

    def _run(self, text, at, how):
        found = host.match(self._number, text, at, how)
        if found is None:
            return None
        parts = list(found)
        end = parts.pop()
        start = parts.pop()
        return Match(text, parts, start, end, self._names)

    def match(self, text, at=0):
        return self._run(text, at, "start")

    def fullmatch(self, text):
        return self._run(text, 0, "whole")

    def search(self, text, at=0):
        return self._run(text, at, "any")

    def finditer(self, text):
        at = 0
        while at <= len(text):
            found = self.search(text, at)
            if found is None:
                return
            yield found
            at = found.end() if found.end() > found.start() else found.end() + 1

    def findall(self, text):
        return [
            found.group() if len(found._parts) == 1 else found.group(1) if len(found._parts) == 2 else found.groups()
            for found in self.finditer(text)
        ]

    def sub(self, new, text):
        out, at = [], 0
        for found in self.finditer(text):
            out.append(text[at : found.start()])
            out.append(new(found) if callable(new) else _expanded(new, found))
            at = found.end()
        out.append(text[at:])
        return "".join(out)

    def split(self, text):
        out, at = [], 0
        for found in self.finditer(text):
            out.append(text[at : found.start()])
            out.extend(found.groups())
            at = found.end()
        out.append(text[at:])
        return out


def _expanded(new, found):
    for number in range(len(found._parts)):
        new = new.replace("\\" + str(number), found._parts[number] or "")
    return new


_known = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    key = (pattern, flags)
    if key not in _known:
        _known[key] = Pattern(pattern, flags)
    return _known[key]


def match(pattern, text, flags=0):
    return compile(pattern, flags).match(text)


def fullmatch(pattern, text, flags=0):
    return compile(pattern, flags).fullmatch(text)


def search(pattern, text, flags=0):
    return compile(pattern, flags).search(text)


def findall(pattern, text, flags=0):
    return compile(pattern, flags).findall(text)


def sub(pattern, new, text, flags=0):
    return compile(pattern, flags).sub(new, text)


def split(pattern, text, flags=0):
    return compile(pattern, flags).split(text)

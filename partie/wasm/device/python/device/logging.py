import io
import sys

import host


class _Log:
    def _write(self, text, *parts, **more):
        host.log(str(text) % parts if parts else str(text))

    debug = info = warning = error = _write

    def exception(self, text, *parts):
        self._write(text, *parts)
        error = sys.exc_info()[1] if hasattr(sys, "exc_info") else None
        if error is not None:
            out = io.StringIO()
            sys.print_exception(error, out)
            host.log(out.getvalue())


def getLogger(name):
    return _Log()

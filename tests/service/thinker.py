"""`partie think` with the programs and games of the tests, for one game only."""

import sys

from partie.service.think import main
from partie.service.warmup import Warmup
from tests.service.server import add_programs, prepare

if __name__ == "__main__":
    add_programs()
    Warmup.start = lambda self: prepare(self, "quarto")  # type: ignore[method-assign]
    sys.exit(main())

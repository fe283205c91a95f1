import shutil
from pathlib import Path

from partie.games.quarto.players.exact.book import book_file
from tests.commands.suite import CommandContract
from tests.pages import ROOT, classes_on


class TestQuarto(CommandContract):
    game = "quarto"
    sizes = {
        "partie.arena.overhead": {"_REPEATS": 1, "_EMPTY": 4},
        "partie.games.quarto.lab.bench": {"COUNTS": {7: 1}},
        "partie.wasm.bench": {"ROUNDS": 1, "_WARM": 0.0, "_PLIES": (20,)},
    }

    elsewhere = frozenset({"--check", "build device", "bench wasm"})
    """Of books in tests/games/quarto, of modules in tests/wasm."""

    def prepare(self, folder: Path) -> None:
        """The agents that a reader of the pages has written by then, and a finished book."""
        shutil.copy(book_file(False), folder / "lines.npz")
        for page, file in (("tutorial/first-agent.md", "careful.py"), ("howto/adviser.md", "blocker.py")):
            (folder / file).write_text(classes_on(ROOT / "docs" / page)[-1])

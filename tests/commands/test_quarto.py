from pathlib import Path

from tests.commands.suite import CommandContract
from tests.pages import ROOT, classes_on


class TestQuarto(CommandContract):
    game = "quarto"
    sizes = {"partie.games.quarto.lab.bench": {"COUNTS": {7: 1}}}

    def prepare(self, folder: Path) -> None:
        """The agent that a reader of the tutorial has written by then."""
        page = ROOT / "docs" / "tutorial" / "first-agent.md"
        (folder / "careful.py").write_text(classes_on(page)[-1])

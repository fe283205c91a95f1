from pathlib import Path

from tests.commands.suite import CommandContract
from tests.pages import ROOT, classes_on


class TestQuarto(CommandContract):
    game = "quarto"
    sizes = {"partie.games.quarto.lab.bench": {"COUNTS": {7: 1}}}

    def prepare(self, folder: Path) -> None:
        """The agents that a reader of the pages has written by then."""
        for page, file in (("tutorial/first-agent.md", "careful.py"), ("howto/adviser.md", "blocker.py")):
            (folder / file).write_text(classes_on(ROOT / "docs" / page)[-1])

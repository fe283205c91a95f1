"""A task for networks in a game that exists only in the tests."""

from pathlib import Path

from partie.learn.net.task import NetTask
from tests.tiny import GAME as CUPS

CUPS_TASK = NetTask(
    game=CUPS.name, options={}, encodings={"faces": 7}, outputs=2, models=Path(__file__).parent / "nowhere"
)

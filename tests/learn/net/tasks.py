"""A task for networks in a game that exists only in the tests."""

from pathlib import Path

from partie.learn.net.task import NetTask, Shape
from tests.tiny import GAME as CUPS

CUPS_TASK = NetTask(
    game=CUPS.name, options={}, encodings={"faces": Shape(7, 2)}, models=Path(__file__).parent / "nowhere"
)

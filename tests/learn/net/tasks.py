"""A game that lives in the tests only, declared for networks."""

from pathlib import Path

from partie.learn.net.task import NetTask
from tests.tiny import GAME as CUPS

CUPS_TASK = NetTask(
    game=CUPS.name, options={}, encodings={"faces": 7}, outputs=2, models=Path(__file__).parent / "nowhere"
)

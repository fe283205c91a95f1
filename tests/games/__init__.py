"""The games of the package: tests of the house add small ones of their own to the registry."""

from partie.core import registry
from partie.testing.amounts import THOROUGH

OURS = tuple(game for game in registry.games() if game.rules.__name__.startswith("partie."))

ON_DEVICE = [game.name for game in OURS if game.can.on_device and (THOROUGH or game.name == "quarto")]
"""The games that are built for devices: every day the one that is compiled soonest."""

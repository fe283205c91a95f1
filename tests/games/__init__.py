"""The games of the package: tests of the house add small ones of their own to the registry."""

from partie.core import registry

OURS = tuple(game for game in registry.games() if game.rules.__name__.startswith("partie."))

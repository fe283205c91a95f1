"""The levels of play, which have the same names in every built-in game."""

from __future__ import annotations

from collections.abc import Mapping

from partie.core.game import Level
from partie.core.parameters import Text, both

TITLES: dict[str, Text] = {
    "beginner": {"en": "Beginner", "fr": "Débutant"},
    "intermediate": {"en": "Intermediate", "fr": "Intermédiaire"},
    "expert": {"en": "Expert", "fr": "Expert"},
    "master": {"en": "Master", "fr": "Maître"},
}


def level(name: str, spec: str, character: str, help: tuple[str, str]) -> Level:
    """A level with one of the standard names, for a game too small to have a catalogue of words.

    Its character has the same name in every language."""
    return Level(name, spec, TITLES[name], both(character, character), both(*help))


def levels(words: Mapping[str, Text], specs: Mapping[str, str]) -> dict[str, Level]:
    """Levels by name, each with the spec of its agent.

    Their texts are in the game's words: `level.expert.character` and `.help`, and `.title` unless the level
    has one of the standard names."""
    return {
        name: Level(
            name,
            spec,
            words.get(f"level.{name}.title") or TITLES[name],
            words[f"level.{name}.character"],
            words[f"level.{name}.help"],
        )
        for name, spec in specs.items()
    }

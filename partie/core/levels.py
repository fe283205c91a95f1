"""The names strengths have in every game of the house."""

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
    """A level with one of the usual names and its words in the code, for a game too small for a catalogue; its character is called the same in every language."""
    return Level(name, spec, TITLES[name], both(character, character), both(*help))


def levels(words: Mapping[str, Text], specs: Mapping[str, str]) -> dict[str, Level]:
    """Levels by their names, each with the agent it stands for. Who plays it and how is in the game's words: `level.expert.character` and `.help`; `.title` where it is not one of the usual names."""
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

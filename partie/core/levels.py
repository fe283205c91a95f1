"""The names strengths have in every game of the house."""

from __future__ import annotations

from partie.core.game import Level
from partie.core.parameters import Text, both

TITLES: dict[str, Text] = {
    "beginner": {"en": "Beginner", "fr": "Débutant"},
    "intermediate": {"en": "Intermediate", "fr": "Intermédiaire"},
    "expert": {"en": "Expert", "fr": "Expert"},
    "master": {"en": "Master", "fr": "Maître"},
}


def level(name: str, spec: str, character: str, help: tuple[str, str]) -> Level:
    """A level with one of the usual names; its character is called the same in every language. For another name, make a `Level`."""
    return Level(name, spec, TITLES[name], both(character, character), both(*help))

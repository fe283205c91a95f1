"""The players of Axis & Allies."""

from __future__ import annotations

from partie.games.axisallies.display import PHRASES as TABLE_PHRASES
from partie.search import agents as search

FAMILIES = {family.name: family for family in (search.RANDOM,)}
PHRASES = {**search.PHRASES, **TABLE_PHRASES}

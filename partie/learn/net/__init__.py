"""Networks that learn to play: how they are declared, computed, trained, compared and stored. Nothing here knows a game."""

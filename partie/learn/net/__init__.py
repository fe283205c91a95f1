"""Networks that learn to play any game: how they are declared, evaluated, trained, compared and stored."""

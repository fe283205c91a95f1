class TableRow:
    """How a table began."""

    def __init__(
        self, id, game, version, options, seed, seed_hash, seats, created, origin="played", hints=None, previous=None
    ):
        self.id, self.game, self.version, self.options = id, game, version, options
        self.seed, self.seed_hash, self.seats, self.created = seed, seed_hash, seats, created
        self.origin, self.hints, self.previous = origin, hints, previous

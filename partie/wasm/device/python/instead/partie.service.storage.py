class TableRow:
    """How a table began, with the columns that the database has."""

    origin = "played"
    hints = previous = clock = None
    mixed = closed = False

    def __init__(self, **facts):
        for name, value in facts.items():
            setattr(self, name, value)

from tests.commands.suite import CommandContract


class TestQuarto(CommandContract):
    game = "quarto"
    sizes = {"partie.games.quarto.bench": {"COUNTS": {7: 1}}}

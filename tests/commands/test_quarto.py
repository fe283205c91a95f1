from tests.commands.suite import CommandContract


class TestQuarto(CommandContract):
    game = "quarto"
    sizes = {"partie.games.quarto.lab.bench": {"COUNTS": {7: 1}}}

"""The games of the house. Importing this package makes them known."""

from partie.core.registry import register_game
from partie.games.axisallies import GAME as AXISALLIES
from partie.games.coinche import GAME as COINCHE
from partie.games.hearts import GAME as HEARTS
from partie.games.liarsdice import GAME as LIARSDICE
from partie.games.quarto import GAME as QUARTO

register_game(QUARTO)
register_game(LIARSDICE)
register_game(HEARTS)
register_game(COINCHE)
register_game(AXISALLIES)

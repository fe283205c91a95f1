"""The program `scores`: plays by rules of thumb, with weights from a readable file, shipped or trained on this machine.

See `conditions` for what is weighed, `scores` for how, and `tuning` for how weights are found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from partie.core.agent import Budget, Decision, Why
from partie.core.compiled.chance import new_chance
from partie.core.game import Family, Game, View
from partie.core.parameters import Parameter
from partie.games.coinche.players.scores.conditions import GENES
from partie.games.coinche.players.scores.kernels import (
    best_card,
    explain,
)
from partie.games.coinche.players.scores.store import (
    DEFAULT,
    STORED,
)
from partie.games.coinche.rules import legal_cards


class ScoresAgent:
    """Plays the card with the highest score. A score is a preference and no expectation, so candidates are not given values."""

    def __init__(self, game: Game, seed: object, weights: str) -> None:
        self._chance = new_chance(seed, "scores")
        self._weights = STORED.load(weights).vector

    def decide(self, view: View, budget: Budget) -> Decision:
        # A forgetful player sees the table as he remembers it.
        record = view.sample(self._chance).record if view.record.memory else view.record
        cards = legal_cards(record)
        card = int(best_card(record, cards, self._weights))
        return Decision(card, why=self._why(record, card, int(cards)))

    def _why(self, record: Any, card: int, cards: int) -> Why:
        """The condition in which the card differs most from the others, in its favour."""
        chosen, others = np.int64(1 << card), np.int64(cards & ~(1 << card))
        if not others:
            return Why("cards.only_move")
        differs = explain(record, chosen, self._weights) - explain(record, others, self._weights)
        strongest = int(np.argmax(differs))
        if differs[strongest] <= 0.0:
            return Why("coinche.scores_equal")
        name = GENES[strongest].name
        if name == "reply.give" and record.winner == int(record.turn) ^ 2:
            name = "reply.give_partner"
        favours = "more" if self._weights[strongest] > 0 else "less"
        return Why(f"coinche.scores.{name}.{favours}")


_REASONS: dict[str, tuple[str, str, str, str]] = {
    "lead.give": (
        "Points are led to a trick we should take.",
        "Je joue des points dans un pli que nous devrions prendre.",
        "",
        "",
    ),
    "lead.lose": (
        "",
        "",
        "This lead risks few points.",
        "Cette entame risque peu de points.",
    ),
    "lead.win": (
        "We should take this trick.",
        "Nous devrions prendre ce pli.",
        "We are glad to be rid of the lead.",
        "Mieux vaut laisser la main.",
    ),
    "lead.master": (
        "It is the master card of its suit.",
        "C’est la carte maîtresse de sa couleur.",
        "",
        "",
    ),
    "lead.draw_taker": (
        "I have taken: trumps are drawn.",
        "J’ai pris : je fais tomber les atouts.",
        "I keep my trumps.",
        "Je garde mes atouts.",
    ),
    "lead.draw_partner": (
        "Partner has taken: trumps for him.",
        "Mon partenaire a pris : je lui joue atout.",
        "I leave the trumps to partner.",
        "Je laisse les atouts à mon partenaire.",
    ),
    "lead.draw_defence": (
        "Trumps, so that they can ruff less.",
        "Atout, pour qu’ils coupent moins.",
        "I do not lead the trumps they have chosen.",
        "Je ne joue pas l’atout qu’ils ont choisi.",
    ),
    "lead.draw_top": (
        "It is the highest trump, and they still have some.",
        "C’est l’atout maître, et ils en ont encore.",
        "The highest trump is kept.",
        "Je garde l’atout maître.",
    ),
    "lead.draw_length": (
        "I have trumps enough to draw.",
        "J’ai assez d’atouts pour les faire tomber.",
        "My long trumps are kept.",
        "Je garde ma longueur à l’atout.",
    ),
    "lead.last_trump": (
        "My last trump does more now than later.",
        "Mon dernier atout sert mieux maintenant que plus tard.",
        "My last trump is kept.",
        "Je garde mon dernier atout.",
    ),
    "lead.trumps_spent": (
        "They have no trumps left.",
        "Ils n’ont plus d’atout.",
        "They have no trumps left: mine are kept for ruffing.",
        "Ils n’ont plus d’atout : je garde les miens pour couper.",
    ),
    "lead.high": ("It is high.", "Elle est haute.", "It is low.", "Elle est basse."),
    "lead.length": (
        "It is from a long suit.",
        "Elle vient d’une couleur longue.",
        "It is from a short suit.",
        "Elle vient d’une couleur courte.",
    ),
    "lead.length_flat": (
        "It is from my long suit.",
        "Elle vient de ma couleur longue.",
        "It is from a short suit.",
        "Elle vient d’une couleur courte.",
    ),
    "lead.fresh": (
        "The others still have many cards of this suit.",
        "Les autres ont encore beaucoup de cartes de cette couleur.",
        "The others have few cards of this suit left.",
        "Les autres n’ont plus guère de cartes de cette couleur.",
    ),
    "lead.single": (
        "It is my only card of the suit: then I can ruff.",
        "C’est ma seule carte de la couleur : ensuite je pourrai couper.",
        "My lone cards are kept.",
        "Je garde mes cartes isolées.",
    ),
    "lead.beneath": (
        "I keep the master of the suit for later.",
        "Je garde la carte maîtresse de la couleur pour plus tard.",
        "No low card is led under a master of mine.",
        "Je ne joue pas petit sous ma carte maîtresse.",
    ),
    "lead.from_ten": (
        "It is from the ten, while the ace is out.",
        "Elle vient du dix, l’as étant encore dehors.",
        "My tens stay behind the aces that are out.",
        "Mes dix restent derrière les as encore dehors.",
    ),
    "lead.called": (
        "Partner has called this suit.",
        "Mon partenaire a appelé à cette couleur.",
        "",
        "",
    ),
    "lead.their_call": (
        "",
        "",
        "I do not lead what an opponent has called.",
        "Je ne joue pas la couleur appelée par un adversaire.",
    ),
    "lead.ruff": (
        "Partner may ruff this suit.",
        "Mon partenaire peut couper cette couleur.",
        "",
        "",
    ),
    "reply.take": (
        "This should bring us the points on the table.",
        "Cela devrait nous rapporter les points sur la table.",
        "",
        "",
    ),
    "reply.give": (
        "The trick should be ours: points for it.",
        "Le pli devrait être à nous : j’y mets des points.",
        "",
        "",
    ),
    "reply.give_partner": (
        "Partner is winning: points to him.",
        "Mon partenaire est maître : je lui donne des points.",
        "",
        "",
    ),
    "reply.lose": (
        "",
        "",
        "The trick is likely theirs: no points for them.",
        "Le pli est sans doute à eux : pas de points pour eux.",
    ),
    "reply.win": ("This should win the trick.", "Cela devrait gagner le pli.", "", ""),
    "reply.mine": (
        "I take the lead of the trick.",
        "Je passe maître du pli.",
        "I do not overtake.",
        "Je ne monte pas.",
    ),
    "reply.over_partner": (
        "",
        "",
        "Partner is winning, and I do not take it from him.",
        "Mon partenaire est maître, et je ne lui prends pas le pli.",
    ),
    "reply.high": ("It is high.", "Elle est haute.", "A low card is enough.", "Une petite carte suffit."),
    "reply.master": ("", "", "My master cards are kept.", "Je garde mes cartes maîtresses."),
    "reply.bare_ten": ("", "", "My ten keeps a guard.", "Mon dix reste gardé."),
    "ruff.partner": (
        "",
        "",
        "Partner is winning: no need to ruff.",
        "Mon partenaire est maître : inutile de couper.",
    ),
    "ruff.high": ("I ruff high.", "Je coupe haut.", "I ruff with a low trump.", "Je coupe d’un petit atout."),
    "ruff.top": ("", "", "The highest trump is kept.", "Je garde l’atout maître."),
    "discard.call": (
        "Partner is winning: with this card I call the suit whose ace I hold.",
        "Mon partenaire est maître : avec cette carte j’appelle à la couleur dont j’ai l’as.",
        "",
        "",
    ),
    "discard.false_call": (
        "",
        "",
        "No call for a suit without the ace.",
        "Pas d’appel dans une couleur sans l’as.",
    ),
    "discard.void": (
        "It was my last card of the suit: now I can ruff it.",
        "C’était ma dernière carte de la couleur : je pourrai couper.",
        "I keep a card of every suit.",
        "Je garde une carte de chaque couleur.",
    ),
    "discard.length": (
        "It is from a long suit.",
        "Elle vient d’une couleur longue.",
        "It is from a short suit.",
        "Elle vient d’une couleur courte.",
    ),
    "discard.high": ("It is high.", "Elle est haute.", "It is low.", "Elle est basse."),
    "discard.partner_suit": (
        "",
        "",
        "I keep a card of the suit partner has called.",
        "Je garde une carte de la couleur appelée par mon partenaire.",
    ),
}


def _phrases() -> dict[str, dict[str, str]]:
    found = {}
    for name, (more_en, more_fr, less_en, less_fr) in _REASONS.items():
        if more_en:
            found[f"coinche.scores.{name}.more"] = {"en": more_en, "fr": more_fr}
        if less_en:
            found[f"coinche.scores.{name}.less"] = {"en": less_en, "fr": less_fr}
    return found


PHRASES: dict[str, dict[str, str]] = {
    **_phrases(),
    "coinche.scores_equal": {
        "en": "All cards look alike: the lowest.",
        "fr": "Toutes les cartes se valent : la plus basse.",
    },
}

FAMILY = Family(
    "scores",
    ScoresAgent,
    {"en": "Rules of thumb", "fr": "Règles d’usage"},
    {
        "en": "Plays by rules of thumb: every card gets a score, and the best is played.",
        "fr": "Joue selon des règles simples : chaque carte reçoit une note, et la meilleure est jouée.",
    },
    (
        Parameter(
            "weights",
            "text",
            DEFAULT,
            {"en": "Weights", "fr": "Poids"},
            {
                "en": "Which stored weights it plays with; `partie train scores coinche` finds more.",
                "fr": "Avec quels poids enregistrés il joue ; `partie train scores coinche` en trouve d’autres.",
            },
        ),
    ),
)

"""The conditions by which the program `scores` judges a card, and the ranges of their weights.

A card's score is a weighted sum of conditions, each with an amount (1 if it simply holds). Weights are in
card points: a condition of weight 5 is worth as much as five points in a trick of our own. Some ranges end at
0: these are rules of partnership, which tuning must not unlearn.
"""

from __future__ import annotations

from pathlib import Path

from partie.learn.tuning.genome import (
    Gene,
    Genome,
    read_genome,
)

SHIPPED = Path(__file__).parent / "weights" / "tuned.toml"
"""The weights the compiled policy plays with."""


def _rate(name: str, help: str) -> Gene:
    """A weight per step or per card, finer than the others."""
    return Gene(name, -10.24, 10.16, help)


def _points(name: str, help: str) -> Gene:
    """A weight per point that can only favour a card."""
    return Gene(name, 0.0, 5.1, help)


def _gain(name: str, help: str) -> Gene:
    """A weight that can only favour a card."""
    return Gene(name, 0.0, 51.0, help)


def _loss(name: str, help: str, most: float = 51.0) -> Gene:
    """A weight that can only count against a card."""
    return Gene(name, -most, 0.0, help)


def _free(name: str, help: str) -> Gene:
    return Gene(name, -51.2, 50.8, help)


GENES = (
    _points("lead.give", "per point of the card led, times the chance that our side takes the trick"),
    _loss("lead.lose", "per point of the card led, times the chance that theirs does", 5.1),
    _free("lead.win", "times the chance that our side takes the trick"),
    _gain("lead.master", "the card led is the highest of its plain suit still out"),
    _free("lead.draw_taker", "the taker leads trumps, times the chance that the opponents hold some"),
    _free("lead.draw_partner", "the taker's partner does, times that chance"),
    _free("lead.draw_defence", "a defender does, times that chance"),
    _free("lead.draw_top", "the trump led is the highest still out, times that chance"),
    _rate("lead.draw_length", "per trump in hand when a trump is led"),
    _free("lead.last_trump", "the last trump in hand is led"),
    _free("lead.trumps_spent", "a trump led, times the chance that the opponents hold none"),
    _rate("lead.high", "per step of strength of the card led"),
    _rate("lead.length", "per card of the plain suit in hand, where there is a trump suit"),
    _rate("lead.length_flat", "the same at sans atout and tout atout"),
    _rate("lead.fresh", "per card of the suit that others still hold"),
    _free("lead.single", "the only card of a plain suit, with trumps in hand to ruff later"),
    _free("lead.beneath", "a low card of a suit whose master is in hand"),
    _free("lead.from_ten", "from a plain suit with the ten in hand and the ace out"),
    _gain("lead.called", "the suit partner has called"),
    _loss("lead.their_call", "a suit an opponent has called"),
    _gain("lead.ruff", "times the chance that partner can ruff"),
    _points("reply.take", "per point on the table, times the chance that our side takes the trick"),
    _points("reply.give", "per point of the card, times the chance that our side takes the trick"),
    _loss("reply.lose", "per point of the card, times the chance that theirs does", 5.1),
    _gain("reply.win", "times the chance that our side takes the trick"),
    _free("reply.mine", "the card takes the trick over from the opponents"),
    _loss(
        "reply.over_partner",
        "the card follows suit and beats partner's, times the chance that it would have held",
    ),
    _rate("reply.high", "per step of strength of a card that follows suit"),
    _loss(
        "reply.master",
        "the highest card of its suit still out, where it does not take the trick over; on partner's, times that chance",
    ),
    _loss("reply.bare_ten", "leaves the ten of a plain suit alone in hand while the ace is out"),
    _loss("ruff.partner", "ruffs a trick partner is winning"),
    _rate("ruff.high", "per step of strength of the trump that ruffs"),
    _loss("ruff.top", "ruffs with the highest trump still out"),
    _gain("discard.call", "a seven, eight or nine that calls a suit whose ace is in hand"),
    _loss("discard.false_call", "one that calls a suit without the ace"),
    _free("discard.void", "the last card of a plain suit, with trumps in hand"),
    _rate("discard.length", "per card of the suit in hand"),
    _rate("discard.high", "per step of strength of a discard"),
    _loss("discard.partner_suit", "the last card of the suit partner has called"),
)
INDEX = {gene.name: number for number, gene in enumerate(GENES)}


def read_weights(path: Path = SHIPPED) -> Genome:
    """Read the weights in a genome file, as trainers write them."""
    return read_genome(GENES, path)

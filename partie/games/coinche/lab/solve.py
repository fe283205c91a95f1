"""`partie solve coinche`: double-dummy analysis of contracts and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from partie.cards.deck import (
    SYMBOLS,
    card_sign,
    cards_of,
    read_set,
)
from partie.core.errors import BadOption, BadPosition
from partie.core.game import State
from partie.core.registry import game
from partie.games.coinche.players.exact.solver import WHOLE
from partie.games.coinche.players.exact.solving import Solver, shares
from partie.games.coinche.rules.calls import (
    BID,
    CAPOT,
    PLAY,
    VALUES,
)
from partie.games.coinche.rules.cards import (
    FIRST_RANK,
    KING,
    PACK,
    QUEEN,
    SANS_ATOUT,
    TOUT_ATOUT,
)
from partie.games.coinche.text.notation import DENOMINATIONS
from partie.shell import show_compilation, show_table

BELOTE = 20
SIGNS = (*SYMBOLS, "SA", "TA")
Sides = tuple[int, int]


@dataclass(frozen=True)
class Par:
    """Best play in a denomination: points and belotes of both sides, and the highest contract of each."""

    denomination: int
    points: Sides
    belote: Sides
    contracts: tuple[str, str]


@dataclass(frozen=True)
class Answer:
    """The analysis: all denominations, and for one of them the points of both sides after each card of
    `seat`, best first.
    """

    pars: list[Par]
    denomination: int
    seat: int
    cards: list[tuple[int, Sides]]


def solve(
    deal: Annotated[
        str,
        typer.Argument(
            metavar="DEAL", help="The hands of seats 0 to 3, 'c79JhTA…/…/…/…', or a position of the game."
        ),
    ],
    leader: Annotated[int, typer.Option(min=0, max=3, help="The seat that leads to the first trick.")] = 0,
    denomination: Annotated[
        str | None,
        typer.Option(
            metavar="c|d|s|h|sa|ta",
            help="The denomination to show cards for; by default that of the best contract.",
        ),
    ] = None,
) -> None:
    """Solve a deal of Coinche double dummy: the contracts each side can make, and the value of every card."""
    with show_compilation():
        answer = solve_text(deal, leader, denomination)
    show_table(
        ("denomination", "points 0+2", "points 1+3", "belote", "contract 0+2", "contract 1+3"),
        map(_par_row, answer.pars),
    )
    show_table(
        ("card", "points 0+2", "points 1+3", "costs"),
        _card_rows(answer),
        f"seat {answer.seat} to play at {SIGNS[answer.denomination]}",
    )


def _par_row(par: Par) -> list[str]:
    belote = zip(("0+2", "1+3"), par.belote, strict=True)
    return [
        SIGNS[par.denomination],
        *map(str, par.points),
        ", ".join(f"{who} {points}" for who, points in belote if points),
        *par.contracts,
    ]


def _card_rows(answer: Answer) -> Iterator[list[str]]:
    side, best = answer.seat & 1, answer.cards[0][1]
    for card, points in answer.cards:
        cost = max(best[side] - points[side], points[1 - side] - best[1 - side])
        yield [card_sign(card), *map(str, points), str(cost) if cost else ""]


def solve_text(text: str, leader: int = 0, denomination: str | None = None) -> Answer:
    """Solve four hands such as `c79J…/…/…/…`, or a position of the game.

    A position itself determines the leader and, once play has begun, the trumps.
    """
    chosen = None if denomination is None else read_denomination(denomination)
    if len(text.split()) == 1:
        return _solve_deal(read_hands(text), leader, chosen)
    state = game("coinche").position(text)
    record = state.record
    if record.phase == PLAY:
        return _solve_play(state)
    if record.phase != BID:
        raise BadPosition("The deal is over in this position: there is nothing to solve.")
    hands = [int(hand) for hand in record.hands]
    if any(hand.bit_count() != 8 for hand in hands):
        raise BadPosition("All hands must be known to solve a deal.")
    return _solve_deal(hands, (int(record.dealer) + 1) & 3, chosen, bool(record.belote_ta))


def read_denomination(text: str) -> int:
    """Read a denomination such as `h`, `♥` or `sa`."""
    for names in (DENOMINATIONS, SIGNS):
        if text.lower() in [name.lower() for name in names]:
            return [name.lower() for name in names].index(text.lower())
    raise BadOption(f"The denomination should be one of {', '.join(DENOMINATIONS)}, not {text!r}.")


def read_hands(text: str) -> list[int]:
    """Read the hands of seats 0 to 3, eight cards each."""
    words = text.split("/")
    if len(words) != 4:
        raise BadPosition(
            f"A deal is the hands of seats 0 to 3 with / between them, such as c79JhTA…/…/…/…; there are {len(words)} here."
        )
    hands = [read_set(word) for word in words]
    seen = 0
    for seat, hand in enumerate(hands):
        for card in cards_of(hand & ~int(PACK)):
            raise BadPosition(f"{card_sign(card)} is not in the pack of 32 cards, seven to ace.")
        for card in cards_of(hand & seen):
            raise BadPosition(f"{card_sign(card)} appears twice.")
        if hand.bit_count() != 8:
            raise BadPosition(f"Seat {seat} should have 8 cards, not {hand.bit_count()}.")
        seen |= hand
    return hands


def belotes(hands: Iterable[int], denomination: int, at_ta: bool = True) -> Sides:
    """Belote points of both sides; at tout atout every suit has a belote, or none."""
    if denomination < SANS_ATOUT:
        suits = [denomination]
    else:
        suits = list(range(4)) if denomination == TOUT_ATOUT and at_ta else []
    pairs = [(1 << KING | 1 << QUEEN) << 16 * suit + FIRST_RANK for suit in suits]
    points = [BELOTE * sum(hand & pair == pair for pair in pairs) for hand in hands]
    return points[0] + points[2], points[1] + points[3]


def highest_contract(mine: int, theirs: int, all_tricks: bool) -> str:
    """The highest contract these points fulfil, belotes included."""
    if all_tricks:
        return "capot"
    steps = [int(value) for value in VALUES[:CAPOT] if value <= mine]
    return str(steps[-1]) if steps and mine > theirs else "–"


def _solve_deal(hands: list[int], leader: int, chosen: int | None, at_ta: bool = True) -> Answer:
    solver = Solver()
    pars = [
        _par(solver.par(hands, leader, denomination), denomination, belotes(hands, denomination, at_ta))
        for denomination in range(len(DENOMINATIONS))
    ]
    best = max(pars, key=lambda par: max(par.points)) if chosen is None else pars[chosen]
    cards = solver.first_cards(hands, leader, best.denomination)
    return Answer(pars, best.denomination, leader, _ranked(cards, leader, best.belote))


def _solve_play(state: State) -> Answer:
    """Solve a position in play; what side 0 has taken turns values of the rest into those of the deal."""
    record = state.record
    cards = {card: int(record.points[0]) + value for card, value in Solver().cards(state).items()}
    value = (min if state.to_move & 1 else max)(cards.values())
    hands = [int(hand) | int(laid) for hand, laid in zip(record.hands, record.laid, strict=True)]
    par = _par(
        value, int(record.denomination), belotes(hands, int(record.denomination), bool(record.belote_ta))
    )
    return Answer([par], par.denomination, state.to_move, _ranked(cards, state.to_move, par.belote))


def _par(value: int, denomination: int, belote: Sides) -> Par:
    points = _with_belote(value, belote)
    return Par(
        denomination,
        points,
        belote,
        (
            highest_contract(points[0], points[1], value > WHOLE),
            highest_contract(points[1], points[0], value < 0),
        ),
    )


def _with_belote(value: int, belote: Sides) -> Sides:
    points = shares(value)
    return points[0] + belote[0], points[1] + belote[1]


def _ranked(cards: dict[int, int], seat: int, belote: Sides) -> list[tuple[int, Sides]]:
    sign = 1 if seat & 1 else -1
    order = sorted(cards, key=lambda card: sign * cards[card])
    return [(card, _with_belote(cards[card], belote)) for card in order]

"""Why a decision in a battle: its odds from here, and what the other decision would keep or give up."""

from __future__ import annotations

from partie.core.commentary import Line
from partie.games.axisallies.players.staff.answers import prospects
from partie.games.axisallies.players.staff.planning import Campaign
from partie.games.axisallies.rules import orders
from partie.games.axisallies.rules.economy import price
from partie.games.axisallies.rules.legality import scorched_space
from partie.games.axisallies.rules.orders import GO_ON, LOSE, LOSE_AS_USUAL, RETREAT, SUBMERGE, WITHDRAW
from partie.games.axisallies.rules.state import PRESS
from partie.games.axisallies.rules.units import SUBMARINE
from partie.games.axisallies.story.wording import ipc, line, odds, percent, said
from partie.games.axisallies.text.names import counted


def answered(start: Campaign, code: int) -> list[Line]:
    """The lines about a decision in a battle, or about what was lost with a space, in the position in which
    it was taken."""
    record, kind = start.record, int(orders.kind_of(code))
    space = int(scorched_space(record))
    if space >= 0:
        owner = start.board.power_names[int(record.owner[space])]
        return [line("alternative", said("leave_complex", power=owner))]
    view, could = prospects(record), {int(orders.kind_of(other)) for other in start.listed().tolist()}
    lines = [odds(view)]
    if kind in (LOSE, LOSE_AS_USUAL):
        return [*lines, _other_loss(start, code)]
    if kind == GO_ON and record.stage == PRESS:
        data = {"ipc": ipc(view.attacker_loss), "theirs": ipc(view.defender_loss)}
        text = said("could_retreat", **data) if RETREAT in could else said("no_retreat")
    elif kind == RETREAT:
        text = said("could_press", chance=percent(view.take), ipc=ipc(view.swing))
    elif kind == GO_ON and could & {WITHDRAW, SUBMERGE}:
        text = said("could_dive", ipc=int(price(record, SUBMARINE)))
    elif kind in (WITHDRAW, SUBMERGE):
        text = said("could_stay", chance=percent(view.take), theirs=ipc(view.attacker_loss))
    else:
        return lines
    return [*lines, line("alternative", text)]


def _other_loss(start: Campaign, code: int) -> Line:
    """What else could have been lost: instead of chosen units the cheapest others, instead of the usual ones
    the dearest."""
    prices, own = {}, int(orders.unit_of(code)) if int(orders.kind_of(code)) == LOSE else -1
    for other in start.listed().tolist():
        kind = int(orders.unit_of(other))
        if int(orders.kind_of(other)) == LOSE and kind != own:
            prices[kind] = int(price(start.record, kind))
    if not prices or (own < 0 and len(prices) == 1):
        return line("alternative", said("no_choice"))
    if own < 0:
        dear = max(prices, key=lambda kind: prices[kind])
        return line("alternative", said("lose_dear", units=counted(1, dear), ipc=prices[dear]))
    cheap, n = min(prices, key=lambda kind: prices[kind]), max(1, int(orders.n_of(code)))
    cost = n * int(price(start.record, own))
    data = {"units": counted(1, cheap), "ipc": prices[cheap], "own": counted(n, own), "cost": cost}
    return line("alternative", said("lose_other", **data))

"""What an opponent's decisions in a duel have given away, judged by balanced play.

When the dice of a round are shown, every action of the opponent can be compared with what the policy of the
network would have won with the same dice after the same bids. The difference in value is a gift: luck with
the dice and with calls is not in it.
"""

from __future__ import annotations

from partie.core.game import View
from partie.games.liarsdice.players.equilibrium.agent import holds
from partie.games.liarsdice.players.equilibrium.network import judge, network_for
from partie.games.liarsdice.players.equilibrium.rounds import Setting
from partie.games.liarsdice.rules.bids import CONTEST

LEAST = -0.1
"""Nobody plays better than the policy: what is below this is the network's mistake."""


def gifts(view: View) -> list[float]:
    """What each decision of the opponent in the last round shown gave away, for a stake of 1 against -1.

    Nothing if the round was no duel, or if no network knows it."""
    record = view.record
    dice = [int(record.shown[seat].sum()) for seat in range(view.seats)]
    players = [seat for seat in range(view.seats) if dice[seat] > 0]
    if record.caller < 0 or len(players) != 2 or view.seat not in players:
        return []
    starter = int(record.shown_starter)
    other = players[0] if players[1] == starter else players[1]
    setting = Setting(dice[starter], dice[other], int(record.faces), int(record.wild), bool(record.spot_on))
    network = network_for(setting)
    if network is None:
        return []
    bids = [rank for rank in range(setting.bids) if holds(record.shown_bids, rank)]
    call = setting.bids + (0 if int(record.call) == CONTEST else 1)
    found = []
    for turn, action in enumerate([*bids, call]):
        seat = starter if turn % 2 == 0 else other
        if seat == view.seat:
            continue
        hand = tuple(int(count) for count in record.shown[seat][: setting.faces])
        chances, values = judge(network, setting, turn % 2, hand, bids[:turn])
        lowest = bids[turn - 1] + 1 if turn else 0
        found.append(max(LEAST, float((chances * values).sum() - values[action - lowest])))
    return found

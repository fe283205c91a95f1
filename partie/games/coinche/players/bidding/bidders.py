"""Bidders: every program of Coinche plays its own cards and leaves the bidding to one of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from partie.core.agent import Budget, Decision, Why
from partie.core.game import Family, Game, View
from partie.core.parameters import choice, number
from partie.core.words import described, read_words
from partie.games.coinche.players.beliefs import mind_of
from partie.games.coinche.players.bidding.conventions import SHEETS
from partie.games.coinche.players.bidding.foresight import evaluate_calls
from partie.games.coinche.players.bidding.kernels import (
    our_points,
    table_call,
    their_points,
)
from partie.games.coinche.players.bidding.kinds import bid_meant, calls_made, kind_of
from partie.games.coinche.players.bidding.natural import NaturalBidder
from partie.games.coinche.players.net.agent import BIDS_NETWORK
from partie.games.coinche.players.net.task import TASK
from partie.games.coinche.rules.calls import (
    BID,
    COINCHE,
    FIRST_BID,
    PASS,
    SURCOINCHE,
    bid_of,
    denomination_of,
)
from partie.games.coinche.rules.cards import (
    JACK,
    NINE,
    SANS_ATOUT,
    ranks_of,
)
from partie.games.coinche.text.notation import (
    call_sign,
    denomination_sign,
)
from partie.learn.net.agent import NetAgent
from partie.search.agents import RandomAgent, SamplingAgent, sampling_reason


class TableBidder:
    """Bids by the numbers of `bidding.toml`; `bold` points are added to its estimates."""

    def __init__(self, game: Game, seed: object, bold: float) -> None:
        self._bold = bold

    def decide(self, view: View, budget: Budget) -> Decision:
        record, seat = view.record, view.seat
        call = int(table_call(record, seat, record.hands[seat], self._bold))
        return Decision(call, why=self._why(view, call))

    def _why(self, view: View, call: int) -> Why:
        record, seat = view.record, view.seat
        hand, said, bid = record.hands[seat], int(record.said), int(record.bid)
        # Computed after any bid: a function that no recorded game calls is in no WebAssembly module.
        expected = their_points(record, said, seat, hand, bid) if bid else 0.0
        if call == COINCHE:
            return Why("coinche.bids_coinche", {"points": round(expected), "bid": call_sign(bid)})
        denomination = int(denomination_of(bid if call == SURCOINCHE else call))
        if call == PASS:
            every = range(6 if record.sa_ta else 4)
            denomination = max(every, key=lambda one: float(our_points(record, said, seat, hand, one)))
        points = round(float(our_points(record, said, seat, hand, denomination)) + self._bold)
        raises = call >= FIRST_BID and any(
            int(denomination_of(int(past))) == denomination and (record.dealer + 1 + number) & 3 == seat ^ 2
            for number, past in enumerate(record.calls[:said])
            if past >= FIRST_BID
        )
        kind = "pass" if call == PASS else "raise" if raises else "bid"
        return Why(
            f"coinche.bids_{kind}", {"points": points, "denomination": denomination_sign(denomination)}
        )


class PlainBidder:
    """Bids 80 if nobody has bid, in the longest suit with the jack (3 cards) or the nine (4); else passes."""

    def __init__(self, game: Game, seed: object, bold: float) -> None: ...

    def decide(self, view: View, budget: Budget) -> Decision:
        suits = [int(ranks_of(view.record.hands[view.seat], suit)) for suit in range(4)]
        lengths = [ranks.bit_count() if self._opens(ranks) else 0 for ranks in suits]
        if view.record.bid or not any(lengths):
            return Decision(PASS, why=Why("coinche.bids_plain_pass"))
        return Decision(int(bid_of(0, lengths.index(max(lengths)))), why=Why("coinche.bids_plain"))

    def _opens(self, ranks: int) -> bool:
        length = ranks.bit_count()
        return bool((length >= 3 and ranks >> JACK & 1) or (length >= 4 and ranks >> NINE & 1))


class RandomBidder(RandomAgent):
    """Makes a uniformly random legal call."""

    def __init__(self, game: Game, seed: object, bold: float) -> None:
        super().__init__(game, f"{seed}/bids")


class SampledBidder(SamplingAgent):
    """Samples deals consistent with the calls so far, continues the auction from every call in each, and
    plays the resulting contracts.
    """

    def __init__(self, game: Game, seed: object, bold: float) -> None:
        super().__init__(game, f"{seed}/bids", "random")

    def decide(self, view: View, budget: Budget) -> Decision:
        with budget.running() as stop:
            n, done = evaluate_calls(view.record, view.seat, _MIND, DEALS, self._answer, stop, self._chance)
        return self._decision(n, False, 0.0, 1.0, sampling_reason("coinche.bids_sampled", done))


class NetBidder:
    """Bids by the network that has learned auctions, with any options and at any score."""

    def __init__(self, game: Game, seed: object, bold: float) -> None:
        self._calls = NetAgent(TASK, TASK.networks.load(BIDS_NETWORK))

    def decide(self, view: View, budget: Budget) -> Decision:
        decision = self._calls.decide(view, budget)
        why = self._why(view, decision.move)
        return decision if why is None else replace(decision, why=why)

    def _why(self, view: View, call: int) -> Why | None:
        """What such a call shows, as measured in auctions of the network with itself."""
        before = calls_made(view.record)
        kind = kind_of(before, view.seat, call)
        if call == PASS or kind not in SHEETS["net"]:
            return None
        trumps, jack, nine, aces = SHEETS["net"][kind]
        bid = bid_meant(before, call)
        flat = int(denomination_of(bid)) >= SANS_ATOUT
        name = "flat" if flat and kind.startswith("opening") else kind.partition(" ")[0]
        return Why(
            f"coinche.shows_{name}",
            {
                "trumps": f"{trumps:.1f}",
                "jack": jack,
                "nine": nine,
                "aces": f"{aces:.1f}",
                "denomination": denomination_sign(int(denomination_of(bid))),
                "bid": call_sign(bid),
            },
        )


DEALS = 200
"""The number of deals a sampled bid looks at."""
CANDIDATES = 60
"""The number of candidates from which each of these deals is drawn."""
_MIND = mind_of(0, CANDIDATES)
BIDDERS: dict[str, Callable[[Game, object, float], Any]] = {
    "table": TableBidder,
    "sampled": SampledBidder,
    "net": NetBidder,
    "natural": NaturalBidder,
    "plain": PlainBidder,
    "random": RandomBidder,
}

_WORDS = read_words("partie.games.coinche")
BIDS = described(_WORDS, "parameter", choice("bids", "table", "sampled", "net", "natural", "plain", "random"))
BOLD = described(_WORDS, "parameter", number("bold", 0.0, -60.0, 60.0))


class BiddingAgent:
    """Combines a program for the cards with a bidder for the calls."""

    def __init__(self, cards: Any, calls: Any) -> None:
        self._cards, self._calls = cards, calls

    def decide(self, view: View, budget: Budget) -> Decision:
        player = self._calls if view.record.phase == BID else self._cards
        decision: Decision = player.decide(view, budget)
        return decision


def with_bidding(family: Family) -> Family:
    """The same programs with a choice of bidder."""

    def build(game: Game, seed: object, bids: str, bold: float, **parameters: Any) -> BiddingAgent:
        return BiddingAgent(family.build(game, seed, **parameters), BIDDERS[bids](game, seed, bold))

    return replace(family, build=build, params=(*family.params, BIDS, BOLD))

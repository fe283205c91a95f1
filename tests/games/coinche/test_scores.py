"""The program `scores`: its conditions implemented a second time, plainly, and blunders no partner may
make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import partie
from partie.cards.deck import (
    cards_of,
    read_card,
)
from partie.core.agent import ask
from partie.core.compiled.chance import (
    below,
    new_chance,
)
from partie.core.compiled.types import int64
from partie.core.match import Match
from partie.core.registry import build_agent
from partie.games.coinche import rules
from partie.games.coinche.players import searching
from partie.games.coinche.players.scores.conditions import (
    GENES,
    INDEX,
)
from partie.games.coinche.players.scores.kernels import (
    SIZE,
    WEIGHTS,
    best_card,
    explain,
    scored,
)
from partie.games.coinche.players.scores.store import STORED
from partie.games.coinche.rules.calls import (
    BID,
    PLAY,
)
from partie.games.coinche.rules.cards import (
    KIND,
    PACK,
    PLAIN,
    POINTS,
    STRENGTH,
)
from partie.learn.tuning.draws import normals
from partie.testing import AgentContract

GAME = partie.game("coinche")
SHIPPED = ["tuned", "handset"]


class TestScores(AgentContract):
    game = GAME
    specs = ["scores", "scores:weights=handset,memory=little", "scores:bids=random", "random"]


def positions(seed: object, count: int, **options: object) -> list[Match]:
    """Deals in play, bid by the table bidder and played by both policies at random, at a card with a
    choice."""
    chance, found = new_chance("positions", seed), []
    out = np.empty(1, np.int64)
    for number in range(count):
        match = Match(GAME, {"deals": 1, **options}, f"{seed}/{number}")
        while match.state.record.phase == BID:
            match.play(int(searching.choose(match.state.record, 1, out, chance)))
        if match.state.record.phase != PLAY:
            continue
        for _ in range(int(below(chance, 28))):
            match.play(int(searching.choose(match.state.record, int(below(chance, 2)), out, chance)))
        while match.state.record.phase == PLAY and len(match.state.moves) == 1:
            match.play(match.state.moves[0])
        if match.state.record.phase == PLAY:
            found.append(match)
    return found


class Plain:
    """The conditions of a card straight from their description, with sets and loops."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.seat = int(record.turn)
        self.denomination = int(record.denomination)
        self.hand = set(cards_of(record.hands[self.seat]))
        unseen = set(cards_of(int(PACK) & ~int(record.gone))) - self.hand
        self.unseen = unseen
        self.others = [(self.seat + step) % 4 for step in (1, 2, 3)]
        self.may = {seat: set(cards_of(record.may[seat])) & unseen for seat in self.others}
        partner = self.others[1]
        call = int(record.signal[partner])
        ace = 16 * (call - 1) + 12
        if call and ace in self.may[partner]:
            for seat in self.others[::2]:
                self.may[seat].discard(ace)

    def kind(self, card: int) -> int:
        return int(KIND[self.denomination, card >> 4])

    def strength(self, card: int) -> int:
        return int(STRENGTH[self.kind(card), (card & 15) - 5])

    def is_trump(self, card: int) -> bool:
        return self.denomination < 4 and card >> 4 == self.denomination

    def higher(self, card: int) -> set[int]:
        return {
            16 * (card >> 4) + rank
            for rank in range(5, 13)
            if self.strength(16 * (card >> 4) + rank) > self.strength(card)
        }

    def holders(self, card: int) -> list[int]:
        return [seat for seat in self.others if card in self.may[seat]]

    def has_none(self, seat: int, cards: set[int]) -> float:
        """The probability of holding none, where each card is equally likely with each possible holder."""
        chance = 1.0
        for card in cards & self.may[seat]:
            chance *= 1.0 - 1.0 / len(self.holders(card))
        return chance

    def has(self, seat: int, card: int) -> float:
        return 1.0 / len(self.holders(card)) if seat in self.holders(card) else 0.0

    def suit(self, suit: int) -> set[int]:
        return {card for card in self.unseen if card >> 4 == suit}

    def trumps(self) -> set[int]:
        return {card for card in self.unseen if self.is_trump(card)}

    def ruffs(self, seat: int, suit: int) -> float:
        if self.denomination >= 4 or suit == self.denomination:
            return 0.0
        return self.has_none(seat, self.suit(suit)) * (1.0 - self.has_none(seat, self.trumps()))

    def parts(self, card: int) -> dict[str, float]:
        return self.lead(card) if self.record.played == 0 else self.reply(card)

    def lead(self, card: int) -> dict[str, float]:
        record, suit = self.record, card >> 4
        left, partner, right = self.others
        own = {other for other in self.hand if other >> 4 == suit}
        beating = self.higher(card) & self.unseen
        unruffed = (1.0 - self.ruffs(left, suit)) * (1.0 - self.ruffs(right, suit))
        ours = unruffed
        if beating:
            ours *= self.has_none(left, beating) * self.has_none(right, beating)
            helps = self.has(partner, max(beating, key=self.strength)) * unruffed
            ours += (1.0 - ours) * (helps + (1.0 - helps) * self.ruffs(partner, suit))
        points = int(POINTS[self.denomination, card])
        found = {
            "lead.give": ours * points,
            "lead.lose": (1.0 - ours) * points,
            "lead.win": ours,
            "lead.high": self.strength(card),
            "lead.fresh": len(self.suit(suit)),
        }
        if self.is_trump(card):
            out = 1.0 - self.has_none(left, self.trumps()) * self.has_none(right, self.trumps())
            side = (record.bidder - self.seat) % 4
            found[{0: "lead.draw_taker", 2: "lead.draw_partner"}.get(side, "lead.draw_defence")] = out
            found["lead.trumps_spent"] = 1.0 - out
            if not beating:
                found["lead.draw_top"] = out
            if len(own) == 1:
                found["lead.last_trump"] = 1
            else:
                found["lead.draw_length"] = len(own)
        else:
            found["lead.length" if self.denomination < 4 else "lead.length_flat"] = len(own)
            found["lead.ruff"] = self.ruffs(partner, suit)
            if not beating:
                found["lead.master"] = 1
            if len(own) == 1 and any(self.is_trump(other) for other in self.hand):
                found["lead.single"] = 1
        if beating and max(own | beating, key=self.strength) in own:
            found["lead.beneath"] = 1
        if self.kind(card) == PLAIN and 16 * suit + 8 in own and 16 * suit + 12 in self.unseen:
            found["lead.from_ten"] = 1
        if record.signal[partner] == suit + 1:
            found["lead.called"] = 1
        if suit + 1 in (record.signal[left], record.signal[right]):
            found["lead.their_call"] = 1
        return found

    def beats(self, card: int, other: int) -> bool:
        if card >> 4 == other >> 4:
            return self.strength(card) > self.strength(other)
        return self.is_trump(card)

    def stays(self, card: int) -> float:
        """The probability that the next opponent does not beat the card that is winning the trick."""
        record, left = self.record, self.others[0]
        if record.played == 3:
            return 1.0
        higher = self.has_none(left, self.higher(card) & self.unseen)
        if card >> 4 == record.led:
            return higher - self.ruffs(left, int(record.led))
        return 1.0 - self.has_none(left, self.suit(int(record.led))) * (1.0 - higher)

    def without_me(self) -> float:
        """The probability that our side takes the trick when this card does not."""
        record = self.record
        left, partner, _ = self.others
        best, led = int(record.best), int(record.led)
        if record.winner == partner:
            return self.stays(best)
        if record.played != 1:
            return 0.0
        beating = self.higher(best) & self.unseen
        chance = 0.0
        if beating:
            chance = self.has(partner, max(beating, key=self.strength)) * (1.0 - self.ruffs(left, led))
        return chance + (1.0 - chance) * self.ruffs(partner, led)

    def reply(self, card: int) -> dict[str, float]:
        record, suit = self.record, card >> 4
        partner = self.others[1]
        winning = record.winner == partner
        own = {other for other in self.hand if other >> 4 == suit}
        table = sum(int(POINTS[self.denomination, other]) for other in record.trick if other >= 0)
        table += 10 if record.tricks == 7 else 0
        points = int(POINTS[self.denomination, card])
        takes = self.beats(card, int(record.best))
        ours = self.stays(card) if takes else self.without_me()
        master = not self.higher(card) & self.unseen
        found = {
            "reply.take": ours * table,
            "reply.give": ours * points,
            "reply.lose": (1.0 - ours) * points,
            "reply.win": ours,
            "reply.mine": float(takes and not winning),
            "reply.master": master * (1.0 if not takes else self.without_me() if winning else 0.0),
        }
        if suit == record.led:
            found["reply.high"] = self.strength(card)
            found["reply.over_partner"] = self.without_me() if takes and winning else 0.0
        elif self.is_trump(card):
            found["ruff.high"] = self.strength(card)
            found["ruff.partner"] = float(winning)
            found["ruff.top"] = float(master)
        else:
            found["discard.high"] = self.strength(card)
            found["discard.length"] = len(own)
            if len(own) == 1:
                found["discard.void"] = float(any(self.is_trump(other) for other in self.hand))
                found["discard.partner_suit"] = float(record.signal[partner] == suit + 1)
            if winning and self.kind(card) == PLAIN and card & 15 <= 7 and record.signal[self.seat] == 0:
                found["discard.call" if 16 * suit + 12 in own else "discard.false_call"] = 1
        if self.kind(card) == PLAIN and own - {card} == {16 * suit + 8} and 16 * suit + 12 in self.unseen:
            found["reply.bare_ten"] = 1
        return found


CALLED = "c9d9TJKs8/?5/?5/?5 1@3 80c,pass,pass,pass Jc,7c,7s,8c,8d,Ad,7d,Qd,7h,Ah,8h"
"""Partner has called for spades, of which there is one card, and is winning the trick, so any card may be
discarded: a rare case.
"""


def test_every_condition_matches_its_description() -> None:
    states = [match.state for match in [*positions("plain", 400), *positions("suits", 200, sa_ta=False)]]
    seen = set()
    for state in [*states, GAME.position(CALLED)]:
        record = state.view(state.to_move).record
        plain = Plain(record)
        for card in state.moves:
            expected = np.zeros(SIZE)
            for name, amount in plain.parts(card).items():
                expected[INDEX[name]] = amount
            assert explain(record, int64(1 << card), np.ones(SIZE)) == pytest.approx(expected, abs=1e-12)
            seen |= {GENES[number].name for number in np.flatnonzero(expected)}
    assert seen == set(INDEX), "every condition has occurred"


@settings(deadline=None, max_examples=25, derandomize=True)
@given(st.integers(0, 10_000))
def test_the_highest_score_is_played_and_of_equal_ones_the_lowest_card(seed: int) -> None:
    weights = np.round(normals(new_chance(seed, "weights"), SIZE))
    for match in positions(seed, 4):
        record, cards = match.view().record, match.state.moves
        scores = [float(scored(record, int64(1 << card), weights)[1]) for card in cards]
        for card, score in zip(cards, scores, strict=True):
            assert explain(record, int64(1 << card), weights).sum() == pytest.approx(score)
        played = int(best_card(record, int64(sum(1 << card for card in cards)), weights))
        assert played == cards[int(np.argmax(scores))]
    assert all(
        int(best_card(match.view().record, rules.legal_cards(match.state.record), np.zeros(SIZE)))
        == min(match.state.moves)
        for match in positions(seed, 2)
    )


def test_agent_policy_and_kernel_play_the_same_and_see_no_hidden_card() -> None:
    agent, chance, out = build_agent(GAME, "scores", 1), new_chance("any"), np.empty(1, np.int64)
    for match in positions("same", 60):
        decision = ask(agent, match.view())
        assert decision.move == int(searching.choose(match.state.record, 1, out, chance))
        assert decision.move == int(
            best_card(match.view().record, rules.legal_cards(match.view().record), WEIGHTS)
        )
        assert decision.why is not None
        assert set(GAME.phrase(decision.why.key, decision.why.data)) == {"en", "fr"}


def test_every_condition_that_can_favour_a_card_has_words() -> None:
    for gene in GENES:
        assert gene.high <= 0 or f"coinche.scores.{gene.name}.more" in GAME.phrases
        assert gene.low >= 0 or f"coinche.scores.{gene.name}.less" in GAME.phrases


@dataclass(frozen=True)
class Case:
    """A position as seat 0 knows it (dealer, calls, cards played, hand), and the blunders to avoid."""

    name: str
    dealer: int
    calls: str
    played: str
    hand: str
    blunders: str

    @property
    def text(self) -> str:
        cards = self.played.split()
        finished, table = divmod(len(cards), 4)
        # Seat 0 is to play: the seats before it in the trick, as many as there are cards on the table, have
        # played.
        counts = [8 - finished - (1 if seat and 4 - seat <= table else 0) for seat in range(4)]
        hands = "/".join([self.hand, *(f"?{count}" for count in counts[1:])])
        return f"{hands} 1@{self.dealer} {self.calls} {','.join(cards)}"


HEARTS = "80h,pass,pass,pass"
SANS_ATOUT = "80sa,pass,pass,pass"

CASES = [
    Case(
        "ruffing partner's winning card",
        1,
        HEARTS,
        "Ac 7c",
        "d789Qs8h79Q",
        "7h 9h Qh",
    ),
    Case(
        # The ten is still out, so the king will never be worth more than now.
        "keeping the king from partner's sure trick",
        0,
        HEARTS,
        "7c Ac 8c",
        "c9Kd78s78h78",
        "9c",
    ),
    Case(
        # The ace of diamonds is out and would take the ten; and no ace for a call.
        "keeping a lone ten from partner's sure trick",
        0,
        HEARTS,
        "7c Ac 8c",
        "dTs789h789J",
        "7s 8s 9s 7h 8h 9h Jh",
    ),
    Case(
        "points on the opponents' sure trick, following suit",
        0,
        HEARTS,
        "Ac 7c 8c",
        "c9Td78s78h78",
        "10c",
    ),
    Case(
        "points on the opponents' sure trick, discarding",
        0,
        HEARTS,
        "Ac 7c 8c",
        "d7TKs8TJQK",
        "10d Kd 10s Ks Qs",
    ),
    Case(
        # On the first trick partner called for spades with the seven, which promises the ace.
        "not leading the suit partner called for",
        3,
        "80c,pass,pass,pass",
        "Jc 7c 7s 8c",
        "d8Js8Qh89J",
        "8d Jd 8h 9h Jh",
    ),
    Case(
        "not cashing the master card",
        3,
        SANS_ATOUT,
        "Ac 7c 8c 9c 10c Qc Jc Kc",
        "d7s78h79A",
        "7d 7s 8s 7h 9h",
    ),
    Case(
        # Partner's king has the trick; the ace will take another.
        "taking the trick from partner with the ace",
        0,
        SANS_ATOUT,
        "9c Kc 8c",
        "c7Ad789s78h7",
        "Ac",
    ),
    Case(
        # A small spade shows the ace; a small diamond would be a false call.
        "calling a suit without the ace",
        0,
        HEARTS,
        "7c Ac 8c",
        "d789s78Ah78",
        "7d 8d 9d 7h 8h",
    ),
]


@pytest.mark.parametrize("weights", SHIPPED)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_partner_never_plays_against_its_own_side(case: Case, weights: str) -> None:
    state = GAME.position(case.text)
    view = state.view(0)
    blunders = {read_card(word) for word in case.blunders.split()}
    assert state.to_move == 0
    assert blunders < set(view.moves), "the blunders are legal, and there are alternatives"
    decision = ask(build_agent(GAME, f"scores:weights={weights}"), view)
    assert decision.move not in blunders, view.text(decision.move)


def test_reasons_name_the_condition() -> None:
    reasons = {
        "keeping the king from partner's sure trick": "Partner is winning: I add points to the trick.",
        "not leading the suit partner called for": "Partner has called for this suit.",
    }
    for case in CASES:
        if case.name in reasons:
            decision = ask(build_agent(GAME, "scores:weights=handset"), GAME.position(case.text).view(0))
            assert decision.why is not None
            assert GAME.phrase(decision.why.key, decision.why.data)["en"] == reasons[case.name]


def test_a_forgetful_player_sometimes_plays_another_legal_card() -> None:
    full = [ask(build_agent(GAME, "scores"), match.view()).move for match in positions("forget", 60)]
    little = [
        ask(build_agent(GAME, "scores:memory=little", 1), match.view()).move
        for match in positions("forget", 60)
    ]
    assert full != little


def test_shipped_weights_are_read_from_their_files() -> None:
    assert np.array_equal(STORED.load("tuned").vector, WEIGHTS)
    assert {gene.name for gene in STORED.load("handset").genes} == set(INDEX)

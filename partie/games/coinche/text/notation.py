"""Coinche in text: `80h`, `120sa`, `capot s`, `generale ta`, `pass`, `coinche` and `surcoinche` are calls,
`7h` plays a card, `deal` deals the next hand.

A position is six words, of which all after the second may be omitted; sets of cards are written as in
`partie.cards.deck`, and `/` separates the four seats. For example

    c79hT/d8sAh7/?3/c8Qd9 3@2 80h,pass,90s,pass,pass,pass 7d,Jd,… - 80h:0:1:1:92,70:20,0:192,70

1. the hands, with `?` and a number for unknown cards;
2. the number of the deal, from 1, `@` and the dealer; then `+` and the number of deals thrown in, if any;
3. the calls in order, from the player after the dealer;
4. the cards of this deal in the order played, with `*` after a king or queen with which belote was announced;
5. the cards each seat has declared as annonces;
6. the finished deals, separated by `;`: bid, bidder, 1, 2 or 4 for doubling, 1 or 0 for made, and for both
   sides the points, the belotes and annonces, and the marks.

Everything else (whose turn it is, the tricks taken, what is known of the hands) follows from these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from partie.cards import refusals
from partie.cards.deck import (
    SUITS,
    SYMBOLS,
    card_sign,
    card_text,
    cards_of,
    read_card,
    set_of,
    set_text,
)
from partie.cards.notation import (
    NOTHING,
    check_once,
    check_rows,
    check_sizes,
    hand_text,
    position_words,
    reading_position,
    words_by_seat,
)
from partie.cards.positions import (
    read_cards,
    read_hands,
)
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadPosition, illegal, not_a_move
from partie.core.game import Notation
from partie.core.parameters import Text
from partie.games.coinche import rules
from partie.games.coinche.rules import (
    calls,
    memory,
)
from partie.games.coinche.rules import (
    opening as table,
)
from partie.games.coinche.rules.cards import PACK
from partie.games.coinche.text import refusals as reasons
from partie.games.coinche.text.shapes import Denomination

_EXAMPLE = "for example 'c79/d8h7/?2/c8Q 3@2 80h,pass,pass,pass …'"
DENOMINATIONS: tuple[Denomination, ...] = (*SUITS, "sa", "ta")
_SIGNS = (*SYMBOLS, "SA", "TA")
_WORDS = {
    "pass": calls.PASS,
    "passe": calls.PASS,
    "coinche": calls.COINCHE,
    "contre": calls.COINCHE,
    "surcoinche": calls.SURCOINCHE,
    "surcontre": calls.SURCOINCHE,
    "deal": calls.DEAL,
    "donne": calls.DEAL,
}
_TEXTS = {calls.PASS: "pass", calls.COINCHE: "coinche", calls.SURCOINCHE: "surcoinche", calls.DEAL: "deal"}
_BID = re.compile(r"([0-9]{2,3}|capot|g[eé]n[eé]rale)[ _]*(sa|ta|[cdsh♣♦♠♥])")


def move_text(move: int) -> str:
    """A move in notation."""
    if move in _TEXTS:
        return _TEXTS[move]
    if _is_card(move):
        return card_text(move)
    if not _is_bid(move):
        raise not_a_move(move)
    step, denomination = int(calls.step_of(move)), DENOMINATIONS[int(calls.denomination_of(move))]
    return f"{_step_text(step)}{' ' if step >= calls.CAPOT else ''}{denomination}"


def _is_card(move: int) -> bool:
    return 0 <= move < calls.PASS and bool(int(PACK) >> move & 1)


def _is_bid(move: int) -> bool:
    last = calls.bid_of(calls.GENERALE, len(DENOMINATIONS) - 1)
    return calls.FIRST_BID <= move <= last and move & 7 < len(DENOMINATIONS)


def _step_text(step: int) -> str:
    return {calls.CAPOT: "capot", calls.GENERALE: "generale"}.get(step, str(calls.VALUES[step]))


def call_sign(call: int) -> str:
    """A call with symbols: `80♥`, `capot ♠`, `120 SA`."""
    if call in _TEXTS:
        return _TEXTS[call]
    step, denomination = int(calls.step_of(call)), int(calls.denomination_of(call))
    space = " " if step >= calls.CAPOT or denomination >= len(SUITS) else ""
    word = "générale" if step == calls.GENERALE else _step_text(step)
    return f"{word}{space}{_SIGNS[denomination]}"


def denomination_sign(denomination: int) -> str:
    """A denomination with symbols: `♥`, `SA`."""
    return str(_SIGNS[denomination])


def read_move(text: str) -> int:
    """Read a move; `IllegalMove` if it cannot be read."""
    word = " ".join(text.lower().split())
    if word in _WORDS:
        return _WORDS[word]
    card = read_card(word)
    if card is not None and int(PACK) >> card & 1:
        return card
    match = _BID.fullmatch(word)
    if match is not None:
        step = _read_step(match[1])
        if step is None:
            raise illegal(reasons.SENTENCES["no_such_value"], text)
        denomination = match[2]
        place = SYMBOLS.index(denomination) if denomination in SYMBOLS else DENOMINATIONS.index(denomination)
        return int(calls.bid_of(step, place))
    raise illegal(reasons.SENTENCES["how"], text)


def _read_step(word: str) -> int | None:
    if word == "capot":
        return calls.CAPOT
    if not word.isdigit():
        return calls.GENERALE
    values = [int(value) for value in calls.VALUES[: calls.CAPOT]]
    return values.index(int(word)) if int(word) in values else None


class CoincheNotation(Notation):
    def move_text(self, state: Any, move: int) -> str:
        return move_text(move)

    def read_move(self, state: Any, text: str) -> int:
        return read_move(text)

    def why_illegal(self, state: Any, move: int) -> str | Text:
        if move == calls.DEAL:
            return refusals.OVER if state.phase == calls.OVER else refusals.CARDS_LEFT
        if _is_card(move):
            return reasons.why_not(state, move) or refusals.not_in_hand(move)
        if calls.PASS <= move < calls.DEAL or _is_bid(move):
            return reasons.why_no_call(state, move)
        return str(not_a_move(move))

    def position_text(self, state: Any) -> str:
        return " ".join(
            [
                "/".join(
                    hand_text(int(state.hands[seat]), int(memory.cards_left(state, seat)))
                    for seat in range(rules.SEATS)
                ),
                _deal_text(state),
                ",".join(move_text(int(call)).replace(" ", "_") for call in state.calls[: state.said])
                or NOTHING,
                _cards_text(state),
                "/".join(set_text(int(cards)) for cards in state.declared)
                if any(state.declared)
                else NOTHING,
                ";".join(_row_text(row) for row in state.sheet[: finished_deals(state)]) or NOTHING,
            ]
        )

    def read_position(self, state: Any, text: str) -> None:
        sentence = (
            "A position is the hands of the four seats and the number of the deal with its dealer, then at most "
            f"four more words: the calls, the cards played, annonces and finished deals: {_EXAMPLE}."
        )
        with reading_position():
            _Reader(state, position_words(text, 2, 6, sentence)).read()


def finished_deals(state: Any) -> int:
    """The number of deals scored so far."""
    return int(state.number) - (0 if state.phase >= calls.BETWEEN else 1)


def _deal_text(state: Any) -> str:
    """The second word; a deal thrown in is written with its own number, though it does not count."""
    number = int(state.number) + (1 if is_thrown_in(state) else 0)
    thrown = int(state.thrown) - (1 if is_thrown_in(state) else 0)
    return f"{number}@{state.dealer}{f'+{thrown}' if thrown else ''}"


def is_thrown_in(state: Any) -> bool:
    """Whether the deal that has just ended was thrown in."""
    return bool(state.phase >= calls.BETWEEN and not state.bid)


def _cards_text(state: Any) -> str:
    words = []
    for card in (int(card) for card in state.history[: state.cards]):
        suit = card >> 4
        pair = 1 << card & int(memory.PAIRS)
        first = all(
            other >> 4 != suit or not 1 << other & int(memory.PAIRS) for other in _before(state, card)
        )
        words.append(card_text(card) + ("*" if pair and first and state.beloted[suit] else ""))
    return ",".join(words) or NOTHING


def _before(state: Any, card: int) -> list[int]:
    """The cards played before this one."""
    played = [int(other) for other in state.history[: state.cards]]
    return played[: played.index(card)]


def _row_text(row: Any) -> str:
    def pair(column: int) -> str:
        return f"{row[column]},{row[column + 1]}"

    return ":".join(
        [
            move_text(int(row[rules.ROW_BID])).replace(" ", "_"),
            str(row[rules.ROW_BIDDER]),
            str(1 << int(row[rules.ROW_DOUBLED])),
            str(row[rules.ROW_MADE]),
            pair(rules.ROW_POINTS),
            pair(rules.ROW_EXTRAS),
            pair(rules.ROW_MARKS),
        ]
    )


@dataclass(frozen=True)
class _Play:
    seat: int
    card: int
    belote: bool


class _Reader:
    """Fills a state from the six words of a position, by replaying the calls and the cards."""

    def __init__(self, state: Any, words: list[str]) -> None:
        self.state = state
        self.words = words
        self.unknown = [0] * rules.SEATS
        self.rows: list[list[int]] = []

    def read(self) -> None:
        state = self.state
        hands, deal, said, cards, declared, sheet = self.words
        self._read_deal(deal)
        table.clear_table(state)
        state.phase, state.turn = calls.BID, (state.dealer + 1) & 3
        self._read_sheet(sheet)
        self._read_hands(hands)
        self._say(said)
        if state.phase == calls.PLAY:
            self._play(self._plays(cards), self._declared(declared))
        elif cards != NOTHING or declared != NOTHING:
            raise BadPosition("No card is played before the bidding is over.")
        self._check_cards()
        self._check_sheet()
        self._check_deal()

    def _read_deal(self, text: str) -> None:
        match = re.fullmatch(r"([0-9]{1,2})@([0-3])(?:\+([0-9]{1,2}))?", text)
        if match is None or not 1 <= int(match[1]) <= rules.LAST_DEAL:
            raise BadPosition(
                f"The second word is the number of the deal, from 1 to {rules.LAST_DEAL}, and the dealer, such as 3@2, not {text!r}."
            )
        self.state.number, self.state.dealer = int(match[1]), int(match[2])
        self.state.thrown = int(match[3] or 0)

    def _set(self, text: str) -> int:
        return read_cards(text, int(PACK))

    def _read_hands(self, text: str) -> None:
        for seat, (cards, unknown) in enumerate(read_hands(text, int(PACK), _EXAMPLE)):
            self.state.hands[seat], self.unknown[seat] = cards, unknown

    def _say(self, text: str) -> None:
        state = self.state
        for word in [] if text == NOTHING else text.split(","):
            call = read_move(word)
            out = np.empty(rules.MOVES, np.int64)
            if state.phase != calls.BID or call not in out[: rules.moves(state, out)]:
                raise BadPosition(f"{word} is not a legal call there.")
            if state.passes == 3 and call == calls.PASS and not state.bid:
                self._check_thrown_in()
            rules.make_call(state, call)

    def _check_thrown_in(self) -> None:
        if any(int(hand) for hand in self.state.hands) or any(self.unknown):
            raise BadPosition("After a deal is thrown in, nobody has cards.")

    def _plays(self, text: str) -> list[_Play]:
        """The cards played, with their seats, found on a copy of the state that is dealt each card played."""
        copy = _copy(self.state)
        copy.annonces = 0
        plays: list[_Play] = []
        for word in [] if text == NOTHING else text.split(","):
            card = read_card(word.removesuffix("*"))
            if card is None or not int(PACK) >> card & 1:
                raise BadPosition(f"{word!r} is not a card of this game.")
            if int(copy.gone) >> card & 1:
                raise BadPosition(f"{card_sign(card)} is played twice.")
            plays.append(_Play(int(copy.turn), card, word.endswith("*")))
            copy.hands[copy.turn] |= 1 << card
            rules.play_card(copy, card)
        return plays

    def _declared(self, text: str) -> list[int]:
        words = words_by_seat(text, "The annonces", _EXAMPLE)
        return [self._set(word) for word in words]

    def _play(self, plays: list[_Play], declared: list[int]) -> None:
        """Replay the cards from hands with all their known cards."""
        state = self.state
        for play in plays:
            if any(int(hand) >> play.card & 1 for hand in state.hands):
                raise BadPosition(f"{card_sign(play.card)} has been played and cannot be in a hand.")
        for play in plays:
            state.hands[play.seat] |= 1 << play.card
        for play in plays:
            if play.belote and int(memory.PAIRS) >> play.card & 1:
                other = int(memory.PAIRS) & 0xFFFF << 16 * (play.card >> 4) & ~(1 << play.card)
                self._give(play.seat, other)
        for seat, cards in enumerate(declared):
            self._give(seat, cards)
        for play in plays:
            why_not = None if self.unknown[play.seat] else reasons.why_not(state, play.card)
            if why_not is not None:
                raise BadPosition(f"Seat {play.seat} could not play {card_sign(play.card)}: {why_not['en']}")
            rules.play_card(state, play.card)
        self._check_said(plays, declared)

    def _give(self, seat: int, cards: int) -> None:
        """Give a hand these known cards in place of unknown ones."""
        missing = cards_of(cards & ~int(self.state.hands[seat]))
        if any(int(hand) & set_of(missing) for hand in self.state.hands) or len(missing) > self.unknown[seat]:
            raise BadPosition(f"Seat {seat} cannot have shown {card_sign(missing[0])}.")
        self.state.hands[seat] |= set_of(missing)
        self.unknown[seat] -= len(missing)

    def _check_said(self, plays: list[_Play], declared: list[int]) -> None:
        """Check that belotes and annonces match the hands."""
        state = self.state
        if [f"{card_text(p.card)}{'*' * p.belote}" for p in plays] != (
            _cards_text(state).split(",") if plays else []
        ):
            raise BadPosition(
                "Belote is announced with the first of king and queen of trumps from one hand, and only then."
            )
        if declared != [int(cards) for cards in state.declared]:
            raise BadPosition("The annonces do not match the hands, or have not been declared yet.")

    def _check_cards(self) -> None:
        """Check that every card of the pack is in exactly one place."""
        state = self.state
        if is_thrown_in(state):
            return
        hands = [int(hand) for hand in state.hands]
        check_once([int(state.gone), *hands])
        check_sizes(hands, self.unknown, lambda seat: int(memory.cards_left(state, seat)))

    def _read_sheet(self, text: str) -> None:
        """Read the finished deals: those before this one, and this one if it is over."""
        state = self.state
        rows = [] if text == NOTHING else text.split(";")
        self.rows = [self._row(row) for row in rows]
        state.sheet[:, :] = 0
        state.totals[:] = 0
        for index, row in enumerate(self.rows[: int(state.number) - 1]):
            state.sheet[index] = row
            state.totals[0] += row[rules.ROW_MARKS]
            state.totals[1] += row[rules.ROW_MARKS + 1]

    def _row(self, text: str) -> list[int]:
        words = text.split(":")
        pairs = [re.fullmatch("([0-9]{1,4}),([0-9]{1,4})", word) for word in words[4:]]
        if (
            len(words) != 7
            or None in pairs
            or words[1] not in ("0", "1", "2", "3")
            or words[2] not in ("1", "2", "4")
            or words[3] not in ("0", "1")
        ):
            raise BadPosition(
                f"{text!r} is not a finished deal: write for example 80h:0:1:1:92,70:20,0:192,70."
            )
        bid = read_move(words[0])
        if bid < calls.FIRST_BID:
            raise BadPosition(f"{words[0]} is not a bid.")
        numbers = [int(number) for pair in pairs if pair is not None for number in pair.groups()]
        return [bid, int(words[1]), int(words[2]) >> 1, int(words[3]), *numbers]

    def _check_sheet(self) -> None:
        state = self.state
        expected = finished_deals(state)
        if self.rows or rules.settled(state):
            check_rows(len(self.rows), expected)
        played = rules.settled(state) and not is_thrown_in(state)
        if played and [int(number) for number in state.sheet[expected - 1]] != self.rows[-1]:
            raise BadPosition("The last finished deal is not scored as it was played.")

    def _check_deal(self) -> None:
        """Check that the unknown cards can be dealt."""
        state = self.state
        full = [seat for seat in range(rules.SEATS) if not self.unknown[seat]]
        if rules.settled(state) or not full or not any(self.unknown):
            return
        copy, world = _copy(state), _copy(state)
        memory.determinise(copy, full[0], new_chance("position"), world)
        known = sum(int(hand).bit_count() for hand in world.hands)
        declared = not state.annonces or state.phase != calls.PLAY or memory.matches_declarations(world)
        if known + int(state.cards) != 32 or not declared:
            raise BadPosition("No deal of the unknown cards is consistent with what was played and shown.")


def _copy(state: Any) -> Any:
    other = np.zeros(1, rules.State).view(np.recarray)[0]
    verbs.copy(state, other)
    return other

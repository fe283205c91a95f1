"""Hearts in text: `7h` plays a card, `pass Qs Kh 2c` passes three, `deal` deals the next hand.

A position is nine words, of which all after the third may be omitted; sets of cards are written as in
`cards`, and `/` separates the four seats. For example

    c79hT/d8sAh7/?3/c8Qd9 2 2:7d,Jd sKA - - - - -8,0,-12,-20

1. the hands, with `?` and a number for unknown cards;
2. the number of the deal, from 1;
3. the phase: the seat that leads and the cards on the table, `2:7d,Jd` or `2:-`; or `pass`, `between` or
   `over`;
4. the cards of the finished tricks of this deal;
5. the scoring cards each seat has taken in them;
6. the voids each seat has shown, such as `h/-/cd/-`, with `p` for nothing but points;
7. the last trick, such as `1:7c,8c,Jc,9c`;
8. the cards each seat has passed in this deal, `?3` if unknown;
9. the scores of the finished deals, separated by `;`.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from partie.cards import refusals
from partie.cards.deck import (
    RANKS,
    SUITS,
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
    by_seat,
    read_cards,
    read_hands,
)
from partie.core.compiled import verbs
from partie.core.compiled.chance import new_chance
from partie.core.errors import BadPosition, illegal, not_a_move
from partie.core.game import Notation
from partie.core.parameters import Text
from partie.games.hearts import rules
from partie.games.hearts.rules.cards import (
    FULL,
    HAND_SIZES,
    PACKS,
)
from partie.games.hearts.text import refusals as reasons

_EXAMPLE = "for example 'c79/d8h7/?2/c8Q 2 2:- …'"
_PHASES = {"pass": rules.PASS, "between": rules.BETWEEN, "over": rules.OVER}


def move_text(move: int) -> str:
    """A move in notation."""
    if move == rules.DEAL:
        return "deal"
    if _is_card(move):
        return card_text(move)
    if not _is_pass(move):
        raise not_a_move(move)
    return f"pass {' '.join(card_text(card) for card in cards_of(rules.passed_cards(move)))}"


def _is_card(number: int) -> bool:
    return 0 <= number < rules.DEAL and number & 15 < len(RANKS)


def _is_pass(move: int) -> bool:
    """Whether a number stands for three cards to pass, in ascending order."""
    high, middle, low = move >> 12, move >> 6 & 63, move & 63
    return low < middle < high and all(_is_card(card) for card in (low, middle, high))


def read_move(text: str) -> int:
    """Read a move; `IllegalMove` if it cannot be read."""
    first, *rest = text.replace(",", " ").split() or [""]
    if first.lower() in ("deal", "donne") and not rest:
        return rules.DEAL
    if first.lower() in ("pass", "passe"):
        cards = [_card(word) for word in rest]
        if len(cards) != 3 or len(set(cards)) != 3:
            raise illegal(reasons.SENTENCES["three_cards"], text)
        return int(rules.pass_of(set_of(cards)))
    if rest:
        raise illegal(reasons.SENTENCES["how"], text)
    return _card(first)


def _card(word: str) -> int:
    card = read_card(word)
    if card is None:
        raise illegal(reasons.SENTENCES["how"], word)
    return card


class HeartsNotation(Notation):
    def move_text(self, state: Any, move: int) -> str:
        return move_text(move)

    def read_move(self, state: Any, text: str) -> int:
        return read_move(text)

    def why_illegal(self, state: Any, move: int) -> str | Text:
        if move == rules.DEAL:
            return refusals.OVER if state.phase == rules.OVER else refusals.CARDS_LEFT
        if _is_card(move):
            return reasons.why_not(state, move) or refusals.not_in_hand(move)
        if not _is_pass(move):
            return str(not_a_move(move))
        if state.phase != rules.PASS:
            not_now = reasons.SENTENCES["not_now"]
            early = {rules.OVER: refusals.OVER, rules.BETWEEN: refusals.BETWEEN, rules.PLAY: not_now}
            return early[int(state.phase)]
        absent = cards_of(int(rules.passed_cards(move)) & ~int(state.hands[state.turn]))
        return refusals.not_in_hand(absent[0]) if absent else str(not_a_move(move))

    def position_text(self, state: Any) -> str:
        return " ".join(
            [
                "/".join(
                    hand_text(int(state.hands[seat]), int(rules.cards_left(state, seat)))
                    for seat in range(rules.SEATS)
                ),
                str(state.number),
                _phase_text(state),
                set_text(int(state.gone) & ~set_of(_table(state))),
                _by_seat(state.taken, set_text),
                _by_seat(state.voids, _voids_text),
                _trick_text(int(state.last_leader), state.last) if state.last_leader >= 0 else NOTHING,
                _passes_text(state),
                _sheet_text(state),
            ]
        )

    def read_position(self, state: Any, text: str) -> None:
        sentence = (
            "A position is the hands of the four seats, the number of the deal and the phase, then at most six "
            f"more words about what has been played: {_EXAMPLE}."
        )
        with reading_position():
            _Reader(state, position_words(text, 3, 9, sentence)).read()


def _table(state: Any) -> list[int]:
    """The cards of the trick being played."""
    return [int(card) for card in state.trick if card >= 0]


def _by_seat(values: Any, write: Any) -> str:
    if not any(values):
        return NOTHING
    return "/".join(write(int(value)) for value in values)


def _voids_text(shown: int) -> str:
    letters = "".join(letter for suit, letter in enumerate(SUITS) if shown >> suit & 1)
    return (letters + "p" * bool(shown & rules.ONLY_POINTS)) or NOTHING


def _trick_text(leader: int, cards: Any) -> str:
    order = [int(cards[(leader + step) & 3]) for step in range(rules.SEATS)]
    return f"{leader}:{','.join(card_text(card) for card in order if card >= 0) or NOTHING}"


def _phase_text(state: Any) -> str:
    if state.phase == rules.PLAY:
        return _trick_text(int(state.leader), state.trick)
    return next(word for word, phase in _PHASES.items() if phase == state.phase)


def _passes_text(state: Any) -> str:
    if not state.chosen:
        return NOTHING
    return "/".join(
        set_text(int(state.passed[seat])) if state.passed[seat] or not state.chosen >> seat & 1 else "?3"
        for seat in range(rules.SEATS)
    )


def _finished(state: Any) -> int:
    """The number of deals scored so far."""
    return int(state.number) - (0 if rules.settled(state) else 1)


def _sheet_text(state: Any) -> str:
    rows = [",".join(str(score) for score in row) for row in state.sheet[: _finished(state)]]
    return ";".join(rows) or NOTHING


class _Reader:
    """Fills a state from the nine words of a position."""

    def __init__(self, state: Any, words: list[str]) -> None:
        self.state = state
        self.words = words
        self.unknown = [0] * rules.SEATS

    def read(self) -> None:
        state = self.state
        hands, number, phase, gone, taken, voids, last, passed, sheet = self.words
        if not re.fullmatch("[0-9]{1,2}", number) or not 1 <= int(number) <= rules.LAST_DEAL:
            raise BadPosition(f"The number of the deal is from 1 to {rules.LAST_DEAL}, not {number!r}.")
        state.number = int(number)
        state.dealer = (state.number + 2) & 3
        rules.clear_table(state)
        self._read_hands(hands)
        state.gone = self._set(gone)
        self._read_phase(phase)
        self._read_passes(passed)
        self._check_cards()
        self._read_taken(taken)
        self._read_voids(voids)
        self._read_last(last)
        self._read_sheet(sheet)
        self._check_deal()

    def _set(self, text: str) -> int:
        return read_cards(text, int(PACKS[self.state.deck]))

    def _read_hands(self, text: str) -> None:
        for seat, (cards, unknown) in enumerate(read_hands(text, int(PACKS[self.state.deck]), _EXAMPLE)):
            self.state.hands[seat], self.unknown[seat] = cards, unknown

    def _trick(self, text: str, most: int, what: str) -> tuple[int, list[int]]:
        match = re.fullmatch("([0-3]):(.+)", text)
        words = [] if match is None or match[2] == NOTHING else match[2].split(",")
        cards = [read_card(word) for word in words]
        if match is None or None in cards or len(cards) > most or len(set(cards)) != len(cards):
            raise BadPosition(
                f"{what} is the seat that leads, a colon and the cards in order, such as 2:7d,Jd or 2:-, not {text!r}."
            )
        return int(match[1]), [card for card in cards if card is not None]

    def _read_phase(self, text: str) -> None:
        state = self.state
        if text in _PHASES:
            state.phase = _PHASES[text]
            state.leader = state.turn = (state.dealer + 1) & 3
            if state.phase == rules.PASS and not rules.pass_distance(state):
                raise BadPosition("No cards are passed in this deal.")
            return
        leader, cards = self._trick(text, 3, "The trick")
        state.phase = rules.PLAY
        state.leader = state.turn = leader
        size = int(HAND_SIZES[state.deck])
        tricks, odd = divmod(int(state.gone).bit_count(), rules.SEATS)
        if odd or tricks >= size:
            raise BadPosition(
                f"Finished tricks have four cards each, and there are at most {size - 1}: not {int(state.gone).bit_count()} cards."
            )
        state.tricks = tricks
        before = int(state.gone)
        for card in cards:
            if not 1 << card & int(PACKS[state.deck]) or (before | int(state.gone)) >> card & 1:
                raise BadPosition(f"{card_sign(card)} cannot be on the table.")
            state.hands[state.turn] |= 1 << card
            rules.play_card(state, card)

    def _read_passes(self, text: str) -> None:
        state = self.state
        if state.phase == rules.PASS:
            self._read_choices(text)
            return
        if text == NOTHING:
            return
        if not rules.pass_distance(state):
            raise BadPosition("No cards are passed in this deal.")
        state.chosen = 15
        for seat, word in enumerate(by_seat(text, "The cards passed", _EXAMPLE)):
            state.passed[seat] = self._three(word, seat)
            receiver = (seat + int(rules.pass_distance(state))) & 3
            out = int(state.passed[seat]) & ~int(state.gone) & ~int(state.hands[receiver])
            if out and (not self.unknown[receiver] or any(int(hand) & out for hand in state.hands)):
                raise BadPosition(
                    f"Seat {receiver} does not have {card_sign(cards_of(out)[0])}, which seat {seat} passed."
                )

    def _three(self, word: str, seat: int) -> int:
        cards = 0 if word == "?3" else self._set(word)
        if word != "?3" and cards.bit_count() != 3:
            raise BadPosition(f"Seat {seat} passes three cards, or ?3 if they are not known, not {word!r}.")
        return cards

    def _read_choices(self, text: str) -> None:
        """Read the choices of cards to pass; seats choose in turn, beginning after the dealer."""
        state = self.state
        words = words_by_seat(text, "The cards passed", _EXAMPLE)
        order = [(int(state.turn) + step) & 3 for step in range(rules.SEATS)]
        chosen = [seat for seat in order if words[seat] != NOTHING]
        if chosen != order[: len(chosen)] or len(chosen) == rules.SEATS:
            raise BadPosition("Seats choose in turn what they pass, beginning after the dealer.")
        for seat in chosen:
            state.passed[seat] = self._three(words[seat], seat)
            state.chosen |= 1 << seat
            state.turn = (seat + 1) & 3

    def _check_cards(self) -> None:
        """Check that every card of the pack is in exactly one place."""
        state = self.state
        piles = [int(hand) for hand in state.hands] + [int(state.gone)]
        if state.phase == rules.PASS:
            piles += [int(cards) for cards in state.passed]
        seen = check_once(piles)
        check_sizes(piles[: rules.SEATS], self.unknown, lambda seat: int(rules.cards_left(state, seat)))
        unseen_choices = [
            seat
            for seat in range(rules.SEATS)
            if state.phase == rules.PASS and state.chosen >> seat & 1 and not state.passed[seat]
        ]
        hidden = sum(self.unknown) + 3 * len(unseen_choices)
        missing = int(PACKS[state.deck]) & ~seen
        if missing.bit_count() != hidden:
            raise BadPosition(
                f"{missing.bit_count()} cards are missing, beginning with {card_sign(cards_of(missing)[0])}."
                if missing
                else "More cards are marked as unknown than are left."
            )

    def _read_taken(self, text: str) -> None:
        state = self.state
        scored = int(state.gone) & ~set_of(_table(state)) & int(rules.counting(state))
        words = words_by_seat(text, "The cards taken", _EXAMPLE)
        for seat, word in enumerate(words):
            cards = self._set(word)
            if cards & ~scored:
                raise BadPosition(
                    f"Seat {seat} cannot have taken {card_sign(cards_of(cards & ~scored)[0])}: it does not score, or nobody has taken it."
                )
            scored &= ~cards
            state.taken[seat] = cards
        if scored:
            raise BadPosition(f"Write in the fifth word who has taken {card_sign(cards_of(scored)[0])}.")

    def _read_voids(self, text: str) -> None:
        state = self.state
        words = words_by_seat(text, "The voids", _EXAMPLE)
        for seat, word in enumerate(words):
            if set(word) - {*SUITS, "p"} and word != NOTHING:
                raise BadPosition(f"{word!r} is not a list of suits: write their letters, such as cd, or -.")
            for letter in word.strip(NOTHING):
                state.voids[seat] |= rules.ONLY_POINTS if letter == "p" else 1 << SUITS.index(letter)
            held = int(state.hands[seat]) & ~int(rules.may_hold(state, seat))
            if held:
                raise BadPosition(
                    f"Seat {seat} has {card_sign(cards_of(held)[0])} and cannot be void in that suit."
                )

    def _read_last(self, text: str) -> None:
        state = self.state
        if text == NOTHING:
            return
        leader, cards = self._trick(text, rules.SEATS, "The last trick")
        before = int(state.gone) & ~set_of(_table(state))
        if len(cards) != rules.SEATS or set_of(cards) & ~before:
            raise BadPosition("The last trick must be four cards of the finished tricks.")
        winner = max(range(rules.SEATS), key=lambda step: (cards[step] >> 4 == cards[0] >> 4, cards[step]))
        state.last_leader, state.last_winner = leader, (leader + winner) & 3
        for step, card in enumerate(cards):
            state.last[(leader + step) & 3] = card
        if state.phase == rules.PLAY and state.last_winner != state.leader:
            raise BadPosition(f"Seat {state.last_winner} won the last trick, so it leads.")

    def _read_sheet(self, text: str) -> None:
        state = self.state
        rows = [] if text == NOTHING else [row.split(",") for row in text.split(";")]
        settled = state.phase in (rules.BETWEEN, rules.OVER)
        expected = int(state.number) - (0 if settled else 1)
        if rows:
            check_rows(len(rows), expected)
        state.sheet[:, :] = 0
        state.totals[:] = 0
        for index, row in enumerate(rows):
            if len(row) != rules.SEATS or not all(re.fullmatch("-?[0-9]{1,2}", score) for score in row):
                raise BadPosition(
                    f"{','.join(row)!r} is not a row of scores of four seats, such as -5,0,-15,-20."
                )
            for seat, score in enumerate(row):
                if abs(int(score)) > rules.BEST:
                    raise BadPosition(f"Nobody scores {score} in a deal.")
                state.sheet[index, seat] = int(score)
                state.totals[seat] += int(score)
        if settled:
            self._check_end(bool(rows))

    def _check_end(self, scored: bool) -> None:
        state = self.state
        if not scored:
            raise BadPosition("Write the scores of the deals in the ninth word.")
        last = [int(state.sheet[state.number - 1, seat]) for seat in range(rules.SEATS)]
        if last != [int(rules.points(state, seat)) for seat in range(rules.SEATS)]:
            raise BadPosition("The last scores do not match the cards taken.")
        state.tricks = HAND_SIZES[state.deck]
        state.leader = state.last_winner if state.last_winner >= 0 else state.leader
        if bool(rules.is_last_deal(state)) != (state.phase == rules.OVER):
            raise BadPosition(
                "The game is over only after its last deal: write 'over' or 'between' accordingly."
            )

    def _check_deal(self) -> None:
        """Check that the unknown cards can be dealt."""
        state = self.state
        if state.phase == rules.PLAY and state.deck == FULL and not state.gone:
            others = [seat for seat in range(rules.SEATS) if seat != state.turn and state.hands[seat] & 1]
            if others:
                raise BadPosition(f"Seat {others[0]} has 2♣ and leads.")
        full = [seat for seat in range(rules.SEATS) if not rules.missing(state, seat)]
        if rules.settled(state) or not full:
            return
        world = np.zeros(1, rules.State).view(np.recarray)[0]
        verbs.copy(state, world)
        rules.give_known(world)
        if not rules.fill_hands(world, full[0], new_chance("position")):
            raise BadPosition("No deal of the unknown cards is consistent with the voids and passes.")

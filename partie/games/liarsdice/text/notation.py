"""Liar's Dice in text: `4x5` bids four fives, `liar` contests, `exact` confirms.

A position is five fields separated by spaces, for example `13356/???/-3 0 4 2x3,3x3 -`:

1. the dice of every seat, separated by `/`: the faces in ascending order, `?` for each unknown die, or `-`
   and the finishing place of a seat that is out;
2. the seat that starts the round, counted from 0;
3. the number of the round;
4. the bids of the round in order, separated by commas; `-` when there is none yet, `over` when the game is
   over;
5. the last showdown, or `-`: the dice shown, the seat that started, and the bids followed by the call,
   separated by `:`, for example `13356/246/3:1:1x3,2x3,liar`.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from partie.core.compiled.chance import new_chance
from partie.core.errors import BadPosition, IllegalMove, illegal, not_a_move
from partie.core.game import Notation
from partie.core.parameters import Text
from partie.core.phrases import filled
from partie.core.words import read_words, section
from partie.games.liarsdice import rules
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    bid,
    face_of,
    least,
    quantity_of,
    unrank,
)

_REFUSALS = section(read_words("partie.games.liarsdice"), "refusal")
_EXAMPLE = "for example '13356/???/-3 0 4 2x3,3x3 -'"
_MOST_DICE = rules.SEATS * rules.MOST_DICE
_CALLS = {"liar": CONTEST, "menteur": CONTEST, "exact": CONFIRM}
_BID = re.compile(r"([0-9]{1,3}) ?[x×] ?([0-9])")
_CUP = re.compile(r"[1-6]{1,6}|\?{1,6}|-[1-8]")


def move_text(move: int) -> str:
    """A move in notation."""
    if move in (CONTEST, CONFIRM):
        return "exact" if move == CONFIRM else "liar"
    if not 0 < quantity_of(move) <= _MOST_DICE or face_of(move) >= rules.FACES:
        raise not_a_move(move)
    return f"{quantity_of(move)}x{face_of(move) + 1}"


def read_move(text: str) -> int:
    """Read a move; `IllegalMove` if it cannot be read."""
    word = text.strip().lower()
    if word in _CALLS:
        return _CALLS[word]
    match = _BID.fullmatch(word)
    if match is None:
        raise illegal(_REFUSALS["how"], text)
    quantity, face = int(match[1]), int(match[2]) - 1
    if not 0 <= face < rules.FACES:
        raise illegal(filled(_REFUSALS["no_face"], {"face": face + 1}), text)
    if quantity == 0:
        raise illegal(_REFUSALS["no_dice"], text)
    return int(bid(quantity, face))


def round_bids(state: Any) -> list[tuple[int, int]]:
    """The bids of this round as (seat, move), in order."""
    counts = [int(n) for n in state.dice[: state.players]]
    return _bids(state, state.bids, counts, int(state.starter))


def shown_bids(state: Any) -> list[tuple[int, int]]:
    """The bids of the last showdown's round as (seat, move), in order."""
    counts = [int(cup.sum()) for cup in state.shown[: state.players]]
    return _bids(state, state.shown_bids, counts, int(state.shown_starter))


def _bids(state: Any, words: Any, counts: list[int], starter: int) -> list[tuple[int, int]]:
    total = sum(counts)
    places = [
        place for place in range(total * int(state.faces)) if int(words[place >> 6]) >> (place & 63) & 1
    ]
    order = [seat for seat in _clockwise(starter, len(counts)) if counts[seat]]
    return [
        (order[i % len(order)], int(unrank(place, total, int(state.faces), int(state.wild))))
        for i, place in enumerate(places)
    ]


def _clockwise(first: int, seats: int) -> list[int]:
    return [(first + step) % seats for step in range(seats)]


def cup_text(cup: Any) -> str:
    """The dice of a cup in ascending order, `13356`."""
    return "".join(str(face + 1) * int(count) for face, count in enumerate(cup))


class LiarsDiceNotation(Notation):
    def move_text(self, state: Any, move: int) -> str:
        return move_text(move)

    def read_move(self, state: Any, text: str) -> int:
        return read_move(text)

    def why_illegal(self, state: Any, move: int) -> str | Text:
        if state.ended:
            return _REFUSALS["over"]
        if move in (CONTEST, CONFIRM):
            return _REFUSALS["bid_first" if state.bid < 0 else "no_exact"]
        quantity, face = quantity_of(move), face_of(move)
        if quantity < 1 or face >= rules.FACES:
            return str(not_a_move(move))
        if face >= state.faces:
            return filled(_REFUSALS["faces"], {"faces": int(state.faces)})
        if quantity > state.total:
            return filled(_REFUSALS["in_play"], {"total": int(state.total)})
        if state.bid < 0:
            return _REFUSALS["no_ones"]
        return self._why_too_low(state, face)

    def _why_too_low(self, state: Any, face: int) -> Text:
        total = int(state.total)
        needed = int(least(face, int(state.standing), total, int(state.wild)))
        standing = move_text(int(state.standing))
        data = {"standing": standing, "face": face + 1, "needed": needed, "total": total}
        return filled(_REFUSALS["too_low" if needed <= total else "too_high"], data)

    def position_text(self, state: Any) -> str:
        bids = ",".join(move_text(move) for _, move in round_bids(state))
        cups = "/".join(_seat_text(state, seat) for seat in range(state.players))
        bids = bids or ("over" if state.ended else "-")
        return f"{cups} {state.starter} {state.rounds} {bids} {_showdown_text(state)}"

    def read_position(self, state: Any, text: str) -> None:
        fields = text.split()
        if len(fields) != 5:
            raise BadPosition(
                "A position is the dice of every seat, the starter, the round, the bids and the last showdown, "
                f"separated by spaces: {_EXAMPLE}."
            )
        dice, starter, number, bids, shown = fields
        _read_showdown(state, shown)
        after = None if state.caller < 0 else (list(state.dice), int(state.starter))
        _read_cups(state, dice)
        state.starter = _read_starter(state, starter)
        if after is not None and after != (list(state.dice), int(state.starter)):
            raise BadPosition("The dice or the starter do not follow from the last showdown.")
        state.rounds = _read_number(number, 1, rules.LAST_ROUND, "The number of the round")
        rules.tally(state)
        rules.clear_bids(state)
        _end_if_over(state, bids == "over")
        _play_bids(state, "-" if bids == "over" else bids)


def _seat_text(state: Any, seat: int) -> str:
    if state.dice[seat] == 0:
        return f"-{state.place[seat]}"
    return cup_text(state.cups[seat]) or "?" * int(state.dice[seat])


def _showdown_text(state: Any) -> str:
    if state.caller < 0:
        return "-"
    cups = "/".join(cup_text(cup) or "-" for cup in state.shown[: state.players])
    moves = [*(move for _, move in shown_bids(state)), int(state.call)]
    return f"{cups}:{state.shown_starter}:{','.join(move_text(move) for move in moves)}"


def _read_number(text: str, low: int, high: int, what: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise BadPosition(f"{what} is from {low} to {high}, not {text!r}.")
    return int(text)


def _read_starter(state: Any, text: str) -> int:
    starter = _read_number(text, 0, int(state.players) - 1, "The seat that starts")
    if state.dice[starter] == 0:
        raise BadPosition(f"Seat {starter} has no dice, so it cannot start the round.")
    return starter


def _split_cups(text: str) -> list[str]:
    cups = text.split("/")
    if not 2 <= len(cups) <= rules.SEATS:
        raise BadPosition(f"There are 2 to {rules.SEATS} seats, separated by '/': {_EXAMPLE}.")
    return cups


def _empty_table(state: Any) -> None:
    state.dice[:] = 0
    state.place[:] = 0
    state.cups[:, :] = 0


def _fill_cup(state: Any, seat: int, cup: str) -> None:
    """Set the dice of a seat from text that is known to be faces or question marks."""
    if len(cup) > state.most:
        raise BadPosition(f"Seat {seat} has {len(cup)} dice, but this game begins with {state.most}.")
    state.dice[seat] = len(cup)
    for face in cup.replace("?", ""):
        if int(face) > state.faces:
            raise BadPosition(
                f"Seat {seat} shows a {face}, but the dice of this game have faces 1 to {state.faces}."
            )
        state.cups[seat, int(face) - 1] += 1


def _read_cups(state: Any, text: str) -> None:
    cups = _split_cups(text)
    if state.caller >= 0 and len(cups) != state.players:
        raise BadPosition("The last showdown and the position have different numbers of seats.")
    state.players = len(cups)
    _empty_table(state)
    for seat, cup in enumerate(cups):
        if not _CUP.fullmatch(cup):
            raise BadPosition(
                f"The dice of seat {seat} are faces such as 13356, ? for each unknown die, or - and the finishing place if it is out."
            )
        if cup.startswith("-"):
            state.place[seat] = int(cup[1:])
        else:
            _fill_cup(state, seat, cup)
    _check_places(state)


def _check_places(state: Any) -> None:
    """Check the order of elimination: a place is one more than the number of seats that did better."""
    places = [int(place) for place in state.place[: state.players]]
    if all(places):
        raise BadPosition("Nobody has dice.")
    for place in filter(None, places):
        if place - 1 != sum(other < place for other in places):
            raise BadPosition(
                f"Place {place} is impossible: {sum(other < place for other in places)} seats did better."
            )


def _end_if_over(state: Any, said: bool) -> None:
    """End the game when one player is left or after the last round; the text must say so."""
    if said != (state.left == 1) and not (said and state.rounds == rules.LAST_ROUND):
        raise BadPosition(
            f"The game is over only when one seat is left or after round {rules.LAST_ROUND}: then write 'over' for the bids."
        )
    if said:
        state.ended = 1
        rules.finish(state)


def _play_bids(state: Any, text: str) -> None:
    for word in [] if text == "-" else text.split(","):
        move = _read_bid(word)
        if move not in _legal(state):
            raise BadPosition(
                f"The bid {word} is not legal. {LiarsDiceNotation().refusal(state, move, word)}"
            )
        rules.make_bid(state, move)


def _legal(state: Any) -> list[int]:
    out = np.empty(rules.MOVES, np.int64)
    return [int(move) for move in out[: rules.moves(state, out)]]


def _read_bid(word: str) -> int:
    try:
        move = read_move(word)
    except IllegalMove:
        move = CONTEST
    if quantity_of(move) == 0:
        raise BadPosition(f"{word!r} is not a bid: bids are written as in 2x3,3x3.")
    return move


def _read_showdown(state: Any, text: str) -> None:
    """Read the last showdown by replaying its round."""
    rules.clear_showdown(state)
    if text == "-":
        return
    parts = text.split(":")
    if len(parts) != 3:
        raise BadPosition(
            "The last showdown is written as the dice shown, the seat that started and the moves: 13356/246/3:1:1x3,2x3,liar."
        )
    cups = _split_cups(parts[0])
    state.players = len(cups)
    _empty_table(state)
    for seat, cup in enumerate(cups):
        if cup == "-":
            state.place[seat] = rules.SEATS
        elif re.fullmatch("[1-6]{1,6}", cup):
            _fill_cup(state, seat, cup)
        else:
            raise BadPosition(
                f"In the last showdown the dice of seat {seat} must be faces such as 13356, or -."
            )
    state.starter = _read_starter(state, parts[1])
    state.rounds = 1
    rules.tally(state)
    if state.left < 2:
        raise BadPosition("In the last showdown at least two seats must have dice.")
    rules.clear_bids(state)
    *bids, call = parts[2].split(",")
    _play_bids(state, ",".join(bids) or "-")
    if call not in ("liar", "exact") or state.bid < 0:
        raise BadPosition(
            "The moves of the last showdown are bids and then liar or exact, such as 1x3,2x3,liar."
        )
    if call == "exact" and not state.spot_on:
        raise BadPosition("Exact calls are switched off in this game.")
    rules.showdown(state, _CALLS[call], new_chance("position"))
    state.ended = 0

"""A view of Liar's Dice as JSON for clients, and as text for terminals. Faces are as on the dice, from 1."""

from __future__ import annotations

from typing import Any

from partie.core.game import State, View
from partie.core.phrases import seat_word, seats_word
from partie.games.liarsdice.rules.bids import (
    CONFIRM,
    CONTEST,
    face_of,
    quantity_of,
)
from partie.games.liarsdice.text.notation import (
    move_text,
    round_bids,
    shown_bids,
)
from partie.games.liarsdice.text.shapes import Bid, DiceView, Offer, Showdown

Words = dict[str, str]


def display(view: View) -> DiceView:
    record = view.record
    players = range(view.seats)
    moves = view.moves
    bids = [_bid(seat, move) for seat, move in round_bids(record)]
    return {
        "round": int(record.rounds),
        "dice": [int(record.dice[seat]) for seat in players],
        "most": int(record.most),
        "faces": int(record.faces),
        "wild": None if record.wild < 0 else int(record.wild) + 1,
        "spot_on": bool(record.spot_on),
        "caller_gains": bool(record.gains),
        "total": int(record.total),
        "own": dice_of(record.cups[view.seat]) if view.seat >= 0 else None,
        "cups": [dice_of(record.cups[seat]) for seat in players] if view.is_open else None,
        "starter": int(record.starter),
        "bids": bids,
        "bid": bids[-1] if bids else None,
        "legal": {
            "bids": _by_quantity(moves),
            "contest": CONTEST in moves,
            "confirm": CONFIRM in moves,
        },
        "places": [int(record.place[seat]) or None for seat in players],
        "showdown": _showdown(record, view.seats),
        "over": view.over,
    }


def dice_of(cup: Any) -> list[int]:
    """The faces in a cup, ascending."""
    return [face + 1 for face, count in enumerate(cup) for _ in range(int(count))]


def _bid(seat: int, move: int) -> Bid:
    return {
        "seat": seat,
        "quantity": quantity_of(move),
        "face": face_of(move) + 1,
        "move": move_text(move),
    }


def _by_quantity(moves: list[int]) -> list[Offer]:
    """The legal bids for a form with two controls: for each quantity, ascending, the faces that may be
    bid."""
    faces: dict[int, list[int]] = {}
    for move in moves:
        if quantity_of(move):
            faces.setdefault(quantity_of(move), []).append(face_of(move) + 1)
    return [{"quantity": quantity, "faces": sorted(faces[quantity])} for quantity in sorted(faces)]


def _showdown(record: Any, seats: int) -> Showdown | None:
    """The showdown at the end of the previous round, which everybody saw."""
    if record.caller < 0:
        return None
    bids = shown_bids(record)
    face = face_of(int(record.called)) + 1
    counting = {face, int(record.wild) + 1} - {0}
    cups = [dice_of(record.shown[seat]) for seat in range(seats)]
    key, data = showdown_phrase(record)
    return {
        "cups": cups,
        "counting": [[die in counting for die in cup] for cup in cups],
        "starter": int(record.shown_starter),
        "bids": [_bid(seat, move) for seat, move in bids],
        "bid": _bid(*bids[-1]),
        "caller": int(record.caller),
        "kind": "contest" if record.call == CONTEST else "confirm",
        "counted": int(record.counted),
        "lost": [int(record.lost[seat]) for seat in range(seats)],
        "sentence": {"key": key, "data": data},
    }


_OUTCOMES = {
    (CONTEST, True): "liarsdice.was_true",
    (CONTEST, False): "liarsdice.was_a_lie",
    (CONFIRM, False): "liarsdice.not_exact",
}


def showdown_phrase(record: Any) -> tuple[str, dict[str, Any]]:
    """The result of the last showdown, as a phrase."""
    quantity, counted = quantity_of(int(record.called)), int(record.counted)
    right = counted >= quantity if record.call == CONTEST else counted == quantity
    exact = "liarsdice.exact_gains" if record.gains else "liarsdice.exact"
    data = {
        "caller": seat_word(record.caller),
        "bidder": seat_word(shown_bids(record)[-1][0]),
        "bid": move_text(int(record.called)),
        "counted": counted,
    }
    return _OUTCOMES.get((int(record.call), right), exact), data


def dice_were_shown(before: State, after: State, seat: int) -> bool:
    """Whether the move in between was a call: all dice were shown and new ones rolled."""
    return bool(before.record.standing) and not after.record.standing


def outcome(state: State) -> tuple[str, dict[str, Any]] | None:
    """Who has won, as a phrase."""
    if not state.over:
        return None
    record = state.record
    first = [seat for seat in range(state.seats) if record.place[seat] == 1]
    if record.left == 1:
        return "liarsdice.last_with_dice", {"winner": seat_word(first[0]), "dice": int(record.dice[first[0]])}
    return "liarsdice.last_round", {"winners": seats_word(first), "dice": int(record.dice[first[0]])}


def draw(view: View) -> str:
    """The table for a terminal: the last showdown, everybody's dice, and the bids of the round."""
    record = view.record
    lines = []
    if record.caller >= 0:
        key, data = showdown_phrase(record)
        lines += [view.game.phrase(key, data)["en"], *_cup_lines(record, view.seats), ""]
    lines.append(
        f"Round {record.rounds}: {record.total} dice in play, faces 1 to {record.faces}{_wild(record)}"
    )
    lines += [_seat_line(view, seat) for seat in range(view.seats)]
    bids = ", ".join(f"{seat}: {move_text(move)}" for seat, move in round_bids(record))
    return "\n".join([*lines, f"bids: {bids or 'none yet'}"])


def _wild(record: Any) -> str:
    return "" if record.wild < 0 else f", {int(record.wild) + 1}s are wild"


def _cup_lines(record: Any, seats: int) -> list[str]:
    return [
        f"  seat {seat}: {' '.join(map(str, dice_of(record.shown[seat])))}{_loss(int(record.lost[seat]))}"
        for seat in range(seats)
        if record.shown[seat].any()
    ]


def _loss(lost: int) -> str:
    return {1: "   loses a die", -1: "   regains a die"}.get(lost, "")


def _seat_line(view: View, seat: int) -> str:
    record = view.record
    if record.dice[seat] == 0:
        return f"  seat {seat}: out, place {record.place[seat]}"
    dice = " ".join(map(str, dice_of(record.cups[seat]))) or "? " * int(record.dice[seat])
    turn = "   <- to move" if not view.over and view.to_move == seat else ""
    return f"  seat {seat}: {dice.strip()}{turn}"

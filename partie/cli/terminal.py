"""Playing in a terminal: draws the board and reads moves and commands."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from partie.core.agent import Agent, Budget, ask
from partie.core.errors import BadOption, PartieError
from partie.core.game import Game
from partie.core.match import Match
from partie.core.record import read_record, record_of
from partie.core.registry import build_agent

_THINKING_SECONDS = 10.0
_MAX_SHOWN = 80
"""Maximum number of legal moves shown at once."""
HELP = """Type a move, or:
  ?            list the legal moves; ? TEXT lists those that contain TEXT
  position     show the position as text
  hint         show what a strong program would play, and why
  undo         take back your last move
  save FILE    save the game to a file
  load FILE    continue a game from a file
  resign       resign
  quit         quit"""


class Terminal:
    """One person at one seat, programs on the others."""

    def __init__(
        self,
        game: Game,
        against: str,
        seat: int,
        options: Mapping[str, Any],
        seed: int | None,
        console: Console,
        seats: int | None = None,
    ) -> None:
        self._game, self._against, self._seat, self._console = game, against, seat, console
        self._match = Match(game, options, secrets.token_hex(8) if seed is None else seed, seats)
        if not 0 <= seat < self._match.state.seats:
            raise BadOption(
                f"There is no seat {seat}: seats are numbered from 0 to {self._match.state.seats - 1}."
            )
        self._agents: dict[int, Agent] = {}
        self._seat_programs()
        self._left = False

    def _seat_programs(self) -> None:
        self._agents = {
            seat: build_agent(self._game, self._against, f"{self._match.seed}/seat {seat}", files=True)
            for seat in range(self._match.state.seats)
            if seat != self._seat
        }

    def run(self) -> None:
        """Play until the end, or until the person leaves."""
        self._say(f"{self._game.title['en']}. You have seat {self._seat}, against {self._against}. {HELP}")
        self._draw()
        while not self._left and not self._match.state.over:
            if self._match.state.to_move == self._seat:
                self._read_command()
            else:
                self._play_program()
        if self._match.state.over:
            self._finish()

    def _play_program(self) -> None:
        view = self._match.view()
        decision = ask(self._agents[view.seat], view, Budget(_THINKING_SECONDS))
        self._match.play(decision.move)
        played = "a move you cannot see" if self._match.hidden[-1] else self._match.moves[-1]
        self._say(f"Seat {view.seat} plays {played}.", style="cyan")
        if self._match.state.over or self._match.state.to_move == self._seat:
            self._draw()

    def _read_command(self) -> None:
        try:
            line = self._console.input("your move: ").strip()
        except EOFError:
            self._left = True
            return
        word, _, rest = line.partition(" ")
        command = {
            "?": lambda: self._show_legal_moves(rest.strip()),
            "position": self._show_position,
            "help": self._show_help,
            "hint": self._show_hint,
            "undo": self._undo,
            "save": lambda: self._save(rest.strip()),
            "load": lambda: self._load(rest.strip()),
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
        }.get(word.lower())
        try:
            if command is not None:
                command()
            elif line:
                self._match.play(line)
                self._draw()
        except PartieError as error:
            self._say(f"{error} (Type help for a list of commands.)", style="red")

    def _show_legal_moves(self, text: str) -> None:
        view = self._match.view()
        moves = [view.text(move) for move in view.moves]
        found = [move for move in moves if text.lower() in move.lower()]
        self._say("  ".join(found[:_MAX_SHOWN]))
        if len(found) > _MAX_SHOWN:
            self._say(f"… and {len(found) - _MAX_SHOWN} more: type ? TEXT to see those that contain TEXT.")

    def _show_position(self) -> None:
        self._say(str(self._match.view(self._seat)))

    def _show_help(self) -> None:
        self._say(HELP)

    def _show_hint(self) -> None:
        view = self._match.view()
        decision = ask(build_agent(self._game, self._game.hinter), view, Budget(_THINKING_SECONDS))
        self._say(f"{view.text(decision.move)}", style="green")
        if decision.why is not None:
            self._say(self._game.phrase(decision.why.key, decision.why.data)["en"])

    def _undo(self) -> None:
        movers = self._match.movers
        if self._seat not in movers:
            raise PartieError("You have not moved yet: there is nothing to undo.")
        count = movers[::-1].index(self._seat) + 1
        if len(movers) - count < self._match.shown[self._seat]:
            raise PartieError("Something was revealed since your last move: it cannot be undone.")
        self._match.take_back(count)
        self._draw()

    def _save(self, name: str) -> None:
        if not name:
            raise PartieError("Name a file: save FILE.")
        names = [self._against] * self._match.state.seats
        names[self._seat] = "you"
        try:
            Path(name).write_text(str(record_of(self._match, names)), encoding="utf-8")
        except OSError as error:
            raise PartieError(f"{name} cannot be written: {error.strerror}.") from None
        self._say(f"Saved to {name}.")

    def _load(self, name: str) -> None:
        if not name:
            raise PartieError("Name a file: load FILE.")
        try:
            record = read_record(Path(name).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            raise PartieError(f"{name} cannot be read.") from None
        if record.game != self._game.name:
            raise PartieError(f"{name} is a game of {record.game}, not of {self._game.name}.")
        self._match = record.replay()
        self._seat_programs()
        self._draw()

    def _resign(self) -> None:
        self._say("You resigned.")
        self._left = True

    def _quit(self) -> None:
        self._left = True

    def _finish(self) -> None:
        scores = self._match.state.scores
        own, best = scores[self._seat], max(scores)
        word = (
            "You win!"
            if own == best and scores.count(best) == 1
            else "A draw."
            if own == best
            else "You lose."
        )
        self._say(word, style="bold")
        reason = self._game.outcome(self._match.state)
        if reason is not None:
            self._say(self._game.phrase(*reason)["en"])

    def _draw(self) -> None:
        self._say("\n" + self._game.draw(self._match.view(self._seat)))

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style, markup=False, highlight=False)

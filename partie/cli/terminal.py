"""Playing in a terminal: the board drawn, moves typed, and a clear sentence for anything else."""

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
_MOST_SHOWN = 80
"""Legal moves shown at once."""
HELP = """Type a move, or:
  ?            the legal moves; ? TEXT only those with TEXT in them
  position     the whole position as text
  hint         what a strong player would do, and why
  undo         take your last move back
  save FILE    write the game to a file
  load FILE    go on with a game from a file
  resign       give up
  quit         leave"""


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
            raise BadOption(f"There is no seat {seat}: seats go from 0 to {self._match.state.seats - 1}.")
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
        self._say(f"{self._game.title['en']}. You sit at seat {self._seat}, against {self._against}. {HELP}")
        self._draw()
        while not self._left and not self._match.state.over:
            if self._match.state.to_move == self._seat:
                self._person()
            else:
                self._program()
        if self._match.state.over:
            self._finish()

    def _program(self) -> None:
        view = self._match.view()
        decision = ask(self._agents[view.seat], view, Budget(_THINKING_SECONDS))
        self._match.play(decision.move)
        played = "a move you cannot see" if self._match.hidden[-1] else self._match.moves[-1]
        self._say(f"Seat {view.seat} plays {played}.", style="cyan")
        if self._match.state.over or self._match.state.to_move == self._seat:
            self._draw()

    def _person(self) -> None:
        try:
            line = self._console.input("your move: ").strip()
        except EOFError:
            self._left = True
            return
        word, _, rest = line.partition(" ")
        command = {
            "?": lambda: self._legal(rest.strip()),
            "position": self._position,
            "help": self._help,
            "hint": self._hint,
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
            self._say(f"{error} (Type help for what you can do.)", style="red")

    def _legal(self, wanted: str) -> None:
        view = self._match.view()
        texts = [view.text(move) for move in view.moves]
        found = [text for text in texts if wanted.lower() in text.lower()]
        self._say("  ".join(found[:_MOST_SHOWN]))
        if len(found) > _MOST_SHOWN:
            self._say(f"… and {len(found) - _MOST_SHOWN} more: type ? and a word they should have in them.")

    def _position(self) -> None:
        self._say(str(self._match.view(self._seat)))

    def _help(self) -> None:
        self._say(HELP)

    def _hint(self) -> None:
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
            raise PartieError("Something has been shown since your last move: it cannot be undone.")
        self._match.take_back(count)
        self._draw()

    def _save(self, name: str) -> None:
        if not name:
            raise PartieError("Say where: save FILE.")
        names = [self._against] * self._match.state.seats
        names[self._seat] = "you"
        try:
            Path(name).write_text(str(record_of(self._match, names)), encoding="utf-8")
        except OSError as error:
            raise PartieError(f"{name} cannot be written: {error.strerror}.") from None
        self._say(f"Saved to {name}.")

    def _load(self, name: str) -> None:
        if not name:
            raise PartieError("Say what: load FILE.")
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
        self._say("You gave up.")
        self._left = True

    def _quit(self) -> None:
        self._left = True

    def _finish(self) -> None:
        scores = self._match.state.scores
        mine, best = scores[self._seat], max(scores)
        word = (
            "You win!"
            if mine == best and scores.count(best) == 1
            else "A draw."
            if mine == best
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

"""`partie engine`: one of our agents as a program that others can ask."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from partie.core import registry
from partie.core.external import answer_line
from partie.shell import GameName


def engine(
    game: GameName,
    agent: Annotated[str, typer.Option(help="Who answers, a level or an agent spec.")],
    seed: Annotated[int, typer.Option(help="Same seed, same answers.")] = 0,
) -> None:
    """Answer questions of other programs, one line of JSON each.

    They come on standard input, and the moves go to standard output. It speaks the protocol of external
    agents, so anybody's program can play against ours."""
    chosen = registry.game(game)
    registry.check_specs(chosen, [agent], files=True)
    for number, line in enumerate(sys.stdin):
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
        except ValueError:
            reply: dict[str, object] = {"error": "A question is one line of JSON."}
        else:
            reply = answer_line(
                registry.build_agent(chosen, agent, f"{seed}/{number}", files=True), chosen, asked
            )
        print(json.dumps(reply, ensure_ascii=False), flush=True)

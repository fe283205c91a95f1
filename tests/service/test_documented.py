"""The requests our pages show, sent to a server as a reader would."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import partie
from partie.core.match import Match, play_out
from partie.core.record import record_of
from tests.pages import PAGES, Block, all_blocks
from tests.service.client import Server

ADDRESS = "localhost:8642"
REQUESTS = [
    pytest.param(block, id=block.page.name)
    for page in PAGES
    for block in all_blocks(page)
    if any(command.startswith("curl ") for command in block.commands)
]


@pytest.mark.parametrize("block", REQUESTS)
def test_the_server_answers(block: Block, server: Server, tmp_path: Path) -> None:
    game = partie.game("quarto")
    match = Match(game, seed="handed in")
    play_out(match, [partie.build_agent(game, "random", seat) for seat in range(2)])
    (tmp_path / "my-records").mkdir()
    (tmp_path / "my-records" / "game.txt").write_text(str(record_of(match, ["Ann", "Bob"])), encoding="utf-8")
    script = "\n".join(block.commands)
    assert ADDRESS in script
    script = script.replace(ADDRESS, server.url.removeprefix("http://"))
    done = subprocess.run(["bash", "-ec", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(("{", "["))
    assert '"error"' not in done.stdout

"""Phrases that players say to each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from partie.service.errors import TooMany
from partie.service.voices import Voices
from tests.service.client import PERSON, Server, Visitor, next_message


@pytest.fixture(scope="module")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("words")
    running = Server(folder / "tables.db", folder / "server.log", "--cold")
    yield running
    running.kill()


def test_nobody_shouts() -> None:
    now = 0.0
    voices = Voices(1.0, lambda: now)
    voices.require_pause("ann")
    voices.require_pause("bob")
    now = 0.4
    with pytest.raises(TooMany) as refused:
        voices.require_pause("ann")
    assert refused.value.data == {"seconds": 1}
    now = 1.0
    voices.require_pause("ann")


def test_everybody_hears_a_phrase_of_a_player(parlour: Server) -> None:
    ann = parlour.sit_down(PERSON, {"kind": "open"})
    guest = Visitor(parlour, ann.id, [], ann.table)
    with ExitStack() as pages:
        sockets = [pages.enter_context(one.live()) for one in (ann, guest)]
        for socket in sockets:
            next_message(socket)
        answer = parlour.http.post(
            f"{ann.path}/words", json={"phrase": "well_played"}, headers={"X-Seat-Secret": ann.secrets[0]}
        )
        assert answer.status_code == 204
        for socket in sockets:
            said = next_message(socket, lambda message: message["type"] == "word")
            assert said == {"type": "word", "seat": 0, "phrase": "well_played"}
    assert parlour.refused(f"{ann.path}/words", {"phrase": "hello"}) == (403, "forbidden")
    assert parlour.refused(f"{ann.path}/words", {"phrase": "you fool"}, *ann.secrets) == (422, "bad_request")
    assert ann.look()["seq"] == 0, "words are not part of the game"

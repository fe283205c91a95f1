"""Rate limits: an address that asks too often is refused while others are served."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from partie.service import connections, limits
from partie.service.connections import MAX_PER_ADDRESS
from partie.service.errors import TooMany
from partie.service.limits import RATES, LimitRates, LiveConnections, Meter, kind_of
from tests.service.client import PATIENCE, PERSON, Server, error_of
from tests.service.conftest import Start

TABLE = {"game": "quarto", "seats": [PERSON, PERSON]}


def neighbour(server: Server) -> httpx.Client:
    """Return a client with another address of this machine."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    return httpx.Client(base_url=f"{server.url}/api", timeout=PATIENCE, transport=transport)


def test_a_flood_of_tables_is_refused_and_others_are_served(start: Start) -> None:
    server = start("--public")
    answers = [server.http.post("/tables", json=TABLE) for _ in range(60)]
    made = [answer for answer in answers if answer.is_success]
    refused = [answer for answer in answers if not answer.is_success]
    assert RATES["tables"].burst <= len(made) < 40
    assert {answer.status_code for answer in refused} == {429}
    error = error_of(refused[-1])
    assert error["code"] == "too_many"
    assert refused[-1].headers["retry-after"] == str(error["data"]["seconds"])
    assert 0 < error["data"]["seconds"] <= RATES["tables"].seconds
    assert server.http.get("/health").is_success, "only tables are exhausted"
    with neighbour(server) as other:
        assert other.post("/tables", json=TABLE).is_success


def test_who_changes_addresses_is_still_counted(start: Start) -> None:
    server = start("--public", "--proxy", "127.0.0.1")

    def created(number: int, device: str) -> bool:
        asked = TABLE | {"seats": [PERSON | {"device": device}, PERSON]}
        address = {"X-Forwarded-For": f"203.0.113.{number}"}
        return server.http.post("/tables", json=asked, headers=address).is_success

    burst = RATES["tables"].burst
    assert burst <= sum(created(number, "a" * 32) for number in range(2 * burst)) < 2 * burst
    assert all(created(number, f"{number:032x}") for number in range(100, 120)), "others may"


def test_live_connections_are_counted_behind_a_proxy_too() -> None:
    connections = LiveConnections(public=True)
    with ExitStack() as held:
        for _ in range(MAX_PER_ADDRESS):
            held.enter_context(connections.held("203.0.113.1"))
        with pytest.raises(TooMany), connections.held("203.0.113.1"):
            pass
        with connections.held("203.0.113.2"):
            pass
    with connections.held("203.0.113.1"):
        pass


def test_a_private_server_does_not_count_its_own_machine(start: Start) -> None:
    server = start()
    for _ in range(RATES["tables"].burst + 5):
        assert server.http.post("/tables", json=TABLE).is_success


def test_only_trusted_proxies_may_forward_addresses(start: Start) -> None:
    def made(server: Server, spoofed: bool) -> int:
        answers = [
            server.http.post(
                "/tables", json=TABLE, headers={"X-Forwarded-For": f"203.0.113.{number if spoofed else 1}"}
            )
            for number in range(40)
        ]
        return sum(answer.is_success for answer in answers)

    behind_proxy = start("--public", "--proxy", "127.0.0.1")
    assert made(behind_proxy, True) == 40, "forty people behind one proxy"
    assert made(behind_proxy, False) < 40, "one person behind it"
    assert made(start("--public"), True) < 40, "anybody can send the header"


def test_websockets_are_counted(start: Start) -> None:
    server = start("--public")
    table = server.sit_down(PERSON, PERSON)
    address = server.url.replace("http", "ws") + f"/api{table.path}/live"

    def come_and_go() -> None:
        for _ in range(RATES["live"].burst * 3):
            with connect(address, open_timeout=PATIENCE):
                pass

    with pytest.raises(InvalidStatus) as refused:
        come_and_go()
    assert refused.value.response.status_code == 429
    assert "Retry-After" in refused.value.response.headers


HALVES = [
    b"",
    b"GET /api/health HT",
    b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
]


def half_sent(server: Server, count: int) -> list[socket.socket]:
    held = []
    for number in range(count):
        client = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), PATIENCE)
        client.sendall(HALVES[number % len(HALVES)])
        held.append(client)
    return held


def received(client: socket.socket) -> bytes:
    """Return everything the server sends until it closes the connection."""
    data = b""
    with client:
        try:
            while part := client.recv(4096):
                data += part
        except ConnectionResetError:
            pass
    return data


def test_half_sent_requests_are_not_held(start: Start) -> None:
    """Of many clients that never finish their request none is kept, and others are served meanwhile."""
    server = start("--hasty")
    held = half_sent(server, 300)
    assert server.http.get("/health").is_success
    answers = [received(client) for client in held]
    assert all(answer.startswith(b"HTTP/1.1 408 ") and b"too_slow" in answer for answer in answers)
    assert server.http.get("/health").is_success


def test_the_number_of_connections_per_address_is_limited(start: Start) -> None:
    server = start("--public")
    held = half_sent(server, connections.MAX_PER_ADDRESS)
    data = received(socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), PATIENCE))
    assert data.startswith(b"HTTP/1.1 429 ")
    assert b"too_many" in data
    with neighbour(server) as other:
        assert other.get("/health").is_success
    for client in held:
        client.close()


def test_the_total_number_of_connections_is_limited(start: Start) -> None:
    server = start("--max-connections", "100")
    held = half_sent(server, 100)
    data = received(socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), PATIENCE))
    assert data.startswith(b"HTTP/1.1 503 ")
    for client in held:
        client.close()


def test_a_slow_but_steady_client_is_served_again_and_again(start: Start) -> None:
    """The timeout is per request, not per connection."""
    server = start("--hasty")
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), PATIENCE) as client:
        for _ in range(3):
            client.sendall(b"GET /api/server HTTP/1.1\r\nHost: local")
            client.sendall(b"host\r\n\r\n")
            data = b""
            while not data.endswith(b"}"):
                data += client.recv(65536)
            assert data.startswith(b"HTTP/1.1 200 ")


def test_the_meter() -> None:
    now = 0.0
    meter = Meter(lambda: now)
    rate = RATES["tables"]
    assert [meter.wait("a", "tables") for _ in range(rate.burst)] == [0.0] * rate.burst
    assert meter.wait("a", "tables") == pytest.approx(rate.seconds)
    assert meter.wait("b", "tables") == 0.0
    now += rate.seconds
    assert meter.wait("a", "tables") == 0.0
    assert meter.wait("a", "tables") > 0


def test_the_meter_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MAX_KEYS", 100)
    meter = Meter(lambda: 5.0)
    for number in range(1000):
        meter.wait(str(number), "tables")
    assert len(meter._earned) <= 101
    assert ("999", "tables") in meter._earned


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/tables", "tables"),
        ("GET", "/api/tables/abc", "other"),
        ("POST", "/api/tables/abc/moves", "other"),
        ("POST", "/api/tables/abc/hint", "thinking"),
        ("POST", "/api/games/quarto/advice", "thinking"),
        ("POST", "/api/games/cups/chances", "thinking"),
        ("POST", "/api/games/cups/else", "other"),
        ("GET", "/api/qr", "thinking"),
        ("POST", "/api/records", "records"),
        ("GET", "/api/tables/abc/replay", "records"),
        ("GET", "/assets/index.js", None),
    ],
)
def test_kinds_of_requests(method: str, path: str, kind: str | None) -> None:
    computing = {"/api/games/cups/chances"}
    assert kind_of({"type": "http", "method": method, "path": path}, computing) == kind


@pytest.mark.parametrize(
    ("greedy", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        # IPv4 addresses as a dual-stack socket reports them.
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
    ],
)
def test_what_counts_as_one_address(greedy: str, other: str, is_same: bool) -> None:
    served: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        served.append(scope["client"][0])

    async def ask() -> None:
        limited = LimitRates(app, public=False)
        for address in [*[greedy] * RATES["tables"].burst, other]:
            scope = {"type": "http", "method": "POST", "path": "/api/tables", "client": (address, 1)}
            await limited(scope, _nothing, _ignored)

    asyncio.run(ask())
    assert served.count(greedy) == RATES["tables"].burst
    assert (other not in served) == is_same


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _ignored(message: Message) -> None: ...

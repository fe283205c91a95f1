"""What the server measures about itself, for Prometheus: `GET /metrics`.

Every process counts for itself. Where several share a database, each notes its figures there once a second,
and any of them shows those of all, with the label `process`."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from ipaddress import ip_address, ip_network
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from partie.service.errors import NotFound

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_BUCKETS = [(("le", bound),) for bound in (*(f"{one:g}" for one in _BOUNDS), "+Inf")]
_HELP = {
    "partie_requests_total": ("counter", "Requests answered, by route and status."),
    "partie_request_seconds": ("histogram", "Time to answer a request."),
    "partie_moves_total": ("counter", "Moves that arrived on live connections, by what became of them."),
    "partie_move_seconds": ("histogram", "Time from a move's arrival to when it is stored and sent."),
    "partie_batch_moves_total": ("counter", "Transactions that stored moves of live connections."),
    "partie_connections": ("gauge", "Live connections."),
    "partie_tables": ("gauge", "Tables in memory."),
    "partie_turns": ("gauge", "Tables at which a program is to move."),
    "partie_jobs_waiting": ("gauge", "Computations that wait for a thread, by lane."),
    "partie_jobs_running": ("gauge", "Computations in progress, by lane."),
    "partie_jobs_longest_wait_seconds": ("gauge", "How long the first computation of a lane has waited."),
    "partie_jobs_total": ("counter", "Computations begun, by lane."),
    "partie_jobs_wait_seconds_total": ("counter", "How long those waited before they began, together."),
    "partie_database_up": ("gauge", "Whether the database worked when it was last used."),
    "partie_up": ("gauge", "A process that is alive, by what it does."),
}
Labels = tuple[tuple[str, str], ...]
Samples = list[tuple[str, Labels, float]]


class Metrics:
    """Counters and histograms. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[tuple[str, Labels], float] = {}

    def count(self, name: str, amount: float = 1.0, **labels: str) -> None:
        """Add to a counter."""
        key = name, tuple(labels.items())
        with self._lock:
            self._values[key] = self._values.get(key, 0.0) + amount

    def observe(self, name: str, seconds: float) -> None:
        """Add a time to a histogram."""
        bucket = f"{name}_bucket"
        with self._lock:
            for labels in _BUCKETS[bisect_left(_BOUNDS, seconds) :]:
                self._values[bucket, labels] = self._values.get((bucket, labels), 0.0) + 1
            for part, amount in ((f"{name}_sum", seconds), (f"{name}_count", 1.0)):
                self._values[part, ()] = self._values.get((part, ()), 0.0) + amount

    def samples(self) -> Samples:
        """Return all values with their names and labels."""
        with self._lock:
            return [(name, labels, value) for (name, labels), value in self._values.items()]


METRICS = Metrics()
"""Those of this process."""


def of_thinking(figures: Mapping[str, Any]) -> Samples:
    """Return what waits and runs, as samples."""
    found: Samples = [("partie_turns", (), figures["turns"])]
    names = {
        "waiting": "partie_jobs_waiting",
        "running": "partie_jobs_running",
        "longest_wait": "partie_jobs_longest_wait_seconds",
        "begun": "partie_jobs_total",
        "waited": "partie_jobs_wait_seconds_total",
    }
    for lane, values in figures["lanes"].items():
        found += [(names[what], (("lane", lane),), value) for what, value in values.items()]
    return found


def written(processes: Mapping[str, Iterable[Any]]) -> str:
    """Return the samples of every process in the text format of Prometheus."""
    by_family: dict[str, list[str]] = {}
    for process, samples in processes.items():
        for name, labels, value in samples:
            family = next(
                (one for one in _HELP if name in (one, f"{one}_bucket", f"{one}_sum", f"{one}_count")), name
            )
            shown = ",".join(f'{key}="{_escaped(text)}"' for key, text in [("process", process), *labels])
            by_family.setdefault(family, []).append(f"{name}{{{shown}}} {value:g}")
    lines = []
    for family, rows in by_family.items():
        kind, help_text = _HELP.get(family, ("untyped", ""))
        lines += [f"# HELP {family} {help_text}", f"# TYPE {family} {kind}", *rows]
    return "\n".join(lines) + "\n"


def _escaped(text: object) -> str:
    return str(text).replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def is_allowed(address: str, allowed: Iterable[str]) -> bool:
    """Whether an address belongs to one of these networks."""
    try:
        asked = ip_address(address)
        return any(asked in ip_network(one, strict=False) for one in allowed)
    except ValueError:
        return False


router = APIRouter()


@router.get("/metrics", include_in_schema=False)
def metrics(request: Request) -> PlainTextResponse:
    """Return the figures of all processes, to who may see them."""
    client = request.client.host if request.client else ""
    if not is_allowed(client, request.app.state.metrics_for):
        raise NotFound("There is nothing at this address.")
    text = written(request.app.state.service.all_figures())
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")

"""Figures of one process, in the form that Prometheus reads.

Everything has its place before the first player comes: labels are bound once, what is counted with
every message costs next to nothing (ops.tallies), and no label is ever taken from what a client sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from dogpark.server.entries import NAMES
from dogpark.server.ops.tallies import OTHER, Tallies, Times
from dogpark.wire.tells import Kind

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
QUICK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
SLOW: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

# When each counter was made would double what is told.
disable_created_metrics()  # type: ignore[no-untyped-call] # the library leaves it untyped


class Metrics:
    """The figures of this process. Gauges marked so are asked when somebody looks.

    A registry of its own rather than the library's global one: several servers may run in one
    process, as they do in tests. ``number``: of one of ``count`` siblings.
    """

    def __init__(self, version: str = "", number: int = 0, count: int = 1) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)

        def counter(name: str, words: str, *labels: str) -> Counter:
            return Counter(f"dogpark_{name}", words, labels, registry=registry)

        def gauge(name: str, words: str, *labels: str) -> Gauge:
            return Gauge(f"dogpark_{name}", words, labels, registry=registry)

        def tallies(name: str, words: str, label: str, *values: str) -> Tallies:
            return Tallies(registry, f"dogpark_{name}", words, label, values)

        def seconds(name: str, words: str, bounds: tuple[float, ...] = QUICK) -> Times:
            return Times(registry, f"dogpark_{name}_seconds", words, bounds)

        gauge("build_info", "Always 1; says which version runs.", "version").labels(version).set(1)
        which = "Always 1; says which of several processes on one file this is."
        gauge("process_info", which, "number").labels(str(number)).set(1)
        again = "Times that a process on this file was started again, as all of them tell it."
        self.restarts = tallies("restarts", again, "of", "hub", *map(str, range(count)))
        self.draining = gauge("draining", "1 while this process is on its way out.")

        self.sockets = gauge("sockets_open", "Sockets connected to this process.")
        self.watchers = gauge("watchers", "Tables watched, counted once for each socket.")
        self.tables_loaded = gauge("tables_loaded", "Tables in this process's memory.")
        self.tables_kept = gauge("tables_kept", "Tables whose bots and clocks this process runs.")

        appended = "Entries this process has appended to the log."
        self.entries = tallies("entries", appended, "entry", *NAMES.values(), OTHER)
        self.append_seconds = seconds("append", "From handing an entry to the log to its commit.")
        self.acknowledge_seconds = seconds(
            "acknowledge", "From receiving a message to handing its answer to the socket's queue."
        )
        self.conflicts = counter(
            "append_conflicts_total", "Appends that found their number taken, and were judged anew."
        )
        self.unsaved = counter("append_failures_total", "Appends while the database was away.")
        refused = "Messages refused, by kind."
        self.refusals = tallies("refusals", refused, "kind", *get_args(Kind), OTHER)

        ways = ("in", "out")
        messages = tallies("messages", "Messages over sockets.", "direction", *ways)
        self.messages_in, self.messages_out = messages["in"], messages["out"]
        told = "Bytes of messages over sockets."
        sent = tallies("message_bytes", told, "direction", *ways)
        self.bytes_in, self.bytes_out = sent["in"], sent["out"]
        self.slow_sockets = counter(
            "sockets_dropped_total", "Sockets closed because they did not read what was sent."
        )

        self.bot_jobs = gauge("bot_jobs_waiting", "Bot moves that wait for a worker.")
        self.bot_memory = gauge(
            "bot_memory_bytes", "Memory of this process's workers for bots, together."
        )
        self.games_compiled = gauge(
            "games_compiled", "Games whose rules bots have as machine code; the others are slower."
        )
        self.bot_seconds = seconds("bot_thinking", "What a bot's move took in a worker.", SLOW)
        self.bot_stumbles = counter(
            "bot_stumbles_total", "Bots that failed and were replaced by a simpler one."
        )

        self.loop_lag = seconds("loop_lag", "How much later than due the event loop came round.")
        self.bus_up = gauge("bus_up", "1 while the bus answers, or none is needed.")
        self.log_up = gauge("log_up", "1 while the database takes entries.")
        self.bus_up.set(1)  # nobody is alarmed before the first try
        self.log_up.set(1)

        self._requests = counter("http_requests_total", "HTTP requests.", "route", "status")
        self._request_seconds = Histogram(
            "dogpark_http_seconds",
            "HTTP requests, from the first to the last byte.",
            ("route",),
            registry=registry,
            buckets=SLOW,
        )
        self._routes: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def restarted(self, times: Mapping[str, int]) -> None:
        """How often each was started again, as the family tells it."""
        for of, count in times.items():
            self.restarts[of].value = count

    def request(self, route: str, status: int, took: float) -> None:
        """Count an HTTP request. ``route`` is the handler's pattern, never the address asked for."""
        found = self._routes.get((route, status))
        if found is None:
            found = self._requests.labels(route, str(status)), self._request_seconds.labels(route)
            self._routes[route, status] = found
        found[0].inc()
        found[1].observe(took)

    def render(self) -> bytes:
        return generate_latest(self.registry)

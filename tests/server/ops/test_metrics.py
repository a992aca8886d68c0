"""The figures of a process."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from dogpark.server.ops.metrics import Metrics


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def test_every_figure_of_ours_says_so_and_explains_itself() -> None:
    metrics = Metrics("1.2.3")
    names = {figure.name for figure in metrics.registry.collect()}
    others = {name for name in names if not name.startswith("dogpark_")}
    assert all(name.startswith(("process_", "python_")) for name in others)
    assert len(names - others) >= 20
    for figure in metrics.registry.collect():
        assert figure.documentation.strip()


def test_two_servers_in_one_process_count_for_themselves() -> None:
    one, two = Metrics(), Metrics()
    one.sockets.inc()
    assert value(one, "dogpark_sockets_open") == 1
    assert value(two, "dogpark_sockets_open") == 0


def test_every_kind_of_entry_and_refusal_is_there_before_the_first() -> None:
    metrics = Metrics()
    assert value(metrics, "dogpark_entries_total", entry="moved") == 0
    assert value(metrics, "dogpark_entries_total", entry="begun") == 0
    assert value(metrics, "dogpark_refusals_total", kind="illegal now") == 0
    metrics.entries["moved"].inc()
    assert value(metrics, "dogpark_entries_total", entry="moved") == 1


def test_what_nobody_foresaw_is_counted_together() -> None:
    metrics = Metrics()
    for number in range(1000):
        metrics.entries[f"invented {number}"].inc()
    assert value(metrics, "dogpark_entries_total", entry="other") == 1000
    assert len(metrics.render().splitlines()) < 500


def test_a_gauge_may_be_asked_when_somebody_looks() -> None:
    metrics = Metrics()
    tables = ["a", "b"]
    metrics.tables_loaded.set_function(lambda: len(tables))
    assert value(metrics, "dogpark_tables_loaded") == 2
    tables.append("c")
    assert value(metrics, "dogpark_tables_loaded") == 3


def test_requests_are_counted_by_route_and_status() -> None:
    metrics = Metrics()
    metrics.request("/api/tables/{table:str}", 200, 0.01)
    metrics.request("/api/tables/{table:str}", 200, 0.02)
    metrics.request("/api/tables/{table:str}", 404, 0.02)
    route = {"route": "/api/tables/{table:str}"}
    assert value(metrics, "dogpark_http_requests_total", status="200", **route) == 2
    assert value(metrics, "dogpark_http_requests_total", status="404", **route) == 1
    assert value(metrics, "dogpark_http_seconds_count", **route) == 3


def test_what_is_rendered_can_be_read_again() -> None:
    metrics = Metrics("1.2.3")
    metrics.acknowledge_seconds.observe(0.003)
    read = {f.name: f for f in text_string_to_metric_families(metrics.render().decode())}
    assert read["dogpark_acknowledge_seconds"].type == "histogram"
    assert read["dogpark_build_info"].samples[0].labels == {"version": "1.2.3"}

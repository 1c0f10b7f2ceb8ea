"""Figures for Prometheus equal what was done, and hold no name of anybody's; the log as JSON beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from segtier import __version__
from segtier.api.app import create_app
from segtier.model.account import ITSELF
from segtier.services import keep_webhooks
from segtier.services.context import Context
from segtier.settings import Settings
from tests.client import Client
from tests.integration.caller import REPORT, SECRET, Caller
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.stack import Product, Setup, new_setup

Figures = dict[tuple[str, ...], float]
UPLOADS = "/api/v1/uploads"


def figures(text: str) -> Figures:
    """By name and the values of its labels in the order of their names."""
    return {
        (one.name, *(value for _, value in sorted(one.labels.items()))): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


class Watched(Caller):
    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._app: FastAPI = create_app(
            Settings(secret=SECRET, allowed_hosts=("localhost",), metrics_port=0),  # type: ignore[arg-type]
            context,
        )

    def figures(self) -> Figures:
        return figures(generate_latest(self._app.state.metrics.registry).decode())


def test_figures_are_what_was_done(context: Context) -> None:
    caller = Watched(context)
    at_first = caller.figures()
    assert at_first["segtier_jobs", "ingest", "queued"] == at_first["segtier_queue_oldest_seconds",] == 0
    hook, _ = keep_webhooks.add_webhook(context.store, ITSELF, "https://hooks.example/x")
    files = {"shop.json": REPORT, "next.json": a_report(snap=200), "broken.html": b"<html>no report</html>"}
    for name, data in files.items():
        caller.post("/uploads", key=None, files={"file": (name, data)})
    waiting = caller.figures()
    assert waiting["segtier_jobs", "ingest", "queued"] == 3
    assert waiting["segtier_queue_oldest_seconds",] > 0
    work_through(context)
    (database,) = caller.get("/databases").json()["items"]
    for _ in range(3):
        assert caller.get(f"/databases/{database['id']}/advice", ssd="700GB").status_code == 200
    for path in ("/nowhere", f"/databases/{'x' * 300}", "/nowhere/else"):
        caller.get(path)
    caller.call("BREW", "/uploads")
    seen = caller.figures()
    sent = keep_webhooks.list_deliveries(context.store, hook.id, 200)
    (failed,) = (one["error"]["code"] for one in caller.get("/uploads").json()["items"] if one["error"])
    expected = {
        ("segtier_build_info", *_python_of(seen), __version__): 1,
        ("segtier_database_up",): 1,
        ("segtier_databases",): 1,
        ("segtier_reports",): 2,
        ("segtier_uploads",): 3,
        ("segtier_upload_bytes",): sum(map(len, files.values())),
        ("segtier_jobs", "ingest", "queued"): 0,
        ("segtier_jobs", "ingest", "succeeded"): 2,
        ("segtier_jobs", "ingest", "failed"): 1,
        ("segtier_jobs_failed", failed): 1,
        ("segtier_queue_oldest_seconds",): 0,
        ("segtier_answers_total", "made"): 1,
        ("segtier_answers_total", "kept"): 2,
        ("segtier_webhook_deliveries", "waiting"): len(sent),
        ("segtier_webhook_deliveries", "dead"): 0,
        ("segtier_event_streams_open",): 0,
        ("segtier_worker_up",): 0,
        ("segtier_http_request_duration_seconds_count", "POST", UPLOADS, "202"): 3,
        ("segtier_http_request_duration_seconds_count", "GET", "/api/v1/databases/{database_id}/advice", "200"): 3,
        ("segtier_http_request_duration_seconds_count", "GET", "none", "404"): 2,
    }
    assert {name: seen.get(name) for name in expected} == expected
    assert sent
    routes = {name[2] for name in seen if name[0] == "segtier_http_request_duration_seconds_count"}
    assert all(route == "none" or "{" in route or re.fullmatch(r"[a-z0-9/]+", route) for route in routes), routes
    assert not [name for name in seen if "BREW" in name or any("SHOP" in part for part in name)]


def _python_of(seen: Figures) -> tuple[str, ...]:
    (info,) = (name for name in seen if name[0] == "segtier_build_info")
    return info[1:-1]


def test_a_database_that_is_away_is_a_figure_too(context: Context) -> None:
    caller = Watched(context)
    with context.store.write(ITSELF) as tx:
        tx.connection().exec_driver_sql("ALTER TABLE jobs RENAME TO away")
    seen = caller.figures()
    assert seen["segtier_database_up",] == 0
    assert ("segtier_disk_free_bytes",) in seen


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Product, Path]]:
    folder = tmp_path_factory.mktemp("watched")
    setup: Setup = new_setup("sqlite", folder / "data")
    setup.env.update(SEGTIER_METRICS_PORT="0", SEGTIER_LOG_FORMAT="json", SEGTIER_ACCESS_LOG="true")
    with (folder / "log").open("w") as log, Product(setup, "--port", "0", log=log) as product:
        yield product, folder / "log"


def test_a_running_product_is_scraped_beside_its_own_address(running: tuple[Product, Path]) -> None:
    product, _ = running
    (line,) = (line for line in product.output if line.startswith("Metrics: "))
    address = line.removeprefix("Metrics: ")
    with Client(product.url) as client:
        client.upload("shop.json", a_report())
        client.finished()
        with client.http.stream("GET", "/api/v1/events/stream") as stream:
            assert stream.status_code == 200, stream.read()
            seen = figures(httpx.get(address).text)
        assert client.http.get("/metrics").status_code == 404
    assert seen["segtier_event_streams_open",] == 1
    assert seen["segtier_worker_up",] == 1
    assert seen["segtier_jobs", "ingest", "succeeded"] == 1
    assert seen["segtier_http_request_duration_seconds_count", "POST", UPLOADS, "202"] == 1


def test_each_line_of_its_log_is_an_object_without_secrets(running: tuple[Product, Path]) -> None:
    product, log = running
    httpx.get(product.url)
    httpx.get(
        f"{product.url.partition('/?')[0]}/api/v1/uploads\u202e", headers={"Authorization": f"Bearer {product.secret}"}
    )
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.read_text().splitlines()]
    assert product.secret not in log.read_text()
    refused = lines[-1]
    assert (refused["level"], refused["status"], refused["method"]) == ("WARNING", 404, "GET")
    assert refused["path"] == "/api/v1/uploads\u202e"
    assert refused["request_id"].startswith("req_")
    assert log.read_text().replace("\n", "").isprintable()

"""A bell that cannot ring fails no upload that was accepted, and keeps none from being read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.files import a_report
from tests.stack import Product, a_worker

BROKERS = {
    "nobody listens": "redis://127.0.0.1:1/0",
    "no such socket": "redis+socket:///nonexistent/redis.sock",
    "its library is not installed": "mongodb://127.0.0.1/bells",
    "no such kind of broker": "pigeon://127.0.0.1",
}


@pytest.mark.parametrize("broker", BROKERS)
def test_without_a_broker_a_report_is_taken_and_read(request: pytest.FixtureRequest, broker: str) -> None:
    with a_fresh_setup(request, "sqlite") as fresh:
        setup = replace(fresh, env={**fresh.env, "SEGTIER_BROKER_URL": BROKERS[broker]})
        with Product(setup, "--port", "0", "--no-worker") as web, Client(web.url) as client:
            client.upload("report.json", a_report())
            with a_worker(setup):
                assert [one["state"] for one in client.finished()] == ["succeeded"]

"""A bell that cannot ring fails no upload that was accepted, and keeps none from being read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.files import a_report
from tests.stack import Product

BROKERS = {
    "nobody listens": ("postgresql", "redis://127.0.0.1:1/0"),
    "no such socket": ("sqlite", "redis+socket:///nonexistent/redis.sock"),
    "its library is not installed": ("sqlite", "mongodb://127.0.0.1/bells"),
    "no such kind of broker": ("postgresql", "pigeon://127.0.0.1"),
}


@pytest.mark.parametrize("broker", BROKERS)
def test_without_a_broker_reports_are_taken_and_read_and_it_is_said(
    request: pytest.FixtureRequest, broker: str
) -> None:
    name, address = BROKERS[broker]
    with a_fresh_setup(request, name) as fresh:
        setup = replace(fresh, env={**fresh.env, "SEGTIER_BROKER_URL": address})
        with Product(setup, "--port", "0") as running, Client(running.url) as client:
            for snap in (10, 20, 30):
                client.upload(f"{snap}.json", a_report(snap=snap))
            assert [one["state"] for one in client.finished()] == ["succeeded"] * 3
            ready = client.http.get("/readyz")
    assert (ready.status_code, ready.json()["ready"], ready.json()["degraded"]) == (200, True, True)
    assert [part["name"] for part in ready.json()["parts"] if not part["ready"]] == ["broker"]

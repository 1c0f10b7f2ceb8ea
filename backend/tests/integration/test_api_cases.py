"""Some of what `robustness/api_cases.py` does at length: requests made from the OpenAPI document."""

from __future__ import annotations

from robustness.api_cases import run
from tests.client import Client
from tests.stack import Product

CASES = 450
SEED = 20260722


def test_generated_requests_get_declared_answers(client: Client, product: Product) -> None:
    assert client.uploads() == []
    outcome = run(product, CASES, SEED)
    assert outcome.faults == {}
    assert outcome.cases >= CASES
    assert len(outcome.good) > 15, "operations that succeeded with some of the requests"
    assert {200, 202, 400, 404, 405, 422} <= set(outcome.by_status)

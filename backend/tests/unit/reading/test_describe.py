"""What is stored of a document beside it."""

from dataclasses import fields
from typing import Any

import pytest

from segtier.model.inventory import Inventory
from segtier.reading import describe as module
from segtier.store.records import ReportFacts
from tests.builders import a_workload


@pytest.mark.parametrize("document", [a_workload(), Inventory()])
def test_every_fact_is_told(document: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is left out would have, of each report, the value of those read before it was known."""
    monkeypatch.setattr(module, "ReportFacts", lambda **told: told)
    told: Any = module.describe(document, file="a.html", sha256=None, sample=False)
    assert {field.name for field in fields(ReportFacts)} == {*told}, "reading/describe.py"

"""Evidence that is made when it is looked at stands wherever a tuple does."""

from __future__ import annotations

import pytest

from segtier.documents import as_builtins, decode, encode
from segtier.later import Later, made_later
from segtier.masking.printed import printed_names
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.client_formats import FORMATS

STATISTICS = ("OWNER", "OBJECT_NAME", "SUBOBJECT_NAME", "OBJECT_TYPE", "TABLESPACE_NAME", "STATISTIC_NAME", "VALUE")
ROWS = [
    ("SHOP", name, None, "TABLE", "SHOP_DATA", statistic, 1_000 * at)
    for at, name in enumerate(("ORDERS", "LINES"), 1)
    for statistic in ("physical reads", "physical writes")
]


@pytest.fixture
def export() -> Workload:
    document = read_document(FORMATS["sqlplus csv"](STATISTICS, ROWS), "v$segment_statistics.csv")
    assert isinstance(document, Workload)
    assert isinstance(document.segments[0].evidence, Later)
    return document


def test_an_export_is_the_same_as_its_document_read_again(export: Workload) -> None:
    again = decode(encode(export), Workload)
    assert isinstance(again.segments[0].evidence, tuple)
    assert again == export
    assert export == again
    assert as_builtins(export) == as_builtins(again)
    assert printed_names([export]) == printed_names([again])


def test_it_is_what_it_makes() -> None:
    some, none = made_later(range, 3), made_later(range, 0)
    assert (list(some), len(some), some[1], some[:2], hash(some)) == ([0, 1, 2], 3, 1, (0, 1), hash((0, 1, 2)))
    assert some == (0, 1, 2)
    assert some == made_later(range, 3)
    assert some != none
    assert not none

"""Segments that nobody gave a size, where others have theirs: which they are is said."""

from __future__ import annotations

import pytest

from segtier.advisor.case import build_case
from segtier.advisor.segments.no_size import said_of_unsized
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes

HOUR = a_workload(
    (a_wait("db file sequential read", 1_800.0, 6.0),),
    segments=(a_segment("ORDERS", 200_000.0), a_segment("LINES", 90_000.0), a_segment("LOG", 500.0)),
)
CASES: tuple[tuple[str, tuple[str, ...], list[str]], ...] = (
    ("all have one", ("ORDERS", "LINES", "LOG"), []),
    ("not the hottest", ("LINES", "LOG"), ["SHOP.ORDERS"]),
    ("two have none", ("LOG",), ["SHOP.ORDERS", "SHOP.LINES"]),
    ("one that reads next to nothing", ("ORDERS", "LINES"), []),
    ("nobody gave any", (), []),
)


@pytest.mark.parametrize(("sized", "named"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_who_has_no_size_is_named(sized: tuple[str, ...], named: list[str]) -> None:
    inventories = [some_sizes(*((name, 4.0) for name in sized))] if sized else []
    found = said_of_unsized(build_case([HOUR], inventories, a_request(draws=20)).segments.loads)
    warnings = [one.message for one in found]
    assert len(warnings) == bool(named)
    assert all(name in message for message in warnings for name in named)

"""A name in an export is what stands there. What no script may carry is refused by the plan, not mended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from segtier.model.inventory import Inventory
from segtier.model.plan import PlanSegment
from segtier.model.workload import Workload
from segtier.plan.write_plan import write_plan
from segtier.reports import read_document
from tests.client_formats import plain_json, sql_developer_csv, sql_developer_xml, sqlplus_csv, tabs, xlsx, xmlgen
from tests.sentences import worded
from tests.unit.plan.requests import a_request, a_segment

Writer = Callable[[Sequence[str], Any], bytes]
LINE_BREAKS = ("a\n/\nb", "a\n\nb", "T;\nDROP TABLE X;", "\nA", "A\n")
BLANKS = ("a  b", "a b", "T \u00a0 T")
SIZES = ("OWNER", "SEGMENT_NAME", "SEGMENT_TYPE", "TABLESPACE_NAME", "BYTES")
COUNTERS = ("OWNER", "OBJECT_NAME", "STATISTIC_NAME", "VALUE")
WRITERS = (sqlplus_csv, tabs, plain_json, sql_developer_xml, xmlgen, xlsx)


@pytest.mark.parametrize("writer", WRITERS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("name", LINE_BREAKS + BLANKS)
def test_sizes(writer: Writer, name: str) -> None:
    document = read_document(writer(SIZES, [["SHOP", name, "TABLE", name, 65536]]), "sizes")
    assert isinstance(document, Inventory)
    assert [(one.owner, one.name, one.tablespace) for one in document.segments] == [("SHOP", name, name)]


@pytest.mark.parametrize("name", LINE_BREAKS + BLANKS)
def test_counters(name: str) -> None:
    document = read_document(sqlplus_csv(COUNTERS, [[name, name, "physical reads", 5]]), "counters")
    assert isinstance(document, Workload)
    assert [(one.owner, one.name) for one in document.segments] == [(name, name)]


def test_windows_line_ends() -> None:
    document = read_document(sql_developer_csv(SIZES, [["SHOP", "a\n/\nb", "TABLE", "D", 65536]]), "sizes")
    assert isinstance(document, Inventory)
    assert [one.name for one in document.segments] == ["a\r\n/\r\nb"]


@pytest.mark.parametrize("name", LINE_BREAKS)
def test_a_line_break_is_refused_with_its_reason(name: str) -> None:
    (refused,) = write_plan(a_request(move=(a_segment(name), a_segment()))).refused
    assert isinstance(refused, PlanSegment)
    assert (refused.name, refused.reason) == (name, worded("plan/name-holds-control"))

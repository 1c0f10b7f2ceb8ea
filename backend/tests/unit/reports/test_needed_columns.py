"""Tables without a column that their rows mean nothing without: not read, and said so."""

from __future__ import annotations

import re

import pytest

from segtier.model.pair import Pair
from segtier.reports import read_document
from tests.unit.reports import pages
from tests.unit.reports.rac_pages import comparison, part, rac_report
from tests.unit.reports.test_awr_miner import block, miner

_TOP = ["Event", "Wait Class", "Waits", "Time(s)", "Avg Time(ms)", "%DB time"]
_TOP_ROW = ["x read", "User I/O", "1,203", "9.00", "7.48", "50"]
TOP = part("Top Timed Events", [("1st", 6), ("2nd", 6)], _TOP * 2, [_TOP_ROW * 2])
PARAMETERS = part(
    "init.ora Parameters",
    [("", 1), ("1st Period", 2), ("2nd Period", 2)],
    ["Parameter Name", *["Begin Snap Value", "End Snap Value"] * 2],
    [["db_files", "200", "", "300", ""]],
)
STATEMENTS = part(
    "Top SQL Comparison by Physical Reads",
    [("", 1), ("% Total Physical Reads", 2), ("#Executions", 2)],
    ["SQL Id", *["1st", "2nd"] * 2],
    [["0a1b2c3d4e5f6", "37.27", "35.14", "124,882", "176,182"]],
)
HISTOGRAM = block(
    "IO-WAIT-HISTOGRAM",
    ["SNAP_ID", "WAIT_CLASS", "EVENT_NAME", "WAIT_TIME_MILLI", "WAIT_COUNT"],
    [["11", "User I/O", "x read", "1", "600"]],
)


@pytest.mark.parametrize(
    ("data", "column", "section", "state"),
    [
        (pages.report(), b">Release<", "Database", "missing"),
        (pages.report(), b">Snap Time<", "Snapshots", "missing"),
        (rac_report(), b">I#<", "Instance", "missing"),
        (comparison(), b">Snapshot Set<", "Database (1st period)", "missing"),
        (comparison(TOP), b">Waits<", "Top Timed Events (1st period)", "unreadable"),
        (comparison(PARAMETERS), b">End Snap Value<", "init.ora Parameters (1st period)", "unreadable"),
        (comparison(STATEMENTS), b">SQL Id<", "SQL ordered by Reads (1st period)", "unreadable"),
        (miner(HISTOGRAM), b"WAIT_TIME_MILLI", "IO-WAIT-HISTOGRAM", "unreadable"),
    ],
    ids=lambda value: value.decode().strip("<>") if isinstance(value, bytes) and len(value) < 20 else "",
)
def test_a_table_without_a_column_it_needs_is_not_read(data: bytes, column: bytes, section: str, state: str) -> None:
    """The first column of that name is headed with as many X: tables without a heading are then missing."""
    assert state_of(data, section) == "found"
    damaged = data.replace(column, re.sub(rb"[^<>]", b"X", column), 1)
    assert state_of(damaged, section) == state


def state_of(data: bytes, section: str) -> str:
    document = read_document(data, None)
    workload = document.first if isinstance(document, Pair) else document
    return next(one.state for one in workload.sections if one.name == section)

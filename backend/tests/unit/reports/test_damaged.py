"""Damaged reports: cut, with parts removed or bytes flipped. Whole parts are read, the rest is missing; nothing crashes."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import SegtierError
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests import corpus
from tests.unit.reports import pages

EVENTS = ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"]
ROWS = [[f"event {place}", f"{place + 1},234", "0", "10", "100", "1.0", "50.0"] for place in range(9)]
STATISTICS = ["Statistic", "Total", "per Second", "per Trans"]
SMALL = pages.report(
    pages.section("Foreground Wait Events", EVENTS, ROWS),
    pages.section(
        "Instance Activity Stats", STATISTICS, [[f"s {place}", f"{place},000", "1.0", "1.0"] for place in range(9)]
    ),
)
LISTS = (
    "wait_events",
    "time_model",
    "load_profile",
    "instance_statistics",
    "parameters",
    "io_functions",
    "os_statistics",
)
REAL = ("11.1.0.7.0-rac-exa-DEMO3", "11.2.0.3.0-si-DBM", "12.2.0.1.0-rac-exa-iesaved")


def sources() -> list[Any]:
    real = [pytest.param(part, marks=corpus.needs_corpus, id=part) for part in REAL]
    return [pytest.param(None, id="small"), *real]


def bytes_of(part: str | None) -> bytes:
    return SMALL if part is None else corpus.report(part)


def read(data: bytes) -> Workload | None:
    """The workload, or None where it is refused; any other exception fails the test."""
    try:
        document = read_document(data, "damaged.html")
    except SegtierError:
        return None
    assert isinstance(document, Workload)
    return document


def rows(workload: Workload, name: str) -> set[Any]:
    """Rows without their evidence and without what other sections add to them."""
    plain = (replace(row, evidence=()) for row in getattr(workload, name))
    return {replace(row, wait_class=None) if name == "wait_events" else row for row in plain}


@pytest.mark.parametrize("part", sources())
def test_every_row_of_a_cut_report_is_a_row_of_the_whole(part: str | None) -> None:
    """No half-printed figure is taken for a whole one."""
    data = bytes_of(part)
    whole = read(data)
    assert whole is not None
    chance = random.Random(20240601)
    cuts = range(200, len(data), 7) if part is None else [chance.randrange(2_000, len(data)) for _ in range(25)]
    for cut in cuts:
        found = read(data[:cut])
        if found is None:
            continue
        for name in LISTS:
            if name == "wait_events" and "top-events-only" in codes(found):
                continue
            assert rows(found, name) <= rows(whole, name), f"cut at byte {cut}: {name}"
        if cut < len(data) - 40:
            assert "truncated" in codes(found), f"cut at byte {cut}"


@pytest.mark.parametrize(("left", "totals"), [("7,000", [1_000.0]), ("7,000</td></tr>\n</table>", [1_000.0, 7_000.0])])
def test_the_last_row_of_a_table_that_breaks_off_is_not_whole(left: str, totals: list[float]) -> None:
    """Figures may go on behind the break: 7,000 of 7,000,000."""
    page = pages.report(
        pages.section("Instance Activity Stats", STATISTICS, [["s 1", "1,000", "1", "1"], ["s 2", "1", "1", "7,000"]])
    ).decode()
    found = read((page.partition("7,000")[0].replace(">s 2</td>", ">s 2</td>") + left).encode())
    assert found is not None
    assert [row.name for row in found.instance_statistics] == ["s 1", "s 2"][: len(totals)]


def codes(workload: Workload) -> set[str]:
    return {warning.code for warning in workload.warnings}


@pytest.mark.parametrize("part", sources())
def test_flipped_bytes_never_crash(part: str | None) -> None:
    data = bytes_of(part)
    chance = random.Random(7)
    for _ in range(60 if part is None else 12):
        damaged = bytearray(data)
        for _ in range(chance.choice((1, 20, 500))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        read(bytes(damaged))


@pytest.mark.parametrize("part", sources())
def test_removed_tables_leave_missing_sections_and_no_other_change(part: str | None) -> None:
    data = bytes_of(part)
    whole = read(data)
    assert whole is not None
    spans = [match.span() for match in re.finditer(rb"<table.*?</table>", data, re.IGNORECASE | re.DOTALL)]
    chance = random.Random(3)
    for start, end in chance.sample(spans, min(len(spans), 12)):
        found = read(data[:start] + data[end:])
        assert found is not None
        for name in LISTS:
            taken = rows(found, name)
            if name == "wait_events" and "top-events-only" in codes(found):
                continue
            assert taken <= rows(whole, name) or name in ("load_profile",), name


def test_several_reports_in_one_file_read_the_first() -> None:
    second = SMALL.replace(b"MINE", b"OTHER").replace(b"event 1", b"event of another report")
    found = read(SMALL + second)

    assert found is not None
    assert found.database.name == "MINE"
    assert "event of another report" not in {row.event for row in found.wait_events}
    assert "several-reports" in codes(found)


def test_overflow_is_unknown_and_told() -> None:
    row = ["event", "#########", "0", "10", "100", "1.0", "50.0"]
    found = read(pages.report(pages.section("Foreground Wait Events", EVENTS, [row, *ROWS])))

    assert found is not None
    assert found.wait_events[0].waits is None
    (warning,) = [one for one in found.warnings if one.code == "overflow"]
    assert (warning.section, "'Waits'" in warning.message) == ("Foreground Wait Events", True)

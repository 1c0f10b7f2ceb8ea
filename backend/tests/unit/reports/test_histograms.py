"""Wait event histograms: bounds in us, and detail tables put in place of the main table's buckets."""

from __future__ import annotations

import pytest

from segtier.model.workload import WaitHistogram, Workload
from segtier.reports import read_document
from segtier.reports.sections.wait_histograms import bound_us
from tests.unit.reports import pages

OLD = ["<1ms", "<2ms", "<4ms", "<8ms", "<16ms", "<32ms", "<=1s", ">1s"]
OLD_DETAIL = ["<32ms", "<64ms", "<1/8s", "<1/4s", "<1/2s", "<1s", "<2s", ">=2s"]
NEW = ["<8us", "<16us", "<32us", "<64us", "<128us", "<256us", "<512us", ">=512us"]
NEW_DETAIL = ["<512us", "<1ms", "<2ms", "<4ms", "<8ms", "<16ms", "<32ms", ">=32ms"]


def grouped(heading: str, columns: list[str], rows: list[list[str]]) -> str:
    """Two heading rows, as Oracle prints them: a colspan over the buckets, then the names."""
    table = pages.section(heading, columns, rows)
    return table.replace("<tr>", f'<tr><td></td><td></td><th colspan="{len(columns) - 2}">% of Waits</th></tr><tr>', 1)


def read(*parts: str) -> WaitHistogram:
    document = read_document(pages.report(*parts), None)
    assert isinstance(document, Workload)
    (only,) = document.wait_histograms
    return only


@pytest.mark.parametrize(
    ("text", "ms_us", "bound"),
    [
        ("<1ms", 1000, 1000),
        ("<512us", 1024, 512),
        ("<1ms", 1024, 1024),
        ("<=1s", 1000, 1_024_000),
        ("<1/8s", 1000, 128_000),
        ("< 1m", 1000, 65_536_000),
        ("<1/4h", 1000, 1_048_576_000),
        (">=2s", 1000, None),
        (">1s", 1000, None),
    ],
)
def test_bounds(text: str, ms_us: float, bound: float | None) -> None:
    assert bound_us(text, ms_us) == bound


def test_blank_share_is_zero_and_total_is_abbreviated() -> None:
    row = ["log file sync", "32K", "99.3", ".3", ".1", ".1", ".1", "", "", ".1"]
    found = read(grouped("Wait Event Histogram", ["Event", "Total Waits", *OLD], [row]))

    assert found.waits == 32000
    assert [(one.from_us, one.to_us, one.pct_of_waits) for one in found.buckets][:2] == [
        (0, 1000, 99.3),
        (1000, 2000, 0.3),
    ]
    assert found.buckets[5].pct_of_waits == 0.0
    assert (found.buckets[-1].from_us, found.buckets[-1].to_us) == (1_024_000, None)


def test_details_refine_the_old_layout() -> None:
    main = ["x", "10", "50.0", "", "", "", "", "", "50.0", ""]
    detail = ["x", "5", "50.0", "10.0", "10.0", "10.0", "10.0", "10.0", "", ""]
    found = read(
        grouped("Wait Event Histogram", ["Event", "Total Waits", *OLD], [main]),
        grouped("Wait Event Histogram Detail (64 msec to 2 sec)", ["Event", "Waits 64ms to 2s", *OLD_DETAIL], [detail]),
    )

    assert sum(one.pct_of_waits or 0 for one in found.buckets) == 100
    assert [(one.from_us, one.to_us) for one in found.buckets][6:8] == [(32_000, 64_000), (64_000, 128_000)]
    assert len(found.evidence) == 2


def test_details_refine_the_new_layout() -> None:
    main = ["x", "10", "", "", "", "", "", "", "50.0", "50.0"]
    detail = ["x", "5", "50.0", "20.0", "20.0", "10.0", "", "", "", ""]
    found = read(
        grouped("Wait Event Histogram", ["Event", "Total Waits", *NEW], [main]),
        grouped("Wait Event Histogram (up to 32 ms)", ["Event", "Waits 1ms to 32ms", *NEW_DETAIL], [detail]),
    )

    assert sum(one.pct_of_waits or 0 for one in found.buckets) == 100
    assert [(one.from_us, one.to_us, one.pct_of_waits) for one in found.buckets][7:9] == [
        (512, 1024, 20),
        (1024, 2048, 20),
    ]

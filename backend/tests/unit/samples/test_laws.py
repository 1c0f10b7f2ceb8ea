"""The printed figures of one report agree with each other, as a real report's do. Read with lxml, not with Segtier."""

from __future__ import annotations

import re

import pytest

from segtier.samples.activity import Report
from segtier.samples.awr_html import render
from segtier.samples.awr_segments import segment_lists
from segtier.samples.printed import BLANK
from tests.unit.samples.printed_page import Page, data_bytes, microseconds, number

QUIET, BATCH, BUSY = 4, 2, 11


@pytest.fixture(params=["quiet hour", "batch hour", "busy hour", "after"], scope="module")
def page(request: pytest.FixtureRequest, before: tuple[Report, ...], after: Report) -> Page:
    chosen = {"quiet hour": before[QUIET], "batch hour": before[BATCH], "busy hour": before[BUSY], "after": after}
    return Page(render(chosen[request.param]))


def test_db_time_is_the_same_everywhere(page: Page) -> None:
    minutes = number(page.column("Snapshots", 2)["DB Time:"].removesuffix(" (mins)"))
    assert minutes * 60 == pytest.approx(page.db_time_s, abs=0.31)
    assert page.statistics["DB time"] / 100 == pytest.approx(page.db_time_s, abs=0.01)
    assert number(page.column("Load Profile", 1)["DB Time(s):"]) * page.elapsed_s == pytest.approx(
        page.db_time_s, abs=0.051 * page.elapsed_s
    )


def test_db_time_is_cpu_and_waits_and_a_modest_rest(page: Page) -> None:
    waits_s = sum(number(row[3]) for row in page.rows("Foreground Wait Events") if row[6] != BLANK and row[6])
    cpu_s = number(page.column("Time Model Statistics", 1)["DB CPU"])
    rest = 1 - (waits_s + cpu_s) / page.db_time_s
    assert 0.02 < rest < 0.07


@pytest.mark.parametrize("heading", ["Foreground Wait Events", "Background Wait Events"])
def test_time_is_waits_times_average(page: Page, heading: str) -> None:
    for event, waits, _, time_s, average, *_ in page.rows(heading):
        product_s = number(waits) * microseconds(average) / 1e6
        assert product_s == pytest.approx(number(time_s), abs=0.5 + 0.006 * product_s), event


def test_wait_classes_add_up_to_the_events(page: Page) -> None:
    classes_s = sum(number(row[3]) for row in page.rows("Foreground Wait Class") if row[0] != "DB CPU")
    busy = [row for heading in ("Foreground", "Background") for row in page.rows(f"{heading} Wait Events") if row[6]]
    foreground = [row for row in page.rows("Foreground Wait Events") if row[6]]
    assert classes_s == pytest.approx(sum(number(row[3]) for row in foreground), abs=0.5 * (len(foreground) + 9))
    both_s = sum(number(row[2]) for row in page.rows("Wait Classes") if row[0] != "DB CPU")
    assert both_s == pytest.approx(sum(number(row[3]) for row in busy), abs=0.5 * (len(busy) + 9))


def test_shares_of_db_time(page: Page) -> None:
    for event, _, _, time_s, *_, share in page.rows("Foreground Wait Events"):
        if share:
            expected = 100 * number(time_s) / page.db_time_s
            assert number(share) == pytest.approx(expected, abs=0.006 + 51 / page.db_time_s), event


def test_top_ten_repeats_the_event_list(page: Page) -> None:
    listed = {row[0]: (row[1], row[4]) for row in page.rows("Foreground Wait Events")}
    top = page.rows("Top 10")
    assert len(top) == 10
    assert [(row[1], row[3]) for row in top if row[0] != "DB CPU"] == [
        listed[row[0]] for row in top if row[0] != "DB CPU"
    ]
    assert [number(row[2]) for row in top] == sorted((number(row[2]) for row in top), reverse=True)


@pytest.mark.parametrize(
    ("label", "statistic"),
    [
        ("Redo size (bytes):", "redo size"),
        ("Logical read (blocks):", "session logical reads"),
        ("Block changes:", "db block changes"),
        ("Physical read (blocks):", "physical reads"),
        ("Physical write (blocks):", "physical writes"),
        ("Read IO requests:", "physical read IO requests"),
        ("Write IO requests:", "physical write IO requests"),
        ("User calls:", "user calls"),
        ("Executes (SQL):", "execute count"),
    ],
)
def test_load_profile_is_total_over_elapsed(page: Page, label: str, statistic: str) -> None:
    per_s = number(page.column("Load Profile", 1)[label])
    expected = page.statistics[statistic] / page.elapsed_s
    assert per_s == pytest.approx(expected, abs=0.051 + 1e-4 * expected)


def test_physical_reads_are_cached_and_direct(page: Page) -> None:
    s = page.statistics
    assert s["physical reads"] == s["physical reads cache"] + s["physical reads direct"]
    assert s["physical writes"] == s["physical writes from cache"] + s["physical writes direct"]
    assert s["consistent gets"] + s["db block gets"] == s["session logical reads"]
    assert number(page.rows("Buffer Pool Statistics")[0][4]) == s["physical reads cache"]


def test_single_block_waits_are_single_block_reads(page: Page) -> None:
    waits = {side: page.column(f"{side} Wait Events", 1) for side in ("Foreground", "Background")}
    lone = sum(number(w["db file sequential read"]) for w in waits.values())
    scattered = sum(number(w.get("db file scattered read", "0")) for w in waits.values())
    batched = 5 * number(waits["Foreground"]["db file parallel read"])
    direct = sum(number(waits["Foreground"][f"direct path read{kind}"]) for kind in ("", " temp"))
    assert lone + scattered + batched + direct == page.statistics["physical read IO requests"]
    assert number(waits["Foreground"]["log file sync"]) == page.statistics["user commits"]


@pytest.mark.parametrize(("side", "column"), [("read", 2), ("write", 5)])
def test_iostat_agrees_with_instance_statistics(page: Page, side: str, column: int) -> None:
    expected = page.statistics[f"physical {side} total IO requests"] / page.elapsed_s
    for heading in ("IOStat by Function summary", "IOStat by Filetype summary"):
        *parts, total = page.rows(heading)
        assert total[0] == "TOTAL:"
        assert number(total[column]) == pytest.approx(expected, rel=2e-4, abs=0.02), heading
        assert number(total[column]) == pytest.approx(sum(number(p[column]) for p in parts), abs=0.006 * len(parts))
        volume = data_bytes(total[column - 1])
        assert volume == pytest.approx(page.statistics[f"physical {side} total bytes"], rel=0.06), heading


def test_tablespaces_add_up_to_the_instance_and_files_to_tablespaces(page: Page) -> None:
    s = page.statistics
    tablespaces = page.rows("Tablespace IO Stats")
    assert sum(number(row[1]) for row in tablespaces) == s["physical read IO requests"]
    assert sum(number(row[8]) for row in tablespaces) == s["physical write IO requests"]
    files: dict[str, float] = {}
    for row in page.rows("File IO Stats"):
        files[row[0]] = files.get(row[0], 0.0) + number(row[2])
    assert files == {row[0]: number(row[1]) for row in tablespaces}


@pytest.mark.parametrize("kind", segment_lists(), ids=lambda kind: kind.title)
def test_segment_lists_stay_below_their_total(page: Page, kind: object) -> None:
    title = kind.title  # type: ignore[attr-defined]
    if f"{title}</h3>\n<p />" in page.text:
        assert title == "Segments by Optimized Reads", "without a flash cache only this list is empty"
        return
    values = [number(row[7]) for row in page.rows(title)]
    assert values == sorted(values, reverse=True)
    assert 1 <= len(values) <= 5
    notes = page.text.split(f"{title}</h3>", 1)[1].split("</ul>", 1)[0]
    stated = re.search(r"Total [^:]+:\s*([\d,]+)", notes)
    if stated:
        total = number(stated[1])
        assert sum(values) <= total
        for row, value in zip(page.rows(title), values, strict=True):
            assert number(row[8]) == pytest.approx(100 * value / total, abs=0.006)


@pytest.mark.parametrize(
    ("title", "label", "statistic"),
    [
        ("Segments by Logical Reads", "Total Logical Reads", "session logical reads"),
        ("Segments by Physical Reads", "Total Physical Reads", "physical reads"),
        ("Segments by Physical Read Requests", "Total Physical Read Requests", "physical read IO requests"),
        ("Segments by Direct Physical Reads", "Total Direct Physical Reads", "physical reads direct"),
        ("Segments by Physical Writes", "Total Physical Writes", "physical writes"),
        ("Segments by Physical Write Requests", "Total Physical Write Requests", "physical write IO requests"),
    ],
)
def test_segment_totals_are_the_instance_statistics(page: Page, title: str, label: str, statistic: str) -> None:
    notes = page.text.split(f"{title}</h3>", 1)[1].split("</ul>", 1)[0]
    stated = re.search(re.escape(label) + r":\s*([\d,]+)", notes)
    assert stated
    assert number(stated[1]) == page.statistics[statistic]


def test_buffer_pool_advisory_falls_and_is_one_at_the_present_size(page: Page) -> None:
    rows = page.rows("Buffer Pool Advisory")
    factors = [number(row[4]) for row in rows]
    reads = [number(row[5]) for row in rows]
    assert factors == sorted(factors, reverse=True)
    assert reads == sorted(reads, reverse=True)
    (present,) = [row for row in rows if row[2] == "1.00"]
    assert (present[1], present[4]) == ("14,336", "1.00")
    for row, factor in zip(rows, factors, strict=True):
        assert number(row[5]) == pytest.approx(number(present[5]) * factor, rel=0.005 / factor + 1e-3), row


_EDGES_US = {
    "Wait Event Histogram (up to 32 ms)": (0, 512, 1024, 2048, 4096, 8192, 16384, 32768, float("inf")),
    "Wait Event Histogram (up to 2 sec)": (0, 2**15, 2**16, 2**17, 2**18, 2**19, 2**20, 2**21, float("inf")),
}


@pytest.mark.parametrize("heading", _EDGES_US)
def test_histograms_add_up_and_hold_the_average(page: Page, heading: str) -> None:
    edges = _EDGES_US[heading]
    averages = _averages(page)
    for event, _, *shares in (row for row in page.rows(heading) if len(row) == 10 and row[0] != "Event"):
        amounts = [number(share) if share else 0.0 for share in shares]
        assert sum(amounts) == pytest.approx(100, abs=0.5), event
        lowest = sum(a / 100 * low for a, low in zip(amounts, edges, strict=False))
        assert lowest <= averages[event] * 1.03 + 20, event
        if not amounts[-1]:
            highest = sum(a / 100 * high for a, high in zip(amounts, edges[1:], strict=True) if a)
            assert highest >= averages[event] * 0.97, event


def _averages(page: Page) -> dict[str, float]:
    """Mean over foreground and background waits, as the histograms count them."""
    sums: dict[str, tuple[float, float]] = {}
    for heading in ("Foreground Wait Events", "Background Wait Events"):
        for event, waits, _, _, average, *_ in page.rows(heading):
            n, time_us = sums.get(event, (0.0, 0.0))
            sums[event] = (n + number(waits), time_us + number(waits) * microseconds(average))
    return {event: time_us / n for event, (n, time_us) in sums.items()}

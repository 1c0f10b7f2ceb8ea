"""The chapters on buffer waits and on segments: the top five of every statistic."""

from __future__ import annotations

from collections.abc import Callable

from segtier.dataclass import dataclass
from segtier.samples.activity import Report
from segtier.samples.html import Chapter, Section, section, table
from segtier.samples.printed import BLANK, count, fixed
from segtier.samples.wait_model import BUFFER_BUSY_US
from segtier.samples.workload_model import SegmentHour, total

TOP_ROWS = 5
_CAPTURED_ROWS = 40
_MISSING = "When ** MISSING ** occurs, some of the object attributes may not be available"


@dataclass(frozen=True, slots=True)
class SegmentList:
    """One "Segments by ..." section; `total` names what the report prints as the instance's total."""

    anchor: str
    title: str
    column: str
    counted: Callable[[SegmentHour], int]
    total: str | None = None


def segment_lists() -> tuple[SegmentList, ...]:
    """In the order of the report."""
    return (
        SegmentList("4000", "Segments by Logical Reads", "Logical Reads", lambda s: s.gets, "Logical Reads"),
        SegmentList("4100", "Segments by Physical Reads", "Physical Reads", lambda s: s.read_blocks, "Physical Reads"),
        SegmentList(
            "4104",
            "Segments by Physical Read Requests",
            "Phys Read Requests",
            lambda s: s.read_requests,
            "Physical Read Requests",
        ),
        SegmentList(
            "4108",
            "Segments by UnOptimized Reads",
            "UnOptimized Reads",
            lambda s: s.read_requests,
            "UnOptimized Read Requests",
        ),
        SegmentList("4106", "Segments by Optimized Reads", "Optimized Reads", lambda _: 0, "Optimized Read Requests"),
        SegmentList(
            "4110",
            "Segments by Direct Physical Reads",
            "Direct Reads",
            lambda s: s.direct_blocks,
            "Direct Physical Reads",
        ),
        SegmentList(
            "4120", "Segments by Physical Writes", "Physical Writes", lambda s: s.write_blocks, "Physical Writes"
        ),
        SegmentList(
            "4124",
            "Segments by Physical Write Requests",
            "Phys Write Requests",
            lambda s: s.write_requests,
            "Physical Write Requests",
        ),
        SegmentList(
            "4130",
            "Segments by Direct Physical Writes",
            "Direct Writes",
            lambda s: s.direct_write_blocks,
            "Direct Physical Writes",
        ),
        SegmentList("4140", "Segments by Table Scans", "Table Scans", lambda s: s.scans, "Table Scans"),
        SegmentList("4150", "Segments by DB Blocks Changes", "DB Block Changes", lambda s: s.changes),
        SegmentList("4200", "Segments by Row Lock Waits", "Row Lock Waits", lambda s: s.row_lock),
        SegmentList("4300", "Segments by ITL Waits", "ITL Waits", lambda s: s.itl),
        SegmentList("4400", "Segments by Buffer Busy Waits", "Buffer Busy Waits", lambda s: s.buffer_busy),
    )


def segments_chapter(report: Report) -> Chapter:
    """Chapter 30."""
    return Chapter("30", "Segment Statistics", tuple(_list(report, kind) for kind in segment_lists()))


def top_segments(report: Report, kind: SegmentList) -> tuple[SegmentHour, ...]:
    """The segments a list prints, largest first."""
    counted = [s for s in report.hour.segments if s.spec.listed and kind.counted(s) > 0]
    return tuple(sorted(counted, key=lambda s: -kind.counted(s))[:TOP_ROWS])


def _list(report: Report, kind: SegmentList) -> Section:
    top = top_segments(report, kind)
    if not top:
        return section(kind.anchor, kind.title)
    amounts = sorted((kind.counted(s) for s in report.hour.segments if s.spec.listed), reverse=True)
    captured = sum(amounts[:_CAPTURED_ROWS])
    instance = sum(kind.counted(s) for s in report.hour.segments)
    base = instance if kind.total else captured
    rows = [_row(s, kind.counted(s), 100 * kind.counted(s) / base) for s in top]
    share = "%Total" if kind.total else "% of Capture"
    headings = (
        "Owner",
        "Tablespace    Name",
        "Object Name",
        "Subobject   Name",
        "Obj. Type",
        "Obj#",
        "Dataobj#",
        kind.column,
        share,
    )
    return section(
        kind.anchor, kind.title, table(_summary(kind), headings, rows, range(5)), _notes(kind, instance, captured)
    )


def _summary(kind: SegmentList) -> str:
    listed = _lower(kind.title.removeprefix("Segments by "))
    counted = _lower(kind.column).replace("phys ", "physical ").replace("logical reads", "logical read")
    # Oracle ends this one with a blank.
    end = " " if kind.title == "Segments by Physical Reads" else ""
    return (
        f"This table displays top segments by {listed}. Owner, tablespace name, object type, {counted}, "
        f"etc. are displayed for each segment{end}"
    )


def _lower(text: str) -> str:
    return text.lower().replace("itl", "ITL").replace("db blocks", "DB blocks")


def _row(segment: SegmentHour, value: int, share: float) -> tuple[str, ...]:
    spec = segment.spec
    names = (spec.owner, spec.tablespace, spec.name, spec.subobject or BLANK, spec.type)
    return (*names, str(spec.object_id), str(spec.data_object_id), count(value), fixed(share, 2))


def _notes(kind: SegmentList, instance: int, captured: int) -> tuple[str, ...]:
    if kind.total is None:
        return ("% of Capture is the share of all segments the snapshot captured", _MISSING)
    return (
        f"Total {kind.total}: {instance:15,}",
        f"Captured Segments account for {100 * captured / instance:6.1f}% of Total",
        _MISSING,
    )


def buffer_waits_chapter(report: Report) -> Chapter:
    """Chapter 27: which blocks sessions waited for."""
    busy = total(report.hour.segments, "buffer_busy")
    undo = busy // 40
    kinds = (("data block", busy - undo), ("undo header", undo))
    rows = [(name, count(n), count(n * BUFFER_BUSY_US / 1e6), f"{BUFFER_BUSY_US / 1000:.0f}") for name, n in kinds if n]
    headings = ("Class", "Waits", "Total Wait Time (s)", "Avg Time (ms)")
    summary = (
        "This table displays buffer wait statistics. Statistics include waits, total wait time "
        "and average time for each class of buffer wait."
    )
    waits = (
        section("2300", "Buffer Wait Statistics", table(summary, headings, rows))
        if rows
        else section("2300", "Buffer Wait Statistics")
    )
    return Chapter("27", "Wait Statistics", (waits, section("3000", "Enqueue Activity")))

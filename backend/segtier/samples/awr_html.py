"""An hour rendered the way awrrpt renders one: Oracle's HTML layout of release 12.2, single instance."""

from __future__ import annotations

from segtier.samples import house
from segtier.samples.activity import Report
from segtier.samples.awr_activity import activity_chapter
from segtier.samples.awr_front import front_page
from segtier.samples.awr_io import io_chapter
from segtier.samples.awr_memory import advisory_chapter, pool_chapter
from segtier.samples.awr_segments import buffer_waits_chapter, segments_chapter
from segtier.samples.awr_sql import sql_chapter
from segtier.samples.awr_waits import waits_chapter
from segtier.samples.html import Chapter, page, section, table
from segtier.samples.printed import BLANK


def render(report: Report) -> bytes:
    """The report as awrrpt would have written it."""
    snaps = f"{report.hour.begin_snap}-{report.hour.begin_snap + 1}"
    chapters = (
        waits_chapter(report),
        sql_chapter(report),
        activity_chapter(report),
        io_chapter(report),
        pool_chapter(report),
        advisory_chapter(report),
        buffer_waits_chapter(report),
        segments_chapter(report),
        _parameters(),
    )
    title = f"AWR Report for DB: {house.DB_NAME}, Inst: {house.INSTANCE}, Snaps: {snaps}"
    return page(title, front_page(report), chapters)


def _parameters() -> Chapter:
    """Chapter 36: parameters that are set."""
    rows = [(name, value or BLANK, BLANK * 2) for name, value in house.PARAMETERS]
    headings = ("Parameter Name", "Begin value", "End value (if different)")
    body = table("This table displays name and value of init.ora parameters", headings, rows, (0, 1, 2))
    return Chapter("36", "init.ora Parameters", (section("6800", "init.ora Parameters", body),))

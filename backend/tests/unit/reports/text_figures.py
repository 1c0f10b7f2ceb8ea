"""Every figure of a text report's workload beside the one the second text reader finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from segtier.model.workload import Workload
from tests.second_text_reader import PrintedRow, figure, rows


@dataclass(frozen=True)
class TextCheck:
    """One list: its section's title, how many columns its ruler has, its key field, and its figures by column number."""

    rows: str
    title: str
    columns: int
    key: str
    fields: dict[str, tuple[int, str]]
    leave_out: tuple[str, ...] = ("DB CPU",)


_EVENTS = {"waits": (1, "count"), "time_s": (3, "count")}
_FILES = {"read_requests": (0, "count"), "avg_read_us": (2, "ms"), "blocks_per_read": (3, "count")}
_STATSPACK_FILES = {"read_requests": (0, "count"), "avg_read_us": (2, "ms"), "blocks_per_read": (4, "count")}
_TRAFFIC = {
    "read_bytes": (1, "data"),
    "read_requests_per_s": (2, "count"),
    "write_bytes": (4, "data"),
    "write_requests_per_s": (5, "count"),
}
_ADVISORY = {
    "size_bytes": (1, "mib"),
    "size_factor": (2, "count"),
    "buffers": (3, "thousands"),
    "est_physical_read_factor": (4, "count"),
    "est_physical_reads": (5, "thousands"),
}
_POOL = {"buffer_gets": (3, "count"), "physical_reads": (4, "count"), "physical_writes": (5, "count")}
_STATISTICS = {"total": (1, "count"), "per_s": (2, "count"), "per_txn": (3, "count")}
_BOTH = (
    TextCheck("instance_statistics", "Instance Activity Stats", 4, "name", _STATISTICS),
    TextCheck("buffer_pool_statistics", "Buffer Pool Statistics", 9, "pool", _POOL),
    TextCheck("buffer_pool_advisory", "Buffer Pool Advisory", 8, "pool", _ADVISORY),
    TextCheck(
        "tablespace_io",
        "Tablespace IO Stats",
        8,
        "tablespace",
        {**_FILES, "write_requests": (4, "count"), "buffer_waits": (6, "count")},
    ),
)
AWR = (
    *_BOTH,
    TextCheck(
        "time_model",
        "Time Model Statistics",
        3,
        "name",
        {"time_s": (1, "count"), "db_time_pct": (2, "count")},
        leave_out=(),
    ),
    TextCheck("os_statistics", "Operating System Statistics", 3, "name", {"value": (1, "count")}),
    TextCheck("wait_classes", "Foreground Wait Class", 6, "wait_class", {**_EVENTS, "db_time_pct": (5, "count")}),
    TextCheck("foreground", "Foreground Wait Events", 7, "event", {**_EVENTS, "db_time_pct": (6, "count")}),
    TextCheck("background", "Background Wait Events", 7, "event", _EVENTS),
    TextCheck(
        "io_functions",
        "IOStat by Function summary",
        9,
        "function",
        {**_TRAFFIC, "waits": (7, "count"), "avg_wait_us": (8, "ms")},
    ),
    TextCheck(
        "io_filetypes",
        "IOStat by Filetype summary",
        9,
        "filetype",
        {**_TRAFFIC, "small_read_us": (7, "ms"), "large_read_us": (8, "ms")},
    ),
    TextCheck("file_io", "File IO Stats", 8, "tablespace", {**_FILES, "write_requests": (4, "count")}),
)
_STATSPACK = (
    *_BOTH,
    TextCheck("time_model", "Time Model System Stats", 3, "name", {"time_s": (1, "count")}, leave_out=()),
    TextCheck("file_io", "File IO Stats", 9, "tablespace", {**_STATSPACK_FILES, "write_requests": (5, "count")}),
)
STATSPACK_11 = (
    *_STATSPACK,
    TextCheck("os_statistics", "OS Statistics", 2, "name", {"value": (1, "count")}),
    TextCheck("foreground", "Foreground Wait Events", 7, "event", _EVENTS),
    TextCheck("background", "Background Wait Events", 7, "event", _EVENTS),
    TextCheck("io_functions", "IO Stat by Function - summary", 9, "function", {**_TRAFFIC, "waits": (7, "count")}),
)
STATSPACK_10 = (
    *_STATSPACK,
    TextCheck("os_statistics", "OS Statistics", 3, "name", {"value": (1, "count")}),
    TextCheck("background", "Background Wait Events", 6, "event", _EVENTS),
)
SEGMENTS = {
    "Segments by Logical Reads": "logical_reads_blocks",
    "Segments by Physical Reads": "physical_reads_blocks",
    "Segments by Physical Read Requests": "physical_read_requests",
    "Segments by UnOptimized Reads": "unoptimized_read_requests",
    "Segments by Direct Physical Reads": "direct_reads_blocks",
    "Segments by Physical Writes": "physical_writes_blocks",
    "Segments by Physical Write Requests": "physical_write_requests",
    "Segments by Direct Physical Writes": "direct_writes_blocks",
    "Segments by DB Blocks Changes": "block_changes",
    "Segments by Row Lock Waits": "row_lock_waits",
    "Segments by Buffer Busy Waits": "buffer_busy_waits",
}
_POOLS = {"D": "DEFAULT", "K": "KEEP", "R": "RECYCLE"}


def text_figures(data: bytes, workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    """(what, second reader, Segtier) for every figure of the lists both read."""
    for check in _checks(workload):
        yield from _one_list(check, data, workload)
    yield from _segments(data, workload)
    yield from _statements(data, workload)
    yield from _load_profile(data, workload)
    if (workload.database.release or "").startswith("10.1"):
        yield from _derived_foreground(data, workload)


def _checks(workload: Workload) -> tuple[TextCheck, ...]:
    if workload.source.kind == "awr-text":
        return AWR
    return STATSPACK_10 if (workload.database.release or "").startswith("10.1") else STATSPACK_11


def _one_list(check: TextCheck, data: bytes, workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    printed = [row for row in rows(data, check.title, check.columns) if row.names[0] not in check.leave_out]
    found = _found(check.rows, workload)
    yield f"{check.rows}: rows", len(printed), len(found)
    for line, row in zip(printed, found, strict=False):
        what = f"{check.rows}[{line.names[0]}]"
        yield f"{what}: name", True, _begins(getattr(row, check.key), line, check.key)
        for field, (number, kind) in check.fields.items():
            yield f"{what}.{field}", figure(line.figures.get(number), kind), getattr(row, field)


def _found(name: str, workload: Workload) -> list[Any]:
    if name in ("foreground", "background"):
        return [row for row in workload.wait_events if row.foreground is (name == "foreground")]
    return list(getattr(workload, name))


def _begins(found: str, line: PrintedRow, key: str) -> bool:
    """The printed name is the found one, or the beginning of it."""
    printed = line.names[0].split("  ")[0].strip()
    return found == _POOLS.get(printed, printed) if key == "pool" else found.startswith(printed)


def _segments(data: bytes, workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    for title, field in SEGMENTS.items():
        for line in rows(data, title, 7):
            owner, _, name, *more = line.names
            matching = [s for s in workload.segments if (s.owner, s.name) == (owner, name)]
            subobject = more[0] if len(more) > 1 else None
            values = [getattr(s, field) for s in matching if s.subobject == subobject and getattr(s, field) is not None]
            yield f"{title}[{owner}.{name}]", figure(line.figures[5]), values[0] if len(values) == 1 else values


_FIGURES = {
    8: {"physical_reads_blocks": 0, "executions": 1, "reads_pct": 3, "elapsed_s": 4},
    7: {"physical_reads_blocks": 0, "executions": 1, "reads_pct": 3, "cpu_s": 4, "elapsed_s": 5},
}
"""Which word of a line of so many is which figure: AWR's from 11.2 on, and Statspack's."""


def _statements(data: bytes, workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    """By words, not by columns: a line of figures that ends with a name, in the pages of the section."""
    count = 8 if workload.source.kind == "awr-text" else 7
    found = iter(workload.statements)
    lines = _section_lines(data.decode("latin-1"))
    for line, below in zip(lines, [*lines[1:], ""], strict=False):
        words = line.split()
        if len(words) != count or not all(re.fullmatch(r"[\d,.]+", word) for word in words[:-1]):
            continue
        row = next(found, None)
        yield f"statement {words[-1]}", words[-1], None if row is None else row.sql_id
        if row is not None:
            module = re.match(r"Module: (.*)", below)
            yield f"statement {words[-1]}: module", module[1].strip() if module else None, row.module
            for field, place in _FIGURES[count].items():
                yield f"statement {words[-1]}.{field}", figure(words[place]), getattr(row, field)
    yield "statements that are not printed", [], list(found)


def _section_lines(text: str) -> list[str]:
    """The lines of the section's pages that are not blank."""
    inside, found = False, []
    for line in text.replace("\r", "").replace("\f", "").split("\n"):
        if "DB/Inst:" in line:
            inside = line.startswith("SQL ordered by Reads ")
        elif inside and line.strip():
            found.append(line)
    return found


def _load_profile(data: bytes, workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    text = data.decode("latin-1")
    for row in workload.load_profile:
        line = next(line for line in text.split("\n") if line.strip().startswith(f"{row.label}:"))
        words = line.split(":", 1)[1].split()
        scale = 1024**2 if row.metric == "work_area_bytes" else 1
        for field, place in (("per_s", 0), ("per_txn", 1)):
            expected = figure(words[place]) if place < len(words) else None
            yield (
                f"load_profile[{row.label}].{field}",
                None if expected is None else expected * scale,
                getattr(row, field),
            )


def _derived_foreground(data: bytes, workload: Workload) -> Iterator[tuple[str, Any, Any]]:
    """10.1: what is left of all waits without those of the background."""
    background = {row.names[0]: row.figures for row in rows(data, "Background Wait Events", 6)}
    found = {row.event: row for row in workload.wait_events if row.foreground}
    for line in rows(data, "Wait Events", 6):
        other = background.get(line.names[0], {})
        waits = (figure(line.figures[1]) or 0) - (figure(other.get(1)) or 0)
        row = next((row for name, row in found.items() if name.startswith(line.names[0])), None)
        yield f"foreground[{line.names[0]}]: listed", waits > 0, row is not None
        if row is not None:
            yield f"foreground[{line.names[0]}].waits", waits, row.waits
            time_s = (figure(line.figures[3]) or 0) - (figure(other.get(3)) or 0)
            yield f"foreground[{line.names[0]}].time_s", max(time_s, 0), row.time_s

"""A Statspack report (spreport.sql, 9i to 19c, text) -> Workload.

Differences from AWR that matter:
* 9i has no time model, so no DB time: it stays unknown, with a warning. "CPU used by this session" plus the waits is
  response time as DBAs of that time reckoned it, not DB time: it misses the wait for a CPU, counts background CPU, and
  books a call's CPU when the call ends. The warning gives that sum; nothing is computed from it.
* 9i and 10.1 list waits of foreground and background processes together. Foreground waits are the difference to the
  list of background waits.
* "% Total Call Time" is a share of CPU plus waits of all processes, not of DB time, and is left out.
* Segments are listed from snapshot level 7 on, without their share of the instance's total.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.workload import IoFunction, Source, Workload
from segtier.reports.awr import lists, with_file_io, with_header
from segtier.reports.invalid_figures import read_marks, without_times
from segtier.reports.machine import with_machine
from segtier.reports.sections.advisories import PGA_ADVISORY, SGA_ADVISORY
from segtier.reports.sections.buffer_pools import BUFFER_POOL_ADVISORY, BUFFER_POOL_STATISTICS
from segtier.reports.sections.cache_sizes import CACHE_SIZES
from segtier.reports.sections.file_io import FILE_IO, TABLESPACE_IO
from segtier.reports.sections.front import DATABASE, HOST, INSTANCE, SNAPSHOTS
from segtier.reports.sections.instance_activity import INSTANCE_ACTIVITY
from segtier.reports.sections.io_stats import IO_FUNCTIONS
from segtier.reports.sections.load_profile import LOAD_PROFILE
from segtier.reports.sections.mechanism import Section
from segtier.reports.sections.os_statistics import OS_STATISTICS
from segtier.reports.sections.parameters import PARAMETERS
from segtier.reports.sections.segments import SEGMENT_LISTS
from segtier.reports.sections.statements import STATEMENTS
from segtier.reports.sections.time_model import TIME_MODEL
from segtier.reports.sections.wait_events import BACKGROUND_EVENTS, FOREGROUND_EVENTS, SYSTEM_EVENTS, TOP_EVENTS
from segtier.reports.sections.wait_histograms import WAIT_HISTOGRAMS
from segtier.reports.split_waits import IDLE
from segtier.reports.statspack_events import with_events
from segtier.reports.tables.text import read_text_page
from segtier.reports.text_gathering import TextGathering, with_cut_names

_BETTER = "segment names in full stand in stats$seg_stat_obj"
_AGAIN = "Create the report again (spreport.sql) and upload the file it writes."
_NAME = re.compile(
    r"(?:^|\r)\f?\S[^\r\n]{0,200}?(?:DB/Inst:\s{0,9}([^/\s]{1,30})/|DB:\s{1,9}(\S{1,30})\s{1,9}Instance:)", re.MULTILINE
)
_SEGMENT_FIELDS = (
    "logical_reads_blocks",
    "physical_reads_blocks",
    "row_lock_waits",
    "itl_waits",
    "buffer_busy_waits",
)
_SEGMENTS = tuple(declared.section for declared in SEGMENT_LISTS if declared.field in _SEGMENT_FIELDS)
_CPU_USED = "CPU used by this session"
_CENTISECONDS = 100.0

SECTIONS: tuple[Section[Any], ...] = (
    DATABASE,
    INSTANCE,
    HOST,
    SNAPSHOTS,
    CACHE_SIZES,
    LOAD_PROFILE,
    TOP_EVENTS,
    TIME_MODEL,
    OS_STATISTICS,
    FOREGROUND_EVENTS,
    SYSTEM_EVENTS,
    BACKGROUND_EVENTS,
    WAIT_HISTOGRAMS,
    IO_FUNCTIONS,
    TABLESPACE_IO,
    FILE_IO,
    BUFFER_POOL_STATISTICS,
    BUFFER_POOL_ADVISORY,
    PGA_ADVISORY,
    SGA_ADVISORY,
    INSTANCE_ACTIVITY,
    *_SEGMENTS,
    STATEMENTS,
    PARAMETERS,
)
"""Every section a Statspack report may hold."""


def read_statspack(text: str, source: Source) -> Workload:
    """The workload of one report.

    Raises UnreadableInput where the page holds none of the report's sections, or says that its results are invalid.
    """
    marks = read_marks(text)
    reader = TextGathering(read_text_page(text), SECTIONS)
    reader.warn_about_page()
    workload = with_events(lists(reader), reader)
    workload = with_file_io(with_header(workload, reader), reader)
    reader.refuse_empty("a Statspack report", text, _AGAIN)
    workload = with_machine(_with_name(workload, text))
    workload = replace(workload, io_functions=_without_zero_times(workload.io_functions, reader.warnings))
    _warn_about_gaps(workload, reader)
    sections = reader.in_order(SECTIONS)
    workload = replace(workload, source=source, sections=sections, warnings=_said_by(reader.warnings, sections))
    return without_times(with_cut_names(workload, reader, _BETTER), marks)


def _said_by(warnings: Iterable[Warn], sections: Sequence[Any]) -> tuple[Warn, ...]:
    """Warnings about sections that Statspack prints; the rest of AWR's are not missed."""
    names = {section.name for section in sections}
    return tuple(one for one in warnings if one.code != "section-missing" or one.section in names)


def _with_name(workload: Workload, text: str) -> Workload:
    """From 10.2 on the header leaves the database's name blank; the section titles give it."""
    match = _NAME.search(text)
    if match is None or workload.database.name is not None:
        return workload
    return replace(workload, database=replace(workload.database, name=match[1] or match[2]))


def _without_zero_times(rows: Sequence[IoFunction], warnings: list[Warn]) -> tuple[IoFunction, ...]:
    """Statspack prints 0.0 ms for every function however long its waits took; that is no figure."""
    if not rows or any(row.avg_wait_us for row in rows) or not any(row.waits for row in rows):
        return tuple(rows)
    message = "Statspack prints 0.0 ms for the waits of every function; left out"
    warnings.append(Warn("corrected-function-times", message, IO_FUNCTIONS.name))
    return tuple(replace(row, avg_wait_us=None) for row in rows)


def _warn_about_gaps(workload: Workload, reader: TextGathering) -> None:
    if workload.interval.db_time_s is None:
        reader.warnings.append(Warn("no-db-time", _no_db_time(workload), TIME_MODEL.name))
    if not workload.segments:
        message = "no segments: Statspack gathers them from snapshot level 7 on (statspack.snap(i_snap_level => 7))"
        reader.warnings.append(Warn("no-segments", message, _SEGMENTS[0].name))


def _no_db_time(workload: Workload) -> str:
    cpu = next((row.total for row in workload.instance_statistics if row.name == _CPU_USED), None)
    waits_s = sum(
        event.time_s for event in workload.wait_events if event.foreground and event.wait_class != IDLE and event.time_s
    )
    message = "the report has no time model, so DB time is unknown"
    if cpu is None:
        return message
    cpu_s = cpu / _CENTISECONDS
    return (
        f"{message}. {_CPU_USED} ({cpu_s:,.0f} s) plus foreground waits that are not idle ({waits_s:,.0f} s) is response"
        " time, not DB time: it misses the wait for CPU. If that is near enough, state it as the DB time of the interval"
    )

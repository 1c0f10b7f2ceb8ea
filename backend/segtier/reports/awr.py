"""An AWR instance report in HTML (awrrpt.sql, 11.1 to 19c, also of one PDB) -> Workload.

This file says which sections make up the report and how they fit together; what each looks like is in `sections/`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.workload import Source, WaitEvent, Workload
from segtier.reports import corrections, front_page
from segtier.reports.gathering import Gathering, first
from segtier.reports.machine import with_machine
from segtier.reports.memory import block_size_bytes, cache
from segtier.reports.other_lists import completed
from segtier.reports.sections.advisories import PGA_ADVISORY, SGA_ADVISORY
from segtier.reports.sections.buffer_pools import BUFFER_POOL_ADVISORY, BUFFER_POOL_STATISTICS, with_standard_pool
from segtier.reports.sections.cache_sizes import CACHE_SIZES
from segtier.reports.sections.file_io import FILE_IO, TABLESPACE_IO
from segtier.reports.sections.front import CONTAINERS, DATABASE, HOST, INSTANCE, SNAPSHOTS
from segtier.reports.sections.instance_activity import INSTANCE_ACTIVITY, once
from segtier.reports.sections.io_stats import IO_FILETYPES, IO_FUNCTIONS
from segtier.reports.sections.load_profile import LOAD_PROFILE
from segtier.reports.sections.mechanism import Reading, Section
from segtier.reports.sections.os_statistics import OS_STATISTICS
from segtier.reports.sections.parameters import PARAMETERS
from segtier.reports.sections.segments import SEGMENT_LISTS, coverage, merge_lists
from segtier.reports.sections.statements import STATEMENTS, statement_coverage
from segtier.reports.sections.time_model import TIME_MODEL
from segtier.reports.sections.wait_events import (
    BACKGROUND_EVENTS,
    FOREGROUND_EVENTS,
    SYSTEM_EVENTS,
    TOP_EVENTS,
    WAIT_CLASSES,
)
from segtier.reports.sections.wait_histograms import WAIT_HISTOGRAMS, join_histograms
from segtier.reports.split_waits import foreground_of, told

_AGAIN = "Create the report again (awrrpt.sql, html) and upload the file it writes."

SECTIONS: tuple[Section[Any], ...] = (
    DATABASE,
    INSTANCE,
    CONTAINERS,
    HOST,
    SNAPSHOTS,
    CACHE_SIZES,
    LOAD_PROFILE,
    TOP_EVENTS,
    TIME_MODEL,
    OS_STATISTICS,
    WAIT_CLASSES,
    FOREGROUND_EVENTS,
    BACKGROUND_EVENTS,
    WAIT_HISTOGRAMS,
    IO_FUNCTIONS,
    IO_FILETYPES,
    TABLESPACE_IO,
    FILE_IO,
    BUFFER_POOL_STATISTICS,
    BUFFER_POOL_ADVISORY,
    PGA_ADVISORY,
    SGA_ADVISORY,
    INSTANCE_ACTIVITY,
    *(declared.section for declared in SEGMENT_LISTS),
    STATEMENTS,
    PARAMETERS,
)
"""Every section the document's lists come from, in the order `sections[]` states them."""
EVERY_SECTION: tuple[Section[Any], ...] = (*SECTIONS, SYSTEM_EVENTS)
"""With those only the oldest reports print."""


def read_awr(text: str, source: Source) -> Workload:
    """The workload of one instance report.

    Raises UnreadableInput where the page holds none of the report's sections.
    """
    from segtier.reports.tables.html import read_page

    return assemble(Gathering(read_page(text), EVERY_SECTION), text, source)


def assemble(reader: Gathering, text: str, source: Source) -> Workload:
    """The workload of an instance report's page, in whatever form the page was printed."""
    reader.warn_about_page()
    workload = lists(reader)
    workload = _with_events(workload, reader)
    workload = with_header(workload, reader)
    if reader.states[HOST.name].state == "found":
        workload = with_machine(workload)
    workload = with_file_io(workload, reader)
    reader.refuse_empty("an AWR report", text, _AGAIN)
    old = reader.states.get(SYSTEM_EVENTS.name)
    sections = reader.in_order(SECTIONS) + ((old,) if old is not None and old.state == "found" else ())
    return replace(workload, source=source, sections=sections, warnings=tuple(reader.warnings))


def lists(reader: Gathering) -> Workload:
    """The lists that stand for themselves."""
    tops = [(declared, reader.read(declared.section)) for declared in SEGMENT_LISTS]
    statements = reader.read(STATEMENTS)
    return Workload(
        load_profile=reader.read(LOAD_PROFILE).items,
        time_model=reader.read(TIME_MODEL).items,
        os_statistics=reader.read(OS_STATISTICS).items,
        wait_classes=reader.read(WAIT_CLASSES).items,
        wait_histograms=join_histograms(reader.read(WAIT_HISTOGRAMS).items),
        io_functions=reader.read(IO_FUNCTIONS).items,
        io_filetypes=reader.read(IO_FILETYPES).items,
        segments=merge_lists(tops),
        segment_coverage=coverage(tops),
        statements=statements.items,
        statement_coverage=statement_coverage(statements),
        buffer_pool_statistics=reader.read(BUFFER_POOL_STATISTICS).items,
        buffer_pool_advisory=reader.read(BUFFER_POOL_ADVISORY).items,
        pga_advisory=reader.read(PGA_ADVISORY).items,
        sga_advisory=reader.read(SGA_ADVISORY).items,
        instance_statistics=once(reader.read(INSTANCE_ACTIVITY).items),
        parameters=reader.read(PARAMETERS).items,
    )


def _with_events(workload: Workload, reader: Gathering) -> Workload:
    """Foreground events with the class the top list gives, or that list alone; then background events."""
    top, foreground, background = (reader.read(part) for part in (TOP_EVENTS, FOREGROUND_EVENTS, BACKGROUND_EVENTS))
    classes = {row.event: row for row in top.items}
    events = foreground.items if foreground.found else _old_events(reader, background)
    if not events and top.found:
        message = "Foreground Wait Events is missing: only the top events are known"
        reader.warnings.append(Warn("top-events-only", message, TOP_EVENTS.name))
        events = top.items
    if foreground.found:
        events = completed(events, top.items)
    named = tuple(_with_class(row, classes.get(row.event)) for row in events)
    return replace(workload, wait_events=named + background.items)


def _old_events(reader: Gathering, background: Reading[WaitEvent]) -> tuple[WaitEvent, ...]:
    """Foreground events of 10.2, which lists all waits together and those of the background again."""
    together = reader.read(SYSTEM_EVENTS)
    if not together.found or not background.items:
        return ()
    reader.warnings[:] = [one for one in reader.warnings if one.section != FOREGROUND_EVENTS.name]
    reader.warnings.append(told(background))
    if reader.states[WAIT_CLASSES.name].state == "found":
        message = "the wait classes hold the waits of background processes too"
        reader.warnings.append(Warn("classes-together", message, WAIT_CLASSES.name))
    return foreground_of(together.items, background.items)


def _with_class(row: WaitEvent, top: WaitEvent | None) -> WaitEvent:
    if top is None or top is row:
        return row
    return replace(row, wait_class=top.wait_class, evidence=(*row.evidence, *top.evidence))


def with_header(workload: Workload, reader: Gathering) -> Workload:
    """Database, instance, interval and memory, refined from the sections already read."""
    database, instance, host = (first(reader.read(part)) for part in (DATABASE, INSTANCE, HOST))
    containers, snapshots = reader.read(CONTAINERS).items, reader.read(SNAPSHOTS).items
    sizes = reader.read(CACHE_SIZES).items
    block_size = block_size_bytes(sizes, workload.parameters)
    engineered = front_page.engineered_system(reader.page, workload.wait_events)
    release = None if database is None else database["release"]
    load_profile = reader.keep(corrections.relabel_work_area(workload.load_profile, release))
    advisory = tuple(
        replace(row, block_size_bytes=row.block_size_bytes or block_size)
        for row in with_standard_pool(workload.buffer_pool_advisory, block_size)
    )
    return replace(
        workload,
        database=front_page.database(database, containers, host, snapshots, reader.page, block_size, engineered),
        instances=front_page.instances(instance, host),
        interval=reader.keep(front_page.interval(snapshots, workload.time_model, load_profile)),
        cache=cache(sizes, workload.parameters),
        load_profile=load_profile,
        buffer_pool_statistics=with_standard_pool(workload.buffer_pool_statistics, block_size),
        buffer_pool_advisory=advisory,
    )


def with_file_io(workload: Workload, reader: Gathering) -> Workload:
    """Tablespace and file I/O with Oracle's faults corrected, which needs release, interval and other latencies."""
    release, elapsed_s = workload.database.release, workload.interval.elapsed_s
    reference_us = corrections.read_reference_us(workload.wait_events, workload.io_filetypes)
    files, tablespaces = reader.read(FILE_IO).items, reader.read(TABLESPACE_IO).items
    files = reader.keep(corrections.shrink_read_times(files, FILE_IO.name, release, reference_us))
    tablespaces = reader.keep(corrections.unshift_tablespace_io(tablespaces, files, release, elapsed_s))
    tablespaces = reader.keep(corrections.shrink_read_times(tablespaces, TABLESPACE_IO.name, release, reference_us))
    return replace(workload, file_io=files, tablespace_io=tablespaces)

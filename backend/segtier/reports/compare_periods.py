"""An AWR compare-period report in HTML (awrddrpt.sql) -> a pair of workloads, first and second period.

The report does not tell foreground from background waits. Waits of class System I/O are of background processes and
kept as such; the rest, though it holds some background waits too, counts as foreground, with a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.pair import Pair
from segtier.model.workload import (
    Database,
    Instance,
    Interval,
    IoFiletype,
    IoFunction,
    Parameter,
    Source,
    WaitClass,
    WaitEvent,
    Workload,
)
from segtier.reports import front_page
from segtier.reports.gathering import Gathering, first
from segtier.reports.memory import compared_cache
from segtier.reports.sections.compared import BACKGROUND_CLASS, FILETYPES, FUNCTIONS, PeriodSections
from segtier.reports.sections.compared_segments import period_bounds, period_coverage, segment_lists
from segtier.reports.sections.compared_statements import compared_statements, period_statements
from segtier.reports.sections.mechanism import Row, Section
from segtier.reports.sections.segments import merge_lists
from segtier.reports.tables.raw import normalise
from segtier.units import MIB, US_PER_S

FIRST, SECOND = PeriodSections("1st"), PeriodSections("2nd")
_AGAIN = "Create the report again (awrddrpt.sql, html) and upload the file it writes."
_DEFAULT = "(DEFAULT)"


def _sections(period: PeriodSections) -> tuple[Section[Any], ...]:
    return (
        period.database,
        period.snapshots,
        period.host,
        period.cache_sizes,
        period.load_profile,
        period.top_events,
        period.time_model,
        period.os_statistics,
        period.wait_classes,
        period.wait_events,
        period.statistics,
        period.function_mib,
        period.function_requests,
        period.filetype_mib,
        period.filetype_requests,
        period.tablespace_io,
        period.file_io,
        *(declared.section for declared in segment_lists(period.nth)),
        compared_statements(period.nth),
        period.parameters,
    )


SECTIONS: tuple[Section[Any], ...] = (*_sections(FIRST), *_sections(SECOND))
"""Every section of both periods."""


def read_comparison(text: str, source: Source) -> Pair:
    """Both periods. Raises UnreadableInput where the page holds none of the report's sections."""
    from segtier.reports.tables.html import read_grouped_page

    page = read_grouped_page(text)
    # The report has no closing words: it is whole where the page is.
    page = replace(page, truncated=page.truncated and "</html>" not in text[-400:].lower())
    both = (assemble(Gathering(page, SECTIONS), period, text, source) for period in (FIRST, SECOND))
    return Pair(next(both), next(both))


def assemble(reader: Gathering, period: PeriodSections, text: str, source: Source) -> Workload:
    """The workload of one period of the page, in whatever form the page was printed."""
    reader.warn_about_page()
    workload = _header(reader, period)
    workload = _lists(reader, period, workload)
    workload = _waits(reader, period, workload)
    workload = _io(reader, period, workload)
    reader.refuse_empty("an AWR compare-period report", text, _AGAIN)
    engineered = front_page.engineered_system(reader.page, workload.wait_events)
    return replace(
        workload,
        database=replace(workload.database, engineered=engineered),
        source=source,
        sections=reader.in_order(_sections(period)),
        warnings=tuple(reader.warnings),
    )


def _header(reader: Gathering, period: PeriodSections) -> Workload:
    names, snapshots = first(reader.read(period.database)), first(reader.read(period.snapshots))
    machine = {normalise(row["label"] or ""): row["value"] for row in reader.read(period.host).items}
    sizes = reader.read(period.cache_sizes).items
    times = reader.read(period.time_model).items
    cluster, cdb = _value(names, "cluster"), _value(names, "cdb")
    database = Database(
        **{name: _value(names, name) for name in ("name", "unique_name", "dbid", "release", "edition", "role")},
        rac=None if cluster is None else cluster.upper() == "YES",
        cdb=None if cdb is None else cdb.upper() == "YES",
        block_size_bytes=_value(names, "block_size_bytes"),
    )
    instance = Instance(
        number=_value(names, "number"),
        name=_value(names, "instance"),
        host=_value(names, "host"),
        cpus=machine.get("number of cpus"),
        cores=machine.get("number of cpu cores"),
        sockets=machine.get("number of cpu sockets"),
        memory_bytes=machine.get("physical memory"),
    )
    return Workload(
        database=database,
        instances=() if names is None else (instance,),
        interval=_interval(reader, snapshots, {row.name.lower(): row.time_s for row in times}),
        cache=compared_cache(sizes),
        time_model=times,
    )


def _interval(reader: Gathering, row: Row | None, times: dict[str, float | None]) -> Interval:
    if row is None:
        return Interval(db_time_s=times.get("db time"), db_cpu_s=times.get("db cpu"))
    begin, end = _time(reader, row, "begin_time"), _time(reader, row, "end_time")
    printed_s = None if row["elapsed_min"] is None else row["elapsed_min"] * 60.0
    db_time_min = row["db_time_min"]
    db_time_s = times.get("db time")
    return Interval(
        begin_snap=row["begin_snap"],
        end_snap=row["end_snap"],
        begin_time=begin,
        end_time=end,
        elapsed_s=front_page.elapsed_s(begin, end, printed_s, printed_to_s=front_page.MINUTE_TENTH_S),
        db_time_s=db_time_s if db_time_s is not None else None if db_time_min is None else db_time_min * 60.0,
        db_cpu_s=times.get("db cpu"),
        instances_reported=1,
    )


def _time(reader: Gathering, row: Row, name: str) -> datetime | None:
    return front_page.snapshot_time((row[name] or "").partition(" (")[0], row.evidence.section, reader.warnings)


def _lists(reader: Gathering, period: PeriodSections, workload: Workload) -> Workload:
    lists = [(declared, reader.read(declared.section)) for declared in segment_lists(period.nth)]
    statements, covered = period_statements(reader.read(compared_statements(period.nth)), period.nth)
    return replace(
        workload,
        load_profile=reader.read(period.load_profile).items,
        os_statistics=reader.read(period.os_statistics).items,
        instance_statistics=reader.read(period.statistics).items,
        tablespace_io=_happened(reader.read(period.tablespace_io).items),
        file_io=_happened(reader.read(period.file_io).items),
        segments=merge_lists(lists, period_bounds(lists)),
        segment_coverage=period_coverage(lists, period.nth),
        statements=statements,
        statement_coverage=covered,
        parameters=tuple(_parameter(row, period) for row in reader.read(period.parameters).items if row["name"]),
    )


def _happened(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Rows that have figures in this period; `N/A` stands where the other one only has."""
    return tuple(row for row in rows if row.read_requests is not None or row.write_requests is not None)


def _parameter(row: Row, period: PeriodSections) -> Parameter:
    """Only differences are printed: a blank begin is the end's value, a blank second period the first's."""
    end = row["end"]
    begin = row["begin"] or end
    if period is SECOND:
        end = row["second_end"] or end
        begin = row["second_begin"] or end
    known = (None if value == _DEFAULT else value for value in (begin, end))
    first_value, last = known
    return Parameter(row["name"], first_value, last if last != first_value else None, evidence=(row.evidence,))


def _waits(reader: Gathering, period: PeriodSections, workload: Workload) -> Workload:
    elapsed_s = workload.interval.elapsed_s
    top = {row.event: row for row in reader.read(period.top_events).items}
    rows = [row for row in reader.read(period.wait_events).items if row["event"] and row["time_s"] is not None]
    events = tuple(_event(row, top.get(row["event"]), elapsed_s) for row in rows)
    if events:
        message = "waits of background processes are among the events: the report does not tell them apart"
        reader.warnings.append(Warn("no-foreground-split", message, period.wait_events.name))
    elif top:
        message = "the list of all events is missing: only the top events are known"
        reader.warnings.append(Warn("top-events-only", message, period.top_events.name))
    classes = reader.read(period.wait_classes).items
    return replace(
        workload,
        wait_events=events or tuple(top.values()),
        wait_classes=tuple(
            _class(row, elapsed_s) for row in classes if row["wait_class"] and row["time_s"] is not None
        ),
    )


def _count(row: Row, elapsed_s: float | None) -> int | None:
    """Waits from their rate; a rate that rounds to nothing tells nothing."""
    rate = row["waits_per_s"]
    return round(rate * elapsed_s) if rate and elapsed_s else None


def _average_us(row: Row, waits: int | None) -> float | None:
    printed: float | None = row["avg_wait_us"]
    if printed or not waits:
        return printed or None
    return float(row["time_s"]) * US_PER_S / waits


def _event(row: Row, top: WaitEvent | None, elapsed_s: float | None) -> WaitEvent:
    """The event; exact waits where it is among the top ones."""
    waits = _count(row, elapsed_s)
    event = WaitEvent(
        event=row["event"],
        wait_class=row["wait_class"],
        foreground=row["wait_class"] != BACKGROUND_CLASS,
        waits=waits,
        time_s=row["time_s"],
        avg_wait_us=_average_us(row, waits),
        db_time_pct=row["db_time_pct"],
        evidence=(row.evidence,),
    )
    if top is None or top.waits is None:
        return event
    return replace(event, waits=top.waits, avg_wait_us=top.avg_wait_us, evidence=(*event.evidence, *top.evidence))


def _class(row: Row, elapsed_s: float | None) -> WaitClass:
    waits = _count(row, elapsed_s)
    average_us = _average_us(row, waits)
    values = {name: row[name] for name in ("wait_class", "time_s", "db_time_pct")}
    return WaitClass(**values, waits=waits, avg_wait_us=average_us, evidence=(row.evidence,))


def _io(reader: Gathering, period: PeriodSections, workload: Workload) -> Workload:
    elapsed_s = workload.interval.elapsed_s
    functions = reader.read(period.function_mib).items, reader.read(period.function_requests).items
    filetypes = reader.read(period.filetype_mib).items, reader.read(period.filetype_requests).items
    return replace(
        workload,
        io_functions=tuple(
            IoFunction(function=name, **values) for name, values in _rates(functions, FUNCTIONS, elapsed_s).items()
        ),
        io_filetypes=tuple(
            IoFiletype(filetype=name, **values) for name, values in _rates(filetypes, FILETYPES, elapsed_s).items()
        ),
    )


def _rates(
    tables: tuple[Sequence[Row], Sequence[Row]], names: dict[str, tuple[str, str]], elapsed_s: float | None
) -> dict[str, dict[str, Any]]:
    """Figures by function or file type: MB per second become bytes of the period. What is not printed is not known."""
    found: dict[str, dict[str, Any]] = {}
    mib, requests = (rows[0] if rows else None for rows in tables)
    for heading, (name, way) in names.items():
        rate = _value(mib, heading)
        values = found.setdefault(name, {"evidence": tuple(row.evidence for row in (mib, requests) if row is not None)})
        values[f"{way}_bytes"] = None if rate is None or elapsed_s is None else round(rate * MIB * elapsed_s)
        values[f"{way}_requests_per_s"] = _value(requests, heading)
    return {name: values for name, values in found.items() if values["evidence"]}


def _value(row: Row | None, name: str) -> Any:
    return None if row is None else row.get(name)

"""An AWR report of a whole RAC database in HTML (awrgrpt.sql, 11.2 to 19c) -> Workload.

Rows with an instance are that instance's; rows without one are sums over the instances in the report. Of a report of
one instance only the latter are kept. There is no Buffer Pool Advisory, no I/O by tablespace or file, and of the wait
events per instance only the top ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.workload import Cache, Database, Instance, Interval, OsStatistic, Source, WaitEvent, Workload
from segtier.reports import corrections, front_page
from segtier.reports.gathering import Gathering, first, flat
from segtier.reports.sections import rac_front, rac_io, rac_system, rac_time
from segtier.reports.sections.mechanism import Row, Section
from segtier.reports.sections.rac import cell, instance_number, of_report
from segtier.reports.sections.rac_segments import GLOBAL_LISTS, global_coverage, listed_rows
from segtier.reports.sections.segments import merge_lists
from segtier.reports.sections.statements import GLOBAL_STATEMENTS, statement_coverage
from segtier.reports.sections.wait_histograms import join_histograms

SECTIONS: tuple[Section[Any], ...] = (
    rac_front.DATABASE,
    rac_front.INSTANCES,
    rac_front.MACHINES,
    rac_front.CACHE_SIZES,
    rac_front.SESSIONS,
    rac_system.PER_SECOND,
    rac_system.PER_TRANSACTION,
    rac_time.TIME_MODEL,
    rac_time.WAIT_CLASSES,
    rac_time.TOP_FOREGROUND,
    rac_time.TOP_BACKGROUND,
    rac_time.FOREGROUND_EVENTS,
    rac_time.BACKGROUND_EVENTS,
    rac_time.WAIT_HISTOGRAMS,
    rac_io.IO_FUNCTIONS,
    rac_io.IO_FILETYPES,
    rac_io.SIDEWAYS_FUNCTIONS,
    rac_io.SIDEWAYS_FILETYPES,
    rac_system.ALL_STATISTICS,
    rac_system.STATISTICS,
    *(declared.section for declared in GLOBAL_LISTS),
    GLOBAL_STATEMENTS,
    rac_system.PARAMETERS,
)
"""Every section the document's lists come from, in the order `sections[]` states them."""

_AGAIN = "Create the report again (awrgrpt.sql, html) and upload the file it writes."
_MINUTE_S = 60.0
_CENTISECONDS = 100.0


def read_rac_global(text: str, source: Source) -> Workload:
    """The workload of the whole database. Raises UnreadableInput where the page holds none of the report's sections."""
    from segtier.reports.tables.html import read_grouped_page

    return assemble(Gathering(read_grouped_page(text), SECTIONS), text, source)


def assemble(reader: Gathering, text: str, source: Source) -> Workload:
    """The workload of a RAC report's page, in whatever form the page was printed."""
    reader.warn_about_page()
    summary, instances = first(reader.read(rac_front.DATABASE)), reader.read(rac_front.INSTANCES).items
    reported = None if summary is None else summary["instances"]
    reported = reported if reported is not None else (len(instances) or None)
    workload = _header(reader, summary, instances, reported)
    workload = _lists(reader, workload, reported)
    workload = _events(reader, workload, reported)
    workload = _io(reader, workload, reported)
    workload = _segments(reader, workload)
    reader.refuse_empty("an AWR RAC report", text, _AGAIN)
    workload = replace(
        workload,
        database=replace(workload.database, engineered=front_page.engineered_system(reader.page, workload.wait_events)),
        interval=_with_times(workload),
    )
    return replace(workload, source=source, sections=reader.in_order(SECTIONS), warnings=tuple(reader.warnings))


def _header(reader: Gathering, summary: Row | None, rows: Sequence[Row], reported: int | None) -> Workload:
    machines = {instance_number(row): row for row in reader.read(rac_front.MACHINES).items}
    sessions = reader.read(rac_front.SESSIONS).items
    memory = reader.read(rac_front.CACHE_SIZES).items
    counted = next((row for row in sessions if instance_number(row) is None), first_of(sessions, reported))
    return Workload(
        database=_database(summary, rows),
        instances=tuple(_instance(row, machines.get(row["number"])) for row in rows),
        interval=Interval(
            begin_snap=_value(summary, "begin_snap"),
            end_snap=_value(summary, "end_snap"),
            begin_time=_time(rows, "begin_time", min),
            end_time=_time(rows, "end_time", max),
            elapsed_s=_minutes_s(summary, "elapsed_min"),
            db_time_s=_minutes_s(summary, "db_time_min"),
            begin_sessions=_value(counted, "begin"),
            end_sessions=_value(counted, "end"),
            instances_reported=reported,
        ),
        cache=_caches(memory, reported),
        os_statistics=of_report(_busy_and_idle(tuple(machines.values())), reported),
    )


def first_of(rows: Sequence[Row], reported: int | None) -> Row | None:
    """The one row of a report of one instance."""
    return rows[0] if rows and reported == 1 else None


def _database(summary: Row | None, rows: Sequence[Row]) -> Database:
    names = ("name", "unique_name", "dbid", "edition", "role", "rac", "cdb", "block_size_bytes")
    values = {name: _value(summary, name) for name in names}
    one = rows[0] if rows else None
    return Database(**values, release=_value(one, "release"), platform=_value(one, "platform"))


def _instance(row: Row, machine: Row | None) -> Instance:
    names = ("number", "name", "host", "startup_time")
    values = {name: row[name] for name in names}
    return Instance(**values, **{name: _value(machine, name) for name in ("cpus", "cores", "sockets", "memory_bytes")})


def _caches(rows: Sequence[Row], reported: int | None) -> tuple[Cache, ...]:
    """Memory of each instance; of all together where each one in the report has its row."""
    names = ("memory_target_bytes", "sga_target_bytes", "buffer_cache_bytes", "shared_pool_bytes", "pga_target_bytes")
    single = tuple(
        Cache(
            instance=instance_number(row),
            **{name: row[name] for name in names},
            evidence=tuple(cell(row, name) for name in names if row[name] is not None),
        )
        for row in rows
        if instance_number(row) is not None
    )
    if reported == 1 or len(single) != reported:
        return of_report(single, reported)
    sums = {name: [getattr(row, name) for row in single] for name in names}
    total = Cache(
        **{name: sum(values) if None not in values else None for name, values in sums.items()},
        evidence=tuple(evidence for row in single for evidence in row.evidence),
    )
    return (total, *single)


def _busy_and_idle(rows: Sequence[Row]) -> tuple[OsStatistic, ...]:
    """Processor time in centiseconds, as the instance report counts it."""
    return tuple(
        OsStatistic(name, row[name] * _CENTISECONDS, instance=instance_number(row), evidence=(cell(row, name),))
        for row in rows
        for name in ("BUSY_TIME", "IDLE_TIME")
        if row.get(name) is not None
    )


def _lists(reader: Gathering, workload: Workload, reported: int | None) -> Workload:
    per_s, per_txn = flat(reader.read(rac_system.PER_SECOND).items), flat(reader.read(rac_system.PER_TRANSACTION).items)
    statistics = reader.read(rac_system.ALL_STATISTICS).items
    of_instances = flat(reader.read(rac_system.STATISTICS).items)
    return replace(
        workload,
        load_profile=of_report(rac_system.join_rates(per_s, per_txn), reported),
        time_model=of_report(flat(reader.read(rac_time.TIME_MODEL).items), reported),
        wait_classes=of_report(flat(reader.read(rac_time.WAIT_CLASSES).items), reported),
        wait_histograms=join_histograms(reader.read(rac_time.WAIT_HISTOGRAMS).items),
        instance_statistics=of_report(statistics + of_instances, reported),
        parameters=reader.read(rac_system.PARAMETERS).items,
    )


def _events(reader: Gathering, workload: Workload, reported: int | None) -> Workload:
    """All events of the database where the report lists them, else the top ones; the top ones of each instance."""
    foreground = reader.read(rac_time.FOREGROUND_EVENTS)
    background = reader.read(rac_time.BACKGROUND_EVENTS)
    top, top_background = reader.read(rac_time.TOP_FOREGROUND), reader.read(rac_time.TOP_BACKGROUND)
    if not foreground.found and top.found:
        message = "the report lists only the top events: others are not known"
        reader.warnings.append(Warn("top-events-only", message, rac_time.TOP_FOREGROUND.name))
    events = _every(foreground.items, top.items) + _every(background.items, top_background.items)
    return replace(workload, wait_events=of_report(events, reported))


def _every(totals: tuple[WaitEvent, ...], top: tuple[WaitEvent, ...]) -> tuple[WaitEvent, ...]:
    if not totals:
        return top
    return totals + tuple(row for row in top if row.instance is not None)


def _io(reader: Gathering, workload: Workload, reported: int | None) -> Workload:
    functions, filetypes = reader.read(rac_io.IO_FUNCTIONS).items, reader.read(rac_io.IO_FILETYPES).items
    sideways = reader.read(rac_io.SIDEWAYS_FUNCTIONS).items, reader.read(rac_io.SIDEWAYS_FILETYPES).items
    elapsed_s = workload.interval.elapsed_s
    functions = functions or rac_io.functions_of(sideways[0], elapsed_s)
    filetypes = filetypes or rac_io.filetypes_of(sideways[1], elapsed_s)
    functions = reader.keep(
        corrections.drop_impossible_requests(
            functions, filetypes, rac_io.IO_FUNCTIONS.name, workload.instance_statistics
        )
    )
    return replace(workload, io_functions=of_report(functions, reported), io_filetypes=of_report(filetypes, reported))


def _segments(reader: Gathering, workload: Workload) -> Workload:
    lists = [(declared, listed_rows(reader.read(declared.section))) for declared in GLOBAL_LISTS]
    reader.states.update((declared.section.name, reading.state) for declared, reading in lists)
    reader.warnings[:] = dict.fromkeys(reader.warnings)
    statements = reader.read(GLOBAL_STATEMENTS)
    return replace(
        workload,
        segments=merge_lists(lists),
        segment_coverage=global_coverage(lists, workload.instance_statistics),
        statements=statements.items,
        statement_coverage=statement_coverage(statements),
    )


def _with_times(workload: Workload) -> Interval:
    """The interval with DB time and DB CPU of the time model, which has two decimals more than the page's top."""
    times = {row.name: row.time_s for row in workload.time_model if row.instance is None}
    interval = workload.interval
    db_time_s = times.get("DB time")
    return replace(
        interval,
        db_time_s=interval.db_time_s if db_time_s is None else db_time_s,
        db_cpu_s=times.get("DB CPU"),
    )


def _value(row: Row | None, name: str) -> Any:
    return None if row is None else row.get(name)


def _minutes_s(row: Row | None, name: str) -> float | None:
    minutes = _value(row, name)
    return None if minutes is None else round(minutes * _MINUTE_S, 6)


def _time(rows: Sequence[Row], name: str, choose: Any) -> datetime | None:
    times = [row[name] for row in rows if row[name] is not None]
    return choose(times) if times else None

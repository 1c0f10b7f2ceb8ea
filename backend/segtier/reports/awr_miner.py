"""An AWR Miner file (`awr-hist-*.out`) -> one workload over all its snapshots, each of them a part of it.

The file holds dozens of snapshots of one database. Rates of the whole are weighted by the length of each snapshot's interval
and added up over instances, counts are added up. Its top events are cut at five per snapshot, so what is said of an event is
the least it took. There are no segments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.workload import (
    Database,
    Instance,
    Interval,
    LoadMetric,
    Part,
    Source,
    WaitClass,
    WaitEvent,
    Workload,
)
from segtier.reports.gathering import Gathering
from segtier.reports.memory import block_size_bytes, cache
from segtier.reports.miner_activity import (
    Span,
    added_events,
    class_doubt_s,
    classes_of,
    events_of,
    evidence_of,
    functions_of,
    histograms_of,
)
from segtier.reports.numbers import CellFault, count, identifier, impossible_id, number, plain_decimals
from segtier.reports.sections.mechanism import Section
from segtier.reports.sections.miner import (
    EVENTS,
    FUNCTIONS,
    HISTOGRAM,
    METRICS,
    PARAMETERS,
    RATES,
    SESSIONS,
    SIZES,
    SYSTEM,
)
from segtier.reports.sections.wait_events import DB_CPU
from segtier.reports.tables.blocks import read_blocks
from segtier.units import GIB

SECTIONS: tuple[Section[Any], ...] = (SYSTEM, SIZES, METRICS, SESSIONS, EVENTS, HISTOGRAM, FUNCTIONS, PARAMETERS)
_AGAIN = "Run the collector again and upload the .out file it writes."
_MINUTE_S = 60.0
_CENTI = 100.0
_HALF_DECIMAL = 0.05
_TELLING_SHARE = 0.1
_CELL_EVENT = "cell "
_LAST_IN_CENTISECONDS = (3, 0, 3)
"""Version whose `cpu_per_s` is printed as AWR keeps it."""
_OTHER_UNIT = 10.0
"""Times DB time: no seconds of CPU."""


def read_miner(text: str, source: Source) -> Workload:
    """The workload of all snapshots together. Raises UnreadableInput where the file holds none of the blocks."""
    reader = Gathering(read_blocks(text), SECTIONS)
    if reader.page.truncated:
        reader.warnings.append(Warn("truncated", "a block of the file has no end: it is left out"))
    facts = _facts(reader)
    span = _span(reader)
    parameters = reader.read(PARAMETERS).items
    reader.refuse_empty("an AWR Miner file", text, _AGAIN)
    cpu_scale = _cpu_scale(facts, span)
    whole = _interval(span, cpu_scale)
    parts = tuple(_part(one, facts, cpu_scale, whole) for one in span.by_snapshot())
    events = added_events(part.wait_events for part in parts)
    _warn_about(span, whole, reader.warnings)
    return Workload(
        source=source,
        database=replace(
            _database(facts, events, block_size_bytes((), parameters)), size_bytes=_last_size(reader.read(SIZES).items)
        ),
        instances=_instances(facts, span),
        interval=whole,
        cache=cache((), parameters),
        load_profile=_load_profile(span),
        wait_events=events,
        wait_classes=classes_of(span),
        wait_histograms=histograms_of(span.waits),
        io_functions=functions_of(span),
        parameters=parameters,
        sections=reader.in_order(SECTIONS),
        warnings=tuple(reader.warnings),
        parts=parts if len(parts) > 1 else (),
    )


def _part(span: Span, facts: dict[str, str], cpu_scale: float, whole: Interval) -> Part:
    """One snapshot. Where the whole's DB time is known, that of an idle hour may be as doubtful as its rounding."""
    interval = _interval(span, cpu_scale, certain=whole.db_time_s is None)
    classes = classes_of(span)
    return Part(
        instances=_instances(facts, span),
        interval=interval,
        load_profile=_load_profile(span),
        wait_events=events_of(span, classes, interval.db_time_s),
        wait_classes=classes,
        wait_histograms=histograms_of(span.waits),
        io_functions=functions_of(span),
    )


def _facts(reader: Gathering) -> dict[str, str]:
    """Names with one value; one with several (hosts that differ) is not known. Figures as others print them."""
    reading = reader.read(SYSTEM)
    comma = any(table.decimal_comma for table in reading.tables)
    values: dict[str, set[str]] = defaultdict(set)
    for row in reading.items:
        if row["name"] and row["value"]:
            values[row["name"]].add(row["value"])
    alone = {name: next(iter(found)) for name, found in values.items() if len(found) == 1}
    return {name: plain_decimals(value) if comma and name in _FIGURES else value for name, value in alone.items()}


_FIGURES = ("PHYSICAL_MEMORY_GB",)


def _figure(facts: dict[str, str], name: str) -> float | None:
    try:
        return number(facts.get(name, ""))
    except CellFault:
        return None


def _dbid(facts: dict[str, str]) -> int | None:
    """Raises UnreadableInput."""
    try:
        return identifier(facts.get("DBID", ""))
    except CellFault as fault:
        if fault.kind == "identifier":
            raise impossible_id(fault.text, f"DBID of {SYSTEM.name}", section=SYSTEM.name) from fault
        return None


def _whole(facts: dict[str, str], name: str) -> int | None:
    try:
        return count(facts.get(name, ""))
    except CellFault:
        return None


def _span(reader: Gathering) -> Span:
    """The snapshots of the metrics, with what the other blocks say of them; warnings of what those leave out."""
    metrics = reader.read(METRICS).items
    sessions, top = reader.read(SESSIONS).items, reader.read(EVENTS).items
    histogram, functions = reader.read(HISTOGRAM).items, reader.read(FUNCTIONS).items
    known = (row for row in metrics if None not in (row["snap"], row["minutes"], row["instance"]))
    span = Span(tuple(known), sessions, top, histogram, functions)
    if top:
        message = (
            "only the top events of each snapshot are in the file: an event took at least the time shown; foreground and "
            "background waits are not separated"
        )
        reader.warnings.append(Warn("top-events-only", message, EVENTS.name))
    return span


def _cpu_scale(facts: dict[str, str], span: Span) -> float:
    """What turns `cpu_per_s` into seconds: the version tells, or that no session has so much CPU."""
    version = facts.get("AWR_MINER_VER", "").split(".")
    told = tuple(int(part) for part in version[:3] if part.isdecimal())
    cpu_s = _seconds(span, "cpu_per_s", 1.0)
    measured_s = _seconds(span, "db_time", 1 / _CENTI)
    most_s = _seconds(span, "aas", 1.0) if measured_s is None else measured_s
    doubt_s = sum(row["minutes"] for row in span.metrics) * _MINUTE_S * _HALF_DECIMAL
    beyond = cpu_s is not None and most_s is not None and cpu_s > _OTHER_UNIT * (most_s + doubt_s)
    return 1 / _CENTI if beyond or (len(told) == 3 and told <= _LAST_IN_CENTISECONDS) else 1.0


def _interval(span: Span, cpu_scale: float, *, certain: bool = True) -> Interval:
    """All of the span; its begin is the end of the first snapshot less its minutes."""
    if not span.metrics:
        return Interval()
    known = [(row["end"], row["minutes"]) for row in span.metrics if row["end"] is not None]
    begins = [begin for end, minutes in known if (begin := _before(end, minutes)) is not None]
    begin = min(begins) if len(begins) == len(known) and begins else None
    classes, snaps = classes_of(span), span.snaps
    cpu_s = _seconds(span, "cpu_per_s", cpu_scale)
    if cpu_s is None:
        cpu_s = next((row.time_s for row in classes if row.wait_class == DB_CPU), None)
    return Interval(
        begin_snap=snaps[0] - 1,
        end_snap=snaps[-1],
        begin_time=begin,
        end_time=max((end for end, _ in known), default=None),
        elapsed_s=span.elapsed_s or None,
        db_time_s=_db_time_s(span, classes, certain=certain),
        db_cpu_s=cpu_s,
        instances_reported=len({row["instance"] for row in span.metrics}),
    )


def _db_time_s(span: Span, classes: Sequence[WaitClass], *, certain: bool) -> float | None:
    """As measured, else of the average sessions, else the sum of the wait classes and DB CPU.

    Where it is to be `certain`, None where the rounding of what it is taken from leaves a tenth in doubt.
    """
    measured_s = _seconds(span, "db_time", 1 / _CENTI)
    if measured_s is not None:
        return measured_s
    sessions_doubt_s = sum(row["minutes"] for row in span.metrics) * _MINUTE_S * _HALF_DECIMAL
    rough = ((_seconds(span, "aas", 1.0), sessions_doubt_s), (_added_s(classes), class_doubt_s(span)))
    known = [(value, doubt) for value, doubt in rough if value is not None]
    told = next((value for value, doubt in known if doubt <= value * _TELLING_SHARE), None)
    if told is not None or certain:
        return told
    return min(known, key=lambda one: one[1])[0] if known else None


def _added_s(classes: Sequence[WaitClass]) -> float | None:
    """Waits and DB CPU; None where either is not known."""
    if DB_CPU not in {row.wait_class for row in classes}:
        return None
    return sum(row.time_s or 0.0 for row in classes)


def _before(end: datetime, minutes: float) -> datetime | None:
    """None where no calendar goes so far back."""
    try:
        return end - timedelta(minutes=minutes)
    except OverflowError:
        return None


def _warn_about(span: Span, whole: Interval, warnings: list[Warn]) -> None:
    if not span.metrics:
        return
    hours, snaps = span.elapsed_s / 3600, span.snaps
    message = f"{len(snaps)} snapshots over {hours:.1f} hours: averages over all of them hide the busy hours"
    warnings.append(Warn("many-intervals", message, METRICS.name))
    missing = snaps[-1] - snaps[0] + 1 - len(snaps)
    if missing:
        message = f"{missing} snapshot(s) between {snaps[0]} and {snaps[-1]} are not in the file"
        warnings.append(Warn("gaps", message, METRICS.name))
    if whole.db_time_s is not None and whole.db_time_s == _added_s(classes_of(span)):
        message = "DB time is the sum of DB CPU and the wait classes, which the file gives to two decimals of a session"
        warnings.append(Warn("db-time-added", message, SESSIONS.name))


def _amount(span: Span, name: str) -> float | None:
    """A rate times its minutes, over all snapshots and instances; None where one of them has no figure."""
    values = [(row.get(name), row["minutes"]) for row in span.metrics]
    if not values or any(value is None for value, _ in values):
        return None
    return float(sum(value * minutes for value, minutes in values))


def _seconds(span: Span, name: str, scale: float) -> float | None:
    minutes = _amount(span, name)
    return None if minutes is None else round(minutes * scale * _MINUTE_S, 6)


def _load_profile(span: Span) -> tuple[LoadMetric, ...]:
    found: list[LoadMetric] = []
    for name, (metric, label, scale) in RATES.items():
        amount = _amount(span, name)
        if amount is not None and span.elapsed_s:
            per_s = amount * _MINUTE_S / span.elapsed_s * scale
            found.append(LoadMetric(metric, label, per_s=per_s, evidence=evidence_of(span.metrics, name)))
    return tuple(found)


def _last_size(rows: Sequence[Any]) -> int | None:
    """Of the data files at the last snapshot that says it."""
    known = [(row["snap"], row["gib"]) for row in rows if row["gib"] is not None]
    return round(max(known)[1] * GIB) if known else None


def _database(facts: dict[str, str], events: Sequence[WaitEvent], block_size: int | None) -> Database:
    role, release = facts.get("DATABASE_ROLE"), facts.get("VERSION")
    instances = _whole(facts, "INSTANCES")
    cells = any(row.event.startswith(_CELL_EVENT) for row in events)
    return Database(
        name=facts.get("DB_NAME"),
        unique_name=facts.get("DB_UNIQUE_NAME"),
        dbid=_dbid(facts),
        release=release,
        role=role,
        rac=None if instances is None else instances > 1,
        platform=facts.get("!PLATFORM_NAME") or facts.get("PLATFORM_NAME"),
        engineered="exadata" if cells else None,
        block_size_bytes=block_size,
    )


_CPUS, _CORES = ("NUM_CPUS", "!CPU_COUNT"), ("NUM_CPU_CORES", "!CPU_CORE_COUNT")
_SOCKETS = ("NUM_CPU_SOCKETS", "!CPU_SOCKET_COUNT")
"""As the operating system says, else as Oracle's feature statistics have it; `GLOBAL_...` is the sum of all servers."""


def _first(facts: dict[str, str], *names: str) -> int | None:
    """The first of these figures that the file has."""
    return next((value for name in names if (value := _whole(facts, name)) is not None), None)


def _instances(facts: dict[str, str], span: Span) -> tuple[Instance, ...]:
    """The instances with snapshots; machine figures hold for each, as the collector prints every different value."""
    memory_gib = _figure(facts, "PHYSICAL_MEMORY_GB")
    numbers = sorted({row["instance"] for row in span.metrics})
    hosts = facts.get("HOSTS", "")
    return tuple(
        Instance(
            number=instance,
            host=hosts if len(numbers) == 1 and hosts and "," not in hosts else None,
            cpus=_first(facts, *(_CPUS if len(numbers) > 1 else (*_CPUS, "GLOBAL_CPU_COUNT"))),
            cores=_first(facts, *(_CORES if len(numbers) > 1 else (*_CORES, "GLOBAL_CPU_CORE_COUNT"))),
            sockets=_first(facts, *(_SOCKETS if len(numbers) > 1 else (*_SOCKETS, "GLOBAL_CPU_SOCKET_COUNT"))),
            memory_bytes=None if memory_gib is None else round(memory_gib * GIB),
        )
        for instance in numbers
    )

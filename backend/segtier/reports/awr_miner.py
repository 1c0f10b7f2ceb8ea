"""An AWR Miner file (`awr-hist-*.out`) -> one workload over all its snapshots.

The file holds dozens of snapshots of one database. They become one workload of the whole span: rates weighted by the
length of each snapshot's interval and added up over instances, counts added up. What an average over days hides is said in a
warning. Its top events are cut at five per snapshot: only an event that is among them in every snapshot has a
known total. There are no segments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.workload import (
    Database,
    Instance,
    Interval,
    LoadMetric,
    Source,
    WaitEvent,
    Workload,
)
from segtier.reports.gathering import Gathering
from segtier.reports.memory import block_size_bytes, cache
from segtier.reports.miner_activity import Span, events_of, evidence_of, functions_of, histograms_of, waits_of
from segtier.reports.numbers import CellFault, count, identifier, impossible_id, number
from segtier.reports.sections.mechanism import Row, Section
from segtier.reports.sections.miner import (
    EVENTS,
    FUNCTIONS,
    HISTOGRAM,
    METRICS,
    PARAMETERS,
    RATES,
    SYSTEM,
)
from segtier.reports.tables.blocks import read_blocks
from segtier.units import GIB

SECTIONS: tuple[Section[Any], ...] = (SYSTEM, METRICS, EVENTS, HISTOGRAM, FUNCTIONS, PARAMETERS)
_AGAIN = "Run the collector again and upload the .out file it writes."
_MINUTE_S = 60.0
_CENTI = 100.0
_HALF_DECIMAL = 0.05
_TELLING_SHARE = 0.1
_CELL_EVENT = "cell "


def read_miner(text: str, source: Source) -> Workload:
    """The workload of all snapshots together. Raises UnreadableInput where the file holds none of the blocks."""
    reader = Gathering(read_blocks(text))
    if reader.page.truncated:
        reader.warnings.append(Warn("truncated", "a block of the file has no end: it is left out"))
    facts = _facts(reader.read(SYSTEM).items)
    span = _span(reader)
    parameters = reader.read(PARAMETERS).items
    histogram, top = reader.read(HISTOGRAM).items, reader.read(EVENTS).items
    functions = reader.read(FUNCTIONS).items
    reader.refuse_empty("an AWR Miner file", text, _AGAIN)
    waits = waits_of(histogram)
    events = events_of(top, waits, span, reader.warnings)
    return Workload(
        source=source,
        database=_database(facts, events, block_size_bytes((), parameters)),
        instances=_instances(facts, span),
        interval=_interval(span, reader.warnings),
        cache=cache((), parameters),
        load_profile=_load_profile(span),
        wait_events=events,
        wait_histograms=histograms_of(histogram),
        io_functions=functions_of(functions, span),
        parameters=parameters,
        sections=reader.in_order(SECTIONS),
        warnings=tuple(reader.warnings),
    )


def _facts(rows: Iterable[Row]) -> dict[str, str]:
    """Names with one value; one with several (hosts that differ) is not known."""
    values: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row["name"] and row["value"]:
            values[row["name"]].add(row["value"])
    return {name: next(iter(found)) for name, found in values.items() if len(found) == 1}


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
    rows = tuple(
        row for row in reader.read(METRICS).items if None not in (row["snap"], row["minutes"], row["instance"])
    )
    minutes: dict[int, float] = {}
    for row in rows:
        minutes[row["snap"]] = max(minutes.get(row["snap"], 0.0), row["minutes"])
    return Span(rows, sum(minutes.values()) * _MINUTE_S, tuple(sorted(minutes)))


def _interval(span: Span, warnings: list[Warn]) -> Interval:
    """The whole span; its begin is the end of the first snapshot less its minutes."""
    if not span.rows:
        return Interval()
    known = [(row["end"], row["minutes"]) for row in span.rows if row["end"] is not None]
    begins = [begin for end, minutes in known if (begin := _before(end, minutes)) is not None]
    begin = min(begins) if len(begins) == len(known) and begins else None
    _warn_about(span, warnings)
    db_time_s = _seconds(span, "db_time", 1 / _CENTI)
    return Interval(
        begin_snap=span.snaps[0] - 1,
        end_snap=span.snaps[-1],
        begin_time=begin,
        end_time=max((end for end, _ in known), default=None),
        elapsed_s=span.elapsed_s or None,
        db_time_s=db_time_s if db_time_s is not None else _from_sessions(span),
        db_cpu_s=_seconds(span, "cpu_per_s", 1.0),
        instances_reported=len({row["instance"] for row in span.rows}),
    )


def _before(end: datetime, minutes: float) -> datetime | None:
    """None where no calendar goes so far back."""
    try:
        return end - timedelta(minutes=minutes)
    except OverflowError:
        return None


def _warn_about(span: Span, warnings: list[Warn]) -> None:
    hours = span.elapsed_s / 3600
    message = f"{len(span.snaps)} snapshots over {hours:.1f} hours are read as one: averages hide the busy hours"
    warnings.append(Warn("many-intervals", message, METRICS.name))
    missing = span.snaps[-1] - span.snaps[0] + 1 - len(span.snaps)
    if missing:
        message = f"{missing} snapshot(s) between {span.snaps[0]} and {span.snaps[-1]} are not in the file"
        warnings.append(Warn("gaps", message, METRICS.name))


def _amount(span: Span, name: str) -> float | None:
    """A rate times its minutes, over all snapshots and instances; None where one of them has no figure."""
    values = [(row.get(name), row["minutes"]) for row in span.rows]
    if not values or any(value is None for value, _ in values):
        return None
    return float(sum(value * minutes for value, minutes in values))


def _seconds(span: Span, name: str, scale: float) -> float | None:
    minutes = _amount(span, name)
    return None if minutes is None else round(minutes * scale * _MINUTE_S, 6)


def _from_sessions(span: Span) -> float | None:
    """DB time from average active sessions, None where their one decimal leaves it uncertain by a tenth or more."""
    db_time_s = _seconds(span, "aas", 1.0)
    uncertain_s = sum(row["minutes"] for row in span.rows) * _MINUTE_S * _HALF_DECIMAL
    return db_time_s if db_time_s is not None and uncertain_s <= db_time_s * _TELLING_SHARE else None


def _load_profile(span: Span) -> tuple[LoadMetric, ...]:
    found: list[LoadMetric] = []
    for name, (metric, label, scale) in RATES.items():
        amount = _amount(span, name)
        if amount is not None and span.elapsed_s:
            per_s = amount * _MINUTE_S / span.elapsed_s * scale
            found.append(LoadMetric(metric, label, per_s=per_s, evidence=evidence_of(span.rows, name)))
    return tuple(found)


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


def _instances(facts: dict[str, str], span: Span) -> tuple[Instance, ...]:
    """The instances with snapshots; machine figures hold for each, as the collector prints every different value."""
    memory_gib = _figure(facts, "PHYSICAL_MEMORY_GB")
    numbers = sorted({row["instance"] for row in span.rows})
    hosts = facts.get("HOSTS", "")
    return tuple(
        Instance(
            number=instance,
            host=hosts if len(numbers) == 1 and hosts and "," not in hosts else None,
            cpus=_whole(facts, "NUM_CPUS"),
            cores=_whole(facts, "NUM_CPU_CORES"),
            sockets=_whole(facts, "NUM_CPU_SOCKETS"),
            memory_bytes=None if memory_gib is None else round(memory_gib * GIB),
        )
        for instance in numbers
    )

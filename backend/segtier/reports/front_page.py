"""Who, where and when: database, instance, host and interval from the tables at the top of an AWR report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from segtier.model.evidence import Warn
from segtier.model.workload import Database, Engineered, Instance, Interval, LoadMetric, TimeModelRow, WaitEvent
from segtier.reports.numbers import CellFault, number, plain_decimals
from segtier.reports.sections.mechanism import Row
from segtier.reports.tables.raw import Page, normalise
from segtier.reports.times import report_time

_DURATION = re.compile(r"(?<![\d.,])([\d.,]{1,40})\s{0,40}\(?\s{0,40}(secs?|mins?|hours?)", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r",\d{2}$")
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_EXADATA_EVENTS = re.compile(r"cell (?:smart|single block|multiblock|list of blocks|statistics gather)")
_SHORT_NAME = 2
_HALF_DECIMAL = 0.05
_TELLING_SHARE = 0.1
_TIMES_AGREE_S = 1.5
"""Snapshot times are cut to whole seconds, the printed minutes rounded to 0.3 s."""
MINUTE_TENTH_S = 5.0
"""How far minutes with one decimal may be from the snapshot times."""


def database(
    database_row: Row | None,
    containers: Sequence[Row],
    host: Row | None,
    snapshots: Sequence[Row],
    page: Page,
    block_size_bytes: int | None,
    engineered: Engineered | None,
) -> Database:
    """The database the report is about; `pdb` only where the report is of one PDB."""
    cdb = _value(database_row, "cdb")
    if cdb is None:
        cdb = next((row["cdb"] for row in snapshots if row.get("cdb") is not None), None)
    return Database(
        name=_unmasked(_value(database_row, "name")),
        unique_name=_unmasked(_value(database_row, "unique_name")),
        dbid=_value(database_row, "dbid"),
        release=_value(database_row, "release"),
        edition=_value(database_row, "edition"),
        role=_value(database_row, "role"),
        rac=_value(database_row, "rac"),
        cdb=cdb,
        pdb=_only_pdb(containers) if _is_pdb_report(page) else None,
        platform=_value(host, "platform"),
        engineered=engineered,
        block_size_bytes=block_size_bytes,
    )


def _only_pdb(containers: Sequence[Row]) -> str | None:
    """The one container listed that is neither the root nor the seed."""
    names = [row["name"] for row in containers if row["name"] not in (None, "CDB$ROOT", "PDB$SEED")]
    return names[0] if len(names) == 1 else None


def _unmasked(name: str | None) -> str | None:
    """A name as the database has it; `** MISSING **` and rows of one sign are what people put over it."""
    masked = name is not None and (name.startswith("**") or (len(name) > _SHORT_NAME and not name.strip("*xX#-_. ")))
    return None if masked else name


def _is_pdb_report(page: Page) -> bool:
    return any(heading.level == 1 and " pdb report" in f" {normalise(heading.text)}" for heading in page.headings)


def instances(instance: Row | None, host: Row | None) -> tuple[Instance, ...]:
    """The one instance the report is about."""
    if instance is None and host is None:
        return ()
    names = ("number", "name", "startup_time")
    machine = ("host", "cpus", "cores", "sockets", "memory_bytes")
    values = {name: _value(instance, name) for name in names} | {name: _value(host, name) for name in machine}
    values |= {name: _unmasked(values[name]) for name in ("name", "host")}
    return (Instance(**values),)


def engineered_system(page: Page, events: Sequence[WaitEvent]) -> Engineered | None:
    """`exadata` where cell events or Exadata sections show, `none` where events are listed and none shows."""
    if any(normalise(heading.text).startswith("exadata") for heading in page.headings):
        return "exadata"
    if any(_EXADATA_EVENTS.match(row.event) for row in events):
        return "exadata"
    return "none" if events else None


def interval(
    snapshots: Sequence[Row], time_model: Sequence[TimeModelRow], load_profile: Sequence[LoadMetric]
) -> tuple[Interval, tuple[Warn, ...]]:
    """The snapshot interval. DB time and DB CPU come from the time model, exact to 0.01 s, else from the page's top."""
    begin, end = _snapshot(snapshots, "begin snap"), _snapshot(snapshots, "end snap")
    warnings: list[Warn] = []
    begin_time, end_time = _time(begin, warnings), _time(end, warnings)
    lasted_s = elapsed_s(begin_time, end_time, _duration_s(_snapshot(snapshots, "elapsed")))
    if lasted_s is None and begin is not None and end is not None and begin_time == end_time is not None:
        message = "the report begins and ends at one time: how long its figures took is not known"
        warnings.append(Warn("no-interval", message, begin.evidence.section))
    times = {row.name.lower(): row.time_s for row in time_model}
    db_time_s = times.get("db time")
    db_cpu_s = times.get("db cpu")
    return Interval(
        begin_snap=_value(begin, "snap"),
        end_snap=_value(end, "snap"),
        begin_time=begin_time,
        end_time=end_time,
        elapsed_s=lasted_s,
        db_time_s=db_time_s if db_time_s is not None else _duration_s(_snapshot(snapshots, "db time")),
        db_cpu_s=db_cpu_s if db_cpu_s is not None else _from_rate(load_profile, "db_cpu_s", lasted_s),
        begin_sessions=_value(begin, "sessions"),
        end_sessions=_value(end, "sessions"),
        instances_reported=1 if snapshots else None,
    ), tuple(warnings)


def _value(row: Row | None, name: str) -> Any:
    return None if row is None else row.get(name)


def _snapshot(rows: Iterable[Row], label: str) -> Row | None:
    return next((row for row in rows if normalise(row["label"] or "") == label), None)


def _time(row: Row | None, warnings: list[Warn]) -> datetime | None:
    if row is None or row["time"] is None:
        return None
    return snapshot_time(row["time"], row.evidence.section, warnings)


def snapshot_time(text: str, section: str, warnings: list[Warn]) -> datetime | None:
    """A snapshot's time; None with a warning where its form or language is not known."""
    try:
        return report_time(text)
    except CellFault:
        message = f"the snapshot time {text[:40]!r} is in a form or language that is not known"
        warnings.append(Warn("unknown-time", message, section))
        return None


def _duration_s(row: Row | None) -> float | None:
    match = _DURATION.search(row["time"] or "") if row is not None else None
    if match is None:
        return None
    text = match[1]
    if _DECIMAL_COMMA.search(text):
        text = plain_decimals(text)
    try:
        figure = number(text)
    except CellFault:
        return None
    return None if figure is None else figure * _SECONDS[match[2][0].lower()]


def elapsed_s(
    begin: datetime | None, end: datetime | None, printed_s: float | None, *, printed_to_s: float = _TIMES_AGREE_S
) -> float | None:
    """Seconds between the snapshots; the printed minutes where the clock was changed in between.

    `printed_to_s` is how far the two may be apart by rounding. No minutes printed, and none between, are not known.
    """
    printed_s = printed_s or None
    if begin is None or end is None:
        return printed_s
    between_s = (end - begin).total_seconds()
    if printed_s is not None and abs(between_s - printed_s) > printed_to_s:
        return printed_s
    return between_s if between_s > 0 else printed_s


def _from_rate(load_profile: Sequence[LoadMetric], metric: str, lasted_s: float | None) -> float | None:
    """None where the rate's one decimal leaves a tenth of it uncertain: 0.0 per second may be 20 minutes of a day."""
    per_s = next((row.per_s for row in load_profile if row.metric == metric), None)
    if per_s is None or lasted_s is None or per_s * _TELLING_SHARE < _HALF_DECIMAL:
        return None
    return per_s * lasted_s

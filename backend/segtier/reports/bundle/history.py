"""Snapshots in a bundle (AWR's hist_ or Statspack's statspack_ files): one workload for each interval of an instance.

Counters are cumulative at each snapshot; an interval is the difference of two of the same start-up. AWR stores segment
counters as differences already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.workload import InstanceStatistic, OsStatistic, Section, TimeModelRow, Workload
from segtier.oracle.startup import same_start
from segtier.reports.bundle.activity import waits
from segtier.reports.bundle.history_segments import SHRUNK, has_begin, segment_rows, span_coverage, span_segments
from segtier.reports.bundle.instances import instance_of
from segtier.reports.bundle.listing import Listing, moment
from segtier.reports.bundle.tables import Tables
from segtier.reports.kept_segments import most_segments
from segtier.units import US_PER_S

_PARTS = ("snapshots", "segments", "system_events", "system_statistics", "time_model", "os_statistics")


@dataclass(frozen=True, slots=True)
class Span:
    """Two snapshots of one instance, one after the other."""

    instance: int
    begin_snap: int
    end_snap: int
    begin: datetime
    end: datetime
    startup: datetime

    @property
    def elapsed_s(self) -> float:
        return (self.end - self.begin).total_seconds()


def intervals_of(tables: Tables, now: Workload) -> tuple[Workload, ...]:
    """The intervals in order of time. `now` is the bundle's workload since start-up: what it knows of the machine stays."""
    tables.run(
        "CREATE TABLE span (inst_id NUMERIC, begin_snap NUMERIC, end_snap NUMERIC, up_s REAL, db_time_us NUMERIC)"
    )
    prefix = next((one for one in ("hist", "statspack") if tables.found(f"{one}_snapshots")), None)
    if prefix is None:
        return ()
    spans, warnings = _spans(tables, prefix, now.database.dbid)
    most = most_segments(len(spans))
    return tuple(_interval(tables, prefix, span, now, most, warnings) for span in spans)


def _spans(tables: Tables, prefix: str, dbid: int | None) -> tuple[list[Span], tuple[Warn, ...]]:
    section = f"{prefix}_snapshots.csv"
    before: dict[int, tuple[int, datetime, datetime]] = {}
    spans: list[Span] = []
    restarts = others = 0
    for snap, instance, end_text, startup_text, of in tables.rows(
        f"SELECT snap_id, inst_id, end_time, startup_time, dbid FROM {prefix}_snapshots ORDER BY inst_id, snap_id"
    ):
        end, startup = moment(end_text), moment(startup_text)
        if end is None or startup is None:
            continue
        if None not in (of, dbid) and of != dbid:
            others += 1
            continue
        last = before.get(instance)
        if last is not None and same_start(last[2], startup) and end > last[1]:
            spans.append(Span(instance, last[0], snap, last[1], end, startup))
        elif last is not None:
            restarts += 1
        before[instance] = (snap, end, startup)
    warnings = []
    if restarts:
        message = f"the instance was started in {restarts} interval(s) between snapshots: they are left out"
        warnings.append(Warn("restart-in-interval", message, section))
    if others:
        warnings.append(Warn("other-database", f"{others} snapshot(s) are of another database and left out", section))
    return sorted(spans, key=lambda one: (one.end, one.instance)), tuple(warnings)


def _interval(
    tables: Tables, prefix: str, span: Span, now: Workload, most: int, warnings: tuple[Warn, ...]
) -> Workload:
    tables.run("DELETE FROM span")
    db_time_us, db_cpu_us = _model_us(tables, prefix, span, "DB time"), _model_us(tables, prefix, span, "DB CPU")
    tables.run(
        "INSERT INTO span VALUES (?, ?, ?, ?, ?)",
        span.instance,
        span.begin_snap,
        span.end_snap,
        span.elapsed_s,
        db_time_us,
    )
    segments, all_of_them = span_segments(tables, prefix, most)
    statistics = _statistics(prefix).read(tables)
    changed: dict[str, Any] = dict.fromkeys(_OTHER_TIMES, ())
    return replace(
        now,
        instances=(instance_of(span.instance, now.instances),),
        interval=replace(
            now.interval,
            begin_snap=span.begin_snap,
            end_snap=span.end_snap,
            begin_time=span.begin,
            end_time=span.end,
            elapsed_s=span.elapsed_s,
            db_time_s=None if db_time_us is None else db_time_us / US_PER_S,
            db_cpu_s=None if db_cpu_us is None else db_cpu_us / US_PER_S,
            end_sessions=None,
            instances_reported=1,
        ),
        time_model=_time_model(prefix).read(tables),
        os_statistics=_os_statistics(prefix).read(tables),
        wait_events=tuple(
            row for listing in waits(f"{prefix}_system_events", _events(prefix)) for row in listing.read(tables)
        ),
        instance_statistics=statistics,
        segments=segments,
        segment_basis={"kind": "interval", "from": f"snapshot {span.begin_snap}", "to": f"snapshot {span.end_snap}"},
        segment_coverage=span_coverage(segments, all_of_them, statistics),
        **changed,
        sections=_sections(tables, prefix),
        warnings=(*warnings, *_smaller(tables, prefix)),
    )


_OTHER_TIMES: tuple[str, ...] = (
    *("wait_classes", "wait_histograms", "io_functions", "io_filetypes", "tablespace_io", "file_io"),
    "buffer_pool_statistics",
)
"""Lists of the bundle that count since start-up and have no figures at the snapshots."""


def _joined(file: str, key: str, figures: tuple[str, ...], others: tuple[str, ...] = ()) -> str:
    """Rows at the end of the span less those at its begin; what was not there began at zero.

    None at all where the file has no row of the begin: the end's figures would count since start-up.
    """
    differences = ", ".join(f"b.{one} - ifnull(a.{one}, 0) AS {one}" for one in figures)
    named = "".join(f", b.{one}" for one in others)
    return (
        f"(SELECT b.rowid - 1 AS row, b.inst_id, b.{key}{named}, {differences}, p.up_s, p.db_time_us FROM span p"
        f" JOIN {file} b ON b.inst_id = p.inst_id AND b.snap_id = p.end_snap"
        f" LEFT JOIN {file} a ON a.inst_id = p.inst_id AND a.snap_id = p.begin_snap AND a.{key} = b.{key}"
        f" WHERE {has_begin(file)})"
    )


def _events(prefix: str) -> str:
    figures = (
        "total_waits",
        "total_timeouts",
        "time_waited_us",
        "total_waits_fg",
        "total_timeouts_fg",
        "time_waited_us_fg",
    )
    joined = _joined(f"{prefix}_system_events", "event", figures, ("wait_class",))
    return f"(SELECT * FROM {joined} WHERE total_waits >= 0 AND time_waited_us >= 0)"


def _values(prefix: str, part: str, column: str) -> str:
    return f"(SELECT * FROM {_joined(f'{prefix}_{part}', 'name', (column,))} WHERE {column} >= 0)"


def _statistics(prefix: str) -> Listing[InstanceStatistic]:
    fields = {"name": "name", "total": "value", "per_s": "1.0 * value / up_s", "instance": "inst_id"}
    source = _values(prefix, "system_statistics", "value")
    return Listing(f"{prefix}_system_statistics", InstanceStatistic, fields, source)


def _time_model(prefix: str) -> Listing[TimeModelRow]:
    fields = {
        "name": "name",
        "time_s": f"value_us / {US_PER_S}.0",
        "db_time_pct": "100.0 * value_us / nullif(db_time_us, 0)",
        "instance": "inst_id",
    }
    return Listing(f"{prefix}_time_model", TimeModelRow, fields, _values(prefix, "time_model", "value_us"))


def _os_statistics(prefix: str) -> Listing[OsStatistic]:
    """What is cumulative as a difference, the rest as it stands at the end."""
    file = f"{prefix}_os_statistics"
    source = (
        "(SELECT b.rowid - 1 AS row, b.inst_id, b.name, b.value AS at_end, CASE WHEN b.cumulative = 'YES'"
        f" THEN b.value - ifnull(a.value, 0) ELSE b.value END AS value FROM span p JOIN {file} b ON b.inst_id = p.inst_id"
        f" AND b.snap_id = p.end_snap LEFT JOIN {file} a ON a.inst_id = p.inst_id AND a.snap_id = p.begin_snap"
        f" AND a.name = b.name WHERE ifnull(b.cumulative, 'NO') <> 'YES' OR {has_begin(file)})"
    )
    return Listing(
        file, OsStatistic, {"name": "name", "value": "value", "instance": "inst_id"}, source, where="value >= 0"
    )


def _model_us(tables: Tables, prefix: str, span: Span, name: str) -> float | None:
    """A figure of the time model; where that is not there the statistic that says the same in hundredths of a second."""
    known = _difference(tables, f"{prefix}_time_model", "value_us", span, name)
    if known is not None:
        return known
    in_cs = _difference(tables, f"{prefix}_system_statistics", "value", span, _AS_STATISTIC[name])
    return None if in_cs is None else in_cs * _US_PER_CS


_AS_STATISTIC = {"DB time": "DB time", "DB CPU": "CPU used by this session"}
_US_PER_CS = 10_000


def _difference(tables: Tables, file: str, column: str, span: Span, name: str) -> float | None:
    query = f"SELECT {column} FROM {file} WHERE inst_id = ? AND snap_id = ? AND name = ?"
    end, begin = (
        next(tables.rows(query, span.instance, snap, name), (None,))[0] for snap in (span.end_snap, span.begin_snap)
    )
    return None if None in (end, begin) or end < begin else end - begin


def _sections(tables: Tables, prefix: str) -> tuple[Section, ...]:
    named = (tables.sections.get(f"{prefix}_{part}") for part in _PARTS)
    return tuple(one for one in named if one is not None)


def _smaller(tables: Tables, prefix: str) -> Iterator[Warn]:
    """Counters that went backwards although nothing was restarted, and files without the begin."""
    for part, key, column in (("system_events", "event", "total_waits"), ("system_statistics", "name", "value"),
                              ("time_model", "name", "value_us")):  # fmt: skip
        (count,) = tables.one(f"SELECT count(*) FROM {_joined(f'{prefix}_{part}', key, (column,))} WHERE {column} < 0")
        if count:
            message = f"{count} figure(s) are smaller at the later snapshot; they have no difference"
            yield Warn("counter-smaller", message, f"{prefix}_{part}.csv")
    (shrunk,) = tables.one(f"SELECT count(*) FROM ({segment_rows(prefix)}) WHERE {SHRUNK}")
    if shrunk:
        message = f"{shrunk} segment(s) have smaller figures at the later snapshot; they have no difference"
        yield Warn("counter-smaller", message, f"{prefix}_segments.csv")
    for part in _PARTS[1:]:
        if _lacks_begin(tables, prefix, part):
            message = "it has no rows of the earlier snapshot, only of the later: there is no difference"
            yield Warn("no-earlier-rows", message, f"{prefix}_{part}.csv")


def _lacks_begin(tables: Tables, prefix: str, part: str) -> bool:
    """AWR keeps segments as differences: they need no earlier rows."""
    file = f"{prefix}_{part}"
    if not tables.found(file) or file == "hist_segments":
        return False
    ends = f"SELECT count(*) FROM {file} b, span p WHERE b.inst_id = p.inst_id AND b.snap_id = p.end_snap"
    (rows,) = tables.one(f"{ends} AND NOT {has_begin(file)}")
    return bool(rows)

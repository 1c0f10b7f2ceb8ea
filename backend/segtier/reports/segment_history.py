"""Exports of segment counters with one column per statistic -> Workload: v$segment_statistics pivoted, dba_hist_seg_stat.

`..._DELTA` columns (and their sums) are the counters of an interval, `..._TOTAL` columns are cumulative. Where the
names do not tell, the figures are taken as cumulative: their shares are used, never their rates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import repeat
from typing import Any

from segtier.dataclass import dataclass
from segtier.model.evidence import Warn
from segtier.model.workload import Interval, Section, Source, Workload
from segtier.reports.numbers import words
from segtier.reports.segment_cells import WHERE_COLUMNS, container, integer, time_of, whole_number
from segtier.reports.tables.columns import Column, Columns, Reading, Row, Rows
from segtier.reports.tables.rows import RowTable

QUERY = (
    "SELECT o.owner, o.object_name, o.subobject_name, o.object_type, o.tablespace_name,"
    " MIN(s.snap_id) first_snap, MAX(s.snap_id) last_snap,"
    " SUM(s.physical_reads_delta) physical_reads_delta, SUM(s.physical_writes_delta) physical_writes_delta, ..."
    " FROM dba_hist_seg_stat s JOIN dba_hist_seg_stat_obj o USING (dbid, ts#, obj#, dataobj#) GROUP BY ..."
)
SECTION = "Segment counters"

SPELLINGS: dict[str, tuple[str, ...]] = {
    "logical_reads_blocks": ("LOGICAL_READS", "LREADS"),
    "physical_reads_blocks": ("PHYSICAL_READS", "PHYS_READS", "PREADS"),
    "physical_read_requests": ("PHYSICAL_READ_REQUESTS", "PHYS_READ_REQUESTS", "PREAD_REQUESTS", "PREQS", "PRREQS"),
    "optimized_read_requests": ("OPTIMIZED_PHYSICAL_READS", "OPTIMIZED_READS", "OPT_READS"),
    "direct_reads_blocks": ("PHYSICAL_READS_DIRECT", "PHYS_READS_DIRECT", "PREADS_DIRECT", "DIRECT_READS"),
    "physical_writes_blocks": ("PHYSICAL_WRITES", "PHYS_WRITES", "PWRITES"),
    "physical_write_requests": ("PHYSICAL_WRITE_REQUESTS", "PHYS_WRITE_REQUESTS", "PWRITE_REQUESTS", "PWREQS"),
    "direct_writes_blocks": ("PHYSICAL_WRITES_DIRECT", "PHYS_WRITES_DIRECT", "PWRITES_DIRECT", "DIRECT_WRITES"),
    "block_changes": ("DB_BLOCK_CHANGES", "BLOCK_CHANGES"),
    "table_scans": ("SEGMENT_SCANS", "TABLE_SCANS"),
    "buffer_busy_waits": ("BUFFER_BUSY_WAITS",),
    "row_lock_waits": ("ROW_LOCK_WAITS",),
    "itl_waits": ("ITL_WAITS",),
}
"""Column names of each statistic, without what says delta or total."""

_SNAPS = (
    Column("snap", ("SNAP_ID",), integer),
    Column("first_snap", ("FIRST_SNAP", "MIN(SNAP_ID)", "MIN_SNAP_ID", "MIN_SNAP"), integer),
    Column("last_snap", ("LAST_SNAP", "MAX(SNAP_ID)", "MAX_SNAP_ID", "MAX_SNAP", "END_SNAP"), integer),
    Column("begin_snap", ("BEGIN_SNAP",), integer),
    Column("begin_time", ("BEGIN_TIME", "BEGIN_INTERVAL_TIME", "MIN(BEGIN_INTERVAL_TIME)", "FIRST_TIME"), words),
    Column("end_time", ("END_TIME", "END_INTERVAL_TIME", "MAX(END_INTERVAL_TIME)", "LAST_TIME"), words),
)
_NOT_COUNTED = ("GC_CR_BLOCKS_SERVED", "GC_CU_BLOCKS_SERVED", "GC_BUFFER_BUSY", "GC_CR_BLOCKS_RECEIVED",
                "GC_CU_BLOCKS_RECEIVED", "SPACE_USED", "SPACE_ALLOCATED", "CHAIN_ROW_EXCESS", "IM_SCANS", "POPULATE_CUS",
                "REPOPULATE_CUS", "IM_DB_BLOCK_CHANGES", "GC_REMOTE_GRANTS", "OPTIMIZED_PHYSICAL_WRITES")  # fmt: skip


def _delta_names(base: str) -> tuple[str, ...]:
    return (f"{base}_DELTA", f"SUM({base}_DELTA)", f"DELTA_{base}")


def _total_names(base: str) -> tuple[str, ...]:
    return (f"{base}_TOTAL", f"MAX({base}_TOTAL)", f"TOTAL_{base}")


def _plain_names(base: str) -> tuple[str, ...]:
    return (base, f"SUM({base})", f"{base}_VAL", f"{base}_VALUE")


def _declared(names_of: Any) -> Columns:
    """Columns for one kind of figure; the names of the other kinds may stand beside them unused."""
    counted = tuple(
        Column(name, tuple(spelled for base in bases for spelled in names_of(base)), whole_number)
        for name, bases in SPELLINGS.items()
    )
    bases = (*(base for group in SPELLINGS.values() for base in group), *_NOT_COUNTED)
    others = {name for base in bases for names in (_delta_names, _total_names, _plain_names) for name in names(base)}
    return Columns((*WHERE_COLUMNS, *_SNAPS, *counted), known=frozenset(others | {"TS#", "CON_DBID"}))


DELTAS, TOTALS, PLAIN = (_declared(names) for names in (_delta_names, _total_names, _plain_names))
_KINDS = ((DELTAS, "interval"), (TOTALS, "cumulative"), (PLAIN, "cumulative"))


def columns_for(table: RowTable) -> Columns | None:
    """The declaration that fits: deltas before totals; None where no column is a statistic."""
    return next((columns for columns, _ in _KINDS if _statistics(columns, table)), None)


def _statistics(columns: Columns, table: RowTable) -> dict[str, int]:
    return {name: at for name, at in columns.places(table).items() if name in SPELLINGS}


@dataclass(slots=True)
class _Snaps:
    """The snapshots an export covers."""

    numbers: set[int] = field(default_factory=set)
    begin: int | None = None
    times: dict[str, set[str]] = field(default_factory=lambda: {"begin_time": set(), "end_time": set()})

    def note(self, values: Mapping[str, Sequence[Any]]) -> None:
        for name in ("snap", "first_snap", "last_snap"):
            self.numbers.update(one for one in values.get(name, ()) if one is not None)
        for one in values.get("begin_snap", ()):
            if one is not None:
                self.begin = min(one, self.begin or one)
        for name, seen in self.times.items():
            seen.update(one for one in values.get(name, ()) if one is not None)

    def interval(self, workload: Workload) -> Interval:
        begins = [time for text in self.times["begin_time"] if (time := time_of(text)) is not None]
        ends = [time for text in self.times["end_time"] if (time := time_of(text)) is not None]
        begin, end = min(begins, default=None), max(ends, default=None)
        return replace(
            workload.interval,
            begin_snap=self.begin,
            end_snap=max(self.numbers, default=None),
            begin_time=begin,
            end_time=end or workload.interval.end_time,
            elapsed_s=(end - begin).total_seconds() if begin and end and end > begin else None,
        )

    def basis(self) -> dict[str, str | None]:
        if not self.numbers and self.begin is None:
            return {"from": None, "to": None}
        start = f"snapshot {self.begin}" if self.begin is not None else f"before snapshot {min(self.numbers)}"
        return {"from": start, "to": f"snapshot {max(self.numbers)}" if self.numbers else None}


def read_history(table: RowTable, columns: Columns, source: Source) -> Workload:
    """Raises UnreadableInput where no row or only a few can be read, or where the rows are of several databases."""
    import numpy as np  # noqa: PLC0415 - reports go without

    from segtier.reports.segment_counters import Counters  # noqa: PLC0415 - numpy

    kind = next(kind for one, kind in _KINDS if one is columns)
    reading = Reading(table, columns, SECTION)
    counters, snaps = Counters(), _Snaps()
    places = _statistics(columns, table)
    for some in [_latest(reading.rows())] if kind == "cumulative" else reading.blocks():
        numbers = counters.segments(some)
        snaps.note(some.values)
        counters.found_in(numbers, repeat(SECTION, len(numbers)), some.ordinals)
        for name in places:
            figures = [one for one in some.values[name] if one is not None]
            if figures:
                there = [one is not None for one in some.values[name]]
                counters.look_at(figures)
                counters.add(name, numbers[there], np.array(figures, np.float64))
    reading.note_extra()
    headings = {name: table.columns[at] for name, at in places.items()}
    section = Section(SECTION, "found", reading.good, headings)
    basis = {"kind": kind, **snaps.basis()}
    workload = counters.workload(source, basis, (section,), (*reading.warnings, *_warn(columns, bool(snaps.numbers))))
    interval = snaps.interval(workload)
    return replace(workload, interval=interval, segment_basis=_timed(workload.segment_basis, interval))


def _timed(basis: dict[str, str | None], interval: Interval) -> dict[str, str | None]:
    """From and to as times where no snapshots are named."""
    begin, end = interval.begin_time, interval.end_time
    return {
        **basis,
        "from": basis["from"] or (begin.isoformat() if begin else None),
        "to": basis["to"] or (end.isoformat() if end else None),
    }


def _latest(rows: Iterable[Row]) -> Rows:
    """Totals of many snapshots must not be added: the last snapshot of each segment and instance counts."""
    kept: dict[object, Row] = {}
    for row in rows:
        values = row.values
        if values.get("snap") is None:
            kept[row.ordinal] = row
            continue
        key = (container(values), values["owner"], values["name"], values.get("subobject"), values.get("type"),
               values.get("inst_id"))  # fmt: skip
        known = kept.get(key)
        if known is None or values["snap"] >= known.values["snap"]:
            kept[key] = row
    last = list(kept.values())
    values = {name: [row.values[name] for row in last] for name in last[0].values}
    return Rows(values, [row.ordinal for row in last], [row.line for row in last])


def _warn(columns: Columns, has_snaps: bool) -> Iterable[Warn]:
    if columns is not PLAIN or has_snaps:
        message = "AWR keeps only the top segments of each snapshot: a segment that is absent is not known to be idle"
        yield Warn("top-segments-only", message, SECTION)
    if columns is PLAIN:
        message = (
            "the column names do not say whether the figures are deltas or totals since start-up; taken as totals."
            " Name the columns ..._DELTA where they are sums of deltas"
        )
        yield Warn("basis-assumed", message, SECTION)

"""The load profile of an interval, as AWR's scripts make it of the statistics."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.workload import InstanceStatistic, LoadMetric, TimeModelRow

_OF_STATISTICS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("redo_bytes", "Redo size (bytes)", ("redo size",)),
    ("logical_reads_blocks", "Logical read (blocks)", ("session logical reads",)),
    ("block_changes", "Block changes", ("db block changes",)),
    ("physical_reads_blocks", "Physical read (blocks)", ("physical reads",)),
    ("physical_writes_blocks", "Physical write (blocks)", ("physical writes",)),
    ("physical_read_requests", "Read IO requests", ("physical read IO requests",)),
    ("physical_write_requests", "Write IO requests", ("physical write IO requests",)),
    ("user_calls", "User calls", ("user calls",)),
    ("parses", "Parses (SQL)", ("parse count (total)",)),
    ("hard_parses", "Hard parses (SQL)", ("parse count (hard)",)),
    ("logons", "Logons", ("logons cumulative",)),
    ("executes", "Executes (SQL)", ("execute count",)),
    ("rollbacks", "Rollbacks", ("user rollbacks",)),
    ("transactions", "Transactions", ("user commits", "user rollbacks")),
)
_OF_TIMES = (("db_time_s", "DB Time(s)", "DB time"), ("db_cpu_s", "DB CPU(s)", "DB CPU"))


def load_profile(
    statistics: Sequence[InstanceStatistic], times: Sequence[TimeModelRow], elapsed_s: float
) -> tuple[LoadMetric, ...]:
    """Metrics all of whose statistics are known."""
    by_name = {row.name: row for row in statistics}
    time_by_name = {row.name: row for row in times}
    found = []
    for metric, label, name in _OF_TIMES:
        time = time_by_name.get(name)
        if time is not None and time.time_s is not None:
            found.append(LoadMetric(metric, label, time.time_s / elapsed_s, None, time.instance, time.evidence))
    for metric, label, names in _OF_STATISTICS:
        rows = [by_name[name] for name in names if name in by_name]
        if len(rows) == len(names):
            per_s = sum(row.per_s or 0.0 for row in rows)
            found.append(LoadMetric(metric, label, per_s, None, rows[0].instance, rows[0].evidence))
    return tuple(found)

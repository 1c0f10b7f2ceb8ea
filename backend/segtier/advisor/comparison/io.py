"""I/O of tablespaces and functions in a transaction of either period. A figure that an hour or an instance lacks is not known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from segtier.advisor.comparison.period import Period
from segtier.analysis.figures import first_known, total_of_all
from segtier.analysis.storage.read_times import SpaceKey, requests_of, writes_of
from segtier.model.comparison import ComparedIo, IoFigures
from segtier.model.workload import IoFunction, TablespaceIo, Workload

MOST = 20
"""Tablespaces of a comparison: the busiest of either period."""
_UNKNOWN = IoFigures()


def compared_tablespaces(before: Period, after: Period) -> tuple[ComparedIo, ...]:
    """The busiest first."""
    old, new = _spaces(before), _spaces(after)
    rows = [ComparedIo(_called(key), old.get(key, _UNKNOWN), new.get(key, _UNKNOWN)) for key in {**old, **new}]
    return tuple(sorted(rows, key=lambda row: (-_requests(row), row.name))[:MOST])


def compared_functions(before: Period, after: Period) -> tuple[ComparedIo, ...]:
    """The busiest first."""
    old, new = _functions(before), _functions(after)
    rows = [ComparedIo(name, old.get(name, _UNKNOWN), new.get(name, _UNKNOWN)) for name in {**old, **new}]
    return tuple(sorted(rows, key=lambda row: (-_requests(row), row.name)))


def _called(key: SpaceKey) -> str:
    pdb, tablespace = key
    return f"{tablespace} ({pdb})" if pdb else tablespace


def _requests(row: ComparedIo) -> float:
    """In a transaction of the busier period."""
    return max((one.reads_per_txn or 0.0) + (one.writes_per_txn or 0.0) for one in (row.before, row.after))


class _Counted(NamedTuple):
    """Of one tablespace in one report."""

    reads: float | None
    writes: float | None
    read_s: float | None
    """None where some of its reads are not timed."""


_NOT_PRINTED = _Counted(None, None, None)


def _spaces(period: Period) -> dict[SpaceKey, IoFigures]:
    """Of all its reports together; each says what its interval, or its instance, did."""
    reports = [_counted(report) for report in period.reports]
    return {
        key: _over(period, [one.get(key, _NOT_PRINTED) for one in reports])
        for key in dict.fromkeys(key for one in reports for key in one)
    }


def _counted(report: Workload) -> dict[SpaceKey, _Counted]:
    instances = {one.number for one in report.instances}
    rows: dict[SpaceKey, list[TablespaceIo]] = defaultdict(list)
    for row in report.tablespace_io:
        rows[row.pdb, row.tablespace].append(row)
    found = {}
    for key, some in rows.items():
        of = {row.instance for row in some}
        whole = None in of or of >= instances
        found[key] = _added(some, report.interval.elapsed_s) if whole else _NOT_PRINTED
    return found


def _added(rows: Sequence[TablespaceIo], elapsed_s: float | None) -> _Counted:
    reads = [requests_of(row, elapsed_s) for row in rows]
    times = [_read_s(row, count) for row, count in zip(rows, reads, strict=True)]
    return _Counted(total_of_all(reads), total_of_all(writes_of(row, elapsed_s) for row in rows), total_of_all(times))


def _read_s(row: TablespaceIo, reads: float | None) -> float | None:
    if reads == 0:
        return 0.0
    return None if reads is None or row.avg_read_us is None else reads * row.avg_read_us / 1e6


def _over(period: Period, counted: Sequence[_Counted]) -> IoFigures:
    reads = total_of_all(one.reads for one in counted)
    read_s = total_of_all(one.read_s for one in counted)
    return IoFigures(
        reads_per_txn=_per_txn(period, reads),
        writes_per_txn=_per_txn(period, total_of_all(one.writes for one in counted)),
        wait_us=read_s / reads * 1e6 if reads and read_s is not None else None,
    )


def _functions(period: Period) -> dict[str, IoFigures]:
    return {row.function: _of_function(period, row) for row in period.workload.io_functions}


def _of_function(period: Period, row: IoFunction) -> IoFigures:
    elapsed_s = period.profile.elapsed_s

    def per_txn(total: float | None, per_s: float | None = None) -> float | None:
        return _per_txn(period, first_known(total, None if per_s is None else per_s * elapsed_s))

    return IoFigures(
        reads_per_txn=per_txn(row.read_requests, row.read_requests_per_s),
        writes_per_txn=per_txn(row.write_requests, row.write_requests_per_s),
        read_bytes_per_txn=per_txn(row.read_bytes),
        write_bytes_per_txn=per_txn(row.write_bytes),
        wait_us=row.avg_wait_us,
    )


def _per_txn(period: Period, total: float | None) -> float | None:
    profile = period.profile
    return total / profile.elapsed_s / profile.txn_per_s if total is not None and profile.txn_per_s else None

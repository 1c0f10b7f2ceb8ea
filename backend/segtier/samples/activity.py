"""One report's figures, derived from the truth: instance statistics, I/O by function and file type, running totals."""

from __future__ import annotations

from functools import cached_property

from segtier.dataclass import dataclass
from segtier.samples.io_model import Io, by_filetype, by_function, summed
from segtier.samples.wait_model import IDLE, TimeSpent
from segtier.samples.workload_model import BLOCK_BYTES, Hour, total

_REDO_BLOCK_BYTES = 512


@dataclass(frozen=True)
class Report:
    """Everything one report shows: an hour, its times, and the totals since start-up at its end."""

    hour: Hour
    spent: TimeSpent
    reads_since_startup: int
    db_time_since_startup_s: float

    def per_s(self, value: float) -> float:
        return value / self.hour.elapsed_s

    def per_txn(self, value: float) -> float:
        return value / self.hour.transactions

    def total(self, counter: str) -> int:
        return total(self.hour.segments, counter)

    @cached_property
    def functions(self) -> tuple[Io, ...]:
        """I/O by function, most data first."""
        return by_function(self.hour, self.spent)

    @cached_property
    def filetypes(self) -> tuple[Io, ...]:
        """I/O by file type, most data first."""
        return by_filetype(self.hour, self.spent)

    @cached_property
    def statistics(self) -> dict[str, int]:
        """Instance activity: totals by Oracle's statistic names."""
        return dict(sorted(_statistics(self).items(), key=lambda pair: pair[0].lower()))


def _statistics(report: Report) -> dict[str, int]:
    return {**_io_statistics(report), **_work_statistics(report), **_redo_statistics(report)}


def _io_statistics(report: Report) -> dict[str, int]:
    every = summed("TOTAL:", report.functions)
    t = report.total
    cache_blocks = t("single_reads") + t("multi_blocks")
    temp = [s for s in report.hour.segments if s.spec.tablespace == "TEMP"]
    return {
        "physical reads": t("read_blocks"),
        "physical reads cache": cache_blocks,
        "physical reads cache prefetch": t("multi_blocks") - t("multi_reads"),
        "physical reads direct": t("direct_blocks"),
        "physical reads direct temporary tablespace": total(temp, "direct_blocks"),
        "physical read IO requests": t("read_requests"),
        "physical read bytes": t("read_blocks") * BLOCK_BYTES,
        "physical read total IO requests": every.reads,
        "physical read total bytes": every.read_bytes,
        "physical read total multi block requests": t("multi_reads") + t("direct_reads"),
        "physical writes": t("write_blocks"),
        "physical writes from cache": t("cache_write_blocks"),
        "physical writes direct": t("direct_write_blocks"),
        "physical writes direct temporary tablespace": total(temp, "direct_write_blocks"),
        "physical writes non checkpoint": round(t("cache_write_blocks") * 0.62),
        "physical write IO requests": t("write_requests"),
        "physical write bytes": t("write_blocks") * BLOCK_BYTES,
        "physical write total IO requests": every.writes,
        "physical write total bytes": every.write_bytes,
        "DBWR checkpoint buffers written": round(t("cache_write_blocks") * 0.38),
        "DBWR undo block writes": total(
            (s for s in report.hour.segments if s.spec.name == "undo"), "cache_write_blocks"
        ),
        "free buffer requested": round(cache_blocks * 1.07),
        "free buffer inspected": round(cache_blocks * 1.31),
        "dirty buffers inspected": round(t("cache_write_blocks") * 0.09),
    }


def _work_statistics(report: Report) -> dict[str, int]:
    t, n, spent = report.total, report.hour.transactions, report.spent
    waits = [e for e in spent.of(True) if e.wait_class != IDLE]
    user_io_us = sum(e.time_us for e in waits if e.wait_class == "User I/O")
    calls = next(e for e in spent.events if e.name == "SQL*Net message to client").waits
    db_block_gets = round(t("changes") * 1.12)
    return {
        "DB time": round(spent.db_time_s * 100),
        "CPU used by this session": round((spent.db_cpu_s + spent.background_cpu_s) * 100),
        "non-idle wait count": sum(e.waits for e in waits),
        "non-idle wait time": round(sum(e.time_us for e in waits) / 10_000),
        "user I/O wait time": round(user_io_us / 10_000),
        "session logical reads": t("gets"),
        "consistent gets": t("gets") - db_block_gets,
        "db block gets": db_block_gets,
        "db block changes": t("changes"),
        "user calls": calls,
        "SQL*Net roundtrips to/from client": calls,
        "bytes sent via SQL*Net to client": calls * 412,
        "bytes received via SQL*Net from client": calls * 268,
        "execute count": n * 31,
        "recursive calls": n * 9,
        "parse count (total)": n * 7,
        "parse count (hard)": round(n * 0.011),
        "parse count (failures)": round(n * 0.0002),
        "parse time elapsed": round(spent.db_time_s * 0.6),
        "opened cursors cumulative": n * 8,
        "session cursor cache hits": n * 6,
        "logons cumulative": round(n * 0.0021),
        "sorts (memory)": n * 4,
        "sorts (rows)": n * 130,
        "sorts (disk)": round(n * 0.004),
        "workarea executions - optimal": n * 3,
        "workarea executions - onepass": round(n * 0.006),
        "table scans (long tables)": t("scans"),
        "table scans (short tables)": n // 2,
        "table fetch by rowid": n * 210,
        "index scans kdiixs1": n * 96,
        "index fetch by key": n * 74,
        "user commits": report.hour.commits,
        "user rollbacks": report.hour.rollbacks,
        "enqueue requests": n * 11,
        "enqueue waits": t("row_lock") + t("itl"),
    }


def _redo_statistics(report: Report) -> dict[str, int]:
    hour = report.hour
    size, writes = hour.redo_bytes, hour.redo_writes
    write = next(e for e in report.spent.events if e.name == "log file parallel write")
    sync = next(e for e in report.spent.events if e.name == "log file sync")
    return {
        "redo size": size,
        "redo entries": round(report.total("changes") * 0.54),
        "redo writes": writes,
        "redo blocks written": round(size * 1.05 / _REDO_BLOCK_BYTES) + writes,
        "redo wastage": writes * 248,
        "redo write time": round(write.time_us / 10_000),
        "redo synch writes": sync.waits,
        "redo synch time": round(sync.time_us / 10_000),
        "redo synch time (usec)": round(sync.time_us),
        "redo log space requests": next(
            (e.waits for e in report.spent.events if e.name == "log file switch completion"), 0
        ),
        "undo change vector size": round(size * 0.31),
    }

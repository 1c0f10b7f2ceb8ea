"""A workload taken apart into demands: CPU, each kind of I/O wait, the rest, per second of elapsed time.

Source of the symbols: docs/internals/how-advice-works.md. Waits are foreground waits; idle waits are not DB time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from segtier.analysis.events import event_time_s, foreground_rows
from segtier.analysis.figures import (
    first_known,
    load_per_s,
    parameter,
    statistic,
    statistic_per_s,
    time_model_s,
)
from segtier.analysis.foreground import foreground_events
from segtier.analysis.intervals import Slot
from segtier.analysis.merge import figures_of, unnamed_of
from segtier.analysis.read_requests import file_io, read_blocks_per_s, read_requests, temp_blocks_per_s
from segtier.analysis.redo import redo_figures
from segtier.analysis.told import IN_PART
from segtier.analysis.totals import check_sum, check_totals
from segtier.analysis.unnamed import added, demand_of_pool, may_follow, unnamed_time
from segtier.errors import NotUsable
from segtier.model.demand import DemandName
from segtier.model.profile import UNNAMED_IO, CachePoint, Demand, Event, Profile, Unnamed
from segtier.model.workload import Workload
from segtier.units import S_PER_HOUR, counted

DEFAULT_BLOCK_BYTES = 8192


def db_time_s(workload: Workload) -> float:
    """DB time of the interval in seconds: time model, else the header, else from a wait's printed share of it."""
    known = first_known(time_model_s(workload, "DB time"), workload.interval.db_time_s)
    if known is None:
        shares = [(row.time_s, row.db_time_pct) for row in foreground_rows(workload)]
        known = next((time / pct * 100 for time, pct in shares if time and pct), None)
    if not known:
        in_part = [warn.message for warn in workload.warnings if warn.code == IN_PART]
        if in_part:
            raise NotUsable(
                f"DB time is not known of all instances: {in_part[0]}",
                code="no-db-time",
                advice="Give what tells it of them too, or the reports of the other instances alone.",
            )
        raise NotUsable(
            "DB time is not in the inputs",
            code="no-db-time",
            advice="Upload an AWR report. With typed figures, give DB time in seconds, or a wait's seconds and share of DB time.",
        )
    return known


def build_profile(workload: Workload, unnamed: Iterable[Unnamed] | None = None) -> Profile:
    """The profile of one (merged) workload; `unnamed`: of each report it was merged from, where these are several.

    Raises NotUsable without DB time or any wait event, and for impossible totals.
    """
    elapsed_s = workload.interval.elapsed_s or float(S_PER_HOUR)
    total_s = db_time_s(workload)
    cpu_s = _cpu_s(workload)
    waited = any(event_time_s(row) for row in workload.wait_events) or any(row.time_s for row in workload.wait_classes)
    if cpu_s is None and not waited:
        raise NotUsable(
            "neither wait events nor DB CPU are in the inputs",
            code="no-wait-events",
            advice="Upload an AWR report with the sections Foreground Wait Events and Time Model Statistics.",
        )
    check_totals(workload, total_s, cpu_s)
    unnamed = added(unnamed_alone(workload) if unnamed is None else unnamed)
    events = foreground_events(workload, unnamed, elapsed_s)
    demands = _demands(events)
    explained_s = (cpu_s or 0.0) + sum(demand.time_per_s for demand in demands) * elapsed_s
    check_sum(explained_s, total_s)
    rest_s = total_s - explained_s
    block_bytes = workload.database.block_size_bytes or DEFAULT_BLOCK_BYTES
    background_cpu_s = time_model_s(workload, "background cpu time")
    return Profile(
        elapsed_s=elapsed_s,
        db_time_per_s=total_s / elapsed_s,
        cpu_per_s=(cpu_s or 0.0) / elapsed_s,
        cpu_is_known=cpu_s is not None,
        background_cpu_per_s=None if background_cpu_s is None else background_cpu_s / elapsed_s,
        cores=_total_cpus(workload, cores=True),
        threads=_total_cpus(workload, cores=False),
        demands=demands,
        unexplained_per_s=max(rest_s, 0.0) / elapsed_s,
        double_counted_per_s=max(-rest_s, 0.0) / elapsed_s,
        block_size_bytes=block_bytes,
        **_io_rates(workload, block_bytes, events),
        **redo_figures(workload, elapsed_s),  # type: ignore[arg-type]
        txn_per_s=_txn_per_s(workload),
        parse_pct=_pct(time_model_s(workload, "parse time elapsed"), total_s),
        hard_parse_pct=_pct(time_model_s(workload, "hard parse elapsed time"), total_s),
        buffer_cache_bytes=_buffer_cache_bytes(workload),
        cache_advice=_cache_advice(workload),
        cache_advice_source="Buffer Pool Advisory" if _cache_advice(workload) else None,
        flash_hit_share=_flash_hit_share(workload),
        events=events,
        default_pool_bytes=_pools_bytes(workload).get("DEFAULT"),
        other_pools_bytes=sum(size for pool, size in _pools_bytes(workload).items() if pool != "DEFAULT"),
        instances=max(len(workload.instances), 1),
        unnamed=tuple(one for one in unnamed if demand_of_pool(one) == UNNAMED_IO),
        may_follow=tuple(filter(may_follow, unnamed)),
        server_memory_bytes=_least_memory(workload),
    )


def profile_of(slot: Slot) -> Profile | None:
    """Of one interval; None where an answer cannot be made from it, as from some instances of a cluster alone."""
    if slot.lacking:
        return None
    if len(slot.reports) == 1:
        return slot.reports[0].profile
    try:
        return build_profile(figures_of(slot), unnamed_of([slot]))
    except NotUsable:
        return None


def _cpu_s(workload: Workload) -> float | None:
    return first_known(time_model_s(workload, "DB CPU"), workload.interval.db_cpu_s)


def unnamed_alone(report: Workload) -> tuple[Unnamed, ...]:
    """Of one report; none of one that says no DB time."""
    try:
        return unnamed_time(report, db_time_s(report), _cpu_s(report))
    except NotUsable:
        return ()


def _demands(events: tuple[Event, ...]) -> tuple[Demand, ...]:
    """Waits whose number is not known are taken to be as long as the others of their demand."""
    time: dict[DemandName, float] = defaultdict(float)
    counted: dict[DemandName, tuple[float, float]] = {}
    for row in events:
        time[row.demand] += row.time_per_s
        if row.waits_per_s is not None:
            waits, seconds = counted.get(row.demand, (0.0, 0.0))
            counted[row.demand] = (waits + row.waits_per_s, seconds + row.time_per_s)
    return tuple(
        Demand(kind, _waits_per_s(time[kind], *counted.get(kind, (0.0, 0.0))), time[kind]) for kind in sorted(time)
    )


def _waits_per_s(time_per_s: float, counted_per_s: float, counted_time_per_s: float) -> float:
    return counted_per_s * time_per_s / counted_time_per_s if counted_time_per_s else counted_per_s


def _io_rates(workload: Workload, block_bytes: int, events: tuple[Event, ...]) -> dict[str, Any]:
    data, temp = file_io(workload, "data file"), file_io(workload, "temp file")
    reads, read_blocks = read_requests(workload, events), read_blocks_per_s(workload)
    write_blocks = first_known(statistic_per_s(workload, "physical writes"), load_per_s(workload, "Physical write"))
    direct_blocks = statistic_per_s(workload, "physical reads direct")
    return {
        "buffered_read_requests_per_s": reads.buffered,
        "direct_read_requests_per_s": reads.direct,
        "reads_counted_by": reads.counted_by,
        "least_buffered_reads_per_s": reads.least_buffered,
        "most_direct_reads_per_s": reads.most_direct,
        "data_read_bytes_per_s": None if read_blocks is None else read_blocks * block_bytes,
        "direct_read_bytes_per_s": None
        if direct_blocks is None
        else max(direct_blocks - temp_blocks_per_s(workload), 0.0) * block_bytes,
        "data_write_requests_per_s": first_known(
            data.write_requests_per_s if data else None,
            statistic_per_s(workload, "physical write IO requests"),
            load_per_s(workload, "Write IO requests"),
            write_blocks,  # the database writer writes block by block
        ),
        "data_write_bytes_per_s": None if write_blocks is None else write_blocks * block_bytes,
        "temp_read_requests_per_s": temp.read_requests_per_s if temp else None,
        "temp_write_requests_per_s": temp.write_requests_per_s if temp else None,
    }


def _txn_per_s(workload: Workload) -> float | None:
    commits = statistic_per_s(workload, "user commits")
    if commits is None:
        return load_per_s(workload, "Transactions")
    return commits + (statistic_per_s(workload, "user rollbacks") or 0.0)


def _pct(part: float | None, whole: float) -> float | None:
    return None if part is None else part / whole * 100


def _total_cpus(workload: Workload, *, cores: bool) -> float | None:
    """Of all servers; None where one of them does not tell."""
    counts = [(i.cores or i.cpus) if cores else i.cpus for i in workload.instances]
    known = [count for count in counts if count]
    return float(sum(known)) if known and len(known) == len(counts) else None


def _least_memory(workload: Workload) -> int | None:
    """Of the smallest server; None where one of them does not tell."""
    counts = [one.memory_bytes for one in workload.instances]
    known = [count for count in counts if count]
    return min(known) if known and len(known) == len(counts) else None


def _buffer_cache_bytes(workload: Workload) -> int | None:
    known = [row for row in workload.cache if row.buffer_cache_bytes]
    # Of one instance: a report of several prints their sum as well.
    single = [row for row in known if row.instance is not None] or known
    if single:
        return max(row.buffer_cache_bytes or 0 for row in single)
    current = [row.size_bytes for row in workload.buffer_pool_advisory if row.size_factor == 1.0 and row.size_bytes]
    if current:
        return max(current)
    text = parameter(workload, "__db_cache_size") or parameter(workload, "db_cache_size")
    return counted(text) or None


def _pools_bytes(workload: Workload) -> dict[str, int]:
    """Today's size of each buffer pool that has an advisory, by its row of factor 1: of the instance with the largest."""
    sizes: dict[str, int] = {}
    for row in workload.buffer_pool_advisory:
        if row.size_factor == 1.0 and row.size_bytes:
            sizes[row.pool] = max(row.size_bytes, sizes.get(row.pool, 0))
    return sizes


def _cache_advice(workload: Workload) -> tuple[CachePoint, ...]:
    """The default pool's advisory as a curve that never rises; the repeated factor-1 row is kept once."""
    rows = sorted(
        (row.size_bytes, row.est_physical_read_factor)
        for row in workload.buffer_pool_advisory
        if row.pool == "DEFAULT" and row.size_bytes and row.est_physical_read_factor is not None
    )
    points: list[CachePoint] = []
    for size, factor in rows:
        lowest = min(factor, points[-1].read_factor) if points else factor
        points.append(CachePoint(size, lowest))
    return tuple(points)


def _flash_hit_share(workload: Workload) -> float | None:
    hits = statistic(workload, "physical read flash cache hits")
    reads = statistic(workload, "physical reads cache")
    return hits / reads if hits and reads else None

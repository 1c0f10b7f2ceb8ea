"""A run inside of Oracle, as SLOB makes it: its result is the AWR report of the run."""

from __future__ import annotations

from segtier.analysis.events import event_time_s, foreground_rows
from segtier.analysis.profile import build_profile
from segtier.errors import Refused
from segtier.measured.run import DISKS_US, Measurement, Run, Stream
from segtier.model.evidence import Warn
from segtier.model.workload import Workload

_SINGLE = "db file sequential read"
_FEW_READS = 10_000


def read_run(workload: Workload, file: str) -> Measurement:
    """Raises Refused where the report has no single-block reads."""
    elapsed = workload.interval.elapsed_s
    rows = [row for row in foreground_rows(workload) if row.event == _SINGLE and row.waits]
    waits, seconds = sum(row.waits or 0 for row in rows), sum(event_time_s(row) or 0.0 for row in rows)
    if not elapsed or not waits or not seconds:
        raise Refused(
            f"{file}: the report has no {_SINGLE}",
            code="no-single-block-reads",
            advice="Give the AWR report of a run that reads blocks at random from the SSD, as SLOB does.",
        )
    profile = build_profile(workload)
    us, block = seconds / waits * 1e6, profile.block_size_bytes
    writes = profile.data_write_requests_per_s
    run = Run(
        source=f"AWR report {file}",
        oracle=True,
        reads=Stream(waits / elapsed, waits / elapsed * block, us, None, None, random=True),
        writes=Stream(writes, profile.data_write_bytes_per_s or writes * block, None, None, None, random=True)
        if writes
        else None,
    )
    warnings = [
        Warn(
            "report-of-the-flash",
            f"{file}: taken as the report of a run on the SSD (SLOB), not as one of this database.",
        )
    ]
    if waits < _FEW_READS:
        warnings.append(Warn("few-reads", f"{run.source}: {waits:,.0f} reads are too few to know a latency by."))
    if us >= DISKS_US:
        warnings.append(Warn("looks-like-disks", f"{run.source}: {us / 1e3:.3g} ms are not what SSD does."))
    return Measurement((run,), warnings=tuple(warnings))

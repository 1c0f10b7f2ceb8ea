"""What a report rules out as the cause of time that no wait counts: its CPUs were idle, nothing paged, nothing ran in parallel.

What a report does not print rules nothing out.
"""

from __future__ import annotations

from typing import NamedTuple

from segtier.analysis.figures import statistic
from segtier.analysis.host_cpu import host_busy, os_total
from segtier.model.workload import Workload

IDLE_CPUS = 0.25
"""Of the servers' CPUs: at thrice this average some are free still."""
PAGED_PER_S = 100_000.0
"""Bytes: a dozen pages of 8 KiB delay nobody."""
_IN_PARALLEL = ("queries parallelized", "DFO trees parallelized")
_IO = "I/O that Oracle does not count (asynchronous direct reads)"


class RuledOut(NamedTuple):
    """Of the causes that are looked for first."""

    host_busy: float | None
    """Part of the servers' CPUs that anything kept busy; None where the OS statistics do not say."""
    cpu: bool
    """A queue for the CPUs, or a hypervisor that takes them away."""
    paging: bool
    parallel: bool
    """Parallel servers, of scans or of anything else."""

    @property
    def left(self) -> str:
        """What it may be all the same."""
        if self.cpu:
            return _IO if self.paging else f"{_IO}, or paging"
        paging = () if self.paging else ("paging",)
        return ", ".join(("time waiting for a CPU", *paging, "a hypervisor", f"or {_IO}"))

    @property
    def next_step(self) -> str | None:
        """Where to look where the CPUs are not it; None where they may be."""
        if not self.cpu:
            return None
        servers = "" if self.parallel else ", and look at what parallel servers did"
        return (
            f"Hold the devices' own figures (iostat) against the report's: no wait counts asynchronous reads{servers}."
        )


def ruled_out(workload: Workload) -> RuledOut:
    busy = host_busy(workload)
    return RuledOut(
        host_busy=busy,
        cpu=busy is not None and busy < IDLE_CPUS,
        paging=_is_quiet(workload),
        parallel=all(statistic(workload, name) == 0 for name in _IN_PARALLEL),
    )


def _is_quiet(workload: Workload) -> bool:
    elapsed_s = workload.interval.elapsed_s
    read, written = os_total(workload, "VM_IN_BYTES"), os_total(workload, "VM_OUT_BYTES")
    if read is None or written is None or not elapsed_s:
        return False
    return read + written < PAGED_PER_S * elapsed_s

"""What a report rules out as the cause of time that no wait counts: its CPUs were idle, nothing paged, nothing ran in parallel.

What a report does not print rules nothing out.
"""

from __future__ import annotations

from typing import NamedTuple

from segtier.analysis.figures import statistic
from segtier.analysis.host_cpu import host_busy, os_total
from segtier.analysis.words import pct
from segtier.model.profile import FULL_CPUS, Profile
from segtier.model.workload import Workload

IDLE_CPUS = 0.25
"""Of the servers' CPUs: at thrice this average some are free still."""
PAGED_PER_S = 100_000.0
"""Bytes: a dozen pages of 8 KiB delay nobody."""
SLOW_READ_S = 0.02
"""Of a block: longer than a busy disk takes."""
MOSTLY = 0.5
_IN_PARALLEL = ("queries parallelized", "DFO trees parallelized")
_DIRECT = ("physical reads direct", "physical writes direct")
_IO = "I/O that Oracle does not count (asynchronous direct reads)"


class RuledOut(NamedTuple):
    """Of the causes that are looked for first."""

    host_busy: float | None
    """Part of the servers' CPUs that anything kept busy; None where the OS statistics do not say."""
    own_busy: float | None
    """Part of them that this database kept busy."""
    cpu: bool
    """A queue for the CPUs, or a hypervisor that takes them away."""
    paging: bool
    parallel: bool
    """Parallel servers, of scans or of anything else."""
    io: bool
    """Asynchronous direct I/O: there is too little of it."""

    @property
    def others(self) -> bool:
        """Whether something else keeps the CPUs full."""
        if self.host_busy is None or self.own_busy is None or self.host_busy < FULL_CPUS:
            return False
        return self.own_busy < MOSTLY * self.host_busy

    @property
    def left(self) -> str:
        """What it may be all the same."""
        causes = {
            "time waiting for a CPU": self.cpu,
            "paging": self.paging,
            "a hypervisor": self.cpu,
            _IO: self.io,
        }
        left = [cause for cause, ruled_out in causes.items() if not ruled_out]
        return (
            f"{', '.join(left[:-1])}{' or ' if left[:-1] else ''}{left[-1]}"
            if left
            else "nothing that the report shows"
        )

    @property
    def next_step(self) -> str | None:
        """Where to look first; None where everything may be it."""
        if self.others:
            return (
                f"Find what else runs on the servers (top, sar): their CPUs are {pct(self.host_busy or 0.0)} busy, "
                f"{pct(self.own_busy or 0.0)} with this database."
            )
        if not self.cpu:
            return None
        servers = "" if self.parallel else ", and look at what parallel servers did"
        if self.io:
            return f"Look at what the sessions did in that time (ASH, v$session){servers}."
        return (
            f"Hold the devices' own figures (iostat) against the report's: no wait counts asynchronous reads{servers}."
        )


def ruled_out(workload: Workload, profile: Profile) -> RuledOut:
    busy = host_busy(workload)
    return RuledOut(
        host_busy=busy,
        own_busy=profile.cpu_busy,
        cpu=busy is not None and busy < IDLE_CPUS,
        paging=_is_quiet(workload),
        parallel=all(statistic(workload, name) == 0 for name in _IN_PARALLEL),
        io=_is_little(workload, profile.unexplained_per_s * profile.elapsed_s),
    )


def _is_little(workload: Workload, unexplained_s: float) -> bool:
    """Even if each block had been waited for by itself."""
    blocks = [statistic(workload, name) for name in _DIRECT]
    known = [count for count in blocks if count is not None]
    return len(known) == len(blocks) and sum(known) * SLOW_READ_S < MOSTLY * unexplained_s


def _is_quiet(workload: Workload) -> bool:
    elapsed_s = workload.interval.elapsed_s
    read, written = os_total(workload, "VM_IN_BYTES"), os_total(workload, "VM_OUT_BYTES")
    if read is None or written is None or not elapsed_s:
        return False
    return read + written < PAGED_PER_S * elapsed_s

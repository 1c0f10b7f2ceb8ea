"""Where a configuration lies: what the agreement is counted by. Each belongs to the first region that holds."""

from __future__ import annotations

from collections.abc import Callable

from simulation.compare import Compared
from simulation.measured import Measured
from simulation.system import System

FULL = 0.9
"""Share of its time a station is busy from which it decides the throughput."""
FEW_USERS = 5


def cpu_busy(system: System, run: Measured) -> float:
    return run.per_s("cpu_s") / system.cores


def disks_busy(system: System, run: Measured) -> float:
    """Reads, and writes with their copies as long as writes are where they were."""
    written = run.per_s("writes") * (1 - system.writes_moved) * system.requests_per_write
    return (run.per_s("disk_reads") + written) * system.disk_s / system.disks


def flash_busy(system: System, run: Measured) -> float:
    flash = system.flash
    writes = run.per_s("writes") * system.writes_moved
    writes += run.per_s("transactions") if system.redo_moved else 0.0
    writes += run.per_s("disk_reads") if system.hit_share else 0.0
    return (run.per_s("flash_reads") * flash.read_s + writes * flash.write_s) / flash.channels


def _stalls_that_end(one: Compared) -> bool:
    """Sessions wait for free buffers today, and writes move away."""
    return one.before.stalled_share > 0.01 and one.system.writes_moved > 0


def _stalls(one: Compared) -> bool:
    return max(one.before.stalled_share, one.after.stalled_share) > 0.01


REGIONS: dict[str, Callable[[Compared], bool]] = {
    "free buffer waits today, writes moved": _stalls_that_end,
    "free buffer waits, writes stay": _stalls,
    "CPUs full after": lambda one: cpu_busy(one.system, one.after) > FULL,
    "SSD full after": lambda one: flash_busy(one.system, one.after) > FULL,
    "disks full after": lambda one: disks_busy(one.system, one.after) > FULL,
    "five users or fewer": lambda one: one.system.users <= FEW_USERS,
    "all others": lambda _: True,
}


def region(one: Compared) -> str:
    return next(name for name, holds in REGIONS.items() if holds(one))

"""How busy today's disks and CPUs are, and what they can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segtier.forecast import constants as c
from segtier.forecast.draws import Column, Draws
from segtier.forecast.flash_ratios import bytes_per_read
from segtier.forecast.read_latency import draws_with_fast_reads, read_latency_us
from segtier.forecast.stations import pressure_today
from segtier.forecast.today import Queue
from segtier.model.device import StorageGroup
from segtier.model.profile import Profile

LEAST_READS = 100
"""With fewer in all hours their average says nothing of how busy the disks were."""


class Met(NamedTuple):
    """Requests a second of the whole database at its disks."""

    waited: float
    unwaited: float
    seen: float
    """As stations.py has it."""


def station_latency_us(profile: Profile, queue: Queue) -> float | None:
    """Mean time of a buffered read there; None where too few were waited for."""
    latency = read_latency_us(profile) if _reads_tell(profile) else None
    return latency * queue.time / queue.requests if latency and queue.requests else latency


def _reads_tell(profile: Profile) -> bool:
    """Whether so many were waited for that their mean says how busy disks were."""
    waits = profile.demand("single-block-read").waits_per_s + profile.demand("multi-block-read").waits_per_s
    return waits * profile.elapsed_s >= LEAST_READS


def disk_utilisation(profile: Profile, queue: Queue, group: StorageGroup | None, met: Met, draws: Draws) -> Column:
    """What an arriving request sees of a station's work today: from spindles and latency, else drawn.

    `group`: what holds the data. Its spindles are the stations' in proportion to their load, where it is no station itself.
    """
    latency = station_latency_us(profile, queue) or profile.demand("direct-read").latency_us
    own = queue.group or group
    if own and own.spindles and latency:
        load = (met.waited * queue.time, met.unwaited * queue.writes) if queue.group else (met.waited, met.unwaited)
        value = pressure_today(*load, latency, own.spindles, met.seen)
        source = f"{own.spindles} spindles at {sum(load):.0f} requests/s, {latency / 1000:.1f} ms"
        return draws.known("disk_utilisation", min(value, 0.999), "", source)
    return _where_on_flash(
        _on_flash_today(profile, queue, own, draws),
        lambda: draws.triangle("flash_utilisation", c.FLASH_UTILISATION),
        lambda: _disks_of_unknown_number(profile, station_latency_us(profile, queue), draws),
    )


def _disks_of_unknown_number(profile: Profile, latency_us: float | None, draws: Draws) -> Column:
    """At least 1 - S / R, from R = S / (1 - U) (M/M/1): a read that takes longer than a disk needs for it waited for others.

    No busier than disks of unknown number are drawn: still longer reads met a burst, many sessions that scan at once, or a
    bandwidth that is full, and each makes a queue that says nothing of an hour's load.
    """
    drawn = draws.triangle("disk_utilisation", c.DISK_UTILISATION)
    transfer_us = (bytes_per_read(profile) - profile.block_size_bytes) / c.DISK_BYTES_PER_US
    if "disk_utilisation" in draws.pinned or not latency_us or latency_us - transfer_us <= c.DISK_SERVICE_US.low:
        return drawn
    service_us = draws.triangle("disk_service_us", c.DISK_SERVICE_US, "µs") + transfer_us
    least: Column = np.minimum(1 - service_us / latency_us, c.DISK_UTILISATION.high)
    return np.maximum(drawn, least)


def seek_reordering(profile: Profile, queue: Queue, group: StorageGroup | None, draws: Draws) -> Column:
    """Part of a disk's service time a longer queue can save; flash does not seek."""
    return _where_on_flash(
        _on_flash_today(profile, queue, queue.group or group, draws),
        lambda: np.zeros(draws.count),
        lambda: draws.triangle("seek_reordering", c.SEEK_REORDERING),
    )


def _where_on_flash(fast: NDArray[np.bool_], flash: Callable[[], Column], disks: Callable[[], Column]) -> Column:
    """What no draw needs is not drawn: it would stand among the assumptions."""
    if fast.all():
        return flash()
    return np.where(fast, flash(), disks()) if fast.any() else disks()


def _on_flash_today(profile: Profile, queue: Queue, group: StorageGroup | None, draws: Draws) -> NDArray[np.bool_]:
    if queue.fast or (group and group.media in ("flash", "cached-array")):
        return np.ones(draws.count, dtype=np.bool_)
    if queue.credited_time < 1:
        # Its slow reads are what waits there, however many fast ones are among them.
        return np.zeros(draws.count, dtype=np.bool_)
    return draws_with_fast_reads(profile, draws)


def cpu_servers(profile: Profile, cpu_busy: float, draws: Draws) -> Column | None:
    """CPUs' worth of work the machine does at once; never less than it was seen to do. None: not known."""
    if not profile.cores:
        return None
    threads = max((profile.threads or profile.cores) - profile.cores, 0.0)
    least = cpu_busy / c.HIGHEST_UTILISATION
    if not threads:
        return np.maximum(draws.known("cpu_servers", profile.cores, "CPUs", "report header"), least)
    # AIX and SPARC report many threads a core; each further thread adds a share of what the second one does.
    gained: Column = min(threads, profile.cores) * draws.triangle("smt_yield", c.SMT_YIELD)
    return np.maximum(profile.cores + gained, least)

"""How busy today's disks and CPUs are, and what they can do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from segtier.forecast import constants as c
from segtier.forecast.draws import Column, Draws
from segtier.forecast.read_latency import draws_with_fast_reads, read_latency_us
from segtier.forecast.stations import pressure_today
from segtier.model.device import StorageGroup
from segtier.model.profile import Profile


def disk_utilisation(
    profile: Profile, group: StorageGroup | None, waited: float, unwaited: float, seen: float, draws: Draws
) -> Column:
    """What an arriving request sees of the disks' work today: from spindles and latency, else drawn."""
    latency = read_latency_us(profile) or profile.demand("direct-read").latency_us
    if group and group.spindles and latency:
        value = pressure_today(waited, unwaited, latency, group.spindles, seen)
        source = f"{group.spindles} spindles at {waited + unwaited:.0f} requests/s, {latency / 1000:.1f} ms"
        return draws.known("disk_utilisation", min(value, 0.999), "", source)
    return _where_on_flash(
        _on_flash_today(profile, group, draws),
        lambda: draws.triangle("flash_utilisation", c.FLASH_UTILISATION),
        lambda: draws.triangle("disk_utilisation", c.DISK_UTILISATION),
    )


def seek_reordering(profile: Profile, group: StorageGroup | None, draws: Draws) -> Column:
    """Part of a disk's service time a longer queue can save; flash does not seek."""
    return _where_on_flash(
        _on_flash_today(profile, group, draws),
        lambda: np.zeros(draws.count),
        lambda: draws.triangle("seek_reordering", c.SEEK_REORDERING),
    )


def _where_on_flash(fast: NDArray[np.bool_], flash: Callable[[], Column], disks: Callable[[], Column]) -> Column:
    """What no draw needs is not drawn: it would stand among the assumptions."""
    if fast.all():
        return flash()
    return np.where(fast, flash(), disks()) if fast.any() else disks()


def _on_flash_today(profile: Profile, group: StorageGroup | None, draws: Draws) -> NDArray[np.bool_]:
    if group and group.media in ("flash", "cached-array"):
        return np.ones(draws.count, dtype=np.bool_)
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

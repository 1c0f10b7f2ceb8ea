"""The stations of the queueing model: CPU with many servers, a group of disks, a flash device."""

from __future__ import annotations

import numpy as np

from segtier.forecast.constants import HIGHEST_UTILISATION, MIRRORED, WRITES_PER_LOGICAL_WRITE
from segtier.forecast.draws import Column
from segtier.model.device import StorageGroup, StorageToday


def cpu_wait_factor(utilisation: Column, servers: Column) -> Column:
    """Mean wait for a CPU in units of the service time, M/M/c by Sakasegawa's approximation (1977).

    W/S = U^(sqrt(2(c+1)) - 1) / (c (1 - U)); U is capped just below 1.
    """
    busy = np.clip(utilisation, 0.0, HIGHEST_UTILISATION)
    factor: Column = busy ** (np.sqrt(2 * (servers + 1)) - 1) / (servers * (1 - busy))
    return factor


def disk_stretch(today: Column, load: Column) -> Column:
    """Response time of an M/M/1 disk at `load` times today's arrivals, relative to today's response time.

    R = S / (1 - U), so R'/R = (1 - U) / (1 - load * U).
    """
    then = np.clip(today * load, 0.0, HIGHEST_UTILISATION)
    return (1 - np.clip(today, 0.0, HIGHEST_UTILISATION)) / (1 - then)


def flash_stretch(requests_per_s: Column, limit_per_s: float) -> Column:
    """Growth of a flash device's response as it nears its IOPS limit: 1 / (1 - U)."""
    return 1 / (1 - np.clip(requests_per_s / limit_per_s, 0.0, HIGHEST_UTILISATION))


def disk_utilisation(requests_per_s: float, latency_us: float, spindles: int) -> float:
    """Utilisation today of one of k equal disks, from what was measured: S = R / (1 + L R), U = L S."""
    per_spindle = requests_per_s / spindles
    busy = per_spindle * latency_us / 1e6
    return busy / (1 + busy)


def writes_per_logical_write(group: StorageGroup | None) -> int:
    """Disk writes one database write costs at the group's RAID level."""
    return WRITES_PER_LOGICAL_WRITE.get(group.raid or "", MIRRORED) if group else MIRRORED


def group_holding(storage: StorageToday | None, what: str) -> StorageGroup | None:
    """Today's device group that holds `what` (data | temp | redo), if anybody said."""
    groups = storage.groups if storage else ()
    return next((group for group in groups if what in group.holds), None)

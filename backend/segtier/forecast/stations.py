"""The stations of the queueing model: CPU with many servers, a group of disks, a flash device.

`seen` is the part of the other users' work an arriving request finds before it: (N - 1) / N in a closed network of N
users (arrival theorem, Bard-Schweitzer approximation), 1 for arrivals that do not depend on the answer.
"""

from __future__ import annotations

import numpy as np

from segtier.forecast.constants import (
    DISK_BYTES_PER_US,
    DISK_POSITION_US,
    MIRRORED,
    STREAM_BYTES_PER_US,
    WRITES_PER_LOGICAL_WRITE,
)
from segtier.forecast.draws import Column
from segtier.model.device import Held, StorageGroup, StorageToday


def waiting_part(seen: float | Column, servers: float | Column) -> float | Column:
    """`seen` for the queue of a station with c servers: (N - c) / (N - c + 1), none where every user has a server.

    The c - 1 users at the other servers hold nobody up; what remains is `seen` for one server. The simulation and the
    exact solution are the check (docs/internals/forecast.md).
    """
    with np.errstate(divide="ignore"):
        beyond = np.maximum(1 / (1 - np.asarray(seen, dtype=np.float64)) - servers, 0.0)
    part: Column = 1 - 1 / (beyond + 1)
    return part


def wait_factor(utilisation: Column, servers: Column | float, met: Column | None = None) -> Column:
    """Mean wait for one of many servers in units of the service time, after Sakasegawa's approximation of M/M/c (1977).

    W/S = M U^(sqrt(2(c+1)) - 2) / (c (1 - M)); M is the utilisation as an arriving request meets it, U where arrivals do not
    depend on the answer. With one server that is M / (1 - M). Infinite from U = 1.
    """
    busy = np.minimum(utilisation, 1.0)
    met = busy if met is None else np.minimum(met, 1.0)
    queue = met * busy ** (np.sqrt(2 * (servers + 1)) - 2) / (servers * np.maximum(1 - met, 1e-12))
    factor: Column = np.where(utilisation < 1, queue, np.inf)
    return factor


def disk_stretch(today: Column, load: Column, reordering: Column | float = 0.0) -> Column:
    """Response time of an M/M/1 disk at `load` times today's arrivals, relative to today's response time.

    R = S / (1 - U), so R'/R = (S'/S) (1 - U) / (1 - U'), U' = load U S'/S. The service time shrinks as the disk gets
    busier, S'/S = 1 - reordering (U' - U) to first order: seeks are reordered. Infinite once the disk is full.
    """
    before = np.minimum(today, 0.9999)
    service = 1 / (1 + reordering * (before * load - before))
    then = before * load * service
    stretch: Column = np.where(then < 1, service * (1 - before) / np.maximum(1 - then, 1e-12), np.inf)
    return stretch


def flash_stretch(utilisation: Column, servers: float, met: Column | None = None) -> Column:
    """Growth of a flash device's response as it nears its limit: many channels, M/M/c."""
    return 1 + wait_factor(utilisation, max(servers, 1.0), met)


def pressure_today(waited_per_s: float, unwaited_per_s: float, latency_us: float, spindles: int, seen: float) -> float:
    """S times the arrivals an arriving request sees, for one of k equal disks, from the measured response time R.

    S = R / (1 + L R) with L = (unwaited + seen * waited) / k, hence S L = L R / (1 + L R).
    """
    busy = (unwaited_per_s + seen * waited_per_s) / spindles * latency_us / 1e6
    return busy / (1 + busy)


def transfer_us(request_bytes: float, device_bytes_per_s: Column) -> Column:
    """Transfer of one request from flash: by the device's bandwidth, or a single stream's where that is less."""
    time: Column = request_bytes / np.minimum(STREAM_BYTES_PER_US, device_bytes_per_s / 1e6)
    return time


def request_weight(request_bytes: float, block_bytes: int) -> float:
    """Disk time of a request of this size relative to one block's."""
    return (DISK_POSITION_US + request_bytes / DISK_BYTES_PER_US) / (DISK_POSITION_US + block_bytes / DISK_BYTES_PER_US)


def writes_per_logical_write(group: StorageGroup | None) -> int:
    """Disk writes one database write costs at the group's RAID level."""
    return WRITES_PER_LOGICAL_WRITE.get(group.raid or "", MIRRORED) if group else MIRRORED


def group_holding(storage: StorageToday | None, what: Held) -> StorageGroup | None:
    """Today's device group that holds `what`, if anybody said."""
    return storage.holding(what) if storage else None

"""Exact solution of the closed network where it has one: no background writes, so a product form (Buzen's convolution).

J. P. Buzen, "Computational algorithms for closed queueing networks with exponential servers", CACM 16 (1973).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from simulation.measured import Counters, Estimate, Measured
from simulation.system import System

Weights = NDArray[np.float64]
"""Of 0 to N requests at a station; the likelihood of a state is the product of its stations' weights."""


def delay(demand_s: float, most: int) -> Weights:
    """A station nobody queues at."""
    return _weights(demand_s, np.arange(1, most + 1, dtype=np.float64))


def servers(demand_s: float, count: int, most: int) -> Weights:
    """Equal servers with one queue; `demand_s` is the work of a transaction, whoever does it."""
    return _weights(demand_s, np.minimum(np.arange(1, most + 1, dtype=np.float64), count))


def disks(demand_s: float, count: int, most: int) -> Weights:
    """Equal disks with a queue each; `demand_s` is the work of a transaction at all of them together."""
    step = np.arange(1, most + 1, dtype=np.float64)
    return _weights(demand_s / count, step / (step + count - 1))


def _weights(demand_s: float, rate: Weights) -> Weights:
    return np.concatenate(([1.0], np.cumprod(demand_s / rate)))


def solve_exactly(system: System) -> Measured:
    """Throughput and waits of a system without writes. Raises ValueError where it has some, also log writes on flash."""
    if system.writes or system.hit_share or system.redo_moved:
        raise ValueError("writes in the background, or beside reads in one queue, have no product form")
    demand_s, delay_s = _demands(system), _delay_s(system)
    # Time in units of the shortest there can be between two transactions: no weight leaves the range of a float.
    unit_s = max(
        system.cpu_s / system.cores, demand_s["disks"] / system.disks, demand_s["flash"] / system.flash.channels
    )
    unit_s = max(unit_s, (system.think_s + delay_s + sum(demand_s.values())) / system.users)
    most = system.users
    stations = {
        "cpu": servers(demand_s["cpu"] / unit_s, system.cores, most),
        "disks": disks(demand_s["disks"] / unit_s, system.disks, most),
        "flash": servers(demand_s["flash"] / unit_s, system.flash.channels, most),
        "delay": delay((system.think_s + delay_s) / unit_s, most),
    }
    together = _together(stations.values(), most)
    throughput = float(together[-2] / together[-1]) / unit_s
    there_s = {name: _mean_requests(stations, name, float(together[-1])) / throughput for name in demand_s}
    return _measured(system, throughput, there_s)


def _demands(system: System) -> dict[str, float]:
    """Work of a transaction at the stations with queues."""
    on_flash = system.reads * system.reads_on_flash
    return {
        "cpu": system.cpu_s,
        "disks": (system.reads - on_flash) * system.disk_s,
        "flash": on_flash * system.flash.read_s,
    }


def _delay_s(system: System) -> float:
    transfers = system.reads * system.reads_on_flash * system.flash.transfer_s
    return system.other_s + system.commit_post_s + system.log_write_s + transfers


def _together(stations: Iterable[Weights], most: int) -> Weights:
    return reduce(lambda one, other: np.convolve(one, other)[: most + 1], stations)


def _mean_requests(stations: dict[str, Weights], name: str, total: float) -> float:
    others = _together((weights for other, weights in stations.items() if other != name), len(stations[name]) - 1)
    here = stations[name] * np.arange(len(others))
    return float(here @ others[::-1]) / total


def _measured(system: System, throughput: float, there_s: dict[str, float]) -> Measured:
    on_flash = system.reads * system.reads_on_flash
    count = Counters(
        transactions=1,
        cpu_s=system.cpu_s,
        cpu_wait_s=there_s["cpu"] - system.cpu_s,
        disk_reads=system.reads - on_flash,
        disk_read_s=there_s["disks"],
        flash_reads=on_flash,
        flash_read_s=there_s["flash"] + on_flash * system.flash.transfer_s,
        log_write_s=system.log_write_s,
        commit_s=system.log_write_s + system.commit_post_s,
        other_s=system.other_s,
    )
    response_s = system.users / throughput - system.think_s
    count.response_s = response_s
    names = [field.name for field in fields(Counters)]
    per_transaction = dict(zip(names, count.row(), strict=True))
    return Measured(1.0, per_transaction, Estimate(throughput, 0.0), Estimate(response_s, 0.0))

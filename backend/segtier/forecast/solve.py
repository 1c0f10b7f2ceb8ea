"""The operating point of a closed network of users after a change: throughput, response time, what each demand takes."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from segtier.dataclass import dataclass
from segtier.errors import NotUsable
from segtier.forecast.basis import Basis
from segtier.forecast.calibration import Calibration, calibrate
from segtier.forecast.change import Change
from segtier.forecast.constants import REPEATS
from segtier.forecast.draws import Column, quantiles
from segtier.forecast.network import Network
from segtier.forecast.read_latency import read_latency_us
from segtier.forecast.repeats import repeated
from segtier.model.forecast import Range


@dataclass(frozen=True, slots=True)
class Solved:
    """One column entry for each draw. Per transaction figures are None where transactions are not known."""

    throughput_ratio: Column
    """After / today."""
    response_s: Column | None
    """DB time of one transaction."""
    demand_s: dict[str, Column]
    """Seconds per transaction by demand; per second of today's work where transactions are not known."""
    latency_us: dict[str, Column]
    """disk-read, flash-read, single-block-read (both together), commit."""
    assumptions: dict[str, Column] = field(default_factory=dict)


def solve(basis: Basis, change: Change) -> Solved:
    """Where as many users as today bring the system after `change`."""
    network = Network(calibrate(basis), change)
    return _solved(network, network.throughput())


def users_at_response(basis: Basis, change: Change, limit_s: float) -> Column:
    """Users whose transactions take `limit_s` seconds on average: N = x (think + response)."""
    if not basis.profile.txn_per_s:
        raise NotUsable("users at a response time need transactions per second", code="no-transactions")
    network = Network(calibrate(basis), change)
    unit_s = limit_s * basis.profile.txn_per_s
    x = network.throughput_at(unit_s)
    carried: Column = x * (network.base.think_s + np.minimum(network.response(x), unit_s))
    return carried


def users_range(basis: Basis, change: Change, limit_s: float) -> Range:
    """P10, P50, P90 of them, with what response times do not repeat: where these hardly grow with users, a little of the limit
    is many users.
    """
    low, middle, high = (
        quantiles(users_at_response(basis, change, limit_s * part)) for part in (1 - REPEATS, 1, 1 + REPEATS)
    )
    return repeated(Range(min(low.low, middle.low), middle.expected, max(high.high, middle.high)))


def _solved(network: Network, x: Column) -> Solved:
    base = network.base
    times = network.times(x)
    total = network.db_time(times)
    per = base.profile.txn_per_s
    return Solved(
        throughput_ratio=x,
        response_s=total / per if per else None,
        demand_s={kind: seconds / (per or 1.0) for kind, seconds in times.items()},
        latency_us=_latencies(network, base, x, times),
        assumptions=base.draws.columns,
    )


def _latencies(network: Network, base: Calibration, x: Column, times: dict[str, Column]) -> dict[str, Column]:
    found: dict[str, Column] = {}
    today = read_latency_us(base.profile)
    if today:
        reads = base.seconds["single-block-read"] + base.seconds["multi-block-read"]
        after = times["single-block-read"] + times["multi-block-read"]
        ratios = {
            "disk-read": network.stretch(x),
            "flash-read": network.flash_ratio(x),
            "single-block-read": after / reads if np.all(reads) else np.ones_like(x),
        }
        found |= {name: today * network.erring(ratio) for name, ratio in ratios.items()}
    sync = base.profile.demand("commit").latency_us
    if sync:
        found["commit"] = sync * network.erring(times["commit"] / base.seconds["commit"])
    return found

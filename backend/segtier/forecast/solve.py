"""The operating point of a closed network of users after a change: throughput, response time, what each demand takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from segtier.errors import NotUsable
from segtier.forecast.calibration import Calibration, calibrate, read_latency_us
from segtier.forecast.change import Change
from segtier.forecast.draws import Column, Draws
from segtier.forecast.network import Network
from segtier.forecast.outcome import draw_shares
from segtier.model.device import StorageToday, Tier
from segtier.model.profile import Profile
from segtier.model.request import Users


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
    cpu_share: Column
    """CPU / DB time."""
    assumptions: dict[str, Column] = field(default_factory=dict)


def solve(
    profile: Profile,
    tier: Tier,
    storage: StorageToday | None,
    change: Change,
    draws: int,
    seed: int,
    users: Users | None = None,
    at_users: float | None = None,
    pinned: Mapping[str, float] | None = None,
) -> Solved:
    """Where `at_users` users (today's where None) bring the system after `change`.

    `users` are those who made the profile (None: average active sessions without think time). `pinned` fixes inputs
    by name (constants.py) instead of drawing them. Raises NotUsable for fewer than one user.
    """
    network = _network(profile, tier, storage, change, Draws(draws, seed, pinned or {}), users, at_users)
    x = network.throughput(at_users)
    return _solved(network, x)


def users_at_response(
    profile: Profile,
    tier: Tier,
    storage: StorageToday | None,
    change: Change,
    draws: int,
    seed: int,
    users: Users,
    limit_s: float,
    pinned: Mapping[str, float] | None = None,
) -> Column:
    """Users whose transactions take `limit_s` seconds on average: N = x (think + response)."""
    if not profile.txn_per_s:
        raise NotUsable("users at a response time need transactions per second", code="no-transactions")
    network = _network(profile, tier, storage, change, Draws(draws, seed, pinned or {}), users, None)
    unit_s = limit_s * profile.txn_per_s
    x = network.throughput_at(unit_s)
    carried: Column = x * (network.base.think_s + np.minimum(network.response(x), unit_s))
    return carried


def _network(
    profile: Profile,
    tier: Tier,
    storage: StorageToday | None,
    change: Change,
    draws: Draws,
    users: Users | None,
    at_users: float | None,
) -> Network:
    if (users and users.count < 1) or (at_users is not None and at_users < 1):
        raise NotUsable("there must be at least one user", code="no-users")
    draw_shares(draws, change)
    base = calibrate(profile, tier, storage, draws, users)
    return Network(base, change, None if at_users is None else (at_users - 1) / at_users)


def _solved(network: Network, x: Column) -> Solved:
    base = network.base
    times = network.times(x)
    total = network.response(x)
    per = base.profile.txn_per_s
    return Solved(
        throughput_ratio=x,
        response_s=total / per if per else None,
        demand_s={kind: seconds / (per or 1.0) for kind, seconds in times.items()},
        latency_us=_latencies(network, base, x, times),
        cpu_share=times["cpu"] * base.scale / total,
        assumptions=base.draws.columns,
    )


def _latencies(network: Network, base: Calibration, x: Column, times: dict[str, Column]) -> dict[str, Column]:
    found: dict[str, Column] = {}
    today = read_latency_us(base.profile)
    if today:
        found["disk-read"] = today * network.stretch(x)
        found["flash-read"] = today * network.flash_ratio(x)
        reads = base.seconds["single-block-read"] + base.seconds["multi-block-read"]
        after = times["single-block-read"] + times["multi-block-read"]
        found["single-block-read"] = today * after / reads if reads else np.full_like(x, today)
    sync = base.profile.demand("commit").latency_us
    if sync:
        found["commit"] = sync * times["commit"] / base.seconds["commit"]
    return found

"""The forecast of one change: both readings, the ranges, what limits next, and what the range hangs on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from segtier.forecast.basis import Basis
from segtier.forecast.calibration import Calibration, calibrate
from segtier.forecast.change import Change
from segtier.forecast.draws import Column, all_quantiles, median, quantiles
from segtier.forecast.influence import influences
from segtier.forecast.inputs_used import THE_MODELS_OWN, inputs_used
from segtier.forecast.moved import Moved, moved_shares
from segtier.forecast.network import Network
from segtier.model.forecast import Forecast, Range
from segtier.units import S_PER_HOUR

_LIMITS = {
    "cpu": "CPU",
    "disks": "the disks that keep the rest of the I/O",
    "flash": "the SSD's own limit",
    "commit": "commits (log file sync)",
    "locks": "locks",
    "cluster": "cluster waits",
    "concurrency": "latches and buffer busy waits",
    "parsing": "parsing",
    "log-stall": "redo log stalls",
    "write-stall": "writes (free buffer waits)",
    "unexplained": "time the report does not explain",
    "direct-read": "large scans",
    "single-block-read": "single-block reads",
    "multi-block-read": "multi-block reads",
    "cell-read": "reads from the storage cells",
    "temp-read": "temp reads",
    "temp-write": "temp writes",
    "network": "the network",
}


_SETTLED = 1e-5
"""Relative error of the operating point found."""


def forecast_change(basis: Basis, change: Change) -> Forecast:
    """What `change` does to this workload. An empty change gives ratios of exactly 1."""
    network = Network(calibrate(basis), change)
    base, profile = network.base, basis.profile
    one = np.ones(basis.draws)
    x = one if change.empty else network.throughput()
    # Where the change cannot carry today's work, the most it carries stands for it; a station may be full just there.
    settled = (x > 1 - _SETTLED) & np.isfinite(network.response(one))
    carried = np.where(settled, 1.0, x)
    after = network.queueing(network.times(carried), carried)
    response = one if change.empty else network.db_time(after) / profile.db_time_per_s
    limited_by, text = _limit(network, x)
    shown = {kind: seconds for kind, seconds in base.seconds.items() if seconds > 0}
    used = inputs_used(base.draws, change)
    shares = influences(response, {name: column for name, column in base.draws.columns.items() if name in used})
    return Forecast(
        response_ratio=quantiles(response),
        db_time_saved_s_per_hour=quantiles((1 - response) * profile.db_time_per_s * S_PER_HOUR),
        throughput_ratio=quantiles(x),
        demand_ratio=dict(
            zip(shown, all_quantiles([network.erring(after[kind] / shown[kind]) for kind in shown]), strict=True)
        ),
        flash_read_s_per_hour=_flash_reads(network, base),
        flash_hit_share=quantiles(network.arrivals.flash_hits) if change.flash_cache_bytes else None,
        limited_by=limited_by,
        limited_by_text=text,
        assumptions=tuple(
            replace(row, influence=shares.get(name)) for name, row in base.draws.assumptions.items() if name in used
        ),
        dominant_input=None if change.empty else base.draws.dominant(response, used - THE_MODELS_OWN),
    )


def responses(basis: Basis) -> Callable[[Change], Column]:
    """For looking at many changes of one system: a function from a change to its response at today's work, relative to today's.

    One for each draw; infinite where the change cannot carry the work. What `forecast_change` says of it without looking further.
    """
    base = calibrate(basis)
    today = np.ones(basis.draws)

    def ratios(change: Change) -> Column:
        response: Column = Network(base.fork(), change).response(today) / basis.profile.db_time_per_s
        return response

    return ratios


def many_responses(basis: Basis) -> Callable[[Sequence[Change]], NDArray[np.float64]]:
    """(changes, draws): the same for many changes that differ in the three shares alone, all at once."""
    base = calibrate(basis)
    today = np.ones(basis.draws)

    def ratios(changes: Sequence[Change]) -> NDArray[np.float64]:
        fork = base.fork()
        moved = Moved(*map(np.stack, zip(*(moved_shares(change, fork.draws) for change in changes), strict=True)))
        response: NDArray[np.float64] = Network(fork, changes[0], moved).response(today) / basis.profile.db_time_per_s
        return response

    return ratios


def same_work(basis: Basis) -> Callable[[Change], float]:
    """The median of these, for choosing."""
    ratios = responses(basis)
    return lambda change: median(ratios(change))


def _flash_reads(network: Network, base: Calibration) -> Range | None:
    if not network.change.flash_cache_bytes:
        return None
    seconds = base.profile.time_per_s("single-block-read", "multi-block-read") * network.arrivals.read_growth
    hits = (1 - network.arrivals.moved.reads) * network.arrivals.flash_hits
    return quantiles(seconds * hits * base.flash_read_ratio * S_PER_HOUR * base.scale)


def _limit(network: Network, x: Column) -> tuple[str, str]:
    """The resource that binds at throughput x: a full station, else the largest part of the response."""
    base = network.base
    if base.servers is not None and median(x * base.cpu_busy / base.servers) > 0.85:
        return "cpu", _LIMITS["cpu"]
    if median(base.utilisation * network.disk_load(x)) > 0.85:
        return "disks", _LIMITS["disks"]
    if median(sum(network.arrivals.at_flash(x))) > 0.85:
        return "flash", _LIMITS["flash"]
    times = network.times(x)
    medians = [median(part) for part in times.values()]
    largest = list(times)[int(np.argmax(medians))]
    name = largest.removeprefix("wait:")
    return name, _LIMITS.get(name, name)

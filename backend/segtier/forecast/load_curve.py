"""Throughput and response time against the number of users, for one change."""

from __future__ import annotations

import numpy as np

from segtier.forecast.basis import Basis
from segtier.forecast.calibration import Calibration, calibrate_expected
from segtier.forecast.change import Change
from segtier.forecast.draws import Column
from segtier.forecast.network import Network
from segtier.forecast.stations import group_holding
from segtier.model.forecast import LoadCurve, LoadLimit, LoadPoint

THROUGHPUTS = np.geomspace(0.02, 500.0, 800)
"""Tried, relative to today's: from next to nothing to more than any station carries."""
LOADS = (0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0)
"""Points of the curve, in today's users."""
ROUNDS = 3
"""Of users -> what an arriving request sees -> users; the third changes nothing any more."""


def load_curve(basis: Basis, change: Change, limit_s: float = 1.0) -> LoadCurve:
    """The curve of one change, every input at its expected value; its range at today's load is the forecast's.

    Users follow from throughput (Little's law, N = x (think + response)), so each throughput tried is a point.
    """
    profile = basis.profile
    base = calibrate_expected(basis, len(THROUGHPUTS))
    present, response = _along(base, change)
    carried = np.isfinite(present)
    present, response, x = present[carried], response[carried], THROUGHPUTS[carried]
    if not len(present):
        return LoadCurve((), LoadLimit(limit_s, None, "No load is carried: a station is full."))
    today = base.think_s + profile.db_time_per_s
    counts = [load * today for load in LOADS if present[0] <= load * today]
    points = [(count, float(np.interp(count, present, x))) for count in counts]
    return LoadCurve(
        tuple(LoadPoint(n, done, (n / done - base.think_s) / profile.db_time_per_s) for n, done in points),
        LoadLimit(limit_s, *_at_limit(basis, limit_s, present, response)),
    )


def _along(base: Calibration, change: Change) -> tuple[Column, Column]:
    """(users, response) at each throughput; infinite where a station is full."""
    network = Network(base, change)
    for _ in range(ROUNDS):
        response = network.response(THROUGHPUTS)
        present: Column = THROUGHPUTS * (base.think_s + response)
        network.meet(1 - 1 / np.maximum(present, 1.0))
    return np.maximum.accumulate(present), response


def _at_limit(basis: Basis, limit_s: float, present: Column, response: Column) -> tuple[float | None, str]:
    """Users whose transactions take `limit_s`, or why that cannot be told."""
    group = group_holding(basis.storage, "data")
    if not basis.profile.txn_per_s:
        return None, "Transactions per second are not in the reports, so there is no response time."
    if group is None or not group.spindles:
        return None, "Where load makes today's disks slow is not known: state how many there are."
    unit_s = limit_s * basis.profile.txn_per_s
    rising = np.maximum.accumulate(response)
    if rising[0] > unit_s:
        return None, "One user alone waits longer than that."
    if unit_s > rising[-1]:
        return None, "No load tried makes it that slow."
    return float(np.interp(unit_s, rising, present)), ""

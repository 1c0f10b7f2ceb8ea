"""The most that any storage could give."""

from __future__ import annotations

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.basis import Basis
from segtier.forecast.calibration import Calibration, calibrate
from segtier.forecast.redo import part_writing, writes_waited_for
from segtier.model.forecast import Ceiling
from segtier.model.profile import UNNAMED_IO, Profile


def ceiling(basis: Basis) -> Ceiling:
    """What infinitely fast storage would give: the storage part of DB time gone, CPU still finite.

    Of log file sync only the part that is log writing goes (at most 1.5 log writes a commit, more where commits queue for
    a busy log writer, all of it where log file parallel write is not reported), and of that what a standby takes for at
    least 0.9 of them stays. Commits whose number is not known may be log writing in all.
    """
    profile = basis.profile
    base = calibrate(basis)
    gone = (
        "single-block-read",
        "multi-block-read",
        "direct-read",
        "direct-write",
        "temp-read",
        "temp-write",
        UNNAMED_IO,
    )
    left = {kind: s for kind, s in base.seconds.items() if kind not in (*gone, "log-stall", "write-stall", "cell-read")}
    sync_us = profile.demand("commit").latency_us
    left["commit"] = base.seconds["commit"] * (1 - _log_writing(profile, sync_us)) if sync_us else 0.0
    rest = sum(left.values()) * base.scale
    pct = (1 - rest / profile.db_time_per_s) * 100
    return Ceiling(max(pct, 0.0), _most_throughput(base, rest))


def _log_writing(profile: Profile, sync_us: float) -> float:
    """The part of log file sync that storage could take off, 0 to 1."""
    standby_us = profile.redo_remote_us or 0.0
    if profile.redo_write_us is None:
        return max(1 - c.REDO_WRITES_PER_SYNC.low * standby_us / sync_us, 0.0)
    local_us = max(profile.redo_write_us - standby_us, 0.0)
    most = np.array(c.REDO_WRITES_PER_SYNC.high), np.array(part_writing(profile).high)
    return min(local_us * float(writes_waited_for(profile, sync_us, *most)) / sync_us, 1.0)


def _most_throughput(base: Calibration, rest_s: float) -> float | None:
    if rest_s <= 0:
        return None
    bound = base.profile.db_time_per_s / rest_s
    if base.servers is not None and base.cpu_busy > 0:
        bound = min(bound, float(np.max(base.servers)) / base.cpu_busy)
    return max(bound, 1.0)

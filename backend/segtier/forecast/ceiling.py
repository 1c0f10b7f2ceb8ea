"""The most that any storage could give."""

from __future__ import annotations

from math import sqrt

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.basis import Basis
from segtier.forecast.calibration import Calibration, calibrate
from segtier.forecast.redo import part_writing, writes_waited_for
from segtier.forecast.shared_out import followers
from segtier.model.forecast import Ceiling
from segtier.model.profile import STORAGE_DEMANDS, UNNAMED_IO, Profile


def ceiling(basis: Basis) -> Ceiling:
    """What infinitely fast storage would give: the storage part of DB time gone, CPU still finite.

    Of log file sync only the part that is log writing goes: at most 1.5 log writes a commit; where a log writer is so busy that
    commits queue for it, all the time it writes; all of it if their time or their number is not reported. Of that, what a standby
    takes for at least 0.9 of the writes stays. Commits whose number is not known may be log writing in all.

    Nobody knows whether lock waits and unexplained time (but on full CPUs) go with the rest, whether what has no name is
    storage, or waits for locks, and which part of what was counted twice is storage's: at the most all is as storage would
    have it, at the least nothing.
    """
    profile = basis.profile
    seconds: dict[str, float] = {demand.kind: demand.time_per_s for demand in profile.demands}
    stored = sum(seconds.get(kind, 0.0) for kind in STORAGE_DEMANDS) - _commit_left(profile)
    nameless, twice = seconds.get(UNNAMED_IO, 0.0), profile.double_counted_per_s
    locks, unexplained = seconds.get("locks", 0.0), 0.0 if profile.cpus_full else profile.unexplained_per_s
    for kind, follower, part in followers(profile, ("locks",) if profile.cpus_full else ("locks", "unexplained")):
        may_follow = seconds[kind.removeprefix("wait:")] * part
        locks, unexplained = (
            (locks + may_follow, unexplained) if follower == "locks" else (locks, unexplained + may_follow)
        )
    today = profile.db_time_per_s
    # What neither goes nor follows.
    kept = max(today + twice - stored - nameless - locks - unexplained, 0.0)
    worked = kept + stored + nameless
    held = kept / worked if worked > 0 else 1.0
    once = today / (today + twice)
    rest, held_up = (kept + unexplained * held) * once, locks * held * held * once
    left = rest + held_up
    most, least = max(1 - left / today, 0.0), max((stored - twice) / today, 0.0)
    return Ceiling(most * 100, _most_throughput(calibrate(basis), rest, held_up), min(least, most) * 100)


def _commit_left(profile: Profile) -> float:
    """Seconds of log file sync that no storage shortens."""
    commit = profile.demand("commit")
    return commit.time_per_s * (1 - _log_writing(profile, commit.latency_us)) if commit.latency_us else 0.0


def _log_writing(profile: Profile, sync_us: float) -> float:
    """The part of log file sync that storage could take off, 0 to 1."""
    standby_us = profile.redo_remote_us or 0.0
    if not profile.redo_write_us or profile.log_writer_busy is None:
        return max(1 - c.REDO_WRITES_PER_SYNC.low * standby_us / sync_us, 0.0)
    local_us = max(profile.redo_write_us - standby_us, 0.0)
    most = np.array(c.REDO_WRITES_PER_SYNC.high), np.array(part_writing(profile).high)
    return min(local_us * float(writes_waited_for(profile, sync_us, *most, met=1.0)) / sync_us, 1.0)


def _most_throughput(base: Calibration, rest_s: float, held_up_s: float) -> float | None:
    """x (rest + held up x) = today's DB time: waits for locks grow with throughput (Calibration.followed)."""
    if rest_s <= 0:
        return None
    bound = base.profile.db_time_per_s / rest_s
    bound = 2 * bound / (1 + sqrt(1 + 4 * bound * held_up_s / rest_s))
    if base.servers is not None and base.cpu_busy > 0:
        bound = min(bound, float(np.max(base.servers)) / base.cpu_busy)
    return max(bound, 1.0)

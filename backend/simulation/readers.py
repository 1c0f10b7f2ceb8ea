"""Sessions that read one segment for an hour: when each read began and how long it took. Knows nothing of samples.

Each kind is a way in which sessions wait: one by one, in parallel jobs, all together while an array stands still, with reads
longer than the time between two samples, through a cache that answers most of them, or with load that changes over the hour.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

HOUR_S = 3_600.0
_SESSIONS_A_WAIT = 4.0
"""Sessions for each that waits on average: the others compute and think."""
_READS_A_VISIT = 20
_BETWEEN_READS_S = 0.0003
_PARALLEL, _JOB_S = 8, 4.0
_STALLS, _STALL_S = 6, 8.0
Floats = NDArray[np.float64]
Random = np.random.Generator
Draw = Callable[[int, Random], Floats]


class Reads(NamedTuple):
    """Of one session, in order of time; they do not overlap."""

    began_s: Floats
    took_s: Floats


def _disk(mean_s: float) -> Draw:
    return lambda count, of: of.gamma(2.0, mean_s / 2, count)


def _cached(mean_s: float) -> Draw:
    """Nine of ten reads are answered by a cache, 100 times as fast as the disk."""
    disk_s = mean_s / (0.1 + 0.9 / 100)
    return lambda count, of: np.where(
        of.random(count) < 0.9, of.gamma(4.0, disk_s / 400, count), of.gamma(2.0, disk_s / 2, count)
    )


def _session(share: float, mean_s: float, draw: Draw, of: Random, until_s: float = HOUR_S) -> Reads:
    """It visits the segment for some reads, and thinks, so that it waits for that share of the time."""
    think_s = max(mean_s * (1 - share) / share - _BETWEEN_READS_S, 0.0) * _READS_A_VISIT
    count = int(until_s * share / mean_s * 1.3) + 40
    gaps = of.exponential(_BETWEEN_READS_S, count)
    gaps += np.where(of.random(count) < 1 / _READS_A_VISIT, of.exponential(think_s, count), 0.0)
    took = draw(count, of)
    ends = np.cumsum(gaps + took)
    kept = ends < until_s
    return Reads((ends - took)[kept], took[kept])


def _sessions(waiting: float, mean_s: float, draw: Draw, of: Random) -> list[Reads]:
    count = max(round(waiting * _SESSIONS_A_WAIT), 1)
    return [_session(waiting / count, mean_s, draw, of) for _ in range(count)]


def steady(waiting: float, mean_s: float, of: Random) -> list[Reads]:
    return _sessions(waiting, mean_s, _disk(mean_s), of)


def cached(waiting: float, mean_s: float, of: Random) -> list[Reads]:
    return _sessions(waiting, mean_s, _cached(mean_s), of)


def changing(waiting: float, mean_s: float, of: Random) -> list[Reads]:
    """The load swells and falls three times in the hour."""
    found = []
    for one in _sessions(2 * waiting, mean_s, _disk(mean_s), of):
        kept = of.random(len(one.began_s)) < (1 + np.sin(one.began_s / HOUR_S * 6 * np.pi)) / 2
        found.append(Reads(one.began_s[kept], one.took_s[kept]))
    return found


def long(waiting: float, mean_s: float, of: Random) -> list[Reads]:
    """Thousands of times as long: longer than the time between two samples."""
    return _sessions(waiting, 3_000 * mean_s, _disk(3_000 * mean_s), of)


def parallel(waiting: float, mean_s: float, of: Random) -> list[Reads]:
    """Jobs of eight processes that do nothing but read, now and then."""
    jobs = of.poisson(waiting * HOUR_S / (_PARALLEL * _JOB_S))
    found = []
    for begins_s in of.uniform(0, HOUR_S, jobs):
        lasts_s = min(of.exponential(_JOB_S), HOUR_S - begins_s)
        for _ in range(_PARALLEL):
            one = _session(0.9, mean_s, _disk(mean_s), of, lasts_s)
            found.append(Reads(one.began_s + begins_s, one.took_s))
    return found


def stalled(waiting: float, mean_s: float, of: Random) -> list[Reads]:
    """Now and then nothing is answered for seconds: who reads waits until it is over."""
    stalls = [(at, of.exponential(_STALL_S)) for at in np.sort(of.uniform(0, HOUR_S, _STALLS))]
    return [_held_up(one, stalls) for one in _sessions(waiting, mean_s, _disk(mean_s), of)]


def _held_up(one: Reads, stalls: list[tuple[float, float]]) -> Reads:
    began, took = one.began_s.copy(), one.took_s.copy()
    for at_s, lasts_s in stalls:
        first = int(np.searchsorted(began + took, at_s))
        if first < len(began) and began[first] < at_s + lasts_s:
            late_s = at_s + lasts_s - max(began[first], at_s)
            took[first] += late_s
            began[first + 1 :] += late_s
    kept = began + took < HOUR_S
    return Reads(began[kept], took[kept])


KINDS: dict[str, Callable[[float, float, Random], list[Reads]]] = {
    "steady": steady,
    "cached": cached,
    "changing": changing,
    "long": long,
    "stalled": stalled,
    "parallel": parallel,
}


def met_at(sessions: list[Reads], moments_s: Floats) -> list[tuple[int, float]]:
    """(number of the moment, how long the read took in the end) of each session that waits at one."""
    found: list[tuple[int, float]] = []
    for one in sessions:
        if len(one.began_s):
            at = np.searchsorted(one.began_s, moments_s, "right") - 1
            waits = (at >= 0) & (one.began_s[at] + one.took_s[at] > moments_s)
            found += zip(np.flatnonzero(waits).tolist(), one.took_s[at[waits]].tolist(), strict=True)
    return found

"""Storage held back by a limit of its volume or its machine: a plateau over hours, or commits no disk makes so slow.

The signs are those of published cases: a rate that stays at one value for hours while each wait gets longer; and
`log file sync` of 96 ms beside reads of 0.8 ms, where one byte limit held data, redo and archiver together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

from segtier.analysis.hours_used import span
from segtier.analysis.redo import standby_event
from segtier.analysis.words import ms
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.profile import Profile
from segtier.model.timeline import TimelinePoint
from segtier.model.volume import Machine
from segtier.model.workload import Workload
from segtier.units import S_PER_HOUR

LEAST_HOURS = 3.0
SAME = 1.05
"""Highest over lowest rate of a plateau."""
LONGER = 1.5
"""Times: waits that get so much longer at the same rate are a queue before a limit."""
LEAST_REQUESTS, LEAST_BYTES = 500.0, 50e6
"""A second. No volume is limited to less."""
READS_MATTER_PCT = 10.0
COMMITS_MATTER = 0.05
BUSY_CPU = 0.6
"""Above it commits may wait for a CPU."""
MANY_COMMITS = 1_000
SLOWEST_COMMIT_US = 60_000.0
"""What the log writes of a commit take on disks at most (`LOG_WRITES_MOST_US` of the forecast)."""
FAST_READ_US = 1_500.0
"""Up to here reads may come from flash or a cache."""


@dataclass(frozen=True, slots=True)
class Throttle:
    sign: Literal["machine", "plateau", "commits"]
    text: str
    """What shows it, one sentence."""
    short: str
    """The same as a few words after "Storage is throttled"."""
    headroom: float = 1.0
    """How many times the load of the hours judged the limit leaves through."""


def throttle_of(
    workload: Workload,
    profile: Profile,
    points: Sequence[TimelinePoint],
    used: Sequence[TimelinePoint],
    machine: Machine,
) -> Throttle | None:
    """`machine`: limits that somebody stated; they are named before any sign of one."""
    return _machine(used, machine) or _plateau(points, used) or _commits(workload, profile)


NEAR = 0.9
"""Of a stated limit: an hour's mean this near means that it binds within the hour."""
PAST = 1.1
"""Times a stated limit: nothing passes that, so it is another limit or another unit."""


def _machine(used: Sequence[TimelinePoint], machine: Machine) -> Throttle | None:
    for (rate, _, said), limit in zip(_RATES, (machine.requests_per_s, machine.bytes_per_s), strict=True):
        busiest = max(used, key=lambda point: rate(point) or 0.0, default=None)
        today = 0.0 if busiest is None else rate(busiest) or 0.0
        if busiest is None or limit is None or today < NEAR * limit:
            continue
        when = span([busiest])
        if today > PAST * limit:
            raise Refused(
                f"the reports count {said(today)} in the busiest interval "
                f"({when}), and you stated {said(limit)} as the machine's limit",
                code="machine-limit-too-low",
                advice="Give the limit of all machines together, as the instances' figures are.",
            )
        return Throttle(
            "machine",
            f"Data, redo and temp together take {said(today)} ({when}); "
            f"the machine lets {said(limit)} through to all of its storage.",
            f"by the machine at {said(limit)}",
            max(limit / today, 1.0),
        )
    return None


def _plateau(points: Sequence[TimelinePoint], used: Sequence[TimelinePoint]) -> Throttle | None:
    for rate, least, said in _RATES:
        line = [(point, value) for point in points if (value := rate(point)) is not None]
        highest = max((value for _, value in line), default=0.0)
        if highest < least:
            continue
        for run in _runs(line, highest):
            waits = [point.read_wait_us for point in run if point.read_wait_us]
            hours = sum(point.elapsed_s or 0.0 for point in run) / S_PER_HOUR
            if len(run) < LEAST_HOURS or hours < LEAST_HOURS * 0.95 or not waits or max(waits) < LONGER * min(waits):
                continue
            today = max((rate(point) or 0.0 for point in used), default=0.0)
            return Throttle(
                "plateau",
                f"Reads and writes stay at {said(highest)} for {hours:.0f} hours while a read goes from {ms(min(waits))} "
                f"to {ms(max(waits))}: a limit of the volume or of the machine.",
                f"at {said(highest)} for {hours:.0f} hours",
                max(highest / today, 1.0) if today else 1.0,
            )
    return None


def _runs(line: Sequence[tuple[TimelinePoint, float]], highest: float) -> list[list[TimelinePoint]]:
    """Hours one after the other at about the highest rate, in which sessions wait for reads."""
    at_top = [
        [point] if value * SAME >= highest and (point.read_wait_pct or 0.0) >= READS_MATTER_PCT else []
        for point, value in line
    ]
    runs: list[list[TimelinePoint]] = at_top[:1]
    for before, here in pairwise(at_top):
        if before and here:
            runs[-1] = [*runs[-1], *here]
        else:
            runs.append(here)
    return [run for run in runs if run]


_RATES: tuple[tuple[Callable[[TimelinePoint], float | None], float, Callable[[float], str]], ...] = (
    (lambda point: point.io_per_s, LEAST_REQUESTS, lambda rate: f"{rate:,.0f} requests/s"),
    (lambda point: point.io_bytes_per_s, LEAST_BYTES, lambda rate: f"{rate / 1e6:,.0f} MB/s"),
)


def _commits(workload: Workload, profile: Profile) -> Throttle | None:
    """Commits far slower than their log writes are on any disk, on storage that answers reads at once."""
    commit, read_us = profile.demand("commit"), profile.demand("single-block-read").latency_us
    sync_us = commit.latency_us or 0.0
    if (
        profile.share("commit") < COMMITS_MATTER
        or commit.waits_per_s * profile.elapsed_s < MANY_COMMITS
        or sync_us <= SLOWEST_COMMIT_US
        or read_us is None
        or read_us > FAST_READ_US
        or (profile.cpu_busy or 0.0) >= BUSY_CPU
        or standby_event(workload) is not None
    ):
        return None
    return Throttle(
        "commits",
        f"A commit takes {ms(sync_us)}, longer than a log write takes on any disk, while a read takes {ms(read_us)}: a limit "
        "in bytes that data, redo and archiver share explains both.",
        f"commits take {ms(sync_us)}, reads {ms(read_us)}",
    )

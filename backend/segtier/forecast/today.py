"""Today's storage as the network sees it: a queue for each station, and by what the reads of a tablespace count.

Where the read times of the inputs cannot be trusted, or tell nothing apart, all of it is one queue and every read counts alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from segtier.dataclass import dataclass
from segtier.forecast.constants import READS_APART, SEGMENTS_APART, Spread
from segtier.model.device import StorageGroup, StorageToday, Tier
from segtier.model.stations import FAST_US, LatencyClass, Station

Weights = NDArray[np.float64]
"""(queues, 4): what a request of a tablespace counts as: a buffered read, its time, a scan's read, a write."""
READS, TIME, DIRECT, WRITES = 0, 1, 2, 3
POOLED_COLUMNS = 3
"""Buffered reads, direct path reads, writes."""


@dataclass(frozen=True, slots=True)
class Queue:
    """A station's parts of what the whole database does, each 0 to 1; over all queues they add up to 1."""

    requests: float = 1.0
    """Of the buffered reads."""
    time: float = 1.0
    """Of the time in them."""
    direct: float = 1.0
    writes: float = 1.0
    temp: float = 1.0
    redo: float = 1.0
    """Where it shares the data's disks."""
    credited_requests: float = 1.0
    """Of all buffered reads, those here that flash would make faster."""
    credited_time: float = 1.0
    perhaps: float = 0.0
    """Of the time in all buffered reads, what flash would save here if what makes reads fast is a cache."""
    perhaps_time: float = 0.0
    """Of the time in all buffered reads, that of the reads which would save it."""
    fast: bool = False
    """All its reads that were timed are as fast as the flash."""
    group: StorageGroup | None = None
    """As stated."""


class Today:
    """One queue for all, or one for each station."""

    def __init__(
        self, storage: StorageToday | None, tier: Tier, *, may_be_slower: bool = False, sampled: bool = False
    ) -> None:
        """`may_be_slower`: of a tier that segments may be asked to go to although they are read faster where they are.

        `sampled`: as of `Basis`.
        """
        self._may_be_slower = may_be_slower
        self._tier = tier
        self.apart = storage is not None and storage.told_apart
        self.queues: tuple[Queue, ...] = (Queue(),)
        self.error = 0.0
        self.reads_apart = _reads_apart(storage, sampled)
        """By how much reads of what moves may differ from others, where nobody can tell; None: it is known, or nothing is."""
        self._times_told = storage is not None and storage.read_times is not None and storage.read_times.trusted
        self.untimed_share = _untimed_share(storage) if self._times_told else 0.0
        """Of the time in buffered reads, what tablespaces may take whose times are missing beside those of others."""
        self._untimed = {
            (space.pdb, space.name): one.untimed
            for station in (storage.stations if storage else ())
            for one in station.classes
            for space in one.tablespaces
        }
        self._weights: dict[tuple[str | None, str], Weights] = {}
        self._perhaps: dict[tuple[str | None, str], NDArray[np.float64]] = {}
        if storage is None or not self.apart or storage.read_times is None:
            return
        self.error = storage.read_times.error
        self.queues = _queues(storage, tier)
        for at, station in enumerate(storage.stations):
            for one in (own for whole in station.classes for own in whole.each):
                self._weigh(at, one, credited(one, tier), self.queues[at].fast)
                self._doubt(at, one, gain_of_fast(one, tier))

    def _weigh(self, at: int, one: LatencyClass, is_credited: bool, fast: bool) -> None:
        for space in one.tablespaces:
            key = (space.pdb, space.name)
            here = self._weights.setdefault(key, np.zeros((len(self.queues), 4)))
            whole = is_credited or self._costs(one)
            weight = [1.0, one.factor, 1.0, 1.0] if whole else [0.0, 0.0, 0.0 if fast else 1.0, 0.0]
            here[at] += space.part * np.array(weight)

    def _costs(self, one: LatencyClass) -> bool:
        """The tier is slower than what its reads meet today, a device or a cache: what goes there takes longer."""
        return self._may_be_slower and one.read_us is not None and self._tier.read_us_low > one.read_us

    def _doubt(self, at: int, one: LatencyClass, gain: float) -> None:
        for space in one.tablespaces if gain else ():
            here = self._perhaps.setdefault((space.pdb, space.name), np.zeros(len(self.queues)))
            here[at] += space.part * one.factor * gain

    def perhaps(self, pdb: str | None, tablespace: str | None) -> NDArray[np.float64]:
        """(queues,): time that a read of it would save if what makes it fast is a cache and no flash; most often none."""
        name = tablespace or ""
        none = np.zeros(len(self.queues))
        return self._perhaps.get((pdb, name), self._perhaps.get((None, name), none))

    def untimed(self, pdb: str | None, tablespace: str | None) -> bool:
        """Whether its read times are missing where others have theirs; so has one that no input shows."""
        if not self._times_told:
            return False
        name = tablespace or ""
        return self._untimed.get((pdb, name), self._untimed.get((None, name), True))

    @property
    def columns(self) -> int:
        """Of the shares that a placement is seen through."""
        return 4 * len(self.queues) if self.apart else POOLED_COLUMNS

    def weights(self, pdb: str | None, tablespace: str | None) -> Weights:
        """Of a tablespace; of one that no input shows, what a read of the database counts as on average."""
        name = tablespace or ""
        found = self._weights.get((pdb, name))
        return found if found is not None else self._weights.get((None, name), self.average)

    @property
    def average(self) -> Weights:
        rows = [(one.credited_requests, one.credited_time, one.direct, one.writes) for one in self.queues]
        return np.array(rows)

    def requests(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """(3,): of a placement's shares the parts of all buffered reads, direct path reads and writes."""
        if not self.apart:
            return shares
        found: NDArray[np.float64] = np.reshape(shares, (-1, 4)).sum(axis=0)[[READS, DIRECT, WRITES]]
        return found


def _reads_apart(storage: StorageToday | None, sampled: bool) -> Spread | None:
    if storage is None or storage.read_times is None:
        return None
    if not storage.read_times.trusted:
        return READS_APART
    return None if sampled else SEGMENTS_APART


def _untimed_share(storage: StorageToday | None) -> float:
    classes = (one for station in (storage.stations if storage else ()) for one in station.classes)
    return min(sum(one.time_share for one in classes if one.untimed), 1.0)


def credited(one: LatencyClass, tier: Tier) -> bool:
    """Whether a read of it is faster on the flash: never where it takes no longer today than there; and where nobody measured
    the flash, not where a cache may have answered today.
    """
    if one.read_us is None:
        return True
    return faster(one, tier) and (one.read_us >= FAST_US or tier.is_measured("read_us"))


def faster(one: LatencyClass, tier: Tier) -> bool:
    """Whether a read takes longer there today than on the tier, or nobody knows."""
    return one.read_us is None or one.read_us > tier.read_us


def gain_of_fast(one: LatencyClass, tier: Tier) -> float:
    """The part of a read's time that flash would take off one that is fast and not credited; none where flash is known."""
    if one.read_us is None or one.guess != "fast-here" or credited(one, tier):
        return 0.0
    return max(1 - tier.read_us / one.read_us, 0.0)


def _queues(storage: StorageToday, tier: Tier) -> tuple[Queue, ...]:
    stations = storage.stations
    groups = {group.name: group for group in storage.groups if not group.inferred}
    redo = [float("redo" in groups[one.name].holds) if one.name in groups else 0.0 for one in stations]
    requests = [sum(map(_requests, one.classes)) for one in stations]
    writes = _parts([one.writes_per_s for one in stations], requests)
    direct = _parts([one.reads_per_s for one in stations], requests)
    temp = _parts([one.temp_share or 0.0 for one in stations], direct)
    time = _parts([one.time_share for one in stations], requests)
    redo, requests_of = _parts(redo, writes), sum(requests) or 1.0
    found = []
    for at, station in enumerate(stations):
        classes = [own for one in station.classes for own in one.each]
        moving = [one for one in classes if credited(one, tier)]
        found.append(
            Queue(
                requests=requests[at] / requests_of,
                time=time[at],
                direct=direct[at],
                writes=writes[at],
                temp=temp[at],
                redo=redo[at],
                credited_requests=sum(map(_requests, moving)) / requests_of,
                credited_time=sum(one.time_share for one in moving),
                perhaps=sum(one.time_share * gain_of_fast(one, tier) for one in classes),
                perhaps_time=sum(one.time_share for one in classes if gain_of_fast(one, tier)),
                fast=_is_fast(station, tier),
                group=groups.get(station.name),
            )
        )
    return tuple(found)


def _requests(one: LatencyClass) -> float:
    """Its part of the reads that the times are of."""
    return one.time_share / one.factor if one.factor else 0.0


def _is_fast(station: Station, tier: Tier) -> bool:
    timed = [own for one in station.classes for own in one.each if own.read_us is not None]
    return bool(timed) and not any(credited(one, tier) for one in timed)


def _parts(amounts: Sequence[float | None], otherwise: list[float]) -> list[float]:
    """As parts of their sum; where there is none, or one of them is not known, as those of the other amounts."""
    known, other = [one for one in amounts if one is not None], sum(otherwise)
    total = sum(known)
    if total and len(known) == len(amounts):
        return [one / total for one in known]
    return [one / other for one in otherwise] if other else [1 / len(amounts)] * len(amounts)

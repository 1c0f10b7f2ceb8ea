"""The latency classes of each place: tablespaces that read about equally fast, and what is thought of the fast ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from segtier.analysis.storage.read_times import SpaceKey
from segtier.analysis.storage.spread import Space, Spread
from segtier.analysis.storage.stated import Stated
from segtier.dataclass import dataclass
from segtier.model.stations import FAST_US, Guess, LatencyClass, SpaceHere, Station, is_temporary
from segtier.plurals import plural
from segtier.units import US_PER_S

ALIKE = 1.5
"""Tablespaces of a station whose read times are no further apart are one class."""
FAST_INTERVALS = 3
"""A place that is fast in so many intervals, and slow in none, is taken for flash."""

Part = tuple[SpaceKey, float]
"""A tablespace at a place, and the part of its I/O that is there."""


@dataclass(frozen=True, slots=True)
class Here:
    """What is known of all tablespaces."""

    spaces: Mapping[SpaceKey, Space]
    spread: Spread | None
    seconds: float | None
    """Of the intervals."""
    said: Stated

    def stations(self, held: Mapping[str, Sequence[Part]], files: Mapping[str, int]) -> tuple[Station, ...]:
        """Most I/O first. `held` and `files`: by place."""
        temp = {place: sum(self._temp(key) * part for key, part in rows) for place, rows in held.items()}
        all_temp = sum(temp.values())
        stations = []
        for place, rows in sorted(held.items(), key=lambda pair: -sum(self._load(k) * p for k, p in pair[1])):
            classes = self._classes(rows, _place_guess(self.said, place, len(held) > 1, *self._fast_place(rows)))
            share = temp[place] / all_temp if all_temp else None
            stations.append(
                Station(place, self.said.group(place) is not None, files.get(place, 0), classes, share, len(classes))
            )
        return tuple(stations)

    def _load(self, key: SpaceKey) -> float:
        return self.spaces[key].load

    def _temp(self, key: SpaceKey) -> float:
        return self._load(key) if is_temporary(key[1]) else 0.0

    def _fast_place(self, rows: Sequence[Part]) -> tuple[int, bool]:
        """(intervals in which a tablespace here was fast, whether none was ever slow)."""
        here = [self.spaces[key] for key, _ in rows]
        return len(set[object]().union(*(one.fast for one in here))), not any(one.slow for one in here)

    def _classes(self, rows: Sequence[Part], fast: _Fast) -> tuple[LatencyClass, ...]:
        spread = self.spread
        timed = [row for row in rows if spread is not None and self.spaces[row[0]].read_us is not None]
        untimed = [row for row in rows if row not in timed and not self.spaces[row[0]].idle]
        groups: list[list[Part]] = []
        for row in sorted(timed, key=lambda one: (self._us(one[0]), str(one[0]))):
            if groups and self._us(row[0]) <= ALIKE * self._us(groups[-1][0][0]):
                groups[-1].append(row)
            else:
                groups.append([row])
        found = [self._timed_class(group, spread, fast) for group in groups if spread is not None]
        if untimed:
            found.append(self._untimed_class(untimed))
        return tuple(sorted(found, key=lambda one: -one.time_share))

    def _us(self, key: SpaceKey) -> float:
        return self.spaces[key].read_us or 0.0

    def _timed_class(self, rows: Sequence[Part], spread: Spread, fast: _Fast) -> LatencyClass:
        reads = sum(self.spaces[key].reads * part for key, part in rows)
        seconds = sum(self.spaces[key].time_s * part for key, part in rows)
        read_us = seconds / reads * US_PER_S if reads else self._us(rows[0][0])
        guess, why = _guess(read_us, fast)
        own_s = spread.own_s(reads, seconds)
        return LatencyClass(
            tuple(self._with_times(one, spread) for one in self._here(rows)),
            None if self.seconds is None else reads / self.seconds,
            self._writes(rows),
            read_us,
            min(self._us(key) for key, _ in rows),
            max(self._us(key) for key, _ in rows),
            own_s / spread.event_s,
            (own_s / reads * US_PER_S if reads else spread.scale * read_us) / spread.mean_us,
            guess,
            why,
            len(rows),
        )

    def _with_times(self, here: SpaceHere, spread: Spread) -> SpaceHere:
        space = self.spaces[here.pdb, here.name]
        if not space.reads:
            return here
        own_s = spread.own_s(space.reads, space.time_s)
        factor = own_s / space.reads * US_PER_S / spread.mean_us
        return replace(here, read_us=space.read_us, time_share=own_s * here.part / spread.event_s, factor=factor)

    def _untimed_class(self, rows: Sequence[Part]) -> LatencyClass:
        share, factor, why = 0.0, 1.0, "read times are not trusted here"
        if self.spread is not None:
            share = sum(self.spread.left_to(self.spaces[key]) * part for key, part in rows)
            factor, why = self.spread.scale, "few reads were timed"
        return LatencyClass(
            self._here(rows),
            self._per_s((self.spaces[key].requests, part) for key, part in rows),
            self._writes(rows),
            None,
            None,
            None,
            share,
            factor,
            "unmeasured",
            why,
            len(rows),
        )

    def _here(self, rows: Sequence[Part]) -> tuple[SpaceHere, ...]:
        by_load = sorted(rows, key=lambda row: (-self._load(row[0]) * row[1], str(row[0])))
        return tuple(SpaceHere(key[1], key[0], part) for key, part in by_load)

    def _writes(self, rows: Sequence[Part]) -> float | None:
        return self._per_s((self.spaces[key].writes, part) for key, part in rows)

    def _per_s(self, counts: Iterable[tuple[float | None, float]]) -> float | None:
        """None where one of them is not known."""
        known = [None if count is None else count * part for count, part in counts]
        if self.seconds is None or None in known:
            return None
        return sum(one for one in known if one is not None) / self.seconds


class _Fast(NamedTuple):
    """What is thought of reads that are faster than disks."""

    guess: Guess
    why: str


def _place_guess(said: Stated, place: str, apart: bool, fast_intervals: int, never_slow: bool) -> _Fast:
    """What is stated goes before what is seen."""
    group = said.group(place)
    if group is not None and group.media != "unknown":
        return _AS_STATED[group.media]
    if apart and never_slow and fast_intervals >= FAST_INTERVALS:
        return _Fast("flash", f"fast in {plural(fast_intervals, 'interval')}, on a place of its own")
    return _Fast("fast-here", "fast here, perhaps a cache: gains little or nothing")


_AS_STATED = {
    "flash": _Fast("flash", "stated as SSD"),
    "cached-array": _Fast("fast-here", "an array's cache, as stated: moving it gains little or nothing"),
    "hdd": _Fast("fast-here", "stated as disks, so from a cache: moving it gains little or nothing"),
}


def _guess(read_us: float, fast: _Fast) -> tuple[Guess, str]:
    return ("disks", "1 ms or slower") if read_us >= FAST_US else fast

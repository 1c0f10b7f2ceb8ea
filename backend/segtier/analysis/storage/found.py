"""Stations and latency classes, from what all reports of an answer say of tablespaces and files.

A segment's own time (`Workload.segment_waits`, samples of sessions) is a second estimate beside that of its tablespace; it joins
here once it has one: `StorageSeen.found` is where both are at hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from segtier.analysis.storage.places import ONE_PLACE, places_of
from segtier.analysis.storage.read_times import LEAST_READS, SpaceKey, judged, requests_of
from segtier.dataclass import dataclass
from segtier.model.device import StorageToday
from segtier.model.stations import FAST_US, Guess, LatencyClass, ReadTimes, SpaceHere, Station, TimesFrom
from segtier.model.workload import Workload
from segtier.plurals import plural
from segtier.units import US_PER_S, format_us

ALIKE = 1.5
"""Tablespaces of a station whose read times are no further apart are one class."""
FAST_INTERVALS = 3
"""A place that is fast in so many intervals, and slow in none, is taken for flash."""
MOST_STATIONS = 6
_LEAST_ERROR, _MOST_ERROR = 0.05, 0.5
_OTHERS = "all other places"
_SLOW_TABLESPACE = 0.05
"""Of reads or of time: less of it in other classes than the largest is no difference worth telling."""


@dataclass(slots=True)
class _Space:
    """A tablespace over all reports."""

    reads: float = 0.0
    """That were timed, in reports whose times are trusted."""
    time_s: float = 0.0
    untimed: float = 0.0
    """Reads that the same column counts and nobody timed."""
    requests: float = 0.0
    """Of all sizes, in all reports."""
    writes: float = 0.0
    fast: set[object] = field(default_factory=set)
    slow: set[object] = field(default_factory=set)
    """Intervals in which it read faster than disks do, or not."""

    @property
    def read_us(self) -> float | None:
        """None where most of its reads were not timed."""
        return self.time_s / self.reads * US_PER_S if self.reads > self.untimed else None


class StorageSeen:
    """Adds up what reports say, each looked at once."""

    def __init__(self) -> None:
        self._spaces: dict[SpaceKey, _Space] = defaultdict(_Space)
        self._files: dict[tuple[str | None, str, str], float] = defaultdict(float)
        self._whys: dict[str, float] = defaultdict(float)
        self._trusted_s = self._event_s = self._waits = self._timed_s = 0.0
        self._elapsed: dict[object, float] = {}
        self._columns: set[TimesFrom] = set()
        self._nearest: tuple[TimesFrom | None, float | None] = (None, None)

    def add(self, report: Workload) -> None:
        elapsed_s = report.interval.elapsed_s
        interval = (report.interval.begin_snap, report.interval.begin_time)
        if not (report.tablespace_io or report.file_io or report.wait_events):
            return
        self._elapsed[interval] = elapsed_s or 0.0
        for row in report.tablespace_io or report.file_io:
            space = self._spaces[row.pdb, row.tablespace]
            space.requests += requests_of(row, elapsed_s) or 0.0
            space.writes += row.write_requests or (row.write_requests_per_s or 0.0) * (elapsed_s or 0.0)
        for file in report.file_io:
            moved = (requests_of(file, elapsed_s) or 0.0) + (file.write_requests or 0.0)
            self._files[file.pdb, file.tablespace, file.file] += moved
        self._judge(report, interval)

    def _judge(self, report: Workload, interval: object) -> None:
        found = judged(report)
        self._event_s += found.event_s
        if not found.trusted:
            self._whys[found.why] += found.event_s or 1e-9
            self._nearest = (found.column, found.reconciles)
            return
        self._trusted_s += found.event_s
        self._waits += found.event_waits
        if found.column:
            self._columns.add(found.column)
        for key, reads in found.spaces.items():
            space = self._spaces[key]
            if reads.time_s is None:
                # Of reads of all sizes that were not timed nobody knows how many were of single blocks.
                space.untimed += reads.reads if found.column == "single-block" else 0.0
                continue
            space.reads += reads.reads
            space.time_s += reads.time_s
            self._timed_s += reads.time_s
            fast = reads.time_s / reads.reads * US_PER_S < FAST_US
            (space.fast if fast else space.slow).add(interval)

    def found(self, stated: StorageToday | None) -> StorageToday:
        """Today's storage as stated, or as one group, with its stations and whether their times can be trusted."""
        base = stated or StorageToday()
        trusted = self._trusted_s * 2 >= self._event_s > 0
        spread = _Spread(self._waits, self._trusted_s, self._spaces.values()) if trusted else None
        stations = _few(self._stations(base, spread))
        times = self._read_times(spread)
        if spread is not None:
            times = _apart(times, stations) if tell_apart(stations) else _alike(times)
        return StorageToday(base.groups, stations, times)

    def _read_times(self, spread: _Spread | None) -> ReadTimes:
        if spread is None:
            why = max(self._whys, key=lambda one: self._whys[one], default="the reports print none")
            text = f"Read times by tablespace are not used: {why}. Every read counts with the database's average time."
            column, reconciles = self._nearest
            return ReadTimes(False, text, column=column, reconciles=reconciles)
        ratio = spread.timed_s / spread.event_s
        single = self._columns == {"single-block"}
        whose = "single-block reads" if single else "reads of all sizes"
        text = f"Read times by tablespace are trusted: {whose} x their time make {ratio:.0%} of the waits for single blocks."
        if spread.unexplained > _LEAST_ERROR:
            text += (
                f" {spread.unexplained:.0%} of that time is in no tablespace's figures; no segment is credited with it."
            )
        error = min(max(abs(1 - ratio), _LEAST_ERROR), _MOST_ERROR)
        return ReadTimes(
            True,
            text,
            column="single-block" if single else "mixed",
            reconciles=round(ratio, 4),
            unexplained_share=spread.unexplained,
            error=error,
        )

    def _stations(self, storage: StorageToday, spread: _Spread | None) -> tuple[Station, ...]:
        places = places_of({file for _, _, file in self._files})
        stated = _stated_places(storage)
        parts: dict[SpaceKey, dict[str, float]] = {}
        files: dict[str, int] = defaultdict(int)
        for (pdb, name, file), moved in sorted(self._files.items(), key=lambda pair: str(pair[0])):
            place = stated.get(name.upper()) or stated.get("") or places[file]
            files[place] += 1
            here = parts.setdefault((pdb, name), {})
            here[place] = here.get(place, 0.0) + moved
        known = {place for here in parts.values() for place in here}
        alone = next(iter(known)) if len(known) == 1 else ONE_PLACE
        held: dict[str, list[tuple[SpaceKey, float]]] = defaultdict(list)
        for key in self._spaces:
            here = parts.get(key) or {stated.get(key[1].upper()) or stated.get("") or alone: 1.0}
            whole = sum(here.values())
            for place, moved in here.items():
                held[place].append((key, moved / whole if whole else 1 / len(here)))
        names = {group.name for group in storage.groups if not group.inferred}
        temp = {place: sum(self._temp(key) * part for key, part in rows) for place, rows in held.items()}
        all_temp = sum(temp.values())
        flash = {group.name for group in storage.groups if group.media == "flash" and not group.inferred}
        stations = []
        for place, rows in sorted(held.items(), key=lambda pair: -sum(self._load(k) * p for k, p in pair[1])):
            flash_why = _place_guess(place in flash, len(held) > 1, *self._fast_place(rows))
            classes = self._classes(rows, spread, flash_why)
            share = temp[place] / all_temp if all_temp else None
            stations.append(Station(place, place in names, files[place], classes, share, len(classes)))
        return tuple(stations)

    def _load(self, key: SpaceKey) -> float:
        return self._spaces[key].requests + self._spaces[key].writes

    def _temp(self, key: SpaceKey) -> float:
        return self._load(key) if is_temporary(key[1]) else 0.0

    def _fast_place(self, rows: Sequence[tuple[SpaceKey, float]]) -> tuple[int, bool]:
        """(intervals in which a tablespace here was fast, whether none was ever slow)."""
        here = [self._spaces[key] for key, _ in rows]
        return len(set[object]().union(*(one.fast for one in here))), not any(one.slow for one in here)

    def _classes(
        self, rows: Sequence[tuple[SpaceKey, float]], spread: _Spread | None, flash: str
    ) -> tuple[LatencyClass, ...]:
        timed = [row for row in rows if spread is not None and self._spaces[row[0]].read_us is not None]
        untimed = [row for row in rows if row not in timed and self._load(row[0]) > 0]
        groups: list[list[tuple[SpaceKey, float]]] = []
        for row in sorted(timed, key=lambda one: (self._us(one[0]), str(one[0]))):
            if groups and self._us(row[0]) <= ALIKE * self._us(groups[-1][0][0]):
                groups[-1].append(row)
            else:
                groups.append([row])
        found = [self._timed_class(group, spread, flash) for group in groups if spread is not None]
        if untimed:
            found.append(self._untimed_class(untimed, spread))
        return tuple(sorted(found, key=lambda one: -one.time_share))

    def _us(self, key: SpaceKey) -> float:
        return self._spaces[key].read_us or 0.0

    def _timed_class(self, rows: Sequence[tuple[SpaceKey, float]], spread: _Spread, flash: str) -> LatencyClass:
        reads = sum(self._spaces[key].reads * part for key, part in rows)
        seconds = sum(self._spaces[key].time_s * part for key, part in rows)
        read_us = seconds / reads * US_PER_S if reads else self._us(rows[0][0])
        guess, why = _guess(read_us, flash)
        return LatencyClass(
            self._here(rows),
            reads / self._seconds,
            self._writes(rows),
            read_us,
            min(self._us(key) for key, _ in rows),
            max(self._us(key) for key, _ in rows),
            seconds * spread.scale / spread.event_s,
            spread.scale * read_us / spread.mean_us,
            guess,
            why,
            len(rows),
        )

    def _untimed_class(self, rows: Sequence[tuple[SpaceKey, float]], spread: _Spread | None) -> LatencyClass:
        """They share what the others' reads leave of the waits, by their reads of all sizes."""
        requests = sum(self._spaces[key].requests * part for key, part in rows)
        share, factor, why = 0.0, 1.0, "read times are not trusted here"
        if spread is not None:
            everybody = sum(space.requests for space in self._spaces.values() if space.read_us is None)
            share = spread.untimed_share * (requests / everybody if everybody else 0.0)
            factor, why = (
                spread.scale,
                f"fewer than {LEAST_READS} timed reads, or over two blocks a read",
            )
        return LatencyClass(
            self._here(rows),
            requests / self._seconds,
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

    def _here(self, rows: Sequence[tuple[SpaceKey, float]]) -> tuple[SpaceHere, ...]:
        by_load = sorted(rows, key=lambda row: (-self._load(row[0]) * row[1], str(row[0])))
        return tuple(SpaceHere(key[1], key[0], part) for key, part in by_load)

    def _writes(self, rows: Sequence[tuple[SpaceKey, float]]) -> float:
        return sum(self._spaces[key].writes * part for key, part in rows) / self._seconds

    @property
    def _seconds(self) -> float:
        return sum(self._elapsed.values()) or 1.0


class _Spread:
    """How the events' time is spread over the tablespaces: scaled down, never up, to stay within it."""

    def __init__(self, waits: float, event_s: float, spaces: Iterable[_Space]) -> None:
        rows = list(spaces)
        timed = [one for one in rows if one.read_us is not None]
        self.event_s = event_s
        self.timed_s = sum(one.time_s for one in timed)
        reads = sum(one.reads for one in timed)
        untimed = sum(one.untimed + (one.reads if one.read_us is None else 0.0) for one in rows)
        # A prefetched block is a read and no wait of its own.
        everything = max(waits, reads + untimed)
        self.mean_us = event_s / everything * US_PER_S
        left_s = (everything - reads) * self.mean_us / US_PER_S
        whole_s = self.timed_s + left_s
        self.scale = min(1.0, event_s / whole_s)
        self.untimed_share = left_s * self.scale / event_s
        self.unexplained = max(1 - whole_s * self.scale / event_s, 0.0)


def tell_apart(stations: Sequence[Station]) -> bool:
    """Whether there is more than one station or class with reads worth telling."""
    timed = [one for station in stations for one in station.classes if one.read_us is not None and not _temporary(one)]
    if not timed:
        return False
    reads, seconds = sum(one.reads_per_s for one in timed), sum(one.time_share for one in timed)
    parts = [max(one.reads_per_s / reads, one.time_share / seconds) for one in timed]
    places = [sum(one.time_share for one in station.classes) / seconds for station in stations]
    return sum(part >= _SLOW_TABLESPACE for part in parts) > 1 or sum(p >= _SLOW_TABLESPACE for p in places) > 1


def _temporary(one: LatencyClass) -> bool:
    return all(is_temporary(space.name) for space in one.tablespaces)


def is_temporary(tablespace: str) -> bool:
    """By its name; no report says what a tablespace is for."""
    return tablespace.upper().startswith("TEMP")


def _apart(times: ReadTimes, stations: Sequence[Station]) -> ReadTimes:
    timed = [(one, station) for station in stations for one in station.classes if one.read_us and not _temporary(one)]
    timed.sort(key=lambda pair: pair[0].read_us or 0.0)
    (fast, where), (slow, there) = timed[0], timed[-1]
    text = (
        f"{times.text} {fast.tablespaces[0].name} reads in {format_us(fast.read_us or 0.0)} from {where.name}, "
        f"{slow.tablespaces[0].name} in {format_us(slow.read_us or 0.0)} from {there.name}: each read counts with its own time."
    )
    return replace(times, text=text, apart=True)


def _alike(times: ReadTimes) -> ReadTimes:
    text = f"{times.text} All tablespaces read about equally fast from one place, so every read counts with the average time."
    return replace(times, text=text)


def _few(stations: tuple[Station, ...]) -> tuple[Station, ...]:
    """The smallest together as one."""
    if len(stations) <= MOST_STATIONS:
        return stations
    kept, rest = stations[: MOST_STATIONS - 1], stations[MOST_STATIONS - 1 :]
    known = [one.temp_share for one in rest if one.temp_share is not None]
    classes = tuple(one for station in rest for one in station.classes)
    return (
        *kept,
        Station(_OTHERS, False, sum(one.files for one in rest), classes, sum(known) if known else None, len(classes)),
    )


def _stated_places(storage: StorageToday) -> dict[str, str]:
    """Group by tablespace in capitals; "" for all that no group names."""
    stated = [group for group in storage.groups if not group.inferred and "data" in group.holds]
    places = {name.upper(): group.name for group in stated for name in group.tablespaces}
    rest = next((group.name for group in stated if not group.tablespaces), None)
    return places | ({"": rest} if rest else {})


def _place_guess(stated: bool, apart: bool, fast_intervals: int, never_slow: bool) -> str:
    """Why a fast place is flash; empty where it may be a cache."""
    if stated:
        return "stated as SSD"
    if apart and never_slow and fast_intervals >= FAST_INTERVALS:
        return f"fast in {plural(fast_intervals, 'interval')}, on a place of its own"
    return ""


def _guess(read_us: float, flash: str) -> tuple[Guess, str]:
    if read_us >= FAST_US:
        return "disks", "slower than 1 ms"
    if flash:
        return "flash", flash
    return "fast-here", "fast here, perhaps a cache: moving it gains little or nothing"

"""Stations and latency classes, from what all reports of an answer say of tablespaces and files, and from what is stated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from segtier.analysis.storage.classes import Here, Part
from segtier.analysis.storage.own_times import Samples, samples
from segtier.analysis.storage.places import ONE_PLACE, places_of
from segtier.analysis.storage.read_times import FACTOR, Judged, SpaceKey, judged, requests_of, writes_of
from segtier.analysis.storage.spread import Space, Spread
from segtier.analysis.storage.stated import Stated
from segtier.analysis.storage.untimed import missing_text, untimed_text, without_row
from segtier.model.device import StorageToday
from segtier.model.stations import FAST_US, LatencyClass, ReadTimes, Station, TimesFrom, is_temporary
from segtier.model.workload import Workload
from segtier.units import US_PER_S, format_us

MOST_STATIONS = 6
_LEAST_ERROR, _MOST_ERROR = 0.05, 0.5
_OTHERS = "all other places"
_SAMPLED = " Samples of sessions tell segments apart within them, as far as their number tells."
_NOT_WHOLE = (
    " Samples of sessions make {} of the waits for reads: the rest may be of any segment, so they tell none apart."
)
_NONE_PRINTED, _NOT_ALL = "the reports print none", "not all reports and instances tell them"
_SLOW_TABLESPACE = 0.05
"""Of reads or of time: less of it in other classes than the largest is no difference worth telling."""


class StorageSeen:
    """Adds up what reports say, each looked at once."""

    def __init__(self) -> None:
        self._spaces: dict[SpaceKey, Space] = defaultdict(Space)
        self._files: dict[tuple[str | None, str, str], float] = defaultdict(float)
        self._without_row: dict[SpaceKey, float | None] = defaultdict(float)
        """Reads by segments of tablespaces of which a report prints no row."""
        self._whys: dict[str, float] = defaultdict(float)
        self._timed_some = False
        self._trusted_s = self._event_s = self._waits = self._all_waits = 0.0
        self._elapsed: dict[object, float | None] = {}
        self._samples = Samples()
        self._counts: dict[str, int] = defaultdict(int)
        """Files by place."""
        self._columns: set[TimesFrom] = set()
        self._nearest: tuple[TimesFrom | None, float | None] = (None, None)

    def add(self, report: Workload) -> None:
        elapsed_s = report.interval.elapsed_s
        interval = (report.interval.begin_snap, report.interval.begin_time)
        if not (report.tablespace_io or report.file_io or report.wait_events):
            return
        self._elapsed[interval] = elapsed_s
        self._samples += samples(report)
        for row in report.tablespace_io or report.file_io:
            space = self._spaces[row.pdb, row.tablespace]
            space.requests = _and(space.requests, requests_of(row, elapsed_s))
            space.writes = _and(space.writes, writes_of(row, elapsed_s))
        for file in report.file_io:
            moved = (requests_of(file, elapsed_s) or 0.0) + (writes_of(file, elapsed_s) or 0.0)
            self._files[file.pdb, file.tablespace, file.file] += moved
        self._timed_some = self._timed_some or bool(report.tablespace_io or report.file_io)
        for key, reads in without_row(report).items():
            self._without_row[key] = _and(self._without_row[key], reads)
        self._judge(report, interval)

    def _judge(self, report: Workload, interval: object) -> None:
        found = judged(report)
        self._event_s += found.event_s
        self._all_waits += found.event_waits
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
        self._note_speed(found, interval)

    def _note_speed(self, found: Judged, interval: object) -> None:
        for key, reads in found.spaces.items():
            if reads.time_s is not None and key in self._spaces:
                fast = reads.time_s / reads.reads * US_PER_S < FAST_US
                (self._spaces[key].fast if fast else self._spaces[key].slow).add(interval)

    def witness(self, report: Workload) -> None:
        """Of another interval than those that count: whether what is fast is fast there too."""
        found = judged(report)
        if found.trusted:
            self._note_speed(found, (report.interval.begin_snap, report.interval.begin_time))

    def found(self, stated: StorageToday | None) -> StorageToday:
        """Today's storage as stated, or as one group, with its stations and whether their times can be trusted."""
        base = stated or StorageToday()
        said = Stated(base)
        if self._trusted:
            self._note_without_row()
        held = self._held(said)
        spaces = self._as_stated(said, held)
        spread = self._spread(spaces)
        against = self._against_the_waits(spread, spaces)
        if against:
            spaces = self._spaces
            spread = self._spread(spaces)
        stations = _few(Here(spaces, spread, self._seconds, said).stations(held, self._counts))
        times = self._read_times(spread)
        if spread is not None:
            segments = self._samples.tell_segments
            times = _apart(times, stations) if tell_apart(stations) else _alike(times, stations, segments)
            times = replace(times, text=times.text + self._of_samples() + untimed_text(stations))
        elif self._event_s and self._timed_some:
            times = replace(times, text=times.text + missing_text(self._without_row))
        return StorageToday(base.groups, stations, replace(times, text=times.text + said.text() + against))

    def _note_without_row(self) -> None:
        """What segments tell of a tablespace whose times are missing: that it reads, and how much at least."""
        for (pdb, name), reads in self._without_row.items():
            # Some files' rows name no container.
            space = self._spaces[(None, name) if (None, name) in self._spaces else (pdb, name)]
            space.untimed += reads or 0.0
            space.requests = _and(space.requests, reads)
        self._without_row.clear()

    def _against_the_waits(self, spread: Spread | None, spaces: Mapping[SpaceKey, Space]) -> str:
        """That times as stated are not used, since the waits contradict them as no report's may; empty where they are."""
        if not self._trusted or spread is None or all(spaces[key] is one for key, one in self._spaces.items()):
            return ""
        part = spread.timed_s / spread.event_s
        if 1 / FACTOR <= part <= FACTOR:
            return ""
        return f" Read times as stated are not used: with them reads would take {part:.0%} of what the waits for them take."

    def unmatched(self, stated: StorageToday) -> list[str]:
        """Beginnings of file names, as stated, that no input has."""
        return Stated(stated).unmatched(file for _, _, file in self._files)

    def _of_samples(self) -> str:
        """What they add."""
        seen = self._samples
        if seen.tell_segments:
            return _SAMPLED
        return _NOT_WHOLE.format(f"{seen.all_s / seen.event_s:.0%}") if seen.enough and seen.event_s else ""

    @property
    def _trusted(self) -> bool:
        return self._trusted_s * 2 >= self._event_s > 0

    def _spread(self, spaces: Mapping[SpaceKey, Space]) -> Spread | None:
        """None where no time is to be had: of the reports none that is trusted, and nobody stated one."""
        if self._trusted:
            if not any(one.read_us is not None for one in spaces.values()):
                return None
            return Spread(self._waits, self._trusted_s, spaces.values())
        timed = any(one.read_us is not None for one in spaces.values())
        return Spread(self._all_waits, self._event_s, spaces.values()) if timed and self._event_s > 0 else None

    def _as_stated(self, said: Stated, held: Mapping[str, Sequence[Part]]) -> dict[SpaceKey, Space]:
        """A stated time goes before what the reports say; what reports say that are not trusted counts for nothing."""
        places: dict[SpaceKey, list[str]] = defaultdict(list)
        for place, parts in held.items():
            for key, _ in parts:
                places[key].append(place)
        found = {}
        for key, space in self._spaces.items():
            stated_us = said.read_us(places[key])
            known = space if self._trusted else replace(space, reads=0.0, time_s=0.0, untimed=0.0)
            found[key] = known if stated_us is None else space.taking(stated_us)
        return found

    def _held(self, said: Stated) -> dict[str, list[Part]]:
        """What lies at each place."""
        places = places_of({file for _, _, file in self._files})
        parts: dict[SpaceKey, dict[str, float]] = {}
        self._counts = defaultdict(int)
        for (pdb, name, file), moved in sorted(self._files.items(), key=lambda pair: str(pair[0])):
            place = said.of(name, file) or places[file]
            self._counts[place] += 1
            here = parts.setdefault((pdb, name), {})
            here[place] = here.get(place, 0.0) + moved
        known = {place for here in parts.values() for place in here}
        alone = next(iter(known)) if len(known) == 1 else ONE_PLACE
        held: dict[str, list[Part]] = defaultdict(list)
        for key in self._spaces:
            here = parts.get(key) or {said.of(key[1]) or alone: 1.0}
            whole = sum(here.values())
            for place, moved in here.items():
                held[place].append((key, moved / whole if whole else 1 / len(here)))
        return held

    @property
    def _seconds(self) -> float | None:
        """Of all intervals; None where the length of one is not known."""
        known = [one for one in self._elapsed.values() if one]
        return sum(known) if len(known) == len(self._elapsed) else None

    def _read_times(self, spread: Spread | None) -> ReadTimes:
        if spread is None:
            why = max(self._whys, key=lambda one: self._whys[one], default=_NONE_PRINTED)
            why = _NOT_ALL if self._trusted else why
            text = (
                f"Read times by tablespace are not used: {why}. Every read counts with the database's average time, "
                "with a wider range."
            )
            column, reconciles = self._nearest
            return ReadTimes(False, text, column=column, reconciles=reconciles)
        ratio = spread.timed_s / spread.event_s
        if not self._trusted:
            text = "The reports' read times by tablespace are not used; those that were stated are."
            return ReadTimes(True, text, unexplained_share=spread.unexplained, error=_MOST_ERROR)
        single = self._columns == {"single-block"}
        whose = "single-block reads" if single else "reads of all sizes"
        text = f"Read times by tablespace are trusted: {whose} x their time make {ratio:.0%} of the waits for single blocks."
        if spread.unexplained > _LEAST_ERROR:
            text += (
                f" {spread.unexplained:.0%} of that time is in no tablespace's figures; it is shared as the rest is."
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


def _and(sum_: float | None, more: float | None) -> float | None:
    """Together; not known where one of them is not."""
    return None if sum_ is None or more is None else sum_ + more


def tell_apart(stations: Sequence[Station]) -> bool:
    """Whether there is more than one station or class with reads or writes worth telling."""
    timed = [one for station in stations for one in station.classes if one.read_us is not None and not _temporary(one)]
    if not timed:
        return False
    reads, seconds = sum(map(_reads, timed)), sum(one.time_share for one in timed)
    writes = sum(one.writes_per_s or 0.0 for one in timed) or 1.0
    parts = [max(_reads(one) / reads, one.time_share / seconds, (one.writes_per_s or 0.0) / writes) for one in timed]
    places = [sum(one.time_share for one in station.classes) / seconds for station in stations]
    return sum(part >= _SLOW_TABLESPACE for part in parts) > 1 or sum(p >= _SLOW_TABLESPACE for p in places) > 1


def _reads(one: LatencyClass) -> float:
    """In proportion."""
    return one.time_share / (one.read_us or 1.0)


def _temporary(one: LatencyClass) -> bool:
    return all(is_temporary(space.name) for space in one.tablespaces)


def _apart(times: ReadTimes, stations: Sequence[Station]) -> ReadTimes:
    timed = [(one, station) for station in stations for one in station.classes if one.read_us and not _temporary(one)]
    timed.sort(key=lambda pair: pair[0].read_us or 0.0)
    (fast, where), (slow, there) = timed[0], timed[-1]
    quick, late = fast.each[0], slow.each[0]
    text = (
        f"{times.text} {quick.tablespaces[0].name} reads in {format_us(quick.read_us or 0.0)} from {where.name}, "
        f"{late.tablespaces[0].name} in {format_us(late.read_us or 0.0)} from {there.name}: each read counts with its own time."
    )
    return replace(times, text=text, apart=True)


def _alike(times: ReadTimes, stations: Sequence[Station], segments: bool) -> ReadTimes:
    so = "" if segments else ", so every read counts with the average time"
    most = "Tablespaces with nearly all reads and writes"
    if untimed_text(stations):
        most = "Tablespaces that have read times"
    elif sum(len(one.classes) for one in stations) < 2:
        most = "All tablespaces"
    return replace(times, text=f"{times.text} {most} read about equally fast from one place{so}.", apart=segments)


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

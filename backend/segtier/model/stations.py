"""Storage as it is: stations that share a queue, and the latency classes that tablespaces see on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeVar

from segtier.dataclass import dataclass
from segtier.model.names import PdbName, Sentence, TablespaceName, Word

Guess = Literal["disks", "flash", "fast-here", "unmeasured"]
"""flash: fast on a place of its own, stated or seen in several intervals. fast-here: fast, and perhaps from a cache."""
TimesFrom = Literal["single-block", "mixed"]
"""single-block: single-block reads alone were timed. mixed: reads of all sizes."""

_MOST_TABLESPACES = 2
"""In a summary."""
FAST_US = 1_000.0
"""Disks do not answer in a millisecond: single-block reads below this come from flash or an array's cache."""


_F = TypeVar("_F", float, float | None)


def _short(value: _F) -> _F:
    return value if value is None else float(f"{value:.3g}")


def is_temporary(tablespace: str) -> bool:
    """By its name; no report says what a tablespace is for."""
    return tablespace.upper().startswith("TEMP")


@dataclass(frozen=True, slots=True)
class SpaceHere:
    """A tablespace on a station."""

    name: TablespaceName
    pdb: PdbName | None = None
    part: float = 1.0
    """Of its reads and writes, those on this station."""
    read_us: float | None = None
    """As of a class, of it alone; None: as its class has it."""
    time_share: float | None = None
    factor: float | None = None

    @property
    def in_short(self) -> SpaceHere:
        times = (_short(self.read_us), _short(self.time_share), _short(self.factor))
        return SpaceHere(self.name, self.pdb, self.part, *times)


@dataclass(frozen=True, slots=True)
class LatencyClass:
    """Tablespaces of one station that read about equally fast. Rates are per second of the intervals used."""

    tablespaces: tuple[SpaceHere, ...]
    reads_per_s: float | None
    """As the column counts them that the times are from; of unmeasured ones all reads. None: some are not known, or how long an
    interval was."""
    writes_per_s: float | None
    read_us: float | None
    """Of one read; None: nobody timed them, and they count with the database's average."""
    read_us_low: float | None
    read_us_high: float | None
    """Of the fastest and the slowest tablespace."""
    time_share: float
    """Of the time in single-block reads, 0 to 1; of all classes together at most 1."""
    factor: float
    """Time of one of its reads that moves, relative to the database's mean single-block read."""
    guess: Guess
    why: Sentence
    tablespaces_total: int = 0
    """A summary has the first of them."""

    @property
    def untimed(self) -> bool:
        """Its read times are missing. Of a temporary tablespace nobody needs them: it is read past the cache."""
        return self.read_us is None and not all(is_temporary(space.name) for space in self.tablespaces)

    @property
    def each(self) -> tuple[LatencyClass, ...]:
        """A class of each tablespace with its own time; those without one together."""
        own = [self._of(space) for space in self.tablespaces if space.read_us is not None]
        rest = tuple(space for space in self.tablespaces if space.read_us is None)
        return (*own, replace(self, tablespaces=rest)) if rest else tuple(own)

    def _of(self, space: SpaceHere) -> LatencyClass:
        us = space.read_us or 0.0
        guess: Guess = "disks" if us >= FAST_US else "fast-here" if self.guess == "disks" else self.guess
        return replace(
            self,
            tablespaces=(space,),
            read_us=us,
            read_us_low=us,
            read_us_high=us,
            time_share=space.time_share or 0.0,
            factor=self.factor if space.factor is None else space.factor,
            guess=guess,
        )

    @property
    def in_short(self) -> LatencyClass:
        """A few of its tablespaces, and as many digits as anybody reads."""
        return replace(
            self,
            tablespaces=tuple(space.in_short for space in self.tablespaces[:_MOST_TABLESPACES]),
            read_us=_short(self.read_us),
            read_us_low=_short(self.read_us_low),
            read_us_high=_short(self.read_us_high),
            reads_per_s=_short(self.reads_per_s),
            writes_per_s=_short(self.writes_per_s),
            time_share=_short(self.time_share),
            factor=_short(self.factor),
        )


def _sum(values: Iterable[float | None]) -> float | None:
    """None where one of them is not known."""
    known = list(values)
    return None if None in known else sum(one for one in known if one is not None)


@dataclass(frozen=True, slots=True)
class Station:
    """What shares a queue: a disk group, a path prefix, or a group as stated."""

    name: Word
    stated: bool
    files: int
    classes: tuple[LatencyClass, ...]
    temp_share: float | None = None
    """Of the I/O of temporary tablespaces; None: nobody counts it."""
    classes_total: int = 0
    """A summary has the heaviest of all stations' classes."""

    @property
    def reads_per_s(self) -> float | None:
        return _sum(one.reads_per_s for one in self.classes)

    @property
    def writes_per_s(self) -> float | None:
        return _sum(one.writes_per_s for one in self.classes)

    @property
    def time_share(self) -> float:
        return sum(one.time_share for one in self.classes)


@dataclass(frozen=True, slots=True)
class ReadTimes:
    """Whether the read times by tablespace can be trusted, and why."""

    trusted: bool
    text: Sentence
    apart: bool = False
    """They tell tablespaces or stations apart, so that each read counts with its own time."""
    column: TimesFrom | None = None
    """Whose times those are; of times that are not trusted the nearer one, None where there are none."""
    reconciles: float | None = None
    """Reads x time of all tablespaces over the time in single-block events, foreground and background."""
    unexplained_share: float = 0.0
    """Of the events' time, what no tablespace's times explain: nobody is credited with it."""
    error: float = 0.0
    """Relative, of a class's time."""

"""Storage: what holds the data today, and the flash that may hold part of it tomorrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from segtier.dataclass import dataclass
from segtier.errors import named
from segtier.model.measured import FigureName, TakenFrom
from segtier.model.names import HostName, Sentence, Word
from segtier.model.stations import LatencyClass, ReadTimes, Station

Attachment = Literal["server-pcie", "sas", "san"]
Media = Literal["hdd", "flash", "cached-array", "unknown"]
Raid = Literal["raid0", "raid1", "raid10", "raid5", "raid6"]
Held = Literal["data", "temp", "redo"]
_MOST_CLASSES = 6
"""In a summary."""
_WHOLE = 0.999
"""Of a tablespace's I/O: what the other files do is not worth a place."""

NO_LIMIT = 1e12
"""Requests or bytes a second of a tier of which nobody said how many it takes: it makes nothing wait."""
SAY_SHARED = f'If every node sees it, say so: {named("shared=true")}, on the page "Seen by every node".'
"""How a user says that `Tier.shared` is true."""
SAY_SHARED_TIER = 'If every node sees it, say so: shared=true of that tier, on the page "Seen by every node".'
"""The same of one of several tiers."""


@dataclass(frozen=True, slots=True)
class DeviceModel:
    """A device of the catalogue, per single device, latencies as the data sheet gives them at low load."""

    id: str
    model: str
    attachment: Attachment
    raw_bytes: int
    read_us: float
    write_us: float
    read_iops: float
    write_iops: float
    """Steady state where the source says so."""
    read_bytes_per_s: float
    write_bytes_per_s: float
    endurance_bytes: float | None = None
    source: str = ""
    confidence: Literal["A", "B", "K"] = "K"
    """A: a data sheet or its vendor; B: a reputable test or a copy; K: assumed."""


@dataclass(frozen=True, slots=True)
class TierFigure:
    """One figure of the flash at hand, and where it is from."""

    name: FigureName
    title: Word
    unit: Word
    value: float
    low: float | None
    high: float | None
    taken_from: TakenFrom
    source: Sentence


@dataclass(frozen=True, slots=True)
class Tier:
    """The flash at hand: several devices of one model as one pool. `usable_bytes` is after mirroring."""

    id: Word
    model: Word
    attachment: Attachment
    shared: bool
    """Seen by every node of the cluster. A card inside one server is not."""
    usable_bytes: int
    raw_bytes: int
    count: int
    mirrored: bool
    read_us: float
    """As the database will see it (device plus kernel, ASM and queueing), expected value."""
    read_us_low: float
    read_us_high: float
    write_us: float
    write_us_low: float
    write_us_high: float
    read_iops: float
    write_iops: float
    read_bytes_per_s: float
    write_bytes_per_s: float
    endurance_bytes: float | None = None
    stream_bytes_per_s: float | None = None
    """Of one request on its way; None: the device's own rate."""
    parity: bool = False
    """RAID 5 or 6: a controller or an array makes it, and shows one disk of it."""
    host: HostName | None = None
    source: Word = ""
    place: Word = ""
    """Where its files go, of a tier that is the only one; empty: nobody said."""
    figures: tuple[TierFigure, ...] = ()
    """The same figures as a list to show, each with its source; empty for volumes, which have one source, and in an advice,
    which has them among its sources."""

    def source_of(self, name: FigureName) -> str:
        """With the host's share where nobody measured it."""
        measured = (one.source for one in self.figures if one.name == name and one.taken_from != "data-sheet")
        return next(measured, self.source)

    def is_measured(self, name: FigureName) -> bool:
        return any(figure.name == name and figure.taken_from == "measured" for figure in self.figures)


@dataclass(frozen=True, slots=True)
class StorageGroup:
    """Where part of the database lives today. Unknown figures are None; `inferred` says nobody stated them."""

    name: str
    holds: tuple[Held, ...] = ("data", "temp", "redo")
    media: Media = "unknown"
    spindles: int | None = None
    raid: Raid | None = None
    tablespaces: tuple[str, ...] = ()
    """Of these only, where some are named."""
    inferred: bool = True
    files: tuple[str, ...] = ()
    """Of data the files whose names begin so, where some are: a disk group, a path."""
    read_us: float | None = None
    """Of a single-block read there, as stated: it goes before what the inputs say."""

    @property
    def named(self) -> bool:
        """It holds what it names, and not all the rest."""
        return bool(self.tablespaces or self.files)


@dataclass(frozen=True, slots=True)
class StorageToday:
    groups: tuple[StorageGroup, ...] = ()
    stations: tuple[Station, ...] = ()
    """What the inputs show, most I/O first; empty where they show no files or tablespaces."""
    read_times: ReadTimes | None = None
    """Whether reads of different tablespaces count with different times; None: nobody looked."""

    @property
    def told_apart(self) -> bool:
        """Reads of tablespaces count with their own times."""
        return self.read_times is not None and self.read_times.apart

    def beside(self, read_us: Sequence[float]) -> StorageToday:
        """The same where tablespaces count with their own times if one of them is read faster than another place reads, and
        one slower: what is little between them decides there.
        """
        if self.told_apart or self.read_times is None or not self.read_times.trusted:
            return self
        times = [own.read_us for station in self.stations for one in station.classes for own in one.each]
        timed = [one for one in times if one is not None]
        if not any(min(timed, default=us) <= us < max(timed, default=us) for us in read_us):
            return self
        return replace(self, read_times=replace(self.read_times, apart=True))

    @property
    def in_short(self) -> StorageToday:
        """The heaviest classes."""
        everything = [one for station in self.stations for one in station.classes]
        heaviest = sorted(everything, key=lambda one: (-one.time_share, -(one.reads_per_s or 0.0)))[:_MOST_CLASSES]
        stations = tuple(
            replace(station, classes=tuple(one.in_short for one in station.classes if one in heaviest))
            for station in self.stations
        )
        return replace(self, stations=stations)

    def class_of(self, pdb: str | None, tablespace: str | None) -> tuple[Station, LatencyClass] | None:
        """Where most of the tablespace's reads are, and what these alone see there; None where no input shows it."""
        found = [
            (space.part, station, own)
            for station in self.stations
            for one in station.classes
            for own in one.each
            for space in own.tablespaces
            if space.name == tablespace and space.pdb in (pdb, None)
        ]
        return max(found, key=lambda row: row[0])[1:] if found else None

    def holding(self, what: Held) -> StorageGroup | None:
        """The group that holds it, or most of it where others hold named tablespaces; None where nobody said."""
        found = [group for group in self.groups if what in group.holds]
        found.sort(key=lambda group: (group.named, group.named and group.media == "flash"))
        return found[0] if found else None

    @property
    def tablespaces_on_flash(self) -> frozenset[str]:
        """In capitals; by their files those that lie there with all they have."""
        stated = [group for group in self.groups if group.media == "flash" and not group.inferred]
        places = {group.name for group in stated if group.files}
        here = [one for station in self.stations if station.name in places for one in station.classes]
        whole = (space.name for one in here for space in one.tablespaces if space.part >= _WHOLE)
        return frozenset(name.upper() for name in (*whole, *(name for group in stated for name in group.tablespaces)))

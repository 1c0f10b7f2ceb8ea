"""Where the segments of an answer lie, large ones one by one and the others in groups: what a map of them is drawn from."""

from __future__ import annotations

from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.names import ObjectName, OwnerName, PdbName, Sentence, SubobjectName, TablespaceName, Word

MapPlace = Literal["in", "fast", "unknown", "out"]
"""in: moves with the option; fast: reads where it lies take no longer than from the SSD; unknown: what it saves is not known."""


@dataclass(frozen=True, slots=True)
class MapSegment:
    """One of the largest, as the option places it. None is unknown, not zero."""

    rank: int
    pdb: PdbName | None
    owner: OwnerName
    name: ObjectName
    subobject: SubobjectName | None
    type: Word | None
    tablespace: TablespaceName | None
    size_bytes: int
    place: MapPlace
    benefit_s_per_hour: float | None
    benefit_low_s_per_hour: float | None
    benefit_high_s_per_hour: float | None
    benefit_density_s_per_hour_per_gib: float | None
    reason: Sentence


@dataclass(frozen=True, slots=True)
class MapGroup:
    """The smaller segments of one owner in one place."""

    owner: OwnerName | None
    """None: of all owners that are not named."""
    place: MapPlace
    segments: int
    size_bytes: int
    saving_known: int
    """So many of them have a known saving; `benefit_s_per_hour` and the density are those of them alone."""
    benefit_s_per_hour: float | None
    """None: of none of them is it known."""
    benefit_density_s_per_hour_per_gib: float | None


@dataclass(frozen=True, slots=True)
class UnsizedSegments:
    """Segments whose size nothing says, in one tablespace: a map has no area for them."""

    tablespace: TablespaceName | None
    """None: not known, or all tablespaces that are not named."""
    segments: int
    saving_known: int
    benefit_s_per_hour: float | None


@dataclass(frozen=True, slots=True)
class SegmentMap:
    """Every segment is in one of `segments`, `groups` and `unsized`."""

    option: Word
    """Whose placement it tells of."""
    segments: tuple[MapSegment, ...]
    """The largest first."""
    groups: tuple[MapGroup, ...]
    """The largest first."""
    unsized: tuple[UnsizedSegments, ...]
    """The most first; what is not named comes last."""


@dataclass(frozen=True, slots=True)
class Facet:
    name: ObjectName
    segments: int
    """That have it."""


@dataclass(frozen=True, slots=True)
class SegmentFacets:
    """What a list of the segments can be narrowed by; of each the 500 with most segments, the most first."""

    owners: tuple[Facet, ...]
    tablespaces: tuple[Facet, ...]
    types: tuple[Facet, ...]

"""What segments read over time: the busiest one by one, the others by owner, in steps of equal length."""

from __future__ import annotations

from datetime import datetime

from segtier.dataclass import dataclass
from segtier.model.names import ObjectName, OwnerName, PdbName, SubobjectName, TablespaceName, Word
from segtier.model.segment_map import MapPlace


@dataclass(frozen=True, slots=True)
class HeatSegment:
    pdb: PdbName | None
    owner: OwnerName
    name: ObjectName
    subobject: SubobjectName | None
    type: Word | None
    tablespace: TablespaceName | None
    least: tuple[float | None, ...]
    """Buffered reads an hour in each step; None: no interval tells."""
    most: tuple[float | None, ...]
    """The same at most: a segment that a list does not name has read between nothing and its last one."""
    place: MapPlace | None = None
    """As the option places it; None: the answer does not name it."""


@dataclass(frozen=True, slots=True)
class HeatGroup:
    """All other segments of one owner."""

    owner: OwnerName | None
    """None: of all owners that are not named."""
    segments: int
    least: tuple[float | None, ...]
    """What lists name of them, in each step."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    option: Word
    """Whose placement it tells of."""
    steps: tuple[datetime, ...]
    """When each begins, by the clock of the database; without a gap."""
    step_s: float
    intervals: int
    """That tell what segments read."""
    segments: tuple[HeatSegment, ...]
    """The most reads first."""
    groups: tuple[HeatGroup, ...]

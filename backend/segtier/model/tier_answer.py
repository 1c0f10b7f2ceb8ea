"""Over several tiers: which segment goes where, and what each tier carries then. What comes of it says the option `tiers`."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.device import Tier
from segtier.model.names import ObjectName, Sentence, TablespaceName, Word
from segtier.model.storage_tier import TierLimit

MOST_MOVES = 20
"""In a summary."""


@dataclass(frozen=True, slots=True)
class TierMove:
    """One segment that changes its place."""

    name: ObjectName
    """OWNER.NAME.PARTITION, with the PDB before it."""
    type: Word | None
    size_bytes: int
    lies: Word | None
    """The tier it lies on today; None: on none of those asked for."""
    tier: Word
    """Where it goes."""
    saved_s_per_hour: float
    """Below 0 for one that goes down: most often it costs."""


@dataclass(frozen=True, slots=True)
class TierLimitUsed:
    limit: TierLimit
    part: float
    """Of the limit, 0 to 1; above 1 only where what lies there today is beyond it already."""


@dataclass(frozen=True, slots=True)
class TierSize:
    """What the placement would save if the tier had another size, all else as it is."""

    usable_bytes: int
    saved_s_per_hour: float
    """By the full forecast, of the placement that the worth of segments here chooses."""


@dataclass(frozen=True, slots=True)
class TierUse:
    """A tier after the change, by the segments that are known."""

    name: Word
    segments: int
    bytes: int | None
    """None: of a segment that lies there the size is not known."""
    usable_bytes: int | None
    """Less what is kept free, and on a tier of today less what else lies there; None: not known, so no more comes than goes."""
    room_bytes: int | None
    """The same with what is kept free."""
    arrives: int
    """Segments that come."""
    leaves: int
    """Segments that go elsewhere."""
    saved_s_per_hour: float | None
    """By what comes; None: of no segment it is known what it would save there."""
    limits: tuple[TierLimitUsed, ...]
    """Those that are known, the fullest first."""
    unchecked: tuple[TierLimit, ...]
    """Those that nobody stated."""
    device: Tier
    """How it answers."""
    bytes_today: int | None
    """The same before anything moves."""
    tablespaces: tuple[TablespaceName, ...] = ()
    """In capitals: those that lie there today; none: it is new."""
    place: Word = ""
    """+GROUP or a directory, as asked."""
    price: float | None = None
    frontier: tuple[TierSize, ...] = ()
    """By rising size; empty where the size is not known, or where there are more segments than are placed anew for each."""


@dataclass(frozen=True, slots=True)
class TierAnswer:
    tiers: tuple[TierUse, ...]
    """The flash at hand first."""
    moves: tuple[TierMove, ...]
    """The first of them, by what they save; those that go down last."""
    moves_total: int
    moved_bytes: int
    demotions: int
    """Of the moves those to a tier that reads no faster than the segment is read today, for the room that they free."""
    gap: float | None
    """At most this part of the bound is missing, by the slopes at this placement; None: no segment could be placed."""
    rival_s_per_hour: float | None
    """What the placement saves by the full forecast that gains most by those slopes, where that is another one."""
    text: Sentence
    """What moves, in a sentence."""
    notes: tuple[Sentence, ...] = ()

"""How good a choice of segments provably is, what fewer moves and other amounts of flash would save, what each limit costs."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.forecast import Range
from segtier.model.names import ObjectName, OwnerName, PdbName, Sentence, TablespaceName
from segtier.model.option import OptionName

SolverMethod = Literal["exact", "bounded"]
ConstraintName = Literal["most_moves", "most_moved_bytes", "pinned", "excluded", "together", "hold"]


@dataclass(frozen=True, slots=True)
class FewerMoves:
    """The segments that save most, as many as make this part of what all chosen ones save."""

    part: float
    moves: int
    bytes: int
    saved_s_per_hour: float


@dataclass(frozen=True, slots=True)
class ConstraintCost:
    """What the placement would save more without one of the constraints asked for."""

    name: ConstraintName
    text: Sentence
    saved_s_per_hour: float
    """Without it."""
    costs_s_per_hour: float


@dataclass(frozen=True, slots=True)
class InOtherHours:
    """What the placement would save in each interval of the inputs, beside the best placement of that interval."""

    intervals: int
    least_saved: float
    """Part of that interval's DB time."""
    most_saved: float
    worst_short: float
    """The part of DB time that the interval's own best saves more, in the interval where that is most."""
    worst_short_at_most: float
    """In no interval does another placement save more than this; above `worst_short` where an own best is not proved."""
    least_worst: float | None
    """No placement has a smaller worst shortfall, `worst_short_at_most` less this is the gap; None: not looked for."""
    intervals_left_out: int
    """Less busy ones that were not looked at."""
    only_elsewhere: int
    """Segments with a size that other intervals name and the hours of the forecast do not; they cannot be chosen."""
    worst_begin: datetime | None
    same_bytes: float
    """Of the bytes that move, the part that an interval's own best moves too, on average."""


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A set of segments that somebody typed, beside the best placement. Its forecast and its room are those of its option."""

    option: OptionName
    label: Sentence
    segments: int
    """Those of it that move."""
    fits: bool | None
    """None where a size is missing."""
    saved_s_per_hour: float | None
    """None: nothing is forecast."""
    best_saves_more_s_per_hour: float | None
    """Below 0 where the set saves more, as one that does not fit may; None without a best placement."""
    take_off: tuple[ObjectName, ...]
    """The first of those in the set that the best leaves out."""
    take_off_count: int
    add: tuple[ObjectName, ...]
    """The first of those that the best has and the set has not."""
    add_count: int


@dataclass(frozen=True, slots=True)
class WholeTablespace:
    """A tablespace of which nearly all moves."""

    pdb: PdbName | None
    tablespace: TablespaceName
    moves: int
    """Segments."""
    part: float
    """Of the bytes of its files."""
    files: int
    more_bytes: int
    """On the flash, where the files go whole."""


@dataclass(frozen=True, slots=True)
class TooLarge:
    """In one piece more than the flash holds, though it would save much."""

    pdb: PdbName | None
    owner: OwnerName
    name: ObjectName
    bytes: int
    saves_s_per_hour: float


@dataclass(frozen=True, slots=True)
class FrontierPoint:
    """The best placement in so many bytes."""

    bytes: int
    moves: int
    response_ratio: Range


@dataclass(frozen=True, slots=True)
class Frontier:
    """What the best segments save for every amount of flash, most of the points where most is gained.

    By the full model, same work. Pins, exclusions and what goes together hold; limits of moves and of bytes moved do not.
    """

    points: tuple[FrontierPoint, ...]
    """By bytes, from what is pinned on; each with a shorter response than the one before."""
    knee: int | None
    """The number of the point beyond which more flash gains less than on average; None where there are fewer than three."""
    exact: bool
    """No choice of a point gains a thousandth more by its weights; else each is a beginning of the way of falling density."""
    kept_free_pct: float
    """Of the flash, by the headroom asked for: a device of B bytes carries the last point within B less that part."""


@dataclass(frozen=True, slots=True)
class BestSegments:
    """Beside the placement of the best segments: what less effort, and what more flash, would save."""

    fewer_moves: tuple[FewerMoves, ...]
    indexes_alone: int
    """Where tables go with their indexes: those of which the inputs do not say the table."""
    constraints: tuple[ConstraintCost, ...]
    """Those asked for."""
    knee: FrontierPoint | None
    most: FrontierPoint | None
    """With room for every segment that saves something."""
    hours: InOtherHours | None
    """None where the inputs cover one interval, or more segments than are placed hour by hour."""
    sets: tuple[NamedSet, ...]
    whole_tablespaces: tuple[WholeTablespace, ...]
    too_large: tuple[TooLarge, ...]
    next_bytes: int
    """So much more flash ..."""
    next_s_per_hour: float
    """... would save so much more."""

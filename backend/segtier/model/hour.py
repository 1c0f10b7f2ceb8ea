"""What is kept of a report beside its document: all that an answer asks of the hours it does not use."""

from __future__ import annotations

from dataclasses import field

from segtier.dataclass import dataclass
from segtier.model.advice import Quality
from segtier.model.evidence import Warn
from segtier.model.names import FilePath, ParameterValue, Word
from segtier.model.profile import Profile, Unnamed
from segtier.model.workload import Database, Instance, Interval, Source


@dataclass(frozen=True, slots=True)
class Setup:
    """How the database is set up, as far as a plan asks."""

    parameters: dict[Word, ParameterValue] = field(default_factory=dict)
    """Those asked for, by name."""
    files: tuple[FilePath, ...] = ()
    """Data files: the first of each kind of place."""
    of_rds: bool = False
    redo_bytes_per_s: float | None = None


@dataclass(frozen=True, slots=True)
class Hour:
    """One interval as one report tells it."""

    source: Source
    database: Database
    instances: tuple[Instance, ...]
    interval: Interval
    warnings: tuple[Warn, ...]
    same_figures: str | None
    """Equal in reports that print the same figures; None where there are too few to tell."""
    tells_time: bool
    """It says anything about the time sessions took."""
    profile: Profile | None
    """Of this interval alone, without its sources; None where an answer cannot be made from it."""
    unnamed: tuple[Unnamed, ...]
    quality: Quality | None
    """Of an answer from this report alone."""
    setup: Setup

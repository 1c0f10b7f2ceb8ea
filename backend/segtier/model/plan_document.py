"""The plan as data (`segtier.plan/1`): what the scripts do, in order, what it needs, and what the bundle holds.

None is what no input says; the scripts look it up where they run.
"""

from __future__ import annotations

from datetime import datetime

from segtier.dataclass import dataclass
from segtier.model.forecast import Assumption
from segtier.model.names import (
    FileName,
    FilePath,
    ObjectName,
    OwnerName,
    PdbName,
    Sentence,
    SubobjectName,
    TablespaceName,
    Word,
)
from segtier.model.operation import Ledger, Operation
from segtier.model.option import OptionName, PlaceName
from segtier.model.plan import Step
from segtier.model.workload import Database


@dataclass(frozen=True, slots=True)
class PlanInput:
    file: FileName
    sha256: Word | None
    """None for what was typed."""


@dataclass(frozen=True, slots=True)
class PlanTarget:
    """A tablespace on the flash, by the name it was asked for with."""

    name: PlaceName
    tablespace: TablespaceName
    tier: Word | None = None
    """Of several tiers the one it lies on."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the advice said of the option, and whether somebody asked for it all the same."""

    verdict: Sentence | None
    forecast: Sentence | None
    overridden: bool
    why_not: Sentence | None
    """Why the advice was not to do this."""


@dataclass(frozen=True, slots=True)
class Staying:
    """A segment that the plan does not touch."""

    pdb: PdbName | None
    owner: OwnerName
    name: ObjectName
    subobject: SubobjectName | None
    type: Word | None
    tablespace: TablespaceName | None
    size_bytes: int | None
    reason: Sentence


@dataclass(frozen=True, slots=True)
class PlanFile:
    path: Word
    sha256: Word
    bytes: int
    executable: bool
    signed: bool
    """Listed in SHA256SUMS."""


@dataclass(frozen=True, slots=True)
class PartOfPlan:
    """An option of a combination, or what goes to one of several tiers; its steps are those in its folder."""

    option: OptionName
    folder: Word
    needed_bytes: int | None
    operations: tuple[Word, ...]
    """Their ids."""
    tier: Word | None = None
    place: Word | None = None
    """Of the tier: +DISKGROUP or directory; None where settings.sql must be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDocument:
    schema: Word = "segtier.plan/1"
    option: OptionName
    parts: tuple[PartOfPlan, ...]
    """Of a combination, in the order in which they are done."""
    engine_version: Word | None
    made_at: datetime | None
    inputs: tuple[PlanInput, ...]
    database: Database
    decision: Decision
    assumptions: tuple[Assumption, ...]
    places: tuple[FilePath, ...]
    """+DISKGROUP, directory, or file of the flash cache; empty where settings.sql must be told."""
    targets: tuple[PlanTarget, ...]
    usable_bytes: int
    """Of the flash."""
    needed_bytes: int | None
    """What the scripts create at once."""
    steps: tuple[Step, ...]
    operations: tuple[Operation, ...]
    """One for each statement on a table or index that is known before; the other options look up what they move."""
    rewrites_complete: bool | None
    """No index that a statement writes anew can be missing from it; None without operations."""
    ledger: Ledger | None
    stays: tuple[Staying, ...]
    warnings: tuple[Sentence, ...]
    files: tuple[PlanFile, ...]

"""What a plan is written from, and what it is: ordered files of one bundle. Nothing here executes anything."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.device import Tier
from segtier.model.forecast import Assumption
from segtier.model.inventory import DatabaseFile, DiskGroup, FlashCacheFile, Quota, RedoGroup, SegmentFacts, Tablespace
from segtier.model.names import (
    ColumnName,
    FileName,
    ObjectName,
    OwnerName,
    PdbName,
    Sentence,
    SubobjectName,
    TablespaceName,
    Word,
)
from segtier.model.operation import Ledger, Operation
from segtier.model.option import BEST, COMBINATION, SPECS, TIERS, OptionName, Spec, is_set, specs
from segtier.model.workload import Database, SegmentKey, segment_kind

MemoryManagement = Literal["manual", "asmm", "amm"]
TargetName = Literal["own", "rds"]
"""own: a machine whose administrator is SYSDBA and root; rds: Amazon RDS for Oracle, where nobody is either."""
VolumeType = Literal["gp3", "io2"]
VolumeName = Literal["rdsdbdata2", "rdsdbdata3", "rdsdbdata4"]
MAIN_VOLUME: Literal["rdsdbdata"] = "rdsdbdata"


@dataclass(frozen=True, slots=True)
class PlanSegment:
    """A segment to move, or one left out with the reason."""

    owner: OwnerName
    name: ObjectName
    subobject: SubobjectName | None
    pdb: PdbName | None
    type: Word | None
    tablespace: TablespaceName | None
    size_bytes: int | None
    reason: Sentence
    parent_owner: OwnerName | None = None
    parent_name: ObjectName | None = None
    """The table of an index, LOB, nested table or index-organized table's segment; None where no inventory says it."""
    column: ColumnName | None = None
    facts: SegmentFacts | None = None
    """What an inventory knows that decides how it is moved (`oracle.moving`); None: the scripts look it up."""

    @property
    def key(self) -> SegmentKey:
        return (self.pdb, self.owner, self.name, self.subobject, segment_kind(self.type))

    @property
    def whole(self) -> SegmentKey:
        """The table or index that it is a part of, or itself."""
        return (self.pdb, self.owner, self.name, None, segment_kind(self.type))


@dataclass(frozen=True, slots=True)
class Known:
    """What an inventory says of the database a plan is for; None is not known, the scripts look it up."""

    taken_at: datetime | None = None
    """Clock of the database server."""
    tablespaces: tuple[Tablespace, ...] | None = None
    datafiles: tuple[DatabaseFile, ...] | None = None
    temp_files: tuple[DatabaseFile, ...] | None = None
    redo_groups: tuple[RedoGroup, ...] | None = None
    disk_groups: tuple[DiskGroup, ...] | None = None
    quotas: tuple[Quota, ...] | None = None
    flash_cache: tuple[FlashCacheFile, ...] | None = None
    dependents: tuple[PlanSegment, ...] | None = None
    """Indexes of the tables that are rewritten, whether they are moved themselves or not."""
    dependents_complete: bool = False
    """No index of these tables can be missing from `dependents`."""
    archivelog: bool | None = None
    force_logging: bool | None = None
    standby: bool | None = None
    supplemental_logging: bool | None = None


@dataclass(frozen=True, slots=True)
class Rds:
    """The instance on Amazon RDS; what is empty the administrator fills in (rds.env), every shell script stops without it."""

    instance: Word = ""
    parameter_group: Word = ""
    volume: VolumeName | Literal["rdsdbdata"] = "rdsdbdata2"
    """The main one only as a tier of today."""
    volume_type: VolumeType = "io2"
    volume_gib: int | None = None
    """None: as large as the flash of the request."""
    iops: int | None = None
    cache_tenths: int | None = None
    """Of the instance store, for the flash cache; None: what temp leaves."""
    temp_tenths: int | None = None


@dataclass(frozen=True, slots=True)
class Destination:
    """Where the scripts run and the names they use; every one is validated before it reaches a script."""

    data_tablespace: Word = "SSD_DATA"
    index_tablespace: Word = "SSD_INDX"
    temp_tablespace: Word = "TEMP_SSD"
    data_diskgroup: Word = "SSDDATA"
    redo_diskgroup: Word = "SSDREDO"
    temp_diskgroup: Word = "SSDTEMP"
    flash_diskgroup: Word = "SSDFLASH"
    target: TargetName = "own"
    rds: Rds = Rds()


@dataclass(frozen=True, slots=True)
class PlanTier:
    """One of several targets: where it is, what it holds, and what goes there."""

    name: Word
    device: Tier
    """What it is made of. `usable_bytes` is the room that the segments to place may take."""
    free_bytes: int | None
    """Of that what is free before anything moves; None: not known."""
    place: Word = ""
    """+GROUP or a directory; empty: that of the option (`Destination`), else the administrator names it."""
    data_tablespace: Word = ""
    index_tablespace: Word = ""
    """Where tables and indexes go; both are there already on a tier of today."""
    tablespaces: tuple[TablespaceName, ...] = ()
    """In capitals: those that lie there today. None: it is new, and the bundle prepares it."""
    move: tuple[PlanSegment, ...] = ()
    """What goes there."""

    @property
    def today(self) -> bool:
        return bool(self.tablespaces)


@dataclass(frozen=True, slots=True)
class PlanRequest:
    option: OptionName
    database: Database
    tier: Tier
    parts: tuple[OptionName, ...] = ()
    """Of a combination or a set, in the order in which they are done; a part keeps them: its place is that of all."""
    title: Sentence = ""
    """Of a set, as the advice calls it; empty: what is said of all of the option."""
    kept_bytes: int = 0
    """What the parts that come later take at the same place."""
    move: tuple[PlanSegment, ...] = ()
    left_out: tuple[PlanSegment, ...] = ()
    tablespaces: tuple[TablespaceName, ...] = ()
    """Only the data files of these move; empty: all of them."""
    tiers: tuple[PlanTier, ...] = ()
    """Several targets at once, the flash at hand among them; then `move` is empty, and each has its own."""
    flash_cache_bytes: int | None = None
    flash_cache_metadata_bytes: int | None = None
    flash_keep: tuple[PlanSegment, ...] = ()
    """FLASH_CACHE KEEP: read most for their size."""
    flash_none: tuple[PlanSegment, ...] = ()
    """FLASH_CACHE NONE: on flash already, their blocks gain nothing twice."""
    buffer_cache_bytes: int | None = None
    compatible: Word | None = None
    """The parameter COMPATIBLE, which may be older than the release; None = not known."""
    memory_management: MemoryManagement | None = None
    """None = not known, the script looks it up."""
    redo_bytes_per_s: float | None = None
    temp_peak_bytes: int | None = None
    targets: Destination = Destination()
    on_asm: bool | None = None
    """The data files of today are in ASM (True), in a file system (False), or nobody has said."""
    verdict_text: Sentence = ""
    forecast_text: Sentence = ""
    assumptions: tuple[Assumption, ...] = ()
    inputs: tuple[tuple[FileName, Word], ...] = ()
    """(file name, SHA-256) of every input."""
    warnings: tuple[Sentence, ...] = ()
    """What speaks against these inputs, as the advice says it."""
    overridden: bool = False
    """The advice was not to move; the user asked for the scripts all the same."""
    override_reason: Sentence = ""
    engine_version: Word = ""
    known: Known | None = None
    """None where no inventory is there: the scripts then look everything up."""
    made_at: datetime | None = None
    """None keeps the bundle byte-identical for the same inputs."""

    @property
    def spec(self) -> Spec:
        return SPECS[self.written_as]

    @property
    def written_as(self) -> OptionName:
        """The option whose scripts these are: of a set its one part, or a combination of several; of tiers the segments."""
        if self.option == TIERS:
            return BEST
        if not is_set(self.option) or not self.parts:
            return self.option
        return COMBINATION if len(self.parts) > 1 else self.parts[0]

    @property
    def rewrites_known(self) -> bool:
        """No index of a table that a statement rewrites can be missing from the inventory."""
        known = self.known
        return known is not None and known.dependents is not None and known.dependents_complete

    @property
    def has_cache(self) -> bool:
        """Something of every node's own is set up, alone or beside other parts of which this is the whole."""
        return any(spec.per_node for spec in specs((self.option, *self.parts)))

    @property
    def may_mirror_by_md(self) -> bool:
        """An md array is of Linux and belongs to one node: never where others see its disks, or may be there."""
        linux = "linux" in (self.database.platform or "linux").lower()
        return linux and self.tier.mirrored and self.database.rac is False and not self.tier.shared

    @property
    def is_part(self) -> bool:
        """One option of a combination, in a folder of its own."""
        return bool(self.parts) and self.option != COMBINATION and not is_set(self.option)


@dataclass(frozen=True, slots=True)
class BundleFile:
    """One file of the bundle: path inside it, text with \\n line ends, whether it is a program."""

    path: str
    text: str
    executable: bool = False
    signed: bool = True
    """In the manifest and SHA256SUMS."""


@dataclass(frozen=True, slots=True)
class Step:
    """A file of the bundle that somebody runs: who, what it does and costs, and how it is taken back."""

    file: Word
    """Its path in the bundle."""
    who: Sentence
    what: Sentence
    outage: Sentence
    cost: Sentence
    back: Sentence


@dataclass(frozen=True, slots=True)
class PlanPart:
    """An option of a combination, or what goes to one of several tiers: its folder, and what its scripts create at once
    (None: looked up).
    """

    option: OptionName
    folder: Word
    needed_bytes: int | None
    tier: Word | None = None
    place: Word | None = None
    """Of the tier; None where settings.sql must be told."""


@dataclass(frozen=True, slots=True)
class Plan:
    request: PlanRequest
    """What it was written from."""
    steps: tuple[Step, ...]
    """In the order in which they are run."""
    files: tuple[BundleFile, ...]
    operations: tuple[Operation, ...] = ()
    """One for each statement on a table or index."""
    ledger: Ledger | None = None
    """None where nothing is moved by name: the scripts look up what they move."""
    needed_bytes: int | None = None
    """What the scripts create at once; None where they look it up."""
    parts: tuple[PlanPart, ...] = ()
    """Of a combination."""
    refused: tuple[PlanSegment, ...] = field(default=())
    """Segments the plan does not touch, each with the reason."""

    @property
    def option(self) -> OptionName:
        return self.request.option

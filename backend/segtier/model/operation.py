"""What a plan does, as data: one operation per statement Oracle runs, and the ledger of what all of them need.

An operation names every segment that its statement writes anew: the one that moves, and those that go with it where
they are. All that is told of cost (redo, room, sort space, minutes) is summed from these rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.names import (
    ColumnName,
    ObjectName,
    OwnerName,
    PdbName,
    Sentence,
    SubobjectName,
    TablespaceName,
    Word,
)

Role = Literal["moves", "rewritten", "rebuilt"]
"""moves: to another tablespace; rewritten: where it is, by the statement itself; rebuilt: an index built anew with its table."""

Outage = Literal["none", "short-lock", "blocks-writes", "restart", "looked-up"]
"""short-lock: waits for open transactions, then holds a lock for moments; looked-up: online where the database can."""

Online = Literal["YES", "NO", "ASK"]
"""ASK: the script looks."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One segment written anew. `home`: where it lies today; `target`: where the new copy goes; None = not known."""

    role: Role
    type: Word | None
    owner: OwnerName
    name: ObjectName
    subobject: SubobjectName | None
    home: TablespaceName | None
    target: TablespaceName | None
    size_bytes: int | None
    column: ColumnName | None = None
    """Of a LOB."""

    @property
    def arrives(self) -> bool:
        """It goes to another tablespace: it moves, or it is an index built anew there with its table."""
        return self.role == "moves" or (self.role == "rebuilt" and self.target != self.home)

    @property
    def is_index(self) -> bool:
        return (self.type or "").startswith("INDEX")


@dataclass(frozen=True, slots=True)
class Operation:
    """One statement on one table or index, with all it rewrites."""

    id: Word
    kind: Word
    """A row of `plan/operations/kinds.yaml`."""
    file: Word
    """The step that runs it."""
    pdb: PdbName | None
    owner: OwnerName
    table: ObjectName | None
    """None for an index whose table no input names."""
    index: ObjectName | None
    part: SubobjectName | None
    target: TablespaceName
    """Where the segment it is named by goes."""
    statement: Sentence
    """What is expected to run."""
    otherwise: Sentence | None
    """What runs where the database cannot do the first: the same without ONLINE, in an agreed outage."""
    rewrites: tuple[Rewrite, ...]
    outage: Outage
    outage_text: Sentence
    gate: Sentence
    """Why this form: release, edition and COMPATIBLE, with the manual."""
    inverse: Sentence
    """The statement that takes it back; `""` stands for a tablespace that no input names: it is recorded first."""
    inverse_otherwise: Sentence | None = None
    online: Online = "NO"
    """Whether the first statement is an online one."""
    online_since: Word | None = None
    risk: Sentence = ""

    @property
    def moving(self) -> tuple[Rewrite, ...]:
        return tuple(row for row in self.rewrites if row.role == "moves")

    @property
    def of_unknown_size(self) -> int:
        return sum(row.size_bytes is None for row in self.rewrites)


def total(sizes: Iterable[int | None]) -> int | None:
    """Of the sizes that are known; None where there are some and none is known."""
    listed = list(sizes)
    known = [size for size in listed if size is not None]
    return sum(known) if known or not listed else None


def largest(sizes: Iterable[int | None]) -> int | None:
    """The same of the largest."""
    listed = list(sizes)
    known = [size for size in listed if size is not None]
    return max(known, default=0) if known or not listed else None


@dataclass(frozen=True, slots=True)
class StepCost:
    """A step of the plan: its operations and what they need together."""

    file: Word
    operations: int
    moved_bytes: int | None
    redo_bytes: int | None
    sort_bytes: int | None
    minutes_low: int | None
    minutes_high: int | None
    outage: Outage


@dataclass(frozen=True, slots=True)
class RoomNeeded:
    """Room a tablespace must have: for all that arrives, or, where indexes are rebuilt one after another, the largest."""

    pdb: PdbName | None
    tablespace: TablespaceName | None
    bytes: int | None
    why: Literal["arrives", "rewritten"]


@dataclass(frozen=True, slots=True)
class Ledger:
    """Summed from the operations and from nothing else; a figure is None where no size is known that it would hold."""

    steps: tuple[StepCost, ...]
    room: tuple[RoomNeeded, ...]
    moved_bytes: int | None
    redo_bytes: int | None
    archive_bytes: int | None
    """As much as redo where the database archives, or where nobody has said; 0 where it does not."""
    sort_bytes: int | None
    minutes_low: int | None
    minutes_high: int | None
    of_unknown_size: int
    """Segments without size, which no figure here holds."""

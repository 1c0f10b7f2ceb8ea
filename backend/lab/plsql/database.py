"""An emulated database: tables with all that belongs to them, tablespaces, files, redo, temp and users.

`views` shows it as Oracle's dictionary does; `statements` changes it as Oracle's DDL does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

GIB = 2**30
OWNER = "SOE"
NAME, DBID = "ORCL", 1539058184


@dataclass
class Leaf:
    """One segment: of an object without parts the object itself (`name` None), else a part of it."""

    tablespace: str
    logging: bool = True
    name: str | None = None
    position: int = 1
    within: str | None = None
    """The partition of a subpartition."""
    of: str | None = None
    """Of a part of a LOB: the part of the table."""
    usable: bool = True
    bytes: int = GIB


@dataclass
class Index:
    name: str
    leaves: list[Leaf]
    type: str = "NORMAL"
    local: bool = False
    degree: str = "1"
    join: bool = False
    """A bitmap join index."""
    default: str | None = None
    """Of a partitioned index: where parts made later go."""
    journal: bool = False
    """A killed online build left its journal table."""


@dataclass
class Lob:
    column: str
    name: str
    leaves: list[Leaf]
    index: Index
    secure: bool = True
    cache: str = "NO"

    def logs(self, leaf: Leaf) -> bool:
        """A BasicFile that is cached is logged: CACHE NOLOGGING is not allowed for it (SQL Reference, logging_clause)."""
        return leaf.logging or (not self.secure and self.cache == "YES")


@dataclass
class Table:
    name: str
    leaves: list[Leaf] = field(default_factory=list)
    """None for an index-organized table: its rows are in its index."""
    indexes: list[Index] = field(default_factory=list)
    lobs: list[Lob] = field(default_factory=list)
    iot_type: str | None = None
    iot: str | None = None
    """The index-organized table whose overflow or mapping table it is."""
    parent: str | None = None
    """Of a nested table's storage."""
    master: str | None = None
    """Of a materialized view's log."""
    mview: bool = False
    """The container of a materialized view."""
    objects: bool = False
    """A column is of an object type, XMLTYPE among them."""
    degree: str = "1"
    default: str | None = None
    """Of a partitioned table: where partitions made later go."""
    busy: bool = False
    """A transaction is open on it, and stays open."""
    traffic: bool = False
    """A transaction is open on it at any time, each for a moment."""
    statistics_locked: bool = False
    archive: str | None = None
    """Where a flashback data archive keeps its history."""
    policies: int = 0
    """Of Automatic Data Optimization, enabled."""
    hybrid: str | None = None
    """Its Hybrid Columnar Compression: QUERY HIGH, ARCHIVE LOW ..."""

    @property
    def organized(self) -> bool:
        return any(index.type == "IOT - TOP" for index in self.indexes)


@dataclass
class Tablespace:
    forced: str = "NO"
    """FORCE LOGGING: YES or NO."""
    status: str = "ONLINE"
    contents: str = "PERMANENT"
    block_size: int = 8192
    algorithm: str | None = None
    """Of an encrypted one."""


@dataclass
class File:
    """A data file or temp file; it grows to `most`."""

    number: int
    tablespace: str
    name: str
    bytes: int
    most: int


@dataclass
class RedoGroup:
    number: int
    thread: int
    members: list[str]
    bytes: int = GIB
    block_size: int = 512
    status: str = "INACTIVE"
    archived: bool = True
    standby: bool = False


@dataclass
class User:
    temporary: str = "TEMP"
    unlimited: bool = True
    """Holds UNLIMITED TABLESPACE."""
    quotas: dict[str, int] = field(default_factory=dict)
    """By tablespace; -1 has no end."""


@dataclass
class Emulated:
    """A database. `container`: what its PDB forces, YES, NO (nothing is logged) or None."""

    tables: list[Table]
    tablespaces: dict[str, Tablespace]
    standby: bool = False
    forced: str = "NO"
    container: str | None = None
    schema: str = "SYS"
    """CURRENT_SCHEMA of the session."""
    pdb: str | None = None
    """The container that all of it is in; None: no container database."""
    release: str = "19.0.0.0.0"
    compatible: str | None = None
    """None: as the release."""
    enterprise: bool = True
    archivelog: bool = True
    place: str = "+SSDDATA"
    """Where the files of the SSD's tablespaces are."""
    mirrored: bool = True
    """The disk group of the SSD has NORMAL redundancy."""
    group_free: int = 2000 * GIB
    recovery: int | None = None
    """What the recovery area has free, where redo is archived to one."""
    restore_points: int = 0
    """Guaranteed ones."""
    stuck: bool = False
    """The archiver does nothing."""
    files: list[File] = field(default_factory=list)
    """Tablespaces without one here have a file that holds 500 GiB more than what is in it."""
    temp_files: list[File] = field(default_factory=list)
    redo: list[RedoGroup] = field(default_factory=list)
    users: dict[str, User] = field(default_factory=lambda: {OWNER: User()})
    default_temp: str = "TEMP"
    scn: int = 1000
    unlogged: list[str] = field(default_factory=list)
    """What was written without redo, in order."""
    written: list[tuple[str, str, int]] = field(default_factory=list)
    """(segment, tablespace, bytes) of all that was written anew, in order."""
    changed: dict[str, int] = field(default_factory=dict)
    """Tablespace: SCN of its last change without redo."""
    backed_up: dict[str, int] = field(default_factory=dict)

    def table(self, name: str) -> Table:
        return next(one for one in self.tables if one.name == name)

    def index(self, name: str) -> Index:
        return next(index for one in self.tables for index in one.indexes if index.name == name)

    def table_of(self, index: Index) -> Table:
        return next(one for one in self.tables if any(each is index for each in one.indexes))

    def segments(self) -> Iterator[tuple[str, Leaf]]:
        """All of them, each with the name of its object."""
        for table in self.tables:
            yield from ((table.name, leaf) for leaf in table.leaves)
            for index in table.indexes:
                yield from ((index.name, leaf) for leaf in index.leaves)
            for lob in table.lobs:
                yield from ((lob.name, leaf) for leaf in lob.leaves)
                yield from ((lob.index.name, leaf) for leaf in lob.index.leaves)

    def used(self, tablespace: str) -> int:
        return sum(leaf.bytes for _, leaf in self.segments() if leaf.tablespace == tablespace)

    def files_of(self, tablespace: str) -> list[File]:
        listed = [one for one in self.files if one.tablespace == tablespace]
        if listed:
            return listed
        number = list(self.tablespaces).index(tablespace) + 1
        path = f"{self.place if tablespace.startswith('SSD') else '+DATA'}/{tablespace.lower()}.dbf"
        size = self.used(tablespace) + 500 * GIB
        return [File(number, tablespace, path, size, size)]

    def room(self, tablespace: str) -> int:
        return sum(one.most for one in self.files_of(tablespace)) - self.used(tablespace)

    def is_release(self, major: int, minor: int) -> bool:
        """Release and COMPATIBLE are that or later."""
        release, compatible = self.release, self.compatible or self.release
        least = min(tuple(map(int, one.split(".")[:2])) for one in (release, compatible))
        return least >= (major, minor)

    def logged(self, logs: bool, tablespace: str) -> bool:
        """Whether a new copy there leaves redo; `logs`: what the segment says of itself."""
        by_tablespace = logs or self.tablespaces[tablespace].forced == "YES"
        return self.forced == "YES" or self.container == "YES" or (self.container is None and by_tablespace)

    def write(self, what: str, leaf: Leaf, to: str, logs: bool) -> None:
        """The segment is written anew in that tablespace, with redo or without."""
        self.scn += 10
        leaf.tablespace = to
        self.written.append((what, to, leaf.bytes))
        if not self.logged(logs, to):
            self.unlogged.append(what)
            self.changed[to] = self.scn
        elif self.recovery is not None and self.archivelog:
            self.recovery -= leaf.bytes

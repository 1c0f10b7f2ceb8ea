"""What a text of a document names: every text field of a document has one of these types, so that masking knows it.

A field that is plain `str` fails a test; a closed list of words is a `Literal` and needs no kind.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from segtier.dataclass import dataclass


class Kind(StrEnum):
    WORD = "word"
    """Oracle's words and Segtier's: events, statistics, types, releases, section names, digests. Never masked."""
    TIME = "time"
    """A moment as a source prints it; kept where it looks like one."""
    OWNER = "owner"
    """A schema, and so a user."""
    OBJECT = "object"
    SUBOBJECT = "subobject"
    COLUMN = "column"
    TABLESPACE = "tablespace"
    PDB = "pdb"
    DATABASE = "database"
    INSTANCE = "instance"
    HOST = "host"
    DISK_GROUP = "disk group"
    PATH = "path"
    """Of a file of the database."""
    FILE = "file"
    """An input's name."""
    PARAMETER = "parameter"
    """A value that may hold paths, hosts, services; figures and switches are kept."""
    MODULE = "module"
    """What a program calls itself; often its name, its user's and its host's."""
    TEXT = "text"
    """A sentence, which may hold any name."""


Word = Annotated[str, Kind.WORD]
OwnerName = Annotated[str, Kind.OWNER]
ObjectName = Annotated[str, Kind.OBJECT]
SubobjectName = Annotated[str, Kind.SUBOBJECT]
ColumnName = Annotated[str, Kind.COLUMN]
TablespaceName = Annotated[str, Kind.TABLESPACE]
PdbName = Annotated[str, Kind.PDB]
DatabaseName = Annotated[str, Kind.DATABASE]
InstanceName = Annotated[str, Kind.INSTANCE]
HostName = Annotated[str, Kind.HOST]
DiskGroupName = Annotated[str, Kind.DISK_GROUP]
FilePath = Annotated[str, Kind.PATH]
FileName = Annotated[str, Kind.FILE]
ParameterValue = Annotated[str, Kind.PARAMETER]
ModuleName = Annotated[str, Kind.MODULE]
Sentence = Annotated[str, Kind.TEXT]


@dataclass(frozen=True, slots=True)
class Under:
    """Beside a dict of words: the text under this key is of another kind."""

    key: str
    kind: Kind

"""What a text of a document names, and whose wish decides over it."""

from __future__ import annotations

from enum import StrEnum


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


NAMES = frozenset({Kind.OWNER, Kind.OBJECT, Kind.SUBOBJECT, Kind.COLUMN, Kind.TABLESPACE, Kind.PDB})
HOSTS = frozenset({Kind.DATABASE, Kind.INSTANCE, Kind.HOST, Kind.DISK_GROUP})

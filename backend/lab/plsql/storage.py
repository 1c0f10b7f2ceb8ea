"""Statements on tablespaces, data files and quotas.

Sources: SQL Language Reference, CREATE TABLESPACE, ALTER TABLESPACE (logging_clause), ALTER USER (QUOTA), ALTER DATABASE
(move_datafile_clause); Administrator's Guide, Moving Online Data Files: from 12.1, Enterprise Edition.
"""

from __future__ import annotations

import re

from lab.plsql.database import Emulated, File, Tablespace
from lab.plsql.machine import Raised

CREATE = re.compile(
    r'CREATE BIGFILE TABLESPACE "(?P<name>\w+)" DATAFILE(?: \'(?P<file>[^\']+)\')? SIZE (?P<size>\d+)M'
    r" AUTOEXTEND ON NEXT (?P<next>\d+)M MAXSIZE (?P<most>\d+)M EXTENT MANAGEMENT LOCAL AUTOALLOCATE"
    r" SEGMENT SPACE MANAGEMENT AUTO"
    r"(?: ENCRYPTION USING '(?P<algorithm>\w+)' DEFAULT STORAGE \(ENCRYPT\))?"
)
FORCE = re.compile(r'ALTER TABLESPACE "(?P<name>\w+)" FORCE LOGGING')
QUOTA = re.compile(r'ALTER USER "(?P<user>[^"]+)" QUOTA (?P<most>UNLIMITED|\d+M) ON "(?P<name>\w+)"')
MOVE_FILE = re.compile(r"ALTER DATABASE MOVE DATAFILE (?P<number>\d+) TO '(?P<to>[^']+)'")
_MIB = 2**20


def create(emulated: Emulated, said: re.Match[str]) -> None:
    """EM, ORA-01543: a name is taken; ORA-15041: the disk group is full."""
    name = said["name"]
    if name in emulated.tablespaces:
        raise Raised(-1543, f"ORA-01543: tablespace '{name}' already exists")
    size, most = int(said["size"]) * _MIB, int(said["most"]) * _MIB
    if size > emulated.group_free:
        raise Raised(-15041, f"ORA-15041: diskgroup {emulated.place!r} space exhausted")
    emulated.group_free -= size
    emulated.tablespaces[name] = Tablespace(algorithm=said["algorithm"])
    path = managed(said["file"] or emulated.place, name.lower())
    number = 1 + max(100, *(file.number for file in emulated.files))
    emulated.files.append(File(number, name, path, size, most))


def force(emulated: Emulated, said: re.Match[str]) -> None:
    emulated.tablespaces[said["name"]].forced = "YES"


def quota(emulated: Emulated, said: re.Match[str]) -> None:
    most = said["most"]
    emulated.users[said["user"]].quotas[said["name"]] = -1 if most == "UNLIMITED" else int(most[:-1]) * _MIB


def move_file(emulated: Emulated, said: re.Match[str]) -> None:
    if not (emulated.enterprise and emulated.is_release(12, 1)):
        raise Raised(-439, "ORA-00439: feature not enabled: online move datafile")
    try:
        file = next(one for one in emulated.files if one.number == int(said["number"]))
    except StopIteration:
        raise Raised(-1516, f"ORA-01516: nonexistent log file, data file, or temporary file {said['number']}") from None
    file.name = managed(said["to"], f"{file.tablespace.lower()}.{file.number}")


def managed(path: str, name: str) -> str:
    """Oracle-managed where only a disk group is named (ASM Administrator's Guide, Managing Disk Group Files)."""
    return path if "/" in path else f"{path}/{name}.259"

"""Statements on temporary tablespaces.

Sources: SQL Language Reference, CREATE TABLESPACE (temporary_tablespace_clause), ALTER DATABASE (default_settings_clauses), ALTER
USER; Administrator's Guide, Creating a Default Temporary Tablespace: users that had the old default get the new one.
"""

from __future__ import annotations

import re

from lab.plsql.database import Emulated, File, Tablespace
from lab.plsql.machine import Raised
from lab.plsql.storage import managed

CREATE = re.compile(
    r'CREATE BIGFILE TEMPORARY TABLESPACE "(?P<name>\w+)" TEMPFILE \'(?P<file>[^\']+)\' SIZE (?P<size>\d+) AUTOEXTEND OFF'
)
DEFAULT = re.compile(r'ALTER DATABASE DEFAULT TEMPORARY TABLESPACE "(?P<name>\w+)"')
OF_USER = re.compile(r'ALTER USER "(?P<user>[^"]+)" TEMPORARY TABLESPACE "(?P<name>\w+)"')


def create(emulated: Emulated, said: re.Match[str]) -> None:
    name, size = said["name"], int(said["size"])
    if name in emulated.tablespaces:
        raise Raised(-1543, f"ORA-01543: tablespace '{name}' already exists")
    if size > emulated.group_free:
        raise Raised(-15041, f"ORA-15041: diskgroup {emulated.place!r} space exhausted")
    emulated.group_free -= size
    emulated.tablespaces[name] = Tablespace(contents="TEMPORARY")
    emulated.temp_files.append(
        File(len(emulated.temp_files) + 1, name, managed(said["file"], name.lower()), size, size)
    )


def default(emulated: Emulated, said: re.Match[str]) -> None:
    _there(emulated, said["name"])
    for user in emulated.users.values():
        if user.temporary == emulated.default_temp:
            user.temporary = said["name"]
    emulated.default_temp = said["name"]


def of_user(emulated: Emulated, said: re.Match[str]) -> None:
    _there(emulated, said["name"])
    emulated.users[said["user"]].temporary = said["name"]


def _there(emulated: Emulated, name: str) -> None:
    """EM, ORA-00959, ORA-10615."""
    found = emulated.tablespaces.get(name)
    if found is None:
        raise Raised(-959, f"ORA-00959: tablespace '{name}' does not exist")
    if found.contents != "TEMPORARY":
        raise Raised(-10615, f"ORA-10615: Invalid tablespace type for temporary tablespace '{name}'")

"""What EXECUTE IMMEDIATE and the packages do to an emulated database: each form of statement, and what plays it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lab.plsql import moves, redo, storage, temp
from lab.plsql.database import DBID, Emulated
from lab.plsql.machine import Raised
from lab.plsql.words import NotKnown

Played = Callable[[Emulated, "re.Match[str]"], None]
FORMS: Mapping[re.Pattern[str], Played] = {
    moves.MOVE: moves.move,
    moves.REBUILD: moves.rebuild,
    moves.LOG: moves.move_log,
    moves.DEFAULTS: moves.defaults,
    storage.CREATE: storage.create,
    storage.FORCE: storage.force,
    storage.QUOTA: storage.quota,
    storage.MOVE_FILE: storage.move_file,
    temp.CREATE: temp.create,
    temp.DEFAULT: temp.default,
    temp.OF_USER: temp.of_user,
    redo.ADD: redo.add,
    redo.DROP: redo.drop,
}
"""What a DBA would call a change: a run may be broken off at each."""
_SWITCHES: Mapping[str, Callable[[Emulated], None]] = {
    "ALTER SYSTEM SWITCH LOGFILE": redo.switch,
    "ALTER SYSTEM ARCHIVE LOG CURRENT": redo.switch,
    "ALTER SYSTEM CHECKPOINT GLOBAL": redo.checkpoint,
}
_NOTHING = re.compile(r"ALTER SESSION SET ddl_lock_timeout|ALTER SESSION SET db_create_file_dest")
_SLEEP = re.compile(r"BEGIN DBMS_(?:SESSION|LOCK)\.SLEEP\(5\); END;")
_SCHEMA = re.compile(r'ALTER SESSION SET CURRENT_SCHEMA = "(?P<name>[^"]+)"')
_CLEAN_UP = "BEGIN DBMS_PART.CLEANUP_ONLINE_OP(:1, :2, :3); END;"


def is_change(text: str) -> bool:
    return any(form.fullmatch(text) for form in FORMS)


def execute(emulated: Emulated, text: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """Does the statement; the values of its INTO. Raises NotKnown."""
    if text == "SELECT cdb, con_dbid FROM v$database":
        return "NO" if emulated.pdb is None else "YES", DBID
    if "oracle_maintained" in text:
        return ("N",)
    if "FROM dba_ilmobjects" in text:
        return (next((table.policies for table in emulated.tables if table.name == values[1]), 0),)
    if "FROM dba_pdbs" in text:
        return (emulated.container,)
    for form, play in FORMS.items():
        if said := form.fullmatch(text):
            play(emulated, said)
            return ()
    if said := _SCHEMA.fullmatch(text):
        emulated.schema = said["name"]
    elif _SLEEP.fullmatch(text):
        redo.archive_one(emulated)
        emulated.scn += 10
    elif text in _SWITCHES:
        _SWITCHES[text](emulated)
    elif text != _CLEAN_UP and not _NOTHING.match(text):
        raise NotKnown(f"the statement {text!r} with {values}")
    return ()


def call(emulated: Emulated, name: str, values: Sequence[Any]) -> Any:
    """A procedure of a package, or a constant of one. Raises NotKnown.

    PL/SQL Packages and Types Reference: DBMS_REPAIR, ONLINE_INDEX_CLEAN; DBMS_STATS, LOCK_TABLE_STATS (then GATHER_TABLE_STATS
    ends with ORA-20005).
    """
    match name:
        case "DBMS_LOCK.SLEEP" | "DBMS_SESSION.SLEEP" | "DBMS_APPLICATION_INFO.SET_CLIENT_INFO":
            return None
        case "SYS_CONTEXT":
            return emulated.schema
        case "DBMS_REPAIR.LOCK_WAIT" | "RDSADMIN.RDSADMIN_DBMS_REPAIR.LOCK_WAIT":
            return 1
        case "DBMS_WORKLOAD_REPOSITORY.CREATE_SNAPSHOT":
            return 4711
        case "DBMS_REPAIR.ONLINE_INDEX_CLEAN":
            for table in emulated.tables:
                for index in table.indexes:
                    index.journal = False
            return True
        case "DBMS_STATS.GATHER_TABLE_STATS":
            name = str(values[1]).strip('"')
            found = next((table for table in emulated.tables if table.name == name), None)
            if found is None:
                raise Raised(
                    -20000, f"ORA-20000: Unable to analyze TABLE {name}, insufficient privileges or does not exist"
                )
            if found.statistics_locked:
                raise Raised(-20005, "ORA-20005: object statistics are locked (stattype = ALL)")
            return None
    raise NotKnown(f"the package's {name}")

"""The dictionary of an emulated database, as rows of SQLite. `#` and `$` of Oracle's names are `_`.

What each view says: Oracle Database Reference, under its name.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from functools import cache
from typing import Any

from lab.plsql.database import DBID, GIB, NAME, OWNER, Emulated, File
from lab.plsql.functions import regexp_like, regexp_substr
from lab.plsql.segment_views import SEGMENT_VIEWS, of_table

Pair = tuple[str, dict[str, Any]]
_VIEWS = {
    **SEGMENT_VIEWS,
    "all_users": "username",
    "database_properties": "property_name property_value",
    "dba_data_files": "file_id tablespace_name file_name bytes maxbytes autoextensible online_status",
    "dba_free_space": "tablespace_name bytes",
    "dba_sys_privs": "grantee privilege",
    "dba_tablespace_groups": "group_name tablespace_name",
    "dba_tablespaces": "tablespace_name status contents block_size encrypted force_logging",
    "dba_temp_files": "tablespace_name file_name bytes maxbytes autoextensible status",
    "dba_ts_quotas": "username tablespace_name max_bytes bytes",
    "dba_users": "username temporary_tablespace",
    "gv_locked_object": "inst_id session_id object_id xidusn xidslot xidsqn",
    "gv_session": "inst_id sid serial_ username last_call_et",
    "gv_sort_segment": "tablespace_name max_used_blocks",
    "gv_transaction": "inst_id xidusn xidslot xidsqn start_scn",
    "v_archive_dest": "target status destination",
    "v_asm_diskgroup": "name state usable_file_mb free_mb total_mb type",
    "v_backup_datafile": "file_ checkpoint_change_",
    "v_database": "name dbid open_mode database_role log_mode force_logging current_scn",
    "v_datafile": "file_ name unrecoverable_change_ unrecoverable_time",
    "v_encrypted_tablespaces": "ts_ encryptionalg",
    "v_instance": "version thread_",
    "v_log": "group_ thread_ bytes blocksize members archived status",
    "v_logfile": "group_ status type member",
    "v_option": "parameter value",
    "v_parameter": "name value",
    "v_recovery_file_dest": "name space_limit space_used space_reclaimable",
    "v_restore_point": "name guarantee_flashback_database",
    "v_standby_log": "group_ thread_ bytes blocksize archived status",
    "v_tablespace": "ts_ name",
    "v_thread": "thread_ status enabled",
}


def views(emulated: Emulated, container: str) -> sqlite3.Connection:
    """The dictionary as it is now, seen from that container."""
    database = sqlite3.connect(":memory:")
    database.create_function("NVL", 2, lambda value, other: other if value is None else value)
    database.create_function("GREATEST", -1, max)
    database.create_function("LEAST", -1, min)
    database.create_function("TO_CHAR", -1, lambda value, *_: None if value is None else str(value))
    database.create_function("REGEXP_LIKE", 2, regexp_like)
    database.create_function("REGEXP_SUBSTR", 2, regexp_substr)
    database.deserialize(_empty())
    for view, row in _rows(emulated, container):
        places = ", ".join("?" for _ in row)
        database.execute(f"INSERT INTO {view} ({', '.join(row)}) VALUES ({places})", list(row.values()))
    return database


@cache
def _empty() -> bytes:
    """The views without rows."""
    database = sqlite3.connect(":memory:")
    for view, columns in _VIEWS.items():
        database.execute(f"CREATE TABLE {view} ({', '.join(columns.split())})")
    database.execute("CREATE VIEW dba_tables AS SELECT * FROM dba_all_tables")
    database.execute("CREATE TABLE dual (dummy)")
    database.execute("INSERT INTO dual VALUES ('X')")
    database.commit()
    return database.serialize()


def _rows(emulated: Emulated, container: str) -> Iterable[Pair]:
    yield from _instance(emulated)
    if emulated.pdb in (None, container):
        yield from _storage(emulated)
        yield from _temp(emulated)
        yield from _users(emulated)
        for table in emulated.tables:
            yield from of_table(table)


def _instance(emulated: Emulated) -> Iterable[Pair]:
    yield "v_database", {
        "name": NAME, "dbid": DBID, "open_mode": "READ WRITE", "database_role": "PRIMARY",
        "log_mode": "ARCHIVELOG" if emulated.archivelog else "NOARCHIVELOG", "force_logging": emulated.forced,
        "current_scn": emulated.scn,
    }  # fmt: skip
    yield "v_instance", {"version": emulated.release, "thread_": 1}
    compatible = emulated.compatible or ".".join(emulated.release.split(".")[:3])
    yield "v_parameter", {"name": "compatible", "value": compatible}
    yield "all_users", {"username": "RDSADMIN"}
    yield "v_option", {"parameter": "Online Index Build", "value": "TRUE" if emulated.enterprise else "FALSE"}
    if emulated.standby:
        yield "v_archive_dest", {"target": "STANDBY", "status": "VALID"}
    for number in range(emulated.restore_points):
        yield "v_restore_point", {"name": f"RP{number}", "guarantee_flashback_database": "YES"}
    if emulated.recovery is not None:
        yield "v_archive_dest", {"target": "PRIMARY", "status": "VALID", "destination": "USE_DB_RECOVERY_FILE_DEST"}
        yield "v_recovery_file_dest", {
            "name": "+FRA", "space_limit": 4 * emulated.recovery, "space_used": 3 * emulated.recovery, "space_reclaimable": 0,
        }  # fmt: skip
    for name in sorted({emulated.place, "+DATA"}):
        if name.startswith("+"):
            mib, mirrored = emulated.group_free // 2**20, emulated.mirrored or name == "+DATA"
            yield "v_asm_diskgroup", {
                "name": name[1:], "state": "CONNECTED", "usable_file_mb": mib, "free_mb": mib, "total_mb": 2 * mib,
                "type": "NORMAL" if mirrored else "EXTERN",
            }  # fmt: skip
    for thread in sorted({one.thread for one in emulated.redo}):
        yield "v_thread", {"thread_": thread, "status": "OPEN", "enabled": "PUBLIC"}
    for one in emulated.redo:
        said = {"group_": one.number, "thread_": one.thread, "bytes": one.bytes, "blocksize": one.block_size}
        archived = {"archived": "YES" if one.archived else "NO", "status": one.status}
        if one.standby:
            yield "v_standby_log", {**said, **archived}
        else:
            yield "v_log", {**said, **archived, "members": len(one.members)}
        for member in one.members:
            yield "v_logfile", {"group_": one.number, "type": "STANDBY" if one.standby else "ONLINE", "member": member}


def _storage(emulated: Emulated) -> Iterable[Pair]:
    for number, (name, one) in enumerate(emulated.tablespaces.items(), 1):
        yield "dba_tablespaces", {
            "tablespace_name": name, "status": one.status, "contents": one.contents, "block_size": one.block_size,
            "encrypted": "YES" if one.algorithm else "NO", "force_logging": one.forced,
        }  # fmt: skip
        yield "v_tablespace", {"ts_": number, "name": name}
        if one.algorithm:
            yield "v_encrypted_tablespaces", {"ts_": number, "encryptionalg": one.algorithm}
        if one.contents != "PERMANENT":
            continue
        files = emulated.files_of(name)
        free = sum(file.bytes for file in files) - emulated.used(name)
        if free > 0:
            yield "dba_free_space", {"tablespace_name": name, "bytes": free}
        for file in files:
            yield (
                "dba_data_files",
                {**_file(file), "file_id": file.number, "file_name": file.name, "online_status": "ONLINE"},
            )
            yield "v_datafile", {
                "file_": file.number, "name": file.name, "unrecoverable_change_": emulated.changed.get(name, 0),
                "unrecoverable_time": f"the time of {emulated.changed[name]}" if name in emulated.changed else None,
            }  # fmt: skip
            if name in emulated.backed_up:
                yield "v_backup_datafile", {"file_": file.number, "checkpoint_change_": emulated.backed_up[name]}


def _file(file: File) -> dict[str, Any]:
    grows = file.most > file.bytes
    return {
        "tablespace_name": file.tablespace, "bytes": file.bytes, "autoextensible": "YES" if grows else "NO",
        "maxbytes": file.most if grows else 0,
    }  # fmt: skip


def _temp(emulated: Emulated) -> Iterable[Pair]:
    yield "database_properties", {
        "property_name": "DEFAULT_TEMP_TABLESPACE", "property_value": emulated.default_temp,
    }  # fmt: skip
    for file in emulated.temp_files:
        yield "dba_temp_files", {**_file(file), "file_name": file.name, "status": "ONLINE"}
        yield "gv_sort_segment", {"tablespace_name": file.tablespace, "max_used_blocks": GIB // 8192}


def _users(emulated: Emulated) -> Iterable[Pair]:
    yield "dba_users", {"username": "SYS", "temporary_tablespace": emulated.default_temp}
    for name, user in emulated.users.items():
        yield "dba_users", {"username": name, "temporary_tablespace": user.temporary}
        if user.unlimited:
            yield "dba_sys_privs", {"grantee": name, "privilege": "UNLIMITED TABLESPACE"}
        for tablespace, most in user.quotas.items():
            yield "dba_ts_quotas", {
                "username": name, "tablespace_name": tablespace, "max_bytes": most,
                "bytes": emulated.used(tablespace) if name == OWNER else 0,
            }  # fmt: skip
    for number, table in enumerate(emulated.tables, 1):
        if table.busy or table.traffic:
            one = {"inst_id": 1, "xidusn": 5, "xidslot": number, "xidsqn": 1 if table.busy else emulated.scn}
            yield "gv_transaction", {**one, "start_scn": one["xidsqn"]}
            yield "gv_locked_object", {**one, "session_id": 7, "object_id": 2 * number}
            yield "gv_session", {"inst_id": 1, "sid": 7, "serial_": 70, "username": OWNER, "last_call_et": 900}
        yield (
            "dba_objects",
            {"owner": OWNER, "object_name": table.name, "object_id": 2 * number, "object_type": "TABLE"},
        )
        for place, index in enumerate(table.indexes):
            yield "dba_objects", {
                "owner": OWNER, "object_name": index.name, "object_id": 1_000 * number + 2 * place + 1, "object_type": "INDEX",
            }  # fmt: skip

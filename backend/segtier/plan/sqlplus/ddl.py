"""Every DDL statement a plan can run, once: as text for people and tests, and as a PL/SQL expression.

Slots in braces are filled either with finished text (`literal`) or with PL/SQL expressions (`plsql`), so the
statement that the tests check against a grammar and the one the script builds at run time are the same line.
"""

from __future__ import annotations

import re

from segtier.dataclass import dataclass

_SLOT = re.compile(r"\{(\w+)\}")
_MOVE = "SQL Language Reference, ALTER TABLE, move_table_clause"
_PARTITION = "SQL Language Reference, ALTER TABLE, move_table_partition"
_REBUILD = "SQL Language Reference, ALTER INDEX, rebuild_clause"
_LOGFILE = "SQL Language Reference, ALTER DATABASE, logfile_clauses"
_SYSTEM = "SQL Language Reference, ALTER SYSTEM"


@dataclass(frozen=True, slots=True)
class Ddl:
    text: str
    source: str

    def literal(self, **slots: str) -> str:
        """The statement with finished text in every slot."""
        return _SLOT.sub(lambda slot: slots[slot.group(1)], self.text)

    def plsql(self, **expressions: str) -> str:
        """A PL/SQL expression that builds the statement; each slot is a PL/SQL expression of its text."""
        parts = _SLOT.split(self.text)
        terms = [
            expressions[part] if index % 2 else _quoted(part) for index, part in enumerate(parts) if index % 2 or part
        ]
        return " || ".join(terms)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


MOVE_TABLE = Ddl("ALTER TABLE {table} MOVE TABLESPACE {tablespace}", _MOVE)
MOVE_TABLE_ONLINE = Ddl("ALTER TABLE {table} MOVE ONLINE TABLESPACE {tablespace}", _MOVE)
MOVE_PART = Ddl("ALTER TABLE {table} MOVE {part} TABLESPACE {tablespace} UPDATE INDEXES", _PARTITION)
MOVE_PART_ONLINE = Ddl("ALTER TABLE {table} MOVE {part} TABLESPACE {tablespace} UPDATE INDEXES ONLINE", _PARTITION)
UPDATE_INDEXES = Ddl("{statement} UPDATE INDEXES ({items})", f"{_MOVE} 12.2, UPDATE INDEXES")
"""What an online move of a table becomes that builds some of its indexes elsewhere: `items` are the ones below."""
INDEX_ITEM = Ddl("{index} TABLESPACE {tablespace}", f"{_MOVE} 12.2, UPDATE INDEXES")
"""The clause takes no schema: a script runs the statement in that of the table."""
CURRENT_SCHEMA = Ddl("ALTER SESSION SET CURRENT_SCHEMA = {schema}", "SQL Language Reference, ALTER SESSION")
LOB_ITEM = Ddl(
    "LOB ({column}) STORE AS {kind} (TABLESPACE {tablespace})",
    "SQL Language Reference, ALTER TABLE, LOB_storage_clause",
)
"""Part of those after it, once for each LOB that goes along."""
MOVE_TABLE_LOBS = Ddl("ALTER TABLE {table} MOVE TABLESPACE {tablespace} {lobs}", _MOVE)
MOVE_LOBS = Ddl("ALTER TABLE {table} MOVE {lobs}", _MOVE)
MOVE_TABLE_LOBS_ONLINE = Ddl("ALTER TABLE {table} MOVE ONLINE TABLESPACE {tablespace} {lobs}", _MOVE)
MOVE_LOBS_ONLINE = Ddl("ALTER TABLE {table} MOVE ONLINE {lobs}", _MOVE)
MOVE_PART_TABLE_LOBS = Ddl("ALTER TABLE {table} MOVE {part} TABLESPACE {tablespace} {lobs} UPDATE INDEXES", _PARTITION)
MOVE_PART_LOBS = Ddl("ALTER TABLE {table} MOVE {part} {lobs} UPDATE INDEXES", _PARTITION)
MOVE_PART_TABLE_LOBS_ONLINE = Ddl(f"{MOVE_PART_TABLE_LOBS.text} ONLINE", _PARTITION)
MOVE_PART_LOBS_ONLINE = Ddl(f"{MOVE_PART_LOBS.text} ONLINE", _PARTITION)
MOVE_OVERFLOW = Ddl("ALTER TABLE {table} MOVE OVERFLOW TABLESPACE {overflow}", _MOVE)
MOVE_IOT_OVERFLOW = Ddl("ALTER TABLE {table} MOVE TABLESPACE {tablespace} OVERFLOW TABLESPACE {overflow}", _MOVE)
MOVE_IOT_MAPPING = Ddl("ALTER TABLE {table} MOVE TABLESPACE {tablespace} MAPPING TABLE", _MOVE)
MOVE_IOT_PART = Ddl("ALTER TABLE {table} MOVE {part} TABLESPACE {tablespace}", _PARTITION)
MOVE_IOT_PART_OVERFLOW = Ddl(
    "ALTER TABLE {table} MOVE {part} TABLESPACE {tablespace} OVERFLOW TABLESPACE {overflow}", _PARTITION
)
MOVE_PART_OVERFLOW = Ddl("ALTER TABLE {table} MOVE {part} OVERFLOW TABLESPACE {overflow}", _PARTITION)
MOVE_MVIEW_LOG = Ddl(
    "ALTER MATERIALIZED VIEW LOG ON {table} MOVE TABLESPACE {tablespace}",
    "SQL Language Reference, ALTER MATERIALIZED VIEW LOG, move_mv_log_clause",
)
TABLE_DEFAULTS = Ddl(
    "ALTER TABLE {table} MODIFY DEFAULT ATTRIBUTES TABLESPACE {tablespace}",
    "SQL Language Reference, ALTER TABLE, modify_table_default_attrs",
)
INDEX_DEFAULTS = Ddl(
    "ALTER INDEX {index} MODIFY DEFAULT ATTRIBUTES TABLESPACE {tablespace}",
    "SQL Language Reference, ALTER INDEX, modify_index_default_attrs",
)
REBUILD_INDEX = Ddl("ALTER INDEX {index} REBUILD TABLESPACE {tablespace}", _REBUILD)
REBUILD_INDEX_ONLINE = Ddl("ALTER INDEX {index} REBUILD TABLESPACE {tablespace} ONLINE", _REBUILD)
REBUILD_PART = Ddl("ALTER INDEX {index} REBUILD {part} TABLESPACE {tablespace}", _REBUILD)
REBUILD_PART_ONLINE = Ddl("ALTER INDEX {index} REBUILD {part} TABLESPACE {tablespace} ONLINE", _REBUILD)
LOCK_TIMEOUT = Ddl("ALTER SESSION SET ddl_lock_timeout = {seconds}", "Reference, DDL_LOCK_TIMEOUT")
SET_CONTAINER = Ddl("ALTER SESSION SET CONTAINER = {container}", "SQL Language Reference, ALTER SESSION")
CREATE_TABLESPACE = Ddl(
    "CREATE BIGFILE TABLESPACE {tablespace} DATAFILE {file} SIZE {size} AUTOEXTEND ON NEXT {next}"
    " MAXSIZE {most} EXTENT MANAGEMENT LOCAL AUTOALLOCATE SEGMENT SPACE MANAGEMENT AUTO",
    "SQL Language Reference, CREATE TABLESPACE",
)
FORCE_LOGGING = Ddl(
    "ALTER TABLESPACE {tablespace} FORCE LOGGING", "SQL Language Reference, ALTER TABLESPACE, logging_clause"
)
CREATE_ENCRYPTED = Ddl(
    "CREATE BIGFILE TABLESPACE {tablespace} DATAFILE {file} SIZE {size} AUTOEXTEND ON NEXT {next}"
    " MAXSIZE {most} EXTENT MANAGEMENT LOCAL AUTOALLOCATE SEGMENT SPACE MANAGEMENT AUTO"
    " ENCRYPTION USING {algorithm} DEFAULT STORAGE (ENCRYPT)",
    "SQL Language Reference 11.2, CREATE TABLESPACE, tablespace_encryption_spec; taken by later releases too",
)
FILE_DESTINATION = Ddl("ALTER SESSION SET db_create_file_dest = {place}", "Reference, DB_CREATE_FILE_DEST")
CREATE_MANAGED = Ddl(CREATE_TABLESPACE.text.replace(" {file}", ""), CREATE_TABLESPACE.source)
"""The file gets its name and place from DB_CREATE_FILE_DEST (OMF)."""
CREATE_MANAGED_ENCRYPTED = Ddl(CREATE_ENCRYPTED.text.replace(" {file}", ""), CREATE_ENCRYPTED.source)
QUOTA = Ddl("ALTER USER {user} QUOTA UNLIMITED ON {tablespace}", "SQL Language Reference, ALTER USER, quota")
QUOTA_OF = Ddl("ALTER USER {user} QUOTA {size} ON {tablespace}", "SQL Language Reference, ALTER USER, quota")
ADD_LOGFILE = Ddl(
    "ALTER DATABASE ADD LOGFILE THREAD {thread} GROUP {group} ({members}) SIZE {bytes} BLOCKSIZE {blocksize}", _LOGFILE
)
ADD_LOGFILE_REUSE = Ddl(
    "ALTER DATABASE ADD LOGFILE THREAD {thread} GROUP {group} ({members}) SIZE {bytes} BLOCKSIZE {blocksize} REUSE",
    _LOGFILE,
)
ADD_STANDBY = Ddl(ADD_LOGFILE.text.replace("ADD LOGFILE", "ADD STANDBY LOGFILE"), _LOGFILE)
ADD_STANDBY_REUSE = Ddl(ADD_LOGFILE_REUSE.text.replace("ADD LOGFILE", "ADD STANDBY LOGFILE"), _LOGFILE)
DROP_STANDBY = Ddl("ALTER DATABASE DROP STANDBY LOGFILE GROUP {group}", _LOGFILE)
DROP_LOGFILE = Ddl("ALTER DATABASE DROP LOGFILE GROUP {group}", _LOGFILE)
SWITCH_LOGFILE = Ddl("ALTER SYSTEM SWITCH LOGFILE", _SYSTEM)
ARCHIVE_CURRENT = Ddl("ALTER SYSTEM ARCHIVE LOG CURRENT", _SYSTEM)
CHECKPOINT = Ddl("ALTER SYSTEM CHECKPOINT GLOBAL", _SYSTEM)
TEMP_OF_USER = Ddl("ALTER USER {user} TEMPORARY TABLESPACE {tablespace}", "SQL Language Reference, ALTER USER")
CREATE_TEMP = Ddl(
    "CREATE BIGFILE TEMPORARY TABLESPACE {tablespace} TEMPFILE {file} SIZE {bytes} AUTOEXTEND OFF",
    "SQL Language Reference, CREATE TABLESPACE, temporary_tablespace_clause",
)
ADD_TEMPFILE = Ddl(
    "ALTER TABLESPACE {tablespace} ADD TEMPFILE {file} SIZE {bytes}",
    "SQL Language Reference, ALTER TABLESPACE, datafile_tempfile_clauses",
)
DEFAULT_TEMP = Ddl(
    "ALTER DATABASE DEFAULT TEMPORARY TABLESPACE {tablespace}",
    "SQL Language Reference, ALTER DATABASE, default_settings_clauses",
)
MOVE_DATAFILE = Ddl(
    "ALTER DATABASE MOVE DATAFILE {file_id} TO {file}",
    "SQL Language Reference 12.1, ALTER DATABASE, move_datafile_clause",
)
SET_PARAMETER = Ddl("ALTER SYSTEM SET {name} = {value} SCOPE = SPFILE SID = '*'", _SYSTEM)
RESET_PARAMETER = Ddl("ALTER SYSTEM RESET {name} SCOPE = SPFILE SID = '*'", _SYSTEM)
RESIZE_CACHE = Ddl(
    "ALTER SYSTEM SET db_flash_cache_size = {sizes} SCOPE = MEMORY SID = '*'", "Reference, DB_FLASH_CACHE_SIZE"
)
_STORAGE = "SQL Language Reference, storage_clause"
USE_TABLE = Ddl("ALTER TABLE {table} STORAGE (FLASH_CACHE {use})", _STORAGE)
USE_INDEX = Ddl("ALTER INDEX {index} STORAGE (FLASH_CACHE {use})", _STORAGE)
USE_TABLE_PART = Ddl("ALTER TABLE {table} MODIFY PARTITION {partition} STORAGE (FLASH_CACHE {use})", _STORAGE)
USE_INDEX_PART = Ddl("ALTER INDEX {index} MODIFY PARTITION {partition} STORAGE (FLASH_CACHE {use})", _STORAGE)
CREATE_PFILE = Ddl("CREATE PFILE = {file} FROM SPFILE", "SQL Language Reference, CREATE PFILE")
CREATE_DISKGROUP = Ddl(
    "CREATE DISKGROUP {name} {redundancy} REDUNDANCY DISK {disks}"
    " ATTRIBUTE 'au_size' = '4M', 'compatible.asm' = '{asm}', 'compatible.rdbms' = '{rdbms}'",
    "SQL Language Reference, CREATE DISKGROUP",
)

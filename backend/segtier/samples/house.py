"""The machine and the database of the sample: fixed facts that every report repeats. All names are invented."""

from __future__ import annotations

from datetime import datetime

DB_NAME = "OAKSHOP"
INSTANCE = "oakshop1"
DBID = 2718460913
RELEASE = "12.2.0.1.0"
HOST = "oak-db-01"
PLATFORM = "Linux x86 64-bit"
CPUS, CORES, SOCKETS, MEMORY_GB = 32, 16, 2, 94.25
STARTUP = datetime.fromisoformat("2024-02-01T22:14")
SERVICE = "oakshop.app"

MIB = 1_048_576
SGA_TARGET_MB = 20_480
BUFFER_CACHE_MB = 14_336
SHARED_POOL_MB = 4_608
LOG_BUFFER_KB = 111_504
PGA_TARGET_MB = 6_144
BUFFERS_PER_MB = 122.5

PARAMETERS: tuple[tuple[str, str], ...] = (
    ("audit_trail", "DB"),
    ("compatible", "12.2.0"),
    ("control_files", "+DATA/OAKSHOP/control01.ctl, +FRA/OAKSHOP/control02.ctl"),
    ("db_block_size", "8192"),
    ("db_create_file_dest", "+DATA"),
    ("db_create_online_log_dest_1", "+REDO"),
    ("db_domain", ""),
    ("db_name", DB_NAME),
    ("db_recovery_file_dest", "+FRA"),
    ("db_recovery_file_dest_size", "858993459200"),
    ("fast_start_mttr_target", "300"),
    ("log_archive_format", "%t_%s_%r.arc"),
    ("open_cursors", "600"),
    ("pga_aggregate_target", str(PGA_TARGET_MB * MIB)),
    ("processes", "900"),
    ("remote_login_passwordfile", "EXCLUSIVE"),
    ("sga_target", str(SGA_TARGET_MB * MIB)),
    ("statistics_level", "TYPICAL"),
    ("undo_tablespace", "UNDOTBS1"),
)

_FILES_PER_TABLESPACE = {
    "SHOP_DATA": 6,
    "SHOP_PART": 4,
    "SHOP_INDX": 6,
    "LEDGER_DATA": 2,
    "LEDGER_INDX": 2,
    "MEDIA_DATA": 2,
}


DISKS, LEDGER, SSD = "+DATA", "+LEDGER", "+SSDDATA"
"""Disk groups: the disks, what finance bought for itself, and the flash of the hour after."""


def group_of(tablespace: str) -> str:
    """The disk group that holds its files."""
    return next((group for start, group in (("SSD_", SSD), ("LEDGER_", LEDGER)) if tablespace.startswith(start)), DISKS)


def files_of(tablespace: str) -> tuple[str, ...]:
    """Names of a tablespace's files, in its disk group."""
    group = group_of(tablespace)
    folder = "TEMPFILE" if tablespace == "TEMP" else "DATAFILE"
    count = _FILES_PER_TABLESPACE.get(tablespace, 1)
    return tuple(f"{group}/{DB_NAME}/{folder}/{tablespace.lower()}_{i:02d}.dbf" for i in range(1, count + 1))

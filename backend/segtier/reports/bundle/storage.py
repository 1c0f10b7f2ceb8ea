"""What each file about storage says, as lists of the inventory."""

from __future__ import annotations

from typing import Any

from segtier.model.inventory import DatabaseFile, DiskGroup, FlashCacheFile, Quota, Tablespace
from segtier.reports.bundle.listing import Listing
from segtier.units import MIB


def _in_container(file: str) -> str:
    return f'(SELECT f.rowid - 1 AS row, f.*, c.pdb FROM "{file}" f LEFT JOIN pdbs c ON c.con_id = f.con_id)'


TABLESPACES = Listing(
    "tablespaces",
    Tablespace,
    {
        "name": "tablespace_name",
        "pdb": "pdb",
        "contents": "contents",
        "bigfile": "bigfile",
        "block_size_bytes": "block_size",
        "extent_management": "extent_management",
        "allocation": "allocation_type",
        "uniform_bytes": "CASE allocation_type WHEN 'UNIFORM' THEN next_extent END",
        "segment_space_management": "segment_space_management",
        "logging": "CASE logging WHEN 'LOGGING' THEN 'YES' WHEN 'NOLOGGING' THEN 'NO' END",
        "force_logging": "force_logging",
        "encrypted": "encrypted",
        "compress_for": "compress_for",
        "status": "status",
    },
    _in_container("tablespaces"),
)
_FILE = {
    "name": "file_name",
    "tablespace": "tablespace_name",
    "file_id": "file_id",
    "pdb": "pdb",
    "size_bytes": "bytes",
    "max_bytes": "CASE autoextensible WHEN 'YES' THEN maxbytes END",
    "next_bytes": "CASE autoextensible WHEN 'YES' THEN increment_by_bytes END",
    "status": "status",
}
DATAFILES = Listing("datafiles", DatabaseFile, _FILE, _in_container("datafiles"))
TEMPFILES = Listing("tempfiles", DatabaseFile, _FILE, _in_container("tempfiles"))
DISK_GROUPS = Listing(
    "disk_groups",
    DiskGroup,
    {
        "name": "name",
        "redundancy": "type",
        "total_bytes": f"total_mb * {MIB}",
        "free_bytes": f"free_mb * {MIB}",
        "usable_bytes": f"usable_file_mb * {MIB}",
        "allocation_unit_bytes": "allocation_unit_bytes",
        "compatible_rdbms": "compatible_rdbms",
        "state": "state",
    },
)
QUOTAS = Listing(
    "quotas",
    Quota,
    {
        "user": "username",
        "tablespace": "tablespace_name",
        "pdb": "pdb",
        "used_bytes": "bytes",
        "max_bytes": "CASE WHEN max_bytes >= 0 THEN max_bytes END",
        "unlimited": "CASE WHEN max_bytes = -1 THEN 'YES' ELSE 'NO' END",
    },
    _in_container("quotas"),
)
FLASH_CACHE = Listing(
    "flash_cache",
    FlashCacheFile,
    {"name": "name", "size_bytes": "bytes", "enabled": "enabled", "instance": "inst_id"},
)

LISTS: dict[str, tuple[Listing[Any], ...]] = {
    "tablespaces": (TABLESPACES,),
    "datafiles": (DATAFILES,),
    "temp_files": (TEMPFILES,),
    "disk_groups": (DISK_GROUPS,),
    "quotas": (QUOTAS,),
    "flash_cache": (FLASH_CACHE,),
}
"""Fields of the inventory and where their rows come from."""

"""What each file of a bundle is for, who runs it, what it costs and how to take it back: the table of the README."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import (
    Gate,
    flash_cache,
    move_datafile_online,
    move_partition_online,
    move_table_online,
    rebuild_index_online,
)
from segtier.plan.disk_group import existing_group


@dataclass(frozen=True, slots=True)
class Step:
    file: str
    who: str
    what: str
    outage: str
    cost: str
    back: str


_NOTHING = "nothing"

_PRECHECK = {
    False: "Looks, changes nothing, prints PASS or FAIL.",
    True: "Looks, changes nothing, prints PASS or FAIL and every statement. Run it again after {making}.",
}

_ROLLBACK = "90_rollback.sql, or 91_rollback_recorded.sql"


_OFFLINE = "the table is read-only, its indexes UNUSABLE until rebuilt; it stops until you allow it in settings.sql"


def _table_outage(gate: Gate) -> str:
    if gate.allowed:
        return "none; a short lock at start and end"
    if gate.allowed is False:
        return "the table is read-only during its move, its indexes UNUSABLE until rebuilt (queries slow, inserts may fail)"
    return "none where it can move online; else it stops until you allow an outage in settings.sql"


def _index_outage(gate: Gate) -> str:
    if gate.allowed is False:
        return "the table is read-only during the rebuild"
    return "none where online; waits for open transactions at start and end"


def steps_for(files: Sequence[BundleFile], request: PlanRequest) -> tuple[Step, ...]:
    """The steps of the files that are run in order, in that order."""
    known = {step.file: step for step in _all_steps(request)}
    return tuple(known[file.path] for file in files if file.path in known)


def _all_steps(request: PlanRequest) -> tuple[Step, ...]:
    database = request.database
    making = "30" if existing_group(request) else "20 and after 30"
    size = "redo as large as what moves; room for both copies until the move ends"
    return (
        Step(
            "00_precheck.sql",
            "SYSDBA",
            _PRECHECK[request.option in ("segments", "indexes")].format(making=making),
            "none",
            _NOTHING,
            "-",
        ),
        Step(
            "10_os_setup.sh",
            "root, before 20" if database.rac is False else "root, every node, before 20",
            "Fixed device names, owners and mode 0660 through udev. Fill in segtier.env first; --apply writes.",
            "none",
            _NOTHING,
            "remove /etc/udev/rules.d/97-segtier-*.rules",
        ),
        Step(
            "20_asm_diskgroups.sql",
            "SYSASM (grid)",
            "Creates the disk group on the flash.",
            "none",
            "the disks lose their content",
            "DROP DISKGROUP, when it is empty",
        ),
        Step(
            "30_tablespaces.sql",
            "SYSDBA",
            "Creates the tablespaces on the flash and grants the owners quota.",
            "none",
            "the first size at once; it may grow to its MAXSIZE",
            "DROP TABLESPACE, when it is empty",
        ),
        Step(
            "40_move_tables.sql",
            "SYSDBA",
            "Moves the tables, one at a time.",
            _table_outage(move_table_online(database)),
            size,
            _ROLLBACK,
        ),
        Step(
            "41_move_partitions.sql",
            "SYSDBA",
            "Moves table partitions and subpartitions.",
            _table_outage(move_partition_online(database)),
            size,
            _ROLLBACK,
        ),
        Step(
            "40_move_iots.sql",
            "SYSDBA",
            "Moves index-organized tables: their index segments and overflows.",
            _index_outage(rebuild_index_online(database)) + "; an overflow only offline",
            size,
            _ROLLBACK,
        ),
        Step(
            "40_move_nested.sql",
            "SYSDBA",
            "Moves the storage of nested tables.",
            _OFFLINE,
            size,
            _ROLLBACK,
        ),
        Step(
            "41_move_lobs.sql",
            "SYSDBA",
            "Moves LOBs through their tables and columns; the tables are rewritten where they are.",
            _OFFLINE,
            size + ", of the table too",
            _ROLLBACK,
        ),
        Step(
            "42_move_indexes.sql",
            "SYSDBA",
            "Rebuilds the indexes on the flash.",
            _index_outage(rebuild_index_online(database)),
            size + "; temp space for the sorts",
            _ROLLBACK,
        ),
        Step(
            "40_move_datafiles.sql",
            "SYSDBA",
            "Moves whole data files while they are open.",
            "none",
            "little redo; room for a second copy of each file while it moves",
            "90_rollback_datafiles.sql",
        ),
        Step(
            "41_copy_datafiles.sql",
            "SYSDBA, then RMAN",
            "Writes the RMAN commands: copy, switch, way back.",
            "each file is offline while it recovers",
            "room for a second copy of every file",
            "rollback_datafiles.rman",
        ),
        Step(
            "50_redo.sql",
            "SYSDBA",
            "Adds groups on the flash, then drops the old ones when they are INACTIVE.",
            "none; log switches and checkpoints",
            "room for the redo logs",
            "90_rollback_redo.sql",
        ),
        Step(
            "50_temp.sql",
            "SYSDBA",
            "Creates the temporary tablespace and makes it the default.",
            "none; running sorts stay where they are",
            "the whole size at once",
            "90_rollback_temp.sql",
        ),
        Step(
            "50_flash_cache.sql",
            "SYSDBA",
            "Sets the cache and its memory in the spfile.",
            "a restart of the whole database, all instances together",
            "memory for the list of cached blocks",
            "90_rollback_flash_cache.sql, then restart",
        ),
        Step(
            "80_verify.sql",
            "SYSDBA",
            "One query per thing that must hold, the expected answer above it.",
            "none",
            _NOTHING,
            "-",
        ),
    )


def gates_for(request: PlanRequest) -> tuple[Gate, ...]:
    """The release and edition gates the option depends on."""
    database = request.database
    by_option = {
        "segments": (move_table_online, move_partition_online, rebuild_index_online),
        "indexes": (rebuild_index_online,),
        "all": (move_datafile_online,),
        "flash-cache": (flash_cache,),
    }
    return tuple(gate(database) for gate in by_option.get(request.option, ()))

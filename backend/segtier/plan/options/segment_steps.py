"""What the files are for that move segments one by one."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import PlanRequest
from segtier.oracle.gates import Gate, move_partition_online, move_table_online, rebuild_index_online
from segtier.plan.step import Step

_ROLLBACK = "90_rollback.sql, or 91_rollback_recorded.sql"
_OFFLINE = "the table is read-only, its indexes UNUSABLE until rebuilt; it stops until you allow it in settings.sql"
_COST = "redo as large as what moves and its indexes; room for both copies until the move ends"


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


def segment_steps(request: PlanRequest) -> Sequence[Step]:
    database = request.database
    return (
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
            _COST,
            _ROLLBACK,
        ),
        Step(
            "41_move_partitions.sql",
            "SYSDBA",
            "Moves table partitions and subpartitions.",
            _table_outage(move_partition_online(database)),
            _COST,
            _ROLLBACK,
        ),
        Step(
            "40_move_iots.sql",
            "SYSDBA",
            "Moves index-organized tables: their index segments and overflows.",
            _index_outage(rebuild_index_online(database)) + "; an overflow only offline",
            _COST,
            _ROLLBACK,
        ),
        Step(
            "40_move_nested.sql",
            "SYSDBA",
            "Moves the storage of nested tables.",
            _OFFLINE,
            _COST,
            _ROLLBACK,
        ),
        Step(
            "41_move_lobs.sql",
            "SYSDBA",
            "Moves LOBs through their tables and columns; the tables are rewritten where they are.",
            _OFFLINE,
            _COST + ", of the table too",
            _ROLLBACK,
        ),
        Step(
            "42_move_indexes.sql",
            "SYSDBA",
            "Rebuilds the indexes on the flash.",
            _index_outage(rebuild_index_online(database)),
            _COST + "; temp space for the sorts",
            _ROLLBACK,
        ),
    )

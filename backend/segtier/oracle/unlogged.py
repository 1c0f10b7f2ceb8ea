"""What a move writes without redo, and what a standby misses then: the words of plans, notes and scripts, said once.

A segment's own LOGGING counts for what moves and rebuilds write, by direct path, unless something above it forces logging.
Sources: SQL Language Reference, logging_clause (LOBs and overflow segments have their own; CACHE NOLOGGING is not allowed for
BasicFiles; NOLOGGING of a SecureFile becomes FILESYSTEM_LIKE_LOGGING, which logs metadata only; rebuilding an index and moving a
table may go unlogged) and ALTER TABLE, move_table_clause (LOBs that it does not name stay); Administrator's Guide, Specifying
FORCE LOGGING Mode (the database overrides its tablespaces, these their segments; never temporary ones); SQL Language Reference
12.2, pdb_force_logging_clause; VLDB and Partitioning Guide, Considerations when Updating Indexes Automatically (global indexes
are updated in place, which is logged); Reference, ALL_LOBS, V$DATAFILE.UNRECOVERABLE_CHANGE#; Data Guard Concepts, Enable an
Appropriate Logging Mode. Amazon RDS User Guide, Setting force logging.
STANDBY NOLOGGING (from 18c) is not taken for enough: it needs Active Data Guard on every standby, which is not seen from here.
"""

from __future__ import annotations

STANDBY_MISSES = (
    "a standby is fed without FORCE LOGGING: it would miss what is written without redo. Set FORCE LOGGING first"
)
"""Why nothing that is NOLOGGING is moved: the end of a sentence."""

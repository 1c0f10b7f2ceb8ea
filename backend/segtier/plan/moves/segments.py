"""The scripts that walk the lists of operations on segments: check, record, move, verify and the way back.

One block (`templates/move/`) does an operation in every mode; what differs is which list it is called from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile
from segtier.oracle import owners
from segtier.oracle.moving import HYBRID_STAYS, READ_ONLY
from segtier.oracle.unlogged import STANDBY_MISSES
from segtier.plan.contract import TargetedRequest
from segtier.plan.moves.entries import LIBRARY, list_file
from segtier.plan.moves.needs import needs_of
from segtier.plan.operations.segments import STEP
from segtier.plan.sqlplus import ddl, plsql
from segtier.plan.sqlplus.block import block, record, replay
from segtier.plan.sqlplus.duration import for_operations
from segtier.plan.sqlplus.script import library, script
from segtier.plan.sqlplus.template import only, piece, template, text_of

RECORDED = "old_placement.sql"
STARTED = "run_started.sql"
"""When the first run of this plan began, by the database's SCN: `80_verify.sql` reads it."""
_PARTS = ("segments", "lobs", "kinds", "target", "indexes", "running", "record", "look", "operation")
"""Of the block, in their order: the segments and where they are; LOBs; what each kind may be; room, quota and encryption
where they go; indexes built anew; waiting and running; what the way back is written from; where all is
now; the operation itself.
"""
LIST, LIST_BACK = "list_segments.sql", "list_segments_back.sql"
"""Every statement in order; the way back of each, last first."""


def move_files(operations: Sequence[Operation], request: TargetedRequest) -> Iterable[BundleFile]:
    """The script, its list and the list of its way back; the block that does one operation; the rollback."""
    yield _script(operations, request)
    yield list_file(LIST, operations, request)
    yield list_file(LIST_BACK, operations, request, back=True)
    yield library(LIBRARY, "does one operation, called by the lists", _block(operations, request), request)
    yield from _rollback(operations, request)


def walk(mode: str) -> str:
    """Runs the list in `mode`, tables before indexes."""
    return template("sql/pieces.sql#walk", MODE=mode, LISTS=f"@@{LIST}\n")


def problems(least: int) -> str:
    """Ends with an error where fewer than `least` operations were looked at, or something is not as it should be."""
    return template("sql/problems.sql#of_all", LEAST=str(least))


def seen() -> str:
    return template("sql/pieces.sql#seen")


def started() -> str:
    """Reads when the run began; stops where no run did, for then nothing can be held against it."""
    return replay(STARTED, advice="40_move_segments.sql writes it: run this in the same folder.")


def _script(operations: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    log = STEP.replace(".sql", ".log")
    body = template(
        "sql/move_step.sql",
        STARTED=record(STARTED, log, block("sql/started.sql")),
        RECORD=record(RECORDED, log, f"@@{LIST_BACK}\n"),
        LIST=LIST,
        COUNT=str(len(operations)),
    )
    title = f"{len(operations)} statement(s) that move segments ({request.target.terms.dba})"
    return script(STEP, title, body, request, expected=for_operations(operations))


def _rollback(operations: Sequence[Operation], request: TargetedRequest) -> Iterable[BundleFile]:
    """`90_rollback.sql` to the tablespaces of the inputs, `91_rollback_recorded.sql` to those found at run time."""
    expected = for_operations(operations)
    body = template("sql/pieces.sql#walk", MODE="UNDO", LISTS=f"@@{LIST_BACK}\n") + problems(len(operations))
    title = f"moves everything back to the tablespaces the inputs give ({request.target.terms.dba})"
    yield script("90_rollback.sql", title, body, request, expected=expected)
    walked = template("sql/pieces.sql#walk", MODE="UNDO", LISTS="")
    recorded = walked + replay(RECORDED) + text_of("sql/problems.sql#of_those_found")
    title = f"moves everything back to where {RECORDED} says it was ({request.target.terms.dba})"
    yield script("91_rollback_recorded.sql", title, recorded, request, expected=expected)


def _block(operations: Sequence[Operation], request: TargetedRequest) -> str:
    terms = request.target.terms
    one = {"index": "l_name", "tablespace": "l_home"}
    slots = {
        "TALK": plsql.TALK,
        "GROUP_FREE": piece("group_free", request),
        "REPAIR": terms.repair,
        "READ_ONLY": READ_ONLY,
        "HYBRID": HYBRID_STAYS,
        "REWRITTEN": text_of("sql/rewritten.sql"),
        "CHECK_LOGGING": template(
            "sql/check_logging.sql",
            UNKEPT=terms.unkept,
            MISSES=STANDBY_MISSES,
            FORCE=terms.force_logging,
            MEND=terms.mend_standby,
        ),
        "OWNERS": ", ".join(f"'{owner}'" for owner in owners.OWNERS),
        "APEX": f"REGEXP_LIKE(:s_owner, '{owners.APEX_SCHEMA}')",
        "FORCE_LOGGING": ddl.FORCE_LOGGING.plsql(tablespace="q(r(p).dst)"),
        "LOCK_TIMEOUT": ddl.LOCK_TIMEOUT.plsql(seconds="TO_CHAR(NVL(:s_lock_wait_s, 60))"),
        "ENTER_SCHEMA": ddl.CURRENT_SCHEMA.plsql(schema="q(:s_owner)"),
        "LEAVE_SCHEMA": ddl.CURRENT_SCHEMA.plsql(schema="q(l_schema)"),
        "REBUILD_INDEX": ddl.REBUILD_INDEX.plsql(**one),
        "REBUILD_INDEX_ONLINE": ddl.REBUILD_INDEX_ONLINE.plsql(**one),
        "REBUILD_PART": ddl.REBUILD_PART.plsql(**one, part="l_part"),
        "REBUILD_PART_ONLINE": ddl.REBUILD_PART_ONLINE.plsql(**one, part="l_part"),
    }
    text = only("".join(template(f"move/{part}.sql", **slots) for part in _PARTS), needs_of(operations, request))
    return "".join(f"{line}\n" for line in text.splitlines() if line.strip())

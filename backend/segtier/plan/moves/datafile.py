"""Everything: whole data files move, not segments.

Why files: segment by segment would leave LOBs, index-organized tables, clusters, queues and LONG tables behind, change
rowids and make indexes UNUSABLE. Moving the files takes all of it, keeps every name, and is undone by moving back.
Online from 12.1 Enterprise Edition (ALTER DATABASE MOVE DATAFILE); else RMAN image copies with a short outage per
file, which needs ARCHIVELOG. Which files there are an inventory says, else the script looks when it runs. SYSTEM, SYSAUX,
undo, temp and redo stay.

A copy is switched to by its TAG, inside RUN: TO COPY takes the latest one, whichever that is. Blocks that were changed
without redo after the copy's checkpoint would be lost, so the switch stops there.
Source: Backup and Recovery Reference 11.2, SWITCH, BACKUP (FOR RECOVER OF COPY), RECOVER COPY; Reference,
V$DATAFILE.UNRECOVERABLE_CHANGE#.
"""

from __future__ import annotations

from segtier.errors import Infeasible
from segtier.model.plan import BundleFile
from segtier.oracle.gates import move_datafile_online
from segtier.oracle.names import SYSTEM_TABLESPACES
from segtier.plan.contract import TargetedRequest
from segtier.plan.moves.datafiles_known import held, known_files, list_files, moved_tablespaces, walk
from segtier.plan.sqlplus import ddl, plsql
from segtier.plan.sqlplus.block import block, entry, printed, record, replay
from segtier.plan.sqlplus.quoting import sql_literal
from segtier.plan.sqlplus.script import library, script
from segtier.plan.sqlplus.template import piece, template

RECORDED = "old_datafiles.sql"
RECORDED_COPIES = "old_copies.sql"
_EXPECTED = "all data files but SYSTEM, SYSAUX, undo and temp; bytes and time are printed once they are counted"
_NAME = "'UNISTR(''' || ASCIISTR({}) || ''')'"
_OLD_PLACE = _NAME.format(
    "CASE WHEN f.file_name LIKE '+%' THEN REGEXP_SUBSTR(f.file_name, '^[^/]+') ELSE f.file_name END"
)


def outside(request: TargetedRequest) -> str:
    """Rows of data files that the option moves and that are not there."""
    names = ", ".join(sql_literal(name) for name in moved_tablespaces(request))
    only = f"\n               AND t.tablespace_name IN ({names})" if names else ""
    system = ", ".join(f"'{name}'" for name in SYSTEM_TABLESPACES)
    return template("files/outside.sql", SYSTEM=system, ONLY=only).rstrip()


def files_left(request: TargetedRequest) -> str:
    return template("files/left.sql", OUTSIDE=outside(request))


def datafile_files(request: TargetedRequest) -> tuple[BundleFile, ...]:
    """The online script, the RMAN one, or both where the report does not give release and edition.

    Raises Infeasible where only copies are possible and an inventory says that nothing is archived.
    """
    gate = move_datafile_online(request.database)
    no_archive = request.known is not None and request.known.archivelog is False
    if gate.allowed is False and no_archive:
        raise Infeasible(
            f"{gate.reason} Copies of an open database need ARCHIVELOG mode, and the inventory says NOARCHIVELOG",
            code="no-archivelog",
        )
    files: list[BundleFile] = []
    if gate.allowed is not False:
        files += _online(request)
    if gate.allowed is not True and not no_archive:
        files += _copies(request)
    known = known_files(request)
    if known is not None:
        files += list_files(known, request, online=gate.allowed is not False)
    return tuple(files)


def held_files(request: TargetedRequest) -> str:
    """Blocks that hold the data files against the inventory; empty where it does not list them."""
    known = known_files(request)
    return "" if known is None else held(known, _files(request))


def _files(request: TargetedRequest) -> str:
    return f"SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes\n              FROM {outside(request)}"


def _moves(request: TargetedRequest) -> str:
    known = known_files(request)
    if known is not None:
        return "PROMPT Now the moves. Watch them in v$session_longops (Online data file move)\n" + walk(known, "RUN")
    # In a directory the file keeps its own name; the number keeps two equal names apart.
    target = plsql.file_at_place("'f' || f.file_id || '_' || REGEXP_SUBSTR(f.file_name, '[^/\\+]+$')")
    move = ddl.MOVE_DATAFILE.plsql(file_id="TO_CHAR(f.file_id)", file=target)
    return block("files/move.sql", FILES=_files(request), MOVE=move)


def _recorded(file: str, log: str, lines: str, request: TargetedRequest, how: str = "APPEND") -> str:
    return record(file, log, template("files/record.sql", FILES=_files(request), LINES=lines), how) + "SET ECHO ON\n"


def _online(request: TargetedRequest) -> list[BundleFile]:
    lines = entry({"step": "f.file_id", "name": _OLD_PLACE}, calls="lib_move_datafile.sql")
    left = files_left(request)
    check = held_files(request) + _check(request, "files/pieces.sql#online_gate")
    recorded = _recorded(RECORDED, "40_move_datafiles.log", lines, request)
    back = ddl.MOVE_DATAFILE.plsql(file_id="TO_CHAR(:s_step)", file="'''' || :s_name || ''''")
    return [
        script(
            "40_move_datafiles.sql",
            "moves whole data files while they are open (SYSDBA)",
            left + check + recorded + _moves(request) + left,
            request,
            expected=_EXPECTED,
        ),
        script(
            "90_rollback_datafiles.sql",
            "moves the recorded data files back (SYSDBA)",
            replay(RECORDED),
            request,
            expected=_EXPECTED,
        ),
        library(
            "lib_move_datafile.sql",
            "moves one recorded data file back, called by the rollback",
            block("files/move_back.sql", MOVE=back),
            request,
        ),
    ]


def _copies(request: TargetedRequest) -> list[BundleFile]:
    """The way back is recorded beside what was recorded before, and written for RMAN when it is asked for."""
    log = "41_copy_datafiles.log"
    place = ":s_flash_place || CASE WHEN :s_flash_place NOT LIKE '+%' THEN :s_slash || '%U' END"
    lines = entry({"step": "f.file_id", "name": _NAME.format("f.file_name")}, calls="lib_copy_back.sql")
    copy = printed("files/copy.rman", FILE="f.file_id", PLACE=place)
    roll = printed("files/roll.rman", FILE="f.file_id")
    switch = printed("files/switch.rman", FILE="f.file_id", WHICH="'c.tag = ''''SEGTIER'''''", COPY="'TAG ''SEGTIER'''")
    old = "'c.name = ''''' || :s_name || ''''''"
    back = printed("files/switch.rman", FILE=":s_step", WHICH=old, COPY="'''' || :s_name || ''''")
    body = files_left(request) + held_files(request) + _check(request, "files/pieces.sql#archivelog_gate")
    body += _recorded(RECORDED_COPIES, log, lines, request)
    body += _recorded("copy_datafiles.rman", log, copy, request, "REPLACE")
    body += _recorded("roll_datafiles.rman", log, roll, request, "REPLACE")
    body += _recorded("switch_datafiles.rman", log, switch, request, "REPLACE")
    title = "writes the RMAN commands that copy and switch the data files (SYSDBA)"
    return [
        script("41_copy_datafiles.sql", title, body + template("files/copies.sql"), request, expected=_EXPECTED),
        script(
            "90_rollback_copies.sql",
            "writes the RMAN commands that switch back to the old files (SYSDBA)",
            template("files/back_rman.sql"),
            request,
            expected="one entry for each file that was recorded: seconds",
        ),
        library(
            "lib_copy_back.sql",
            "prints how to roll back one recorded file, called by the rollback",
            template("files/copy_back.sql", LINES=back),
            request,
        ),
    ]


def _check(request: TargetedRequest, gate: str) -> str:
    usable = str(request.tier.usable_bytes)
    return block(
        "files/check.sql",
        FILES=_files(request),
        USABLE=usable,
        MIRRORED=piece("mirrored", request),
        GATE=template(gate),
    )

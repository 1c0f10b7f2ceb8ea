"""Redo: as many new groups of the same size on flash as each thread has, then the old ones go when INACTIVE.

Where an inventory lists the groups, the new ones are written out; else the script looks them up. Where settings.sql names
a second place, each group gets a second member there. Standby redo logs come along, one more than the online groups of
each thread. Source: Data Guard Concepts and Administration, "Managing Standby Redo Logs".
"""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.moves.redo_known import STATE, RedoPlan, adds, held, hold, redo_plan
from segtier.plan.sqlplus import ddl, plsql
from segtier.plan.sqlplus.block import block, entry, record, replay
from segtier.plan.sqlplus.script import library, script
from segtier.plan.sqlplus.template import template

RECORDED = "old_redo.sql"
_EXPECTED = "as many redo groups as there are: seconds for each new one, up to ten minutes for each old one"
_ENTRY = entry(
    {
        "step": "g.group#",
        "need_bytes": "g.bytes",
        "name": "lit(TO_CHAR(g.thread#))",
        "kind": "lit(TO_CHAR(g.blocksize))",
        "sub": "lit(g.kind)",
        "index_homes": "lit(l_members)",
    },
    calls="lib_add_redo.sql",
)


def redo_files(request: TargetedRequest) -> tuple[BundleFile, ...]:
    """`50_redo.sql`, its rollback and the block that re-adds one recorded group."""
    look, stays = template("redo/look.sql"), template("redo/pieces.sql#stays").rstrip()
    recorded = record(RECORDED, "50_redo.log", template("redo/record.sql", ENTRY=_ENTRY))
    return (
        script(
            "50_redo.sql",
            "new redo groups on SSD, then the old ones go (SYSDBA)",
            look + recorded + "SET ECHO ON\n" + _add(redo_plan(request)) + _drop(stays) + look,
            request,
            expected=_EXPECTED,
            root=True,
        ),
        script(
            "90_rollback_redo.sql",
            "the recorded redo groups come back",
            replay(RECORDED) + _drop(f"NOT {stays}") + look,
            request,
            expected=_EXPECTED,
            root=True,
        ),
        library("lib_add_redo.sql", "adds one recorded redo group, called by the rollback", _add_back(), request),
    )


def standby_missing() -> str:
    """Rows of threads with the number of standby redo logs that the flash still lacks; none where there are no such logs."""
    return template("redo/standby_missing.sql").rstrip()


def _add(known: RedoPlan | None) -> str:
    if known is None:
        missing = template("redo/missing.sql").rstrip()
        add = ddl.ADD_LOGFILE.plsql(**_new("redo", "t.thread#", "l_group", "t.bytes", "l_blocks"))
        state, procedures = "", ""
        needed = template("redo/pieces.sql#needed", MISSING=missing)
        adding = template("redo/adds.sql", MISSING=missing, ADD=add)
    else:
        add = ddl.ADD_LOGFILE.plsql(**_new("redo", "p_thread", "p_group", "p_bytes", "TO_CHAR(p_block)"))
        state, procedures = STATE, hold(known) + template("redo/add_group.sql", ADD=add)
        needed, adding = held(known), adds(known)
    standby = ddl.ADD_STANDBY.plsql(**_new("standby", "t.thread#", "l_group", "t.bytes", "l_blocks"))
    return block(
        "redo/add.sql",
        STATE=state,
        PROCEDURES=procedures,
        NEEDED=needed,
        ADDS=adding,
        STANDBY_MISSING=standby_missing(),
        ADD_STANDBY=standby,
    )


def _new(kind: str, thread: str, group: str, size: str, block_size: str) -> dict[str, str]:
    """The slots of a new group, from PL/SQL expressions of numbers; its second member only where a place is named."""
    name = f"'segtier_{kind}_t' || {thread} || '_g' || {group} || '.log'"
    second = plsql.file_at_place(name, ":s_redo_second_place")
    return {
        "thread": f"TO_CHAR({thread})",
        "group": f"TO_CHAR({group})",
        "members": f"{plsql.file_at_place(name)} || CASE WHEN l_members = 2 THEN ', ' || {second} END",
        "bytes": f"TO_CHAR({size})",
        "blocksize": block_size,
    }


def _add_back() -> str:
    slots = {
        "thread": ":s_name",
        "group": "TO_CHAR(:s_step)",
        "members": "l_members",
        "bytes": "TO_CHAR(:s_need_bytes)",
        "blocksize": ":s_kind",
    }
    forms = {
        "ADD": ddl.ADD_LOGFILE,
        "ADD_REUSE": ddl.ADD_LOGFILE_REUSE,
        "ADD_STANDBY": ddl.ADD_STANDBY,
        "ADD_STANDBY_REUSE": ddl.ADD_STANDBY_REUSE,
    }
    return block("redo/add_back.sql", **{name: form.plsql(**slots) for name, form in forms.items()})


def _drop(stays: str) -> str:
    return block(
        "redo/drop.sql",
        STAYS=stays,
        ARCHIVE=ddl.ARCHIVE_CURRENT.plsql(),
        SWITCH=ddl.SWITCH_LOGFILE.plsql(),
        CHECKPOINT=ddl.CHECKPOINT.plsql(),
        DROP=ddl.DROP_LOGFILE.plsql(group="TO_CHAR(g.group#)"),
        DROP_STANDBY=ddl.DROP_STANDBY.plsql(group="TO_CHAR(g.group#)"),
    )

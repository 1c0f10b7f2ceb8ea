"""Redo: as many new groups of the same size on flash as each thread has, then the old ones go when INACTIVE.

Where an inventory lists the groups, the new ones are written out; else the script looks them up.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, place_sql, plsql
from segtier.plan.moves.redo_known import STATE, RedoPlan, adds, held, hold, redo_plan
from segtier.plan.recording import entry, record, replay
from segtier.plan.sqlplus import fill, library, script

RECORDED = "old_redo.sql"
_EXPECTED = "as many redo groups as there are: seconds for each new one, up to ten minutes for each old one"
_TRIES = 120
_WAIT_S = 5

LOOK = """\
COLUMN member FORMAT A90
SELECT l.thread#, l.group#, l.bytes, l.blocksize, l.members, l.archived, l.status, f.member
  FROM v$log l JOIN v$logfile f ON f.group# = l.group# ORDER BY l.thread#, l.group#, f.member;
SELECT group#, thread#, bytes, status FROM v$standby_log ORDER BY group#;
"""

_ENTRY = entry(
    {
        "step": "g.group#",
        "need_bytes": "g.bytes",
        "name": "lit(TO_CHAR(g.thread#))",
        "kind": "lit(TO_CHAR(g.blocksize))",
        "index_homes": "lit(l_members)",
    },
    calls="lib_add_redo.sql",
)

_RECORD = f"""\
DECLARE
  l_members VARCHAR2(4000);
  FUNCTION lit(p_text IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    RETURN 'UNISTR(''' || REPLACE(ASCIISTR(p_text), '''', '''''') || ''')';
  END;
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  FOR g IN (SELECT l.thread#, l.group#, l.bytes, l.blocksize FROM v$log l
             WHERE NOT EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_place || '/') = 1)
             ORDER BY l.group#) LOOP
    l_members := NULL;
    -- One entry for each member: two in one disk group come back as two there, under names that ASM gives.
    FOR m IN (SELECT CASE WHEN member LIKE '+%' THEN REGEXP_SUBSTR(member, '^[^/]+')
                          ELSE REPLACE(member, '/o1_mf_', '/segtier_') END AS place
                FROM v$logfile WHERE group# = g.group# ORDER BY member) LOOP
      l_members := l_members || CASE WHEN l_members IS NOT NULL THEN ', ' END || '''' || REPLACE(m.place, '''', '''''') || '''';
    END LOOP;
{_ENTRY}\
  END LOOP;
END;
/
"""

_ADD = f"""\
DECLARE
  l_count NUMBER;
%%STATE%%\
  l_group_type VARCHAR2(10);
{plsql.TALK}{place_sql.ROOM}\
%%PROCEDURES%%\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM v$thread WHERE enabled = 'PUBLIC' AND status = 'CLOSED';
  IF l_count > 0 THEN
    stop(l_count || ' thread(s) are enabled but closed. Start those instances first, their logs cannot be switched.');
  END IF;
%%NEEDED%%\
  check_room(l_need * 1.05, 'the redo');
  SELECT MAX(type) INTO l_group_type
    FROM v$asm_diskgroup WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED');
  IF NVL(l_group_type, 'EXTERN') = 'EXTERN' AND NVL(:s_unmirrored_ok, 'NO') <> 'YES' THEN
    stop('nothing says that ' || :s_flash_place || ' is mirrored. Losing the current redo loses committed work.'
      || ' Set unmirrored_ok to YES in settings.sql if the devices below it are mirrored.');
  END IF;
  SELECT MAX(members) INTO l_count FROM v$log
   WHERE group# NOT IN (SELECT group# FROM v$logfile WHERE INSTR(member, :s_flash_place || '/') = 1);
  IF l_count > 1 AND NVL(:s_one_member_ok, 'NO') <> 'YES' THEN
    stop('log groups have ' || l_count || ' members today and would have one. Set one_member_ok to YES in settings.sql if that'
      || ' is agreed: then only the redundancy of ' || :s_flash_place || ' stands for the others.');
  END IF;
  say('Total: ' || gib(l_need) || ' of new redo. Expected: ' || takes(l_need)
    || ', then up to ten minutes for each old group.');
%%ADDS%%\
END;
/
"""

_LOOKED_UP = {
    "STATE": "  l_group NUMBER;\n  l_blocks VARCHAR2(30);\n  l_need NUMBER;\n",
    "PROCEDURES": "",
    "NEEDED": "  SELECT NVL(SUM(GREATEST(t.missing, 0) * t.bytes), 0) INTO l_need FROM (%%MISSING%%) t;\n",
    "ADDS": """\
  FOR t IN (%%MISSING%% ORDER BY l.thread#) LOOP
    FOR n IN 1 .. t.missing LOOP
      SELECT MAX(group#) + 1 INTO l_group FROM (SELECT group# FROM v$log UNION ALL SELECT group# FROM v$standby_log);
      l_blocks := TO_CHAR(t.blocksize);
      run_ddl(%%ADD%%);
    END LOOP;
  END LOOP;
""",
}

_ADD_GROUP = """\
  PROCEDURE add_group(p_group IN NUMBER, p_thread IN NUMBER, p_bytes IN NUMBER, p_block IN NUMBER) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM v$log WHERE group# = p_group;
    IF l_count > 0 THEN
      say('Group ' || p_group || ' is there already.');
    ELSE
      run_ddl(%%ADD%%);
    END IF;
  END;
"""

_MISSING = """\
SELECT l.thread#, MAX(l.bytes) AS bytes, MAX(l.blocksize) AS blocksize, COUNT(*) - 2 * COUNT(f.group#) AS missing
    FROM v$log l LEFT JOIN (SELECT DISTINCT group# FROM v$logfile WHERE INSTR(member, :s_flash_place || '/') = 1) f
      ON f.group# = l.group#
   GROUP BY l.thread#"""

_DROP = f"""\
DECLARE
  l_count NUMBER;
  l_status VARCHAR2(30);
  l_archived VARCHAR2(3);
  l_log_mode VARCHAR2(30);
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  SELECT log_mode INTO l_log_mode FROM v$database;
  FOR t IN (SELECT s.thread#, SUM(s.stays) AS staying
              FROM (SELECT l.thread#, CASE WHEN %%STAYS%% THEN 1 ELSE 0 END AS stays FROM v$log l) s
             GROUP BY s.thread#) LOOP
    IF t.staying < 2 THEN
      stop('thread ' || t.thread# || ' would keep ' || t.staying || ' group(s), two are needed. Nothing was dropped.');
    END IF;
  END LOOP;
  FOR g IN (SELECT l.thread#, l.group# FROM v$log l WHERE NOT (%%STAYS%%) ORDER BY l.thread#, l.group#) LOOP
    FOR attempt IN 1 .. {_TRIES} LOOP
      SELECT status, archived INTO l_status, l_archived FROM v$log WHERE group# = g.group#;
      EXIT WHEN l_status = 'UNUSED' OR (l_status = 'INACTIVE' AND (l_archived = 'YES' OR l_log_mode = 'NOARCHIVELOG'));
      IF l_status = 'CURRENT' AND l_log_mode = 'ARCHIVELOG' THEN
        run_ddl({ddl.ARCHIVE_CURRENT.plsql()});
      ELSIF l_status = 'CURRENT' THEN
        run_ddl({ddl.SWITCH_LOGFILE.plsql()});
      END IF;
      run_ddl({ddl.CHECKPOINT.plsql()});
      DBMS_LOCK.SLEEP({_WAIT_S});
    END LOOP;
    IF l_status NOT IN ('UNUSED', 'INACTIVE') OR (l_archived = 'NO' AND l_log_mode = 'ARCHIVELOG' AND l_status <> 'UNUSED') THEN
      stop('group ' || g.group# || ' of thread ' || g.thread# || ' is still ' || l_status || ', archived ' || l_archived
        || '. Look at the archiver, then run this again: it goes on where it stopped.');
    END IF;
    FOR m IN (SELECT member FROM v$logfile WHERE group# = g.group# AND member NOT LIKE '+%') LOOP
      say('After this the file may be removed by hand, unless Oracle manages it: ' || m.member);
    END LOOP;
    run_ddl({ddl.DROP_LOGFILE.plsql(group="TO_CHAR(g.group#)")});
  END LOOP;
END;
/
"""

_IN_FLASH = (
    "EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_place || '/') = 1)"
)

_LIB_ADD = f"""\
DECLARE
  l_count NUMBER;
  l_members VARCHAR2(4000) := DBMS_LOB.SUBSTR(:s_index_homes, 4000, 1);
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  :s_handled := :s_handled + 1;
  SELECT COUNT(*) INTO l_count FROM v$log WHERE group# = :s_step;
  IF l_count > 0 THEN
    say('Group ' || :s_step || ' is back already.');
    RETURN;
  END IF;
  IF l_members LIKE '%''+%' THEN
    run_ddl(%%ADD%%);
  ELSE
    run_ddl(%%ADD_REUSE%%);
  END IF;
END;
/
"""


def redo_files(request: PlanRequest) -> tuple[BundleFile, ...]:
    """`50_redo.sql`, its rollback and the block that re-adds one recorded group."""
    known = redo_plan(request)
    body = fill(
        LOOK + record(RECORDED, "50_redo.log", _RECORD) + "SET ECHO ON\n" + _ADD + _DROP + LOOK,
        **(_LOOKED_UP if known is None else _written_out(known)),
        STAYS=_IN_FLASH,
        ADD=_add() if known is None else _add_known(),
        MISSING=_MISSING,
    )
    back = fill(replay(RECORDED) + _DROP + LOOK, STAYS=f"NOT {_IN_FLASH}")
    slots = {
        "thread": ":s_name",
        "group": "TO_CHAR(:s_step)",
        "members": "l_members",
        "bytes": "TO_CHAR(:s_need_bytes)",
        "blocksize": ":s_kind",
    }
    return (
        script(
            "50_redo.sql",
            "new redo groups on flash, then the old ones go (SYSDBA)",
            body,
            request,
            expected=_EXPECTED,
            root=True,
        ),
        script(
            "90_rollback_redo.sql",
            "the recorded redo groups come back",
            back,
            request,
            expected=_EXPECTED,
            root=True,
        ),
        library(
            "lib_add_redo.sql",
            "adds one recorded redo group, called by the rollback",
            fill(_LIB_ADD, ADD=ddl.ADD_LOGFILE.plsql(**slots), ADD_REUSE=ddl.ADD_LOGFILE_REUSE.plsql(**slots)),
            request,
        ),
    )


def _add() -> str:
    return ddl.ADD_LOGFILE.plsql(
        thread="TO_CHAR(t.thread#)",
        group="TO_CHAR(l_group)",
        members=place_sql.file_at_place("'/segtier_redo_t' || t.thread# || '_g' || l_group || '.log'"),
        bytes="TO_CHAR(t.bytes)",
        blocksize="l_blocks",
    )


def _written_out(plan: RedoPlan) -> dict[str, str]:
    """The slots of the adding block for groups that an inventory lists."""
    return {
        "STATE": f"  l_need NUMBER;\n{STATE}",
        "PROCEDURES": hold(plan) + _ADD_GROUP,
        "NEEDED": held(plan),
        "ADDS": adds(plan),
    }


def _add_known() -> str:
    return ddl.ADD_LOGFILE.plsql(
        thread="TO_CHAR(p_thread)",
        group="TO_CHAR(p_group)",
        members=place_sql.file_at_place("'/segtier_redo_t' || p_thread || '_g' || p_group || '.log'"),
        bytes="TO_CHAR(p_bytes)",
        blocksize="TO_CHAR(p_block)",
    )

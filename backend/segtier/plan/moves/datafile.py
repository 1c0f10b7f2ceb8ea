"""Everything: whole data files move, not segments.

Why files: segment by segment would leave LOBs, index-organized tables, clusters, queues and LONG tables behind, change
rowids and make indexes UNUSABLE. Moving the files takes all of it, keeps every name, and is undone by moving back.
Online from 12.1 Enterprise Edition (ALTER DATABASE MOVE DATAFILE); else RMAN image copies with a short outage per
file, which needs ARCHIVELOG. Which files there are an inventory says, else the script looks when it runs. SYSTEM, SYSAUX,
undo, temp and redo stay.
"""

from __future__ import annotations

from segtier.errors import Infeasible
from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import move_datafile_online
from segtier.plan import ddl, place_sql, plsql
from segtier.plan.moves.datafiles_known import held, known_files, list_files, walk
from segtier.plan.recording import entry, record, replay
from segtier.plan.sqlplus import fill, library, script

RECORDED = "old_datafiles.sql"
_EXPECTED = "all data files but SYSTEM, SYSAUX, undo and temp; bytes and time are printed once they are counted"

FILES = """\
SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes
              FROM dba_data_files f JOIN dba_tablespaces t ON t.tablespace_name = f.tablespace_name
             WHERE t.contents = 'PERMANENT' AND t.tablespace_name NOT IN ('SYSTEM', 'SYSAUX')
               AND INSTR(f.file_name, :s_flash_place || '/') <> 1"""

OUTSIDE = """\
dba_data_files f JOIN dba_tablespaces t ON t.tablespace_name = f.tablespace_name
 WHERE t.contents = 'PERMANENT' AND t.tablespace_name NOT IN ('SYSTEM', 'SYSAUX')
   AND INSTR(f.file_name, :s_flash_place || '/') <> 1"""
"""Rows of data files that the option moves and that are not there."""
FILES_LEFT = f"""\
COLUMN file_name FORMAT A90
COLUMN tablespace_name FORMAT A30
PROMPT Files outside the flash, expected after the move: none
SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes
  FROM {OUTSIDE} ORDER BY f.file_id;
"""

_CHECK = f"""\
DECLARE
  l_count NUMBER;
  l_bytes NUMBER;
  l_log_mode VARCHAR2(30);
{plsql.TALK}{place_sql.ROOM}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM ({FILES}) x JOIN dba_data_files d ON d.file_id = x.file_id
   WHERE d.online_status <> 'ONLINE';
  IF l_count > 0 THEN
    stop(l_count || ' data file(s) are not online. Bring them online first.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM ({FILES})
   WHERE file_name LIKE '%''%' OR REGEXP_LIKE(file_name, '[[:cntrl:]]');
  IF l_count > 0 THEN
    stop(l_count || ' data file(s) have a quote or a control character in their names. Rename them first.');
  END IF;
  SELECT NVL(SUM(bytes), 0) INTO l_bytes FROM ({FILES});
  say('To move: ' || gib(l_bytes) || '. Expected: ' || takes(l_bytes));
  IF l_bytes * 1.03 > %%USABLE%% THEN
    stop('the files need ' || gib(l_bytes * 1.03) || ', the flash holds ' || gib(%%USABLE%%));
  END IF;
  check_room(l_bytes * 1.03, 'the move');
%%MORE%%\
END;
/
"""

_ONLINE_GATE = """\
  IF :s_is_ee <> 'YES' OR :s_release < 12.01 THEN
    stop('moving data files online needs 12.1 and Enterprise Edition. Use 41_copy_datafiles.sql if the bundle has it.');
  END IF;
"""

_ARCHIVELOG_GATE = """\
  SELECT log_mode INTO l_log_mode FROM v$database;
  IF l_log_mode <> 'ARCHIVELOG' THEN
    stop('RMAN copies of an open database need ARCHIVELOG mode; this is ' || l_log_mode);
  END IF;
"""

_RECORD = f"""\
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  FOR f IN ({FILES}
             ORDER BY f.file_id) LOOP
%%LINES%%\
  END LOOP;
END;
/
"""

_OLD_PLACE = (
    "'UNISTR(''' || ASCIISTR(CASE WHEN f.file_name LIKE '+%' THEN REGEXP_SUBSTR(f.file_name, '^[^/]+')"
    " ELSE f.file_name END) || ''')'"
)
_RECORD_LINES = entry({"step": "f.file_id", "name": _OLD_PLACE}, calls="lib_move_datafile.sql")

_MOVE = f"""\
PROMPT Now the moves, one file at a time. Watch them in v$session_longops (Online data file move)
DECLARE
  l_count NUMBER;
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  FOR f IN ({FILES}
             ORDER BY f.file_id) LOOP
    DBMS_APPLICATION_INFO.SET_CLIENT_INFO('Segtier: data file ' || f.file_id);
    say(gib(f.bytes) || ' of ' || q(f.tablespace_name) || ', now ' || f.file_name);
    run_ddl(%%MOVE%%);
  END LOOP;
END;
/
"""

_LIB = f"""\
DECLARE
  l_count NUMBER;
  l_name VARCHAR2(600);
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  :s_handled := :s_handled + 1;
  SELECT MAX(file_name) INTO l_name FROM dba_data_files WHERE file_id = :s_step;
  IF l_name IS NULL THEN
    say('Data file ' || :s_step || ' is gone, nothing to move back.');
  ELSIF l_name = :s_name OR l_name LIKE :s_name || '/%' THEN
    say('Data file ' || :s_step || ' is back already.');
  ELSE
    run_ddl({ddl.MOVE_DATAFILE.plsql(file_id="TO_CHAR(:s_step)", file="'''' || :s_name || ''''")});
  END IF;
END;
/
"""

_RMAN_COPY = """\
    DBMS_OUTPUT.PUT_LINE('BACKUP AS COPY DATAFILE ' || f.file_id || ' FORMAT ''' || :s_flash_place
      || CASE WHEN :s_flash_place LIKE '/%' THEN '/%U' END || ''';');
"""

_RMAN_SWITCH = """\
    DBMS_OUTPUT.PUT_LINE('SQL ''ALTER DATABASE DATAFILE ' || f.file_id || ' OFFLINE'';');
    DBMS_OUTPUT.PUT_LINE('SWITCH DATAFILE ' || f.file_id || ' TO COPY;');
    DBMS_OUTPUT.PUT_LINE('RECOVER DATAFILE ' || f.file_id || ';');
    DBMS_OUTPUT.PUT_LINE('SQL ''ALTER DATABASE DATAFILE ' || f.file_id || ' ONLINE'';');
"""

_RMAN_BACK = """\
    DBMS_OUTPUT.PUT_LINE('SQL ''ALTER DATABASE DATAFILE ' || f.file_id || ' OFFLINE'';');
    DBMS_OUTPUT.PUT_LINE('RUN { SWITCH DATAFILE ' || f.file_id || ' TO DATAFILECOPY ''' || f.file_name || '''; }');
    DBMS_OUTPUT.PUT_LINE('RECOVER DATAFILE ' || f.file_id || ';');
    DBMS_OUTPUT.PUT_LINE('SQL ''ALTER DATABASE DATAFILE ' || f.file_id || ' ONLINE'';');
"""


def datafile_files(request: PlanRequest) -> tuple[BundleFile, ...]:
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
        files.append(_copies(request))
    known = known_files(request)
    if known is not None:
        files += list_files(known, request, online=gate.allowed is not False)
    return tuple(files)


def held_files(request: PlanRequest) -> str:
    """Blocks that hold the data files against the inventory; empty where it does not list them."""
    known = known_files(request)
    return "" if known is None else held(known, FILES)


def _moves(request: PlanRequest) -> str:
    known = known_files(request)
    if known is not None:
        return "PROMPT Now the moves. Watch them in v$session_longops (Online data file move)\n" + walk(known, "RUN")
    # In a directory the file keeps its own name; the number keeps two equal names apart.
    target = place_sql.file_at_place("'/f' || f.file_id || '_' || REGEXP_SUBSTR(f.file_name, '[^/+]+$')")
    return fill(_MOVE, MOVE=ddl.MOVE_DATAFILE.plsql(file_id="TO_CHAR(f.file_id)", file=target))


def _online(request: PlanRequest) -> list[BundleFile]:
    recorded = record(RECORDED, "40_move_datafiles.log", fill(_RECORD, LINES=_RECORD_LINES)) + "SET ECHO ON\n"
    check = held_files(request) + _check(request, _ONLINE_GATE)
    body = FILES_LEFT + check + recorded + _moves(request) + FILES_LEFT
    title = "moves whole data files while they are open (SYSDBA)"
    back = "moves the recorded data files back (SYSDBA)"
    return [
        script("40_move_datafiles.sql", title, body, request, expected=_EXPECTED),
        script("90_rollback_datafiles.sql", back, replay(RECORDED), request, expected=_EXPECTED),
        library("lib_move_datafile.sql", "moves one recorded data file back, called by the rollback", _LIB, request),
    ]


def _copies(request: PlanRequest) -> BundleFile:
    name = "41_copy_datafiles.sql"
    log = name.replace(".sql", ".log")
    spools = (
        ("copy_datafiles.rman", _RMAN_COPY),
        ("switch_datafiles.rman", _RMAN_SWITCH),
        ("rollback_datafiles.rman", _RMAN_BACK),
    )
    body = FILES_LEFT + held_files(request) + _check(request, _ARCHIVELOG_GATE)
    for file, lines in spools:
        body += record(file, log, fill(_RECORD, LINES=lines), how="REPLACE") + "SET ECHO ON\n"
    body += (
        "PROMPT Written: copy_datafiles.rman, switch_datafiles.rman, rollback_datafiles.rman. Read them\n"
        "PROMPT Then: rman target / cmdfile copy_datafiles.rman (open, no outage)\n"
        "PROMPT Then: rman target / cmdfile switch_datafiles.rman (each file is offline while it recovers)\n"
    )
    title = "writes the RMAN commands that copy and switch the data files (SYSDBA)"
    return script(name, title, body, request, expected=_EXPECTED)


def _check(request: PlanRequest, gate: str) -> str:
    return fill(_CHECK, MORE=gate, USABLE=str(request.tier.usable_bytes))

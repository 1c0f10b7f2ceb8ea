"""Everything: whole data files move, not segments.

Why files: segment by segment would leave LOBs, index-organized tables, clusters, queues and LONG tables behind, change
rowids and make indexes UNUSABLE. Moving the files takes all of it, keeps every name, and is undone by moving back.
Online from 12.1 Enterprise Edition (ALTER DATABASE MOVE DATAFILE); else RMAN image copies with a short outage per
file, which needs ARCHIVELOG. Which files there are is looked up when the script runs. SYSTEM, SYSAUX, undo, temp and redo stay.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, plsql
from segtier.plan.capabilities import move_datafile_online
from segtier.plan.quoting import location
from segtier.plan.sqlplus import fill, library, script

RECORDED = "old_datafiles.sql"

_FILES = """\
SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes
              FROM dba_data_files f JOIN dba_tablespaces t ON t.tablespace_name = f.tablespace_name
             WHERE t.contents = 'PERMANENT' AND t.tablespace_name NOT IN ('SYSTEM', 'SYSAUX')
               AND f.file_name NOT LIKE '%%PREFIX%%/%'"""

_LIST = """\
COLUMN file_name FORMAT A90
COLUMN tablespace_name FORMAT A30
PROMPT Files outside %%PREFIX%%, expected after the move: none
SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes
  FROM dba_data_files f JOIN dba_tablespaces t ON t.tablespace_name = f.tablespace_name
 WHERE t.contents = 'PERMANENT' AND t.tablespace_name NOT IN ('SYSTEM', 'SYSAUX')
   AND f.file_name NOT LIKE '%%PREFIX%%/%' ORDER BY f.file_id;
"""

_CHECK = f"""\
DECLARE
  l_count NUMBER;
  l_bytes NUMBER;
  l_log_mode VARCHAR2(30);
%%LOCATION_VARIABLES%%\
{plsql.TALK}\
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM ({_FILES}) x JOIN dba_data_files d ON d.file_id = x.file_id
   WHERE d.online_status <> 'ONLINE';
  IF l_count > 0 THEN
    stop(l_count || ' data file(s) are not online. Bring them online first.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM ({_FILES})
   WHERE file_name LIKE '%''%' OR REGEXP_LIKE(file_name, '[[:cntrl:]]');
  IF l_count > 0 THEN
    stop(l_count || ' data file(s) have a quote or a control character in their names. Rename them first.');
  END IF;
  SELECT NVL(SUM(bytes), 0) INTO l_bytes FROM ({_FILES});
  say('To move: ' || gib(l_bytes));
  IF l_bytes * 1.03 > %%USABLE%% THEN
    stop('the files need ' || gib(l_bytes * 1.03) || ', the flash holds ' || gib(%%USABLE%%));
  END IF;
%%LOCATION_CHECK%%%%MORE%%\
END;
/
"""

_GROUP = """\
  SELECT MAX(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_group_free
    FROM v$asm_diskgroup WHERE name = '%%GROUP%%' AND state IN ('MOUNTED', 'CONNECTED');
  IF l_group_free IS NULL THEN
    stop('disk group %%GROUP%% is not mounted here. Run 20_asm_diskgroups.sql first.');
  ELSIF l_group_free < l_bytes * 1.03 THEN
    stop('disk group %%GROUP%% has room for ' || gib(l_group_free) || ', the files need ' || gib(l_bytes * 1.03));
  END IF;
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
SPOOL OFF
SET ECHO OFF FEEDBACK OFF TIMING OFF TERMOUT OFF LINESIZE 2000
SPOOL %%FILE%% %%HOW%%
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  FOR f IN ({_FILES}
             ORDER BY f.file_id) LOOP
%%LINES%%\
  END LOOP;
END;
/
SPOOL OFF
SET TERMOUT ON LINESIZE 220 TIMING ON FEEDBACK ON
SPOOL %%LOG%% APPEND
SET ECHO ON
"""

_RECORD_LINES = """\
    DBMS_OUTPUT.PUT_LINE('BEGIN');
    DBMS_OUTPUT.PUT_LINE('  :s_step := ' || f.file_id || ';');
    DBMS_OUTPUT.PUT_LINE('  :s_name := UNISTR(''' || ASCIISTR(
      CASE WHEN f.file_name LIKE '+%' THEN REGEXP_SUBSTR(f.file_name, '^[^/]+') ELSE f.file_name END) || ''');');
    DBMS_OUTPUT.PUT_LINE('END;');
    DBMS_OUTPUT.PUT_LINE('/');
    DBMS_OUTPUT.PUT_LINE('@@lib_move_datafile.sql');
"""

_MOVE = f"""\
PROMPT Now the moves, one file at a time. Watch them in v$session_longops (Online data file move)
DECLARE
  l_count NUMBER;
{plsql.TALK}\
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
  :s_mode := 'RUN';
  FOR f IN ({_FILES}
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
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
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
    DBMS_OUTPUT.PUT_LINE('BACKUP AS COPY DATAFILE ' || f.file_id || ' FORMAT ''%%FORMAT%%'';');
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
    """The online script, the RMAN one, or both where the report does not give release and edition."""
    where = location(request.targets.data_diskgroup)
    gate = move_datafile_online(request.database)
    files: list[BundleFile] = []
    if gate.allowed is not False:
        files += _online(where, request)
    if gate.allowed is not True:
        files.append(_copies(where, request))
    return tuple(files)


def files_left(where: str) -> str:
    """A query of the data files outside the flash, with the expected answer."""
    return fill(_LIST, PREFIX=where)


def _online(where: str, request: PlanRequest) -> list[BundleFile]:
    target = f"'''{where}'''" if where.startswith("+") else _in_directory(where)
    move = ddl.MOVE_DATAFILE.plsql(file_id="TO_CHAR(f.file_id)", file=target)
    body = fill(
        _LIST + _check(where, request, _ONLINE_GATE) + _RECORD + _MOVE + _LIST,
        FILE=RECORDED,
        HOW="APPEND",
        LOG="40_move_datafiles.log",
        LINES=_RECORD_LINES,
        MOVE=move,
        PREFIX=where,
    )
    back = "SET ECHO OFF\n@@" + RECORDED + "\nSET ECHO ON\n" + _RECORDED_SEEN
    return [
        script("40_move_datafiles.sql", "moves whole data files while they are open (SYSDBA)", body, request),
        script("90_rollback_datafiles.sql", "moves the recorded data files back (SYSDBA)", back, request),
        library("lib_move_datafile.sql", "moves one recorded data file back, called by the rollback", _LIB, request),
    ]


def _in_directory(where: str) -> str:
    """The file keeps its own name in the new directory; the number keeps two equal names apart."""
    return f"'''{where}/f' || f.file_id || '_' || REGEXP_SUBSTR(f.file_name, '[^/+]+$') || ''''"


_RECORDED_SEEN = f"""\
BEGIN
  IF :s_handled = 0 THEN
    raise_application_error(-20100, 'STOP: {RECORDED} is not here or empty, so the old places are not known.');
  END IF;
END;
/
"""


def _copies(where: str, request: PlanRequest) -> BundleFile:
    name = "41_copy_datafiles.sql"
    log = name.replace(".sql", ".log")
    spools = (
        ("copy_datafiles.rman", _RMAN_COPY),
        ("switch_datafiles.rman", _RMAN_SWITCH),
        ("rollback_datafiles.rman", _RMAN_BACK),
    )
    form = where if where.startswith("+") else f"{where}/%U"
    body = _LIST + _check(where, request, _ARCHIVELOG_GATE)
    for file, lines in spools:
        body += fill(_RECORD, FILE=file, HOW="REPLACE", LOG=log, LINES=fill(lines, FORMAT=form))
    body += (
        "PROMPT Written: copy_datafiles.rman, switch_datafiles.rman, rollback_datafiles.rman. Read them\n"
        "PROMPT Then: rman target / cmdfile copy_datafiles.rman (open, no outage)\n"
        "PROMPT Then: rman target / cmdfile switch_datafiles.rman (each file is offline while it recovers)\n"
    )
    return script(
        name, "writes the RMAN commands that copy and switch the data files (SYSDBA)", fill(body, PREFIX=where), request
    )


def _check(where: str, request: PlanRequest, gate: str) -> str:
    asm = where.startswith("+")
    return fill(
        _CHECK,
        LOCATION_VARIABLES="  l_group_free NUMBER;\n" if asm else "",
        LOCATION_CHECK=fill(_GROUP, GROUP=where[1:]) if asm else "",
        MORE=gate,
        USABLE=str(request.tier.usable_bytes),
    )

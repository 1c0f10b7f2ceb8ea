"""SQL*Plus scripts: the head every script has, the guard against the wrong database, and the tail.

Rules that keep SQL*Plus from reading data as commands: substitution is off, no line is empty inside a statement,
no line starts with text that is not ours, no line ends with `-`, and comments hold cleaned text only.
Source: SQL*Plus User's Guide and Reference, SET, WHENEVER, "Placing Comments in Scripts".
"""

from __future__ import annotations

import textwrap

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import is_enterprise
from segtier.oracle.releases import release_of
from segtier.plan.by_platform import by_platform, directory, is_windows, slash
from segtier.plan.by_target import piece
from segtier.plan.disk_group import existing_group
from segtier.plan.place import EXAMPLE
from segtier.plan.quoting import comment_text, sql_literal

SERVEROUTPUT = "SET SERVEROUTPUT ON SIZE UNLIMITED FORMAT WRAPPED"
_WIDTH = 100
_NEVER_BARRED = ("80", "90", "91")
"""Numbers of the scripts that look or go back: they run whatever has changed since the inventory."""

_HEAD = f"""\
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET DEFINE OFF
SET ESCAPE OFF
SET SQLBLANKLINES ON
SET LINESIZE 220 PAGESIZE 200 TRIMSPOOL ON TAB OFF LONG 100000
{SERVEROUTPUT}
SET TIMING ON
SET ECHO ON
"""

_VARIABLES = """\
VARIABLE s_guard_ok VARCHAR2(3)
VARIABLE s_mode VARCHAR2(10)
VARIABLE s_problems NUMBER
VARIABLE s_handled NUMBER
VARIABLE s_need_bytes NUMBER
VARIABLE s_log_bytes NUMBER
VARIABLE s_sort_bytes NUMBER
VARIABLE s_create_bytes NUMBER
VARIABLE s_room_bytes NUMBER
VARIABLE s_passes NUMBER
VARIABLE s_fails NUMBER
VARIABLE s_unchecked NUMBER
VARIABLE s_is_ee VARCHAR2(3)
VARIABLE s_release NUMBER
VARIABLE s_pdb VARCHAR2(512)
VARIABLE s_step NUMBER
VARIABLE s_owner VARCHAR2(512)
VARIABLE s_name VARCHAR2(512)
VARIABLE s_sub VARCHAR2(512)
VARIABLE s_kind VARCHAR2(30)
VARIABLE s_to_ts VARCHAR2(512)
VARIABLE s_index_homes CLOB
VARIABLE s_allow_offline VARCHAR2(3)
VARIABLE s_lock_wait_s NUMBER
VARIABLE s_unmirrored_ok VARCHAR2(3)
VARIABLE s_one_member_ok VARCHAR2(3)
VARIABLE s_redo_second_place VARCHAR2(512)
VARIABLE s_move_temp_users VARCHAR2(3)
VARIABLE s_devices_checked VARCHAR2(3)
VARIABLE s_memory_checked VARCHAR2(3)
VARIABLE s_oracle_linux_checked VARCHAR2(3)
VARIABLE s_diagnostics_pack VARCHAR2(3)
VARIABLE s_confirm_database VARCHAR2(30)
VARIABLE s_flash_place VARCHAR2(512)
VARIABLE s_flash_start VARCHAR2(513)
VARIABLE s_second_start VARCHAR2(513)
VARIABLE s_slash VARCHAR2(1)
VARIABLE s_ignore_precheck VARCHAR2(3)
VARIABLE s_new_partitions_ok VARCHAR2(3)
VARIABLE s_compatible NUMBER
"""

_VARIABLES_MOVES = """\
VARIABLE s_shape VARCHAR2(10)
VARIABLE s_table VARCHAR2(512)
VARIABLE s_index VARCHAR2(512)
VARIABLE s_part VARCHAR2(512)
VARIABLE s_parent VARCHAR2(512)
VARIABLE s_like VARCHAR2(30)
VARIABLE s_online VARCHAR2(3)
VARIABLE s_since NUMBER
VARIABLE s_why VARCHAR2(1000)
VARIABLE s_rebuilds VARCHAR2(3)
VARIABLE s_indexes VARCHAR2(4)
VARIABLE s_known VARCHAR2(2000)
VARIABLE s_sql CLOB
VARIABLE s_sql_offline CLOB
VARIABLE s_rows CLOB
"""
"""One operation on a segment (`moves/entries.py`); only plans that move segments carry them."""

_GUARD = """\
PROMPT Guard: is this the database the plan was made for?
DECLARE
  l_name VARCHAR2(30);
  l_dbid NUMBER;
  l_con_dbid NUMBER;
  l_open VARCHAR2(30);
  l_role VARCHAR2(30);
  l_log_mode VARCHAR2(30);
  l_forced VARCHAR2(60);
  l_version VARCHAR2(60);
  l_cluster VARCHAR2(30);
  l_cdb VARCHAR2(3) := 'NO';
  l_ee VARCHAR2(64);
  l_compatible VARCHAR2(60);
  l_plan_name VARCHAR2(600) := UPPER(%%NAME%%);
  l_plan_dbid NUMBER := %%DBID%%;
  l_plan_release VARCHAR2(60) := %%RELEASE%%;
  PROCEDURE stop(p_text IN VARCHAR2) IS
  BEGIN
    raise_application_error(-20100, 'STOP: ' || p_text);
  END;
BEGIN
  :s_guard_ok := 'NO';
  IF :s_lock_wait_s IS NULL THEN
    stop('settings.sql was not read. Run this from the folder of the bundle where it lies: @steps/NAME.sql');
  END IF;
%%CONNECTED%%  SELECT d.name, d.dbid, d.open_mode, d.database_role, d.log_mode, d.force_logging, i.version
    INTO l_name, l_dbid, l_open, l_role, l_log_mode, l_forced, l_version
    FROM v$database d CROSS JOIN v$instance i;
  :s_release := TO_NUMBER(REGEXP_SUBSTR(l_version, '[0-9]+', 1, 1)) + TO_NUMBER(REGEXP_SUBSTR(l_version, '[0-9]+', 1, 2)) / 100;
  SELECT MAX(value) INTO l_compatible FROM v$parameter WHERE name = 'compatible';
  :s_compatible := TO_NUMBER(REGEXP_SUBSTR(l_compatible, '[0-9]+', 1, 1))
    + TO_NUMBER(NVL(REGEXP_SUBSTR(l_compatible, '[0-9]+', 1, 2), '0')) / 100;
  IF :s_release < %%LEAST%% THEN
    stop('this script is for releases from %%LEAST%% on; this is ' || l_version);
  END IF;
  l_con_dbid := l_dbid;
  IF :s_release >= 12.01 THEN
    EXECUTE IMMEDIATE 'SELECT cdb, con_dbid FROM v$database' INTO l_cdb, l_con_dbid;
  END IF;
  IF l_plan_name IS NULL AND l_plan_dbid IS NULL AND UPPER(NVL(:s_confirm_database, '-')) <> UPPER(l_name) THEN
    stop('the inputs do not name their database. Write ' || l_name || ' as confirm_database in settings.sql if it is this one.');
  END IF;
  IF l_plan_name IS NOT NULL AND l_plan_name <> UPPER(l_name) THEN
    stop('this is database ' || l_name || ', the plan was made for ' || l_plan_name);
  END IF;
  IF l_plan_dbid IS NOT NULL AND l_plan_dbid NOT IN (l_dbid, l_con_dbid) THEN
    stop('DBID is ' || l_dbid || ', the plan was made for ' || l_plan_dbid);
  END IF;
  IF l_plan_release IS NOT NULL AND l_version || '.' NOT LIKE l_plan_release || '.%' THEN
    stop('release is ' || l_version || ', the plan was made for ' || l_plan_release
      || '. Make the plan again from a new report.');
  END IF;
  IF l_open <> 'READ WRITE' OR l_role <> 'PRIMARY' THEN
    stop('the database must be an open primary; it is ' || l_role || ', ' || l_open);
  END IF;
%%LOGGED%%%%SINGLE_ONLY%%  SELECT MAX(value) INTO l_ee FROM v$option WHERE parameter = 'Online Index Build';
  :s_is_ee := CASE WHEN l_ee = 'TRUE' THEN 'YES' ELSE 'NO' END;
%%EDITION%%%%CONTAINER%%%%PLACE%%  :s_problems := 0;
  :s_handled := 0;
  :s_need_bytes := 0;
  :s_log_bytes := 0;
  :s_sort_bytes := 0;
  :s_create_bytes := 0;
  :s_room_bytes := 0;
  :s_passes := 0;
  :s_fails := 0;
  :s_unchecked := 0;
  :s_index_homes := ' ';
  :s_guard_ok := 'YES';
  DBMS_OUTPUT.PUT_LINE('Guard passed: ' || l_name || ', DBID ' || l_dbid || ', ' || l_version
    || ', ' || l_log_mode || ', force logging ' || l_forced);
END;
/
"""

_SINGLE_ONLY = """\
  SELECT MAX(value) INTO l_cluster FROM v$parameter WHERE name = 'cluster_database';
  IF l_cluster = 'TRUE' THEN
    stop('this runs as a cluster (cluster_database = TRUE) and the flash sits inside one server.');
  END IF;
"""

_AS_LOGGED = """\
  IF %%FOUND%% <> '%%KNOWN%%' THEN
    stop('%%WHAT%% is ' || %%FOUND%% || ', the inventory the plan was made from said %%KNOWN%%.'
      || ' Collect again and make the plan again.');
  END IF;
"""

_EDITION = """\
  IF :s_is_ee <> '%%EXPECTED%%' THEN
    stop('the report gives another edition than v$option does (Online Index Build = ' || l_ee || ').');
  END IF;
"""

_PLACE = """\
  IF NVL(:s_flash_place, '%%EXAMPLE%%') = '%%EXAMPLE%%' THEN
    stop('nothing says where the flash is. Write flash_place in settings.sql: +GROUP for a disk group, or a directory.');
  ELSIF NOT REGEXP_LIKE(:s_flash_place, '%%PLACES%%') THEN
    stop('flash_place in settings.sql is neither +GROUP in capitals nor %%TOLD%% letters, digits, . _ and -');
  ELSIF :s_flash_place LIKE '/dev/%' AND NOT REGEXP_LIKE(:s_flash_place, '^/dev/segtier/[a-z][a-z0-9_]{0,29}$') THEN
    stop('flash_place in settings.sql is a name of the kernel, which may change: 10_os_setup.sh makes /dev/segtier/NAME.');
  END IF;
  IF NOT REGEXP_LIKE(:s_redo_second_place, '%%PLACES%%') THEN
    stop('redo_second_place in settings.sql is neither +GROUP in capitals nor %%TOLD%% letters, digits, . _ and -');
  END IF;
  :s_slash := '%%SLASH%%';
  :s_flash_start := :s_flash_place || CASE WHEN :s_flash_place LIKE '+%' THEN '/' ELSE :s_slash END;
  :s_second_start := CASE WHEN :s_redo_second_place IS NOT NULL
    THEN :s_redo_second_place || CASE WHEN :s_redo_second_place LIKE '+%' THEN '/' ELSE :s_slash END END;
"""

_IN_PDB = """\
  IF l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') = 'CDB$ROOT' THEN
    stop('this is the root of a container database: connect to the PDB this is for.');
  END IF;
"""

_IN_THIS_PDB = """\
  IF l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') <> %%PDB%% THEN
    stop('this is container ' || SYS_CONTEXT('USERENV', 'CON_NAME') || ', the plan was made for ' || %%PDB%% || '.');
  END IF;
"""

_IN_ROOT = """\
  IF l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') <> 'CDB$ROOT' THEN
    stop('connect to CDB$ROOT: this changes the whole instance.');
  END IF;
"""


def fill(text: str, **values: str) -> str:
    """`text` with every %%NAME%% replaced."""
    for name, value in values.items():
        text = text.replace(f"%%{name}%%", value)
    return text


def script(path: str, title: str, body: str, request: PlanRequest, *, expected: str, root: bool = False) -> BundleFile:
    """A SQL*Plus script: head, variables, guard, `body`, tail.

    `expected`: what it handles and how long that takes. `root`: instance-wide, belongs to CDB$ROOT.
    """
    parts = (
        header(path, title, request, mark="--"),
        _HEAD,
        f"SPOOL {path.removesuffix('.sql')}.log APPEND\n",
        "PROMPT !!! THE ADVICE WAS NOT TO DO THIS: see plan.md !!!\n" if request.overridden else "",
        f"PROMPT Expected: {comment_text(expected)}\n",
        _VARIABLES,
        _VARIABLES_MOVES if request.spec.by_name else "",
        "@@settings.sql\n",
        _guard(request, root=root, logged="" if path[:2] in _NEVER_BARRED else _as_logged(request)),
        body,
        f"PROMPT {path} has finished\nSPOOL OFF\nEXIT SUCCESS\n",
    )
    make_group = "" if existing_group(request) else " Run 20_asm_diskgroups.sql first."
    text = fill(
        "".join(parts),
        AT_PLACE=piece("at_place.sql", request, MAKE_GROUP=make_group).rstrip(),
        UNSEEN=piece("unseen.sql", request),
    )
    return BundleFile(path, by_platform(text, request))


def library(path: str, title: str, block: str, request: PlanRequest) -> BundleFile:
    """A file other scripts call with `@@`."""
    text = header(path, title, request, mark="--") + block
    return BundleFile(path, by_platform(text, request))


def header(path: str, title: str, request: PlanRequest, *, mark: str) -> str:
    """Comment lines at the head of every file; loud where the advice was not to do this."""
    lines = [f"{path}: {title}", f"Written by Segtier {comment_text(request.engine_version or 'unversioned')}."]
    lines += ["It has not been run against an Oracle server before: try it on a copy first."]
    if request.overridden:
        why = request.override_reason or request.verdict_text or "see plan.md"
        lines += ["!!! THE ADVICE WAS NOT TO DO THIS !!!", f"Why: {comment_text(why)}"]
    wrapped = [part for line in lines for part in textwrap.wrap(line, _WIDTH, break_long_words=True)]
    return "".join(f"{mark} {line.rstrip(' -;')}\n" for line in wrapped)


def _as_logged(request: PlanRequest) -> str:
    """Stops where redo is kept or forced otherwise than the inventory said; options that write none are left alone."""
    known = request.known
    if known is None or not request.spec.logged:
        return ""
    mode = {True: "ARCHIVELOG", False: "NOARCHIVELOG", None: None}[known.archivelog]
    forced = {True: "YES", False: "NO", None: None}[known.force_logging]
    found = (("the log mode", "l_log_mode", mode), ("force logging", "l_forced", forced))
    return "".join(fill(_AS_LOGGED, WHAT=what, FOUND=name, KNOWN=value) for what, name, value in found if value)


def _guard(request: PlanRequest, *, root: bool, logged: str) -> str:
    """On RDS nobody enters the root: each script runs in the container of its database."""
    root = root and not request.on_rds
    enterprise = is_enterprise(request.database)
    single_only = not request.tier.shared and not request.spec.per_node and not request.on_rds
    lists_switch = request.spec.by_name and any(segment.pdb for segment in request.move)
    pinned = fill(_IN_THIS_PDB, PDB=sql_literal(request.database.pdb)) if request.database.pdb else _IN_PDB
    container = "" if lists_switch else pinned
    return fill(
        _GUARD,
        LOGGED=logged,
        CONNECTED=piece("connected.sql", request),
        NAME=sql_literal(request.database.name),
        DBID="NULL" if request.database.dbid is None else str(int(request.database.dbid)),
        RELEASE=_release_literal(request),
        SINGLE_ONLY=_SINGLE_ONLY if single_only else "",
        EDITION="" if enterprise is None else fill(_EDITION, EXPECTED="YES" if enterprise else "NO"),
        CONTAINER=_IN_ROOT if root else container,
        PLACE="" if request.spec.per_node else _place_guard(request),
        LEAST="11.02" if root else "11.01",
    )


def _place_guard(request: PlanRequest) -> str:
    if request.on_rds:
        return piece("place.sql", request)
    told = "a path such as E:\\ORADATA\\SSD in capitals, of" if is_windows(request) else "an absolute path of"
    places = f"^([+][A-Z][A-Z0-9_]{{0,29}}|{directory(request)})$"
    return fill(_PLACE, EXAMPLE=EXAMPLE, TOLD=told, SLASH=slash(request), PLACES=places)


def _release_literal(request: PlanRequest) -> str:
    """As much of the release as the gates depend on: 11.2.0.3 and 12.1.0.2 whole, 12.2, 19."""
    release = release_of(request.database)
    if release is None:
        return "NULL"
    parts = 1 if release[0] >= 18 else 2
    if request.spec.per_node and release[:2] == (11, 2):
        parts = 4
    return "'" + ".".join(str(part) for part in release[:parts]) + "'"

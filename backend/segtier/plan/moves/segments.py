"""The scripts that walk the lists of segments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.moves import index, partition, table
from segtier.plan.moves.lists import MoveList, list_file
from segtier.plan.sqlplus import fill, script

_NUMBERS = {"tables": "40", "partitions": "41", "indexes": "42"}
_WRITERS = {
    "tables": table.table_library,
    "partitions": partition.partition_library,
    "indexes": index.index_library,
}
RECORDED = "old_placement.sql"

MODE = "BEGIN\n  :s_mode := '%%MODE%%';\n  :s_handled := 0;\nEND;\n/\n"
_QUIET = "SET ECHO OFF FEEDBACK OFF TIMING OFF TERMOUT OFF LINESIZE 2000\n"
_LOUD = "SET TERMOUT ON LINESIZE 220 TIMING ON FEEDBACK ON\n"

_MOVE = f"""\
PROMPT First what is where now goes to {RECORDED}: 91_rollback_recorded.sql needs that file, keep it
{MODE.replace("%%MODE%%", "RECORD")}SPOOL OFF
{_QUIET}SPOOL {RECORDED} APPEND
@@%%LIST%%
SPOOL OFF
{_LOUD}SPOOL %%LOG%% APPEND
PROMPT Now the moves. Watch long ones in v$session_longops
{MODE.replace("%%MODE%%", "RUN")}@@%%LIST%%
SET ECHO ON
BEGIN
  IF :s_handled <> %%COUNT%% THEN
    raise_application_error(-20100, 'STOP: ' || :s_handled || ' of %%COUNT%% segments were handled.'
      || ' Are all files of the bundle in this folder?');
  END IF;
END;
/
"""

WALK = "SET ECHO OFF\n{lists}SET ECHO ON\n"

PROBLEMS = """\
BEGIN
  IF :s_handled = 0 THEN
    raise_application_error(-20100, 'STOP: nothing was looked at. Are all files of the bundle in this folder?');
  ELSIF :s_problems > 0 THEN
    raise_application_error(-20100, 'STOP: ' || :s_problems || ' problem(s), see above.');
  END IF;
  DBMS_OUTPUT.PUT_LINE('No problem found in ' || :s_handled || ' segment(s).');
END;
/
"""


def move_files(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[BundleFile]:
    """For each kind the moving script, its list and the library that does one move."""
    for each in lists:
        path = f"{_NUMBERS[each.kind]}_move_{each.kind}.sql"
        body = fill(_MOVE, LIST=each.path, LOG=path.replace(".sql", ".log"), COUNT=str(len(each.moves)))
        yield script(path, f"moves {each.kind}: {len(each.moves)} in the list (SYSDBA)", body, request)
        yield list_file(each, lists, request)
        yield _WRITERS[each.kind](request)


def walk(lists: Sequence[MoveList], mode: str) -> str:
    """Statements that run every list in `mode`."""
    calls = "".join(f"@@{each.path}\n" for each in lists)
    return MODE.replace("%%MODE%%", mode) + WALK.format(lists=calls)

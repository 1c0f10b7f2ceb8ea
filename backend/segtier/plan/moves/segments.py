"""The scripts that walk the lists of segments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import place_sql, plsql
from segtier.plan.duration import for_segments
from segtier.plan.moves import index, iot, lob, nested, partition, table
from segtier.plan.moves.lists import REWRITTEN, MoveList, list_file
from segtier.plan.recording import record
from segtier.plan.sqlplus import fill, script

_NUMBERS = {"tables": "40", "nested": "40", "iots": "40", "partitions": "41", "lobs": "41", "indexes": "42"}
_WRITERS = {
    "tables": table.table_library,
    "nested": nested.nested_library,
    "iots": iot.iot_library,
    "partitions": partition.partition_library,
    "lobs": lob.lob_library,
    "indexes": index.index_library,
}
RECORDED = "old_placement.sql"

MODE = "BEGIN\n  :s_mode := '%%MODE%%';\n  :s_handled := 0;\n  :s_need_bytes := 0;\nEND;\n/\n"

_TOTAL = f"""\
DECLARE
{plsql.TALK}{place_sql.ROOM}\
BEGIN
{plsql.GUARD_PASSED}\
  say('To move: ' || gib(:s_need_bytes) || ' in %%COUNT%% segment(s). Expected: ' || takes(:s_need_bytes));
END;
/
"""

_MOVE = f"""\
{MODE.replace("%%MODE%%", "RECORD")}%%RECORD%%\
{_TOTAL}\
PROMPT Now the moves. Watch long ones in v$session_longops
{MODE.replace("%%MODE%%", "RUN")}@@%%LIST%%
SET ECHO ON
BEGIN
  IF :s_handled <> %%COUNT%% THEN
    raise_application_error(-20100, 'STOP: ' || :s_handled || ' of %%COUNT%% segments were handled.'
      || ' Are all files of the bundle in this folder?');
  END IF;
  DBMS_OUTPUT.PUT_LINE('Total: ' || :s_handled || ' segment(s) handled, ' || ROUND(:s_need_bytes / 1073741824, 2)
    || ' GiB moved in this run.');
END;
/
"""

WALK = "SET ECHO OFF\n{lists}SET ECHO ON\n"

SEEN = """\
BEGIN
  IF :s_handled = 0 THEN
    raise_application_error(-20100, 'STOP: nothing was looked at. Are all files of the bundle in this folder?');
  END IF;
END;
/
"""

PROBLEMS = f"""\
{SEEN}\
BEGIN
  IF :s_problems > 0 THEN
    raise_application_error(-20100, 'STOP: ' || :s_problems || ' problem(s), see above.');
  END IF;
  DBMS_OUTPUT.PUT_LINE('Total: no problem found in ' || :s_handled || ' segment(s), '
    || ROUND(:s_need_bytes / 1073741824, 2) || ' GiB.');
END;
/
"""


def move_files(lists: Sequence[MoveList], request: PlanRequest) -> Iterable[BundleFile]:
    """For each kind the moving script, its list and the library that does one move."""
    for each in lists:
        path = f"{_NUMBERS[each.kind]}_move_{each.kind}.sql"
        recorded = record(RECORDED, path.replace(".sql", ".log"), _to_record(each, lists))
        body = fill(_MOVE, RECORD=recorded, LIST=each.path, COUNT=str(len(each.moves)))
        expected = for_segments([move.segment for move in each.moves])
        title = f"moves {each.kind}: {len(each.moves)} in the list (SYSDBA)"
        yield script(path, title, body, request, expected=expected)
        yield list_file(each, lists, request)
        yield _WRITERS[each.kind](request)


def _to_record(moves: MoveList, lists: Sequence[MoveList]) -> str:
    """Statements that record where the segments are, and before them the indexes that their offline moves rebuild elsewhere.

    42 cannot record those any more: they are at their target by then. The mode is set again so that the volume to move
    counts the segments of this list only.
    """
    rebuilt = [each for each in lists if each.kind == "indexes" and moves.kind in REWRITTEN]
    first = "".join(f"@@{each.path}\n{MODE.replace('%%MODE%%', 'RECORD')}" for each in rebuilt)
    return f"{first}@@{moves.path}\n"


def walk(lists: Sequence[MoveList], mode: str) -> str:
    """Statements that run every list in `mode`."""
    calls = "".join(f"@@{each.path}\n" for each in lists)
    return MODE.replace("%%MODE%%", mode) + WALK.format(lists=calls)

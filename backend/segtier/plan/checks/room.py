"""What 00_precheck.sql weighs before anything is made: names, room for the old and the new copy at once, redo, sorts.

Each check prints PASS, FAIL or NOT CHECKED. Room in a file system and in a disk group that is not mounted yet cannot
be seen from SQL; that is said, never taken as room.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.oracle.move_rate import FASTEST_MB_PER_S, SLOWEST_MB_PER_S
from segtier.plan.contract import TargetedRequest
from segtier.plan.operations.arrivals import arrivals
from segtier.plan.sqlplus.duration import RATE
from segtier.plan.sqlplus.plsql import GUARDED, HEAD
from segtier.plan.sqlplus.script import switch_to
from segtier.plan.sqlplus.template import fill, piece, template, text_of
from segtier.plan.storage.sizing import ALLOWANCE, containers, sizes
from segtier.units import format_bytes

_NAMES = f"""\
{HEAD}\
  PROCEDURE name_verdict(p_tablespace IN VARCHAR2, p_first IN NUMBER) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace;
    IF l_count = 0 THEN
      verdict(TRUE, 'the name ' || p_tablespace || ' is free.');
      :s_create_bytes := :s_create_bytes + p_first;
    ELSE
      SELECT COUNT(*) INTO l_count FROM dba_data_files
       WHERE tablespace_name = p_tablespace AND INSTR(file_name, :s_flash_start) <> 1;
      verdict(l_count = 0, p_tablespace || ' exists already'
        || CASE WHEN l_count = 0 THEN ', at ' ELSE ' with files outside ' END || :s_flash_place);
      SELECT NVL(SUM(bytes), 0) INTO l_bytes FROM dba_free_space WHERE tablespace_name = p_tablespace;
      :s_room_bytes := :s_room_bytes + l_bytes;
    END IF;
  END;
{GUARDED}\
%%CALLS%%\
END;
/
"""

_MADE = """\
  IF :s_create_bytes > 0 THEN
    room_verdict(:s_create_bytes, 0, 'creating the tablespaces');
  END IF;
  room_verdict(:s_need_bytes * %%SPARE%%, :s_room_bytes, 'the new copies next to the old ones');
"""
_REDO = """
  l_redo VARCHAR2(300) := TO_CHAR(ROUND((:s_need_bytes + :s_log_bytes) / 1073741824, 2)) || ' GiB of redo ('
    || TO_CHAR(ROUND(:s_need_bytes / 1073741824, 2)) || ' of what moves, ' || TO_CHAR(ROUND(:s_log_bytes / 1073741824, 2))
    || ' of indexes and tables that are written anew with it)';"""
_TOTALS = f"""\
{HEAD.replace("DECLARE", "DECLARE%%REDO%%", 1)}\
{GUARDED}\
  say('To move: ' || gib(:s_need_bytes) || '. Expected, all moves together: ' || takes(:s_need_bytes));
%%MIRRORED%%  verdict(:s_need_bytes <= %%USABLE%%, 'the segments hold ' || gib(:s_need_bytes) || ' now, %%FLASH%% '
    || gib(%%USABLE%%));
%%ROOM%%\
  SELECT COUNT(*) INTO l_count FROM v$database WHERE log_mode = 'ARCHIVELOG';
  SELECT MAX(space_limit - space_used + space_reclaimable) INTO l_free FROM v$recovery_file_dest
   WHERE EXISTS (SELECT 1 FROM v$archive_dest
                  WHERE status = 'VALID' AND destination = 'USE_DB_RECOVERY_FILE_DEST');
  IF l_count = 0 THEN
    verdict(TRUE, 'NOARCHIVELOG: the moves need no room for archived redo. Back up afterwards.');
  ELSIF l_free IS NULL THEN
    verdict(NULL, 'the archive destination must take ' || l_redo || '; it is no recovery area.');
  ELSE
    verdict(l_free >= :s_need_bytes + :s_log_bytes, 'the recovery area must take ' || l_redo || ', free are ' || gib(l_free));
  END IF;
  IF l_count > 0 THEN
    SELECT COUNT(*) INTO l_count FROM v$archive_dest WHERE status = 'ERROR';
    verdict(l_count = 0, l_count || ' archive destination(s) are in error: log groups that are not archived stop every session.');
    FOR t IN (SELECT l.thread# AS thread_no, COUNT(*) AS how_many, MIN(l.bytes) AS least
                FROM v$log l JOIN v$instance i ON i.thread# = l.thread# GROUP BY l.thread#) LOOP
      verdict(CASE WHEN (t.how_many - 1) * t.least >= :s_need_bytes + :s_log_bytes THEN TRUE END,
        'thread ' || t.thread_no || ' has ' || t.how_many || ' log groups of ' || gib(t.least) || ': the moves fill '
        || CEIL((:s_need_bytes + :s_log_bytes) / t.least) || ', one every ' || CEIL(t.least / %%FASTEST%%) || ' to '
        || CEIL(t.least / %%SLOWEST%%) || ' s at %%RATES%%. Each stops all sessions until another'
        || ' one is archived and checkpointed. Add some, or larger ones.');
    END LOOP;
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$restore_point WHERE guarantee_flashback_database = 'YES';
  IF l_count > 0 THEN
    verdict(NULL, l_count || ' guaranteed restore point(s): the recovery area keeps all flashback logs since, of what the moves'
      || ' change too, and FLASHBACK DATABASE to it takes the moves back. Drop what nobody needs, or see that it has room.');
  END IF;
  IF :s_sort_bytes > 0 THEN
    SELECT SUM(GREATEST(f.bytes, CASE WHEN f.autoextensible = 'YES' THEN f.maxbytes ELSE 0 END)) INTO l_free
      FROM dba_temp_files f JOIN dba_users u ON u.temporary_tablespace = f.tablespace_name WHERE u.username = USER;
    verdict(l_free >= :s_sort_bytes, 'the sort of the largest index may take ' || gib(:s_sort_bytes)
      || ' of temp, which holds ' || NVL(gib(l_free), 'an amount not seen from here'));
  END IF;
END;
/
"""


def kept_told(request: TargetedRequest) -> str:
    """The line that says so; empty where nothing is kept."""
    if not request.kept_bytes:
        return ""
    return f"PROMPT Free room excludes {format_bytes(request.kept_bytes)} reserved for later parts\n"


def names_checked(lists: Sequence[Operation], request: TargetedRequest) -> str:
    """For each container: are the names of the target tablespaces free, or already at the flash?"""
    if request.place_there:
        return _there_checked(lists)
    planned = sizes(arrivals(lists), request.tier.usable_bytes)
    parts = []
    for pdb in containers(planned):
        calls = [
            f"  name_verdict('{target}', {size.first_bytes});\n"
            for (container, target), size in planned.items()
            if container == pdb
        ]
        parts.append(switch_to(pdb) + fill(_NAMES, CALLS="".join(calls)))
    return "".join(parts)


def _there_checked(lists: Sequence[Operation]) -> str:
    """For each container: are the tablespaces there, at the place, and what is free in them?"""
    keys = sorted({each.key for each in arrivals(lists)})
    parts = []
    for pdb in containers(keys):
        calls = "".join(f"  there_verdict('{target}');\n" for container, target in keys if container == pdb)
        parts.append(switch_to(pdb) + template("sql/there.sql#check", HEAD=HEAD, GUARDED=GUARDED, CALLS=calls))
    return "".join(parts)


def totals_checked(request: TargetedRequest) -> str:
    """After the dry run has added up what the segments hold now."""
    room = text_of("sql/there.sql#room") if request.place_there else _MADE
    return fill(
        _TOTALS,
        ROOM=room,
        REDO=_REDO,
        MIRRORED="" if request.place_there else piece("mirrored_verdict", request),
        FLASH=request.flash,
        FASTEST=str(FASTEST_MB_PER_S * 10**6),
        SLOWEST=str(SLOWEST_MB_PER_S * 10**6),
        RATES=RATE,
        USABLE=str(request.tier.usable_bytes),
        SPARE=str(1 + ALLOWANCE),
    )

"""Nested tables: their storage table moves like any table, without its parent, but not online.

Source: SQL Language Reference, ALTER TABLE, move_table_clause; that it takes a storage table is practice, not a manual's
word, so the script looks at the result.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, plsql
from segtier.plan.moves.known import with_parts
from segtier.plan.moves.table import REBUILD, UNUSABLE
from segtier.plan.sqlplus import fill, library

LIBRARY = "lib_move_nested.sql"

_CHECK = """\
  PROCEDURE check_nested IS
    l_logging VARCHAR2(3);
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_nested_tables
     WHERE owner = :s_owner AND table_name = :s_name AND parent_table_name = :s_parent;
    IF l_count <> 1 THEN
      stop(l_label || ': is not the storage of a nested table of ' || q(:s_parent) || ' now. Make the plan again.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables WHERE owner = :s_owner AND queue_table = :s_parent;
    IF l_count > 0 THEN
      stop(l_label || ': belongs to a queue table.');
    END IF;
    SELECT COUNT(*), MAX(logging) INTO l_count, l_logging FROM dba_all_tables
     WHERE owner = :s_owner AND table_name = :s_name AND iot_type IS NULL AND cluster_name IS NULL AND partitioned = 'NO';
    IF l_count <> 1 THEN
      stop(l_label || ': is kept as an index-organized, clustered or partitioned table, not moved by these scripts.');
    END IF;
    say('  note: ' || gib(l_bytes) || ', storage of a nested table of ' || q(:s_parent));
    check_logging(l_logging);
  END;
"""

_BODY = f"""\
  find_segment;
  IF l_type <> 'NESTED TABLE' THEN
    stop(l_label || ': is a ' || l_type || ', expected the storage of a nested table.');
  END IF;
{plsql.RECORD}{plsql.WHERE_NOW}\
  IF l_now_in = l_to THEN
    say('  already in ' || q(l_to));
    IF :s_mode <> 'CHECK' THEN
      rebuild_unusable;
    END IF;
    RETURN;
  END IF;
{plsql.SOURCE}\
  check_owner;
  check_nested;
  check_outage('the storage of a nested table has no online move');
  IF unusable_indexes > 0 THEN
    stop(l_label || ': has UNUSABLE indexes already. Rebuild or drop them first, or they would be rebuilt with the others.');
  END IF;
  check_target;
  also_logged(NULL, FALSE);
  check_indexes;
  run_ddl({ddl.MOVE_TABLE.plsql(table="l_full", tablespace="q(l_to)")});
  rebuild_unusable;
{plsql.ARRIVED}\
  IF :s_mode <> 'CHECK' AND unusable_indexes > 0 THEN
    stop(l_label || ': indexes are still UNUSABLE. Run this script again to rebuild them.');
  END IF;
"""


def nested_library(request: PlanRequest) -> BundleFile:
    """`lib_move_nested.sql`: moves the storage table named by the bind variables."""
    block = "".join(
        (
            "DECLARE\n",
            plsql.SEGMENT_STATE,
            plsql.TALK,
            plsql.LITERAL,
            plsql.FIND,
            plsql.TARGET,
            _CHECK,
            UNUSABLE,
            REBUILD,
            plsql.START,
            fill(_BODY, SELF=LIBRARY),
            plsql.FINISH,
        )
    )
    title = "moves the storage of one nested table, called by the scripts"
    return library(LIBRARY, title, with_parts(block, request), request)

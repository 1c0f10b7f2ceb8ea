"""Index-organized tables: the index segment moves with MOVE TABLESPACE, the overflow with MOVE OVERFLOW TABLESPACE.

The list names the segment, the inventory its table. Secondary indexes stay usable (their guesses become stale). The
index segment moves online on Enterprise Edition; moving the overflow rewrites the index segment where it is, offline.
Source: Administrator's Guide, "Moving and Compressing Index-Organized Tables"; SQL Language Reference, ALTER TABLE.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import rebuild_index_online
from segtier.plan import ddl, plsql
from segtier.plan.moves.known import with_parts
from segtier.plan.moves.rewrite import CHECK_REWRITE
from segtier.plan.moves.table import UNUSABLE
from segtier.plan.sqlplus import fill, library

LIBRARY = "lib_move_iot.sql"

_CHECK = """\
  PROCEDURE check_iot IS
    l_table dba_tables%ROWTYPE;
  BEGIN
    BEGIN
      SELECT * INTO l_table FROM dba_tables WHERE owner = :s_owner AND table_name = :s_parent;
    EXCEPTION
      WHEN NO_DATA_FOUND THEN
        stop(l_label || ': its table ' || q(:s_parent) || ' is not in dba_tables now. Make the plan again.');
    END;
    IF NVL(l_table.iot_type, '-') <> 'IOT' OR l_table.partitioned <> 'NO' OR l_table.temporary = 'Y'
      OR l_table.nested = 'YES' THEN
      stop(l_label || ': ' || q(:s_parent) || ' is not a plain index-organized table now. Make the plan again.');
    ELSIF l_table.secondary = 'Y' THEN
      stop(l_label || ': belongs to a domain index, moved only through that index.');
    END IF;
    SELECT MAX(index_name) INTO l_top FROM dba_indexes
     WHERE table_owner = :s_owner AND table_name = :s_parent AND index_type = 'IOT - TOP';
    SELECT COUNT(*) INTO l_count FROM dba_tables
     WHERE owner = :s_owner AND table_name = :s_name AND iot_name = :s_parent AND iot_type = 'IOT_OVERFLOW';
    IF (l_type = 'INDEX' AND NVL(l_top, '-') <> :s_name) OR (l_type = 'TABLE' AND l_count <> 1) THEN
      stop(l_label || ': is not a segment of ' || q(:s_parent) || ' now. Make the plan again.');
    END IF;
    SELECT (SELECT COUNT(*) FROM dba_queue_tables WHERE owner = :s_owner AND queue_table = :s_parent)
         + (SELECT COUNT(*) FROM dba_mviews WHERE owner = :s_owner AND container_name = :s_parent)
         + (SELECT COUNT(*) FROM dba_indexes
             WHERE table_owner = :s_owner AND table_name = :s_parent AND index_type LIKE '%DOMAIN')
      INTO l_count FROM dual;
    IF l_count > 0 THEN
      stop(l_label || ': a queue table, a materialized view, or a table with a domain index. Not moved by these scripts.');
    END IF;
    SELECT (SELECT COUNT(*) FROM dba_lobs WHERE owner = :s_owner AND table_name = :s_parent)
         + (SELECT COUNT(*) FROM dba_tab_columns
             WHERE owner = :s_owner AND table_name = :s_parent AND data_type_owner IS NOT NULL)
      INTO l_blockers FROM dual;
    say('  note: ' || gib(l_bytes) || ' of the index-organized table ' || l_full);
    check_logging(l_table.logging);
  END;
"""

_BODY = f"""\
  l_full := q(:s_owner) || '.' || q(:s_parent);
  find_segment;
  IF l_type NOT IN ('INDEX', 'TABLE') THEN
    stop(l_label || ': is a ' || l_type || ', expected a segment of an index-organized table.');
  END IF;
{plsql.RECORD}{plsql.WHERE_NOW}\
  IF l_now_in = l_to THEN
    say('  already in ' || q(l_to));
    RETURN;
  END IF;
{plsql.SOURCE}\
  check_owner;
  check_iot;
  decide_online('%%ONLINE%%', 11.01);
  IF l_online AND (l_blockers > 0 OR l_type = 'TABLE') THEN
    l_online := FALSE;
    check_outage('LOB or object columns, or the overflow, forbid ONLINE');
  END IF;
  check_outage('MOVE ONLINE needs Enterprise Edition');
  check_target;
  l_unusable_before := unusable_indexes;
  IF l_type = 'TABLE' THEN
    check_rewrite(l_top, NULL, 'the index segment');
    run_ddl({ddl.MOVE_OVERFLOW.plsql(table="l_full", tablespace="q(l_to)")});
  ELSIF l_online THEN
    run_ddl({ddl.MOVE_TABLE_ONLINE.plsql(table="l_full", tablespace="q(l_to)")});
  ELSE
    run_ddl({ddl.MOVE_TABLE.plsql(table="l_full", tablespace="q(l_to)")});
  END IF;
{plsql.ARRIVED}\
  IF unusable_indexes > l_unusable_before THEN
    stop(l_label || ': secondary indexes are UNUSABLE. Rebuild them before going on (80_verify.sql lists them).');
  END IF;
"""


def iot_library(request: PlanRequest) -> BundleFile:
    """`lib_move_iot.sql`: moves the index or the overflow segment named by the bind variables."""
    block = "".join(
        (
            "DECLARE\n",
            plsql.SEGMENT_STATE,
            "  l_top VARCHAR2(128);\n  l_blockers NUMBER;\n  l_unusable_before NUMBER;\n",
            plsql.TALK,
            plsql.LITERAL,
            plsql.FIND,
            plsql.TARGET,
            UNUSABLE,
            CHECK_REWRITE,
            _CHECK,
            plsql.START,
            fill(_BODY, SELF=LIBRARY, ONLINE=rebuild_index_online(request.database).word),
            plsql.FINISH,
        )
    )
    title = "moves one segment of an index-organized table, called by the scripts"
    return library(LIBRARY, title, with_parts(block, request, ":s_parent"), request)

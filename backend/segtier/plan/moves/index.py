"""Indexes and their partitions: REBUILD in the target tablespace, online on Enterprise Edition."""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import rebuild_index_online
from segtier.plan import ddl, plsql
from segtier.plan.moves.known import with_parts
from segtier.plan.sqlplus import fill, library

LIBRARY = "lib_move_index.sql"

_CHECK_INDEX = """\
%%CHECK_KNOWN%%  PROCEDURE check_index IS
    l_status VARCHAR2(30);
  BEGIN
    SELECT * INTO l_index FROM dba_indexes WHERE owner = :s_owner AND index_name = :s_name;
    IF l_index.index_type NOT IN ('NORMAL', 'NORMAL/REV', 'BITMAP', 'FUNCTION-BASED NORMAL',
                                  'FUNCTION-BASED NORMAL/REV', 'FUNCTION-BASED BITMAP') THEN
      stop(l_label || ': ' || l_index.index_type || ' index, not moved by these scripts.');
    ELSIF l_index.temporary = 'Y' THEN
      stop(l_label || ': index of a temporary table.');
    ELSIF l_index.secondary = 'Y' THEN
      stop(l_label || ': belongs to a domain index.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables
     WHERE owner = l_index.table_owner AND queue_table = l_index.table_name;
    IF l_count > 0 THEN
      stop(l_label || ': index of a queue table.');
    END IF;
    SELECT MAX(status) INTO l_status FROM (
      SELECT status FROM dba_indexes WHERE owner = :s_owner AND index_name = :s_name AND :s_sub IS NULL
      UNION ALL SELECT status FROM dba_ind_partitions
       WHERE index_owner = :s_owner AND index_name = :s_name AND partition_name = :s_sub AND l_type = 'INDEX PARTITION'
      UNION ALL SELECT status FROM dba_ind_subpartitions
       WHERE index_owner = :s_owner AND index_name = :s_name AND subpartition_name = :s_sub AND l_type = 'INDEX SUBPARTITION');
    IF NVL(l_status, 'UNUSABLE') NOT IN ('VALID', 'USABLE') THEN
      stop(l_label || ': is ' || NVL(l_status, 'of unknown status') || '. Rebuild or drop it first.');
    END IF;
%%HOLDS_INDEX%%    say('  note: ' || gib(l_bytes) || ' on table ' || q(l_index.table_owner) || '.' || q(l_index.table_name));
    check_logging(part_logging(l_index.logging));
  END;
"""

_BODY = f"""\
  find_segment;
  IF l_type NOT LIKE 'INDEX%' AND :s_kind IS NULL THEN
    IF :s_mode <> 'RECORD' THEN
      say('  is a ' || l_type || ', not an index: not handled here.');
    END IF;
    RETURN;
  ELSIF l_type NOT LIKE 'INDEX%' THEN
    stop(l_label || ': is a ' || l_type || ', expected an index.');
  END IF;
{plsql.RECORD}{plsql.WHERE_NOW}\
  IF l_now_in = l_to THEN
    say('  already in ' || q(l_to));
    RETURN;
  END IF;
{plsql.SOURCE}\
  :s_sort_bytes := GREATEST(:s_sort_bytes, l_bytes);
  check_owner;
  check_index;
  decide_online('%%ONLINE%%', 11.01);
  IF l_online AND l_index.join_index = 'YES' THEN
    l_online := FALSE;
    check_outage('a bitmap join index cannot be rebuilt ONLINE');
  END IF;
  check_outage('REBUILD ONLINE needs Enterprise Edition');
  check_target;
  l_part := REPLACE(l_type, 'INDEX ', NULL) || ' ' || q(NVL(:s_sub, 'X'));
  IF l_type = 'INDEX' AND l_online THEN
    run_ddl({ddl.REBUILD_INDEX_ONLINE.plsql(index="l_full", tablespace="q(l_to)")});
  ELSIF l_type = 'INDEX' THEN
    run_ddl({ddl.REBUILD_INDEX.plsql(index="l_full", tablespace="q(l_to)")});
  ELSIF l_online THEN
    run_ddl({ddl.REBUILD_PART_ONLINE.plsql(index="l_full", part="l_part", tablespace="q(l_to)")});
  ELSE
    run_ddl({ddl.REBUILD_PART.plsql(index="l_full", part="l_part", tablespace="q(l_to)")});
  END IF;
{plsql.ARRIVED}"""


def index_library(request: PlanRequest) -> BundleFile:
    """`lib_move_index.sql`: rebuilds the index or index (sub)partition named by the bind variables."""
    block = "".join(
        (
            "DECLARE\n",
            plsql.SEGMENT_STATE,
            "  l_part VARCHAR2(300);\n  l_index dba_indexes%ROWTYPE;\n",
            plsql.TALK,
            plsql.LITERAL,
            plsql.FIND,
            plsql.TARGET,
            _CHECK_INDEX,
            plsql.START,
            fill(_BODY, SELF=LIBRARY, ONLINE=rebuild_index_online(request.database).word),
            plsql.FINISH,
        )
    )
    return library(
        LIBRARY, "moves one index or index partition, called by the scripts", with_parts(block, request), request
    )

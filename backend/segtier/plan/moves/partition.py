"""Table partitions and subpartitions: MOVE ... UPDATE INDEXES, online from 12.1 (Partitioning needs Enterprise Edition)."""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import move_partition_online
from segtier.plan import ddl, plsql
from segtier.plan.moves.known import with_parts
from segtier.plan.moves.table import CHECK_TABLE, UNUSABLE
from segtier.plan.sqlplus import fill, library

LIBRARY = "lib_move_partition.sql"

_BODY = f"""\
  find_segment;
  IF l_type NOT IN ('TABLE PARTITION', 'TABLE SUBPARTITION') AND :s_kind IS NULL THEN
    IF :s_mode <> 'RECORD' THEN
      say('  is a ' || l_type || ', not a table partition: not handled here.');
    END IF;
    RETURN;
  ELSIF l_type NOT IN ('TABLE PARTITION', 'TABLE SUBPARTITION') THEN
    stop(l_label || ': is a ' || l_type || ', expected a table partition.');
  END IF;
{plsql.RECORD}{plsql.WHERE_NOW}\
  IF l_now_in = l_to THEN
    say('  already in ' || q(l_to));
    RETURN;
  END IF;
{plsql.SOURCE}\
  check_owner;
  check_table;
  decide_online('%%ONLINE%%', 12.01);
  IF l_online AND online_blockers > 0 THEN
    l_online := FALSE;
    check_outage('object type columns%%OR_MVIEW%% or a bitmap join index forbid ONLINE');
  END IF;
  check_outage('MOVE PARTITION ONLINE needs 12.1 and Enterprise Edition');
  check_target;
  also_logged(:s_sub, FALSE);
  l_part := REPLACE(l_type, 'TABLE ', NULL) || ' ' || q(:s_sub);
  l_unusable_before := unusable_indexes;
  IF l_online THEN
    run_ddl({ddl.MOVE_PART_ONLINE.plsql(table="l_full", part="l_part", tablespace="q(l_to)")});
  ELSE
    run_ddl({ddl.MOVE_PART.plsql(table="l_full", part="l_part", tablespace="q(l_to)")});
  END IF;
{plsql.ARRIVED}\
  IF unusable_indexes > l_unusable_before THEN
    stop(l_label || ': more UNUSABLE index partitions than before. Rebuild them before going on (80_verify.sql lists them).');
  END IF;
"""


def partition_library(request: PlanRequest) -> BundleFile:
    """`lib_move_partition.sql`: moves the table (sub)partition named by the bind variables."""
    block = "".join(
        (
            "DECLARE\n",
            plsql.SEGMENT_STATE,
            "  l_part VARCHAR2(300);\n  l_unusable_before NUMBER;\n",
            plsql.TALK,
            plsql.LITERAL,
            plsql.FIND,
            plsql.TARGET,
            CHECK_TABLE,
            UNUSABLE,
            plsql.START,
            fill(_BODY, SELF=LIBRARY, ONLINE=move_partition_online(request.database).word),
            plsql.FINISH,
        )
    )
    return library(
        LIBRARY, "moves one table partition or subpartition, called by the scripts", with_parts(block, request), request
    )

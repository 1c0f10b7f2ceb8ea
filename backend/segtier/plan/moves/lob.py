"""LOBs: moved through their table and column, which the inventory names. The table is rewritten where it is.

A LOB has no online move, so each needs an agreed outage. Rowids of the table change and its indexes become UNUSABLE;
they are rebuilt at once. SecureFile or BasicFile, cache, logging, compression and deduplication must be the same
afterwards, or the script says so and stops.
Source: SQL Language Reference, ALTER TABLE, move_table_clause, LOB_storage_clause.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, plsql
from segtier.plan.moves.known import with_parts
from segtier.plan.moves.rewrite import CHECK_REWRITE
from segtier.plan.moves.table import CHECK_TABLE, REBUILD, UNUSABLE
from segtier.plan.sqlplus import fill, library

LIBRARY = "lib_move_lob.sql"

_STATE = """\
  l_lob VARCHAR2(128);
  l_lob_part VARCHAR2(128);
  l_word VARCHAR2(30);
  l_part VARCHAR2(300);
  l_kind VARCHAR2(30);
  l_column VARCHAR2(300);
  l_nature VARCHAR2(400);
  l_nature_before VARCHAR2(400);
  l_logged VARCHAR2(10);
  l_unusable_before NUMBER;
"""

_FIND = """\
  PROCEDURE find_lob IS
  BEGIN
    SELECT COUNT(*), MAX(l.segment_name), MAX(CASE l.securefile WHEN 'YES' THEN 'SECUREFILE' ELSE 'BASICFILE' END),
           MAX('SECUREFILE ' || l.securefile || ', CACHE ' || l.cache || ', LOGGING ' || l.logging
             || ', COMPRESSION ' || l.compression || ', DEDUPLICATION ' || l.deduplication || ', ENCRYPT ' || l.encrypt
             || ', IN ROW ' || l.in_row),
           MAX(CASE l.logging WHEN 'NO' THEN 'NO' ELSE 'YES' END)
      INTO l_count, l_lob, l_kind, l_nature, l_logged FROM dba_lobs l
     WHERE l.owner = :s_owner AND l.table_name = :s_parent AND l.column_name = :s_column;
    IF l_count <> 1 THEN
      stop(l_label || ': ' || q(:s_parent) || ' has no LOB column ' || q(:s_column) || ' now. Make the plan again.');
    END IF;
    IF :s_part IS NOT NULL THEN
      SELECT COUNT(*), MAX(name), MAX(word) INTO l_count, l_lob_part, l_word FROM (
        SELECT lob_partition_name AS name, 'PARTITION' AS word FROM dba_lob_partitions
         WHERE table_owner = :s_owner AND table_name = :s_parent AND column_name = :s_column AND partition_name = :s_part
        UNION ALL SELECT lob_subpartition_name, 'SUBPARTITION' FROM dba_lob_subpartitions
         WHERE table_owner = :s_owner AND table_name = :s_parent AND column_name = :s_column AND subpartition_name = :s_part);
      IF l_count <> 1 THEN
        stop(l_label || ': is not the LOB of the one table partition ' || q(:s_part) || ' now. Make the plan again.');
      END IF;
    ELSIF l_lob <> :s_name THEN
      stop(l_label || ': the LOB of column ' || q(:s_column) || ' is ' || q(l_lob) || ' now. Make the plan again.');
    END IF;
  END;
  PROCEDURE find_segment IS
  BEGIN
    find_lob;
    SELECT COUNT(*), MAX(segment_type), MAX(tablespace_name), MAX(bytes) INTO l_count, l_type, l_now_in, l_bytes
      FROM dba_segments
     WHERE owner = :s_owner AND segment_name = l_lob AND segment_type LIKE 'LOB%' AND segment_type <> 'LOBINDEX'
       AND (partition_name = l_lob_part OR (partition_name IS NULL AND l_lob_part IS NULL));
    IF l_count <> 1 THEN
      stop(l_label || ': no such LOB segment here now. Dropped, partitioned since, or never filled.');
    END IF;
  END;
"""

_CHECK = """\
  PROCEDURE check_lob IS
  BEGIN
    IF NOT REGEXP_LIKE(l_nature, 'COMPRESSION NO.*DEDUPLICATION NO.*ENCRYPT NO') THEN
      stop(l_label || ': ' || l_nature || '. Compressed, deduplicated and encrypted LOBs are not moved by these scripts.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_mviews WHERE owner = :s_owner AND container_name = :s_parent;
    IF l_count > 0 THEN
      stop(l_label || ': LOB of a materialized view, not moved by these scripts.');
    END IF;
    say('  note: column ' || q(:s_parent) || '.' || q(:s_column) || ', ' || gib(l_bytes) || ', ' || l_nature || ' (kept).');
    check_logging(l_logged);
  END;
"""

_BODY = f"""\
  l_full := q(:s_owner) || '.' || q(:s_parent);
  l_column := q(:s_column);
  find_segment;
{plsql.RECORD}{plsql.WHERE_NOW}\
  IF l_now_in = l_to THEN
    say('  already in ' || q(l_to));
    IF :s_mode <> 'CHECK' AND :s_part IS NULL THEN
      rebuild_unusable;
    END IF;
    RETURN;
  END IF;
{plsql.SOURCE}\
  check_owner;
  check_table;
  check_lob;
  check_outage('a LOB moves with its table, which has no online form');
  l_unusable_before := unusable_indexes;
  IF :s_part IS NULL AND l_unusable_before > 0 THEN
    stop(l_label || ': its table has UNUSABLE indexes already. Rebuild or drop them first, or they would be rebuilt too.');
  END IF;
  check_target;
  check_rewrite(:s_parent, :s_part, 'the table');
  also_logged(:s_part, TRUE);
  l_nature_before := l_nature;
  IF :s_part IS NULL THEN
    check_indexes;
    run_ddl({ddl.MOVE_LOB.plsql(table="l_full", column="l_column", kind="l_kind", tablespace="q(l_to)")});
    rebuild_unusable;
    l_unusable_before := 0;
  ELSE
    l_part := l_word || ' ' || q(:s_part);
    run_ddl(
      {ddl.MOVE_PART_LOB.plsql(table="l_full", part="l_part", column="l_column", kind="l_kind", tablespace="q(l_to)")});
  END IF;
{plsql.ARRIVED}\
  IF :s_mode <> 'CHECK' AND l_nature <> l_nature_before THEN
    stop(l_label || ': was ' || l_nature_before || ', is ' || l_nature || '. Set it back with ALTER TABLE ... MODIFY LOB.');
  ELSIF :s_mode <> 'CHECK' AND unusable_indexes > l_unusable_before THEN
    stop(l_label || ': indexes of its table are UNUSABLE. Rebuild them before going on (80_verify.sql lists them).');
  END IF;
"""


def lob_library(request: PlanRequest) -> BundleFile:
    """`lib_move_lob.sql`: moves the LOB, or the LOB of one table partition, named by the bind variables."""
    owner_check = plsql.FIND[: plsql.FIND.index("  PROCEDURE find_segment")]
    block = "".join(
        (
            "DECLARE\n",
            plsql.SEGMENT_STATE,
            _STATE,
            plsql.TALK,
            plsql.LITERAL,
            owner_check,
            _FIND,
            plsql.TARGET,
            CHECK_TABLE,
            UNUSABLE,
            CHECK_REWRITE,
            _CHECK,
            REBUILD,
            plsql.START,
            fill(_BODY, SELF=LIBRARY),
            plsql.FINISH,
        )
    )
    title = "moves one LOB through its table and column, called by the scripts"
    return library(LIBRARY, title, with_parts(block, request, ":s_parent"), request)

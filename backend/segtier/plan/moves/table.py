"""Heap tables: checks, MOVE (online from 12.2 Enterprise Edition), and the indexes an offline move leaves UNUSABLE."""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import move_table_online
from segtier.plan import ddl, plsql
from segtier.plan.moves.known import with_parts
from segtier.plan.sqlplus import fill, library

LIBRARY = "lib_move_table.sql"

CHECK_TABLE = """\
%%CHECK_KNOWN%%  PROCEDURE check_table IS
    l_table dba_tables%ROWTYPE;
%%L_MVIEWS%%  BEGIN
    BEGIN
      SELECT * INTO l_table FROM dba_tables WHERE owner = :s_owner AND table_name = %%NAME%%;
    EXCEPTION
      WHEN NO_DATA_FOUND THEN
        stop(l_label || ': not in dba_tables. Nested tables and object tables are not moved by these scripts.');
    END;
    IF l_table.iot_type IS NOT NULL THEN
      stop(l_label || ': index-organized table (' || l_table.iot_type || '), not moved by these scripts.');
    ELSIF l_table.cluster_name IS NOT NULL THEN
      stop(l_label || ': clustered table, cannot be moved.');
    ELSIF l_table.temporary = 'Y' THEN
      stop(l_label || ': temporary table, has no permanent segment.');
    ELSIF l_table.nested = 'YES' THEN
      stop(l_label || ': storage table of a nested table, not moved by these scripts.');
    ELSIF l_table.secondary = 'Y' THEN
      stop(l_label || ': belongs to a domain index, moved only through that index.');
    ELSIF l_table.dropped = 'YES' THEN
      stop(l_label || ': in the recycle bin.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_external_tables WHERE owner = :s_owner AND table_name = %%NAME%%;
    IF l_count > 0 THEN
      stop(l_label || ': external table.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables WHERE owner = :s_owner AND queue_table = %%NAME%%;
    IF l_count > 0 THEN
      stop(l_label || ': queue table, needs the queue procedures of Oracle Support.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_mviews WHERE owner = :s_owner AND container_name = %%NAME%%;
%%KEEP_MVIEWS%%    IF l_count > 0%%MVIEW%% THEN
      stop(l_label || ': container of a materialized view, not moved by these scripts.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_mview_logs
     WHERE log_owner = :s_owner AND (log_table = %%NAME%% OR (master = %%NAME%% AND rowids = 'YES'));
    IF l_count > 0 THEN
      stop(l_label || ': a materialized view log stands in the way (the log itself, or one by ROWID, which a move makes stale).');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_tab_columns
     WHERE owner = :s_owner AND table_name = %%NAME%% AND data_type IN ('LONG', 'LONG RAW');
    IF l_count > 0 THEN
      stop(l_label || ': has a LONG column, MOVE would fail with ORA-00997.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_indexes
     WHERE table_owner = :s_owner AND table_name = %%NAME%% AND index_type LIKE '%DOMAIN';
    IF l_count > 0 THEN
      stop(l_label || ': has a domain index, which a move would break.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_lobs WHERE owner = :s_owner AND table_name = %%NAME%%;
    IF l_count > 0 THEN
      say('  note: ' || l_count || ' LOB column(s). The LOB segments stay where they are%%LOBS_STAY%%.');
    END IF;
    say('  note: ' || gib(l_bytes) || ', compression ' || NVL(l_table.compression, 'by partition') || ' (kept).');
%%HOLDS_TABLE%%    check_logging(part_logging(l_table.logging));
  END;
  FUNCTION online_blockers RETURN NUMBER IS
    l_blockers NUMBER;
  BEGIN
    SELECT (SELECT COUNT(*) FROM dba_indexes
             WHERE table_owner = :s_owner AND table_name = %%NAME%% AND join_index = 'YES')
         + (SELECT COUNT(*) FROM dba_tab_columns
             WHERE owner = :s_owner AND table_name = %%NAME%% AND data_type_owner IS NOT NULL)
%%BLOCKING_MVIEWS%%      INTO l_blockers FROM dual;
    RETURN l_blockers;
  END;
"""

UNUSABLE = """\
  FUNCTION bytes_of_table(p_part IN VARCHAR2) RETURN NUMBER IS
    l_all NUMBER;
  BEGIN
    SELECT NVL(SUM(bytes), 0) INTO l_all FROM dba_segments
     WHERE owner = :s_owner AND segment_name = %%NAME%% AND (partition_name = p_part OR p_part IS NULL)
       AND segment_type IN ('TABLE', 'TABLE PARTITION', 'TABLE SUBPARTITION', 'NESTED TABLE');
    RETURN l_all;
  END;
  FUNCTION bytes_of_indexes RETURN NUMBER IS
    l_all NUMBER;
  BEGIN
    SELECT NVL(SUM(s.bytes), 0) INTO l_all FROM dba_indexes i
      JOIN dba_segments s ON s.owner = i.owner AND s.segment_name = i.index_name AND s.segment_type LIKE 'INDEX%'
     WHERE i.table_owner = :s_owner AND i.table_name = %%NAME%%;
    RETURN l_all;
  END;
  PROCEDURE also_logged(p_part IN VARCHAR2, p_table_too IN BOOLEAN) IS
    l_all NUMBER := bytes_of_table(NULL);
    l_share NUMBER := CASE WHEN p_part IS NULL OR l_all = 0 THEN 1 ELSE bytes_of_table(p_part) / l_all END;
  BEGIN
    :s_log_bytes := :s_log_bytes + l_share * (bytes_of_indexes + CASE WHEN p_table_too THEN l_all ELSE 0 END);
  END;
  FUNCTION unusable_indexes RETURN NUMBER IS
    l_unusable NUMBER;
  BEGIN
    SELECT (SELECT COUNT(*) FROM dba_indexes i
             WHERE i.table_owner = :s_owner AND i.table_name = %%NAME%% AND i.status = 'UNUSABLE')
         + (SELECT COUNT(*) FROM dba_indexes i JOIN dba_ind_partitions p
                ON p.index_owner = i.owner AND p.index_name = i.index_name
             WHERE i.table_owner = :s_owner AND i.table_name = %%NAME%% AND p.status = 'UNUSABLE')
         + (SELECT COUNT(*) FROM dba_indexes i JOIN dba_ind_subpartitions s
                ON s.index_owner = i.owner AND s.index_name = i.index_name
             WHERE i.table_owner = :s_owner AND i.table_name = %%NAME%% AND s.status = 'UNUSABLE')
      INTO l_unusable FROM dual;
    RETURN l_unusable;
  END;
"""

REBUILD = f"""\
  FUNCTION home_of(p_owner IN VARCHAR2, p_index IN VARCHAR2, p_part IN VARCHAR2, p_now IN VARCHAR2) RETURN VARCHAR2 IS
    l_key VARCHAR2(2000) := CHR(10) || q(p_owner) || '.' || q(p_index) || '.'
      || CASE WHEN p_part IS NULL THEN '-' ELSE q(p_part) END || CHR(9);
    l_at NUMBER := DBMS_LOB.INSTR(:s_index_homes, l_key);
    l_rest VARCHAR2(1000);
  BEGIN
    IF NVL(l_at, 0) = 0 THEN
      RETURN p_now;
    END IF;
    l_rest := DBMS_LOB.SUBSTR(:s_index_homes, 600, l_at + LENGTH(l_key));
    l_rest := REGEXP_SUBSTR(l_rest, '[^' || CHR(9) || CHR(10) || ']+', 1, CASE WHEN :s_mode = 'UNDO' THEN 1 ELSE 2 END);
    RETURN CASE WHEN l_rest = '-' THEN p_now ELSE l_rest END;
  END;
  PROCEDURE rebuild_one(p_owner IN VARCHAR2, p_index IN VARCHAR2, p_word IN VARCHAR2, p_part IN VARCHAR2,
                        p_now IN VARCHAR2, p_join IN VARCHAR2) IS
    l_index VARCHAR2(1000) := q(p_owner) || '.' || q(p_index);
    l_home VARCHAR2(200) := q(home_of(p_owner, p_index, p_part, p_now));
    l_part VARCHAR2(300) := CASE WHEN p_part IS NULL THEN NULL ELSE p_word || ' ' || q(p_part) END;
    l_ee BOOLEAN := :s_is_ee = 'YES' AND p_join = 'NO';
  BEGIN
    IF p_part IS NULL AND l_ee THEN
      run_ddl({ddl.REBUILD_INDEX_ONLINE.plsql(index="l_index", tablespace="l_home")});
    ELSIF p_part IS NULL THEN
      run_ddl({ddl.REBUILD_INDEX.plsql(index="l_index", tablespace="l_home")});
    ELSIF l_ee THEN
      run_ddl({ddl.REBUILD_PART_ONLINE.plsql(index="l_index", part="l_part", tablespace="l_home")});
    ELSE
      run_ddl({ddl.REBUILD_PART.plsql(index="l_index", part="l_part", tablespace="l_home")});
    END IF;
  END;
%%CHECK_INDEXES%%  PROCEDURE rebuild_unusable IS
  BEGIN
    FOR i IN (SELECT owner, index_name, tablespace_name, join_index FROM dba_indexes
               WHERE table_owner = :s_owner AND table_name = %%NAME%%
                 AND (status = 'UNUSABLE' OR (:s_mode = 'CHECK' AND status = 'VALID'))
                 AND index_type <> 'LOB' ORDER BY owner, index_name) LOOP
      rebuild_one(i.owner, i.index_name, NULL, NULL, i.tablespace_name, i.join_index);
    END LOOP;
    FOR p IN (SELECT i.owner, i.index_name, x.partition_name, x.tablespace_name, i.join_index
                FROM dba_indexes i JOIN dba_ind_partitions x ON x.index_owner = i.owner AND x.index_name = i.index_name
               WHERE i.table_owner = :s_owner AND i.table_name = %%NAME%%
                 AND (x.status = 'UNUSABLE' OR (:s_mode = 'CHECK' AND x.status = 'USABLE'))
               ORDER BY i.owner, i.index_name, x.partition_position) LOOP
      rebuild_one(p.owner, p.index_name, 'PARTITION', p.partition_name, p.tablespace_name, p.join_index);
    END LOOP;
  END;
"""

_BODY = f"""\
  find_segment;
  IF l_type NOT LIKE 'TABLE%' AND :s_kind IS NULL THEN
    IF :s_mode <> 'RECORD' THEN
      say('  is a ' || l_type || ', not a table: not handled here.');
    END IF;
    RETURN;
  ELSIF l_type <> 'TABLE' THEN
    stop(l_label || ': is a ' || l_type || ', expected a heap table.');
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
  check_table;
  decide_online('%%ONLINE%%', 12.02);
  IF l_online AND online_blockers > 0 THEN
    l_online := FALSE;
    check_outage('object type columns%%OR_MVIEW%% or a bitmap join index forbid ONLINE');
  END IF;
  check_outage('MOVE ONLINE needs 12.2 and Enterprise Edition');
  IF NOT l_online AND unusable_indexes > 0 THEN
    stop(l_label || ': has UNUSABLE indexes already. Rebuild or drop them first, or they would be rebuilt with the others.');
  END IF;
  check_target;
  also_logged(NULL, FALSE);
%%CALL_CHECK_INDEXES%%\
  IF l_online THEN
    run_ddl({ddl.MOVE_TABLE_ONLINE.plsql(table="l_full", tablespace="q(l_to)")});
  ELSE
    run_ddl({ddl.MOVE_TABLE.plsql(table="l_full", tablespace="q(l_to)")});
    rebuild_unusable;
  END IF;
{plsql.ARRIVED}\
  IF :s_mode <> 'CHECK' AND NOT l_online AND unusable_indexes > 0 THEN
    stop(l_label || ': indexes are still UNUSABLE. Run this script again to rebuild them.');
  END IF;
"""


def table_library(request: PlanRequest) -> BundleFile:
    """`lib_move_table.sql`: moves the heap table named by the bind variables."""
    block = "".join(
        (
            "DECLARE\n",
            plsql.SEGMENT_STATE,
            plsql.TALK,
            plsql.LITERAL,
            plsql.FIND,
            plsql.TARGET,
            CHECK_TABLE,
            UNUSABLE,
            REBUILD,
            plsql.START,
            fill(_BODY, SELF=LIBRARY, ONLINE=move_table_online(request.database).word),
            plsql.FINISH,
        )
    )
    return library(LIBRARY, "moves one heap table, called by the scripts", with_parts(block, request), request)

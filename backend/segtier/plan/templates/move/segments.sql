DECLARE
  TYPE a_row IS RECORD (
    role VARCHAR2(10), kind VARCHAR2(30), owner VARCHAR2(128), name VARCHAR2(128), sub VARCHAR2(128),
    src VARCHAR2(128), dst VARCHAR2(128), col VARCHAR2(128), now_in VARCHAR2(128), now_type VARCHAR2(30), bytes NUMBER);
  TYPE some_rows IS TABLE OF a_row INDEX BY PLS_INTEGER;
  r some_rows;
  l_step NUMBER := :s_step;
  l_count NUMBER;
  l_flag VARCHAR2(30);
  l_label VARCHAR2(1000);
  l_bytes NUMBER := 0;
  l_log_before NUMBER := 0;
  l_online BOOLEAN := FALSE;
--only OFFLINE
  l_why VARCHAR2(1000) := :s_why;
--all
--only NO_OFFLINE
  l_why VARCHAR2(1000);
--all
  l_unusable_before NUMBER := 0;
--only LOB
  l_natures VARCHAR2(32000);
--all
  l_rewritten VARCHAR2(128) := :s_table;
  l_interrupted EXCEPTION;
  PRAGMA EXCEPTION_INIT(l_interrupted, -8104);
%%REWRITTEN%%  -- The indexes of the table, or the one index, each with its parts.
  CURSOR index_parts IS
    WITH x AS (
      SELECT owner, index_name, index_type, join_index, status, tablespace_name FROM dba_indexes
       WHERE (:s_index IS NULL AND table_owner = :s_owner AND table_name = l_rewritten) OR (owner = :s_owner AND index_name = :s_index))
    SELECT owner, index_name, index_type, join_index, NULL AS word, NULL AS part, status, tablespace_name, 0 AS place FROM x
    UNION ALL
    SELECT x.owner, x.index_name, x.index_type, x.join_index, 'PARTITION', p.partition_name, p.status, p.tablespace_name,
           p.partition_position
      FROM x JOIN dba_ind_partitions p ON p.index_owner = x.owner AND p.index_name = x.index_name
--only SUB
    UNION ALL
    SELECT x.owner, x.index_name, x.index_type, x.join_index, 'SUBPARTITION', p.subpartition_name, p.status, p.tablespace_name,
           p.subpartition_position
      FROM x JOIN dba_ind_subpartitions p ON p.index_owner = x.owner AND p.index_name = x.index_name
--all
     ORDER BY 1, 2, 9;
%%TALK%%
--only ROWS
  -- One field of a tab-separated line.
  FUNCTION field(p_line IN VARCHAR2, p_number IN PLS_INTEGER) RETURN VARCHAR2 IS
    l_from PLS_INTEGER := INSTR(p_line, CHR(9), 1, p_number) + 1;
  BEGIN
    RETURN SUBSTR(p_line, l_from, INSTR(p_line, CHR(9), 1, p_number + 1) - l_from);
  END;

  -- A segment from a line of the list: owner, name, part, type, from, to, column, role.
  PROCEDURE add_row(p_line IN VARCHAR2) IS
    l_line VARCHAR2(4000) := CHR(9) || p_line || CHR(9);
    n PLS_INTEGER := r.COUNT + 1;
  BEGIN
    r(n).owner := field(l_line, 1);
    r(n).name := field(l_line, 2);
    r(n).sub := field(l_line, 3);
    r(n).kind := field(l_line, 4);
    r(n).src := field(l_line, 5);
    r(n).dst := field(l_line, 6);
    r(n).col := field(l_line, 7);
    r(n).role := field(l_line, 8);
  END;

  PROCEDURE read_rows IS
    l_at PLS_INTEGER := 1;
    l_end PLS_INTEGER;
  BEGIN
    LOOP
      l_end := NVL(DBMS_LOB.INSTR(:s_rows, CHR(10), l_at), 0);
      EXIT WHEN l_end = 0;
      add_row(DBMS_LOB.SUBSTR(:s_rows, l_end - l_at, l_at));
      l_at := l_end + 1;
    END LOOP;
  END;
--all

--only OFFLINE
  -- Of the indexes that the list names without their table, those of this one: where each goes.
  PROCEDURE read_homes IS
    l_at PLS_INTEGER;
  BEGIN
    FOR i IN index_parts LOOP
      l_at := NVL(DBMS_LOB.INSTR(:s_homes, CHR(10) || i.owner || CHR(9) || i.index_name || CHR(9) || i.part || CHR(9)), 0);
      IF l_at > 0 THEN
        add_row(DBMS_LOB.SUBSTR(:s_homes, DBMS_LOB.INSTR(:s_homes, CHR(10), l_at + 1) - l_at - 1, l_at + 1) || CHR(9) || CHR(9) || 'home');
      END IF;
    END LOOP;
  END;
--all

  -- Where a segment is now; p_must: stops where there is none.
  PROCEDURE find(p IN PLS_INTEGER, p_must IN BOOLEAN) IS
  BEGIN
    SELECT COUNT(*), MAX(segment_type), MAX(tablespace_name), MAX(bytes)
      INTO l_count, r(p).now_type, r(p).now_in, r(p).bytes
      FROM dba_segments
     WHERE owner = r(p).owner AND segment_name = r(p).name
       AND (partition_name = r(p).sub OR (partition_name IS NULL AND r(p).sub IS NULL))
--only UNTYPED
       AND (segment_type = r(p).kind OR r(p).kind IS NULL);
--all
--only NO_UNTYPED
       AND segment_type = r(p).kind;
--all
    IF l_count = 0 AND p_must THEN
      stop(q(r(p).name) || ': no such segment here now. Dropped, renamed, partitioned since, never filled, or of another type.');
--only UNTYPED
    ELSIF l_count > 1 THEN
      stop(q(r(p).name) || ': several segments have this name, and the report does not give the type.');
--all
    END IF;
  END;


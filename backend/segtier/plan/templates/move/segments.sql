DECLARE
  TYPE a_row IS RECORD (
    role VARCHAR2(10), kind VARCHAR2(30), owner VARCHAR2(128), name VARCHAR2(128), sub VARCHAR2(128),
    src VARCHAR2(128), dst VARCHAR2(128), col VARCHAR2(128), now_in VARCHAR2(128), now_type VARCHAR2(30), bytes NUMBER);
  TYPE some_rows IS TABLE OF a_row INDEX BY PLS_INTEGER;
  r some_rows;
  l_count NUMBER;
  l_flag VARCHAR2(30);
  l_label VARCHAR2(1000);
  l_bytes NUMBER := 0;
  l_log_before NUMBER := 0;
  l_online BOOLEAN := FALSE;
  l_why VARCHAR2(1000) := :s_why;
  l_unusable_before NUMBER := 0;
  l_natures VARCHAR2(32000);
  l_rewritten VARCHAR2(128) := :s_table;
  l_interrupted EXCEPTION;
  PRAGMA EXCEPTION_INIT(l_interrupted, -8104);
%%REWRITTEN%%%%TALK%%
  -- Of a line whose fields stand between tabs.
  FUNCTION field(p_line IN VARCHAR2, p_number IN PLS_INTEGER) RETURN VARCHAR2 IS
    l_from PLS_INTEGER := INSTR(p_line, CHR(9), 1, p_number) + 1;
  BEGIN
    RETURN SUBSTR(p_line, l_from, INSTR(p_line, CHR(9), 1, p_number + 1) - l_from);
  END;

  -- What the statement writes anew: a line for each segment, its fields apart by tabs.
  PROCEDURE read_rows IS
    l_at PLS_INTEGER := 1;
    l_end PLS_INTEGER;
    l_line VARCHAR2(4000);
    n PLS_INTEGER := 0;
  BEGIN
    LOOP
      l_end := NVL(DBMS_LOB.INSTR(:s_rows, CHR(10), l_at), 0);
      EXIT WHEN l_end = 0;
      l_line := CHR(9) || DBMS_LOB.SUBSTR(:s_rows, l_end - l_at, l_at) || CHR(9);
      n := n + 1;
      r(n).role := field(l_line, 1);
      r(n).kind := field(l_line, 2);
      r(n).owner := field(l_line, 3);
      r(n).name := field(l_line, 4);
      r(n).sub := field(l_line, 5);
      r(n).src := field(l_line, 6);
      r(n).dst := field(l_line, 7);
      r(n).col := field(l_line, 8);
      l_at := l_end + 1;
    END LOOP;
  END;

  -- Of the indexes that the list names without their table, those of this one: where each goes.
  PROCEDURE read_homes IS
    l_at PLS_INTEGER;
    l_line VARCHAR2(4000);
    n PLS_INTEGER := r.COUNT;
  BEGIN
    FOR i IN (SELECT owner, index_name, NULL AS sub FROM dba_indexes
               WHERE table_owner = :s_owner AND table_name = l_rewritten
              UNION ALL
              SELECT p.index_owner, p.index_name, p.partition_name FROM dba_indexes x
                JOIN dba_ind_partitions p ON p.index_owner = x.owner AND p.index_name = x.index_name
               WHERE x.table_owner = :s_owner AND x.table_name = l_rewritten
              UNION ALL
              SELECT s.index_owner, s.index_name, s.subpartition_name FROM dba_indexes x
                JOIN dba_ind_subpartitions s ON s.index_owner = x.owner AND s.index_name = x.index_name
               WHERE x.table_owner = :s_owner AND x.table_name = l_rewritten) LOOP
      l_line := CHR(10) || i.owner || CHR(9) || i.index_name || CHR(9) || i.sub || CHR(9);
      l_at := NVL(DBMS_LOB.INSTR(:s_homes, l_line), 0);
      IF l_at > 0 THEN
        l_line := CHR(9) || DBMS_LOB.SUBSTR(:s_homes, DBMS_LOB.INSTR(:s_homes, CHR(10), l_at + 1) - l_at - 1, l_at + 1) || CHR(9);
        n := n + 1;
        r(n).role := 'home';
        r(n).owner := field(l_line, 1);
        r(n).name := field(l_line, 2);
        r(n).sub := field(l_line, 3);
        r(n).kind := field(l_line, 4);
        r(n).src := field(l_line, 5);
        r(n).dst := field(l_line, 6);
      END IF;
    END LOOP;
  END;
  -- Where a segment is now; p_must: stops where there is none.
  PROCEDURE find(p IN PLS_INTEGER, p_must IN BOOLEAN) IS
  BEGIN
    SELECT COUNT(*), MAX(segment_type), MAX(tablespace_name), MAX(bytes)
      INTO l_count, r(p).now_type, r(p).now_in, r(p).bytes
      FROM dba_segments
     WHERE owner = r(p).owner AND segment_name = r(p).name
       AND (partition_name = r(p).sub OR (partition_name IS NULL AND r(p).sub IS NULL))
       AND (segment_type = r(p).kind OR r(p).kind IS NULL);
    IF l_count = 0 AND p_must THEN
      stop(q(r(p).name) || ': no such segment here now. Dropped, renamed, partitioned since, never filled, or of another type.');
    ELSIF l_count > 1 THEN
      stop(q(r(p).name) || ': several segments have this name, and the report does not give the type.');
    END IF;
  END;


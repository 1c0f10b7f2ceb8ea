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
  l_online BOOLEAN := FALSE;
  l_why VARCHAR2(1000) := :s_why;
  l_unusable_before NUMBER := 0;
  l_natures VARCHAR2(32000);
  l_rewritten VARCHAR2(128) := :s_table;
  l_interrupted EXCEPTION;
  PRAGMA EXCEPTION_INIT(l_interrupted, -8104);
%%REWRITTEN%%%%TALK%%%%LITERAL%%
  -- What the statement writes anew: a line for each segment, its fields apart by tabs.
  PROCEDURE read_rows IS
    l_at PLS_INTEGER := 1;
    l_end PLS_INTEGER;
    l_line VARCHAR2(4000);
    n PLS_INTEGER := 0;
    FUNCTION field(p_number IN PLS_INTEGER) RETURN VARCHAR2 IS
      l_from PLS_INTEGER := INSTR(l_line, CHR(9), 1, p_number) + 1;
    BEGIN
      RETURN SUBSTR(l_line, l_from, INSTR(l_line, CHR(9), 1, p_number + 1) - l_from);
    END;
  BEGIN
    LOOP
      l_end := NVL(DBMS_LOB.INSTR(:s_rows, CHR(10), l_at), 0);
      EXIT WHEN l_end = 0;
      l_line := CHR(9) || DBMS_LOB.SUBSTR(:s_rows, l_end - l_at, l_at) || CHR(9);
      n := n + 1;
      r(n).role := field(1);
      r(n).kind := field(2);
      r(n).owner := field(3);
      r(n).name := field(4);
      r(n).sub := field(5);
      r(n).src := field(6);
      r(n).dst := field(7);
      r(n).col := field(8);
      l_at := l_end + 1;
    END LOOP;
  END;

  -- Of the indexes that the list names without their table, those of this one: where each goes.
  PROCEDURE read_homes IS
    l_at PLS_INTEGER;
    l_line VARCHAR2(4000);
    n PLS_INTEGER := r.COUNT;
    FUNCTION field(p_number IN PLS_INTEGER) RETURN VARCHAR2 IS
      l_from PLS_INTEGER := INSTR(l_line, CHR(9), 1, p_number) + 1;
    BEGIN
      RETURN SUBSTR(l_line, l_from, INSTR(l_line, CHR(9), 1, p_number + 1) - l_from);
    END;
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
        r(n).owner := field(1);
        r(n).name := field(2);
        r(n).sub := field(3);
        r(n).kind := field(4);
        r(n).src := field(5);
        r(n).dst := field(6);
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

  -- Of LOBs the segment may carry another name than the inventory said; its column decides.
  PROCEDURE check_lob(p IN PLS_INTEGER) IS
  BEGIN
    IF :s_part IS NULL THEN
      SELECT COUNT(*) INTO l_count FROM dba_lobs
       WHERE owner = :s_owner AND table_name = :s_table AND column_name = r(p).col AND segment_name = r(p).name;
    ELSE
      SELECT COUNT(*) INTO l_count FROM (
        SELECT lob_partition_name AS name FROM dba_lob_partitions
         WHERE table_owner = :s_owner AND table_name = :s_table AND column_name = r(p).col AND partition_name = :s_part
        UNION ALL SELECT lob_subpartition_name FROM dba_lob_subpartitions
         WHERE table_owner = :s_owner AND table_name = :s_table AND column_name = r(p).col AND subpartition_name = :s_part)
       WHERE name = r(p).sub;
    END IF;
    IF l_count <> 1 THEN
      stop(l_label || ': ' || q(r(p).name) || ' is not the LOB of column ' || q(r(p).col) || ' now. Make the plan again.');
    END IF;
  END;

  -- SecureFile or BasicFile, cache, logging, compression ... of the LOBs of the table: the same before and after.
  FUNCTION natures RETURN VARCHAR2 IS
    l_text VARCHAR2(32000);
  BEGIN
    FOR l IN (SELECT column_name, 'SECUREFILE ' || securefile || ', CACHE ' || cache || ', LOGGING ' || logging
                     || ', COMPRESSION ' || b.compression || ', DEDUPLICATION ' || deduplication || ', ENCRYPT ' || encrypt
                     || ', IN ROW ' || in_row AS nature
                FROM dba_lobs b WHERE owner = :s_owner AND table_name = :s_table ORDER BY column_name) LOOP
      l_text := SUBSTR(l_text || q(l.column_name) || ' ' || l.nature || CHR(10), 1, 32000);
    END LOOP;
    RETURN l_text;
  END;

  PROCEDURE check_lobs IS
  BEGIN
    FOR l IN (SELECT column_name, b.compression, deduplication, encrypt FROM dba_lobs b
               WHERE owner = :s_owner AND table_name = :s_table) LOOP
      FOR p IN 1 .. r.COUNT LOOP
        IF r(p).col = l.column_name AND l.compression || l.deduplication || l.encrypt
          NOT IN ('NONONO', 'NONENONENONE') THEN
          stop(l_label || ': the LOB of ' || q(l.column_name) || ' is compressed, deduplicated or encrypted (' || l.compression
            || ', ' || l.deduplication || ', ' || l.encrypt || '). Not moved by these scripts.');
        END IF;
      END LOOP;
    END LOOP;
  END;

  PROCEDURE check_owner IS
  BEGIN
    IF :s_owner IN (%%OWNERS%%) OR %%APEX%% THEN
      stop(l_label || ': Oracle owns this schema, its segments stay.');
    END IF;
    IF :s_release >= 12.01 THEN
      EXECUTE IMMEDIATE 'SELECT MAX(oracle_maintained) FROM dba_users WHERE username = :1' INTO l_flag USING :s_owner;
      IF l_flag = 'Y' THEN
        stop(l_label || ': Oracle maintains this schema, its segments stay.');
      END IF;
    END IF;
  END;

  PROCEDURE check_known(p_fact IN VARCHAR2, p_now IN VARCHAR2) IS
    l_now VARCHAR2(200) := NVL(REPLACE(TRIM(p_now), ' ', '_'), 'NO');
    l_then VARCHAR2(200) := REPLACE(REGEXP_SUBSTR(:s_known, ' ' || p_fact || '=[^ ]+'), ' ' || p_fact || '=');
  BEGIN
    IF l_then IS NOT NULL AND l_then <> l_now AND :s_mode = 'UNDO' THEN
      say('  note: ' || p_fact || ' is ' || l_now || ', the inventory the plan was made from said ' || l_then);
    ELSIF l_then IS NOT NULL AND l_then <> l_now THEN
      stop(l_label || ': ' || p_fact || ' is ' || l_now || ', the inventory the plan was made from said ' || l_then
        || '. Collect again and make the plan again.');
    END IF;
  END;

  -- What no table and no index-organized table may be.
  PROCEDURE check_family IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables WHERE owner = :s_owner AND queue_table = :s_table;
    IF l_count > 0 THEN
      stop(l_label || ': queue table, needs the queue procedures of Oracle Support.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_indexes
     WHERE table_owner = :s_owner AND table_name = :s_table AND index_type LIKE '%DOMAIN';
    IF l_count > 0 THEN
      stop(l_label || ': has a domain index, which a move would break.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_tab_columns
     WHERE owner = :s_owner AND table_name = :s_table AND data_type IN ('LONG', 'LONG RAW');
    IF l_count > 0 THEN
      stop(l_label || ': has a LONG column, MOVE would fail with ORA-00997.');
    END IF;
  END;

  PROCEDURE check_heap IS
    l_table dba_tables%ROWTYPE;
  BEGIN
    BEGIN
      SELECT * INTO l_table FROM dba_tables WHERE owner = :s_owner AND table_name = :s_table;
    EXCEPTION
      WHEN NO_DATA_FOUND THEN
        stop(l_label || ': not in dba_tables. Nested tables and object tables are not moved by these scripts.');
    END;
    IF l_table.iot_type IS NOT NULL THEN
      stop(l_label || ': index-organized table (' || l_table.iot_type || '), which the inventory does not say.');
    ELSIF l_table.cluster_name IS NOT NULL THEN
      stop(l_label || ': clustered table, cannot be moved.');
    ELSIF l_table.temporary = 'Y' THEN
      stop(l_label || ': temporary table, has no permanent segment.');
    ELSIF l_table.nested = 'YES' THEN
      stop(l_label || ': storage table of a nested table, which the inventory does not say.');
    ELSIF l_table.secondary = 'Y' THEN
      stop(l_label || ': belongs to a domain index, moved only through that index.');
    ELSIF l_table.dropped = 'YES' THEN
      stop(l_label || ': in the recycle bin.');
    END IF;
    check_family;
    SELECT COUNT(*) INTO l_count FROM dba_external_tables WHERE owner = :s_owner AND table_name = :s_table;
    IF l_count > 0 THEN
      stop(l_label || ': external table.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_mviews WHERE owner = :s_owner AND container_name = :s_table;
    check_known('MVIEW', CASE WHEN l_count > 0 THEN 'YES' ELSE 'NO' END);
    IF l_count > 0 AND INSTR(:s_known, ' MVIEW=YES ') = 0 THEN
      stop(l_label || ': container of a materialized view, which the inventory does not say.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_mview_logs
     WHERE log_owner = :s_owner AND (log_table = :s_table OR (master = :s_table AND rowids = 'YES'));
    IF l_count > 0 THEN
      stop(l_label || ': a materialized view log stands in the way (the log itself, or one by ROWID, which a move makes stale).');
    END IF;
    check_known('LOGGING', l_table.logging);
    check_known('COMPRESSION', CASE l_table.compression WHEN 'ENABLED' THEN NVL(l_table.compress_for, 'BASIC') ELSE 'NO' END);
    say('  note: compression ' || NVL(l_table.compression, 'by partition') || ' (kept).');
    IF :s_shape = 'LOB' THEN
      check_lobs;
    ELSE
      SELECT COUNT(*) INTO l_count FROM dba_lobs WHERE owner = :s_owner AND table_name = :s_table;
      IF l_count > 0 THEN
        say('  note: ' || l_count || ' LOB column(s). Those this statement does not name stay where they are.');
      END IF;
    END IF;
  END;

  PROCEDURE check_iot IS
    l_table dba_tables%ROWTYPE;
  BEGIN
    BEGIN
      SELECT * INTO l_table FROM dba_tables WHERE owner = :s_owner AND table_name = :s_table;
    EXCEPTION
      WHEN NO_DATA_FOUND THEN
        stop(l_label || ': is not in dba_tables now. Make the plan again.');
    END;
    IF NVL(l_table.iot_type, '-') <> 'IOT' OR l_table.temporary = 'Y' OR l_table.nested = 'YES'
      OR (l_table.partitioned = 'YES' AND :s_part IS NULL) OR (l_table.partitioned <> 'YES' AND :s_part IS NOT NULL) THEN
      stop(l_label || ': is not the index-organized table the plan was made for. Make the plan again.');
    ELSIF l_table.secondary = 'Y' THEN
      stop(l_label || ': belongs to a domain index, moved only through that index.');
    END IF;
    check_family;
    FOR p IN 1 .. r.COUNT LOOP
      SELECT (SELECT COUNT(*) FROM dba_indexes
               WHERE table_owner = :s_owner AND table_name = :s_table AND index_name = r(p).name AND index_type = 'IOT - TOP')
           + (SELECT COUNT(*) FROM dba_tables
               WHERE owner = :s_owner AND table_name = r(p).name AND iot_name = :s_table)
        INTO l_count FROM dual;
      IF l_count <> 1 AND r(p).role = 'moves' THEN
        stop(l_label || ': ' || q(r(p).name) || ' is not a segment of it now. Make the plan again.');
      END IF;
    END LOOP;
    SELECT COUNT(*) INTO l_count FROM dba_tables WHERE owner = :s_owner AND iot_name = :s_table AND iot_type = 'IOT_MAPPING';
    IF l_count > 0 AND INSTR(:s_sql, ' MAPPING TABLE') = 0 THEN
      stop(l_label || ': has a mapping table for bitmap indexes, which this statement does not take along.');
    END IF;
    SELECT (SELECT COUNT(*) FROM dba_lobs WHERE owner = :s_owner AND table_name = :s_table)
         + (SELECT COUNT(*) FROM dba_tab_columns
             WHERE owner = :s_owner AND table_name = :s_table AND data_type_owner IS NOT NULL)
      INTO l_count FROM dual;
    IF l_count > 0 THEN
      l_online := FALSE;
      l_why := 'a LOB or a column of an object type does not go with ONLINE here';
    END IF;
  END;

  PROCEDURE check_nested IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_nested_tables
     WHERE owner = :s_owner AND table_name = :s_table AND parent_table_name = :s_parent;
    IF l_count <> 1 THEN
      stop(l_label || ': is not the storage of a nested table of ' || q(:s_parent) || ' now. Make the plan again.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables WHERE owner = :s_owner AND queue_table = :s_parent;
    IF l_count > 0 THEN
      stop(l_label || ': belongs to a queue table.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_all_tables
     WHERE owner = :s_owner AND table_name = :s_table AND iot_type IS NULL AND cluster_name IS NULL AND partitioned = 'NO';
    IF l_count <> 1 THEN
      stop(l_label || ': is kept as an index-organized, clustered or partitioned table, not moved by these scripts.');
    END IF;
  END;

  PROCEDURE check_log IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_mview_logs
     WHERE log_owner = :s_owner AND master = :s_table AND log_table = r(1).name;
    IF l_count <> 1 THEN
      stop(l_label || ': ' || q(r(1).name) || ' is not its materialized view log now. Make the plan again.');
    END IF;
  END;

  PROCEDURE check_index IS
    l_found dba_indexes%ROWTYPE;
    l_status VARCHAR2(30);
  BEGIN
    SELECT * INTO l_found FROM dba_indexes WHERE owner = :s_owner AND index_name = :s_index;
    IF l_found.index_type NOT IN ('NORMAL', 'NORMAL/REV', 'BITMAP', 'FUNCTION-BASED NORMAL',
                                  'FUNCTION-BASED NORMAL/REV', 'FUNCTION-BASED BITMAP') THEN
      stop(l_label || ': ' || l_found.index_type || ' index, not moved by these scripts.');
    ELSIF l_found.temporary = 'Y' THEN
      stop(l_label || ': index of a temporary table.');
    ELSIF l_found.secondary = 'Y' THEN
      stop(l_label || ': belongs to a domain index.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables
     WHERE owner = l_found.table_owner AND queue_table = l_found.table_name;
    IF l_count > 0 THEN
      stop(l_label || ': index of a queue table.');
    END IF;
    SELECT MAX(status) INTO l_status FROM (
      SELECT status FROM dba_indexes WHERE owner = :s_owner AND index_name = :s_index AND :s_part IS NULL
      UNION ALL SELECT status FROM dba_ind_partitions
       WHERE index_owner = :s_owner AND index_name = :s_index AND partition_name = :s_part
      UNION ALL SELECT status FROM dba_ind_subpartitions
       WHERE index_owner = :s_owner AND index_name = :s_index AND subpartition_name = :s_part);
    IF NVL(l_status, 'UNUSABLE') NOT IN ('VALID', 'USABLE') THEN
      stop(l_label || ': is ' || NVL(l_status, 'of unknown status') || '. Rebuild or drop it first.');
    END IF;
    check_known('INDEX_TYPE', l_found.index_type);
    check_known('LOGGING', l_found.logging);
    IF :s_mode <> 'UNDO' AND :s_table IS NOT NULL AND l_found.table_name <> :s_table THEN
      stop(l_label || ': is on table ' || q(l_found.table_name) || ' now, the inventory said ' || q(:s_table)
        || '. Collect again and make the plan again.');
    END IF;
    l_rewritten := l_found.table_name;
    IF l_found.join_index = 'YES' THEN
      l_online := FALSE;
      l_why := 'bitmap join indexes do not go with ONLINE';
    END IF;
    :s_sort_bytes := GREATEST(:s_sort_bytes, r(1).bytes);
  END;

  FUNCTION online_blockers RETURN NUMBER IS
    l_blockers NUMBER;
  BEGIN
    SELECT (SELECT COUNT(*) FROM dba_indexes
             WHERE table_owner = :s_owner AND table_name = :s_table AND join_index = 'YES')
         + (SELECT COUNT(*) FROM dba_tab_columns
             WHERE owner = :s_owner AND table_name = :s_table AND data_type_owner IS NOT NULL)
         + (SELECT COUNT(*) FROM dba_mviews WHERE owner = :s_owner AND container_name = :s_table)
      INTO l_blockers FROM dual;
    RETURN l_blockers;
  END;

  PROCEDURE check_outage IS
  BEGIN
    IF NOT l_online AND NVL(:s_allow_offline, 'NO') <> 'YES' AND :s_shape <> 'DEFAULTS' THEN
      stop(l_label || ': can only be moved with an outage (' || l_why || ').'
        || ' Set allow_offline to YES in settings.sql when one is agreed.');
    END IF;
  END;

  FUNCTION room_in(p_tablespace IN VARCHAR2) RETURN NUMBER IS
    l_free NUMBER;
    l_grow NUMBER;
    l_group_free NUMBER;
  BEGIN
    SELECT NVL(SUM(bytes), 0) INTO l_free FROM dba_free_space WHERE tablespace_name = p_tablespace;
    SELECT NVL(SUM(GREATEST(maxbytes - bytes, 0)), 0) INTO l_grow
      FROM dba_data_files WHERE tablespace_name = p_tablespace AND autoextensible = 'YES';
%%GROUP_FREE%%
    RETURN l_free + LEAST(l_grow, NVL(l_group_free, l_grow));
  END;

  PROCEDURE check_room(p_tablespace IN VARCHAR2, p_bytes IN NUMBER, p_what IN VARCHAR2) IS
    l_room NUMBER := room_in(p_tablespace);
    l_read_only NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_read_only FROM dba_tablespaces WHERE tablespace_name = p_tablespace AND status = 'READ ONLY';
    IF l_read_only > 0 THEN
      stop(l_label || ': ' || p_what || ' would be written in ' || q(p_tablespace) || ', which is READ ONLY.');
    END IF;
    IF l_room < p_bytes THEN
      stop(l_label || ': ' || p_what || ' needs ' || gib(p_bytes) || ', ' || q(p_tablespace) || ' has room for ' || gib(l_room)
        || '. Give it room: ALTER TABLESPACE ' || q(p_tablespace) || ' ADD DATAFILE, or RESIZE a file of it.');
    END IF;
  END;

  PROCEDURE check_target(p IN PLS_INTEGER) IS
    l_from dba_tablespaces%ROWTYPE;
    l_to dba_tablespaces%ROWTYPE;
    l_quota NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = r(p).dst;
    IF l_count = 0 AND :s_mode = 'CHECK' THEN
      say('  note: tablespace ' || q(r(p).dst) || ' does not exist yet. Run this check again after 30_tablespaces.sql.');
      RETURN;
    ELSIF l_count = 0 THEN
      stop('tablespace ' || q(r(p).dst) || ' does not exist.');
    END IF;
    SELECT * INTO l_from FROM dba_tablespaces WHERE tablespace_name = r(p).now_in;
    SELECT * INTO l_to FROM dba_tablespaces WHERE tablespace_name = r(p).dst;
    IF l_to.status <> 'ONLINE' OR l_to.contents <> 'PERMANENT' THEN
      stop('tablespace ' || q(r(p).dst) || ' is ' || l_to.status || ', ' || l_to.contents);
    END IF;
    IF l_from.status <> 'ONLINE' AND :s_mode <> 'UNDO' THEN
      stop(l_label || ': %%READ_ONLY%%.');
    END IF;
    IF l_from.block_size <> l_to.block_size THEN
      stop(l_label || ': block size ' || l_from.block_size || ' here, ' || l_to.block_size || ' in ' || q(r(p).dst));
    END IF;
    IF l_from.encrypted <> l_to.encrypted THEN
      stop(l_label || ': encrypted ' || l_from.encrypted || ' here, ' || l_to.encrypted || ' in ' || q(r(p).dst)
        || '. Moving would change that silently. Create the target with the same encryption first.');
    END IF;
    IF l_from.force_logging = 'YES' AND l_to.force_logging <> 'YES' AND :s_mode <> 'UNDO' THEN
      stop(l_label || ': ' || q(r(p).now_in) || ' forces logging, ' || q(r(p).dst) || ' does not. Run '
        || %%FORCE_LOGGING%%);
    END IF;
    check_room(r(p).dst, r(p).bytes, q(r(p).name));
    SELECT COUNT(*) INTO l_count FROM dba_sys_privs WHERE grantee = :s_owner AND privilege = 'UNLIMITED TABLESPACE';
    IF l_count = 0 THEN
      SELECT MAX(CASE WHEN max_bytes = -1 THEN r(p).bytes * 2 ELSE max_bytes - bytes END) INTO l_quota
        FROM dba_ts_quotas WHERE username = :s_owner AND tablespace_name = r(p).dst;
      IF NVL(l_quota, 0) < r(p).bytes AND :s_mode = 'CHECK' THEN
        say('  note: ' || q(:s_owner) || ' has no quota for this on ' || q(r(p).dst) || ' yet. 30_tablespaces.sql grants it.');
      ELSIF NVL(l_quota, 0) < r(p).bytes THEN
        stop(q(:s_owner) || ' has no quota for this on ' || q(r(p).dst) || '. 30_tablespaces.sql grants it.');
      END IF;
    END IF;
  END;

  -- Indexes of the table: where each is built anew, whether the plan knows it, what it adds to the redo.
  FUNCTION home_of(p_owner IN VARCHAR2, p_name IN VARCHAR2, p_sub IN VARCHAR2, p_now IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      IF r(p).role IN ('rebuilt', 'home') AND r(p).owner = p_owner AND r(p).name = p_name AND r(p).dst IS NOT NULL
        AND (r(p).sub = p_sub OR (r(p).sub IS NULL AND p_sub IS NULL)) THEN
        RETURN r(p).dst;
      END IF;
    END LOOP;
    RETURN p_now;
  END;

  FUNCTION is_listed(p_owner IN VARCHAR2, p_name IN VARCHAR2) RETURN BOOLEAN IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      IF r(p).role <> 'moves' AND r(p).owner = p_owner AND r(p).name = p_name THEN
        RETURN TRUE;
      END IF;
    END LOOP;
    RETURN FALSE;
  END;

  PROCEDURE check_room_if_there(p_tablespace IN VARCHAR2, p_bytes IN NUMBER, p_what IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace;
    IF l_count > 0 OR :s_mode <> 'CHECK' THEN
      check_room(p_tablespace, p_bytes, p_what);
    END IF;
  END;

  -- Online all new copies are built at once, each where its index is; after a move offline one by one, where it goes.
  PROCEDURE check_indexes IS
    TYPE some_bytes IS TABLE OF NUMBER INDEX BY VARCHAR2(128);
    l_needs some_bytes;
    l_home VARCHAR2(128);
    l_before NUMBER;
  BEGIN
    FOR i IN (SELECT i.owner, i.index_name, i.tablespace_name,
                     (SELECT NVL(SUM(s.bytes), 0) FROM dba_segments s
                       WHERE s.owner = i.owner AND s.segment_name = i.index_name AND s.segment_type LIKE 'INDEX%') AS bytes
                FROM dba_indexes i
               WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten
                 AND i.index_type NOT IN ('LOB', 'IOT - TOP', 'DOMAIN') ORDER BY i.owner, i.index_name) LOOP
      IF :s_indexes = 'ALL' AND :s_mode <> 'UNDO' AND NOT is_listed(i.owner, i.index_name) THEN
        stop(l_label || ': index ' || q(i.owner) || '.' || q(i.index_name) || ' is not in the inventory and would become'
          || ' UNUSABLE. Collect again and make the plan again.');
      END IF;
      say('  note: index ' || q(i.owner) || '.' || q(i.index_name) || ', ' || gib(i.bytes)
        || CASE WHEN l_online THEN ', is kept up.' ELSE ', becomes UNUSABLE and is rebuilt.' END);
      :s_log_bytes := :s_log_bytes + i.bytes;
      :s_sort_bytes := GREATEST(:s_sort_bytes, i.bytes);
      IF i.tablespace_name IS NOT NULL THEN
        l_home := i.tablespace_name;
        IF NOT l_online THEN
          l_home := home_of(i.owner, i.index_name, NULL, i.tablespace_name);
        END IF;
        l_before := 0;
        IF l_needs.EXISTS(l_home) THEN
          l_before := l_needs(l_home);
        END IF;
        l_needs(l_home) := CASE WHEN l_online OR l_home <> i.tablespace_name THEN l_before + i.bytes
          ELSE GREATEST(l_before, i.bytes) END;
      END IF;
    END LOOP;
    l_home := l_needs.FIRST;
    WHILE l_home IS NOT NULL LOOP
      check_room_if_there(l_home, l_needs(l_home), 'the new copies of indexes');
      l_home := l_needs.NEXT(l_home);
    END LOOP;
  END;

  -- The part of the indexes that goes with one partition, by its share of the table.
  PROCEDURE weigh_indexes_of_part IS
    TYPE some_bytes IS TABLE OF NUMBER INDEX BY VARCHAR2(128);
    l_needs some_bytes;
    l_home VARCHAR2(128);
    l_all NUMBER;
    l_part NUMBER;
    l_indexes NUMBER;
  BEGIN
    SELECT NVL(SUM(bytes), 0), NVL(SUM(CASE WHEN partition_name = :s_part THEN bytes END), 0) INTO l_all, l_part
      FROM dba_segments WHERE owner = :s_owner AND segment_name = l_rewritten AND segment_type LIKE 'TABLE%';
    SELECT NVL(SUM(s.bytes), 0) INTO l_indexes FROM dba_indexes i
      JOIN dba_segments s ON s.owner = i.owner AND s.segment_name = i.index_name AND s.segment_type LIKE 'INDEX%'
     WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten;
    :s_log_bytes := :s_log_bytes + CASE WHEN l_all = 0 THEN 0 ELSE l_indexes * l_part / l_all END;
    FOR s IN rewritten LOOP
      SELECT NVL(SUM(bytes), 0) INTO l_indexes FROM dba_segments
       WHERE owner = s.owner AND segment_name = s.name AND partition_name = s.sub AND segment_type LIKE 'INDEX%PARTITION';
      IF l_indexes > 0 THEN
        :s_sort_bytes := GREATEST(:s_sort_bytes, l_indexes);
        l_needs(s.tablespace_name) := l_indexes + CASE WHEN l_needs.EXISTS(s.tablespace_name) THEN l_needs(s.tablespace_name)
          ELSE 0 END;
      END IF;
    END LOOP;
    l_home := l_needs.FIRST;
    WHILE l_home IS NOT NULL LOOP
      check_room(l_home, l_needs(l_home), 'the new copies of its parts of indexes');
      l_home := l_needs.NEXT(l_home);
    END LOOP;
  END;

  FUNCTION unusable_indexes RETURN NUMBER IS
    l_unusable NUMBER;
  BEGIN
    SELECT (SELECT COUNT(*) FROM dba_indexes i
             WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten AND i.status = 'UNUSABLE')
         + (SELECT COUNT(*) FROM dba_indexes i JOIN dba_ind_partitions p
                ON p.index_owner = i.owner AND p.index_name = i.index_name
             WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten AND p.status = 'UNUSABLE')
         + (SELECT COUNT(*) FROM dba_indexes i JOIN dba_ind_subpartitions s
                ON s.index_owner = i.owner AND s.index_name = i.index_name
             WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten AND s.status = 'UNUSABLE')
      INTO l_unusable FROM dual;
    RETURN l_unusable;
  END;

%%CHECK_LOGGING%%
  PROCEDURE rebuild_one(p_owner IN VARCHAR2, p_name IN VARCHAR2, p_word IN VARCHAR2, p_part IN VARCHAR2,
                        p_now IN VARCHAR2, p_join IN VARCHAR2) IS
    l_name VARCHAR2(1000) := q(p_owner) || '.' || q(p_name);
    l_home VARCHAR2(200) := q(home_of(p_owner, p_name, p_part, p_now));
    l_part VARCHAR2(300) := CASE WHEN p_part IS NULL THEN NULL ELSE p_word || ' ' || q(p_part) END;
    l_ee BOOLEAN := :s_is_ee = 'YES' AND p_join = 'NO';
  BEGIN
    IF p_part IS NULL AND l_ee THEN
      run_ddl(%%REBUILD_INDEX_ONLINE%%);
    ELSIF p_part IS NULL THEN
      run_ddl(%%REBUILD_INDEX%%);
    ELSIF l_ee THEN
      run_ddl(%%REBUILD_PART_ONLINE%%);
    ELSE
      run_ddl(%%REBUILD_PART%%);
    END IF;
  END;

  PROCEDURE rebuild_unusable IS
  BEGIN
    FOR i IN (SELECT owner, index_name, tablespace_name, join_index FROM dba_indexes
               WHERE table_owner = :s_owner AND table_name = l_rewritten
                 AND (status = 'UNUSABLE' OR (:s_mode = 'CHECK' AND status = 'VALID'))
                 AND index_type NOT IN ('LOB', 'IOT - TOP') ORDER BY owner, index_name) LOOP
      rebuild_one(i.owner, i.index_name, NULL, NULL, i.tablespace_name, i.join_index);
    END LOOP;
    FOR p IN (SELECT i.owner, i.index_name, x.partition_name, x.tablespace_name, i.join_index
                FROM dba_indexes i JOIN dba_ind_partitions x ON x.index_owner = i.owner AND x.index_name = i.index_name
               WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten
                 AND (x.status = 'UNUSABLE' OR (:s_mode = 'CHECK' AND x.status = 'USABLE'))
               ORDER BY i.owner, i.index_name, x.partition_position) LOOP
      rebuild_one(p.owner, p.index_name, 'PARTITION', p.partition_name, p.tablespace_name, p.join_index);
    END LOOP;
  END;

  -- ONLINE waits for the transactions that are open on the table, without end, and offline gives up: so this waits first, and
  -- not for ever.
  FUNCTION open_transactions RETURN NUMBER IS
    l_open NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_open FROM gv$locked_object k JOIN dba_objects o ON o.object_id = k.object_id
     WHERE k.xidusn <> 0 AND o.owner = :s_owner AND o.object_name = l_rewritten;
    RETURN l_open;
  END;

  PROCEDURE wait_for_transactions IS
    l_waited NUMBER := 0;
  BEGIN
    WHILE open_transactions > 0 LOOP
      IF :s_mode = 'CHECK' OR l_waited >= NVL(:s_lock_wait_s, 60) THEN
        FOR b IN (SELECT s.inst_id, s.sid, s.serial# AS serial, s.username, s.last_call_et FROM gv$locked_object k
                    JOIN dba_objects o ON o.object_id = k.object_id
                    JOIN gv$session s ON s.inst_id = k.inst_id AND s.sid = k.session_id
                   WHERE k.xidusn <> 0 AND o.owner = :s_owner AND o.object_name = l_rewritten) LOOP
          say('  open transaction: instance ' || b.inst_id || ', SID ' || b.sid || ',' || b.serial || ', '
            || q(NVL(b.username, '-')) || ', silent for ' || b.last_call_et || ' s');
        END LOOP;
        IF :s_mode = 'CHECK' THEN
          say('  note: the statement would wait for these. Let them commit first.');
          RETURN;
        END IF;
        stop(l_label || ': transactions are open on it, see above; waited ' || l_waited || ' s. Let them commit, then run this'
          || ' script again, or raise lock_wait_s in settings.sql.');
      END IF;
      EXECUTE IMMEDIATE CASE WHEN :s_release >= 18 THEN 'BEGIN DBMS_SESSION.SLEEP(5); END;'
        ELSE 'BEGIN DBMS_LOCK.SLEEP(5); END;' END;
      l_waited := l_waited + 5;
    END LOOP;
  END;

  -- What a killed online statement leaves: a journal that SMON removes sooner or later. This removes it now.
  PROCEDURE clean_up IS
    l_cleaned BOOLEAN;
  BEGIN
    say('  an earlier online build of this was interrupted; cleaning up.');
    IF :s_index IS NOT NULL THEN
      FOR o IN (SELECT object_id FROM dba_objects
                 WHERE owner = :s_owner AND object_name = :s_index AND object_type LIKE 'INDEX%') LOOP
        l_cleaned := %%REPAIR%%.ONLINE_INDEX_CLEAN(o.object_id, %%REPAIR%%.LOCK_WAIT);
      END LOOP;
    ELSIF :s_release >= 12.01 THEN
      EXECUTE IMMEDIATE 'BEGIN DBMS_PART.CLEANUP_ONLINE_OP(:1, :2, :3); END;' USING :s_owner, :s_table, :s_part;
    END IF;
  END;

  PROCEDURE run_once(p_sql IN VARCHAR2) IS
  BEGIN
    run_ddl(p_sql);
  EXCEPTION
    WHEN l_interrupted THEN
      clean_up;
      run_ddl(p_sql);
  END;

  -- In pieces: a line of SQL*Plus has an end.
  PROCEDURE print_text(p_bind IN VARCHAR2, p_text IN VARCHAR2) IS
    l_at PLS_INTEGER := 1;
  BEGIN
    say('  :' || p_bind || ' := NULL;');
    WHILE l_at <= NVL(LENGTH(p_text), 0) LOOP
      say('  :' || p_bind || ' := :' || p_bind || ' || ' || lit(SUBSTR(p_text, l_at, 150)) || ';');
      l_at := l_at + 150;
    END LOOP;
  END;

  PROCEDURE print_row(p IN PLS_INTEGER, p_to IN VARCHAR2) IS
  BEGIN
    say('  :s_rows := ' || CASE WHEN p > 1 THEN ':s_rows || ' END || lit(r(p).role) || ' || CHR(9)');
    say('    || ' || lit(r(p).kind) || ' || CHR(9)');
    say('    || ' || lit(r(p).owner) || ' || CHR(9)');
    say('    || ' || lit(r(p).name) || ' || CHR(9)');
    say('    || ' || lit(r(p).sub) || ' || CHR(9)');
    say('    || ' || lit(r(p).src) || ' || CHR(9)');
    say('    || ' || lit(p_to) || ' || CHR(9)');
    say('    || ' || lit(r(p).col) || ' || CHR(10);');
  END;

  -- The way back as it is before anything moves, for what has not moved yet.
  PROCEDURE print_entry IS
    l_found VARCHAR2(200) := CASE WHEN :s_shape = 'DEFAULTS' AND r(1).now_in = 'DEFAULT' THEN 'DEFAULT'
      ELSE q(NVL(r(1).now_in, r(1).dst)) END;
  BEGIN
    IF :s_pdb IS NOT NULL THEN
      say('ALTER SESSION SET CONTAINER = ' || q(:s_pdb) || ';');
      say('SET SERVEROUTPUT ON SIZE UNLIMITED FORMAT WRAPPED');
    END IF;
    say('BEGIN');
    say('  :s_step := ' || :s_step || ';');
    say('  :s_pdb := ' || lit(:s_pdb) || ';');
    say('  :s_shape := ' || lit(:s_shape) || ';');
    say('  :s_owner := ' || lit(:s_owner) || ';');
    say('  :s_table := ' || lit(:s_table) || ';');
    say('  :s_index := ' || lit(:s_index) || ';');
    say('  :s_part := ' || lit(:s_part) || ';');
    say('  :s_parent := ' || lit(:s_parent) || ';');
    say('  :s_rebuilds := ' || lit(:s_rebuilds) || ';');
    say('  :s_like := ' || lit(:s_like) || ';');
    say('  :s_online := ' || lit(:s_online) || ';');
    say('  :s_since := ' || NVL(REPLACE(TO_CHAR(:s_since), ',', '.'), 'NULL') || ';');
    say('  :s_why := ' || lit(:s_why) || ';');
    say('  :s_known := ' || lit(:s_known) || ';');
    say('  :s_indexes := ' || lit(:s_indexes) || ';');
    print_text('s_sql', REPLACE(:s_sql, '""', l_found));
    print_text('s_sql_offline', REPLACE(:s_sql_offline, '""', l_found));
    FOR p IN 1 .. r.COUNT LOOP
      print_row(p, CASE r(p).role WHEN 'moves' THEN NVL(r(p).now_in, r(p).dst) ELSE r(p).dst END);
    END LOOP;
    say('END;');
    say('/');
    say('@@lib_move.sql');
  END;

  -- Default attributes have no segment: the dictionary says where new partitions go.
  FUNCTION default_now RETURN VARCHAR2 IS
    l_name VARCHAR2(128);
  BEGIN
    IF :s_index IS NULL THEN
      SELECT MAX(def_tablespace_name) INTO l_name FROM dba_part_tables WHERE owner = :s_owner AND table_name = :s_table;
    ELSE
      SELECT MAX(def_tablespace_name) INTO l_name FROM dba_part_indexes WHERE owner = :s_owner AND index_name = :s_index;
    END IF;
    RETURN NVL(l_name, 'DEFAULT');
  END;

  -- It moves, or it is an index that is built anew with its table where that goes.
  FUNCTION arrives(p IN PLS_INTEGER) RETURN BOOLEAN IS
  BEGIN
    RETURN r(p).role = 'moves' OR (r(p).role = 'rebuilt' AND r(p).dst <> NVL(r(p).src, ' '));
  END;

  PROCEDURE look(p_must IN BOOLEAN) IS
  BEGIN
    IF :s_shape = 'DEFAULTS' THEN
      r(1).now_in := default_now;
      RETURN;
    END IF;
    FOR p IN 1 .. r.COUNT LOOP
      IF arrives(p) THEN
        find(p, p_must AND r(p).role = 'moves');
      END IF;
    END LOOP;
  END;

  FUNCTION all_there RETURN BOOLEAN IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      IF r(p).role = 'moves' AND (r(p).now_in IS NULL OR r(p).dst IS NULL OR r(p).now_in <> r(p).dst) THEN
        RETURN FALSE;
      END IF;
    END LOOP;
    RETURN TRUE;
  END;
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
  :s_handled := :s_handled + 1;
  IF :s_pdb IS NOT NULL AND :s_pdb <> SYS_CONTEXT('USERENV', 'CON_NAME') THEN
    stop('wrong container: ' || SYS_CONTEXT('USERENV', 'CON_NAME'));
  END IF;
  read_rows;
  IF :s_shape = 'LOG' THEN
    l_rewritten := r(1).name;
  END IF;
  IF :s_rebuilds = 'YES' THEN
    read_homes;
  END IF;
  l_label := q(:s_owner) || '.' || q(NVL(:s_index, :s_table)) || CASE WHEN :s_part IS NULL THEN NULL ELSE ' ' || q(:s_part) END;
  IF :s_mode <> 'RECORD' THEN
    say(:s_mode || ' ' || :s_step || ': ' || l_label);
  END IF;
  IF :s_shape = 'DEFAULTS' AND NVL(:s_new_partitions_ok, 'NO') <> 'YES' THEN
    IF :s_mode IN ('CHECK', 'RUN') THEN
      say('  left as it is: new partitions go to ' || NVL(q(default_now), '-') || '. Set new_partitions_ok in settings.sql to change that.');
    END IF;
    RETURN;
  END IF;
  EXECUTE IMMEDIATE %%LOCK_TIMEOUT%%;
  look(:s_mode <> 'RECORD');
  IF r(1).kind IS NULL AND :s_shape <> 'DEFAULTS' AND r(1).now_type NOT LIKE :s_like THEN
    IF :s_mode <> 'RECORD' THEN
      say('  is a ' || r(1).now_type || ': not handled here.');
    END IF;
    RETURN;
  ELSIF r(1).kind IS NULL AND r(1).now_type LIKE '%SUBPARTITION' THEN
    stop(l_label || ': is a subpartition, which the report does not say. Add an export of dba_segments and make the plan again.');
  END IF;
  IF :s_mode = 'RECORD' THEN
    -- The list of the way back is read: what has not moved yet has something to record.
    IF r(1).now_in IS NOT NULL AND r(1).now_in <> r(1).src THEN
      print_entry;
    END IF;
    RETURN;
  END IF;
  IF r(1).dst IS NULL AND :s_shape = 'DEFAULTS' AND r(1).now_in <> r(1).src THEN
    say('  new partitions do not go there.');
    RETURN;
  ELSIF r(1).dst IS NULL THEN
    :s_problems := :s_problems + 1;
    say('  the report does not give its old tablespace: use 91_rollback_recorded.sql');
    RETURN;
  END IF;
  FOR p IN 1 .. r.COUNT LOOP
    l_bytes := l_bytes + NVL(r(p).bytes, 0);
  END LOOP;
  IF :s_mode = 'VERIFY' THEN
    FOR p IN 1 .. r.COUNT LOOP
      IF arrives(p) AND r(p).now_in = r(p).dst THEN
        say('  OK: ' || q(r(p).name) || ' in ' || q(r(p).dst));
      ELSIF arrives(p) THEN
        say('  NOT OK: ' || q(r(p).name) || ' in ' || q(r(p).now_in) || ', expected ' || q(r(p).dst));
        :s_problems := :s_problems + 1;
      END IF;
    END LOOP;
    IF :s_index IS NOT NULL THEN
      SELECT (SELECT COUNT(*) FROM dba_indexes WHERE owner = :s_owner AND index_name = :s_index AND status = 'UNUSABLE')
           + (SELECT COUNT(*) FROM dba_ind_partitions
               WHERE index_owner = :s_owner AND index_name = :s_index AND status = 'UNUSABLE')
           + (SELECT COUNT(*) FROM dba_ind_subpartitions
               WHERE index_owner = :s_owner AND index_name = :s_index AND status = 'UNUSABLE')
        INTO l_count FROM dual;
      IF l_count > 0 THEN
        say('  NOT OK: it is UNUSABLE, or parts of it are');
        :s_problems := :s_problems + 1;
      END IF;
    END IF;
    IF :s_table IS NOT NULL AND unusable_indexes > 0 THEN
      say('  NOT OK: ' || unusable_indexes || ' index(es) or partitions of it are UNUSABLE');
      :s_problems := :s_problems + 1;
    END IF;
    check_files;
    :s_need_bytes := :s_need_bytes + l_bytes;
    RETURN;
  END IF;
  IF all_there THEN
    say('  there already.');
    IF :s_rebuilds = 'YES' THEN
      check_logging(TRUE);
    END IF;
    IF :s_mode <> 'CHECK' AND :s_rebuilds = 'YES' THEN
      rebuild_unusable;
    END IF;
    RETURN;
  END IF;
  FOR p IN 1 .. r.COUNT LOOP
    IF r(p).role = 'moves' AND r(p).src IS NOT NULL AND r(p).now_in NOT IN (r(p).src, r(p).dst) THEN
      stop(l_label || ': ' || q(r(p).name) || ' is in ' || q(r(p).now_in) || ', the plan was made when it was in ' || q(r(p).src));
    END IF;
  END LOOP;
  :s_need_bytes := :s_need_bytes + l_bytes;
  l_online := :s_online <> 'NO' AND :s_is_ee = 'YES' AND LEAST(:s_release, :s_compatible) >= NVL(:s_since, 0);
  IF :s_online = 'YES' AND NOT l_online THEN
    stop('the plan counts on moving online, but this database cannot. Make the plan again from a new report.');
  END IF;
  check_owner;
  IF :s_shape IN ('HEAP', 'LOB') THEN
    check_heap;
    IF l_online AND online_blockers > 0 THEN
      l_online := FALSE;
      l_why := 'object types, materialized views and bitmap join indexes do not go with ONLINE';
    END IF;
  ELSIF :s_shape = 'IOT' THEN
    check_iot;
  ELSIF :s_shape = 'NESTED' THEN
    check_nested;
  ELSIF :s_shape = 'LOG' THEN
    check_log;
  ELSIF :s_shape = 'INDEX' THEN
    check_index;
  END IF;
  check_logging(FALSE);
  check_outage;
  FOR p IN 1 .. r.COUNT LOOP
    IF r(p).role = 'moves' AND :s_shape <> 'DEFAULTS' THEN
      IF r(p).col IS NOT NULL AND r(p).kind LIKE 'LOB%' THEN
        check_lob(p);
      END IF;
      check_target(p);
    ELSIF r(p).role = 'rewritten' AND (:s_shape = 'IOT' OR NVL(r(p).kind, '-') NOT LIKE 'INDEX%') THEN
      find(p, FALSE);
      say('  note: ' || q(r(p).name) || ' is rewritten where it is: ' || gib(NVL(r(p).bytes, 0)));
      check_room(r(p).now_in, NVL(r(p).bytes, 0), q(r(p).name));
      :s_log_bytes := :s_log_bytes + NVL(r(p).bytes, 0);
    END IF;
  END LOOP;
  IF :s_shape IN ('HEAP', 'LOB', 'NESTED', 'LOG') AND :s_part IS NULL THEN
    IF unusable_indexes > 0 AND :s_mode <> 'UNDO' THEN
      stop(l_label || ': has UNUSABLE indexes already. Rebuild or drop them first, or they would be rebuilt with the others.');
    END IF;
    check_indexes;
  ELSIF :s_shape IN ('HEAP', 'LOB') THEN
    weigh_indexes_of_part;
  END IF;
  IF :s_table IS NOT NULL THEN
    l_unusable_before := unusable_indexes;
  END IF;
  l_natures := natures;
  IF :s_shape <> 'DEFAULTS' THEN
    wait_for_transactions;
  END IF;
  run_once(CASE WHEN l_online THEN :s_sql ELSE NVL(:s_sql_offline, :s_sql) END);
  -- On the way back what a run that died left UNUSABLE is rebuilt as well, however the table moves.
  IF :s_rebuilds = 'YES' AND (NOT l_online OR :s_mode = 'UNDO') THEN
    rebuild_unusable;
    l_unusable_before := 0;
  END IF;
  IF :s_mode = 'CHECK' THEN
    RETURN;
  END IF;
  look(TRUE);
  IF NOT all_there THEN
    stop(l_label || ': is not where it should be after the statement.');
  ELSIF natures <> l_natures THEN
    stop(l_label || ': a LOB has changed from' || CHR(10) || l_natures || 'to' || CHR(10) || natures
      || 'Set it back with ALTER TABLE ... MODIFY LOB.');
  ELSIF :s_table IS NOT NULL AND unusable_indexes > l_unusable_before THEN
    stop(l_label || ': indexes are UNUSABLE. Run this script again to rebuild them; 80_verify.sql lists them.');
  END IF;
  say('  done: ' || gib(l_bytes) || ' now in ' || q(r(1).dst));
EXCEPTION
  WHEN OTHERS THEN
    IF :s_mode IN ('CHECK', 'VERIFY', 'UNDO') AND SQLCODE = -20100 THEN
      :s_problems := :s_problems + 1;
      say('  ' || SQLERRM);
    ELSIF :s_mode = 'RECORD' AND SQLCODE = -20100 THEN
      NULL;
    ELSE
      RAISE;
    END IF;
END;
/

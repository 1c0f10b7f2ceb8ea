  PROCEDURE check_owner IS
  BEGIN
    stop_if(:s_owner IN (%%OWNERS%%) OR %%APEX%%, l_label || ': Oracle owns this schema, its segments stay.');
    IF :s_release >= 12.01 THEN
      EXECUTE IMMEDIATE 'SELECT MAX(oracle_maintained) FROM dba_users WHERE username = :1' INTO l_flag USING :s_owner;
      stop_if(l_flag = 'Y', l_label || ': Oracle maintains this schema, its segments stay.');
    END IF;
  END;

--only KNOWN
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
--all

--only HEAP LOB IOT
  -- What no table and no index-organized table may be.
  PROCEDURE check_family IS
  BEGIN
    FOR w IN (SELECT 'queue table, needs the queue procedures of Oracle Support.' AS why
                FROM dba_queue_tables WHERE owner = :s_owner AND queue_table = :s_table
              UNION ALL
              SELECT 'has a domain index, which a move would break.'
                FROM dba_indexes WHERE table_owner = :s_owner AND table_name = :s_table AND index_type LIKE '%DOMAIN'
              UNION ALL
              SELECT 'has a LONG column, MOVE would fail with ORA-00997.' FROM dba_tab_columns
               WHERE owner = :s_owner AND table_name = :s_table AND data_type IN ('LONG', 'LONG RAW')
              UNION ALL
              SELECT 'is tracked by a flashback data archive, which bars a move (ORA-55610). DBMS_FLASHBACK_ARCHIVE.DISASSOCIATE_FBA'
                || ' takes it out, REASSOCIATE_FBA back in.'
                FROM dba_flashback_archive_tables WHERE owner_name = :s_owner AND table_name = :s_table
              UNION ALL
              SELECT 'is the history of a flashback data archive, which nobody may alter (ORA-55622).'
                FROM dba_flashback_archive_tables WHERE owner_name = :s_owner AND archive_table_name = :s_table
              UNION ALL
              SELECT 'is compressed by ' || c.compress_for || ', %%HYBRID%%.'
                FROM (SELECT owner, table_name, compress_for FROM dba_all_tables WHERE :s_part IS NULL
                      UNION ALL
                      SELECT table_owner, table_name, compress_for FROM dba_tab_partitions WHERE partition_name = :s_part
--only SUB
                      UNION ALL
                      SELECT table_owner, table_name, compress_for FROM dba_tab_subpartitions WHERE subpartition_name = :s_part
--all
                     ) c
               WHERE c.owner = :s_owner AND c.table_name = :s_table
                 AND (c.compress_for LIKE 'QUERY%' OR c.compress_for LIKE 'ARCHIVE%')) LOOP
      stop(l_label || ': ' || w.why);
    END LOOP;
    IF :s_release >= 12.01 THEN
      EXECUTE IMMEDIATE 'SELECT COUNT(*) FROM dba_ilmobjects WHERE enabled = ''YES'' AND object_owner = :1 AND object_name = :2'
        INTO l_count USING :s_owner, :s_table;
      IF l_count > 0 THEN
        say('  note: ' || l_count || ' policies of Automatic Data Optimization are on it: one that tiers storage moves it away again.');
      END IF;
    END IF;
  END;
--all

--only HEAP LOB
  PROCEDURE check_heap IS
    l_table dba_tables%ROWTYPE;
  BEGIN
    BEGIN
      SELECT * INTO l_table FROM dba_tables WHERE owner = :s_owner AND table_name = :s_table;
    EXCEPTION
      WHEN NO_DATA_FOUND THEN
        stop(l_label || ': not in dba_tables. Nested tables and object tables are not moved by these scripts.');
    END;
    stop_if(l_table.iot_type IS NOT NULL, l_label || ': index-organized table (' || l_table.iot_type || '), which the inventory does not say.');
    stop_if(l_table.cluster_name IS NOT NULL, l_label || ': clustered table, cannot be moved.');
    stop_if(l_table.temporary = 'Y', l_label || ': temporary table, has no permanent segment.');
    stop_if(l_table.nested = 'YES', l_label || ': storage table of a nested table, which the inventory does not say.');
    stop_if(l_table.secondary = 'Y', l_label || ': belongs to a domain index, moved only through that index.');
    stop_if(l_table.dropped = 'YES', l_label || ': in the recycle bin.');
    check_family;
    SELECT COUNT(*) INTO l_count FROM dba_external_tables WHERE owner = :s_owner AND table_name = :s_table;
    stop_if(l_count > 0, l_label || ': external table.');
    SELECT COUNT(*) INTO l_count FROM dba_mviews WHERE owner = :s_owner AND container_name = :s_table;
--only KNOWN
    check_known('MVIEW', CASE WHEN l_count > 0 THEN 'YES' ELSE 'NO' END);
    IF l_count > 0 AND INSTR(:s_known, ' MVIEW=YES ') = 0 THEN
--all
--only NO_KNOWN
    IF l_count > 0 THEN
--all
      stop(l_label || ': container of a materialized view, which the inventory does not say.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_mview_logs
     WHERE log_owner = :s_owner AND (log_table = :s_table OR (master = :s_table AND rowids = 'YES'));
    stop_if(l_count > 0, l_label || ': a materialized view log stands in the way (the log itself, or one by ROWID, which a move makes stale).');
--only KNOWN
    check_known('LOGGING', l_table.logging);
    check_known('COMPRESSION', CASE l_table.compression WHEN 'ENABLED' THEN NVL(l_table.compress_for, 'BASIC') ELSE 'NO' END);
--all
    say('  note: compression ' || NVL(l_table.compression, 'by partition') || ' (kept).');
--only LOB
    IF :s_shape = 'LOB' THEN
      check_lobs;
    END IF;
--all
    IF :s_shape <> 'LOB' THEN
      SELECT COUNT(*) INTO l_count FROM dba_lobs WHERE owner = :s_owner AND table_name = :s_table;
      IF l_count > 0 THEN
        say('  note: ' || l_count || ' LOB column(s). Those this statement does not name stay where they are.');
      END IF;
    END IF;
  END;
--all

--only IOT
  PROCEDURE check_iot IS
    l_table dba_tables%ROWTYPE;
  BEGIN
    BEGIN
      SELECT * INTO l_table FROM dba_tables WHERE owner = :s_owner AND table_name = :s_table;
    EXCEPTION
      WHEN NO_DATA_FOUND THEN
        stop(l_label || ': is not in dba_tables now. Make the plan again.');
    END;
    stop_if(NVL(l_table.iot_type, '-') <> 'IOT' OR l_table.temporary = 'Y' OR l_table.nested = 'YES'
      OR (l_table.partitioned = 'YES' AND :s_part IS NULL) OR (l_table.partitioned <> 'YES' AND :s_part IS NOT NULL),
      l_label || ': is not the index-organized table the plan was made for. Make the plan again.');
    stop_if(l_table.secondary = 'Y', l_label || ': belongs to a domain index, moved only through that index.');
    check_family;
    FOR p IN 1 .. r.COUNT LOOP
      SELECT (SELECT COUNT(*) FROM dba_indexes
               WHERE table_owner = :s_owner AND table_name = :s_table AND index_name = r(p).name AND index_type = 'IOT - TOP')
           + (SELECT COUNT(*) FROM dba_tables
               WHERE owner = :s_owner AND table_name = r(p).name AND iot_name = :s_table)
        INTO l_count FROM dual;
      stop_if(l_count <> 1 AND r(p).role = 'moves', l_label || ': ' || q(r(p).name) || ' is not one of its segments any more. Make the plan again.');
    END LOOP;
    SELECT COUNT(*) INTO l_count FROM dba_tables WHERE owner = :s_owner AND iot_name = :s_table AND iot_type = 'IOT_MAPPING';
    stop_if(l_count > 0 AND INSTR(:s_sql, ' MAPPING TABLE') = 0,
      l_label || ': has a mapping table for bitmap indexes, which this statement does not take along.');
    SELECT (SELECT COUNT(*) FROM dba_lobs WHERE owner = :s_owner AND table_name = :s_table)
         + (SELECT COUNT(*) FROM dba_tab_columns
             WHERE owner = :s_owner AND table_name = :s_table AND data_type_owner IS NOT NULL)
      INTO l_count FROM dual;
    IF l_count > 0 THEN
      l_online := FALSE;
      l_why := 'a LOB or a column of an object type does not go with ONLINE here';
    END IF;
  END;
--all

--only NESTED
  PROCEDURE check_nested IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_nested_tables
     WHERE owner = :s_owner AND table_name = :s_table AND parent_table_name = :s_parent;
    stop_if(l_count <> 1, l_label || ': is not the storage of a nested table of ' || q(:s_parent) || ' now. Make the plan again.');
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables WHERE owner = :s_owner AND queue_table = :s_parent;
    stop_if(l_count > 0, l_label || ': belongs to a queue table.');
    SELECT COUNT(*) INTO l_count FROM dba_all_tables
     WHERE owner = :s_owner AND table_name = :s_table AND iot_type IS NULL AND cluster_name IS NULL AND partitioned = 'NO';
    stop_if(l_count <> 1, l_label || ': is kept as an index-organized, clustered or partitioned table, not moved by these scripts.');
  END;
--all

--only LOG
  PROCEDURE check_log IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_mview_logs
     WHERE log_owner = :s_owner AND master = :s_table AND log_table = r(1).name;
    stop_if(l_count <> 1, l_label || ': ' || q(r(1).name) || ' is not its materialized view log now. Make the plan again.');
  END;
--all

--only INDEX
  PROCEDURE check_index IS
    l_found dba_indexes%ROWTYPE;
    l_status VARCHAR2(30);
  BEGIN
    SELECT * INTO l_found FROM dba_indexes WHERE owner = :s_owner AND index_name = :s_index;
    stop_if(l_found.index_type NOT IN ('NORMAL', 'NORMAL/REV', 'BITMAP', 'FUNCTION-BASED NORMAL',
                                  'FUNCTION-BASED NORMAL/REV', 'FUNCTION-BASED BITMAP'),
      l_label || ': ' || l_found.index_type || ' index, not moved by these scripts.');
    stop_if(l_found.temporary = 'Y', l_label || ': index of a temporary table.');
    stop_if(l_found.secondary = 'Y', l_label || ': belongs to a domain index.');
    SELECT COUNT(*) INTO l_count FROM dba_queue_tables
     WHERE owner = l_found.table_owner AND queue_table = l_found.table_name;
    stop_if(l_count > 0, l_label || ': index of a queue table.');
    FOR i IN index_parts LOOP
      IF i.part = :s_part OR (i.part IS NULL AND :s_part IS NULL) THEN
        l_status := i.status;
      END IF;
    END LOOP;
    stop_if(NVL(l_status, 'UNUSABLE') NOT IN ('VALID', 'USABLE'),
      l_label || ': is ' || NVL(l_status, 'of unknown status') || '. Rebuild or drop it first.');
--only KNOWN
    check_known('INDEX_TYPE', l_found.index_type);
    check_known('LOGGING', l_found.logging);
--all
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
--all

--only HEAP LOB
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
--all

  PROCEDURE check_outage IS
  BEGIN
--only OFFLINE
    stop_if(NOT l_online AND NVL(:s_allow_offline, 'NO') <> 'YES' AND :s_shape <> 'DEFAULTS',
      l_label || ': can only be moved with an outage (' || l_why || ').'
      || ' Set allow_offline to YES in settings.sql when one is agreed.');
--all
--only NO_OFFLINE
    stop_if(NOT l_online AND :s_shape <> 'DEFAULTS',
      l_label || ': can only be moved with an outage (' || l_why || '), and this plan moves all online. Collect from the'
      || ' database and make the plan again; by hand run its statement of the list without ONLINE, then rebuild its indexes.');
--all
  END;


  -- Indexes of the table: where each is built anew, whether the plan knows it, what it adds to the redo. An online move builds
  -- those elsewhere that it names; where others go that move by themselves concerns one that becomes UNUSABLE.
  FUNCTION home_of(p_owner IN VARCHAR2, p_name IN VARCHAR2, p_sub IN VARCHAR2, p_now IN VARCHAR2, p_homes IN BOOLEAN)
    RETURN VARCHAR2 IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      IF (r(p).role = 'rebuilt' OR (r(p).role = 'home' AND p_homes)) AND r(p).owner = p_owner AND r(p).name = p_name AND r(p).dst IS NOT NULL
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
        l_home := home_of(i.owner, i.index_name, NULL, i.tablespace_name, NOT l_online);
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
    l_home VARCHAR2(200) := q(home_of(p_owner, p_name, p_part, p_now, TRUE));
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


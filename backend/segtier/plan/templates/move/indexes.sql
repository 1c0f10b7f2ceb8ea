  -- Indexes of the table: where each is built anew, whether the plan knows it, what it adds to the redo.
--only OFFLINE
  -- An online move builds those elsewhere that it names; where others go that move by themselves concerns one that becomes UNUSABLE.
--all
  FUNCTION row_of(p_roles IN VARCHAR2, p_owner IN VARCHAR2, p_name IN VARCHAR2, p_sub IN VARCHAR2) RETURN PLS_INTEGER IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      IF INSTR(p_roles, r(p).role) > 0 AND r(p).owner = p_owner AND r(p).name = p_name AND r(p).dst IS NOT NULL
        AND (r(p).sub = p_sub OR (r(p).sub IS NULL AND p_sub IS NULL)) THEN
        RETURN p;
      END IF;
    END LOOP;
    RETURN 0;
  END;

--only OFFLINE BUILT
  FUNCTION home_of(p_owner IN VARCHAR2, p_name IN VARCHAR2, p_sub IN VARCHAR2, p_now IN VARCHAR2, p_homes IN BOOLEAN)
    RETURN VARCHAR2 IS
    l_row PLS_INTEGER := row_of(CASE WHEN p_homes THEN 'rebuilt home' ELSE 'rebuilt' END, p_owner, p_name, p_sub);
  BEGIN
    RETURN CASE WHEN l_row = 0 THEN p_now ELSE r(l_row).dst END;
  END;
--all

--only LISTED
  FUNCTION is_listed(p_owner IN VARCHAR2, p_name IN VARCHAR2) RETURN BOOLEAN IS
  BEGIN
    FOR p IN 1 .. r.COUNT LOOP
      IF r(p).role <> 'moves' AND r(p).owner = p_owner AND r(p).name = p_name THEN
        RETURN TRUE;
      END IF;
    END LOOP;
    RETURN FALSE;
  END;
--all

  -- What a table's move writes of its indexes, or that of one partition of its parts of local ones: each where it goes. Online
--only OFFLINE
  -- all new copies are built at once; after a move offline one by one, so that at home the largest counts.
--all
--only NO_OFFLINE
  -- all new copies are built at once.
--all
  PROCEDURE check_room_of_indexes IS
    TYPE some_bytes IS TABLE OF NUMBER INDEX BY VARCHAR2(128);
    l_needs some_bytes;
    l_home VARCHAR2(128);
    l_before NUMBER;
    l_size NUMBER;
  BEGIN
    FOR s IN rewritten LOOP
      SELECT SUM(bytes) INTO l_size FROM dba_segments
       WHERE owner = s.owner AND segment_name = s.name AND segment_type LIKE 'INDEX%'
         AND (partition_name = s.sub OR (partition_name IS NULL AND s.sub IS NULL));
      IF l_size > 0 AND s.lob IS NULL THEN
--only OFFLINE BUILT
        l_home := home_of(s.owner, s.name, s.sub, s.tablespace_name, NOT l_online AND :s_part IS NULL);
        IF l_home <> s.tablespace_name THEN
          check_leaves(s.tablespace_name, 'index ' || q(s.owner) || '.' || q(s.name));
        END IF;
--all
--only NO_OFFLINE
--only NO_BUILT
        l_home := s.tablespace_name;
--all
--all
        :s_sort_bytes := GREATEST(:s_sort_bytes, l_size);
        :s_log_bytes := :s_log_bytes + l_size;
        l_before := 0;
        IF l_needs.EXISTS(l_home) THEN
          l_before := l_needs(l_home);
        END IF;
--only OFFLINE
        l_needs(l_home) := CASE WHEN l_online OR :s_part IS NOT NULL OR l_home <> s.tablespace_name THEN l_before + l_size
          ELSE GREATEST(l_before, l_size) END;
--all
--only NO_OFFLINE
        l_needs(l_home) := l_before + l_size;
--all
      END IF;
    END LOOP;
    l_home := l_needs.FIRST;
    WHILE l_home IS NOT NULL LOOP
      SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = l_home;
      IF l_count > 0 OR :s_mode <> 'CHECK' THEN
        check_room(l_home, l_needs(l_home), 'the new copies of indexes');
      END IF;
      l_home := l_needs.NEXT(l_home);
    END LOOP;
  END;

  PROCEDURE check_indexes IS
  BEGIN
    FOR i IN (SELECT i.owner, i.index_name,
                     (SELECT NVL(SUM(s.bytes), 0) FROM dba_segments s
                       WHERE s.owner = i.owner AND s.segment_name = i.index_name AND s.segment_type LIKE 'INDEX%') AS bytes
                FROM dba_indexes i
               WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten
                 AND i.index_type NOT IN ('LOB', 'IOT - TOP', 'DOMAIN') ORDER BY i.owner, i.index_name) LOOP
--only LISTED
      stop_if(:s_mode <> 'UNDO' AND NOT is_listed(i.owner, i.index_name),
        l_label || ': index ' || q(i.owner) || '.' || q(i.index_name) || ' is not in the inventory and would become'
        || ' UNUSABLE. Collect again and make the plan again.');
--all
      say('  note: index ' || q(i.owner) || '.' || q(i.index_name) || ', ' || gib(i.bytes)
        || CASE WHEN l_online THEN ', is kept up.' ELSE ', becomes UNUSABLE and is rebuilt.' END);
    END LOOP;
    check_room_of_indexes;
  END;

--only PART
  -- Global indexes are updated in place for one partition: by its share of the table.
  PROCEDURE weigh_indexes_of_part IS
    l_all NUMBER;
    l_part NUMBER;
    l_indexes NUMBER;
  BEGIN
    SELECT NVL(SUM(bytes), 0), NVL(SUM(CASE WHEN partition_name = :s_part THEN bytes END), 0) INTO l_all, l_part
      FROM dba_segments WHERE owner = :s_owner AND segment_name = l_rewritten AND segment_type LIKE 'TABLE%';
    SELECT NVL(SUM(s.bytes), 0) INTO l_indexes FROM dba_indexes i
      JOIN dba_segments s ON s.owner = i.owner AND s.segment_name = i.index_name AND s.segment_type LIKE 'INDEX%'
     WHERE i.table_owner = :s_owner AND i.table_name = l_rewritten
       AND NOT EXISTS (SELECT 1 FROM dba_part_indexes x
                        WHERE x.owner = i.owner AND x.index_name = i.index_name AND x.locality = 'LOCAL');
    :s_log_bytes := :s_log_bytes + CASE WHEN l_all = 0 THEN 0 ELSE l_indexes * l_part / l_all END;
    check_room_of_indexes;
  END;
--all

  FUNCTION unusable_indexes RETURN NUMBER IS
    l_unusable NUMBER := 0;
  BEGIN
    FOR i IN index_parts LOOP
      IF i.status = 'UNUSABLE' THEN
        l_unusable := l_unusable + 1;
      END IF;
    END LOOP;
    RETURN l_unusable;
  END;

%%CHECK_LOGGING%%
--only OFFLINE
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
    FOR i IN index_parts LOOP
      IF (i.status = 'UNUSABLE' OR (:s_mode = 'CHECK' AND i.status IN ('VALID', 'USABLE'))) AND i.index_type NOT IN ('LOB', 'IOT - TOP') THEN
        rebuild_one(i.owner, i.index_name, i.word, i.part, i.tablespace_name, i.join_index);
      END IF;
    END LOOP;
  END;
--all

  -- ONLINE waits for the transactions that are open on the table, without end, and offline gives up: so this waits first, and
  -- not for ever. Only for those that are open when it begins to wait: on a busy table others are always open, none for long.
  FUNCTION open_transactions(p_since IN NUMBER) RETURN NUMBER IS
    l_open NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_open FROM gv$locked_object k JOIN dba_objects o ON o.object_id = k.object_id
      JOIN gv$transaction t ON t.inst_id = k.inst_id AND t.xidusn = k.xidusn AND t.xidslot = k.xidslot AND t.xidsqn = k.xidsqn
     WHERE k.xidusn <> 0 AND o.owner = :s_owner AND o.object_name = l_rewritten AND t.start_scn <= p_since;
    RETURN l_open;
  END;

  PROCEDURE wait_a_little IS
  BEGIN
    EXECUTE IMMEDIATE CASE WHEN :s_release >= 18 THEN 'BEGIN DBMS_SESSION.SLEEP(5); END;'
      ELSE 'BEGIN DBMS_LOCK.SLEEP(5); END;' END;
  END;

  PROCEDURE wait_for_transactions IS
    l_waited NUMBER := 0;
    l_since NUMBER;
  BEGIN
    SELECT current_scn INTO l_since FROM v$database;
    WHILE open_transactions(l_since) > 0 LOOP
      IF :s_mode = 'CHECK' OR l_waited >= NVL(:s_lock_wait_s, 60) THEN
        FOR b IN (SELECT s.inst_id, s.sid, s.serial# AS serial, s.username, s.last_call_et FROM gv$locked_object k
                    JOIN dba_objects o ON o.object_id = k.object_id
                    JOIN gv$session s ON s.inst_id = k.inst_id AND s.sid = k.session_id
                    JOIN gv$transaction t ON t.inst_id = k.inst_id AND t.xidusn = k.xidusn AND t.xidslot = k.xidslot
                     AND t.xidsqn = k.xidsqn
                   WHERE k.xidusn <> 0 AND o.owner = :s_owner AND o.object_name = l_rewritten AND t.start_scn <= l_since) LOOP
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
      wait_a_little;
      l_waited := l_waited + 5;
    END LOOP;
  END;

  -- Redo that nobody archives stops every session of the database once the log groups are full (Administrator's Guide, Managing
  -- Archived Redo Log Files). So this waits for the archiver before each statement, and asks for room for what that writes.
  FUNCTION not_archived RETURN NUMBER IS
    l_groups NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_groups FROM v$log WHERE archived = 'NO' AND status NOT IN ('CURRENT', 'UNUSED');
    RETURN l_groups;
  END;

  PROCEDURE wait_for_archiver(p_bytes IN NUMBER) IS
    l_waited NUMBER := 0;
    l_free NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_count FROM v$database WHERE log_mode = 'ARCHIVELOG';
    IF l_count = 0 OR :s_mode = 'CHECK' THEN
      RETURN;
    END IF;
    WHILE not_archived > 0 LOOP
      stop_if(l_waited >= NVL(:s_archive_wait_s, 600),
        l_label || ': ' || not_archived || ' log group(s) are not archived; waited ' || l_waited || ' s. Look at v$archive_dest,'
        || ' then run this script again, or raise archive_wait_s in settings.sql.');
      wait_a_little;
      l_waited := l_waited + 5;
    END LOOP;
    SELECT MAX(space_limit - space_used + space_reclaimable) INTO l_free FROM v$recovery_file_dest
     WHERE EXISTS (SELECT 1 FROM v$archive_dest WHERE status = 'VALID' AND destination = 'USE_DB_RECOVERY_FILE_DEST');
    stop_if(l_free < p_bytes,
      l_label || ': the recovery area has room for ' || gib(l_free) || ', this writes ' || gib(p_bytes) || ' of redo. Back up'
      || ' the archived logs and let them go, then run this script again.');
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

--only TAKES
  -- UPDATE INDEXES takes names without a schema: the statement runs in that of the table.
  PROCEDURE run_in_schema(p_sql IN VARCHAR2) IS
    l_schema VARCHAR2(128) := SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA');
  BEGIN
    IF :s_mode = 'CHECK' OR INSTR(p_sql, ' UPDATE INDEXES (') = 0 THEN
      run_ddl(p_sql);
      RETURN;
    END IF;
    EXECUTE IMMEDIATE %%ENTER_SCHEMA%%;
    run_ddl(p_sql);
    EXECUTE IMMEDIATE %%LEAVE_SCHEMA%%;
  EXCEPTION
    WHEN OTHERS THEN
      EXECUTE IMMEDIATE %%LEAVE_SCHEMA%%;
      RAISE;
  END;
--all

  PROCEDURE run_once(p_sql IN VARCHAR2) IS
  BEGIN
--only TAKES
    run_in_schema(p_sql);
--all
--only NO_TAKES
    run_ddl(p_sql);
--all
  EXCEPTION
    WHEN l_interrupted THEN
      clean_up;
--only TAKES
      run_in_schema(p_sql);
--all
--only NO_TAKES
      run_ddl(p_sql);
--all
  END;


-- piece: must
  -- A tier of today, or one that an earlier folder made: its tablespaces are not made here.
  PROCEDURE must_be_there(p_tablespace IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace AND contents = 'PERMANENT';
    stop_if(l_count = 0, 'there is no tablespace ' || p_tablespace || ' for tables and indexes here. Run the folders in their order.');
    SELECT COUNT(*) INTO l_count FROM dba_data_files
     WHERE tablespace_name = p_tablespace AND INSTR(file_name, :s_flash_start) <> 1;
    stop_if(l_count > 0, p_tablespace || ' has files outside ' || :s_flash_place || '. Correct flash_place in settings.sql of this folder.');
    say(p_tablespace || ' is there.');
  END;
  -- Not the old quota of somewhere else: what is used here already counts in it.
  PROCEDURE grant_more(p_owner IN VARCHAR2, p_tablespace IN VARCHAR2, p_mib IN NUMBER) IS
    l_most NUMBER;
    l_used NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_users WHERE username = p_owner;
    stop_if(l_count = 0, 'no user ' || q(p_owner) || ' in this container.');
    SELECT COUNT(*) INTO l_count FROM dba_sys_privs WHERE grantee = p_owner AND privilege = 'UNLIMITED TABLESPACE';
    SELECT NVL(MAX(max_bytes), 0), NVL(MAX(bytes), 0) INTO l_most, l_used
      FROM dba_ts_quotas WHERE username = p_owner AND tablespace_name = p_tablespace;
    IF l_count > 0 OR l_most = -1 OR l_most - l_used >= p_mib * 1048576 THEN
      say(q(p_owner) || ' has quota enough on ' || p_tablespace || '.');
      RETURN;
    END IF;
    run_ddl(%%QUOTA_OF%%);
    say('  Before: ' || gib(l_most) || '. To put that back after the way back: ' || %%QUOTA_BACK%%);
  END;
-- piece: check
%%HEAD%%
  PROCEDURE there_verdict(p_tablespace IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace AND contents = 'PERMANENT';
    verdict(l_count = 1, 'tablespace ' || p_tablespace || CASE WHEN l_count = 1 THEN ' is there' ELSE ' is not there' END);
    SELECT COUNT(*) INTO l_count FROM dba_data_files
     WHERE tablespace_name = p_tablespace AND INSTR(file_name, :s_flash_start) <> 1;
    verdict(l_count = 0, p_tablespace || CASE WHEN l_count = 0 THEN ' lies at ' ELSE ' has files outside ' END
      || :s_flash_place);
    SELECT NVL(SUM(bytes), 0) INTO l_bytes FROM dba_free_space WHERE tablespace_name = p_tablespace;
    :s_room_bytes := :s_room_bytes + l_bytes;
    SELECT NVL(SUM(GREATEST(maxbytes - bytes, 0)), 0) INTO l_bytes
      FROM dba_data_files WHERE tablespace_name = p_tablespace AND autoextensible = 'YES';
    :s_grow_bytes := :s_grow_bytes + l_bytes;
  END;
%%GUARDED%%
%%CALLS%%
END;
/
-- piece: room
  -- Free in the tablespaces, and as far as their files may grow: where the place tells what it has free, no further.
  l_free := :s_room_bytes + LEAST(:s_grow_bytes, NVL(free_at_place, :s_grow_bytes));
  IF :s_room_bytes < :s_need_bytes * %%SPARE%% AND l_free >= :s_need_bytes * %%SPARE%% AND free_at_place IS NULL THEN
    verdict(NULL, 'the new copies need ' || gib(:s_need_bytes * %%SPARE%%) || ', free in their tablespaces are '
      || gib(:s_room_bytes) || '; their files may grow by ' || gib(:s_grow_bytes) || '. See that ' || :s_flash_place
      || ' has room for that.');
  ELSE
    verdict(l_free >= :s_need_bytes * %%SPARE%%, 'the new copies need ' || gib(:s_need_bytes * %%SPARE%%)
      || ', their tablespaces have room for ' || gib(l_free) || ', as far as files may grow');
  END IF;

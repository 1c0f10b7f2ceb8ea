DECLARE
  l_count NUMBER;
  l_total NUMBER := 0;
%%TALK%%%%ROOM%%  PROCEDURE create_missing(p_tablespace IN VARCHAR2, p_bytes IN NUMBER, p_sql IN VARCHAR2,
                           p_then IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace;
    IF l_count > 0 THEN
      SELECT COUNT(*) INTO l_count FROM dba_data_files
       WHERE tablespace_name = p_tablespace AND INSTR(file_name, :s_flash_start) <> 1;
      stop_if(l_count > 0, p_tablespace || ' exists already with files outside ' || :s_flash_place || '. Choose another name.');
      say(p_tablespace || ' exists already, left as it is.');
      RETURN;
    END IF;
    check_room(p_bytes, p_tablespace);
    say(p_tablespace || ': ' || gib(p_bytes) || ' to begin with. Expected: ' || takes(p_bytes));
    run_ddl(p_sql);
    IF p_then IS NOT NULL THEN
      run_ddl(p_then);
    END IF;
    l_total := l_total + p_bytes;
  END;
  -- The encryption algorithm of the tablespaces that segments leave: the new ones use the same.
  FUNCTION algorithm_of(p_sources IN VARCHAR2) RETURN VARCHAR2 IS
    l_algorithm VARCHAR2(30);
  BEGIN
    SELECT COUNT(DISTINCT e.encryptionalg), MAX(e.encryptionalg) INTO l_count, l_algorithm
      FROM v$encrypted_tablespaces e JOIN v$tablespace t ON t.ts# = e.ts#
     WHERE INSTR(p_sources, '"' || t.name || '"') > 0;
    stop_if(l_count <> 1 OR NOT REGEXP_LIKE(l_algorithm, '^[A-Z0-9]+$'),
      'the encrypted tablespaces ' || p_sources || ' have ' || l_count || ' algorithms: make the target by hand.');
    RETURN l_algorithm;
  END;
  PROCEDURE grant_quota(p_owner IN VARCHAR2, p_tablespace IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_users WHERE username = p_owner;
    stop_if(l_count = 0, 'no user ' || q(p_owner) || ' in this container.');
    SELECT (SELECT COUNT(*) FROM dba_sys_privs WHERE grantee = p_owner AND privilege = 'UNLIMITED TABLESPACE')
         + (SELECT COUNT(*) FROM dba_ts_quotas
             WHERE username = p_owner AND tablespace_name = p_tablespace AND max_bytes = -1)
      INTO l_count FROM dual;
    IF l_count = 0 THEN
      run_ddl(%%QUOTA%%);
    END IF;
  END;
%%KNOWN%%BEGIN
%%GUARD%%  :s_mode := 'RUN';
%%MIRRORED%%
%%DESTINATION%%
%%CALLS%%
  say('Total: ' || gib(l_total) || ' created.');
END;
/

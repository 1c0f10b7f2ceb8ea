  PROCEDURE add_group(p_group IN NUMBER, p_thread IN NUMBER, p_bytes IN NUMBER, p_block IN NUMBER) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM v$log WHERE group# = p_group;
    IF l_count > 0 THEN
      say('Group ' || p_group || ' is there already.');
    ELSE
      run_ddl(%%ADD%%);
    END IF;
  END;

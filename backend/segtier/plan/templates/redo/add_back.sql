DECLARE
  l_count NUMBER;
  l_members VARCHAR2(4000) := DBMS_LOB.SUBSTR(:s_index_homes, 4000, 1);
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  :s_handled := :s_handled + 1;
  SELECT COUNT(*) INTO l_count FROM (SELECT group# FROM v$log UNION ALL SELECT group# FROM v$standby_log) WHERE group# = :s_step;
  IF l_count > 0 THEN
    say('Group ' || :s_step || ' is back already.');
    RETURN;
  END IF;
  IF :s_sub = 'STANDBY' AND l_members LIKE '%''+%' THEN
    run_ddl(%%ADD_STANDBY%%);
  ELSIF :s_sub = 'STANDBY' THEN
    run_ddl(%%ADD_STANDBY_REUSE%%);
  ELSIF l_members LIKE '%''+%' THEN
    run_ddl(%%ADD%%);
  ELSE
    run_ddl(%%ADD_REUSE%%);
  END IF;
END;
/

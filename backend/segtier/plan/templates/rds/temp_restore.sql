DECLARE
  l_count NUMBER;
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  :s_handled := :s_handled + 1;
  IF :s_owner IS NULL THEN
    say('  the default is ' || q(:s_to_ts) || ' again');
    rdsadmin.rdsadmin_util.alter_default_temp_tablespace(tablespace_name => :s_to_ts);
    RETURN;
  END IF;
  SELECT COUNT(*) INTO l_count FROM dba_users WHERE username = :s_owner AND temporary_tablespace <> :s_to_ts;
  IF l_count > 0 THEN
    run_ddl(%%USER%%);
  END IF;
END;
/

PROMPT Statistics of what has moved, and an AWR snapshot that parts the time before from the time after
DECLARE
  l_count NUMBER;
%%TALK%%
  PROCEDURE gather(p_owner IN VARCHAR2, p_table IN VARCHAR2) IS
  BEGIN
    say('  statistics of ' || q(p_owner) || '.' || q(p_table));
    DBMS_STATS.GATHER_TABLE_STATS(ownname => q(p_owner), tabname => q(p_table), cascade => TRUE);
  END;
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
%%CALLS%%
  IF NVL(:s_diagnostics_pack, 'NO') <> 'YES' OR :s_is_ee <> 'YES' THEN
    say('No AWR snapshot: diagnostics_pack in settings.sql is not YES, or this is no Enterprise Edition. Statspack (an option of'
      || ' RDS) reports as well.');
  ELSE
    say('AWR snapshot ' || DBMS_WORKLOAD_REPOSITORY.CREATE_SNAPSHOT() || '. After a busy hour take another one, then'
      || ' rdsadmin.rdsadmin_diagnostic_util.awr_report(begin, end, ''HTML'') writes the report to BDUMP.');
  END IF;
END;
/

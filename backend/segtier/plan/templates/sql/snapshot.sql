PROMPT An AWR snapshot parts the time before from the time after, where it is licensed
DECLARE
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  IF NVL(:s_diagnostics_pack, 'NO') <> 'YES' OR :s_is_ee <> 'YES' THEN
    say('No AWR snapshot: diagnostics_pack in settings.sql is not YES, or this is not Enterprise Edition. Statspack reports as well.');
  ELSE
    say('AWR snapshot ' || DBMS_WORKLOAD_REPOSITORY.CREATE_SNAPSHOT() || '. %%REPORT%%');
  END IF;
END;
/

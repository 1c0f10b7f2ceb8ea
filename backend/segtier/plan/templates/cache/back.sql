PROMPT The running cache is switched off at once; back on goes only to the sizes of the start: %%SIZES%%
DECLARE
  l_count NUMBER;
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM gv$parameter WHERE name = 'db_flash_cache_size' AND REGEXP_LIKE(value, '[1-9]');
  IF l_count > 0 THEN
    run_ddl(%%OFF%%);
  END IF;
END;
/
SET ECHO OFF
BEGIN
  :s_name := 'db_flash_cache_file';
  :s_kind := NULL;
END;
/
@@lib_restore_parameter.sql
BEGIN
  :s_name := 'db_flash_cache_size';
  :s_kind := NULL;
END;
/
@@lib_restore_parameter.sql
%%REPLAY%%
%%RESTART%%

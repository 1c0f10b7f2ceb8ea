DECLARE
  l_count NUMBER;
  l_running VARCHAR2(4000);
%%TALK%%
%%MEMORY%%
  PROCEDURE raise_to(p_name IN VARCHAR2, p_bytes IN NUMBER) IS
  BEGIN
    IF bytes_of(p_name) < p_bytes THEN
      run_ddl(%%RAISE%%);
    END IF;
  END;
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM v$spparameter WHERE name = 'db_flash_cache_file' AND isspecified = 'TRUE';
  SELECT MAX(value) INTO l_running FROM v$parameter WHERE name = 'db_flash_cache_file';
  IF l_count > 0 AND l_running IS NOT NULL THEN
    say('db_flash_cache_file is in the spfile already. Nothing was changed; to change it, run the rollback first.');
    RETURN;
  END IF;
  -- First of all the name: a run that finds it again has recorded what was before, and does the rest.
  IF l_count = 0 THEN
    run_ddl(%%SAVE%%);
    run_ddl(%%FILE%%);
  END IF;
  run_ddl(%%SIZE%%);
  IF bytes_of('memory_target') > 0 THEN
    raise_to('memory_max_target', bytes_of('memory_target') + %%METADATA%%);
    raise_to('memory_target', bytes_of('memory_target') + %%METADATA%%);
  ELSIF bytes_of('sga_target') > 0 THEN
    raise_to('sga_max_size', bytes_of('sga_target') + %%METADATA%%);
    raise_to('sga_target', bytes_of('sga_target') + %%METADATA%%);
  ELSE
    SELECT COUNT(*) INTO l_count FROM v$spparameter WHERE name = 'sga_max_size' AND isspecified = 'TRUE';
    IF l_count > 0 THEN
      raise_to('sga_max_size', bytes_of('sga_max_size') + %%METADATA%%);
    END IF;
    raise_to('db_cache_size', bytes_of('db_cache_size') + %%METADATA%%);
  END IF;
  say('Nothing has changed yet in the running instance.');
END;
/
%%RESTART%%

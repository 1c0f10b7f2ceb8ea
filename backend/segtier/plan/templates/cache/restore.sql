DECLARE
  l_count NUMBER;
  l_missing EXCEPTION;
  PRAGMA EXCEPTION_INIT(l_missing, -32010);
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  :s_handled := :s_handled + 1;
  IF :s_kind IS NOT NULL THEN
    run_ddl(%%SET%%);
  ELSE
    BEGIN
      run_ddl(%%RESET%%);
    EXCEPTION
      WHEN l_missing THEN
        say('  not in the spfile, as before.');
    END;
  END IF;
END;
/

%%STARTED%%BEGIN
  :s_mode := 'RECORD'; :s_handled := 0; :s_need_bytes := 0;
END;
/
%%RECORD%%PROMPT Now the moves. Watch long ones in v$session_longops
BEGIN
  :s_mode := 'RUN'; :s_handled := 0; :s_need_bytes := 0;
END;
/
@@%%LIST%%
SET ECHO ON
BEGIN
  IF :s_handled <> %%COUNT%% THEN
    raise_application_error(-20100, 'STOP: ' || :s_handled || ' of %%COUNT%% operations were handled.'
      || ' Are all files of the bundle in this folder?');
  END IF;
  DBMS_OUTPUT.PUT_LINE('Total: ' || :s_handled || ' operation(s) handled, ' || ROUND(:s_need_bytes / 1073741824, 2)
    || ' GiB moved in this run.');
END;
/

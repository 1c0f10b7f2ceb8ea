BEGIN
  :s_mode := '%%MODE%%';
  :s_handled := 0;
  :s_passes := 0;
  :s_need_bytes := 0;
END;
/
SET ECHO OFF
@@%%LIST%%
SET ECHO ON
BEGIN
  IF :s_handled <> %%COUNT%% THEN
    raise_application_error(-20100, 'STOP: ' || :s_handled || ' of %%COUNT%% data files were looked at.'
      || ' Are all files of the bundle in this folder?');
  END IF;
END;
/

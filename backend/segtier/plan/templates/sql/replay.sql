SET ECHO OFF
@@%%FILE%%
SET ECHO ON
BEGIN
  IF :s_handled < %%LEAST%% THEN
    raise_application_error(-20100, 'STOP: %%FILE%% is not here or empty, so what was before is not known.%%ADVICE%%');
  END IF;
END;
/

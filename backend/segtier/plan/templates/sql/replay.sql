SET ECHO OFF
@@%%FILE%%
SET ECHO ON
BEGIN
  IF :s_handled < %%LEAST%% THEN
    raise_application_error(-20100, 'STOP: %%FILE%% is missing or empty, so the previous state is not known.%%ADVICE%%');
  END IF;
END;
/

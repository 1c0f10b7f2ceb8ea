PROMPT What leads back is written to rollback_datafiles.rman
SPOOL OFF
SET ECHO OFF FEEDBACK OFF TIMING OFF LINESIZE 2000
SPOOL rollback_datafiles.rman REPLACE
@@old_copies.sql
SPOOL OFF
SET LINESIZE 220 TIMING ON FEEDBACK ON
SPOOL 90_rollback_copies.log APPEND
BEGIN
  IF :s_handled < 1 THEN
    raise_application_error(-20100, 'STOP: old_copies.sql is missing or empty, so the previous state is not known.');
  END IF;
END;
/
PROMPT Written: rollback_datafiles.rman. Read it, then: rman target / cmdfile rollback_datafiles.rman

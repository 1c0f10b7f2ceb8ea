PROMPT Run this on each read replica that is open, not on the primary
DECLARE
  l_role VARCHAR2(30);
  l_count NUMBER;
BEGIN
  SELECT database_role INTO l_role FROM v$database;
  IF l_role = 'PRIMARY' THEN
    raise_application_error(-20100, 'STOP: this is the primary; 50_temp.sql is for it.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = '%%TABLESPACE%%';
  IF l_count = 0 THEN
    raise_application_error(-20100, 'STOP: %%TABLESPACE%% has not come here yet. Run 50_temp.sql on the primary and wait for the redo.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$tempfile f JOIN v$tablespace t ON t.ts# = f.ts# WHERE t.name = '%%TABLESPACE%%';
  IF l_count > 0 THEN
    DBMS_OUTPUT.PUT_LINE('%%TABLESPACE%% has a file here already.');
  ELSE
    rdsadmin.rdsadmin_util.add_inst_store_tempfile(p_tablespace_name => '%%TABLESPACE%%');
    DBMS_OUTPUT.PUT_LINE('%%TABLESPACE%% has a file on the instance store of this replica.');
  END IF;
END;
/
PROMPT 52_replica_temp.sql has finished
SPOOL OFF
EXIT SUCCESS

DECLARE
  l_count NUMBER;
  l_default VARCHAR2(400);
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = '%%TABLESPACE%%';
  IF l_count = 0 THEN
    say('  creating %%TABLESPACE%% on the instance store; RDS gives it the size that the parameter group leaves to temp.');
    rdsadmin.rdsadmin_util.create_inst_store_tmp_tblspace(p_tablespace_name => '%%TABLESPACE%%');
  END IF;
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces
   WHERE tablespace_name = '%%TABLESPACE%%' AND contents = 'TEMPORARY' AND status = 'ONLINE';
  IF l_count = 0 THEN
    stop('%%TABLESPACE%% is not an online temporary tablespace.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM dba_temp_files WHERE tablespace_name = '%%TABLESPACE%%' AND file_name LIKE '/rdsdbdata%';
  IF l_count > 0 THEN
    stop('%%TABLESPACE%% has files on a storage volume, not on the instance store. Choose another name.');
  END IF;
  SELECT property_value INTO l_default FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
  IF l_default = '%%TABLESPACE%%' THEN
    say('%%TABLESPACE%% is the default already.');
  ELSE
    say('The default was ' || q(l_default) || '. It stays.');
    rdsadmin.rdsadmin_util.alter_default_temp_tablespace(tablespace_name => '%%TABLESPACE%%');
  END IF;
  FOR u IN (%%OTHERS%% ORDER BY d.username) LOOP
    IF :s_move_temp_users = 'YES' THEN
      run_ddl(%%MOVE_USER%%);
    ELSE
      say(q(u.username) || ' keeps ' || q(u.temporary_tablespace) || ' of its own.');
    END IF;
  END LOOP;
END;
/

SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
SELECT tablespace_name, file_name, bytes, autoextensible FROM dba_temp_files ORDER BY tablespace_name, file_name;
SELECT group_name, tablespace_name FROM dba_tablespace_groups ORDER BY group_name, tablespace_name;
DECLARE
%%WEIGH%%
BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
  SELECT COUNT(*) INTO l_count FROM dba_temp_files WHERE tablespace_name = '%%TABLESPACE%%' AND file_name LIKE '/rdsdbdata%';
  verdict(l_count = 0, '%%TABLESPACE%% is free, or is on the instance store: ' || l_count || ' of its files on a volume.');
  SELECT NVL(%%BYTES%%, SUM(bytes)) INTO l_bytes FROM dba_temp_files
   WHERE tablespace_name IN (%%TODAY%%);
  verdict(NULL, 'the share of the instance store must hold ' || gib(l_bytes) || ' of temp. SQL cannot see that: see the instance'
    || ' class. What does not fit ends with ORA-01652; a temporary tablespace group can add one on a volume.');
  SELECT COUNT(*) INTO l_count FROM (%%OTHERS%%) o WHERE o.temporary_tablespace NOT IN (
    SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE');
  verdict(CASE WHEN l_count = 0 OR :s_move_temp_users = 'YES' THEN TRUE END, l_count || ' user(s) have a temporary tablespace that'
    || ' is not the default: they keep it, unless move_temp_users is YES in settings.sql.');
END;
/

SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
SELECT tablespace_name, file_name, bytes, autoextensible FROM dba_temp_files ORDER BY tablespace_name, file_name;
SELECT group_name, tablespace_name FROM dba_tablespace_groups ORDER BY group_name, tablespace_name;
SELECT temporary_tablespace, COUNT(*) AS users FROM dba_users GROUP BY temporary_tablespace ORDER BY 1;
DECLARE
%%WEIGH%%
BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = '%%TABLESPACE%%';
  IF l_count > 0 THEN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces
     WHERE tablespace_name = '%%TABLESPACE%%' AND contents = 'TEMPORARY' AND status = 'ONLINE';
    verdict(l_count > 0, '%%TABLESPACE%% exists already; it must be an online temporary tablespace.');
  ELSE
    verdict(TRUE, 'the name %%TABLESPACE%% is free.');
    SELECT NVL(%%BYTES%%, SUM(bytes)) INTO l_bytes FROM dba_temp_files
     WHERE tablespace_name IN (%%TODAY%%);
%%HELD%%
    verdict(l_bytes <= %%USABLE%%, 'temp needs ' || gib(l_bytes) || ', the SSD holds ' || gib(%%USABLE%%));
    room_verdict(l_bytes, 0, 'temp');
    say('Total: ' || gib(l_bytes) || '. Expected: at most ' || takes(l_bytes));
  END IF;
  SELECT COUNT(*) INTO l_count FROM (%%OTHERS%%) o WHERE o.temporary_tablespace NOT IN (
    SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE');
  verdict(CASE WHEN l_count = 0 OR :s_move_temp_users = 'YES' THEN TRUE END, l_count || ' user(s) have a temporary tablespace that'
    || ' is not the default: they keep it, unless move_temp_users is YES in settings.sql.');
  SELECT COUNT(*) INTO l_count FROM v$archive_dest WHERE target = 'STANDBY' AND status <> 'INACTIVE';
  verdict(CASE WHEN l_count = 0 THEN TRUE END, l_count || ' standby(s) are fed from here. Redo brings them'
    || ' %%TABLESPACE%% without a file: who reads there gets ORA-25153 until each has one. 50_temp.sql prints the statement.');
END;
/

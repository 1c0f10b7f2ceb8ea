DECLARE
  l_count NUMBER;
  l_bytes NUMBER := %%BYTES%%;
  l_default VARCHAR2(400);
%%TALK%%
%%ROOM%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = '%%TABLESPACE%%';
  IF l_count > 0 THEN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces
     WHERE tablespace_name = '%%TABLESPACE%%' AND contents = 'TEMPORARY' AND status = 'ONLINE';
    IF l_count = 0 THEN
      stop('%%TABLESPACE%% exists and is not an online temporary tablespace.');
    END IF;
    say('%%TABLESPACE%% exists already, left as it is.');
  ELSE
    IF l_bytes IS NULL THEN
      SELECT SUM(f.bytes) INTO l_bytes FROM dba_temp_files f
       WHERE f.tablespace_name IN (%%TODAY%%);
      say('The inputs do not give the peak use: as big as the present default, ' || gib(l_bytes));
    END IF;
%%HELD%%
    IF l_bytes > %%USABLE%% THEN
      stop('temp needs ' || gib(l_bytes) || ', the SSD holds ' || gib(%%USABLE%%));
    END IF;
    check_room(l_bytes, 'temp');
    say('Total: ' || gib(l_bytes) || '. Expected: at most ' || takes(l_bytes));
    run_ddl(%%CREATE%%);
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$archive_dest WHERE target = 'STANDBY' AND status <> 'INACTIVE';
  IF l_count > 0 THEN
    SELECT SUM(f.bytes) INTO l_bytes FROM dba_temp_files f WHERE f.tablespace_name = '%%TABLESPACE%%';
    say('On each of the ' || l_count || ' standby(s), once this tablespace is there: ' || %%ADD_FILE%%);
  END IF;
  SELECT property_value INTO l_default FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
  IF l_default = '%%TABLESPACE%%' THEN
    say('%%TABLESPACE%% is the default already.');
  ELSE
    SELECT COUNT(*) INTO l_count FROM dba_tablespace_groups WHERE group_name = l_default;
    say('The default was ' || q(l_default) || CASE WHEN l_count > 0 THEN ', a group of ' || l_count || ' tablespaces' END
      || '. It stays.');
    run_ddl(%%DEFAULT%%);
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

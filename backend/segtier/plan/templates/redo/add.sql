DECLARE
  l_count NUMBER;
  l_need NUMBER;
  l_group NUMBER;
  l_blocks VARCHAR2(30);
  l_members NUMBER := CASE WHEN :s_redo_second_place IS NULL THEN 1 ELSE 2 END;
%%STATE%%
  l_group_type VARCHAR2(10);
%%TALK%%
%%ROOM%%
%%PROCEDURES%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM v$thread WHERE enabled = 'PUBLIC' AND status = 'CLOSED';
  IF l_count > 0 THEN
    stop(l_count || ' thread(s) are enabled but closed. Start those instances first, their logs cannot be switched.');
  END IF;
  IF :s_redo_second_place = :s_flash_place THEN
    stop('redo_second_place in settings.sql is the flash_place: a second member next to the first protects nothing.');
  END IF;
%%NEEDED%%
  SELECT l_need + NVL(SUM(GREATEST(t.missing, 0) * t.bytes), 0) INTO l_need FROM (%%STANDBY_MISSING%%) t;
  check_room(l_need * 1.05, 'the redo');
  SELECT COUNT(*) INTO l_count FROM v$asm_diskgroup
   WHERE name = SUBSTR(:s_redo_second_place, 2) AND state IN ('MOUNTED', 'CONNECTED') AND free_mb * 1048576 >= l_need * 1.05;
  IF :s_redo_second_place LIKE '+%' AND l_count = 0 THEN
    stop('disk group ' || :s_redo_second_place || ' is not mounted here or has no room for ' || gib(l_need * 1.05));
  END IF;
  SELECT MAX(type) INTO l_group_type
    FROM v$asm_diskgroup WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED');
  IF NVL(l_group_type, 'EXTERN') = 'EXTERN' AND l_members = 1 AND NVL(:s_unmirrored_ok, 'NO') <> 'YES' THEN
    stop('nothing says that ' || :s_flash_place || ' is mirrored. Losing the current redo loses committed work.'
      || ' Set unmirrored_ok to YES in settings.sql if the devices below it are mirrored.');
  END IF;
  SELECT MAX(members) INTO l_count FROM v$log
   WHERE group# NOT IN (SELECT group# FROM v$logfile WHERE INSTR(member, :s_flash_start) = 1);
  IF l_count > l_members AND NVL(:s_one_member_ok, 'NO') <> 'YES' THEN
    stop('log groups have ' || l_count || ' members today and would have ' || l_members || '. Name redo_second_place in settings.sql'
      || ' for a second member, or set one_member_ok to YES there if fewer are agreed: then only the redundancy of '
      || :s_flash_place || ' stands for the others.');
  END IF;
  say('Total: ' || gib(l_need) || ' of new redo. Expected: ' || takes(l_need)
    || ', then up to ten minutes for each old group.');
%%ADDS%%
  FOR t IN (%%STANDBY_MISSING%% ORDER BY o.thread#) LOOP
    FOR n IN 1 .. t.missing LOOP
      SELECT MAX(group#) + 1 INTO l_group FROM (SELECT group# FROM v$log UNION ALL SELECT group# FROM v$standby_log);
      l_blocks := TO_CHAR(t.blocksize);
      run_ddl(%%ADD_STANDBY%%);
    END LOOP;
  END LOOP;
END;
/

DECLARE
%%STATE%%
%%WEIGH%%
%%PROCEDURES%%
BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
%%WEIGHED%%
  SELECT l_bytes + NVL(SUM(GREATEST(t.missing, 0) * t.bytes), 0), l_count + NVL(SUM(GREATEST(t.missing, 0)), 0)
    INTO l_bytes, l_count FROM (%%STANDBY_MISSING%%) t;
  verdict(l_bytes <= %%USABLE%%, 'the redo needs ' || gib(l_bytes) || ', the SSD holds ' || gib(%%USABLE%%));
  room_verdict(l_bytes * 1.05, 0, 'the new redo next to the old');
  SELECT COUNT(*) INTO l_largest FROM v$thread WHERE enabled = 'PUBLIC' AND status = 'CLOSED';
  verdict(l_largest = 0, l_largest || ' thread(s) are enabled but closed.');
  SELECT MAX(members) INTO l_largest FROM v$log;
  verdict(l_largest = 1 OR :s_redo_second_place IS NOT NULL AND l_largest = 2 OR NVL(:s_one_member_ok, 'NO') = 'YES',
    'log groups have ' || l_largest || ' member(s) today, the new ones get '
    || CASE WHEN :s_redo_second_place IS NULL THEN '1' ELSE '2' END
    || ': redo_second_place in settings.sql keeps a second one, one_member_ok says that fewer are agreed.');
  SELECT COUNT(*) INTO l_largest FROM v$asm_diskgroup
   WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED') AND type <> 'EXTERN';
  verdict(l_largest > 0 OR :s_redo_second_place IS NOT NULL OR NVL(:s_unmirrored_ok, 'NO') = 'YES',
    'the new redo is mirrored: by its disk group, by redo_second_place, or as unmirrored_ok in settings.sql says.');
  SELECT COUNT(*) INTO l_largest FROM v$standby_log WHERE status <> 'UNASSIGNED';
  verdict(l_largest = 0, l_largest || ' standby redo log(s) are in use; on a primary none is.');
  say('Total: ' || l_count || ' group(s), ' || gib(l_bytes) || '. Expected: ' || takes(l_bytes)
    || ', then up to ten minutes for each old group.');
END;
/

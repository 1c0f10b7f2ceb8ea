  PROCEDURE not_as_known(p_text IN VARCHAR2) IS
  BEGIN
    stop(p_text || '. Collect again and make the plan again.');
  END;
  PROCEDURE hold_new(p_group IN NUMBER, p_thread IN NUMBER, p_bytes IN NUMBER) IS
  BEGIN
    SELECT COUNT(*), SUM(CASE WHEN l.thread# = p_thread AND l.bytes = p_bytes AND f.group# IS NOT NULL THEN 1 ELSE 0 END)
      INTO l_count, l_same
      FROM v$log l LEFT JOIN (SELECT DISTINCT group# FROM v$logfile WHERE INSTR(member, :s_flash_start) = 1) f
        ON f.group# = l.group#
     WHERE l.group# = p_group;
    IF l_count > NVL(l_same, 0) THEN
      not_as_known('group ' || p_group || ' is to be made, and another one has that number');
    END IF;
    SELECT COUNT(*) + l_count INTO l_same FROM v$standby_log WHERE group# = p_group;
    IF l_same > l_count THEN
      not_as_known('group ' || p_group || ' is to be made, and a standby redo log has that number');
    END IF;
    l_made := l_made + l_count;
    l_need := l_need + (1 - l_count) * p_bytes;
  END;
  PROCEDURE hold_old(p_group IN NUMBER, p_thread IN NUMBER, p_bytes IN NUMBER) IS
  BEGIN
    SELECT COUNT(*), SUM(CASE WHEN thread# = p_thread AND bytes = p_bytes THEN 1 ELSE 0 END)
      INTO l_count, l_same FROM v$log WHERE group# = p_group;
    IF l_count > NVL(l_same, 0) THEN
      not_as_known('redo group ' || p_group || ' has another thread or size than the inventory says');
    ELSIF l_count = 0 AND l_made < %%NEW%% THEN
      not_as_known('redo group ' || p_group || ' of the inventory is gone');
    END IF;
    l_old := l_old + l_count;
  END;

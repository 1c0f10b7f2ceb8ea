DECLARE
  l_count NUMBER;
  l_status VARCHAR2(30);
  l_archived VARCHAR2(3);
  l_log_mode VARCHAR2(30);
%%TALK%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT log_mode INTO l_log_mode FROM v$database;
  FOR t IN (SELECT s.thread#, SUM(s.stays) AS staying
              FROM (SELECT l.thread#, CASE WHEN %%STAYS%% THEN 1 ELSE 0 END AS stays FROM v$log l) s
             GROUP BY s.thread#) LOOP
    IF t.staying < 2 THEN
      stop('thread ' || t.thread# || ' would keep ' || t.staying || ' group(s), two are needed. Nothing was dropped.');
    END IF;
  END LOOP;
  FOR g IN (SELECT l.thread#, l.group# FROM v$log l WHERE NOT (%%STAYS%%) ORDER BY l.thread#, l.group#) LOOP
    FOR attempt IN 1 .. 120 LOOP
      SELECT status, archived INTO l_status, l_archived FROM v$log WHERE group# = g.group#;
      EXIT WHEN l_status = 'UNUSED' OR (l_status = 'INACTIVE' AND (l_archived = 'YES' OR l_log_mode = 'NOARCHIVELOG'));
      IF l_status = 'CURRENT' AND l_log_mode = 'ARCHIVELOG' THEN
        run_ddl(%%ARCHIVE%%);
      ELSIF l_status = 'CURRENT' THEN
        run_ddl(%%SWITCH%%);
      END IF;
      run_ddl(%%CHECKPOINT%%);
      DBMS_LOCK.SLEEP(5);
    END LOOP;
    IF l_status NOT IN ('UNUSED', 'INACTIVE') OR (l_archived = 'NO' AND l_log_mode = 'ARCHIVELOG' AND l_status <> 'UNUSED') THEN
      stop('group ' || g.group# || ' of thread ' || g.thread# || ' is still ' || l_status || ', archived ' || l_archived
        || '. Look at the archiver, then run this again: it goes on where it stopped.');
    END IF;
    FOR m IN (SELECT member FROM v$logfile WHERE group# = g.group# AND member NOT LIKE '+%') LOOP
      say('After this the file may be removed by hand, unless Oracle manages it: ' || m.member);
    END LOOP;
    run_ddl(%%DROP%%);
  END LOOP;
  FOR g IN (SELECT l.group#, l.status FROM v$standby_log l WHERE NOT (%%STAYS%%) ORDER BY l.group#) LOOP
    IF g.status <> 'UNASSIGNED' THEN
      stop('standby redo log ' || g.group# || ' is ' || g.status || ', on a primary it is UNASSIGNED. Look at it, then run this again.');
    END IF;
    run_ddl(%%DROP_STANDBY%%);
  END LOOP;
END;
/

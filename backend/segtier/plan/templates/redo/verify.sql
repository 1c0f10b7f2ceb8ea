COLUMN member FORMAT A90
PROMPT Expected: every member at the SSD or at redo_second_place, at least two groups per thread
SELECT l.thread#, l.group#, l.bytes, l.status, f.type, f.member
  FROM (SELECT thread#, group#, bytes, status FROM v$log UNION ALL SELECT thread#, group#, bytes, status FROM v$standby_log) l
  JOIN v$logfile f ON f.group# = l.group# ORDER BY f.type, l.thread#, l.group#;
PROMPT Expected: no rows
SELECT group#, status, member FROM v$logfile WHERE status IN ('INVALID', 'STALE', 'DELETED');
PROMPT After a busy hour: average log file sync and log file parallel write, in ms
SELECT event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0) / 1000, 3) AS avg_ms
  FROM v$system_event WHERE event IN ('log file sync', 'log file parallel write');

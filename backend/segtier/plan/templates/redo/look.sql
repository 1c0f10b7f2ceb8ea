COLUMN member FORMAT A90
SELECT l.thread#, l.group#, l.bytes, l.blocksize, l.members, l.archived, l.status, f.member
  FROM v$log l JOIN v$logfile f ON f.group# = l.group# ORDER BY l.thread#, l.group#, f.member;
SELECT s.group#, s.thread#, s.bytes, s.status, f.member
  FROM v$standby_log s JOIN v$logfile f ON f.group# = s.group# ORDER BY s.group#, f.member;

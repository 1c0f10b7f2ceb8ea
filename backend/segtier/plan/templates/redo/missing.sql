SELECT l.thread#, MAX(l.bytes) AS bytes, MAX(l.blocksize) AS blocksize, COUNT(*) - 2 * COUNT(f.group#) AS missing
    FROM v$log l LEFT JOIN (SELECT DISTINCT group# FROM v$logfile WHERE INSTR(member, :s_flash_start) = 1) f
      ON f.group# = l.group#
   GROUP BY l.thread#

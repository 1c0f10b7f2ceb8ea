SELECT o.thread#, o.bytes, o.blocksize, o.wanted + 1 - NVL(s.there, 0) AS missing
              FROM (SELECT l.thread#, MAX(l.bytes) AS bytes, MAX(l.blocksize) AS blocksize,
                           GREATEST(COUNT(*) - COUNT(f.group#), COUNT(f.group#)) AS wanted
                      FROM v$log l LEFT JOIN (SELECT DISTINCT group# FROM v$logfile WHERE INSTR(member, :s_flash_start) = 1) f
                        ON f.group# = l.group# GROUP BY l.thread#) o
              LEFT JOIN (SELECT b.thread#, COUNT(*) AS there
                           FROM v$standby_log b JOIN (SELECT DISTINCT group# FROM v$logfile
                                                       WHERE INSTR(member, :s_flash_start) = 1) f ON f.group# = b.group#
                          GROUP BY b.thread#) s ON s.thread# = o.thread#
             WHERE EXISTS (SELECT 1 FROM v$standby_log)

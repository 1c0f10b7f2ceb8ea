-- I/O counters of every segment since the instance started. Reads only.
-- Run in SQL*Plus (12.2 or later for MARKUP CSV) as a user with SELECT_CATALOG_ROLE; upload segment_statistics.csv.
-- Run it again after the busy hour under another file name: the two files together give that hour's counters.
-- SQL Developer: run the SELECT, then Export as CSV.
SET MARKUP CSV ON QUOTE ON
SET PAGESIZE 50000 FEEDBACK OFF TERMOUT OFF TRIMSPOOL ON NUMWIDTH 20
SPOOL segment_statistics.csv
SELECT s.inst_id, s.owner, s.object_name, s.subobject_name, s.tablespace_name, s.obj#, s.dataobj#, s.object_type,
       s.statistic_name, s.value, (SELECT dbid FROM v$database) AS dbid,
       TO_CHAR(SYSDATE, 'YYYY-MM-DD HH24:MI:SS') AS export_time,
       TO_CHAR(i.startup_time, 'YYYY-MM-DD HH24:MI:SS') AS startup_time
  FROM gv$segment_statistics s JOIN gv$instance i ON i.inst_id = s.inst_id
 WHERE s.value > 0
   AND s.statistic_name IN ('logical reads', 'db block changes', 'physical reads', 'physical writes',
                            'physical read requests', 'physical write requests', 'physical reads direct',
                            'physical writes direct', 'optimized physical reads', 'segment scans',
                            'buffer busy waits', 'row lock waits', 'ITL waits');
SPOOL OFF

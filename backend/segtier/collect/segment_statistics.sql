-- I/O counters of every segment since the instance started. Reads only.
-- Run in SQL*Plus (12.2 or later for MARKUP CSV) as a user with SELECT_CATALOG_ROLE; upload segment_statistics.csv.
-- SQL Developer: run the SELECT, then Export as CSV.
SET MARKUP CSV ON QUOTE ON
SET PAGESIZE 50000 FEEDBACK OFF TERMOUT OFF TRIMSPOOL ON
SPOOL segment_statistics.csv
SELECT inst_id, owner, object_name, subobject_name, tablespace_name, obj#, dataobj#, object_type,
       statistic_name, value
  FROM gv$segment_statistics
 WHERE value > 0
   AND statistic_name IN ('logical reads', 'db block changes', 'physical reads', 'physical writes',
                          'physical read requests', 'physical write requests', 'physical reads direct',
                          'physical writes direct', 'optimized physical reads', 'segment scans',
                          'buffer busy waits', 'row lock waits', 'ITL waits');
SPOOL OFF

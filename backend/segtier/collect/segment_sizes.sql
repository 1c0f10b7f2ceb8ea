-- Size of every segment. Reads only.
-- Run in SQL*Plus (12.2 or later for MARKUP CSV) as a user with SELECT_CATALOG_ROLE; upload segment_sizes.csv.
-- SQL Developer: run the SELECT, then Export as CSV.
SET MARKUP CSV ON QUOTE ON
SET PAGESIZE 50000 FEEDBACK OFF TERMOUT OFF TRIMSPOOL ON
SPOOL segment_sizes.csv
SELECT owner, segment_name, partition_name, segment_type, tablespace_name, bytes
  FROM dba_segments;
SPOOL OFF

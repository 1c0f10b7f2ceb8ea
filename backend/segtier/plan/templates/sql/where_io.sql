PROMPT After a busy hour: read time per request by tablespace since the instance started, expected to be %%EXPECTED%% for the %%PLACE%% ones
SELECT d.tablespace_name, SUM(f.singleblkrds) AS single_block_reads,
       ROUND(10 * SUM(f.singleblkrdtim) / NULLIF(SUM(f.singleblkrds), 0), 3) AS avg_ms
  FROM v$filestat f JOIN dba_data_files d ON d.file_id = f.file#
 GROUP BY d.tablespace_name ORDER BY 2 DESC;

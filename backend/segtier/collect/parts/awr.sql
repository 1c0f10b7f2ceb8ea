-- AWR reports, one per pair of snapshots of the window: a script that writes them, then that script.
DEFINE skip = '--'
SELECT CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip FROM dual;
COMMIT;
&skip.HOST mkdir "&folder.awr"
&skip.SPOOL &folder.awr_reports.sql
&skip.SELECT CASE k.part
&skip.       WHEN 1 THEN 'SPOOL &folder.awr/awrrpt_' || TO_CHAR(r.instance_number) || '_' || TO_CHAR(r.earlier)
&skip.            || '_' || TO_CHAR(r.snap_id) || '.html'
&skip.       WHEN 2 THEN 'SELECT t.output FROM TABLE(DBMS_WORKLOAD_REPOSITORY.AWR_REPORT_HTML('
&skip.            || TO_CHAR(r.dbid) || ', ' || TO_CHAR(r.instance_number) || ', ' || TO_CHAR(r.earlier)
&skip.            || ', ' || TO_CHAR(r.snap_id) || ')) t;'
&skip.       ELSE 'SPOOL OFF' END AS line
&skip.  FROM (SELECT n.dbid, n.instance_number, n.snap_id,
&skip.               LAG(n.snap_id) OVER (PARTITION BY n.instance_number, n.startup_time ORDER BY n.snap_id) AS earlier
&skip.          FROM dba_hist_snapshot n
&skip.         WHERE n.dbid = &dbid.
&skip.           AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.           AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')) r
&skip. CROSS JOIN (SELECT 1 AS part FROM dual UNION ALL SELECT 2 AS part FROM dual
&skip.             UNION ALL SELECT 3 AS part FROM dual) k
&skip. WHERE r.earlier IS NOT NULL
&skip. ORDER BY r.instance_number, r.snap_id, k.part;
&skip.SPOOL OFF
&skip.SET LINESIZE 8000
&skip.COLUMN output FORMAT A8000
&skip.@&folder.awr_reports.sql
&skip.SET LINESIZE 4000

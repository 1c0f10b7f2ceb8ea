SELECT n.dbid, MAX(i.db_name) AS name, COUNT(DISTINCT n.instance_number) AS instances,
       COUNT(DISTINCT n.snap_id) AS snapshots, MIN(n.end_interval_time) AS first_end, MAX(n.end_interval_time) AS last_end
  FROM dba_hist_snapshot n
  LEFT JOIN dba_hist_database_instance i
    ON i.dbid = n.dbid AND i.instance_number = n.instance_number AND i.startup_time = n.startup_time
 GROUP BY n.dbid
 ORDER BY n.dbid

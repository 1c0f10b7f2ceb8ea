SELECT n.dbid, CAST(NULL AS VARCHAR2(1)) AS name, COUNT(DISTINCT n.instance_number) AS instances,
       COUNT(DISTINCT n.snap_id) AS snapshots, MIN(n.snap_time) AS first_end, MAX(n.snap_time) AS last_end
  FROM perfstat.stats$snapshot n
 GROUP BY n.dbid
 ORDER BY n.dbid

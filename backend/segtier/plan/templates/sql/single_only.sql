  SELECT MAX(value) INTO l_cluster FROM v$parameter WHERE name = 'cluster_database';
  stop_if(l_cluster = 'TRUE', 'this runs as a cluster (cluster_database = TRUE) and the plan''s storage sits inside one server.');

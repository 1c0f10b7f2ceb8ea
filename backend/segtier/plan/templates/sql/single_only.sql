  SELECT MAX(value) INTO l_cluster FROM v$parameter WHERE name = 'cluster_database';
  IF l_cluster = 'TRUE' THEN
    stop('this runs as a cluster (cluster_database = TRUE) and the plan''s storage sits inside one server.');
  END IF;

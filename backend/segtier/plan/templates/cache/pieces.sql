-- piece: files
PROMPT Expected: one row per file, enabled (view from 12.1 on)
SELECT * FROM v$flashfilestat;
-- piece: single
  SELECT MAX(value) INTO l_text FROM v$parameter WHERE name = 'cluster_database';
  IF l_text = 'TRUE' THEN
    stop('this is a cluster, the plan was made for a single instance.');
  END IF;

  SELECT log_mode INTO l_log_mode FROM v$database;
  IF l_log_mode <> 'ARCHIVELOG' THEN
    stop('RMAN copies of an open database need ARCHIVELOG mode; this is ' || l_log_mode);
  END IF;

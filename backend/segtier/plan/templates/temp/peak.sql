    SELECT NVL(SUM(s.max_used_blocks * t.block_size), 0) INTO l_count
      FROM gv$sort_segment s JOIN dba_tablespaces t ON t.tablespace_name = s.tablespace_name;
    IF l_count > l_bytes THEN
      stop('temp has taken ' || gib(l_count) || ' at once since the inventory was made, the plan gives it ' || gib(l_bytes)
        || '. Collect again and make the plan again.');
    END IF;

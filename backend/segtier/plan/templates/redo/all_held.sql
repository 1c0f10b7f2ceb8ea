  SELECT COUNT(*) INTO l_count FROM v$log;
  IF l_count <> l_made + l_old THEN
    not_as_known('v$log lists ' || l_count || ' redo group(s), the inventory and this plan know ' || (l_made + l_old));
  END IF;

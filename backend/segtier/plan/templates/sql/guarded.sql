BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;

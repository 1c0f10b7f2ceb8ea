  SELECT MAX(username) INTO l_name FROM all_users WHERE username = 'RDSADMIN';
  IF l_name IS NULL THEN
    stop('this is no Amazon RDS for Oracle: user RDSADMIN is not here. Make the plan without --target rds.');
  END IF;

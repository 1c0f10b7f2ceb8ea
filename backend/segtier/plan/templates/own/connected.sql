  IF SYS_CONTEXT('USERENV', 'ISDBA') <> 'TRUE' THEN
    stop('connect AS SYSDBA.');
  END IF;

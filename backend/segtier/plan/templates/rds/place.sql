  IF NOT REGEXP_LIKE(NVL(:s_flash_place, '-'), '^/rdsdbdata[2-4]/db$') THEN
    stop('flash_place in settings.sql is not the place of an additional storage volume: /rdsdbdata2/db, 3 or 4.');
  END IF;
  :s_slash := '/';
  :s_flash_start := :s_flash_place || '/';

DECLARE
%%WEIGH%%
BEGIN
  stop_if(NVL(:s_guard_ok, 'NO') <> 'YES', 'the guard has not passed.');
  verdict(:s_is_ee = 'YES', 'the flash cache needs Enterprise Edition.');
  SELECT COUNT(*) INTO l_count FROM dba_temp_files WHERE file_name LIKE '/rdslocalstorage/%';
  verdict(l_count = 0 OR %%TEMP%% > 0, l_count || ' temp file(s) are on the instance store; this plan leaves %%TEMP%%/10 to temp.');
  verdict(NULL, 'the instance class must have an instance store (db.m5d, db.r5d, db.m6id, db.r6id, db.x2iedn and the like).');
END;
/

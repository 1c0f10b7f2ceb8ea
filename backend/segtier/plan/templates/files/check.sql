DECLARE
  l_count NUMBER;
  l_bytes NUMBER;
  l_log_mode VARCHAR2(30);
%%TALK%%
%%ROOM%%
BEGIN
%%GUARD%%
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM (%%FILES%%) x JOIN dba_data_files d ON d.file_id = x.file_id
   WHERE d.online_status <> 'ONLINE';
  IF l_count > 0 THEN
    stop(l_count || ' data file(s) are not online. Bring them online first.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM (%%FILES%%)
   WHERE file_name LIKE '%''%' OR REGEXP_LIKE(file_name, '[[:cntrl:]]');
  IF l_count > 0 THEN
    stop(l_count || ' data file(s) have a quote or a control character in their names. Rename them first.');
  END IF;
  SELECT NVL(SUM(bytes), 0) INTO l_bytes FROM (%%FILES%%);
  say('To move: ' || gib(l_bytes) || '. Expected: ' || takes(l_bytes));
  IF l_bytes * 1.03 > %%USABLE%% THEN
    stop('the files need ' || gib(l_bytes * 1.03) || ', the SSD holds ' || gib(%%USABLE%%));
  END IF;
  check_room(l_bytes * 1.03, 'the move');
%%MIRRORED%%
%%GATE%%
END;
/

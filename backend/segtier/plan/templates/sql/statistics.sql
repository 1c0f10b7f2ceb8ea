PROMPT Statistics of what has moved, where gather_statistics in settings.sql says YES
DECLARE
%%TALK%%
  -- p_segment and p_target: what says that the table has moved. Locked statistics stay as they are.
  PROCEDURE gather(p_owner IN VARCHAR2, p_table IN VARCHAR2, p_segment IN VARCHAR2, p_target IN VARCHAR2) IS
    l_moved NUMBER;
    l_locked NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_moved FROM dba_segments s JOIN dba_tables t ON t.owner = s.owner AND t.table_name = p_table
     WHERE s.owner = p_owner AND s.segment_name = p_segment AND s.tablespace_name = p_target;
    SELECT COUNT(*) INTO l_locked FROM dba_tab_statistics
     WHERE owner = p_owner AND table_name = p_table AND object_type = 'TABLE' AND stattype_locked IS NOT NULL;
    IF l_moved = 0 THEN
      say('  ' || q(p_owner) || '.' || q(p_table) || ' has not moved: its statistics stay.');
    ELSIF l_locked > 0 THEN
      say('  ' || q(p_owner) || '.' || q(p_table) || ': its statistics are locked and stay.');
    ELSE
      say('  statistics of ' || q(p_owner) || '.' || q(p_table));
      DBMS_STATS.GATHER_TABLE_STATS(ownname => q(p_owner), tabname => q(p_table), cascade => TRUE);
    END IF;
  END;
BEGIN
%%GUARD%%
  IF NVL(:s_gather_statistics, 'NO') <> 'YES' THEN
    say('No statistics: gather_statistics in settings.sql is not YES. Those of moved tables stay as they were.');
    RETURN;
  END IF;
%%CALLS%%
END;
/

DECLARE
  l_members VARCHAR2(4000);
  FUNCTION lit(p_text IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    RETURN 'UNISTR(''' || REPLACE(ASCIISTR(p_text), '''', '''''') || ''')';
  END;
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  FOR g IN (SELECT l.thread#, l.group#, l.bytes, l.blocksize, l.kind
              FROM (SELECT thread#, group#, bytes, blocksize, 'ONLINE' AS kind FROM v$log
                    UNION ALL SELECT GREATEST(thread#, 1), group#, bytes, blocksize, 'STANDBY' FROM v$standby_log) l
             WHERE NOT EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_start) = 1)
             ORDER BY l.group#) LOOP
    l_members := NULL;
    -- One entry for each member: two in one disk group come back as two there, under names that ASM gives.
    FOR m IN (SELECT CASE WHEN member LIKE '+%' THEN REGEXP_SUBSTR(member, '^[^/]+')
                          ELSE REPLACE(REPLACE(member, '/o1_mf_', '/segtier_'), '\O1_MF_', '\SEGTIER_') END AS place
                FROM v$logfile WHERE group# = g.group# ORDER BY member) LOOP
      l_members := l_members || CASE WHEN l_members IS NOT NULL THEN ', ' END || '''' || REPLACE(m.place, '''', '''''') || '''';
    END LOOP;
%%ENTRY%%
  END LOOP;
END;
/

  -- In pieces: a line of SQL*Plus has an end.
  PROCEDURE print_text(p_bind IN VARCHAR2, p_text IN VARCHAR2) IS
    l_at PLS_INTEGER := 1;
  BEGIN
    say('  :' || p_bind || ' := NULL;');
    WHILE l_at <= NVL(LENGTH(p_text), 0) LOOP
      say('  :' || p_bind || ' := :' || p_bind || ' || ' || lit(SUBSTR(p_text, l_at, 150)) || ';');
      l_at := l_at + 150;
    END LOOP;
  END;

--only ROWS
  PROCEDURE print_row(p IN PLS_INTEGER, p_to IN VARCHAR2) IS
  BEGIN
    say('  :s_rows := ' || CASE WHEN p > 1 THEN ':s_rows || ' END || lit(r(p).owner) || ' || CHR(9)');
    FOR f IN 2 .. 7 LOOP
      say('    || ' || lit(CASE f WHEN 2 THEN r(p).name WHEN 3 THEN r(p).sub WHEN 4 THEN r(p).kind WHEN 5 THEN r(p).src WHEN 6 THEN p_to
        ELSE r(p).col END) || ' || CHR(9)');
    END LOOP;
    say('    || ' || lit(r(p).role) || ' || CHR(10);');
  END;
--all

  -- The way back as it is before anything moves, for what has not moved yet.
  PROCEDURE print_entry IS
    l_found VARCHAR2(200) := CASE WHEN :s_shape = 'DEFAULTS' AND r(1).now_in = 'DEFAULT' THEN 'DEFAULT'
      ELSE q(NVL(r(1).now_in, r(1).dst)) END;
  BEGIN
--only PDB
    IF :s_pdb IS NOT NULL THEN
      say('ALTER SESSION SET CONTAINER = ' || q(:s_pdb) || ';');
      say('SET SERVEROUTPUT ON SIZE UNLIMITED FORMAT WRAPPED');
    END IF;
--all
    say('BEGIN');
    say('  :s_step := ' || l_step || '; :s_shape := ' || lit(:s_shape) || '; :s_online := ' || lit(:s_online) || '; :s_since := '
      || NVL(REPLACE(TO_CHAR(:s_since), ',', '.'), 'NULL') || ';');
--only OFFLINE
    say('  :s_rebuilds := ' || lit(:s_rebuilds) || ';');
    say('  :s_why := ' || lit(:s_why) || ';');
--all
--only UNTYPED
    say('  :s_like := ' || lit(:s_like) || ';');
--all
--only PDB
    say('  :s_pdb := ' || lit(:s_pdb) || ';');
--all
    say('  :s_owner := ' || lit(:s_owner) || ';');
    say('  :s_table := ' || lit(:s_table) || ';');
    say('  :s_index := ' || lit(:s_index) || ';');
    say('  :s_part := ' || lit(:s_part) || ';');
--only NESTED
    say('  :s_parent := ' || lit(:s_parent) || ';');
--all
--only KNOWN
    say('  :s_known := ' || lit(:s_known) || ';');
--all
    print_text('s_sql', REPLACE(:s_sql, '""', l_found));
--only OFFLINE
    print_text('s_sql_offline', REPLACE(:s_sql_offline, '""', l_found));
--all
--only ROWS
    FOR p IN 1 .. r.COUNT LOOP
      print_row(p, CASE r(p).role WHEN 'moves' THEN NVL(r(p).now_in, r(p).dst) ELSE r(p).dst END);
    END LOOP;
--all
--only NO_ROWS
    say('  :s_kind := ' || lit(:s_kind) || '; :s_from_ts := ' || lit(:s_from_ts) || ';');
    say('  :s_to_ts := ' || lit(NVL(r(1).now_in, :s_to_ts)) || ';');
--all
    say('END;');
    say('/');
    say('@@lib_move.sql');
  END;


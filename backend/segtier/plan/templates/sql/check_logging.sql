  -- Where a segment that is written anew comes to lie: what moves and what is rebuilt where the plan says, the rest where it is.
  FUNCTION written_to(p_owner IN VARCHAR2, p_name IN VARCHAR2, p_sub IN VARCHAR2, p_now IN VARCHAR2) RETURN VARCHAR2 IS
    l_row PLS_INTEGER := row_of('moves', p_owner, p_name, p_sub);
  BEGIN
--only OFFLINE BUILT
    RETURN CASE WHEN l_row > 0 THEN r(l_row).dst ELSE home_of(p_owner, p_name, p_sub, p_now, NOT l_online) END;
--all
--only NO_OFFLINE
--only NO_BUILT
    RETURN CASE WHEN l_row > 0 THEN r(l_row).dst ELSE p_now END;
--all
--all
  END;

  -- A tablespace that is not there yet is made like the one the segment leaves: check_target holds it to that.
  FUNCTION forces_logging(p_tablespace IN VARCHAR2, p_now IN VARCHAR2) RETURN BOOLEAN IS
    l_forced VARCHAR2(3);
  BEGIN
    SELECT MAX(force_logging) INTO l_forced FROM dba_tablespaces WHERE tablespace_name = p_tablespace;
    IF l_forced IS NULL THEN
      SELECT MAX(force_logging) INTO l_forced FROM dba_tablespaces WHERE tablespace_name = p_now;
    END IF;
    RETURN NVL(l_forced, 'NO') = 'YES';
  END;

  FUNCTION is_found(p_name IN VARCHAR2, p_sub IN VARCHAR2) RETURN BOOLEAN IS
  BEGIN
    FOR s IN rewritten LOOP
      IF s.name = p_name AND (s.sub = p_sub OR (s.sub IS NULL AND p_sub IS NULL)) THEN
        RETURN TRUE;
      END IF;
    END LOOP;
    RETURN FALSE;
  END;

  FUNCTION standbys RETURN NUMBER IS
    l_fed NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_fed FROM v$archive_dest WHERE target = 'STANDBY' AND status <> 'INACTIVE';
    RETURN l_fed;
  END;

  -- The database before the container, the container before its tablespaces, these before what a segment says of itself.
  -- p_rebuilds: only what is UNUSABLE now is written. What the dictionary does not show counts as not logged.
  PROCEDURE check_logging(p_rebuilds IN BOOLEAN) IS
    l_forced VARCHAR2(60);
    l_container VARCHAR2(3);
    l_names VARCHAR2(1000);
    l_to VARCHAR2(128);
  BEGIN
    SELECT force_logging INTO l_forced FROM v$database;
    IF :s_release >= 12.02 THEN
      EXECUTE IMMEDIATE 'SELECT MAX(CASE WHEN force_logging = ''YES'' THEN ''YES'' WHEN force_nologging = ''YES'' THEN ''NO'' END)'
        || ' FROM dba_pdbs WHERE pdb_name = :1' INTO l_container USING SYS_CONTEXT('USERENV', 'CON_NAME');
    END IF;
    IF l_forced = 'YES' OR l_container = 'YES' OR :s_shape = 'DEFAULTS' THEN
      RETURN;
    END IF;
    FOR s IN rewritten LOOP
      l_to := written_to(s.owner, NVL(s.lob, s.name), CASE WHEN s.lob IS NULL THEN s.sub ELSE s.lob_sub END, s.tablespace_name);
      IF (NOT p_rebuilds OR s.status = 'UNUSABLE') AND l_to IS NOT NULL
        AND (l_container = 'NO' OR (s.logging = 'NO' AND NOT forces_logging(l_to, s.tablespace_name))) THEN
        l_names := SUBSTR(l_names || ' ' || q(s.name) || CASE WHEN s.sub IS NOT NULL THEN ' ' || q(s.sub) END || ' in ' || q(l_to)
          || ',', 1, 800);
      END IF;
    END LOOP;
    FOR p IN 1 .. r.COUNT LOOP
      IF NOT p_rebuilds AND r(p).role = 'moves' AND NOT is_found(r(p).name, r(p).sub) THEN
        l_names := SUBSTR(l_names || ' ' || q(r(p).name) || ' (not found in the dictionary),', 1, 800);
      END IF;
    END LOOP;
    IF l_names IS NOT NULL AND standbys > 0 THEN
      stop(l_label || ': NOLOGGING:' || l_names || ' and %%MISSES%%: %%FORCE%%.');
    ELSIF l_names IS NOT NULL THEN
      say('  note: NOLOGGING, not forced:' || l_names || ' back up these tablespaces after the move.');
    END IF;
  END;

  -- Files of a tablespace that were changed without redo since the run began, each told once: a standby, or the backups, lack it.
  PROCEDURE check_files_of(p_tablespace IN VARCHAR2, p_fed IN NUMBER) IS
  BEGIN
    FOR f IN (SELECT d.file# AS file_no, d.name, TO_CHAR(d.unrecoverable_time, 'YYYY-MM-DD HH24:MI:SS') AS changed
                FROM v$datafile d JOIN dba_data_files w ON w.file_id = d.file#
               WHERE w.tablespace_name = p_tablespace AND d.unrecoverable_change# >= :s_started_scn
                 AND (p_fed > 0 OR %%UNKEPT%%)
               ORDER BY d.file#) LOOP
      IF NVL(INSTR(:s_told, ' ' || f.file_no || ' '), 0) = 0 THEN
        :s_told := :s_told || ' ' || f.file_no || ' ';
        :s_problems := :s_problems + 1;
        say('  NOT OK: data file ' || f.file_no || ', ' || f.name || ', was changed without redo at ' || f.changed
          || CASE WHEN p_fed > 0 THEN ': %%MEND%%' ELSE '. Back it up, then run this script again.' END);
      END IF;
    END LOOP;
  END;

  -- Segments to move are where they are now; what was built with them may have moved on since.
  PROCEDURE check_files IS
    l_fed NUMBER := standbys;
  BEGIN
    FOR s IN rewritten LOOP
      check_files_of(s.tablespace_name, l_fed);
    END LOOP;
    FOR p IN 1 .. r.COUNT LOOP
      IF r(p).role <> 'moves' THEN
        check_files_of(r(p).src, l_fed);
      END IF;
    END LOOP;
  END;

  FUNCTION room_in(p_tablespace IN VARCHAR2) RETURN NUMBER IS
    l_free NUMBER;
    l_grow NUMBER;
    l_group_free NUMBER;
  BEGIN
    SELECT NVL(SUM(bytes), 0) INTO l_free FROM dba_free_space WHERE tablespace_name = p_tablespace;
    SELECT NVL(SUM(GREATEST(maxbytes - bytes, 0)), 0) INTO l_grow
      FROM dba_data_files WHERE tablespace_name = p_tablespace AND autoextensible = 'YES';
%%GROUP_FREE%%
    RETURN l_free + LEAST(l_grow, NVL(l_group_free, l_grow));
  END;

  PROCEDURE check_room(p_tablespace IN VARCHAR2, p_bytes IN NUMBER, p_what IN VARCHAR2) IS
    l_room NUMBER := room_in(p_tablespace);
    l_read_only NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_read_only FROM dba_tablespaces WHERE tablespace_name = p_tablespace AND status = 'READ ONLY';
    stop_if(l_read_only > 0, l_label || ': ' || p_what || ' would be written in ' || q(p_tablespace) || ', which is READ ONLY.');
    stop_if(l_room < p_bytes,
      l_label || ': ' || p_what || ' needs ' || gib(p_bytes) || ', ' || q(p_tablespace) || ' has room for ' || gib(l_room)
      || '. Give it room: ALTER TABLESPACE ' || q(p_tablespace) || ' ADD DATAFILE, or RESIZE one of its files.');
  END;

  -- Nothing that was READ ONLY when it left can come back.
  PROCEDURE check_leaves(p_tablespace IN VARCHAR2, p_what IN VARCHAR2) IS
    l_status VARCHAR2(30);
  BEGIN
    SELECT MAX(status) INTO l_status FROM dba_tablespaces WHERE tablespace_name = p_tablespace;
    stop_if(l_status <> 'ONLINE' AND :s_mode <> 'UNDO', l_label || ': ' || p_what || ': %%READ_ONLY%%.');
  END;

  -- CHECK moves nothing: what the statements before this one bring to the same tablespace counts as well.
  FUNCTION arriving(p_tablespace IN VARCHAR2, p_bytes IN NUMBER) RETURN NUMBER IS
--only PDB
    l_key VARCHAR2(700) := ' ' || :s_pdb || ':' || p_tablespace || '=';
--all
--only NO_PDB
    l_key VARCHAR2(700) := ' ' || p_tablespace || '=';
--all
    l_before VARCHAR2(40);
    l_sum NUMBER := p_bytes;
  BEGIN
    IF :s_mode = 'CHECK' THEN
      IF INSTR(:s_arriving, l_key) > 0 THEN
        l_before := REGEXP_SUBSTR(SUBSTR(:s_arriving, INSTR(:s_arriving, l_key) + LENGTH(l_key)), '^[0-9]+');
      END IF;
      l_sum := NVL(TO_NUMBER(l_before), 0) + p_bytes;
      :s_arriving := REPLACE(:s_arriving, l_key || l_before || ' ') || l_key || TO_CHAR(ROUND(l_sum)) || ' ';
    END IF;
    RETURN l_sum;
  END;

  PROCEDURE check_target(p IN PLS_INTEGER) IS
    l_from dba_tablespaces%ROWTYPE;
    l_to dba_tablespaces%ROWTYPE;
    l_quota NUMBER;
    l_arriving NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = r(p).dst;
    IF l_count = 0 AND :s_mode = 'CHECK' THEN
      say('  note: tablespace ' || q(r(p).dst) || ' does not exist yet. Run this check again after 30_tablespaces.sql.');
      RETURN;
    ELSIF l_count = 0 THEN
      stop('tablespace ' || q(r(p).dst) || ' does not exist.');
    END IF;
    SELECT * INTO l_from FROM dba_tablespaces WHERE tablespace_name = r(p).now_in;
    SELECT * INTO l_to FROM dba_tablespaces WHERE tablespace_name = r(p).dst;
    stop_if(l_to.status <> 'ONLINE' OR l_to.contents <> 'PERMANENT', 'tablespace ' || q(r(p).dst) || ' is ' || l_to.status || ', ' || l_to.contents);
    check_leaves(r(p).now_in, q(r(p).name));
    stop_if(l_from.block_size <> l_to.block_size,
      l_label || ': block size ' || l_from.block_size || ' here, ' || l_to.block_size || ' in ' || q(r(p).dst));
    stop_if(l_from.encrypted <> l_to.encrypted,
      l_label || ': encrypted ' || l_from.encrypted || ' here, ' || l_to.encrypted || ' in ' || q(r(p).dst)
      || '. Moving would change that silently. Create the target with the same encryption first.');
    stop_if(l_from.force_logging = 'YES' AND l_to.force_logging <> 'YES' AND :s_mode <> 'UNDO',
      l_label || ': ' || q(r(p).now_in) || ' forces logging, ' || q(r(p).dst) || ' does not. Run '
      || %%FORCE_LOGGING%%);
    l_arriving := arriving(r(p).dst, r(p).bytes);
    check_room(r(p).dst, l_arriving,
      q(r(p).name) || CASE WHEN l_arriving > r(p).bytes THEN ' with what the statements before it bring there' END);
    SELECT COUNT(*) INTO l_count FROM dba_sys_privs WHERE grantee = :s_owner AND privilege = 'UNLIMITED TABLESPACE';
    IF l_count = 0 THEN
      SELECT MAX(CASE WHEN max_bytes = -1 THEN r(p).bytes * 2 ELSE max_bytes - bytes END) INTO l_quota
        FROM dba_ts_quotas WHERE username = :s_owner AND tablespace_name = r(p).dst;
      IF NVL(l_quota, 0) < r(p).bytes AND :s_mode = 'CHECK' THEN
        say('  note: ' || q(:s_owner) || ' has no quota for this on ' || q(r(p).dst) || ' yet. 30_tablespaces.sql grants it.');
      ELSIF NVL(l_quota, 0) < r(p).bytes THEN
        stop(q(:s_owner) || ' has no quota for this on ' || q(r(p).dst) || '. 30_tablespaces.sql grants it.');
      END IF;
    END IF;
  END;


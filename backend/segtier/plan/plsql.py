"""PL/SQL that the moving blocks share: talking, stopping, running one statement, and the checks of source and target.

Modes of a block: CHECK prints what it would run and counts problems, RECORD prints a rollback entry, RUN moves,
VERIFY looks, UNDO moves back. RECORD keeps quiet about faults because its output is a script; RUN meets them again and
stops. Checks and statements are the same in all of them. Bind variables start with s_ because a plain word such as
MODE is reserved in SQL.
"""

from __future__ import annotations

from segtier.oracle import owners
from segtier.plan import ddl

_OWNERS = ", ".join(f"'{owner}'" for owner in owners.OWNERS)
_APEX = f"REGEXP_LIKE(:s_owner, '{owners.APEX_SCHEMA}')"

TALK = """\
  PROCEDURE say(p_text IN VARCHAR2) IS
  BEGIN
    DBMS_OUTPUT.PUT_LINE(REGEXP_REPLACE(p_text, '[[:cntrl:]]', '?'));
  END;
  PROCEDURE stop(p_text IN VARCHAR2) IS
  BEGIN
    raise_application_error(-20100, 'STOP: ' || p_text);
  END;
  FUNCTION q(p_name IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    RETURN DBMS_ASSERT.ENQUOTE_NAME(p_name, FALSE);
  END;
  FUNCTION gib(p_bytes IN NUMBER) RETURN VARCHAR2 IS
  BEGIN
    RETURN TO_CHAR(ROUND(p_bytes / 1073741824, 2)) || ' GiB';
  END;
  PROCEDURE run_ddl(p_sql IN VARCHAR2) IS
  BEGIN
    IF :s_mode = 'CHECK' THEN
      say('  would run: ' || p_sql);
    ELSE
      say('  running: ' || p_sql);
      EXECUTE IMMEDIATE p_sql;
    END IF;
  END;
"""

SEGMENT_STATE = """\
  l_count NUMBER;
  l_type VARCHAR2(30);
  l_now_in VARCHAR2(128);
  l_bytes NUMBER;
  l_from VARCHAR2(128);
  l_to VARCHAR2(128);
  l_label VARCHAR2(1000);
  l_full VARCHAR2(1000);
  l_online BOOLEAN := FALSE;
  l_flag VARCHAR2(30);
"""

FIND = f"""\
  PROCEDURE check_owner IS
  BEGIN
    IF :s_owner IN ({_OWNERS}) OR {_APEX} THEN
      stop(l_label || ': Oracle owns this schema, its segments stay.');
    END IF;
    IF :s_release >= 12.01 THEN
      EXECUTE IMMEDIATE 'SELECT MAX(oracle_maintained) FROM dba_users WHERE username = :1' INTO l_flag USING :s_owner;
      IF l_flag = 'Y' THEN
        stop(l_label || ': Oracle maintains this schema, its segments stay.');
      END IF;
    END IF;
  END;
  PROCEDURE find_segment IS
  BEGIN
    SELECT COUNT(*), MAX(segment_type), MAX(tablespace_name), MAX(bytes)
      INTO l_count, l_type, l_now_in, l_bytes
      FROM dba_segments
     WHERE owner = :s_owner AND segment_name = :s_name
       AND (partition_name = :s_sub OR (partition_name IS NULL AND :s_sub IS NULL))
       AND (segment_type = :s_kind OR :s_kind IS NULL);
    IF l_count = 0 THEN
      stop(l_label || ': no such segment here now. Dropped, renamed, partitioned since, never filled, or of another type.');
    ELSIF l_count > 1 THEN
      stop(l_label || ': several segments have this name, and the report does not give the type.');
    END IF;
  END;
"""

TARGET = """\
  PROCEDURE check_target IS
    l_block_from NUMBER;
    l_block_to NUMBER;
    l_enc_from VARCHAR2(3);
    l_enc_to VARCHAR2(3);
    l_status VARCHAR2(30);
    l_contents VARCHAR2(30);
    l_free NUMBER;
    l_grow NUMBER;
    l_group_free NUMBER;
    l_quota NUMBER;
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = l_to;
    IF l_count = 0 AND :s_mode = 'CHECK' THEN
      say('  note: tablespace ' || q(l_to) || ' does not exist yet. Run this check again after 30_tablespaces.sql.');
      RETURN;
    ELSIF l_count = 0 THEN
      stop('tablespace ' || q(l_to) || ' does not exist.');
    END IF;
    SELECT block_size, encrypted INTO l_block_from, l_enc_from FROM dba_tablespaces WHERE tablespace_name = l_now_in;
    SELECT block_size, encrypted, status, contents INTO l_block_to, l_enc_to, l_status, l_contents
      FROM dba_tablespaces WHERE tablespace_name = l_to;
    IF l_status <> 'ONLINE' OR l_contents <> 'PERMANENT' THEN
      stop('tablespace ' || q(l_to) || ' is ' || l_status || ', ' || l_contents);
    END IF;
    IF l_block_from <> l_block_to THEN
      stop(l_label || ': block size ' || l_block_from || ' here, ' || l_block_to || ' in ' || q(l_to));
    END IF;
    IF l_enc_from <> l_enc_to THEN
      stop(l_label || ': encrypted ' || l_enc_from || ' here, ' || l_enc_to || ' in ' || q(l_to)
        || '. Moving would change that silently. Create the target with the same encryption first.');
    END IF;
    SELECT NVL(SUM(bytes), 0) INTO l_free FROM dba_free_space WHERE tablespace_name = l_to;
    SELECT NVL(SUM(GREATEST(maxbytes - bytes, 0)), 0) INTO l_grow
      FROM dba_data_files WHERE tablespace_name = l_to AND autoextensible = 'YES';
    SELECT MIN(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_group_free
      FROM v$asm_diskgroup g
     WHERE EXISTS (SELECT 1 FROM dba_data_files f
                    WHERE f.tablespace_name = l_to AND f.file_name LIKE '+' || g.name || '/%');
    l_free := l_free + LEAST(l_grow, NVL(l_group_free, l_grow));
    IF l_free < l_bytes THEN
      stop(l_label || ' needs ' || gib(l_bytes) || ', ' || q(l_to) || ' has room for ' || gib(l_free));
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_sys_privs WHERE grantee = :s_owner AND privilege = 'UNLIMITED TABLESPACE';
    IF l_count = 0 THEN
      SELECT MAX(CASE WHEN max_bytes = -1 THEN l_bytes * 2 ELSE max_bytes - bytes END) INTO l_quota
        FROM dba_ts_quotas WHERE username = :s_owner AND tablespace_name = l_to;
      IF NVL(l_quota, 0) < l_bytes THEN
        stop(q(:s_owner) || ' has no quota for this on ' || q(l_to) || '. 30_tablespaces.sql grants it.');
      END IF;
    END IF;
  END;
  PROCEDURE check_logging(p_logging IN VARCHAR2) IS
    l_forced VARCHAR2(60);
    l_log_mode VARCHAR2(30);
  BEGIN
    SELECT force_logging, log_mode INTO l_forced, l_log_mode FROM v$database;
    IF p_logging = 'NO' AND l_forced <> 'YES' AND l_log_mode = 'ARCHIVELOG' THEN
      SELECT COUNT(*) INTO l_count FROM v$archive_dest WHERE target = 'STANDBY' AND status <> 'INACTIVE';
      IF l_count > 0 THEN
        stop(l_label || ': NOLOGGING, and a standby is fed from here.'
          || ' The move would break the standby. Set FORCE LOGGING first.');
      END IF;
      say('  note: NOLOGGING segment, not forced. Back up the target tablespace after the move.');
    END IF;
  END;
  FUNCTION part_logging(p_else IN VARCHAR2) RETURN VARCHAR2 IS
    l_logging VARCHAR2(7);
  BEGIN
    SELECT MIN(logging) INTO l_logging FROM (
      SELECT logging FROM dba_tab_partitions
       WHERE table_owner = :s_owner AND table_name = :s_name AND partition_name = :s_sub AND l_type = 'TABLE PARTITION'
      UNION ALL SELECT logging FROM dba_tab_subpartitions
       WHERE table_owner = :s_owner AND table_name = :s_name AND subpartition_name = :s_sub AND l_type = 'TABLE SUBPARTITION'
      UNION ALL SELECT logging FROM dba_ind_partitions
       WHERE index_owner = :s_owner AND index_name = :s_name AND partition_name = :s_sub AND l_type = 'INDEX PARTITION'
      UNION ALL SELECT logging FROM dba_ind_subpartitions
       WHERE index_owner = :s_owner AND index_name = :s_name AND subpartition_name = :s_sub AND l_type = 'INDEX SUBPARTITION');
    RETURN NVL(l_logging, p_else);
  END;
  PROCEDURE check_outage(p_why IN VARCHAR2) IS
  BEGIN
    IF NOT l_online AND NVL(:s_allow_offline, 'NO') <> 'YES' THEN
      stop(l_label || ': can only be moved with an outage (' || p_why || ').'
        || ' Set allow_offline to YES in settings.sql when one is agreed.');
    END IF;
  END;
  PROCEDURE decide_online(p_plan IN VARCHAR2, p_since IN NUMBER) IS
    l_can BOOLEAN := :s_is_ee = 'YES' AND :s_release >= p_since;
  BEGIN
    IF p_plan = 'YES' AND NOT l_can THEN
      stop('the plan counts on moving online, but this database cannot. Make the plan again from a new report.');
    END IF;
    l_online := l_can AND p_plan <> 'NO';
  END;
"""

GUARD_PASSED = """\
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    stop('the guard has not passed.');
  END IF;
"""
"""First of what a block does: needs `TALK`."""

START = f"""\
BEGIN
{GUARD_PASSED}\
  :s_handled := :s_handled + 1;
  IF :s_pdb IS NOT NULL AND :s_pdb <> SYS_CONTEXT('USERENV', 'CON_NAME') THEN
    stop('wrong container: ' || SYS_CONTEXT('USERENV', 'CON_NAME'));
  END IF;
  l_label := q(:s_owner) || '.' || q(:s_name) || CASE WHEN :s_sub IS NULL THEN NULL ELSE ' ' || q(:s_sub) END;
  l_full := q(:s_owner) || '.' || q(:s_name);
  l_from := CASE WHEN :s_mode = 'UNDO' THEN :s_to_ts ELSE :s_from_ts END;
  l_to := CASE WHEN :s_mode = 'UNDO' THEN :s_from_ts ELSE :s_to_ts END;
  IF :s_mode <> 'RECORD' THEN
    say(:s_mode || ' ' || :s_step || ': ' || l_label);
  END IF;
  IF l_to IS NULL THEN
    :s_problems := :s_problems + 1;
    say('  the report does not give its old tablespace: use 91_rollback_recorded.sql');
    RETURN;
  END IF;
  EXECUTE IMMEDIATE {ddl.LOCK_TIMEOUT.plsql(seconds="TO_CHAR(NVL(:s_lock_wait_s, 60))")};
"""

RECORD = """\
  IF :s_mode = 'RECORD' THEN
    IF l_now_in <> l_to THEN
      :s_need_bytes := :s_need_bytes + l_bytes;
      IF :s_pdb IS NOT NULL THEN
        say('ALTER SESSION SET CONTAINER = ' || q(:s_pdb) || ';');
        say('SET SERVEROUTPUT ON SIZE UNLIMITED FORMAT WRAPPED');
      END IF;
      say('BEGIN');
      say('  :s_step := ' || :s_step || ';');
      say('  :s_pdb := ' || lit(:s_pdb) || ';');
      say('  :s_owner := ' || lit(:s_owner) || ';');
      say('  :s_name := ' || lit(:s_name) || ';');
      say('  :s_sub := ' || lit(:s_sub) || ';');
      say('  :s_kind := ' || lit(l_type) || ';');
      say('  :s_from_ts := ' || lit(l_now_in) || ';');
      say('  :s_to_ts := ' || lit(l_to) || ';');
%%KNOWN%%\
      say('END;');
      say('/');
      say('@@%%SELF%%');
    END IF;
    RETURN;
  END IF;
"""

KNOWN_BINDS = ("parent_owner", "parent", "column", "part", "known")
RECORD_KNOWN = "".join(f"      say('  :s_{name} := ' || lit(:s_{name}) || ';');\n" for name in KNOWN_BINDS)
"""More lines of a rollback entry, in plans that carry what an inventory knows."""

CHECK_KNOWN = """\
  PROCEDURE check_known(p_fact IN VARCHAR2, p_now IN VARCHAR2) IS
    l_now VARCHAR2(200) := NVL(REPLACE(TRIM(p_now), ' ', '_'), 'NO');
    l_then VARCHAR2(200) := REPLACE(REGEXP_SUBSTR(:s_known, ' ' || p_fact || '=[^ ]+'), ' ' || p_fact || '=');
  BEGIN
    IF l_then IS NOT NULL AND l_then <> l_now AND :s_mode = 'UNDO' THEN
      say('  note: ' || p_fact || ' is ' || l_now || ', the inventory the plan was made from said ' || l_then);
    ELSIF l_then IS NOT NULL AND l_then <> l_now THEN
      stop(l_label || ': ' || p_fact || ' is ' || l_now || ', the inventory the plan was made from said ' || l_then
        || '. Collect again and make the plan again.');
    END IF;
  END;
"""
"""Holds a fact of the inventory against what is found now; a fact that was not known is not checked. The way back is
never barred by it."""

LITERAL = """\
  FUNCTION lit(p_text IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    IF p_text IS NULL THEN
      RETURN 'NULL';
    END IF;
    RETURN 'UNISTR(''' || REPLACE(ASCIISTR(p_text), '''', '''''') || ''')';
  END;
"""

WHERE_NOW = """\
  IF :s_mode = 'VERIFY' THEN
    IF l_now_in = l_to THEN
      :s_need_bytes := :s_need_bytes + l_bytes;
      say('  OK: in ' || q(l_to));
    ELSE
      say('  NOT OK: in ' || q(l_now_in) || ', expected ' || q(l_to));
      :s_problems := :s_problems + 1;
    END IF;
    RETURN;
  END IF;
"""

SOURCE = """\
  IF l_from IS NOT NULL AND l_now_in <> l_from THEN
    stop(l_label || ': is in ' || q(l_now_in) || ', the plan was made when it was in ' || q(l_from));
  END IF;
  :s_need_bytes := :s_need_bytes + l_bytes;
"""

ARRIVED = """\
  IF :s_mode <> 'CHECK' THEN
    find_segment;
    IF l_now_in <> l_to THEN
      stop(l_label || ': still in ' || q(l_now_in));
    END IF;
    say('  done: ' || gib(l_bytes) || ' now in ' || q(l_to));
  END IF;
"""

FINISH = """\
EXCEPTION
  WHEN OTHERS THEN
    IF :s_mode IN ('CHECK', 'VERIFY') AND SQLCODE = -20100 THEN
      :s_problems := :s_problems + 1;
      say('  ' || SQLERRM);
    ELSIF :s_mode = 'RECORD' AND SQLCODE = -20100 THEN
      NULL;
    ELSE
      RAISE;
    END IF;
END;
/
"""

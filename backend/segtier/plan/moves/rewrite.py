"""Room for what a statement rewrites beside the segment it moves: moving a LOB copies its table where the table is."""

from __future__ import annotations

CHECK_REWRITE = """\
  PROCEDURE check_rewrite(p_name IN VARCHAR2, p_part IN VARCHAR2, p_what IN VARCHAR2) IS
    l_home VARCHAR2(128);
    l_needs NUMBER;
    l_free NUMBER;
    l_grow NUMBER;
  BEGIN
    SELECT MAX(tablespace_name), NVL(SUM(bytes), 0) INTO l_home, l_needs FROM dba_segments
     WHERE owner = :s_owner AND segment_name = p_name AND segment_type NOT LIKE 'LOB%'
       AND (partition_name = p_part OR p_part IS NULL);
    SELECT NVL(SUM(bytes), 0) INTO l_free FROM dba_free_space WHERE tablespace_name = l_home;
    SELECT NVL(SUM(GREATEST(maxbytes - bytes, 0)), 0) INTO l_grow
      FROM dba_data_files WHERE tablespace_name = l_home AND autoextensible = 'YES';
    say('  note: ' || p_what || ' is rewritten where it is: ' || gib(l_needs) || ' in ' || NVL(l_home, '-'));
    IF l_free + l_grow < l_needs THEN
      stop(l_label || ': ' || p_what || ' needs ' || gib(l_needs) || ' more in ' || q(l_home) || ', which has room for '
        || gib(l_free + l_grow));
    END IF;
  END;
"""

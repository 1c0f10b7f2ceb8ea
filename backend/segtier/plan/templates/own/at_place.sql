  FUNCTION free_at_place RETURN NUMBER IS
    l_free NUMBER;
  BEGIN
    SELECT MAX(CASE WHEN usable_file_mb = 0 THEN free_mb ELSE usable_file_mb END) * 1048576 INTO l_free
      FROM v$asm_diskgroup WHERE name = SUBSTR(:s_flash_place, 2) AND state IN ('MOUNTED', 'CONNECTED');
    RETURN l_free;
  END;
  PROCEDURE check_room(p_bytes IN NUMBER, p_what IN VARCHAR2) IS
    l_free NUMBER := free_at_place;
  BEGIN
    IF :s_flash_place NOT LIKE '+%' THEN
      say('  note: SQL cannot see the room in ' || :s_flash_place || '; ' || p_what || ' needs ' || gib(p_bytes));
    ELSIF l_free IS NULL THEN
      stop('disk group ' || SUBSTR(:s_flash_place, 2) || ' is not mounted here.%%MAKE_GROUP%%');
    ELSIF l_free < p_bytes THEN
      stop(:s_flash_place || ' has room for ' || gib(l_free) || ', ' || p_what || ' needs ' || gib(p_bytes));
    END IF;
  END;

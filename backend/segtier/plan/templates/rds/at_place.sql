  FUNCTION free_at_place RETURN NUMBER IS
  BEGIN
    RETURN NULL;
  END;
  PROCEDURE check_room(p_bytes IN NUMBER, p_what IN VARCHAR2) IS
  BEGIN
    say('  note: SQL cannot see the room in ' || :s_flash_place || '; ' || p_what || ' needs ' || gib(p_bytes));
  END;

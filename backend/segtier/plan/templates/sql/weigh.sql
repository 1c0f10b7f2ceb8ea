@@lib_room.sql
  PROCEDURE verdict(p_good IN BOOLEAN, p_text IN VARCHAR2) IS
  BEGIN
    IF p_good THEN
      :s_passes := :s_passes + 1;
      say('PASS         ' || p_text);
    ELSIF p_good IS NULL THEN
      :s_unchecked := :s_unchecked + 1;
      say('NOT CHECKED  ' || p_text);
    ELSE
      :s_fails := :s_fails + 1;
      say('FAIL         ' || p_text);
    END IF;
  END;
  PROCEDURE room_verdict(p_bytes IN NUMBER, p_there IN NUMBER, p_what IN VARCHAR2) IS
    l_at_place NUMBER := free_at_place%%KEPT%%;
  BEGIN
    IF l_at_place IS NULL AND p_there < p_bytes THEN
      verdict(NULL, p_what || ' needs ' || gib(p_bytes) || ' at ' || :s_flash_place || '. '
%%UNSEEN%%    ELSE
      verdict(NVL(l_at_place, 0) + p_there >= p_bytes, p_what || ' needs ' || gib(p_bytes) || ', free are '
        || gib(NVL(l_at_place, 0) + p_there) || ' at ' || :s_flash_place);
    END IF;
  END;

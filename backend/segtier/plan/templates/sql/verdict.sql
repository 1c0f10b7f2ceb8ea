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

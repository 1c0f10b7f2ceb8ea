BEGIN
  DBMS_OUTPUT.PUT_LINE('Total: ' || :s_passes || ' PASS, ' || :s_fails || ' FAIL, ' || :s_unchecked
    || ' NOT CHECKED, ' || :s_problems || ' segment problem(s).');
  IF :s_fails + :s_problems > 0 AND NVL(:s_ignore_precheck, 'NO') = 'YES' THEN
    DBMS_OUTPUT.PUT_LINE('!!! Goes on in spite of that: ignore_precheck is YES in settings.sql !!!');
  ELSIF :s_fails + :s_problems > 0 THEN
    raise_application_error(-20100, 'STOP: ' || :s_fails || ' FAIL, ' || :s_problems || ' segment problem(s), see above.');
  END IF;
END;
/

-- piece: of_all
BEGIN
  IF :s_handled < %%LEAST%% THEN
    raise_application_error(-20100, 'STOP: ' || :s_handled || ' of %%LEAST%% operation(s) were looked at. Are all files of the bundle in this folder?');
  ELSIF :s_problems > 0 THEN
    raise_application_error(-20100, 'STOP: ' || :s_problems || ' problem(s), see above.');
  END IF;
  DBMS_OUTPUT.PUT_LINE('Total: no problem found in ' || :s_handled || ' operation(s), '
    || ROUND(:s_need_bytes / 1073741824, 2) || ' GiB.');
END;
/
-- piece: of_those_found
BEGIN
  IF :s_problems > 0 THEN
    raise_application_error(-20100, 'STOP: ' || :s_problems || ' problem(s), see above.');
  END IF;
  DBMS_OUTPUT.PUT_LINE('Total: no problem found in ' || :s_handled || ' operation(s), '
    || ROUND(:s_need_bytes / 1073741824, 2) || ' GiB.');
END;
/

BEGIN
  IF :s_handled = 0 THEN
    raise_application_error(-20100, 'STOP: nothing was looked at. Are all files of the bundle in this folder?');
  END IF;
END;
/

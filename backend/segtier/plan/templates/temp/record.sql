DECLARE
  l_default VARCHAR2(400);
  FUNCTION lit(p_text IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    RETURN 'UNISTR(''' || REPLACE(ASCIISTR(p_text), '''', '''''') || ''')';
  END;
BEGIN
  SELECT property_value INTO l_default FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
  IF :s_guard_ok = 'YES' AND l_default <> '%%TABLESPACE%%' THEN
%%DEFAULT%%
  END IF;
  -- The users come after the default: setting that one gives it to all who had the old one.
  FOR u IN (%%OTHERS%% AND :s_guard_ok = 'YES' ORDER BY d.username) LOOP
%%USER%%
  END LOOP;
END;
/

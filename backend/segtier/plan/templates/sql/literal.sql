  FUNCTION lit(p_text IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    IF p_text IS NULL THEN
      RETURN 'NULL';
    END IF;
    RETURN 'UNISTR(''' || REPLACE(ASCIISTR(p_text), '''', '''''') || ''')';
  END;

  PROCEDURE say(p_text IN VARCHAR2) IS
  BEGIN
    DBMS_OUTPUT.PUT_LINE(REGEXP_REPLACE(p_text, '[[:cntrl:]]', '?'));
  END;
  PROCEDURE stop(p_text IN VARCHAR2) IS
  BEGIN
    raise_application_error(-20100, 'STOP: ' || p_text);
  END;
  PROCEDURE stop_if(p_wrong IN BOOLEAN, p_text IN VARCHAR2) IS
  BEGIN
    IF p_wrong THEN
      stop(p_text);
    END IF;
  END;
  FUNCTION q(p_name IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    RETURN DBMS_ASSERT.ENQUOTE_NAME(p_name, FALSE);
  END;
  FUNCTION gib(p_bytes IN NUMBER) RETURN VARCHAR2 IS
  BEGIN
    RETURN TO_CHAR(ROUND(p_bytes / 1073741824, 2)) || ' GiB';
  END;
  PROCEDURE run_ddl(p_sql IN VARCHAR2) IS
  BEGIN
    IF :s_mode = 'CHECK' THEN
      say('  would run: ' || p_sql);
    ELSE
      say('  running: ' || p_sql);
      EXECUTE IMMEDIATE p_sql;
    END IF;
  END;
  FUNCTION lit(p_text IN VARCHAR2) RETURN VARCHAR2 IS
  BEGIN
    IF p_text IS NULL THEN
      RETURN 'NULL';
    END IF;
    RETURN 'UNISTR(''' || REPLACE(ASCIISTR(p_text), '''', '''''') || ''')';
  END;

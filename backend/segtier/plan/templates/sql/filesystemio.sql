DECLARE
%%TALK%%
%%VERDICT%%
%%GUARDED%%
  IF :s_flash_place NOT LIKE '+%' THEN
    FOR each IN (SELECT NVL(UPPER(MAX(value)), 'NONE') AS value FROM v$parameter WHERE name = 'filesystemio_options') LOOP
      verdict(each.value IN ('SETALL', 'DIRECTIO'), 'filesystemio_options is ' || each.value || CASE each.value
        WHEN 'SETALL' THEN ': files are read directly and without waiting for each other.'
        WHEN 'DIRECTIO' THEN ': files are read directly. SETALL would also let reads overlap.'
        ELSE ': files are read through the cache of the file system, which holds every block twice.'
          || ' ALTER SYSTEM SET filesystemio_options = SETALL SCOPE = SPFILE SID = ''*''; then a restart.' END);
    END LOOP;
  END IF;
END;
/

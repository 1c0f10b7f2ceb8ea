    SELECT NVL(SUM(f.bytes), 0) INTO l_count FROM dba_temp_files f JOIN database_properties d
        ON d.property_name = 'DEFAULT_TEMP_TABLESPACE' AND d.property_value = f.tablespace_name
     WHERE f.tablespace_name = %%NAME%%;
    IF l_count <> %%BYTES%% THEN
      stop('the default temporary tablespace is not the ' || gib(%%BYTES%%) || ' of the inventory'
        || '. Collect again and make the plan again.');
    END IF;

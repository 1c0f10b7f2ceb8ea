-- piece: must
  -- A tier of today, or one that an earlier folder made: its tablespaces are not made here.
  PROCEDURE must_be_there(p_tablespace IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace AND contents = 'PERMANENT';
    IF l_count = 0 THEN
      stop('there is no tablespace ' || p_tablespace || ' for tables and indexes here. Run the folders in their order.');
    END IF;
    SELECT COUNT(*) INTO l_count FROM dba_data_files
     WHERE tablespace_name = p_tablespace AND INSTR(file_name, :s_flash_start) <> 1;
    IF l_count > 0 THEN
      stop(p_tablespace || ' has files outside ' || :s_flash_place || '. Correct flash_place in settings.sql of this folder.');
    END IF;
    say(p_tablespace || ' is there.');
  END;
-- piece: check
%%HEAD%%
  PROCEDURE there_verdict(p_tablespace IN VARCHAR2) IS
  BEGIN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = p_tablespace AND contents = 'PERMANENT';
    verdict(l_count = 1, 'tablespace ' || p_tablespace || CASE WHEN l_count = 1 THEN ' is there' ELSE ' is not there' END);
    SELECT COUNT(*) INTO l_count FROM dba_data_files
     WHERE tablespace_name = p_tablespace AND INSTR(file_name, :s_flash_start) <> 1;
    verdict(l_count = 0, p_tablespace || CASE WHEN l_count = 0 THEN ' lies at ' ELSE ' has files outside ' END
      || :s_flash_place);
    SELECT NVL(SUM(bytes), 0) INTO l_bytes FROM dba_free_space WHERE tablespace_name = p_tablespace;
    :s_room_bytes := :s_room_bytes + l_bytes;
  END;
%%GUARDED%%
%%CALLS%%
END;
/

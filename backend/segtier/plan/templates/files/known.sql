DECLARE
  l_count NUMBER;
  l_name VARCHAR2(600);
  l_bytes NUMBER;
%%TALK%%
BEGIN
%%GUARD%%
  :s_handled := :s_handled + 1;
  IF :s_pdb IS NOT NULL AND :s_pdb <> SYS_CONTEXT('USERENV', 'CON_NAME') THEN
    RETURN;
  END IF;
  SELECT MAX(file_name), MAX(bytes) INTO l_name, l_bytes FROM dba_data_files WHERE file_id = :s_step;
  IF INSTR(l_name, :s_flash_start) = 1 THEN
    say('Data file ' || :s_step || ' is at the SSD already.');
    RETURN;
  ELSIF l_name IS NULL OR l_name <> :s_name THEN
    stop('data file ' || :s_step || ' is ' || NVL(l_name, 'gone') || ' now, the inventory said ' || :s_name
      || '. Collect again and make the plan again.');
  END IF;
  :s_passes := :s_passes + 1;
  :s_need_bytes := :s_need_bytes + l_bytes;
%%MOVE%%
END;
/

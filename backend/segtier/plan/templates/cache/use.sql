DECLARE
  l_count NUMBER;
  l_now VARCHAR2(30);
%%TALK%%
BEGIN
%%GUARD%%
  :s_handled := :s_handled + 1;
  IF :s_pdb IS NOT NULL AND :s_pdb <> SYS_CONTEXT('USERENV', 'CON_NAME') THEN
    stop('wrong container: ' || SYS_CONTEXT('USERENV', 'CON_NAME'));
  END IF;
  SELECT COUNT(*), MAX(flash_cache) INTO l_count, l_now FROM (
    SELECT flash_cache FROM dba_tables WHERE owner = :s_owner AND table_name = :s_name AND :s_kind = 'TABLE'
    UNION ALL SELECT flash_cache FROM dba_indexes WHERE owner = :s_owner AND index_name = :s_name AND :s_kind = 'INDEX'
    UNION ALL SELECT flash_cache FROM dba_tab_partitions
     WHERE table_owner = :s_owner AND table_name = :s_name AND partition_name = :s_sub AND :s_kind = 'TABLE PARTITION'
    UNION ALL SELECT flash_cache FROM dba_ind_partitions
     WHERE index_owner = :s_owner AND index_name = :s_name AND partition_name = :s_sub AND :s_kind = 'INDEX PARTITION');
  IF l_count = 0 AND :s_mode = 'RECORD' THEN
    RETURN;
  ELSIF l_count = 0 THEN
    say(q(:s_owner) || '.' || q(:s_name) || ' is not here now, left alone.');
  ELSIF :s_mode = 'RECORD' THEN
    IF l_now <> :s_to_ts THEN
      IF :s_pdb IS NOT NULL THEN
        say('ALTER SESSION SET CONTAINER = ' || q(:s_pdb) || ';');
        say('SET SERVEROUTPUT ON SIZE UNLIMITED FORMAT WRAPPED');
      END IF;
%%ENTRY%%
    END IF;
  ELSIF l_now = :s_to_ts THEN
    say(q(:s_owner) || '.' || q(:s_name) || ' is FLASH_CACHE ' || l_now || ' already.');
  ELSIF :s_kind = 'TABLE' THEN
    run_ddl(%%TABLE%%);
  ELSIF :s_kind = 'INDEX' THEN
    run_ddl(%%INDEX%%);
  ELSIF :s_kind = 'TABLE PARTITION' THEN
    run_ddl(%%TABLE_PARTITION%%);
  ELSE
    run_ddl(%%INDEX_PARTITION%%);
  END IF;
END;
/

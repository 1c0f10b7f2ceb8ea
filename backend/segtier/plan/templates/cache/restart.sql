DECLARE
  l_unique VARCHAR2(30);
  l_spfile VARCHAR2(600);
  l_new VARCHAR2(600);
%%TALK%%
BEGIN
%%GUARD%%
  SELECT db_unique_name INTO l_unique FROM v$database;
  SELECT MAX(value) INTO l_spfile FROM v$parameter WHERE name = 'spfile';
  -- ASM itself gives names that end in file.incarnation; nothing can be created under one.
  l_new := CASE WHEN REGEXP_LIKE(l_spfile, '^[+].*[.][0-9]+[.][0-9]+$')
    THEN REGEXP_SUBSTR(l_spfile, '^[^/]+') || '/' || l_unique || '/spfile_segtier.ora' ELSE l_spfile END;
  say('Restart the whole database now, all instances together. With Grid Infrastructure:');
  say('  srvctl stop database -d ' || l_unique);
  say('  srvctl start database -d ' || l_unique);
  say('Without it, in SQL*Plus AS SYSDBA:');
  say('  SHUTDOWN IMMEDIATE');
  say('  STARTUP');
  say('If it does not start, on this server, in SQL*Plus AS SYSDBA:');
  say('  STARTUP PFILE=?/dbs/segtier_before_flash_cache.ora');
  say('  CREATE SPFILE=''' || l_new || ''' FROM PFILE=''?/dbs/segtier_before_flash_cache.ora'';');
  IF l_new <> l_spfile THEN
    say('  The spfile ' || l_spfile || ' has a name that only ASM can give, so the new one gets another. Tell the others:');
    say('  srvctl modify database -d ' || l_unique || ' -p ' || l_new);
    say('  or, without Grid Infrastructure, the line SPFILE=''' || l_new || ''' in ?/dbs/init<SID>.ora');
  END IF;
  say('  then restart as above.');
END;
/

PROMPT Expected: a size above 0
SELECT name, value FROM v$parameter WHERE name = 'db_flash_cache_size';
PROMPT After a busy hour: reads from the flash cache
SELECT name, value FROM v$sysstat WHERE name IN ('flash cache inserts', 'physical read flash cache hits', 'physical reads cache')
 ORDER BY name;

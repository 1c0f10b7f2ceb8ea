PROMPT After the restart. Expected on every instance: %%FILES%%
PROMPT and the sizes %%SIZES%%
SELECT inst_id, name, display_value FROM gv$parameter
 WHERE name IN ('db_flash_cache_file', 'db_flash_cache_size') ORDER BY inst_id, name;
PROMPT After some hours: inserts grow, hits grow faster than inserts
SELECT inst_id, name, value FROM gv$sysstat
 WHERE name LIKE 'flash cache%' OR name IN ('physical read flash cache hits', 'physical reads cache') ORDER BY inst_id, name;
PROMPT Expected: skips by DBWR overloaded below a tenth of the inserts, free buffer waits not among the top events
SELECT inst_id, event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0)) AS avg_us FROM gv$system_event
 WHERE event LIKE 'db flash cache%' OR event IN ('db file sequential read',
       'write complete waits: flash cache', 'free buffer waits')
 ORDER BY inst_id, event;
%%FLASH_FILES%%

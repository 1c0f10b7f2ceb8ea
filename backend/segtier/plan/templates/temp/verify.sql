PROMPT This looks into the container it runs in%%EACH%%
PROMPT Expected: %%TABLESPACE%%
SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
PROMPT Expected: files of %%TABLESPACE%% online and on SSD
COLUMN file_name FORMAT A90
SELECT tablespace_name, file_name, bytes, status FROM dba_temp_files ORDER BY tablespace_name, file_name;
PROMPT Users that keep another temporary tablespace, expected: those you want
SELECT username, temporary_tablespace FROM dba_users WHERE temporary_tablespace <> '%%TABLESPACE%%' ORDER BY username;
PROMPT After a busy hour: average direct path read temp and write temp, in ms
SELECT event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0) / 1000, 3) AS avg_ms
  FROM v$system_event WHERE event LIKE 'direct path % temp';

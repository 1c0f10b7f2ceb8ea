PROMPT Expected: one row per file, enabled (view from 12.1 on)
SELECT * FROM v$flashfilestat;

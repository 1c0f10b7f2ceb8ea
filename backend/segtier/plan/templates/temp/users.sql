PROMPT Users with a temporary tablespace of their own keep it, unless move_temp_users is YES in settings.sql
SELECT temporary_tablespace, COUNT(*) AS users FROM dba_users GROUP BY temporary_tablespace ORDER BY 1;
PROMPT Sessions keep the old tablespace for sorts that are running
SELECT tablespace, COUNT(*) AS sorts FROM v$tempseg_usage GROUP BY tablespace ORDER BY 1;

%%BROKEN%%
PROMPT Expected: used_percent well below 100 for the %%PLACE%% tablespaces
SELECT tablespace_name, ROUND(used_percent, 1) AS used_percent FROM dba_tablespace_usage_metrics ORDER BY used_percent DESC;

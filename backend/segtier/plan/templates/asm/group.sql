PROMPT Disk group %%GROUP%%: the next query fails with ORA-01476 where it exists already or
PROMPT fewer than %%LEAST%% unused disks match %%TOLD%%
PROMPT (none: is 10_os_setup.sh done, and does asm_diskstring cover %%COVER%%?)
SELECT 1 / CASE WHEN
  (SELECT COUNT(*) FROM v$asm_disk WHERE path %%MATCH%%
      AND header_status IN ('CANDIDATE', 'PROVISIONED', 'FORMER')) >= %%LEAST%%
  AND (SELECT COUNT(*) FROM v$asm_disk WHERE path %%MATCH%%
          AND header_status NOT IN ('CANDIDATE', 'PROVISIONED', 'FORMER')) = 0
  AND (SELECT COUNT(*) FROM v$asm_diskgroup WHERE name = '%%GROUP%%') = 0
  THEN 1 ELSE 0 END AS may_create FROM v$instance;
%%CREATE%%;
SELECT name, type, sector_size, total_mb, required_mirror_free_mb, usable_file_mb FROM v$asm_diskgroup WHERE name = '%%GROUP%%';

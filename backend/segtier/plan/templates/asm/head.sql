WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
@%%REVIEW%%/review.sql %%REVIEW%%
SET DEFINE OFF
SET LINESIZE 160 PAGESIZE 100 TRIMSPOOL ON TAB OFF
SET ECHO ON
SPOOL %%LOG%% APPEND
PROMPT Run this on the ASM instance: sqlplus / as sysasm
PROMPT The next query fails with ORA-01476 where this is not an ASM instance
SELECT 1 / COUNT(*) AS is_asm FROM v$parameter WHERE name = 'instance_type' AND UPPER(value) = 'ASM';
COLUMN path FORMAT A60
SELECT path, header_status, os_mb FROM v$asm_disk ORDER BY path;

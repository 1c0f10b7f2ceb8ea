-- Segtier's collector for SQL*Plus 10.2 and later and for SQLcl. Written by "make collector": do not edit.
--
-- It only reads. It creates nothing in the database, changes no setting but those of its own session, and writes CSV
-- files into one folder, which must exist. Run it on the database server or from any client:
--
--   sqlplus / as sysdba @segtier_collect.sql FOLDER [BEGIN] [END] [WORD] [WORD] [WORD]
--
-- BEGIN, END  the hours history is read of, as 2026-11-20T08:00:00, or the word default: the last 24 hours
-- WORD        estimate          say how much there is to read, then leave
--             diagnostics-pack  also read DBA_HIST views and write AWR reports. You must hold the licence of the
--                               Oracle Diagnostics Pack; without this word no licensed view is touched
--             dbid:4712         read only the history of that DBID: AWR loaded here from another database, or a PDB
--             databases         list the databases with history here, then leave
--             buffers           also read what the buffer cache holds, per object (v$bh: slow on large caches)
--
-- The user needs SELECT_CATALOG_ROLE or SELECT ANY DICTIONARY. In a container database connect to the root to read
-- all its databases, or to one of them. FOLDER must hold no blanks and no quotes.
-- Segtier's makers had no Oracle database to run this on: see docs/use/collector.md for what was tested, and how.

SET DEFINE ON
SET CONCAT ON
SET ESCAPE OFF
SET VERIFY OFF
SET FEEDBACK OFF
SET ECHO OFF
SET TIMING OFF
SET TERMOUT OFF
SET PAUSE OFF
SET AUTOTRACE OFF
SET PAGESIZE 14
SET SQLBLANKLINES OFF
SET SERVEROUTPUT OFF
WHENEVER SQLERROR CONTINUE NONE
WHENEVER OSERROR CONTINUE NONE

-- Whatever login.sql and glogin.sql have set up for a screen. SQL*Plus does not know SQLFORMAT, which is SQLcl's.
SET MARKUP HTML OFF
SET SQLFORMAT DEFAULT
TTITLE OFF
BTITLE OFF
CLEAR COLUMNS
CLEAR BREAKS
CLEAR COMPUTES

-- An argument that was not given is empty, instead of asked for.
COLUMN 1 NEW_VALUE 1 NOPRINT
COLUMN 2 NEW_VALUE 2 NOPRINT
COLUMN 3 NEW_VALUE 3 NOPRINT
COLUMN 4 NEW_VALUE 4 NOPRINT
COLUMN 5 NEW_VALUE 5 NOPRINT
COLUMN 6 NEW_VALUE 6 NOPRINT
SELECT '' AS "1", '' AS "2", '' AS "3", '' AS "4", '' AS "5", '' AS "6" FROM dual WHERE 1 = 0;

SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 4000
SET TRIMSPOOL ON
SET TRIMOUT ON
SET TAB OFF
SET WRAP ON
SET RECSEP OFF
SET NULL ''
SET NUMWIDTH 40
SET ARRAYSIZE 500
COLUMN line FORMAT A4000

-- Times and numbers as the bundle wants them, in this session only.
ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';
ALTER SESSION SET NLS_DATE_LANGUAGE = 'AMERICAN';
ALTER SESSION SET NLS_CALENDAR = 'GREGORIAN';
ALTER SESSION SET NLS_SORT = BINARY;
ALTER SESSION SET NLS_COMP = BINARY;

DEFINE folder = './'
DEFINE words = ' '
DEFINE begun = ''
DEFINE window_begin = ''
DEFINE window_end = ''
COLUMN folder NEW_VALUE folder NOPRINT
COLUMN words NEW_VALUE words NOPRINT
COLUMN begun NEW_VALUE begun NOPRINT
COLUMN window_begin NEW_VALUE window_begin NOPRINT
COLUMN window_end NEW_VALUE window_end NOPRINT
SELECT CASE WHEN '&1.' IS NULL THEN './' WHEN SUBSTR('&1.', -1) = '/' THEN '&1.' ELSE '&1./' END AS folder,
       ' ' || LOWER('&2. &3. &4. &5. &6.') || ' ' AS words,
       TO_CHAR(SYSDATE, 'YYYY-MM-DD"T"HH24:MI:SS') AS begun,
       CASE WHEN '&2.' LIKE '____-__-__T__:__:__' THEN '&2.'
            ELSE TO_CHAR(SYSDATE - 1, 'YYYY-MM-DD"T"HH24:MI:SS') END AS window_begin,
       CASE WHEN '&3.' LIKE '____-__-__T__:__:__' THEN '&3.'
            ELSE TO_CHAR(SYSDATE, 'YYYY-MM-DD"T"HH24:MI:SS') END AS window_end
  FROM dual;

-- What kind of database this is.
DEFINE dba = 'dba'
DEFINE dba_upper = 'DBA'
DEFINE pdb = 'CAST(NULL AS NUMBER)'
DEFINE dbid = ''
DEFINE db_name = ''
DEFINE pack = 'no'
DEFINE buffers = 'no'
DEFINE charset = 'unknown'
DEFINE open_mode = ''
DEFINE closed = '--'
DEFINE unreadable = ' '
DEFINE of_dbid = ''
DEFINE own_dbid = ''
DEFINE own_skip = ' '
DEFINE own_state = 'started'
DEFINE skip = '--'
DEFINE list_awr = '--'
DEFINE list_statspack = '--'
DEFINE list_only = '--'
DEFINE no_history = '--'
DEFINE p1 = "'NO'"
DEFINE p2 = 'NULL'
DEFINE p3 = 'CAST(NULL AS VARCHAR2(1))'
COLUMN dba NEW_VALUE dba NOPRINT
COLUMN dba_upper NEW_VALUE dba_upper NOPRINT
COLUMN pdb NEW_VALUE pdb NOPRINT
COLUMN dbid NEW_VALUE dbid NOPRINT
COLUMN db_name NEW_VALUE db_name NOPRINT
COLUMN pack NEW_VALUE pack NOPRINT
COLUMN buffers NEW_VALUE buffers NOPRINT
COLUMN charset NEW_VALUE charset NOPRINT
COLUMN open_mode NEW_VALUE open_mode NOPRINT
COLUMN closed NEW_VALUE closed NOPRINT
COLUMN unreadable NEW_VALUE unreadable NOPRINT
COLUMN skip NEW_VALUE skip NOPRINT
COLUMN of_dbid NEW_VALUE of_dbid NOPRINT
COLUMN own_dbid NEW_VALUE own_dbid NOPRINT
COLUMN own_skip NEW_VALUE own_skip NOPRINT
COLUMN own_state NEW_VALUE own_state NOPRINT
COLUMN list_awr NEW_VALUE list_awr NOPRINT
COLUMN list_statspack NEW_VALUE list_statspack NOPRINT
COLUMN list_only NEW_VALUE list_only NOPRINT
COLUMN no_history NEW_VALUE no_history NOPRINT
COLUMN p1 NEW_VALUE p1 NOPRINT
COLUMN p2 NEW_VALUE p2 NOPRINT
COLUMN p3 NEW_VALUE p3 NOPRINT
COLUMN p4 NEW_VALUE p4 NOPRINT
COLUMN p5 NEW_VALUE p5 NOPRINT
COLUMN p6 NEW_VALUE p6 NOPRINT
COLUMN p7 NEW_VALUE p7 NOPRINT
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$DATABASE' AND x.column_name = 'CDB' THEN 1 END) > 0
            THEN 'd.cdb' ELSE '''NO''' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$DATABASE' AND x.column_name = 'CDB' THEN 1 END) > 0
            THEN 'SYS_CONTEXT(''USERENV'', ''CON_ID'')' ELSE 'NULL' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$SESSION_CONNECT_INFO' AND x.column_name = 'CLIENT_CHARSET'
                            THEN 1 END) > 0
            THEN 'c.client_charset' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p3
  FROM dba_tab_columns x
 WHERE x.owner = 'SYS'
   AND x.table_name IN ('V_$DATABASE', 'V_$SESSION_CONNECT_INFO');
SELECT CASE WHEN &p1. = 'YES' AND &p2. = '1' THEN 'cdb' ELSE 'dba' END AS dba,
       CASE WHEN &p1. = 'YES' AND &p2. = '1' THEN 'CDB' ELSE 'DBA' END AS dba_upper,
       CASE WHEN &p1. = 'YES' AND &p2. <> '1' THEN &p2. ELSE 'CAST(NULL AS NUMBER)' END AS pdb,
       TO_CHAR(d.dbid) AS dbid,
       d.name AS db_name,
       d.open_mode AS open_mode,
       CASE d.open_mode WHEN 'MOUNTED' THEN ' ' ELSE '--' END AS closed,
       '--' AS unreadable
  FROM v$database d;
SET TERMOUT ON
&unreadable.PROMPT Nothing was collected: v$database cannot be read. Either SQL*Plus is not connected, or the database is
&unreadable.PROMPT not mounted, or the user has neither SELECT_CATALOG_ROLE nor SELECT ANY DICTIONARY.
&unreadable.EXIT FAILURE
&closed.PROMPT The database is mounted and not open: its dictionary cannot be read, only what the instance counts.
&closed.PROMPT Collect from the primary, or open the standby read-only.
SET TERMOUT OFF
SELECT CASE WHEN '&words.' LIKE '% diagnostics-pack %'
             AND (SELECT COUNT(*) FROM v$parameter p WHERE p.name = 'control_management_pack_access'
                     AND p.value NOT LIKE 'DIAGNOSTIC%') = 0
            THEN 'yes' ELSE 'no' END AS pack,
       CASE WHEN '&words.' LIKE '% buffers %' THEN 'yes' ELSE 'no' END AS buffers
  FROM dual;
SELECT COALESCE(MAX(&p3.), 'unknown') AS charset
  FROM v$session_connect_info c
 WHERE c.sid = TO_NUMBER(SYS_CONTEXT('USERENV', 'SID'));

-- Reads the history of the connected database, unless dbid: names another. Of another it reads nothing else.
SELECT CASE WHEN '&words.' LIKE '% dbid:%' THEN SUBSTR('&words.', INSTR('&words.', ' dbid:') + 6)
            ELSE '&dbid.' END AS of_dbid,
       '&dbid.' AS own_dbid,
       CASE WHEN '&words.' LIKE '% databases %' THEN ' ' ELSE '--' END AS list_only,
       CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS list_awr,
       CASE WHEN '&pack.' = 'no' AND '&words.' LIKE '% databases %' THEN ' ' ELSE '--' END AS list_statspack
  FROM dual;
SELECT SUBSTR('&of_dbid. ', 1, INSTR('&of_dbid. ', ' ') - 1) AS of_dbid FROM dual;
SELECT CASE WHEN '&of_dbid.' = '&own_dbid.' THEN ' ' ELSE '--' END AS own_skip,
       CASE WHEN '&of_dbid.' = '&own_dbid.' THEN 'started' ELSE 'skipped' END AS own_state,
       CASE WHEN '&of_dbid.' = '&own_dbid.' THEN '&db_name.' END AS db_name,
       CASE WHEN '&of_dbid.' <> '&own_dbid.' AND '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       '&of_dbid.' AS dbid
  FROM dual;
&skip.SELECT MAX(i.db_name) AS db_name FROM dba_hist_database_instance i WHERE i.dbid = &dbid.;
&skip.SELECT CASE WHEN COUNT(*) = 0 THEN ' ' ELSE '--' END AS no_history,
&skip.       CASE WHEN '&2.' LIKE '____-__-__T__:__:__' THEN '&2.'
&skip.            ELSE TO_CHAR(CAST(MAX(n.end_interval_time) AS DATE) - 1, 'YYYY-MM-DD"T"HH24:MI:SS') END AS window_begin,
&skip.       CASE WHEN '&3.' LIKE '____-__-__T__:__:__' THEN '&3.'
&skip.            ELSE TO_CHAR(CAST(MAX(n.end_interval_time) AS DATE) + 1, 'YYYY-MM-DD"T"HH24:MI:SS') END AS window_end
&skip.  FROM dba_hist_snapshot n
&skip. WHERE n.dbid = &dbid.;
SET TERMOUT ON
&list_awr.SELECT 'The repository holds DBID ' || TO_CHAR(q.dbid) || ' ' || q.name || ': ' || TO_CHAR(q.snapshots)
&list_awr.       || ' snapshots, ' || TO_CHAR(q.first_end, 'YYYY-MM-DD HH24:MI') || ' to '
&list_awr.       || TO_CHAR(q.last_end, 'YYYY-MM-DD HH24:MI') AS line
&list_awr.  FROM (SELECT n.dbid, MAX(i.db_name) AS name, COUNT(DISTINCT n.snap_id) AS snapshots,
&list_awr.               MIN(n.end_interval_time) AS first_end, MAX(n.end_interval_time) AS last_end
&list_awr.          FROM dba_hist_snapshot n
&list_awr.          LEFT JOIN dba_hist_database_instance i
&list_awr.            ON i.dbid = n.dbid AND i.instance_number = n.instance_number AND i.startup_time = n.startup_time
&list_awr.         GROUP BY n.dbid) q
&list_awr. WHERE q.dbid <> &own_dbid. OR '&list_only.' = ' '
&list_awr. ORDER BY q.dbid;
&list_statspack.SELECT 'The repository holds DBID ' || TO_CHAR(q.dbid) || ': ' || TO_CHAR(q.snapshots)
&list_statspack.       || ' Statspack snapshots, ' || TO_CHAR(q.first_end, 'YYYY-MM-DD HH24:MI') || ' to '
&list_statspack.       || TO_CHAR(q.last_end, 'YYYY-MM-DD HH24:MI') AS line
&list_statspack.  FROM (SELECT n.dbid, COUNT(DISTINCT n.snap_id) AS snapshots, MIN(n.snap_time) AS first_end,
&list_statspack.               MAX(n.snap_time) AS last_end
&list_statspack.          FROM perfstat.stats$snapshot n
&list_statspack.         GROUP BY n.dbid) q
&list_statspack. ORDER BY q.dbid;
&list_only.EXIT SUCCESS
&no_history.PROMPT Nothing was collected: the repository holds no snapshots of DBID &dbid.. The word databases lists what it holds.
&no_history.EXIT FAILURE
SET TERMOUT OFF

-- How much there is to read.
DEFINE estimate_only = ' '
DEFINE segments = '?'
DEFINE megabytes = '?'
DEFINE minutes = '?'
COLUMN estimate_only NEW_VALUE estimate_only NOPRINT
COLUMN segments NEW_VALUE segments NOPRINT
COLUMN megabytes NEW_VALUE megabytes NOPRINT
COLUMN minutes NEW_VALUE minutes NOPRINT
SELECT CASE WHEN '&words.' LIKE '% estimate %' THEN ' ' ELSE '--' END AS estimate_only FROM dual;
SET TERMOUT ON
PROMPT Segtier collector 1: database &db_name. (&open_mode.), folder &folder.
&own_skip.PROMPT Counting its segments, which may take a minute or two ...
SET TERMOUT OFF
&own_skip.SELECT TO_CHAR(COUNT(*)) AS segments,
&own_skip.       TO_CHAR(CEIL(COUNT(*) / 2500) + 1) AS megabytes,
&own_skip.       TO_CHAR(CEIL(COUNT(*) / 100000) + 1) AS minutes
&own_skip.  FROM &dba._segments s;
SET TERMOUT ON
&own_skip.PROMPT Segments: &segments.. Expect about &megabytes. MB and, as a guess never measured on Oracle, &minutes. minutes.
PROMPT History from &window_begin. to &window_end.; Diagnostics Pack: &pack.; buffer cache: &buffers..
&estimate_only.PROMPT Nothing was collected. Leave out the word estimate to collect.
&estimate_only.EXIT SUCCESS
SET TERMOUT OFF

-- database: The database
DEFINE skip = '&own_skip.'
DEFINE e_database = '&own_state.'
DEFINE n_database = '0'
COLUMN e_database NEW_VALUE e_database NOPRINT
COLUMN n_database NEW_VALUE n_database NOPRINT
DEFINE p1 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p2 = '(SELECT MAX(i.version) FROM v$instance i)'
DEFINE p3 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$DATABASE' AND x.column_name = 'CDB' THEN 1 END) > 0 THEN 'd.cdb' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$INSTANCE' AND x.column_name = 'VERSION_FULL' THEN 1 END) > 0 THEN '(SELECT MAX(i.version_full) FROM v$instance i)' ELSE '(SELECT MAX(i.version) FROM v$instance i)' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$DATABASE' AND x.column_name = 'CDB' THEN 1 END) > 0 THEN 'SYS_CONTEXT(''USERENV'', ''CON_NAME'')' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p3
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('V_$DATABASE', 'V_$INSTANCE');
&skip.SET TERMOUT ON
&skip.PROMPT database.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.database.csv
&skip.PROMPT "dbid","name","unique_name","role","open_mode","log_mode","force_logging","flashback_on","supplemental_log_min","supplemental_log_pk","supplemental_log_all","platform","created","cdb","version","edition_banner","con_name","collected_at","block_size","dataguard_dest"
&skip.SELECT r.line, r.e_database, TO_CHAR(ROWNUM) AS n_database FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c10, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c11, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c12, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c13, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c14, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c15, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c16, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c17, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c18, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c19) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c20) || '"' AS line, 'started' AS e_database
&skip.    FROM (
&skip.      SELECT d.dbid AS c1,
&skip.             d.name AS c2,
&skip.             d.db_unique_name AS c3,
&skip.             d.database_role AS c4,
&skip.             d.open_mode AS c5,
&skip.             d.log_mode AS c6,
&skip.             d.force_logging AS c7,
&skip.             d.flashback_on AS c8,
&skip.             d.supplemental_log_data_min AS c9,
&skip.             d.supplemental_log_data_pk AS c10,
&skip.             d.supplemental_log_data_all AS c11,
&skip.             d.platform_name AS c12,
&skip.             d.created AS c13,
&skip.             &p1. AS c14,
&skip.             &p2. AS c15,
&skip.             (SELECT MAX(b.banner) FROM v$version b WHERE b.banner LIKE 'Oracle%Database%') AS c16,
&skip.             &p3. AS c17,
&skip.             SYSDATE AS c18,
&skip.             (SELECT MAX(p.value) FROM v$parameter p WHERE p.name = 'db_block_size') AS c19,
&skip.             (SELECT COUNT(*) FROM v$archive_dest a WHERE a.status = 'VALID' AND a.target IN ('STANDBY', 'REMOTE')) AS c20
&skip.        FROM v$database d
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_database.' = 'started';
&skip.SPOOL OFF

-- instances: Instances and their servers
DEFINE skip = '&own_skip.'
DEFINE e_instances = '&own_state.'
DEFINE n_instances = '0'
COLUMN e_instances NEW_VALUE e_instances NOPRINT
COLUMN n_instances NEW_VALUE n_instances NOPRINT
DEFINE p1 = 'i.version'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$INSTANCE' AND x.column_name = 'VERSION_FULL' THEN 1 END) > 0 THEN 'i.version_full' ELSE 'i.version' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$INSTANCE');
&skip.SET TERMOUT ON
&skip.PROMPT instances.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.instances.csv
&skip.PROMPT "inst_id","name","host","version","startup_time","status","cpu_count","cores","sockets","memory_bytes"
&skip.SELECT r.line, r.e_instances, TO_CHAR(ROWNUM) AS n_instances FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"' AS line, 'started' AS e_instances
&skip.    FROM (
&skip.      SELECT i.inst_id AS c1,
&skip.             i.instance_name AS c2,
&skip.             i.host_name AS c3,
&skip.             &p1. AS c4,
&skip.             i.startup_time AS c5,
&skip.             i.status AS c6,
&skip.             (SELECT MAX(o.value) FROM gv$osstat o WHERE o.inst_id = i.inst_id AND o.stat_name = 'NUM_CPUS') AS c7,
&skip.             (SELECT MAX(o.value) FROM gv$osstat o WHERE o.inst_id = i.inst_id AND o.stat_name = 'NUM_CPU_CORES') AS c8,
&skip.             (SELECT MAX(o.value) FROM gv$osstat o WHERE o.inst_id = i.inst_id AND o.stat_name = 'NUM_CPU_SOCKETS') AS c9,
&skip.             (SELECT MAX(o.value) FROM gv$osstat o WHERE o.inst_id = i.inst_id AND o.stat_name = 'PHYSICAL_MEMORY_BYTES') AS c10
&skip.        FROM gv$instance i
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_instances.' = 'started';
&skip.SPOOL OFF

-- containers: Containers (12.1 and later)
DEFINE skip = '--'
DEFINE e_containers = 'skipped'
DEFINE n_containers = '0'
COLUMN e_containers NEW_VALUE e_containers NOPRINT
COLUMN n_containers NEW_VALUE n_containers NOPRINT
SELECT CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'V_$CONTAINERS' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'V_$CONTAINERS' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_containers
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('V_$CONTAINERS');
&skip.SET TERMOUT ON
&skip.PROMPT containers.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.containers.csv
&skip.PROMPT "con_id","name","dbid","open_mode"
&skip.SELECT r.line, r.e_containers, TO_CHAR(ROWNUM) AS n_containers FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_containers
&skip.    FROM (
&skip.      SELECT c.con_id AS c1,
&skip.             c.name AS c2,
&skip.             c.dbid AS c3,
&skip.             c.open_mode AS c4
&skip.        FROM v$containers c
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_containers.' = 'started';
&skip.SPOOL OFF

-- parameters: Initialisation parameters
DEFINE skip = '&own_skip.'
DEFINE e_parameters = '&own_state.'
DEFINE n_parameters = '0'
COLUMN e_parameters NEW_VALUE e_parameters NOPRINT
COLUMN n_parameters NEW_VALUE n_parameters NOPRINT
DEFINE p1 = 'CAST(NULL AS NUMBER)'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$SYSTEM_PARAMETER' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'NULLIF(p.con_id, 0)' ELSE 'CAST(NULL AS NUMBER)' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$SYSTEM_PARAMETER');
&skip.SET TERMOUT ON
&skip.PROMPT parameters.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.parameters.csv
&skip.PROMPT "inst_id","con_id","name","value","is_default"
&skip.SELECT r.line, r.e_parameters, TO_CHAR(ROWNUM) AS n_parameters FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(SUBSTRB(q.c4, 1, 1800), CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_parameters
&skip.    FROM (
&skip.      SELECT p.inst_id AS c1,
&skip.             &p1. AS c2,
&skip.             p.name AS c3,
&skip.             p.value AS c4,
&skip.             p.isdefault AS c5
&skip.        FROM gv$system_parameter p
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_parameters.' = 'started';
&skip.SPOOL OFF

-- segments: Segments and their sizes
DEFINE skip = '&own_skip.'
DEFINE e_segments = '&own_state.'
DEFINE n_segments = '0'
COLUMN e_segments NEW_VALUE e_segments NOPRINT
COLUMN n_segments NEW_VALUE n_segments NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._SEGMENTS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 's.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._SEGMENTS' AND x.column_name = 'SEGMENT_SUBTYPE' THEN 1 END) > 0 THEN 's.segment_subtype' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p2
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._SEGMENTS');
&skip.SET TERMOUT ON
&skip.PROMPT segments.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.segments.csv
&skip.PROMPT "con_id","owner","segment_name","partition_name","segment_type","segment_subtype","tablespace_name","bytes"
&skip.SELECT r.line, r.e_segments, TO_CHAR(ROWNUM) AS n_segments FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"' AS line, 'started' AS e_segments
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             s.owner AS c2,
&skip.             s.segment_name AS c3,
&skip.             s.partition_name AS c4,
&skip.             s.segment_type AS c5,
&skip.             &p2. AS c6,
&skip.             s.tablespace_name AS c7,
&skip.             s.bytes AS c8
&skip.        FROM &dba._segments s
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_segments.' = 'started';
&skip.SPOOL OFF

-- tables: Tables, what decides how they can be moved
DEFINE skip = '&own_skip.'
DEFINE e_tables = '&own_state.'
DEFINE n_tables = '0'
COLUMN e_tables NEW_VALUE e_tables NOPRINT
COLUMN n_tables NEW_VALUE n_tables NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p3 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TABLES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 't.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TABLES' AND x.column_name = 'COMPRESS_FOR' THEN 1 END) > 0 THEN 't.compress_for' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TABLES' AND x.column_name = 'FLASH_CACHE' THEN 1 END) > 0 THEN 't.flash_cache' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p3
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._TABLES');
&skip.SET TERMOUT ON
&skip.PROMPT tables.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.tables.csv
&skip.PROMPT "con_id","owner","table_name","cluster_name","iot_type","iot_name","partitioned","temporary","nested","secondary","compression","compress_for","logging","row_movement","dropped","degree","flash_cache","tablespace_name"
&skip.SELECT r.line, r.e_tables, TO_CHAR(ROWNUM) AS n_tables FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c10, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c11, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c12, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c13, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c14, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c15, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c16, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c17, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c18, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_tables
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             t.owner AS c2,
&skip.             t.table_name AS c3,
&skip.             t.cluster_name AS c4,
&skip.             t.iot_type AS c5,
&skip.             t.iot_name AS c6,
&skip.             t.partitioned AS c7,
&skip.             t.temporary AS c8,
&skip.             t.nested AS c9,
&skip.             t.secondary AS c10,
&skip.             t.compression AS c11,
&skip.             &p2. AS c12,
&skip.             t.logging AS c13,
&skip.             t.row_movement AS c14,
&skip.             t.dropped AS c15,
&skip.             TRIM(t.degree) AS c16,
&skip.             &p3. AS c17,
&skip.             t.tablespace_name AS c18
&skip.        FROM &dba._tables t
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_tables.' = 'started';
&skip.SPOOL OFF

-- indexes: Indexes, with their tables
DEFINE skip = '&own_skip.'
DEFINE e_indexes = '&own_state.'
DEFINE n_indexes = '0'
COLUMN e_indexes NEW_VALUE e_indexes NOPRINT
COLUMN n_indexes NEW_VALUE n_indexes NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._INDEXES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'x.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._INDEXES' AND x.column_name = 'FLASH_CACHE' THEN 1 END) > 0 THEN 'x.flash_cache' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p2
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._INDEXES');
&skip.SET TERMOUT ON
&skip.PROMPT indexes.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.indexes.csv
&skip.PROMPT "con_id","owner","index_name","table_owner","table_name","index_type","uniqueness","partitioned","join_index","ityp_owner","ityp_name","status","compression","logging","degree","flash_cache","tablespace_name"
&skip.SELECT r.line, r.e_indexes, TO_CHAR(ROWNUM) AS n_indexes FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c10, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c11, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c12, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c13, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c14, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c15, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c16, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c17, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_indexes
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             x.owner AS c2,
&skip.             x.index_name AS c3,
&skip.             x.table_owner AS c4,
&skip.             x.table_name AS c5,
&skip.             x.index_type AS c6,
&skip.             x.uniqueness AS c7,
&skip.             x.partitioned AS c8,
&skip.             x.join_index AS c9,
&skip.             x.ityp_owner AS c10,
&skip.             x.ityp_name AS c11,
&skip.             x.status AS c12,
&skip.             x.compression AS c13,
&skip.             x.logging AS c14,
&skip.             TRIM(x.degree) AS c15,
&skip.             &p2. AS c16,
&skip.             x.tablespace_name AS c17
&skip.        FROM &dba._indexes x
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_indexes.' = 'started';
&skip.SPOOL OFF

-- lobs: LOBs, with their tables and columns
DEFINE skip = '&own_skip.'
DEFINE e_lobs = '&own_state.'
DEFINE n_lobs = '0'
COLUMN e_lobs NEW_VALUE e_lobs NOPRINT
COLUMN n_lobs NEW_VALUE n_lobs NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p3 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p4 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p5 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p6 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p7 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOBS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'l.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOBS' AND x.column_name = 'PARTITIONED' THEN 1 END) > 0 THEN 'l.partitioned' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOBS' AND x.column_name = 'SECUREFILE' THEN 1 END) > 0 THEN 'l.securefile' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p3,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOBS' AND x.column_name = 'ENCRYPT' THEN 1 END) > 0 THEN 'l.encrypt' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p4,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOBS' AND x.column_name = 'COMPRESSION' THEN 1 END) > 0 THEN 'l.compression' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p5,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOBS' AND x.column_name = 'DEDUPLICATION' THEN 1 END) > 0 THEN 'l.deduplication' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p6,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOBS' AND x.column_name = 'TABLESPACE_NAME' THEN 1 END) > 0 THEN 'l.tablespace_name' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p7
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._LOBS');
&skip.SET TERMOUT ON
&skip.PROMPT lobs.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.lobs.csv
&skip.PROMPT "con_id","owner","table_name","column_name","segment_name","index_name","partitioned","securefile","encrypt","compression","deduplication","cache","logging","tablespace_name"
&skip.SELECT r.line, r.e_lobs, TO_CHAR(ROWNUM) AS n_lobs FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(SUBSTRB(q.c4, 1, 1000), CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c10, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c11, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c12, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c13, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c14, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_lobs
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             l.owner AS c2,
&skip.             l.table_name AS c3,
&skip.             l.column_name AS c4,
&skip.             l.segment_name AS c5,
&skip.             l.index_name AS c6,
&skip.             &p2. AS c7,
&skip.             &p3. AS c8,
&skip.             &p4. AS c9,
&skip.             &p5. AS c10,
&skip.             &p6. AS c11,
&skip.             l.cache AS c12,
&skip.             l.logging AS c13,
&skip.             &p7. AS c14
&skip.        FROM &dba._lobs l
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_lobs.' = 'started';
&skip.SPOOL OFF

-- lob_partitions: Partitions of LOBs
DEFINE skip = '&own_skip.'
DEFINE e_lob_partitions = '&own_state.'
DEFINE n_lob_partitions = '0'
COLUMN e_lob_partitions NEW_VALUE e_lob_partitions NOPRINT
COLUMN n_lob_partitions NEW_VALUE n_lob_partitions NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOB_PARTITIONS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'l.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._LOB_SUBPARTITIONS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'l.con_id' ELSE '&pdb.' END AS p2
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._LOB_PARTITIONS', '&dba_upper._LOB_SUBPARTITIONS');
&skip.SET TERMOUT ON
&skip.PROMPT lob_partitions.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.lob_partitions.csv
&skip.PROMPT "con_id","table_owner","table_name","column_name","lob_name","partition_name","lob_partition_name","subpartition","cache","logging","tablespace_name"
&skip.SELECT r.line, r.e_lob_partitions, TO_CHAR(ROWNUM) AS n_lob_partitions FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(SUBSTRB(q.c4, 1, 1000), CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c10, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c11, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_lob_partitions
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             l.table_owner AS c2,
&skip.             l.table_name AS c3,
&skip.             l.column_name AS c4,
&skip.             l.lob_name AS c5,
&skip.             l.partition_name AS c6,
&skip.             l.lob_partition_name AS c7,
&skip.             'NO' AS c8,
&skip.             l.cache AS c9,
&skip.             l.logging AS c10,
&skip.             l.tablespace_name AS c11
&skip.        FROM &dba._lob_partitions l
&skip.      UNION ALL
&skip.      SELECT &p2. AS c1,
&skip.             l.table_owner AS c2,
&skip.             l.table_name AS c3,
&skip.             l.column_name AS c4,
&skip.             l.lob_name AS c5,
&skip.             l.subpartition_name AS c6,
&skip.             l.lob_subpartition_name AS c7,
&skip.             'YES' AS c8,
&skip.             l.cache AS c9,
&skip.             l.logging AS c10,
&skip.             l.tablespace_name AS c11
&skip.        FROM &dba._lob_subpartitions l
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_lob_partitions.' = 'started';
&skip.SPOOL OFF

-- nested_tables: Nested tables
DEFINE skip = '&own_skip.'
DEFINE e_nested_tables = '&own_state.'
DEFINE n_nested_tables = '0'
COLUMN e_nested_tables NEW_VALUE e_nested_tables NOPRINT
COLUMN n_nested_tables NEW_VALUE n_nested_tables NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._NESTED_TABLES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'n.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._NESTED_TABLES');
&skip.SET TERMOUT ON
&skip.PROMPT nested_tables.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.nested_tables.csv
&skip.PROMPT "con_id","owner","table_name","parent_table_name","parent_table_column"
&skip.SELECT r.line, r.e_nested_tables, TO_CHAR(ROWNUM) AS n_nested_tables FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(SUBSTRB(q.c5, 1, 1000), CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_nested_tables
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             n.owner AS c2,
&skip.             n.table_name AS c3,
&skip.             n.parent_table_name AS c4,
&skip.             n.parent_table_column AS c5
&skip.        FROM &dba._nested_tables n
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_nested_tables.' = 'started';
&skip.SPOOL OFF

-- long_columns: LONG and LONG RAW columns
DEFINE skip = '&own_skip.'
DEFINE e_long_columns = '&own_state.'
DEFINE n_long_columns = '0'
COLUMN e_long_columns NEW_VALUE e_long_columns NOPRINT
COLUMN n_long_columns NEW_VALUE n_long_columns NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TAB_COLUMNS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'c.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._TAB_COLUMNS');
&skip.SET TERMOUT ON
&skip.PROMPT long_columns.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.long_columns.csv
&skip.PROMPT "con_id","owner","table_name","column_name","data_type"
&skip.SELECT r.line, r.e_long_columns, TO_CHAR(ROWNUM) AS n_long_columns FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_long_columns
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             c.owner AS c2,
&skip.             c.table_name AS c3,
&skip.             c.column_name AS c4,
&skip.             c.data_type AS c5
&skip.        FROM &dba._tab_columns c
&skip.       WHERE c.data_type IN ('LONG', 'LONG RAW')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_long_columns.' = 'started';
&skip.SPOOL OFF

-- encrypted_columns: Encrypted columns
DEFINE skip = '&own_skip.'
DEFINE e_encrypted_columns = '&own_state.'
DEFINE n_encrypted_columns = '0'
COLUMN e_encrypted_columns NEW_VALUE e_encrypted_columns NOPRINT
COLUMN n_encrypted_columns NEW_VALUE n_encrypted_columns NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._ENCRYPTED_COLUMNS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'c.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._ENCRYPTED_COLUMNS');
&skip.SET TERMOUT ON
&skip.PROMPT encrypted_columns.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.encrypted_columns.csv
&skip.PROMPT "con_id","owner","table_name","column_name"
&skip.SELECT r.line, r.e_encrypted_columns, TO_CHAR(ROWNUM) AS n_encrypted_columns FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_encrypted_columns
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             c.owner AS c2,
&skip.             c.table_name AS c3,
&skip.             c.column_name AS c4
&skip.        FROM &dba._encrypted_columns c
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_encrypted_columns.' = 'started';
&skip.SPOOL OFF

-- object_columns: Columns of an object type, XMLTYPE among them
DEFINE skip = '&own_skip.'
DEFINE e_object_columns = '&own_state.'
DEFINE n_object_columns = '0'
COLUMN e_object_columns NEW_VALUE e_object_columns NOPRINT
COLUMN n_object_columns NEW_VALUE n_object_columns NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TAB_COLUMNS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'c.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._TAB_COLUMNS');
&skip.SET TERMOUT ON
&skip.PROMPT object_columns.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.object_columns.csv
&skip.PROMPT "con_id","owner","table_name","column_name","data_type"
&skip.SELECT r.line, r.e_object_columns, TO_CHAR(ROWNUM) AS n_object_columns FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_object_columns
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             c.owner AS c2,
&skip.             c.table_name AS c3,
&skip.             c.column_name AS c4,
&skip.             c.data_type AS c5
&skip.        FROM &dba._tab_columns c
&skip.       WHERE c.data_type_owner IS NOT NULL
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_object_columns.' = 'started';
&skip.SPOOL OFF

-- archived_tables: Tables that a flashback data archive tracks (11.1 and later)
DEFINE skip = '--'
DEFINE e_archived_tables = 'skipped'
DEFINE n_archived_tables = '0'
COLUMN e_archived_tables NEW_VALUE e_archived_tables NOPRINT
COLUMN n_archived_tables NEW_VALUE n_archived_tables NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._FLASHBACK_ARCHIVE_TABLES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'a.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = '&dba_upper._FLASHBACK_ARCHIVE_TABLES' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = '&dba_upper._FLASHBACK_ARCHIVE_TABLES' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_archived_tables
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._FLASHBACK_ARCHIVE_TABLES');
&skip.SET TERMOUT ON
&skip.PROMPT archived_tables.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.archived_tables.csv
&skip.PROMPT "con_id","owner","table_name","archive_table"
&skip.SELECT r.line, r.e_archived_tables, TO_CHAR(ROWNUM) AS n_archived_tables FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_archived_tables
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             a.owner_name AS c2,
&skip.             a.table_name AS c3,
&skip.             a.archive_table_name AS c4
&skip.        FROM &dba._flashback_archive_tables a
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_archived_tables.' = 'started';
&skip.SPOOL OFF

-- materialized_views: Materialised views
DEFINE skip = '&own_skip.'
DEFINE e_materialized_views = '&own_state.'
DEFINE n_materialized_views = '0'
COLUMN e_materialized_views NEW_VALUE e_materialized_views NOPRINT
COLUMN n_materialized_views NEW_VALUE n_materialized_views NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._MVIEWS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'm.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._MVIEWS');
&skip.SET TERMOUT ON
&skip.PROMPT materialized_views.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.materialized_views.csv
&skip.PROMPT "con_id","owner","mview_name","container_name","rewrite_enabled","refresh_mode"
&skip.SELECT r.line, r.e_materialized_views, TO_CHAR(ROWNUM) AS n_materialized_views FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_materialized_views
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             m.owner AS c2,
&skip.             m.mview_name AS c3,
&skip.             m.container_name AS c4,
&skip.             m.rewrite_enabled AS c5,
&skip.             m.refresh_mode AS c6
&skip.        FROM &dba._mviews m
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_materialized_views.' = 'started';
&skip.SPOOL OFF

-- mview_logs: Logs of materialised views
DEFINE skip = '&own_skip.'
DEFINE e_mview_logs = '&own_state.'
DEFINE n_mview_logs = '0'
COLUMN e_mview_logs NEW_VALUE e_mview_logs NOPRINT
COLUMN n_mview_logs NEW_VALUE n_mview_logs NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._MVIEW_LOGS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'm.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._MVIEW_LOGS');
&skip.SET TERMOUT ON
&skip.PROMPT mview_logs.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.mview_logs.csv
&skip.PROMPT "con_id","log_owner","master","log_table"
&skip.SELECT r.line, r.e_mview_logs, TO_CHAR(ROWNUM) AS n_mview_logs FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_mview_logs
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             m.log_owner AS c2,
&skip.             m.master AS c3,
&skip.             m.log_table AS c4
&skip.        FROM &dba._mview_logs m
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_mview_logs.' = 'started';
&skip.SPOOL OFF

-- queue_tables: Queue tables
DEFINE skip = '&own_skip.'
DEFINE e_queue_tables = '&own_state.'
DEFINE n_queue_tables = '0'
COLUMN e_queue_tables NEW_VALUE e_queue_tables NOPRINT
COLUMN n_queue_tables NEW_VALUE n_queue_tables NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._QUEUE_TABLES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'q.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._QUEUE_TABLES');
&skip.SET TERMOUT ON
&skip.PROMPT queue_tables.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.queue_tables.csv
&skip.PROMPT "con_id","owner","queue_table"
&skip.SELECT r.line, r.e_queue_tables, TO_CHAR(ROWNUM) AS n_queue_tables FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_queue_tables
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             q.owner AS c2,
&skip.             q.queue_table AS c3
&skip.        FROM &dba._queue_tables q
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_queue_tables.' = 'started';
&skip.SPOOL OFF

-- segment_statistics: I/O counters of segments since the instance started
DEFINE skip = '&own_skip.'
DEFINE e_segment_statistics = '&own_state.'
DEFINE n_segment_statistics = '0'
COLUMN e_segment_statistics NEW_VALUE e_segment_statistics NOPRINT
COLUMN n_segment_statistics NEW_VALUE n_segment_statistics NOPRINT
DEFINE p1 = 'CAST(NULL AS NUMBER)'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$SEGMENT_STATISTICS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'NULLIF(s.con_id, 0)' ELSE 'CAST(NULL AS NUMBER)' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$SEGMENT_STATISTICS');
&skip.SET TERMOUT ON
&skip.PROMPT segment_statistics.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.segment_statistics.csv
&skip.PROMPT "inst_id","con_id","owner","object_name","subobject_name","object_type","tablespace_name","obj#","dataobj#","logical_reads","db_block_changes","physical_reads","physical_writes","physical_reads_direct","physical_writes_direct","physical_read_requests","physical_write_requests","optimized_physical_reads","segment_scans","buffer_busy_waits","row_lock_waits","itl_waits"
&skip.SELECT r.line, r.e_segment_statistics, TO_CHAR(ROWNUM) AS n_segment_statistics FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c11) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c12) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c13) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c14) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c15) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c16) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c17) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c18) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c19) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c20) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c21) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c22) || '"' AS line, 'started' AS e_segment_statistics
&skip.    FROM (
&skip.      SELECT s.inst_id AS c1,
&skip.             &p1. AS c2,
&skip.             s.owner AS c3,
&skip.             s.object_name AS c4,
&skip.             s.subobject_name AS c5,
&skip.             s.object_type AS c6,
&skip.             s.tablespace_name AS c7,
&skip.             s.obj# AS c8,
&skip.             s.dataobj# AS c9,
&skip.             SUM(CASE WHEN s.statistic_name = 'logical reads' THEN s.value END) AS c10,
&skip.             SUM(CASE WHEN s.statistic_name = 'db block changes' THEN s.value END) AS c11,
&skip.             SUM(CASE WHEN s.statistic_name = 'physical reads' THEN s.value END) AS c12,
&skip.             SUM(CASE WHEN s.statistic_name = 'physical writes' THEN s.value END) AS c13,
&skip.             SUM(CASE WHEN s.statistic_name = 'physical reads direct' THEN s.value END) AS c14,
&skip.             SUM(CASE WHEN s.statistic_name = 'physical writes direct' THEN s.value END) AS c15,
&skip.             SUM(CASE WHEN s.statistic_name = 'physical read requests' THEN s.value END) AS c16,
&skip.             SUM(CASE WHEN s.statistic_name = 'physical write requests' THEN s.value END) AS c17,
&skip.             SUM(CASE WHEN s.statistic_name = 'optimized physical reads' THEN s.value END) AS c18,
&skip.             SUM(CASE WHEN s.statistic_name = 'segment scans' THEN s.value END) AS c19,
&skip.             SUM(CASE WHEN s.statistic_name = 'buffer busy waits' THEN s.value END) AS c20,
&skip.             SUM(CASE WHEN s.statistic_name = 'row lock waits' THEN s.value END) AS c21,
&skip.             SUM(CASE WHEN s.statistic_name = 'ITL waits' THEN s.value END) AS c22
&skip.        FROM gv$segment_statistics s
&skip.       WHERE s.statistic_name IN ('logical reads', 'db block changes', 'physical reads', 'physical writes', 'physical reads direct', 'physical writes direct', 'physical read requests', 'physical write requests', 'optimized physical reads', 'segment scans', 'buffer busy waits', 'row lock waits', 'ITL waits')
&skip.       GROUP BY s.inst_id,
&skip.             &p1.,
&skip.             s.owner,
&skip.             s.object_name,
&skip.             s.subobject_name,
&skip.             s.object_type,
&skip.             s.tablespace_name,
&skip.             s.obj#,
&skip.             s.dataobj#
&skip.      HAVING SUM(s.value) > 0
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_segment_statistics.' = 'started';
&skip.SPOOL OFF

-- tablespaces: Tablespaces
DEFINE skip = '&own_skip.'
DEFINE e_tablespaces = '&own_state.'
DEFINE n_tablespaces = '0'
COLUMN e_tablespaces NEW_VALUE e_tablespaces NOPRINT
COLUMN n_tablespaces NEW_VALUE n_tablespaces NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = 'CAST(NULL AS VARCHAR2(1))'
DEFINE p3 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TABLESPACES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 't.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TABLESPACES' AND x.column_name = 'ENCRYPTED' THEN 1 END) > 0 THEN 't.encrypted' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TABLESPACES' AND x.column_name = 'COMPRESS_FOR' THEN 1 END) > 0 THEN 't.compress_for' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p3
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._TABLESPACES');
&skip.SET TERMOUT ON
&skip.PROMPT tablespaces.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.tablespaces.csv
&skip.PROMPT "con_id","tablespace_name","contents","bigfile","block_size","extent_management","allocation_type","next_extent","segment_space_management","logging","force_logging","encrypted","def_tab_compression","compress_for","status"
&skip.SELECT r.line, r.e_tablespaces, TO_CHAR(ROWNUM) AS n_tablespaces FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c10, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c11, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c12, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c13, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c14, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c15, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_tablespaces
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             t.tablespace_name AS c2,
&skip.             t.contents AS c3,
&skip.             t.bigfile AS c4,
&skip.             t.block_size AS c5,
&skip.             t.extent_management AS c6,
&skip.             t.allocation_type AS c7,
&skip.             t.next_extent AS c8,
&skip.             t.segment_space_management AS c9,
&skip.             t.logging AS c10,
&skip.             t.force_logging AS c11,
&skip.             &p2. AS c12,
&skip.             t.def_tab_compression AS c13,
&skip.             &p3. AS c14,
&skip.             t.status AS c15
&skip.        FROM &dba._tablespaces t
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_tablespaces.' = 'started';
&skip.SPOOL OFF

-- datafiles: Data files and their I/O
DEFINE skip = '&own_skip.'
DEFINE e_datafiles = '&own_state.'
DEFINE n_datafiles = '0'
COLUMN e_datafiles NEW_VALUE e_datafiles NOPRINT
COLUMN n_datafiles NEW_VALUE n_datafiles NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = ' '
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._DATA_FILES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'd.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._DATA_FILES' AND x.column_name = 'CON_ID' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = '&dba_upper._TABLESPACES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'AND t.con_id = d.con_id' ELSE ' ' END AS p2
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._DATA_FILES', '&dba_upper._TABLESPACES');
&skip.SET TERMOUT ON
&skip.PROMPT datafiles.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.datafiles.csv
&skip.PROMPT "con_id","file_id","file_name","tablespace_name","bytes","blocks","autoextensible","maxbytes","increment_by_bytes","status","read_requests","read_time_cs","write_requests","write_time_cs","single_block_reads","single_block_read_time_cs"
&skip.SELECT r.line, r.e_datafiles, TO_CHAR(ROWNUM) AS n_datafiles FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c10, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c11) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c12) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c13) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c14) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c15) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c16) || '"' AS line, 'started' AS e_datafiles
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             d.file_id AS c2,
&skip.             d.file_name AS c3,
&skip.             d.tablespace_name AS c4,
&skip.             d.bytes AS c5,
&skip.             d.blocks AS c6,
&skip.             d.autoextensible AS c7,
&skip.             d.maxbytes AS c8,
&skip.             d.increment_by * t.block_size AS c9,
&skip.             d.status AS c10,
&skip.             f.read_requests AS c11,
&skip.             f.read_time_cs AS c12,
&skip.             f.write_requests AS c13,
&skip.             f.write_time_cs AS c14,
&skip.             f.single_block_reads AS c15,
&skip.             f.single_block_read_time_cs AS c16
&skip.        FROM &dba._data_files d
&skip.        JOIN &dba._tablespaces t ON t.tablespace_name = d.tablespace_name &p2.
&skip.        LEFT JOIN (SELECT g.file# AS file_no, SUM(g.phyrds) AS read_requests, SUM(g.readtim) AS read_time_cs, SUM(g.phywrts) AS write_requests, SUM(g.writetim) AS write_time_cs, SUM(g.singleblkrds) AS single_block_reads, SUM(g.singleblkrdtim) AS single_block_read_time_cs
&skip.        FROM gv$filestat g
&skip.        GROUP BY g.file#) f ON f.file_no = d.file_id
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_datafiles.' = 'started';
&skip.SPOOL OFF

-- tempfiles: Temp files
DEFINE skip = '&own_skip.'
DEFINE e_tempfiles = '&own_state.'
DEFINE n_tempfiles = '0'
COLUMN e_tempfiles NEW_VALUE e_tempfiles NOPRINT
COLUMN n_tempfiles NEW_VALUE n_tempfiles NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = ' '
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TEMP_FILES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'd.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TABLESPACES' AND x.column_name = 'CON_ID' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = '&dba_upper._TEMP_FILES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'AND t.con_id = d.con_id' ELSE ' ' END AS p2
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._TABLESPACES', '&dba_upper._TEMP_FILES');
&skip.SET TERMOUT ON
&skip.PROMPT tempfiles.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.tempfiles.csv
&skip.PROMPT "con_id","file_id","file_name","tablespace_name","bytes","autoextensible","maxbytes","increment_by_bytes","status"
&skip.SELECT r.line, r.e_tempfiles, TO_CHAR(ROWNUM) AS n_tempfiles FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_tempfiles
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             d.file_id AS c2,
&skip.             d.file_name AS c3,
&skip.             d.tablespace_name AS c4,
&skip.             d.bytes AS c5,
&skip.             d.autoextensible AS c6,
&skip.             d.maxbytes AS c7,
&skip.             d.increment_by * t.block_size AS c8,
&skip.             d.status AS c9
&skip.        FROM &dba._temp_files d
&skip.        JOIN &dba._tablespaces t ON t.tablespace_name = d.tablespace_name &p2.
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_tempfiles.' = 'started';
&skip.SPOOL OFF

-- temp_usage: Temporary space in use
DEFINE skip = '&own_skip.'
DEFINE e_temp_usage = '&own_state.'
DEFINE n_temp_usage = '0'
COLUMN e_temp_usage NEW_VALUE e_temp_usage NOPRINT
COLUMN n_temp_usage NEW_VALUE n_temp_usage NOPRINT
DEFINE p1 = ' '
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$SORT_SEGMENT' AND x.column_name = 'CON_ID' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = '&dba_upper._TABLESPACES' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'AND t.con_id = s.con_id' ELSE ' ' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._TABLESPACES', 'GV_$SORT_SEGMENT');
&skip.SET TERMOUT ON
&skip.PROMPT temp_usage.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.temp_usage.csv
&skip.PROMPT "inst_id","tablespace_name","used_bytes","max_used_bytes"
&skip.SELECT r.line, r.e_temp_usage, TO_CHAR(ROWNUM) AS n_temp_usage FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"' AS line, 'started' AS e_temp_usage
&skip.    FROM (
&skip.      SELECT s.inst_id AS c1,
&skip.             s.tablespace_name AS c2,
&skip.             SUM(s.used_blocks * t.block_size) AS c3,
&skip.             SUM(s.max_used_blocks * t.block_size) AS c4
&skip.        FROM gv$sort_segment s
&skip.        JOIN &dba._tablespaces t ON t.tablespace_name = s.tablespace_name &p1.
&skip.       GROUP BY s.inst_id,
&skip.             s.tablespace_name
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_temp_usage.' = 'started';
&skip.SPOOL OFF

-- redo_groups: Redo log groups
DEFINE skip = '&own_skip.'
DEFINE e_redo_groups = '&own_state.'
DEFINE n_redo_groups = '0'
COLUMN e_redo_groups NEW_VALUE e_redo_groups NOPRINT
COLUMN n_redo_groups NEW_VALUE n_redo_groups NOPRINT
DEFINE p1 = 'CAST(NULL AS NUMBER)'
DEFINE p2 = 'CAST(NULL AS NUMBER)'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$LOG' AND x.column_name = 'BLOCKSIZE' THEN 1 END) > 0 THEN 'l.blocksize' ELSE 'CAST(NULL AS NUMBER)' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$STANDBY_LOG' AND x.column_name = 'BLOCKSIZE' THEN 1 END) > 0 THEN 'l.blocksize' ELSE 'CAST(NULL AS NUMBER)' END AS p2
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('V_$LOG', 'V_$STANDBY_LOG');
&skip.SET TERMOUT ON
&skip.PROMPT redo_groups.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.redo_groups.csv
&skip.PROMPT "thread#","group#","bytes","members","status","archived","blocksize","standby"
&skip.SELECT r.line, r.e_redo_groups, TO_CHAR(ROWNUM) AS n_redo_groups FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_redo_groups
&skip.    FROM (
&skip.      SELECT l.thread# AS c1,
&skip.             l.group# AS c2,
&skip.             l.bytes AS c3,
&skip.             l.members AS c4,
&skip.             l.status AS c5,
&skip.             l.archived AS c6,
&skip.             &p1. AS c7,
&skip.             'NO' AS c8
&skip.        FROM v$log l
&skip.      UNION ALL
&skip.      SELECT l.thread# AS c1,
&skip.             l.group# AS c2,
&skip.             l.bytes AS c3,
&skip.             (SELECT COUNT(*) FROM v$logfile m WHERE m.group# = l.group#) AS c4,
&skip.             l.status AS c5,
&skip.             l.archived AS c6,
&skip.             &p2. AS c7,
&skip.             'YES' AS c8
&skip.        FROM v$standby_log l
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_redo_groups.' = 'started';
&skip.SPOOL OFF

-- redo_members: Redo log files
DEFINE skip = '&own_skip.'
DEFINE e_redo_members = '&own_state.'
DEFINE n_redo_members = '0'
COLUMN e_redo_members NEW_VALUE e_redo_members NOPRINT
COLUMN n_redo_members NEW_VALUE n_redo_members NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT redo_members.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.redo_members.csv
&skip.PROMPT "group#","type","member"
&skip.SELECT r.line, r.e_redo_members, TO_CHAR(ROWNUM) AS n_redo_members FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_redo_members
&skip.    FROM (
&skip.      SELECT m.group# AS c1,
&skip.             m.type AS c2,
&skip.             m.member AS c3
&skip.        FROM v$logfile m
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_redo_members.' = 'started';
&skip.SPOOL OFF

-- redo_switches: Redo log switches per hour, last 31 days
DEFINE skip = '&own_skip.'
DEFINE e_redo_switches = '&own_state.'
DEFINE n_redo_switches = '0'
COLUMN e_redo_switches NEW_VALUE e_redo_switches NOPRINT
COLUMN n_redo_switches NEW_VALUE n_redo_switches NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT redo_switches.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.redo_switches.csv
&skip.PROMPT "thread#","hour","switches"
&skip.SELECT r.line, r.e_redo_switches, TO_CHAR(ROWNUM) AS n_redo_switches FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"' AS line, 'started' AS e_redo_switches
&skip.    FROM (
&skip.      SELECT h.thread# AS c1,
&skip.             TRUNC(h.first_time, 'HH24') AS c2,
&skip.             COUNT(*) AS c3
&skip.        FROM v$log_history h
&skip.       WHERE h.first_time >= SYSDATE - 31
&skip.       GROUP BY h.thread#,
&skip.             TRUNC(h.first_time, 'HH24')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_redo_switches.' = 'started';
&skip.SPOOL OFF

-- disk_groups: ASM disk groups
DEFINE skip = '&own_skip.'
DEFINE e_disk_groups = '&own_state.'
DEFINE n_disk_groups = '0'
COLUMN e_disk_groups NEW_VALUE e_disk_groups NOPRINT
COLUMN n_disk_groups NEW_VALUE n_disk_groups NOPRINT
DEFINE p1 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'V_$ASM_DISKGROUP_STAT' AND x.column_name = 'DATABASE_COMPATIBILITY' THEN 1 END) > 0 THEN 'g.database_compatibility' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('V_$ASM_DISKGROUP_STAT');
&skip.SET TERMOUT ON
&skip.PROMPT disk_groups.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.disk_groups.csv
&skip.PROMPT "name","state","type","total_mb","free_mb","usable_file_mb","required_mirror_free_mb","allocation_unit_bytes","compatible_rdbms"
&skip.SELECT r.line, r.e_disk_groups, TO_CHAR(ROWNUM) AS n_disk_groups FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c1, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c9, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_disk_groups
&skip.    FROM (
&skip.      SELECT g.name AS c1,
&skip.             g.state AS c2,
&skip.             g.type AS c3,
&skip.             g.total_mb AS c4,
&skip.             g.free_mb AS c5,
&skip.             g.usable_file_mb AS c6,
&skip.             g.required_mirror_free_mb AS c7,
&skip.             g.allocation_unit_size AS c8,
&skip.             &p1. AS c9
&skip.        FROM v$asm_diskgroup_stat g
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_disk_groups.' = 'started';
&skip.SPOOL OFF

-- quotas: Quotas of users
DEFINE skip = '&own_skip.'
DEFINE e_quotas = '&own_state.'
DEFINE n_quotas = '0'
COLUMN e_quotas NEW_VALUE e_quotas NOPRINT
COLUMN n_quotas NEW_VALUE n_quotas NOPRINT
DEFINE p1 = '&pdb.'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._TS_QUOTAS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'q.con_id' ELSE '&pdb.' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._TS_QUOTAS');
&skip.SET TERMOUT ON
&skip.PROMPT quotas.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.quotas.csv
&skip.PROMPT "con_id","username","tablespace_name","bytes","max_bytes"
&skip.SELECT r.line, r.e_quotas, TO_CHAR(ROWNUM) AS n_quotas FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"' AS line, 'started' AS e_quotas
&skip.    FROM (
&skip.      SELECT &p1. AS c1,
&skip.             q.username AS c2,
&skip.             q.tablespace_name AS c3,
&skip.             q.bytes AS c4,
&skip.             q.max_bytes AS c5
&skip.        FROM &dba._ts_quotas q
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_quotas.' = 'started';
&skip.SPOOL OFF

-- system_events: Wait events since the instance started
DEFINE skip = '&own_skip.'
DEFINE e_system_events = '&own_state.'
DEFINE n_system_events = '0'
COLUMN e_system_events NEW_VALUE e_system_events NOPRINT
COLUMN n_system_events NEW_VALUE n_system_events NOPRINT
DEFINE p1 = 'CAST(NULL AS NUMBER)'
DEFINE p2 = 'CAST(NULL AS NUMBER)'
DEFINE p3 = 'CAST(NULL AS NUMBER)'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$SYSTEM_EVENT' AND x.column_name = 'TOTAL_WAITS_FG' THEN 1 END) > 0 THEN 'e.total_waits_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$SYSTEM_EVENT' AND x.column_name = 'TOTAL_TIMEOUTS_FG' THEN 1 END) > 0 THEN 'e.total_timeouts_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$SYSTEM_EVENT' AND x.column_name = 'TIME_WAITED_MICRO_FG' THEN 1 END) > 0 THEN 'e.time_waited_micro_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p3
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$SYSTEM_EVENT');
&skip.SET TERMOUT ON
&skip.PROMPT system_events.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.system_events.csv
&skip.PROMPT "inst_id","event","wait_class","total_waits","total_timeouts","time_waited_us","total_waits_fg","total_timeouts_fg","time_waited_us_fg"
&skip.SELECT r.line, r.e_system_events, TO_CHAR(ROWNUM) AS n_system_events FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"' AS line, 'started' AS e_system_events
&skip.    FROM (
&skip.      SELECT e.inst_id AS c1,
&skip.             e.event AS c2,
&skip.             e.wait_class AS c3,
&skip.             e.total_waits AS c4,
&skip.             e.total_timeouts AS c5,
&skip.             e.time_waited_micro AS c6,
&skip.             &p1. AS c7,
&skip.             &p2. AS c8,
&skip.             &p3. AS c9
&skip.        FROM gv$system_event e
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_system_events.' = 'started';
&skip.SPOOL OFF

-- event_histograms: How long waits took
DEFINE skip = '&own_skip.'
DEFINE e_event_histograms = '&own_state.'
DEFINE n_event_histograms = '0'
COLUMN e_event_histograms NEW_VALUE e_event_histograms NOPRINT
COLUMN n_event_histograms NEW_VALUE n_event_histograms NOPRINT
DEFINE p1 = 'h.wait_time_milli * 1000'
DEFINE p2 = 'gv$event_histogram'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$EVENT_HISTOGRAM_MICRO' AND x.column_name = 'WAIT_TIME_MICRO' THEN 1 END) > 0 THEN 'h.wait_time_micro' ELSE 'h.wait_time_milli * 1000' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$EVENT_HISTOGRAM_MICRO' THEN 1 END) > 0 THEN 'gv$event_histogram_micro' ELSE 'gv$event_histogram' END AS p2
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$EVENT_HISTOGRAM_MICRO');
&skip.SET TERMOUT ON
&skip.PROMPT event_histograms.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.event_histograms.csv
&skip.PROMPT "inst_id","event","bucket_us_max","wait_count"
&skip.SELECT r.line, r.e_event_histograms, TO_CHAR(ROWNUM) AS n_event_histograms FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"' AS line, 'started' AS e_event_histograms
&skip.    FROM (
&skip.      SELECT h.inst_id AS c1,
&skip.             h.event AS c2,
&skip.             &p1. AS c3,
&skip.             h.wait_count AS c4
&skip.        FROM &p2. h
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_event_histograms.' = 'started';
&skip.SPOOL OFF

-- system_statistics: Instance statistics
DEFINE skip = '&own_skip.'
DEFINE e_system_statistics = '&own_state.'
DEFINE n_system_statistics = '0'
COLUMN e_system_statistics NEW_VALUE e_system_statistics NOPRINT
COLUMN n_system_statistics NEW_VALUE n_system_statistics NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT system_statistics.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.system_statistics.csv
&skip.PROMPT "inst_id","name","value"
&skip.SELECT r.line, r.e_system_statistics, TO_CHAR(ROWNUM) AS n_system_statistics FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"' AS line, 'started' AS e_system_statistics
&skip.    FROM (
&skip.      SELECT s.inst_id AS c1,
&skip.             s.name AS c2,
&skip.             s.value AS c3
&skip.        FROM gv$sysstat s
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_system_statistics.' = 'started';
&skip.SPOOL OFF

-- time_model: Time model
DEFINE skip = '&own_skip.'
DEFINE e_time_model = '&own_state.'
DEFINE n_time_model = '0'
COLUMN e_time_model NEW_VALUE e_time_model NOPRINT
COLUMN n_time_model NEW_VALUE n_time_model NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT time_model.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.time_model.csv
&skip.PROMPT "inst_id","name","value_us"
&skip.SELECT r.line, r.e_time_model, TO_CHAR(ROWNUM) AS n_time_model FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"' AS line, 'started' AS e_time_model
&skip.    FROM (
&skip.      SELECT m.inst_id AS c1,
&skip.             m.stat_name AS c2,
&skip.             m.value AS c3
&skip.        FROM gv$sys_time_model m
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_time_model.' = 'started';
&skip.SPOOL OFF

-- os_statistics: Statistics of the operating system
DEFINE skip = '&own_skip.'
DEFINE e_os_statistics = '&own_state.'
DEFINE n_os_statistics = '0'
COLUMN e_os_statistics NEW_VALUE e_os_statistics NOPRINT
COLUMN n_os_statistics NEW_VALUE n_os_statistics NOPRINT
DEFINE p1 = 'CAST(NULL AS VARCHAR2(1))'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$OSSTAT' AND x.column_name = 'CUMULATIVE' THEN 1 END) > 0 THEN 'o.cumulative' ELSE 'CAST(NULL AS VARCHAR2(1))' END AS p1
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$OSSTAT');
&skip.SET TERMOUT ON
&skip.PROMPT os_statistics.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.os_statistics.csv
&skip.PROMPT "inst_id","name","value","cumulative"
&skip.SELECT r.line, r.e_os_statistics, TO_CHAR(ROWNUM) AS n_os_statistics FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_os_statistics
&skip.    FROM (
&skip.      SELECT o.inst_id AS c1,
&skip.             o.stat_name AS c2,
&skip.             o.value AS c3,
&skip.             &p1. AS c4
&skip.        FROM gv$osstat o
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_os_statistics.' = 'started';
&skip.SPOOL OFF

-- io_functions: I/O by database function (11.1 and later)
DEFINE skip = '--'
DEFINE e_io_functions = 'skipped'
DEFINE n_io_functions = '0'
COLUMN e_io_functions NEW_VALUE e_io_functions NOPRINT
COLUMN n_io_functions NEW_VALUE n_io_functions NOPRINT
SELECT CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'GV_$IOSTAT_FUNCTION' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'GV_$IOSTAT_FUNCTION' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_io_functions
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$IOSTAT_FUNCTION');
&skip.SET TERMOUT ON
&skip.PROMPT io_functions.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.io_functions.csv
&skip.PROMPT "inst_id","function","small_read_bytes","large_read_bytes","small_read_requests","large_read_requests","small_write_bytes","large_write_bytes","small_write_requests","large_write_requests","waits","wait_time_ms"
&skip.SELECT r.line, r.e_io_functions, TO_CHAR(ROWNUM) AS n_io_functions FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c11) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c12) || '"' AS line, 'started' AS e_io_functions
&skip.    FROM (
&skip.      SELECT f.inst_id AS c1,
&skip.             f.function_name AS c2,
&skip.             f.small_read_megabytes * 1048576 AS c3,
&skip.             f.large_read_megabytes * 1048576 AS c4,
&skip.             f.small_read_reqs AS c5,
&skip.             f.large_read_reqs AS c6,
&skip.             f.small_write_megabytes * 1048576 AS c7,
&skip.             f.large_write_megabytes * 1048576 AS c8,
&skip.             f.small_write_reqs AS c9,
&skip.             f.large_write_reqs AS c10,
&skip.             f.number_of_waits AS c11,
&skip.             f.wait_time AS c12
&skip.        FROM gv$iostat_function f
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_io_functions.' = 'started';
&skip.SPOOL OFF

-- io_filetypes: I/O by type of file (11.1 and later)
DEFINE skip = '--'
DEFINE e_io_filetypes = 'skipped'
DEFINE n_io_filetypes = '0'
COLUMN e_io_filetypes NEW_VALUE e_io_filetypes NOPRINT
COLUMN n_io_filetypes NEW_VALUE n_io_filetypes NOPRINT
SELECT CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'GV_$IOSTAT_FILE' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'GV_$IOSTAT_FILE' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_io_filetypes
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$IOSTAT_FILE');
&skip.SET TERMOUT ON
&skip.PROMPT io_filetypes.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.io_filetypes.csv
&skip.PROMPT "inst_id","filetype","small_read_bytes","large_read_bytes","small_read_requests","large_read_requests","small_write_bytes","large_write_bytes","small_write_requests","large_write_requests","small_read_time_ms","large_read_time_ms","small_write_time_ms","large_write_time_ms"
&skip.SELECT r.line, r.e_io_filetypes, TO_CHAR(ROWNUM) AS n_io_filetypes FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c11) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c12) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c13) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c14) || '"' AS line, 'started' AS e_io_filetypes
&skip.    FROM (
&skip.      SELECT f.inst_id AS c1,
&skip.             f.filetype_name AS c2,
&skip.             SUM(f.small_read_megabytes) * 1048576 AS c3,
&skip.             SUM(f.large_read_megabytes) * 1048576 AS c4,
&skip.             SUM(f.small_read_reqs) AS c5,
&skip.             SUM(f.large_read_reqs) AS c6,
&skip.             SUM(f.small_write_megabytes) * 1048576 AS c7,
&skip.             SUM(f.large_write_megabytes) * 1048576 AS c8,
&skip.             SUM(f.small_write_reqs) AS c9,
&skip.             SUM(f.large_write_reqs) AS c10,
&skip.             SUM(f.small_read_servicetime) AS c11,
&skip.             SUM(f.large_read_servicetime) AS c12,
&skip.             SUM(f.small_write_servicetime) AS c13,
&skip.             SUM(f.large_write_servicetime) AS c14
&skip.        FROM gv$iostat_file f
&skip.       GROUP BY f.inst_id,
&skip.             f.filetype_name
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_io_filetypes.' = 'started';
&skip.SPOOL OFF

-- buffer_pools: Buffer pools
DEFINE skip = '&own_skip.'
DEFINE e_buffer_pools = '&own_state.'
DEFINE n_buffer_pools = '0'
COLUMN e_buffer_pools NEW_VALUE e_buffer_pools NOPRINT
COLUMN n_buffer_pools NEW_VALUE n_buffer_pools NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT buffer_pools.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.buffer_pools.csv
&skip.PROMPT "inst_id","name","block_size","buffers","db_block_gets","consistent_gets","physical_reads","physical_writes","free_buffer_wait","write_complete_wait","buffer_busy_wait"
&skip.SELECT r.line, r.e_buffer_pools, TO_CHAR(ROWNUM) AS n_buffer_pools FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c11) || '"' AS line, 'started' AS e_buffer_pools
&skip.    FROM (
&skip.      SELECT s.inst_id AS c1,
&skip.             s.name AS c2,
&skip.             s.block_size AS c3,
&skip.             (SELECT SUM(p.buffers) FROM gv$buffer_pool p WHERE p.inst_id = s.inst_id AND p.name = s.name AND p.block_size = s.block_size) AS c4,
&skip.             s.db_block_gets AS c5,
&skip.             s.consistent_gets AS c6,
&skip.             s.physical_reads AS c7,
&skip.             s.physical_writes AS c8,
&skip.             s.free_buffer_wait AS c9,
&skip.             s.write_complete_wait AS c10,
&skip.             s.buffer_busy_wait AS c11
&skip.        FROM gv$buffer_pool_statistics s
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_buffer_pools.' = 'started';
&skip.SPOOL OFF

-- buffer_cache_advice: Buffer cache advisory
DEFINE skip = '&own_skip.'
DEFINE e_buffer_cache_advice = '&own_state.'
DEFINE n_buffer_cache_advice = '0'
COLUMN e_buffer_cache_advice NEW_VALUE e_buffer_cache_advice NOPRINT
COLUMN n_buffer_cache_advice NEW_VALUE n_buffer_cache_advice NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT buffer_cache_advice.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.buffer_cache_advice.csv
&skip.PROMPT "inst_id","name","block_size","advice_status","size_for_estimate_mb","size_factor","buffers_for_estimate","estd_physical_read_factor","estd_physical_reads"
&skip.SELECT r.line, r.e_buffer_cache_advice, TO_CHAR(ROWNUM) AS n_buffer_cache_advice FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"' AS line, 'started' AS e_buffer_cache_advice
&skip.    FROM (
&skip.      SELECT a.inst_id AS c1,
&skip.             a.name AS c2,
&skip.             a.block_size AS c3,
&skip.             a.advice_status AS c4,
&skip.             a.size_for_estimate AS c5,
&skip.             a.size_factor AS c6,
&skip.             a.buffers_for_estimate AS c7,
&skip.             a.estd_physical_read_factor AS c8,
&skip.             a.estd_physical_reads AS c9
&skip.        FROM gv$db_cache_advice a
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_buffer_cache_advice.' = 'started';
&skip.SPOOL OFF

-- pga_advice: PGA advisory
DEFINE skip = '&own_skip.'
DEFINE e_pga_advice = '&own_state.'
DEFINE n_pga_advice = '0'
COLUMN e_pga_advice NEW_VALUE e_pga_advice NOPRINT
COLUMN n_pga_advice NEW_VALUE n_pga_advice NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT pga_advice.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.pga_advice.csv
&skip.PROMPT "inst_id","pga_target_bytes","pga_target_factor","bytes_processed","estd_extra_bytes_rw","estd_pga_cache_hit_pct","estd_overalloc_count"
&skip.SELECT r.line, r.e_pga_advice, TO_CHAR(ROWNUM) AS n_pga_advice FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"' AS line, 'started' AS e_pga_advice
&skip.    FROM (
&skip.      SELECT a.inst_id AS c1,
&skip.             a.pga_target_for_estimate AS c2,
&skip.             a.pga_target_factor AS c3,
&skip.             a.bytes_processed AS c4,
&skip.             a.estd_extra_bytes_rw AS c5,
&skip.             a.estd_pga_cache_hit_percentage AS c6,
&skip.             a.estd_overalloc_count AS c7
&skip.        FROM gv$pga_target_advice a
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_pga_advice.' = 'started';
&skip.SPOOL OFF

-- sga_advice: SGA advisory
DEFINE skip = '&own_skip.'
DEFINE e_sga_advice = '&own_state.'
DEFINE n_sga_advice = '0'
COLUMN e_sga_advice NEW_VALUE e_sga_advice NOPRINT
COLUMN n_sga_advice NEW_VALUE n_sga_advice NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT sga_advice.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.sga_advice.csv
&skip.PROMPT "inst_id","sga_size_mb","sga_size_factor","estd_db_time","estd_db_time_factor","estd_physical_reads"
&skip.SELECT r.line, r.e_sga_advice, TO_CHAR(ROWNUM) AS n_sga_advice FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"' AS line, 'started' AS e_sga_advice
&skip.    FROM (
&skip.      SELECT a.inst_id AS c1,
&skip.             a.sga_size AS c2,
&skip.             a.sga_size_factor AS c3,
&skip.             a.estd_db_time AS c4,
&skip.             a.estd_db_time_factor AS c5,
&skip.             a.estd_physical_reads AS c6
&skip.        FROM gv$sga_target_advice a
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_sga_advice.' = 'started';
&skip.SPOOL OFF

-- sga_components: Parts of the SGA
DEFINE skip = '&own_skip.'
DEFINE e_sga_components = '&own_state.'
DEFINE n_sga_components = '0'
COLUMN e_sga_components NEW_VALUE e_sga_components NOPRINT
COLUMN n_sga_components NEW_VALUE n_sga_components NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT sga_components.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.sga_components.csv
&skip.PROMPT "inst_id","component","current_bytes"
&skip.SELECT r.line, r.e_sga_components, TO_CHAR(ROWNUM) AS n_sga_components FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"' AS line, 'started' AS e_sga_components
&skip.    FROM (
&skip.      SELECT c.inst_id AS c1,
&skip.             c.component AS c2,
&skip.             c.current_size AS c3
&skip.        FROM gv$sga_dynamic_components c
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_sga_components.' = 'started';
&skip.SPOOL OFF

-- flash_cache: Files of the Smart Flash Cache (12.1 and later)
DEFINE skip = '--'
DEFINE e_flash_cache = 'skipped'
DEFINE n_flash_cache = '0'
COLUMN e_flash_cache NEW_VALUE e_flash_cache NOPRINT
COLUMN n_flash_cache NEW_VALUE n_flash_cache NOPRINT
SELECT CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'GV_$FLASHFILESTAT' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&own_state.' = 'started'
        AND COUNT(CASE WHEN x.table_name = 'GV_$FLASHFILESTAT' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_flash_cache
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('GV_$FLASHFILESTAT');
&skip.SET TERMOUT ON
&skip.PROMPT flash_cache.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.flash_cache.csv
&skip.PROMPT "inst_id","file#","name","bytes","enabled","single_block_reads","single_block_read_time_us"
&skip.SELECT r.line, r.e_flash_cache, TO_CHAR(ROWNUM) AS n_flash_cache FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"' AS line, 'started' AS e_flash_cache
&skip.    FROM (
&skip.      SELECT f.inst_id AS c1,
&skip.             f.flashfile# AS c2,
&skip.             f.name AS c3,
&skip.             f.bytes AS c4,
&skip.             f.enabled AS c5,
&skip.             f.singleblkrds AS c6,
&skip.             f.singleblkrdtim_micro AS c7
&skip.        FROM gv$flashfilestat f
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_flash_cache.' = 'started';
&skip.SPOOL OFF

-- buffer_contents: What the buffer cache holds, per object
DEFINE skip = '--'
DEFINE e_buffer_contents = 'skipped'
DEFINE n_buffer_contents = '0'
COLUMN e_buffer_contents NEW_VALUE e_buffer_contents NOPRINT
COLUMN n_buffer_contents NEW_VALUE n_buffer_contents NOPRINT
DEFINE p1 = '&pdb.'
DEFINE p2 = ' '
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = '&dba_upper._OBJECTS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'o.con_id' ELSE '&pdb.' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'GV_$BH' AND x.column_name = 'CON_ID' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = '&dba_upper._OBJECTS' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'AND o.con_id = b.con_id' ELSE ' ' END AS p2,
       CASE WHEN '&buffers.' = 'yes'
        AND '&own_state.' = 'started' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&buffers.' = 'yes'
        AND '&own_state.' = 'started' THEN 'started' ELSE 'skipped' END AS e_buffer_contents
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('&dba_upper._OBJECTS', 'GV_$BH');
&skip.SET TERMOUT ON
&skip.PROMPT buffer_contents.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.buffer_contents.csv
&skip.PROMPT "inst_id","con_id","owner","object_name","subobject_name","object_type","buffers","dirty_buffers","flash_buffers"
&skip.SELECT r.line, r.e_buffer_contents, TO_CHAR(ROWNUM) AS n_buffer_contents FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"' AS line, 'started' AS e_buffer_contents
&skip.    FROM (
&skip.      SELECT b.inst_id AS c1,
&skip.             &p1. AS c2,
&skip.             o.owner AS c3,
&skip.             o.object_name AS c4,
&skip.             o.subobject_name AS c5,
&skip.             o.object_type AS c6,
&skip.             COUNT(*) AS c7,
&skip.             SUM(CASE WHEN b.dirty = 'Y' THEN 1 ELSE 0 END) AS c8,
&skip.             SUM(CASE WHEN b.status IN ('flashcur', 'flashfree') THEN 1 ELSE 0 END) AS c9
&skip.        FROM gv$bh b
&skip.        JOIN &dba._objects o ON o.data_object_id = b.objd &p2.
&skip.       WHERE b.status <> 'free'
&skip.       GROUP BY b.inst_id,
&skip.             &p1.,
&skip.             o.owner,
&skip.             o.object_name,
&skip.             o.subobject_name,
&skip.             o.object_type
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_buffer_contents.' = 'started';
&skip.SPOOL OFF

-- sessions: Sessions, counted
DEFINE skip = '&own_skip.'
DEFINE e_sessions = '&own_state.'
DEFINE n_sessions = '0'
COLUMN e_sessions NEW_VALUE e_sessions NOPRINT
COLUMN n_sessions NEW_VALUE n_sessions NOPRINT
&skip.SET TERMOUT ON
&skip.PROMPT sessions.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.sessions.csv
&skip.PROMPT "inst_id","status","type","sessions"
&skip.SELECT r.line, r.e_sessions, TO_CHAR(ROWNUM) AS n_sessions FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c2, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"' AS line, 'started' AS e_sessions
&skip.    FROM (
&skip.      SELECT s.inst_id AS c1,
&skip.             s.status AS c2,
&skip.             s.type AS c3,
&skip.             COUNT(*) AS c4
&skip.        FROM gv$session s
&skip.       GROUP BY s.inst_id,
&skip.             s.status,
&skip.             s.type
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_sessions.' = 'started';
&skip.SPOOL OFF

-- hist_snapshots: AWR snapshots of the window
DEFINE skip = '--'
DEFINE e_hist_snapshots = 'skipped'
DEFINE n_hist_snapshots = '0'
COLUMN e_hist_snapshots NEW_VALUE e_hist_snapshots NOPRINT
COLUMN n_hist_snapshots NEW_VALUE n_hist_snapshots NOPRINT
SELECT CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'yes' THEN 'started' ELSE 'skipped' END AS e_hist_snapshots
  FROM dual;
&skip.SET TERMOUT ON
&skip.PROMPT hist_snapshots.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.hist_snapshots.csv
&skip.PROMPT "snap_id","inst_id","begin_time","end_time","startup_time","dbid"
&skip.SELECT r.line, r.e_hist_snapshots, TO_CHAR(ROWNUM) AS n_hist_snapshots FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"' AS line, 'started' AS e_hist_snapshots
&skip.    FROM (
&skip.      SELECT n.snap_id AS c1,
&skip.             n.instance_number AS c2,
&skip.             n.begin_interval_time AS c3,
&skip.             n.end_interval_time AS c4,
&skip.             n.startup_time AS c5,
&skip.             n.dbid AS c6
&skip.        FROM dba_hist_snapshot n
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_hist_snapshots.' = 'started';
&skip.SPOOL OFF

-- hist_instances: Instances that took the AWR snapshots of the window
DEFINE skip = '--'
DEFINE e_hist_instances = 'skipped'
DEFINE n_hist_instances = '0'
COLUMN e_hist_instances NEW_VALUE e_hist_instances NOPRINT
COLUMN n_hist_instances NEW_VALUE n_hist_instances NOPRINT
SELECT CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'yes' THEN 'started' ELSE 'skipped' END AS e_hist_instances
  FROM dual;
&skip.SET TERMOUT ON
&skip.PROMPT hist_instances.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.hist_instances.csv
&skip.PROMPT "dbid","inst_id","startup_time","db_name","name","host","version","parallel","snapshots"
&skip.SELECT r.line, r.e_hist_instances, TO_CHAR(ROWNUM) AS n_hist_instances FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"' AS line, 'started' AS e_hist_instances
&skip.    FROM (
&skip.      SELECT i.dbid AS c1,
&skip.             i.instance_number AS c2,
&skip.             i.startup_time AS c3,
&skip.             i.db_name AS c4,
&skip.             i.instance_name AS c5,
&skip.             i.host_name AS c6,
&skip.             i.version AS c7,
&skip.             i.parallel AS c8,
&skip.             COUNT(*) AS c9
&skip.        FROM dba_hist_snapshot n
&skip.        JOIN dba_hist_database_instance i ON i.dbid = n.dbid AND i.instance_number = n.instance_number AND i.startup_time = n.startup_time
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.       GROUP BY i.dbid,
&skip.             i.instance_number,
&skip.             i.startup_time,
&skip.             i.db_name,
&skip.             i.instance_name,
&skip.             i.host_name,
&skip.             i.version,
&skip.             i.parallel
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_hist_instances.' = 'started';
&skip.SPOOL OFF

-- hist_segments: I/O counters of segments per AWR snapshot
DEFINE skip = '--'
DEFINE e_hist_segments = 'skipped'
DEFINE n_hist_segments = '0'
COLUMN e_hist_segments NEW_VALUE e_hist_segments NOPRINT
COLUMN n_hist_segments NEW_VALUE n_hist_segments NOPRINT
DEFINE p1 = 'CAST(NULL AS NUMBER)'
DEFINE p2 = 'CAST(NULL AS NUMBER)'
DEFINE p3 = 'CAST(NULL AS NUMBER)'
DEFINE p4 = 'CAST(NULL AS NUMBER)'
DEFINE p5 = 'CAST(NULL AS NUMBER)'
DEFINE p6 = ' '
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SEG_STAT' AND x.column_name = 'CON_ID' THEN 1 END) > 0 THEN 'NULLIF(s.con_id, 0)' ELSE 'CAST(NULL AS NUMBER)' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SEG_STAT' AND x.column_name = 'PHYSICAL_READ_REQUESTS_DELTA' THEN 1 END) > 0 THEN 's.physical_read_requests_delta' ELSE 'CAST(NULL AS NUMBER)' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SEG_STAT' AND x.column_name = 'PHYSICAL_WRITE_REQUESTS_DELTA' THEN 1 END) > 0 THEN 's.physical_write_requests_delta' ELSE 'CAST(NULL AS NUMBER)' END AS p3,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SEG_STAT' AND x.column_name = 'OPTIMIZED_PHYSICAL_READS_DELTA' THEN 1 END) > 0 THEN 's.optimized_physical_reads_delta' ELSE 'CAST(NULL AS NUMBER)' END AS p4,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SEG_STAT' AND x.column_name = 'TABLE_SCANS_DELTA' THEN 1 END) > 0 THEN 's.table_scans_delta' ELSE 'CAST(NULL AS NUMBER)' END AS p5,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SEG_STAT' AND x.column_name = 'CON_DBID' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'DBA_HIST_SEG_STAT_OBJ' AND x.column_name = 'CON_DBID' THEN 1 END) > 0 THEN 'AND o.con_dbid = s.con_dbid' ELSE ' ' END AS p6,
       CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'yes' THEN 'started' ELSE 'skipped' END AS e_hist_segments
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('DBA_HIST_SEG_STAT', 'DBA_HIST_SEG_STAT_OBJ');
&skip.SET TERMOUT ON
&skip.PROMPT hist_segments.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.hist_segments.csv
&skip.PROMPT "snap_id","inst_id","con_id","owner","object_name","subobject_name","object_type","tablespace_name","obj#","dataobj#","logical_reads","db_block_changes","physical_reads","physical_writes","physical_reads_direct","physical_writes_direct","physical_read_requests","physical_write_requests","optimized_physical_reads","segment_scans","buffer_busy_waits","row_lock_waits","itl_waits"
&skip.SELECT r.line, r.e_hist_segments, TO_CHAR(ROWNUM) AS n_hist_segments FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c11) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c12) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c13) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c14) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c15) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c16) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c17) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c18) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c19) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c20) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c21) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c22) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c23) || '"' AS line, 'started' AS e_hist_segments
&skip.    FROM (
&skip.      SELECT s.snap_id AS c1,
&skip.             s.instance_number AS c2,
&skip.             &p1. AS c3,
&skip.             o.owner AS c4,
&skip.             o.object_name AS c5,
&skip.             o.subobject_name AS c6,
&skip.             o.object_type AS c7,
&skip.             o.tablespace_name AS c8,
&skip.             s.obj# AS c9,
&skip.             s.dataobj# AS c10,
&skip.             s.logical_reads_delta AS c11,
&skip.             s.db_block_changes_delta AS c12,
&skip.             s.physical_reads_delta AS c13,
&skip.             s.physical_writes_delta AS c14,
&skip.             s.physical_reads_direct_delta AS c15,
&skip.             s.physical_writes_direct_delta AS c16,
&skip.             &p2. AS c17,
&skip.             &p3. AS c18,
&skip.             &p4. AS c19,
&skip.             &p5. AS c20,
&skip.             s.buffer_busy_waits_delta AS c21,
&skip.             s.row_lock_waits_delta AS c22,
&skip.             s.itl_waits_delta AS c23
&skip.        FROM dba_hist_snapshot n
&skip.        JOIN dba_hist_seg_stat s ON s.dbid = n.dbid AND s.instance_number = n.instance_number AND s.snap_id = n.snap_id
&skip.        LEFT JOIN dba_hist_seg_stat_obj o ON o.dbid = s.dbid AND o.ts# = s.ts# AND o.obj# = s.obj# AND o.dataobj# = s.dataobj# &p6.
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_hist_segments.' = 'started';
&skip.SPOOL OFF

-- hist_system_events: Wait events at every AWR snapshot
DEFINE skip = '--'
DEFINE e_hist_system_events = 'skipped'
DEFINE n_hist_system_events = '0'
COLUMN e_hist_system_events NEW_VALUE e_hist_system_events NOPRINT
COLUMN n_hist_system_events NEW_VALUE n_hist_system_events NOPRINT
DEFINE p1 = 'CAST(NULL AS NUMBER)'
DEFINE p2 = 'CAST(NULL AS NUMBER)'
DEFINE p3 = 'CAST(NULL AS NUMBER)'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SYSTEM_EVENT' AND x.column_name = 'TOTAL_WAITS_FG' THEN 1 END) > 0 THEN 'e.total_waits_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SYSTEM_EVENT' AND x.column_name = 'TOTAL_TIMEOUTS_FG' THEN 1 END) > 0 THEN 'e.total_timeouts_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'DBA_HIST_SYSTEM_EVENT' AND x.column_name = 'TIME_WAITED_MICRO_FG' THEN 1 END) > 0 THEN 'e.time_waited_micro_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p3,
       CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'yes' THEN 'started' ELSE 'skipped' END AS e_hist_system_events
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('DBA_HIST_SYSTEM_EVENT');
&skip.SET TERMOUT ON
&skip.PROMPT hist_system_events.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.hist_system_events.csv
&skip.PROMPT "snap_id","inst_id","event","wait_class","total_waits","total_timeouts","time_waited_us","total_waits_fg","total_timeouts_fg","time_waited_us_fg"
&skip.SELECT r.line, r.e_hist_system_events, TO_CHAR(ROWNUM) AS n_hist_system_events FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"' AS line, 'started' AS e_hist_system_events
&skip.    FROM (
&skip.      SELECT e.snap_id AS c1,
&skip.             e.instance_number AS c2,
&skip.             e.event_name AS c3,
&skip.             e.wait_class AS c4,
&skip.             e.total_waits AS c5,
&skip.             e.total_timeouts AS c6,
&skip.             e.time_waited_micro AS c7,
&skip.             &p1. AS c8,
&skip.             &p2. AS c9,
&skip.             &p3. AS c10
&skip.        FROM dba_hist_snapshot n
&skip.        JOIN dba_hist_system_event e ON e.dbid = n.dbid AND e.instance_number = n.instance_number AND e.snap_id = n.snap_id
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_hist_system_events.' = 'started';
&skip.SPOOL OFF

-- hist_system_statistics: Instance statistics at every AWR snapshot
DEFINE skip = '--'
DEFINE e_hist_system_statistics = 'skipped'
DEFINE n_hist_system_statistics = '0'
COLUMN e_hist_system_statistics NEW_VALUE e_hist_system_statistics NOPRINT
COLUMN n_hist_system_statistics NEW_VALUE n_hist_system_statistics NOPRINT
SELECT CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'yes' THEN 'started' ELSE 'skipped' END AS e_hist_system_statistics
  FROM dual;
&skip.SET TERMOUT ON
&skip.PROMPT hist_system_statistics.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.hist_system_statistics.csv
&skip.PROMPT "snap_id","inst_id","name","value"
&skip.SELECT r.line, r.e_hist_system_statistics, TO_CHAR(ROWNUM) AS n_hist_system_statistics FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"' AS line, 'started' AS e_hist_system_statistics
&skip.    FROM (
&skip.      SELECT s.snap_id AS c1,
&skip.             s.instance_number AS c2,
&skip.             s.stat_name AS c3,
&skip.             s.value AS c4
&skip.        FROM dba_hist_snapshot n
&skip.        JOIN dba_hist_sysstat s ON s.dbid = n.dbid AND s.instance_number = n.instance_number AND s.snap_id = n.snap_id
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_hist_system_statistics.' = 'started';
&skip.SPOOL OFF

-- hist_time_model: Time model at every AWR snapshot
DEFINE skip = '--'
DEFINE e_hist_time_model = 'skipped'
DEFINE n_hist_time_model = '0'
COLUMN e_hist_time_model NEW_VALUE e_hist_time_model NOPRINT
COLUMN n_hist_time_model NEW_VALUE n_hist_time_model NOPRINT
SELECT CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'yes' THEN 'started' ELSE 'skipped' END AS e_hist_time_model
  FROM dual;
&skip.SET TERMOUT ON
&skip.PROMPT hist_time_model.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.hist_time_model.csv
&skip.PROMPT "snap_id","inst_id","name","value_us"
&skip.SELECT r.line, r.e_hist_time_model, TO_CHAR(ROWNUM) AS n_hist_time_model FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"' AS line, 'started' AS e_hist_time_model
&skip.    FROM (
&skip.      SELECT s.snap_id AS c1,
&skip.             s.instance_number AS c2,
&skip.             s.stat_name AS c3,
&skip.             s.value AS c4
&skip.        FROM dba_hist_snapshot n
&skip.        JOIN dba_hist_sys_time_model s ON s.dbid = n.dbid AND s.instance_number = n.instance_number AND s.snap_id = n.snap_id
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_hist_time_model.' = 'started';
&skip.SPOOL OFF

-- hist_os_statistics: Statistics of the operating system at every AWR snapshot
DEFINE skip = '--'
DEFINE e_hist_os_statistics = 'skipped'
DEFINE n_hist_os_statistics = '0'
COLUMN e_hist_os_statistics NEW_VALUE e_hist_os_statistics NOPRINT
COLUMN n_hist_os_statistics NEW_VALUE n_hist_os_statistics NOPRINT
SELECT CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'yes' THEN 'started' ELSE 'skipped' END AS e_hist_os_statistics
  FROM dual;
&skip.SET TERMOUT ON
&skip.PROMPT hist_os_statistics.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.hist_os_statistics.csv
&skip.PROMPT "snap_id","inst_id","name","value","cumulative"
&skip.SELECT r.line, r.e_hist_os_statistics, TO_CHAR(ROWNUM) AS n_hist_os_statistics FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"' AS line, 'started' AS e_hist_os_statistics
&skip.    FROM (
&skip.      SELECT s.snap_id AS c1,
&skip.             s.instance_number AS c2,
&skip.             s.stat_name AS c3,
&skip.             s.value AS c4,
&skip.             CAST(NULL AS VARCHAR2(1)) AS c5
&skip.        FROM dba_hist_snapshot n
&skip.        JOIN dba_hist_osstat s ON s.dbid = n.dbid AND s.instance_number = n.instance_number AND s.snap_id = n.snap_id
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_hist_os_statistics.' = 'started';
&skip.SPOOL OFF

-- statspack_snapshots: Statspack snapshots of the window
DEFINE skip = '--'
DEFINE e_statspack_snapshots = 'skipped'
DEFINE n_statspack_snapshots = '0'
COLUMN e_statspack_snapshots NEW_VALUE e_statspack_snapshots NOPRINT
COLUMN n_statspack_snapshots NEW_VALUE n_statspack_snapshots NOPRINT
SELECT CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_statspack_snapshots
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('STATS$SNAPSHOT');
&skip.SET TERMOUT ON
&skip.PROMPT statspack_snapshots.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.statspack_snapshots.csv
&skip.PROMPT "snap_id","inst_id","begin_time","end_time","startup_time","dbid"
&skip.SELECT r.line, r.e_statspack_snapshots, TO_CHAR(ROWNUM) AS n_statspack_snapshots FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"' AS line, 'started' AS e_statspack_snapshots
&skip.    FROM (
&skip.      SELECT n.snap_id AS c1,
&skip.             n.instance_number AS c2,
&skip.             CAST(NULL AS DATE) AS c3,
&skip.             n.snap_time AS c4,
&skip.             n.startup_time AS c5,
&skip.             n.dbid AS c6
&skip.        FROM perfstat.stats$snapshot n
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.snap_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.snap_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_statspack_snapshots.' = 'started';
&skip.SPOOL OFF

-- statspack_segments: I/O counters of segments per Statspack snapshot (level 7)
DEFINE skip = '--'
DEFINE e_statspack_segments = 'skipped'
DEFINE n_statspack_segments = '0'
COLUMN e_statspack_segments NEW_VALUE e_statspack_segments NOPRINT
COLUMN n_statspack_segments NEW_VALUE n_statspack_segments NOPRINT
SELECT CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SEG_STAT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SEG_STAT_OBJ' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SEG_STAT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SEG_STAT_OBJ' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_statspack_segments
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('STATS$SEG_STAT', 'STATS$SEG_STAT_OBJ', 'STATS$SNAPSHOT');
&skip.SET TERMOUT ON
&skip.PROMPT statspack_segments.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.statspack_segments.csv
&skip.PROMPT "snap_id","inst_id","con_id","owner","object_name","subobject_name","object_type","tablespace_name","obj#","dataobj#","logical_reads","db_block_changes","physical_reads","physical_writes","physical_reads_direct","physical_writes_direct","physical_read_requests","physical_write_requests","optimized_physical_reads","segment_scans","buffer_busy_waits","row_lock_waits","itl_waits"
&skip.SELECT r.line, r.e_statspack_segments, TO_CHAR(ROWNUM) AS n_statspack_segments FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c3) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c5, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c6, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c7, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c8, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c11) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c12) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c13) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c14) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c15) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c16) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c17) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c18) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c19) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c20) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c21) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c22) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c23) || '"' AS line, 'started' AS e_statspack_segments
&skip.    FROM (
&skip.      SELECT s.snap_id AS c1,
&skip.             s.instance_number AS c2,
&skip.             CAST(NULL AS NUMBER) AS c3,
&skip.             o.owner AS c4,
&skip.             o.object_name AS c5,
&skip.             o.subobject_name AS c6,
&skip.             o.object_type AS c7,
&skip.             o.tablespace_name AS c8,
&skip.             s.obj# AS c9,
&skip.             s.dataobj# AS c10,
&skip.             s.logical_reads AS c11,
&skip.             s.db_block_changes AS c12,
&skip.             s.physical_reads AS c13,
&skip.             s.physical_writes AS c14,
&skip.             s.direct_physical_reads AS c15,
&skip.             s.direct_physical_writes AS c16,
&skip.             CAST(NULL AS NUMBER) AS c17,
&skip.             CAST(NULL AS NUMBER) AS c18,
&skip.             CAST(NULL AS NUMBER) AS c19,
&skip.             CAST(NULL AS NUMBER) AS c20,
&skip.             s.buffer_busy_waits AS c21,
&skip.             s.row_lock_waits AS c22,
&skip.             s.itl_waits AS c23
&skip.        FROM perfstat.stats$snapshot n
&skip.        JOIN perfstat.stats$seg_stat s ON s.dbid = n.dbid AND s.instance_number = n.instance_number AND s.snap_id = n.snap_id
&skip.        LEFT JOIN perfstat.stats$seg_stat_obj o ON o.dbid = s.dbid AND o.ts# = s.ts# AND o.obj# = s.obj# AND o.dataobj# = s.dataobj#
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.snap_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.snap_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_statspack_segments.' = 'started';
&skip.SPOOL OFF

-- statspack_system_events: Wait events at every Statspack snapshot
DEFINE skip = '--'
DEFINE e_statspack_system_events = 'skipped'
DEFINE n_statspack_system_events = '0'
COLUMN e_statspack_system_events NEW_VALUE e_statspack_system_events NOPRINT
COLUMN n_statspack_system_events NEW_VALUE n_statspack_system_events NOPRINT
DEFINE p1 = 'CAST(NULL AS NUMBER)'
DEFINE p2 = 'CAST(NULL AS NUMBER)'
DEFINE p3 = 'CAST(NULL AS NUMBER)'
SELECT CASE WHEN COUNT(CASE WHEN x.table_name = 'STATS$SYSTEM_EVENT' AND x.column_name = 'TOTAL_WAITS_FG' THEN 1 END) > 0 THEN 'e.total_waits_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p1,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'STATS$SYSTEM_EVENT' AND x.column_name = 'TOTAL_TIMEOUTS_FG' THEN 1 END) > 0 THEN 'e.total_timeouts_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p2,
       CASE WHEN COUNT(CASE WHEN x.table_name = 'STATS$SYSTEM_EVENT' AND x.column_name = 'TIME_WAITED_MICRO_FG' THEN 1 END) > 0 THEN 'e.time_waited_micro_fg' ELSE 'CAST(NULL AS NUMBER)' END AS p3,
       CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SYSTEM_EVENT' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SYSTEM_EVENT' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_statspack_system_events
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('STATS$SNAPSHOT', 'STATS$SYSTEM_EVENT');
&skip.SET TERMOUT ON
&skip.PROMPT statspack_system_events.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.statspack_system_events.csv
&skip.PROMPT "snap_id","inst_id","event","wait_class","total_waits","total_timeouts","time_waited_us","total_waits_fg","total_timeouts_fg","time_waited_us_fg"
&skip.SELECT r.line, r.e_statspack_system_events, TO_CHAR(ROWNUM) AS n_statspack_system_events FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c4, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c5) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c6) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c7) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c8) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c9) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c10) || '"' AS line, 'started' AS e_statspack_system_events
&skip.    FROM (
&skip.      SELECT e.snap_id AS c1,
&skip.             e.instance_number AS c2,
&skip.             e.event AS c3,
&skip.             CAST(NULL AS VARCHAR2(1)) AS c4,
&skip.             e.total_waits AS c5,
&skip.             e.total_timeouts AS c6,
&skip.             e.time_waited_micro AS c7,
&skip.             &p1. AS c8,
&skip.             &p2. AS c9,
&skip.             &p3. AS c10
&skip.        FROM perfstat.stats$snapshot n
&skip.        JOIN perfstat.stats$system_event e ON e.dbid = n.dbid AND e.instance_number = n.instance_number AND e.snap_id = n.snap_id
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.snap_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.snap_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_statspack_system_events.' = 'started';
&skip.SPOOL OFF

-- statspack_system_statistics: Instance statistics at every Statspack snapshot
DEFINE skip = '--'
DEFINE e_statspack_system_statistics = 'skipped'
DEFINE n_statspack_system_statistics = '0'
COLUMN e_statspack_system_statistics NEW_VALUE e_statspack_system_statistics NOPRINT
COLUMN n_statspack_system_statistics NEW_VALUE n_statspack_system_statistics NOPRINT
SELECT CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SYSSTAT' THEN 1 END) > 0 THEN ' ' ELSE '--' END AS skip,
       CASE WHEN '&pack.' = 'no'
        AND COUNT(CASE WHEN x.table_name = 'STATS$SNAPSHOT' THEN 1 END) > 0
        AND COUNT(CASE WHEN x.table_name = 'STATS$SYSSTAT' THEN 1 END) > 0 THEN 'started' ELSE 'skipped' END AS e_statspack_system_statistics
  FROM dba_tab_columns x
 WHERE x.owner IN ('SYS', 'PERFSTAT')
   AND x.table_name IN ('STATS$SNAPSHOT', 'STATS$SYSSTAT');
&skip.SET TERMOUT ON
&skip.PROMPT statspack_system_statistics.csv
&skip.SET TERMOUT OFF
&skip.COMMIT;
&skip.SET TRANSACTION READ ONLY;
&skip.SPOOL &folder.statspack_system_statistics.csv
&skip.PROMPT "snap_id","inst_id","name","value"
&skip.SELECT r.line, r.e_statspack_system_statistics, TO_CHAR(ROWNUM) AS n_statspack_system_statistics FROM (
&skip.  SELECT /*+ NO_PQ_CONCURRENT_UNION */
&skip.    '"' || TO_CHAR(q.c1) || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c2) || '"'
&skip.    || ',' || '"' || REPLACE(REPLACE(REPLACE(REPLACE(q.c3, CHR(13) || CHR(10), ' '), CHR(10), ' '), CHR(13), ' '), '"', '""') || '"'
&skip.    || ',' || '"' || TO_CHAR(q.c4) || '"' AS line, 'started' AS e_statspack_system_statistics
&skip.    FROM (
&skip.      SELECT s.snap_id AS c1,
&skip.             s.instance_number AS c2,
&skip.             s.name AS c3,
&skip.             s.value AS c4
&skip.        FROM perfstat.stats$snapshot n
&skip.        JOIN perfstat.stats$sysstat s ON s.dbid = n.dbid AND s.instance_number = n.instance_number AND s.snap_id = n.snap_id
&skip.       WHERE n.dbid = &dbid.
&skip.         AND n.snap_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.         AND n.snap_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.    ) q
&skip.  UNION ALL
&skip.  SELECT '"#end"', 'done' FROM dual
&skip.) r;
&skip.SELECT '"#failed","the query stopped; SQL*Plus says why above this line"' AS line FROM dual WHERE '&e_statspack_system_statistics.' = 'started';
&skip.SPOOL OFF

-- AWR reports, one per pair of snapshots of the window: a script that writes them, then that script.
DEFINE skip = '--'
SELECT CASE WHEN '&pack.' = 'yes' THEN ' ' ELSE '--' END AS skip FROM dual;
COMMIT;
&skip.HOST mkdir "&folder.awr"
&skip.SPOOL &folder.awr_reports.sql
&skip.SELECT CASE k.part
&skip.       WHEN 1 THEN 'SPOOL &folder.awr/awrrpt_' || TO_CHAR(r.instance_number) || '_' || TO_CHAR(r.earlier)
&skip.            || '_' || TO_CHAR(r.snap_id) || '.html'
&skip.       WHEN 2 THEN 'SELECT t.output FROM TABLE(DBMS_WORKLOAD_REPOSITORY.AWR_REPORT_HTML('
&skip.            || TO_CHAR(r.dbid) || ', ' || TO_CHAR(r.instance_number) || ', ' || TO_CHAR(r.earlier)
&skip.            || ', ' || TO_CHAR(r.snap_id) || ')) t;'
&skip.       ELSE 'SPOOL OFF' END AS line
&skip.  FROM (SELECT n.dbid, n.instance_number, n.snap_id,
&skip.               LAG(n.snap_id) OVER (PARTITION BY n.instance_number, n.startup_time ORDER BY n.snap_id) AS earlier
&skip.          FROM dba_hist_snapshot n
&skip.         WHERE n.dbid = &dbid.
&skip.           AND n.end_interval_time >= TO_DATE('&window_begin.', 'YYYY-MM-DD"T"HH24:MI:SS')
&skip.           AND n.end_interval_time <= TO_DATE('&window_end.', 'YYYY-MM-DD"T"HH24:MI:SS')) r
&skip. CROSS JOIN (SELECT 1 AS part FROM dual UNION ALL SELECT 2 AS part FROM dual
&skip.             UNION ALL SELECT 3 AS part FROM dual) k
&skip. WHERE r.earlier IS NOT NULL
&skip. ORDER BY r.instance_number, r.snap_id, k.part;
&skip.SPOOL OFF
&skip.SET LINESIZE 8000
&skip.COLUMN output FORMAT A8000
&skip.@&folder.awr_reports.sql
&skip.SET LINESIZE 4000

-- What was collected, and what was not.
DEFINE ended = ''
COLUMN ended NEW_VALUE ended NOPRINT
SELECT TO_CHAR(SYSDATE, 'YYYY-MM-DD"T"HH24:MI:SS') AS ended FROM dual;
SPOOL &folder.manifest.csv
PROMPT "item","value","rows","sha256","state","reason"
PROMPT "format","segtier.bundle/1","","","",""
PROMPT "collector","sqlplus","","","",""
PROMPT "collector_version","1","","","",""
PROMPT "run_id","&begun._&dbid.","","","",""
PROMPT "begun","&begun.","","","",""
PROMPT "ended","&ended.","","","",""
PROMPT "dbid","&dbid.","","","",""
PROMPT "db_name","&db_name.","","","",""
PROMPT "character_set","&charset.","","","",""
PROMPT "diagnostics_pack","&pack.","","","",""
PROMPT "window_begin","&window_begin.","","","",""
PROMPT "window_end","&window_end.","","","",""
PROMPT "masked","no","","","",""
SELECT '"file","database.csv","' || CASE WHEN '&e_database.' = 'done' THEN TO_CHAR(&n_database. - 1) END
    || '","","' || CASE '&e_database.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_database.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","instances.csv","' || CASE WHEN '&e_instances.' = 'done' THEN TO_CHAR(&n_instances. - 1) END
    || '","","' || CASE '&e_instances.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_instances.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","containers.csv","' || CASE WHEN '&e_containers.' = 'done' THEN TO_CHAR(&n_containers. - 1) END
    || '","","' || CASE '&e_containers.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_containers.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","parameters.csv","' || CASE WHEN '&e_parameters.' = 'done' THEN TO_CHAR(&n_parameters. - 1) END
    || '","","' || CASE '&e_parameters.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_parameters.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","segments.csv","' || CASE WHEN '&e_segments.' = 'done' THEN TO_CHAR(&n_segments. - 1) END
    || '","","' || CASE '&e_segments.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_segments.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","tables.csv","' || CASE WHEN '&e_tables.' = 'done' THEN TO_CHAR(&n_tables. - 1) END
    || '","","' || CASE '&e_tables.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_tables.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","indexes.csv","' || CASE WHEN '&e_indexes.' = 'done' THEN TO_CHAR(&n_indexes. - 1) END
    || '","","' || CASE '&e_indexes.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_indexes.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","lobs.csv","' || CASE WHEN '&e_lobs.' = 'done' THEN TO_CHAR(&n_lobs. - 1) END
    || '","","' || CASE '&e_lobs.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_lobs.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","lob_partitions.csv","' || CASE WHEN '&e_lob_partitions.' = 'done' THEN TO_CHAR(&n_lob_partitions. - 1) END
    || '","","' || CASE '&e_lob_partitions.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_lob_partitions.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","nested_tables.csv","' || CASE WHEN '&e_nested_tables.' = 'done' THEN TO_CHAR(&n_nested_tables. - 1) END
    || '","","' || CASE '&e_nested_tables.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_nested_tables.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","long_columns.csv","' || CASE WHEN '&e_long_columns.' = 'done' THEN TO_CHAR(&n_long_columns. - 1) END
    || '","","' || CASE '&e_long_columns.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_long_columns.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","encrypted_columns.csv","' || CASE WHEN '&e_encrypted_columns.' = 'done' THEN TO_CHAR(&n_encrypted_columns. - 1) END
    || '","","' || CASE '&e_encrypted_columns.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_encrypted_columns.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","object_columns.csv","' || CASE WHEN '&e_object_columns.' = 'done' THEN TO_CHAR(&n_object_columns. - 1) END
    || '","","' || CASE '&e_object_columns.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_object_columns.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","archived_tables.csv","' || CASE WHEN '&e_archived_tables.' = 'done' THEN TO_CHAR(&n_archived_tables. - 1) END
    || '","","' || CASE '&e_archived_tables.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_archived_tables.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","materialized_views.csv","' || CASE WHEN '&e_materialized_views.' = 'done' THEN TO_CHAR(&n_materialized_views. - 1) END
    || '","","' || CASE '&e_materialized_views.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_materialized_views.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","mview_logs.csv","' || CASE WHEN '&e_mview_logs.' = 'done' THEN TO_CHAR(&n_mview_logs. - 1) END
    || '","","' || CASE '&e_mview_logs.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_mview_logs.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","queue_tables.csv","' || CASE WHEN '&e_queue_tables.' = 'done' THEN TO_CHAR(&n_queue_tables. - 1) END
    || '","","' || CASE '&e_queue_tables.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_queue_tables.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","segment_statistics.csv","' || CASE WHEN '&e_segment_statistics.' = 'done' THEN TO_CHAR(&n_segment_statistics. - 1) END
    || '","","' || CASE '&e_segment_statistics.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_segment_statistics.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","tablespaces.csv","' || CASE WHEN '&e_tablespaces.' = 'done' THEN TO_CHAR(&n_tablespaces. - 1) END
    || '","","' || CASE '&e_tablespaces.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_tablespaces.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","datafiles.csv","' || CASE WHEN '&e_datafiles.' = 'done' THEN TO_CHAR(&n_datafiles. - 1) END
    || '","","' || CASE '&e_datafiles.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_datafiles.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","tempfiles.csv","' || CASE WHEN '&e_tempfiles.' = 'done' THEN TO_CHAR(&n_tempfiles. - 1) END
    || '","","' || CASE '&e_tempfiles.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_tempfiles.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","temp_usage.csv","' || CASE WHEN '&e_temp_usage.' = 'done' THEN TO_CHAR(&n_temp_usage. - 1) END
    || '","","' || CASE '&e_temp_usage.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_temp_usage.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","redo_groups.csv","' || CASE WHEN '&e_redo_groups.' = 'done' THEN TO_CHAR(&n_redo_groups. - 1) END
    || '","","' || CASE '&e_redo_groups.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_redo_groups.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","redo_members.csv","' || CASE WHEN '&e_redo_members.' = 'done' THEN TO_CHAR(&n_redo_members. - 1) END
    || '","","' || CASE '&e_redo_members.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_redo_members.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","redo_switches.csv","' || CASE WHEN '&e_redo_switches.' = 'done' THEN TO_CHAR(&n_redo_switches. - 1) END
    || '","","' || CASE '&e_redo_switches.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_redo_switches.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","disk_groups.csv","' || CASE WHEN '&e_disk_groups.' = 'done' THEN TO_CHAR(&n_disk_groups. - 1) END
    || '","","' || CASE '&e_disk_groups.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_disk_groups.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","quotas.csv","' || CASE WHEN '&e_quotas.' = 'done' THEN TO_CHAR(&n_quotas. - 1) END
    || '","","' || CASE '&e_quotas.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_quotas.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","system_events.csv","' || CASE WHEN '&e_system_events.' = 'done' THEN TO_CHAR(&n_system_events. - 1) END
    || '","","' || CASE '&e_system_events.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_system_events.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","event_histograms.csv","' || CASE WHEN '&e_event_histograms.' = 'done' THEN TO_CHAR(&n_event_histograms. - 1) END
    || '","","' || CASE '&e_event_histograms.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_event_histograms.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","system_statistics.csv","' || CASE WHEN '&e_system_statistics.' = 'done' THEN TO_CHAR(&n_system_statistics. - 1) END
    || '","","' || CASE '&e_system_statistics.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_system_statistics.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","time_model.csv","' || CASE WHEN '&e_time_model.' = 'done' THEN TO_CHAR(&n_time_model. - 1) END
    || '","","' || CASE '&e_time_model.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_time_model.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","os_statistics.csv","' || CASE WHEN '&e_os_statistics.' = 'done' THEN TO_CHAR(&n_os_statistics. - 1) END
    || '","","' || CASE '&e_os_statistics.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_os_statistics.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","io_functions.csv","' || CASE WHEN '&e_io_functions.' = 'done' THEN TO_CHAR(&n_io_functions. - 1) END
    || '","","' || CASE '&e_io_functions.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_io_functions.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","io_filetypes.csv","' || CASE WHEN '&e_io_filetypes.' = 'done' THEN TO_CHAR(&n_io_filetypes. - 1) END
    || '","","' || CASE '&e_io_filetypes.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_io_filetypes.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","buffer_pools.csv","' || CASE WHEN '&e_buffer_pools.' = 'done' THEN TO_CHAR(&n_buffer_pools. - 1) END
    || '","","' || CASE '&e_buffer_pools.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_buffer_pools.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","buffer_cache_advice.csv","' || CASE WHEN '&e_buffer_cache_advice.' = 'done' THEN TO_CHAR(&n_buffer_cache_advice. - 1) END
    || '","","' || CASE '&e_buffer_cache_advice.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_buffer_cache_advice.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","pga_advice.csv","' || CASE WHEN '&e_pga_advice.' = 'done' THEN TO_CHAR(&n_pga_advice. - 1) END
    || '","","' || CASE '&e_pga_advice.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_pga_advice.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","sga_advice.csv","' || CASE WHEN '&e_sga_advice.' = 'done' THEN TO_CHAR(&n_sga_advice. - 1) END
    || '","","' || CASE '&e_sga_advice.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_sga_advice.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","sga_components.csv","' || CASE WHEN '&e_sga_components.' = 'done' THEN TO_CHAR(&n_sga_components. - 1) END
    || '","","' || CASE '&e_sga_components.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_sga_components.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","flash_cache.csv","' || CASE WHEN '&e_flash_cache.' = 'done' THEN TO_CHAR(&n_flash_cache. - 1) END
    || '","","' || CASE '&e_flash_cache.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_flash_cache.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","buffer_contents.csv","' || CASE WHEN '&e_buffer_contents.' = 'done' THEN TO_CHAR(&n_buffer_contents. - 1) END
    || '","","' || CASE '&e_buffer_contents.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_buffer_contents.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'not asked for' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","sessions.csv","' || CASE WHEN '&e_sessions.' = 'done' THEN TO_CHAR(&n_sessions. - 1) END
    || '","","' || CASE '&e_sessions.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_sessions.' WHEN 'done' THEN '' WHEN 'skipped' THEN CASE '&own_state.' WHEN 'skipped' THEN 'only the history of another database was asked for' ELSE 'this release has no such view' END ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","hist_snapshots.csv","' || CASE WHEN '&e_hist_snapshots.' = 'done' THEN TO_CHAR(&n_hist_snapshots. - 1) END
    || '","","' || CASE '&e_hist_snapshots.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_hist_snapshots.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'needs the Diagnostics Pack, which was not asked for or is switched off' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","hist_instances.csv","' || CASE WHEN '&e_hist_instances.' = 'done' THEN TO_CHAR(&n_hist_instances. - 1) END
    || '","","' || CASE '&e_hist_instances.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_hist_instances.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'needs the Diagnostics Pack, which was not asked for or is switched off' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","hist_segments.csv","' || CASE WHEN '&e_hist_segments.' = 'done' THEN TO_CHAR(&n_hist_segments. - 1) END
    || '","","' || CASE '&e_hist_segments.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_hist_segments.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'needs the Diagnostics Pack, which was not asked for or is switched off' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","hist_system_events.csv","' || CASE WHEN '&e_hist_system_events.' = 'done' THEN TO_CHAR(&n_hist_system_events. - 1) END
    || '","","' || CASE '&e_hist_system_events.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_hist_system_events.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'needs the Diagnostics Pack, which was not asked for or is switched off' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","hist_system_statistics.csv","' || CASE WHEN '&e_hist_system_statistics.' = 'done' THEN TO_CHAR(&n_hist_system_statistics. - 1) END
    || '","","' || CASE '&e_hist_system_statistics.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_hist_system_statistics.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'needs the Diagnostics Pack, which was not asked for or is switched off' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","hist_time_model.csv","' || CASE WHEN '&e_hist_time_model.' = 'done' THEN TO_CHAR(&n_hist_time_model. - 1) END
    || '","","' || CASE '&e_hist_time_model.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_hist_time_model.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'needs the Diagnostics Pack, which was not asked for or is switched off' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","hist_os_statistics.csv","' || CASE WHEN '&e_hist_os_statistics.' = 'done' THEN TO_CHAR(&n_hist_os_statistics. - 1) END
    || '","","' || CASE '&e_hist_os_statistics.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_hist_os_statistics.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'needs the Diagnostics Pack, which was not asked for or is switched off' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","statspack_snapshots.csv","' || CASE WHEN '&e_statspack_snapshots.' = 'done' THEN TO_CHAR(&n_statspack_snapshots. - 1) END
    || '","","' || CASE '&e_statspack_snapshots.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_statspack_snapshots.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'Statspack is not installed, or the Diagnostics Pack is used' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","statspack_segments.csv","' || CASE WHEN '&e_statspack_segments.' = 'done' THEN TO_CHAR(&n_statspack_segments. - 1) END
    || '","","' || CASE '&e_statspack_segments.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_statspack_segments.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'Statspack is not installed, or the Diagnostics Pack is used' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","statspack_system_events.csv","' || CASE WHEN '&e_statspack_system_events.' = 'done' THEN TO_CHAR(&n_statspack_system_events. - 1) END
    || '","","' || CASE '&e_statspack_system_events.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_statspack_system_events.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'Statspack is not installed, or the Diagnostics Pack is used' ELSE 'see the file' END || '"' AS line FROM dual;
SELECT '"file","statspack_system_statistics.csv","' || CASE WHEN '&e_statspack_system_statistics.' = 'done' THEN TO_CHAR(&n_statspack_system_statistics. - 1) END
    || '","","' || CASE '&e_statspack_system_statistics.' WHEN 'done' THEN 'done' WHEN 'skipped' THEN 'skipped' ELSE 'failed' END
    || '","' || CASE '&e_statspack_system_statistics.' WHEN 'done' THEN '' WHEN 'skipped' THEN 'Statspack is not installed, or the Diagnostics Pack is used' ELSE 'see the file' END || '"' AS line FROM dual;
PROMPT "#end"
SPOOL OFF

SET TERMOUT ON
PROMPT Done: &folder.manifest.csv lists the files. Pack the folder as ZIP or tar.gz and upload it to Segtier.
SELECT 'FAILED  database.csv' AS line FROM dual WHERE '&e_database.' = 'started';
SELECT 'FAILED  instances.csv' AS line FROM dual WHERE '&e_instances.' = 'started';
SELECT 'FAILED  containers.csv' AS line FROM dual WHERE '&e_containers.' = 'started';
SELECT 'FAILED  parameters.csv' AS line FROM dual WHERE '&e_parameters.' = 'started';
SELECT 'FAILED  segments.csv' AS line FROM dual WHERE '&e_segments.' = 'started';
SELECT 'FAILED  tables.csv' AS line FROM dual WHERE '&e_tables.' = 'started';
SELECT 'FAILED  indexes.csv' AS line FROM dual WHERE '&e_indexes.' = 'started';
SELECT 'FAILED  lobs.csv' AS line FROM dual WHERE '&e_lobs.' = 'started';
SELECT 'FAILED  lob_partitions.csv' AS line FROM dual WHERE '&e_lob_partitions.' = 'started';
SELECT 'FAILED  nested_tables.csv' AS line FROM dual WHERE '&e_nested_tables.' = 'started';
SELECT 'FAILED  long_columns.csv' AS line FROM dual WHERE '&e_long_columns.' = 'started';
SELECT 'FAILED  encrypted_columns.csv' AS line FROM dual WHERE '&e_encrypted_columns.' = 'started';
SELECT 'FAILED  object_columns.csv' AS line FROM dual WHERE '&e_object_columns.' = 'started';
SELECT 'FAILED  archived_tables.csv' AS line FROM dual WHERE '&e_archived_tables.' = 'started';
SELECT 'FAILED  materialized_views.csv' AS line FROM dual WHERE '&e_materialized_views.' = 'started';
SELECT 'FAILED  mview_logs.csv' AS line FROM dual WHERE '&e_mview_logs.' = 'started';
SELECT 'FAILED  queue_tables.csv' AS line FROM dual WHERE '&e_queue_tables.' = 'started';
SELECT 'FAILED  segment_statistics.csv' AS line FROM dual WHERE '&e_segment_statistics.' = 'started';
SELECT 'FAILED  tablespaces.csv' AS line FROM dual WHERE '&e_tablespaces.' = 'started';
SELECT 'FAILED  datafiles.csv' AS line FROM dual WHERE '&e_datafiles.' = 'started';
SELECT 'FAILED  tempfiles.csv' AS line FROM dual WHERE '&e_tempfiles.' = 'started';
SELECT 'FAILED  temp_usage.csv' AS line FROM dual WHERE '&e_temp_usage.' = 'started';
SELECT 'FAILED  redo_groups.csv' AS line FROM dual WHERE '&e_redo_groups.' = 'started';
SELECT 'FAILED  redo_members.csv' AS line FROM dual WHERE '&e_redo_members.' = 'started';
SELECT 'FAILED  redo_switches.csv' AS line FROM dual WHERE '&e_redo_switches.' = 'started';
SELECT 'FAILED  disk_groups.csv' AS line FROM dual WHERE '&e_disk_groups.' = 'started';
SELECT 'FAILED  quotas.csv' AS line FROM dual WHERE '&e_quotas.' = 'started';
SELECT 'FAILED  system_events.csv' AS line FROM dual WHERE '&e_system_events.' = 'started';
SELECT 'FAILED  event_histograms.csv' AS line FROM dual WHERE '&e_event_histograms.' = 'started';
SELECT 'FAILED  system_statistics.csv' AS line FROM dual WHERE '&e_system_statistics.' = 'started';
SELECT 'FAILED  time_model.csv' AS line FROM dual WHERE '&e_time_model.' = 'started';
SELECT 'FAILED  os_statistics.csv' AS line FROM dual WHERE '&e_os_statistics.' = 'started';
SELECT 'FAILED  io_functions.csv' AS line FROM dual WHERE '&e_io_functions.' = 'started';
SELECT 'FAILED  io_filetypes.csv' AS line FROM dual WHERE '&e_io_filetypes.' = 'started';
SELECT 'FAILED  buffer_pools.csv' AS line FROM dual WHERE '&e_buffer_pools.' = 'started';
SELECT 'FAILED  buffer_cache_advice.csv' AS line FROM dual WHERE '&e_buffer_cache_advice.' = 'started';
SELECT 'FAILED  pga_advice.csv' AS line FROM dual WHERE '&e_pga_advice.' = 'started';
SELECT 'FAILED  sga_advice.csv' AS line FROM dual WHERE '&e_sga_advice.' = 'started';
SELECT 'FAILED  sga_components.csv' AS line FROM dual WHERE '&e_sga_components.' = 'started';
SELECT 'FAILED  flash_cache.csv' AS line FROM dual WHERE '&e_flash_cache.' = 'started';
SELECT 'FAILED  buffer_contents.csv' AS line FROM dual WHERE '&e_buffer_contents.' = 'started';
SELECT 'FAILED  sessions.csv' AS line FROM dual WHERE '&e_sessions.' = 'started';
SELECT 'FAILED  hist_snapshots.csv' AS line FROM dual WHERE '&e_hist_snapshots.' = 'started';
SELECT 'FAILED  hist_instances.csv' AS line FROM dual WHERE '&e_hist_instances.' = 'started';
SELECT 'FAILED  hist_segments.csv' AS line FROM dual WHERE '&e_hist_segments.' = 'started';
SELECT 'FAILED  hist_system_events.csv' AS line FROM dual WHERE '&e_hist_system_events.' = 'started';
SELECT 'FAILED  hist_system_statistics.csv' AS line FROM dual WHERE '&e_hist_system_statistics.' = 'started';
SELECT 'FAILED  hist_time_model.csv' AS line FROM dual WHERE '&e_hist_time_model.' = 'started';
SELECT 'FAILED  hist_os_statistics.csv' AS line FROM dual WHERE '&e_hist_os_statistics.' = 'started';
SELECT 'FAILED  statspack_snapshots.csv' AS line FROM dual WHERE '&e_statspack_snapshots.' = 'started';
SELECT 'FAILED  statspack_segments.csv' AS line FROM dual WHERE '&e_statspack_segments.' = 'started';
SELECT 'FAILED  statspack_system_events.csv' AS line FROM dual WHERE '&e_statspack_system_events.' = 'started';
SELECT 'FAILED  statspack_system_statistics.csv' AS line FROM dual WHERE '&e_statspack_system_statistics.' = 'started';
EXIT SUCCESS

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
PROMPT Segtier collector <VERSION>: database &db_name. (&open_mode.), folder &folder.
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

-- What was collected, and what was not.
DEFINE ended = ''
COLUMN ended NEW_VALUE ended NOPRINT
SELECT TO_CHAR(SYSDATE, 'YYYY-MM-DD"T"HH24:MI:SS') AS ended FROM dual;
SPOOL &folder.manifest.csv
PROMPT "item","value","rows","sha256","state","reason"
PROMPT "format","segtier.bundle/1","","","",""
PROMPT "collector","sqlplus","","","",""
PROMPT "collector_version","<VERSION>","","","",""
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

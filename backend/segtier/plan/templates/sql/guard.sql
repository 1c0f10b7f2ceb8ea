PROMPT Guard: is this the database the plan was made for?
DECLARE
  l_name VARCHAR2(30);
  l_dbid NUMBER;
  l_con_dbid NUMBER;
  l_open VARCHAR2(30);
  l_role VARCHAR2(30);
  l_log_mode VARCHAR2(30);
  l_forced VARCHAR2(60);
  l_version VARCHAR2(60);
  l_cluster VARCHAR2(30);
  l_cdb VARCHAR2(3) := 'NO';
  l_ee VARCHAR2(64);
  l_compatible VARCHAR2(60);
  l_plan_name VARCHAR2(600) := UPPER(%%NAME%%);
  l_plan_dbid NUMBER := %%DBID%%;
  l_plan_release VARCHAR2(60) := %%RELEASE%%;
@@lib_talk.sql
BEGIN
  :s_guard_ok := 'NO';
  stop_if(:s_lock_wait_s IS NULL, 'settings.sql was not read. Run this from the bundle folder that contains it: @steps/NAME.sql');
%%CONNECTED%%  SELECT d.name, d.dbid, d.open_mode, d.database_role, d.log_mode, d.force_logging, i.version
    INTO l_name, l_dbid, l_open, l_role, l_log_mode, l_forced, l_version
    FROM v$database d CROSS JOIN v$instance i;
  :s_release := TO_NUMBER(REGEXP_SUBSTR(l_version, '[0-9]+', 1, 1)) + TO_NUMBER(REGEXP_SUBSTR(l_version, '[0-9]+', 1, 2)) / 100;
  SELECT MAX(value) INTO l_compatible FROM v$parameter WHERE name = 'compatible';
  :s_compatible := TO_NUMBER(REGEXP_SUBSTR(l_compatible, '[0-9]+', 1, 1))
    + TO_NUMBER(NVL(REGEXP_SUBSTR(l_compatible, '[0-9]+', 1, 2), '0')) / 100;
  stop_if(:s_release < %%LEAST%%, 'this script is for releases from %%LEAST%% on; this is ' || l_version);
  l_con_dbid := l_dbid;
  IF :s_release >= 12.01 THEN
    EXECUTE IMMEDIATE 'SELECT cdb, con_dbid FROM v$database' INTO l_cdb, l_con_dbid;
  END IF;
  stop_if(l_plan_name IS NULL AND l_plan_dbid IS NULL AND UPPER(NVL(:s_confirm_database, '-')) <> UPPER(l_name),
    'the inputs do not name their database. Write ' || l_name || ' as confirm_database in settings.sql if it is this one.');
  stop_if(l_plan_name IS NOT NULL AND l_plan_name <> UPPER(l_name), 'this is database ' || l_name || ', the plan was made for ' || l_plan_name);
  stop_if(l_plan_dbid IS NOT NULL AND l_plan_dbid NOT IN (l_dbid, l_con_dbid), 'DBID is ' || l_dbid || ', the plan was made for ' || l_plan_dbid);
  stop_if(l_plan_release IS NOT NULL AND l_version || '.' NOT LIKE l_plan_release || '.%',
    'release is ' || l_version || ', the plan was made for ' || l_plan_release
    || '. Make the plan again from a new report.');
  stop_if(l_open <> 'READ WRITE' OR l_role <> 'PRIMARY', 'the database must be an open primary; it is ' || l_role || ', ' || l_open);
%%LOGGED%%%%SINGLE_ONLY%%  SELECT MAX(value) INTO l_ee FROM v$option WHERE parameter = 'Online Index Build';
  :s_is_ee := CASE WHEN l_ee = 'TRUE' THEN 'YES' ELSE 'NO' END;
%%EDITION%%%%CONTAINER%%%%PLACE%%  :s_problems := 0; :s_handled := 0; :s_passes := 0; :s_fails := 0; :s_unchecked := 0; :s_arriving := ' '; :s_index_homes := ' ';
  :s_need_bytes := 0; :s_log_bytes := 0; :s_sort_bytes := 0; :s_create_bytes := 0; :s_room_bytes := 0; :s_grow_bytes := 0;
  :s_guard_ok := 'YES';
  DBMS_OUTPUT.PUT_LINE('Guard passed: ' || l_name || ', DBID ' || l_dbid || ', ' || l_version
    || ', ' || l_log_mode || ', force logging ' || l_forced);
END;
/

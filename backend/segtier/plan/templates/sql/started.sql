DECLARE
%%TALK%%
BEGIN
%%GUARD%%
  FOR d IN (SELECT TO_CHAR(current_scn) AS scn, TO_CHAR(SYSDATE, 'YYYY-MM-DD HH24:MI:SS') AS began FROM v$database) LOOP
    say('-- A run began at ' || d.began);
    say('BEGIN');
    say('  :s_handled := :s_handled + 1;');
    say('  :s_started_scn := LEAST(NVL(:s_started_scn, ' || d.scn || '), ' || d.scn || ');');
    say('END;');
    say('/');
  END LOOP;
END;
/

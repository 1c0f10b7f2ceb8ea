PROMPT Statistics of what has moved
DECLARE
%%TALK%%
  PROCEDURE gather(p_owner IN VARCHAR2, p_table IN VARCHAR2) IS
  BEGIN
    say('  statistics of ' || q(p_owner) || '.' || q(p_table));
    DBMS_STATS.GATHER_TABLE_STATS(ownname => q(p_owner), tabname => q(p_table), cascade => TRUE);
  END;
BEGIN
%%GUARD%%
%%CALLS%%
END;
/

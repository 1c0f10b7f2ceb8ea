%%RECORD%%
SET ECHO OFF
BEGIN
  :s_mode := 'RUN';
  :s_handled := 0;
END;
/
@@list_flash_cache_use.sql
DECLARE
  l_count NUMBER;
  l_kept NUMBER;
%%TALK%%
BEGIN
%%GUARD%%
  IF :s_handled <> %%COUNT%% THEN
    stop(:s_handled || ' of %%COUNT%% segments were looked at. Are all files of the bundle in this folder?');
  END IF;
  say('%%KEPT%% KEEP, %%NONE%% NONE. KEEP has no limit of its own: what is kept beyond the cache pushes the rest out.');
  -- What others have marked before counts too, as far as this container shows it.
  SELECT GREATEST(%%KEPT_BYTES%%, NVL(SUM(bytes), 0)) INTO l_kept FROM dba_segments WHERE flash_cache = 'KEEP';
  IF l_kept > %%CACHE_BYTES%% / 2 THEN
    say('!!! ' || gib(l_kept) || ' are KEEP, more than half of the ' || gib(%%CACHE_BYTES%%) || ' of cache !!!');
  END IF;
END;
/

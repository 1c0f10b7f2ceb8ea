"""Database Smart Flash Cache: parameters in the spfile, memory for its metadata, restart by hand, and the way back.

Metadata is about 100 bytes a block (200 on RAC) of buffer cache; the buffer cache, SGA or memory target grows by it.
Sources: Administrator's Guide 11.2, Configuring Database Smart Flash Cache; Reference, DB_FLASH_CACHE_SIZE.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, plsql
from segtier.plan.cache_place import cache_size_bytes, flash_location, metadata_bytes, size_word
from segtier.plan.recording import entry, record, replay
from segtier.plan.sqlplus import fill, library, script
from segtier.units import format_bytes

RECORDED = "old_parameters.sql"
_EXPECTED = "seconds, then a restart of the whole database"

_CHECK = f"""\
DECLARE
  l_count NUMBER;
  l_text VARCHAR2(4000);
  l_os VARCHAR2(200);
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  SELECT platform_name INTO l_os FROM v$database;
  IF l_os LIKE '%Linux%' AND NVL(:s_oracle_linux_checked, 'NO') <> 'YES' THEN
    stop('run 10_os_setup.sh on every node; when it says Oracle Linux, set oracle_linux_checked to YES in settings.sql.'
      || ' On another Linux the instance would not start (ORA-00439).');
  ELSIF l_os NOT LIKE '%Linux%' AND l_os NOT LIKE '%Solaris%' THEN
    stop('the flash cache runs on Oracle Linux and Solaris only; this is ' || l_os);
  END IF;
  IF :s_is_ee <> 'YES' THEN
    stop('the flash cache needs Enterprise Edition.');
  END IF;
  SELECT MAX(value) INTO l_text FROM v$option WHERE parameter = 'Server Flash Cache';
  IF l_text = 'FALSE' THEN
    stop('v$option says Server Flash Cache = FALSE. The instance would not start (ORA-00439).'
      || ' 11.2.0.3 on Oracle Linux 6 needs patch 12949806.');
  ELSIF l_text IS NULL THEN
    say('note: v$option does not list Server Flash Cache.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$cell;
  IF l_count > 0 THEN
    stop('Exadata storage cells are attached: they have a flash cache of their own.');
  END IF;
  SELECT MAX(value) INTO l_text FROM v$parameter WHERE name = 'spfile';
  IF l_text IS NULL THEN
    stop('the instance was not started from an spfile.');
  END IF;
%%SINGLE%%  SELECT COUNT(*) INTO l_count FROM (
    SELECT name FROM gv$parameter
     WHERE name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size')
     GROUP BY name HAVING COUNT(DISTINCT value) > 1);
  IF l_count > 0 THEN
    stop('the instances differ in their memory parameters. Set them by hand, then the flash cache.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$spparameter
   WHERE isspecified = 'TRUE' AND sid <> '*'
     AND name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size',
                  'db_flash_cache_file', 'db_flash_cache_size');
  IF l_count > 0 THEN
    stop('the spfile sets one of these parameters for one instance only. Make them SID=* first.');
  END IF;
  SELECT COUNT(*) INTO l_count FROM v$spparameter
   WHERE isspecified = 'TRUE' AND NOT REGEXP_LIKE(value, '^[0-9]+[KMGT]?$')
     AND name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size');
  IF l_count > 0 THEN
    stop('a memory parameter in the spfile is not a plain size.');
  END IF;
%%LOCATION_CHECK%%\
END;
/
"""

_SINGLE = """\
  SELECT MAX(value) INTO l_text FROM v$parameter WHERE name = 'cluster_database';
  IF l_text = 'TRUE' THEN
    stop('this is a cluster, the plan was made for a single instance.');
  END IF;
"""

_GROUP = """\
  SELECT COUNT(*) INTO l_count FROM v$asm_diskgroup
   WHERE name = '%%GROUP%%' AND state IN ('MOUNTED', 'CONNECTED')
     AND free_mb * 1048576 >= %%BYTES%% * (SELECT COUNT(*) FROM gv$instance);
  IF l_count = 0 THEN
    stop('disk group %%GROUP%% is not mounted here or too small for the cache of every instance.');
  END IF;
"""

_ENTRY = entry(
    {
        "name": "'''' || p.name || ''''",
        "kind": "CASE WHEN p.isspecified = 'TRUE' THEN '''' || p.value || '''' ELSE 'NULL' END",
    },
    calls="lib_restore_parameter.sql",
)

_RECORD = f"""\
BEGIN
  IF NVL(:s_guard_ok, 'NO') <> 'YES' THEN
    raise_application_error(-20100, 'STOP: the guard has not passed.');
  END IF;
  FOR p IN (SELECT n.name, MAX(s.value) AS value, MAX(s.isspecified) AS isspecified
              FROM v$parameter n LEFT JOIN v$spparameter s ON s.name = n.name AND s.isspecified = 'TRUE'
             WHERE n.name IN ('memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size')
               AND NOT EXISTS (SELECT 1 FROM v$spparameter f WHERE f.name = 'db_flash_cache_file' AND f.isspecified = 'TRUE')
             GROUP BY n.name ORDER BY n.name) LOOP
{_ENTRY}\
  END LOOP;
END;
/
"""

_SET = f"""\
DECLARE
  l_count NUMBER;
  l_spfile VARCHAR2(600);
{plsql.TALK}\
  FUNCTION bytes_of(p_name IN VARCHAR2) RETURN NUMBER IS
    l_value NUMBER;
  BEGIN
    SELECT MAX(TO_NUMBER(value)) INTO l_value FROM v$parameter WHERE name = p_name;
    RETURN NVL(l_value, 0);
  END;
  PROCEDURE raise_to(p_name IN VARCHAR2, p_bytes IN NUMBER) IS
  BEGIN
    IF bytes_of(p_name) < p_bytes THEN
      run_ddl({ddl.SET_PARAMETER.plsql(name="p_name", value="TO_CHAR(p_bytes)")});
    END IF;
  END;
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM v$spparameter WHERE name = 'db_flash_cache_file' AND isspecified = 'TRUE';
  IF l_count > 0 THEN
    say('db_flash_cache_file stands in the spfile already. Nothing was changed; use the rollback first to change it.');
    RETURN;
  END IF;
  run_ddl({ddl.CREATE_PFILE.plsql(file="'''?/dbs/segtier_before_flash_cache.ora'''")});
  IF bytes_of('memory_target') > 0 THEN
    raise_to('memory_max_target', bytes_of('memory_target') + %%METADATA%%);
    raise_to('memory_target', bytes_of('memory_target') + %%METADATA%%);
  ELSIF bytes_of('sga_target') > 0 THEN
    raise_to('sga_max_size', bytes_of('sga_target') + %%METADATA%%);
    raise_to('sga_target', bytes_of('sga_target') + %%METADATA%%);
  ELSE
    SELECT COUNT(*) INTO l_count FROM v$spparameter WHERE name = 'sga_max_size' AND isspecified = 'TRUE';
    IF l_count > 0 THEN
      raise_to('sga_max_size', bytes_of('sga_max_size') + %%METADATA%%);
    END IF;
    raise_to('db_cache_size', bytes_of('db_cache_size') + %%METADATA%%);
  END IF;
  run_ddl(%%FILE%%);
  run_ddl(%%SIZE%%);
  say('Nothing has changed yet in the running instance. Now restart the whole database, all instances together.');
  SELECT MAX(value) INTO l_spfile FROM v$parameter WHERE name = 'spfile';
  say('If it does not start: STARTUP PFILE=?/dbs/segtier_before_flash_cache.ora, then');
  say('CREATE SPFILE=''' || l_spfile || ''' FROM PFILE=''?/dbs/segtier_before_flash_cache.ora'', then restart.');
END;
/
"""

_LIB = f"""\
DECLARE
  l_count NUMBER;
  l_missing EXCEPTION;
  PRAGMA EXCEPTION_INIT(l_missing, -32010);
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  :s_handled := :s_handled + 1;
  IF :s_kind IS NOT NULL THEN
    run_ddl({ddl.SET_PARAMETER.plsql(name=":s_name", value=":s_kind")});
  ELSE
    BEGIN
      run_ddl({ddl.RESET_PARAMETER.plsql(name=":s_name")});
    EXCEPTION
      WHEN l_missing THEN
        say('  not in the spfile, as before.');
    END;
  END IF;
END;
/
"""

_FORGET = """\
BEGIN
  :s_name := '%%NAME%%';
  :s_kind := NULL;
END;
/
@@lib_restore_parameter.sql
"""

_BY_HAND = (
    "The flash cache is out of the spfile. Set the memory parameters back by hand from"
    " ?/dbs/segtier_before_flash_cache.ora."
)
_BACK = f"""\
SET ECHO OFF
{fill(_FORGET, NAME="db_flash_cache_file")}{fill(_FORGET, NAME="db_flash_cache_size")}\
{replay(RECORDED, least=3, advice=_BY_HAND)}\
PROMPT Restart the whole database now. Until then the cache can be switched off in the running instance with
PROMPT ALTER SYSTEM SET db_flash_cache_size = 0 (11.2.0.2 and later)
"""


def flash_cache_files(request: PlanRequest) -> tuple[BundleFile, ...]:
    """`50_flash_cache.sql`, its rollback and the block that restores one parameter. Raises Refused, Infeasible."""
    size = cache_size_bytes(request)
    where = flash_location(request)
    body = fill(
        _CHECK + record(RECORDED, "50_flash_cache.log", _RECORD) + "SET ECHO ON\n" + _SET,
        SINGLE="" if request.database.rac else _SINGLE,
        LOCATION_CHECK=fill(_GROUP, GROUP=where[1:], BYTES=str(size)) if where.startswith("+") else "",
        METADATA=str(metadata_bytes(request)),
        FILE=ddl.SET_PARAMETER.plsql(name="'db_flash_cache_file'", value=f"'''{where}'''"),
        SIZE=ddl.SET_PARAMETER.plsql(name="'db_flash_cache_size'", value=f"'{size_word(size)}'"),
    )
    return (
        script(
            "50_flash_cache.sql",
            "sets the flash cache in the spfile (SYSDBA)",
            body,
            request,
            expected=f"{format_bytes(size)} of cache for each instance: {_EXPECTED}",
            root=True,
        ),
        script(
            "90_rollback_flash_cache.sql",
            "takes the flash cache out of the spfile",
            _BACK,
            request,
            expected=_EXPECTED,
            root=True,
        ),
        library("lib_restore_parameter.sql", "puts one recorded parameter back, called by the rollback", _LIB, request),
    )

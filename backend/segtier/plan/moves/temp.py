"""Temp: a new temporary tablespace on flash becomes the default; the old one stays, so the way back is one statement."""

from __future__ import annotations

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan import ddl, place_sql, plsql
from segtier.plan.quoting import sql_literal, tablespace
from segtier.plan.recording import entry, record, replay
from segtier.plan.sqlplus import fill, script
from segtier.units import GIB

RECORDED = "old_temp.sql"
_HEADROOM = 1.25
"""Over the highest use the report shows; one hour's peak is not the year's."""

_LIST_USERS = """\
PROMPT Users with a temporary tablespace of their own keep it; look whether any of them should change
SELECT temporary_tablespace, COUNT(*) AS users FROM dba_users GROUP BY temporary_tablespace ORDER BY 1;
PROMPT Sessions keep the old tablespace for sorts that are running
SELECT tablespace, COUNT(*) AS sorts FROM v$tempseg_usage GROUP BY tablespace ORDER BY 1;
"""

_ENTRY = entry({"to_ts": "'UNISTR(''' || REPLACE(ASCIISTR(l_default), '''', '''''') || ''')'", "handled": "'1'"})

_RECORD = f"""\
DECLARE
  l_default VARCHAR2(400);
BEGIN
  SELECT property_value INTO l_default FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
  IF :s_guard_ok = 'YES' AND l_default <> '%%TABLESPACE%%' THEN
{_ENTRY}\
  END IF;
END;
/
"""

_CREATE = f"""\
DECLARE
  l_count NUMBER;
  l_bytes NUMBER := %%BYTES%%;
  l_default VARCHAR2(400);
{plsql.TALK}{place_sql.ROOM}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = '%%TABLESPACE%%';
  IF l_count > 0 THEN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces
     WHERE tablespace_name = '%%TABLESPACE%%' AND contents = 'TEMPORARY' AND status = 'ONLINE';
    IF l_count = 0 THEN
      stop('%%TABLESPACE%% exists and is not an online temporary tablespace.');
    END IF;
    say('%%TABLESPACE%% exists already, left as it is.');
  ELSE
    IF l_bytes IS NULL THEN
      SELECT SUM(f.bytes) INTO l_bytes FROM dba_temp_files f
       WHERE f.tablespace_name IN (
         SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE'
         UNION ALL SELECT g.tablespace_name FROM dba_tablespace_groups g JOIN database_properties d
             ON g.group_name = d.property_value AND d.property_name = 'DEFAULT_TEMP_TABLESPACE');
      say('The inputs do not give the peak use: as big as the present default, ' || gib(l_bytes));
    END IF;
%%HELD%%\
    IF l_bytes > %%USABLE%% THEN
      stop('temp needs ' || gib(l_bytes) || ', the flash holds ' || gib(%%USABLE%%));
    END IF;
    check_room(l_bytes, 'temp');
    say('Total: ' || gib(l_bytes) || '. Expected: at most ' || takes(l_bytes));
    run_ddl(%%CREATE%%);
  END IF;
  SELECT property_value INTO l_default FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
  IF l_default = '%%TABLESPACE%%' THEN
    say('%%TABLESPACE%% is the default already.');
  ELSE
    say('The default was ' || q(l_default) || '. It stays as a tablespace.');
    run_ddl(%%DEFAULT%%);
  END IF;
END;
/
"""

_PEAK = """\
    SELECT NVL(SUM(s.max_used_blocks * t.block_size), 0) INTO l_count
      FROM gv$sort_segment s JOIN dba_tablespaces t ON t.tablespace_name = s.tablespace_name;
    IF l_count > l_bytes THEN
      stop('temp has taken ' || gib(l_count) || ' at once since the inventory was made, the plan gives it ' || gib(l_bytes)
        || '. Collect again and make the plan again.');
    END IF;
"""
"""The peak in use since start-up over all instances, as the collector takes it. Source: Reference, V$SORT_SEGMENT."""

_SAME_FILES = """\
    SELECT NVL(SUM(f.bytes), 0) INTO l_count FROM dba_temp_files f JOIN database_properties d
        ON d.property_name = 'DEFAULT_TEMP_TABLESPACE' AND d.property_value = f.tablespace_name
     WHERE f.tablespace_name = %%NAME%%;
    IF l_count <> %%BYTES%% THEN
      stop('the default temporary tablespace is not the ' || gib(%%BYTES%%) || ' of the inventory'
        || '. Collect again and make the plan again.');
    END IF;
"""

_BACK = f"""\
{replay(RECORDED)}\
DECLARE
  l_count NUMBER;
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_mode := 'RUN';
  run_ddl(%%DEFAULT%%);
  say('When v$tempseg_usage shows no sort in it, %%TABLESPACE%% may be dropped by hand.');
END;
/
"""


def temp_files(request: PlanRequest) -> tuple[BundleFile, ...]:
    """`50_temp.sql` and its rollback."""
    name = tablespace(request.targets.temp_tablespace)
    size = temp_bytes(request)
    create = ddl.CREATE_TEMP.plsql(
        tablespace=f"'\"{name}\"'",
        file=place_sql.file_at_place(f"'/segtier_{name.lower()}_01.dbf'"),
        bytes="TO_CHAR(l_bytes)",
    )
    body = fill(
        record(RECORDED, "50_temp.log", _RECORD) + "SET ECHO ON\n" + _CREATE + _LIST_USERS,
        CREATE=create,
        DEFAULT=ddl.DEFAULT_TEMP.plsql(tablespace=f"'\"{name}\"'"),
        TABLESPACE=name,
        HELD=held_temp(request),
        BYTES="NULL" if size is None else str(size),
        USABLE=str(request.tier.usable_bytes),
    )
    back = fill(_BACK, DEFAULT=ddl.DEFAULT_TEMP.plsql(tablespace="q(:s_to_ts)"), TABLESPACE=name)
    return (
        script(
            "50_temp.sql",
            "temporary tablespace on flash becomes the default (SYSDBA)",
            body,
            request,
            expected="1 tablespace; its size and time are printed before it is made",
        ),
        script(
            "90_rollback_temp.sql",
            "the old temporary tablespace becomes the default again",
            back,
            request,
            expected="seconds: one statement",
        ),
    )


def temp_bytes(request: PlanRequest) -> int | None:
    """Peak use with headroom in whole GiB, else the temp files an inventory lists; None: the script looks them up."""
    if request.temp_peak_bytes:
        return with_headroom(request.temp_peak_bytes)
    known = known_temp(request)
    return known[1] if known else None


def known_temp(request: PlanRequest) -> tuple[str, int] | None:
    """Name and bytes of the only temporary tablespace; None where no inventory lists it, or it lists several."""
    files = (request.known.temp_files if request.known else None) or ()
    names = {(file.pdb, file.tablespace) for file in files}
    if len(names) != 1 or any(file.tablespace is None or not file.size_bytes for file in files):
        return None
    return str(files[0].tablespace), sum(file.size_bytes or 0 for file in files)


def held_temp(request: PlanRequest) -> str:
    """PL/SQL that stops where temp is not as the inventory said; empty without one. `l_bytes` is the size to be made."""
    if request.known is None:
        return ""
    if request.temp_peak_bytes:
        return _PEAK
    known = known_temp(request)
    return fill(_SAME_FILES, NAME=sql_literal(known[0]), BYTES=str(known[1])) if known else ""


def with_headroom(peak_bytes: int) -> int:
    """What the new tablespace takes for such a peak: some more, in whole GiB."""
    return max(1, -(-int(peak_bytes * _HEADROOM) // GIB)) * GIB

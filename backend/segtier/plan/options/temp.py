"""Temp on flash: a new temporary tablespace that becomes the default."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.moves.temp import held_temp, known_temp, temp_bytes, temp_files
from segtier.plan.must_hold import must_hold
from segtier.plan.options.option import Lists, Scripts
from segtier.plan.quoting import shown, tablespace
from segtier.plan.room import GUARDED, HEAD
from segtier.plan.sqlplus import fill
from segtier.plan.step import Step
from segtier.plan.target_names import listed_as, name_taken
from segtier.units import format_bytes

_LOOK = """\
SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
SELECT tablespace_name, file_name, bytes, autoextensible FROM dba_temp_files ORDER BY tablespace_name, file_name;
SELECT group_name, tablespace_name FROM dba_tablespace_groups ORDER BY group_name, tablespace_name;
SELECT temporary_tablespace, COUNT(*) AS users FROM dba_users GROUP BY temporary_tablespace ORDER BY 1;
"""

_ROOM = f"""\
{HEAD}\
{GUARDED}\
  SELECT COUNT(*) INTO l_count FROM dba_tablespaces WHERE tablespace_name = '%%TABLESPACE%%';
  IF l_count > 0 THEN
    SELECT COUNT(*) INTO l_count FROM dba_tablespaces
     WHERE tablespace_name = '%%TABLESPACE%%' AND contents = 'TEMPORARY' AND status = 'ONLINE';
    verdict(l_count > 0, '%%TABLESPACE%% exists already; it must be an online temporary tablespace.');
  ELSE
    verdict(TRUE, 'the name %%TABLESPACE%% is free.');
    SELECT NVL(%%BYTES%%, SUM(bytes)) INTO l_bytes FROM dba_temp_files
     WHERE tablespace_name IN (
       SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE');
%%HELD%%\
    verdict(l_bytes <= %%USABLE%%, 'temp needs ' || gib(l_bytes) || ', the flash holds ' || gib(%%USABLE%%));
    room_verdict(l_bytes, 0, 'temp');
    say('Total: ' || gib(l_bytes) || '. Expected: at most ' || takes(l_bytes));
  END IF;
END;
/
"""

_VERIFY = """\
PROMPT Expected: %%TABLESPACE%%
SELECT property_value FROM database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE';
PROMPT Expected: files of %%TABLESPACE%% online and on flash
COLUMN file_name FORMAT A90
SELECT tablespace_name, file_name, bytes, status FROM dba_temp_files ORDER BY tablespace_name, file_name;
PROMPT Users that keep another temporary tablespace, expected: those you want
SELECT username, temporary_tablespace FROM dba_users WHERE temporary_tablespace <> '%%TABLESPACE%%' ORDER BY username;
PROMPT After a busy hour: average direct path read temp and write temp, in ms
SELECT event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0) / 1000, 3) AS avg_ms
  FROM v$system_event WHERE event LIKE 'direct path % temp';
"""

_STEP = Step(
    "50_temp.sql",
    "SYSDBA",
    "Creates the temporary tablespace and makes it the default.",
    "none; running sorts stay where they are",
    "the whole size at once",
    "90_rollback_temp.sql",
)

_NOTES = (
    "The new tablespace becomes the default; users with a temporary tablespace of their own keep it (80_verify.sql lists"
    " them). The old one stays, so the way back is one statement.",
    "Sessions use the new one from their next sort on.",
    "In a container database run the scripts in the PDB whose temp is to move.",
    "Temp is written heavily: look at the endurance of the device.",
)


def _tablespace(request: PlanRequest) -> str:
    return tablespace(request.targets.temp_tablespace)


def _check_names(_: Lists, request: PlanRequest) -> None:
    for each in listed_as({("", _tablespace(request))}, request):
        if each.contents not in (None, "TEMPORARY"):
            raise name_taken(each, f"holds {each.contents} segments")


def _files(_: Lists, request: PlanRequest) -> Sequence[BundleFile]:
    return temp_files(request)


def _needed_bytes(_: Lists, request: PlanRequest) -> int:
    return temp_bytes(request) or 0


def _checks(_: Lists, request: PlanRequest) -> str:
    size = temp_bytes(request)
    slots = {"TABLESPACE": _tablespace(request), "BYTES": "NULL" if size is None else str(size)}
    return _LOOK + fill(_ROOM, HELD=held_temp(request), **slots, USABLE=str(request.tier.usable_bytes))


def _verified(_: Lists, request: PlanRequest) -> str:
    name = _tablespace(request)
    return fill(_VERIFY, TABLESPACE=name) + must_hold(
        (
            f"database_properties WHERE property_name = 'DEFAULT_TEMP_TABLESPACE' AND property_value <> '{name}'",
            f"other default temporary tablespace: {name} is not the default",
        ),
        (
            f"dba_temp_files WHERE tablespace_name = '{name}'"
            " AND (status <> 'ONLINE' OR INSTR(file_name, :s_flash_place || '/') <> 1)",
            f"file(s) of {name} outside the flash or not online",
        ),
    )


def _steps(_: PlanRequest) -> Sequence[Step]:
    return (_STEP,)


def _notes(_: Lists, __: PlanRequest) -> Iterable[str]:
    return _NOTES


def _figures(_: Lists, request: PlanRequest) -> Iterable[str]:
    size = temp_bytes(request)
    text = "as big as the present default (no peak in the inputs)" if size is None else format_bytes(size)
    yield f"Size of the new temporary tablespace: {text}. It does not grow by itself."


def _known(_: Lists, request: PlanRequest) -> Iterable[str]:
    temp = known_temp(request)
    if temp:
        yield f"Temporary tablespace today: {shown(temp[0])}, {format_bytes(temp[1])}"


def _asked(_: Lists, request: PlanRequest) -> Iterable[str]:
    if known_temp(request) is None and not request.temp_peak_bytes:
        yield "The size of today's temporary tablespace"


OPTION = Scripts(
    "temp",
    "Move temp to flash",
    _files,
    _needed_bytes,
    _checks,
    _verified,
    _steps,
    _notes,
    _figures,
    _known,
    _asked,
    check_names=_check_names,
)

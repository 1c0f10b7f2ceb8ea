"""The redo logs on flash: new groups, then the old ones go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.option import Spec
from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.moves.redo import LOOK, redo_files
from segtier.plan.moves.redo_known import STATE, described, held, hold, redo_plan
from segtier.plan.moves.redo_members import members_told
from segtier.plan.must_hold import must_hold
from segtier.plan.options.option import Lists, Scripts
from segtier.plan.room import GUARDED, HEAD
from segtier.plan.sqlplus import fill
from segtier.plan.step import Step
from segtier.units import format_bytes

_ROOM = f"""\
{HEAD.replace("DECLARE", "DECLARE%%STATE%%", 1)}\
%%PROCEDURES%%\
{GUARDED}\
%%WEIGHED%%\
  verdict(l_bytes <= %%USABLE%%, 'the redo needs ' || gib(l_bytes) || ', the flash holds ' || gib(%%USABLE%%));
  room_verdict(l_bytes * 1.05, 0, 'the new redo beside the old');
  SELECT COUNT(*) INTO l_largest FROM v$thread WHERE enabled = 'PUBLIC' AND status = 'CLOSED';
  verdict(l_largest = 0, l_largest || ' thread(s) are enabled but closed.');
  say('Total: ' || l_count || ' group(s), ' || gib(l_bytes) || '. Expected: ' || takes(l_bytes)
    || ', then up to ten minutes for each old group.');
END;
/
"""

_LOOKED_UP = """\
  SELECT NVL(SUM(l.bytes), 0), COUNT(*) INTO l_bytes, l_count FROM v$log l
   WHERE NOT EXISTS (SELECT 1 FROM v$logfile f WHERE f.group# = l.group# AND INSTR(f.member, :s_flash_place || '/') = 1);
"""

_VERIFY = """\
COLUMN member FORMAT A90
PROMPT Expected: every member at the flash, at least two groups per thread
SELECT l.thread#, l.group#, l.bytes, l.status, f.member FROM v$log l JOIN v$logfile f ON f.group# = l.group#
 ORDER BY l.thread#, l.group#;
PROMPT Expected: no rows
SELECT group#, status, member FROM v$logfile WHERE status IN ('INVALID', 'STALE', 'DELETED');
PROMPT After a busy hour: average log file sync and log file parallel write, in ms
SELECT event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0) / 1000, 3) AS avg_ms
  FROM v$system_event WHERE event IN ('log file sync', 'log file parallel write');
"""

_STEP = Step(
    "50_redo.sql",
    "SYSDBA",
    "Adds groups on the flash, then drops the old ones when they are INACTIVE.",
    "none; log switches and checkpoints",
    "room for the redo logs",
    "90_rollback_redo.sql",
)

_NOTES = (
    "As many groups as each thread has now, of the same size and block size, one member each, come to the flash; only then the"
    " old ones go, one by one, when they are INACTIVE and archived."
    " The script waits up to ten minutes for each, then stops; run it again.",
    "One member per group: where there are several today the script stops until one_member_ok in settings.sql says that this is"
    " agreed. What protects the one is the redundancy of the disk group; with EXTERN, or in a directory, Oracle keeps no second"
    " copy. If the flash is not mirrored, losing it loses committed work; the script stops there too (unmirrored_ok).",
    "A block size of 512 fails on devices with 4096-byte sectors only (ORA-01378). The script does not touch hidden parameters.",
    "Standby redo logs stay where they are; their size still fits, because the size does not change.",
    "Redo is written all the time: look at the endurance of the device.",
)

_BESIDE = (
    "Redo and data share the flash: a scan that fills the device can hold up commits. Look at log file parallel write"
    " after a busy hour."
)


def _files(_: Lists, request: PlanRequest) -> Sequence[BundleFile]:
    return redo_files(request)


def _needed_bytes(_: Lists, request: PlanRequest) -> int:
    redo = redo_plan(request)
    return redo.new_bytes if redo else 0


def _checks(_: Lists, request: PlanRequest) -> str:
    return LOOK + fill(_ROOM, **_slots(request), USABLE=str(request.tier.usable_bytes))


def _slots(request: PlanRequest) -> dict[str, str]:
    plan = redo_plan(request)
    if plan is None:
        return {"STATE": "", "PROCEDURES": "", "WEIGHED": _LOOKED_UP}
    weighed = f"{held(plan)}  l_bytes := l_need;\n  l_count := {len(plan.new)};\n"
    return {"STATE": f"\n  l_need NUMBER;\n{STATE}".rstrip(), "PROCEDURES": hold(plan), "WEIGHED": weighed}


def _verified(_: Lists, __: PlanRequest) -> str:
    return _VERIFY + must_hold(
        (
            "v$logfile f WHERE f.type = 'ONLINE' AND INSTR(f.member, :s_flash_place || '/') <> 1",
            "log member(s) outside the flash",
        ),
        ("(SELECT thread# FROM v$log GROUP BY thread# HAVING COUNT(*) < 2)", "thread(s) with fewer than two groups"),
        (
            "v$logfile WHERE status IN ('INVALID', 'STALE', 'DELETED')",
            "log member(s) that are INVALID, STALE or DELETED",
        ),
    )


def _steps(_: PlanRequest) -> Sequence[Step]:
    return (_STEP,)


def _notes(_: Lists, __: PlanRequest) -> Iterable[str]:
    return _NOTES


def _figures(_: Lists, request: PlanRequest) -> Iterable[str]:
    if request.redo_bytes_per_s:
        twenty = request.redo_bytes_per_s * 1200
        yield (
            f"The report shows {format_bytes(request.redo_bytes_per_s)} of redo a second: twenty minutes are"
            f" {format_bytes(twenty)}. If your groups are much smaller, log switches are too frequent; the script keeps the size."
        )


def _known(_: Lists, request: PlanRequest) -> Iterable[str]:
    plan = redo_plan(request)
    return [*described(plan), *members_told(plan, request)] if plan else []


def _asked(_: Lists, request: PlanRequest) -> Iterable[str]:
    if redo_plan(request) is None:
        yield "Redo groups, their threads and sizes"


def _beside(_: Sequence[Spec]) -> Iterable[str]:
    yield _BESIDE


OPTION = Scripts(
    "redo",
    "Move the redo logs to flash",
    _files,
    _needed_bytes,
    _checks,
    _verified,
    _steps,
    _notes,
    _figures,
    _known,
    _asked,
    beside=_beside,
)

"""Statements on redo groups.

Sources: SQL Language Reference, ALTER DATABASE (logfile_clauses), ALTER SYSTEM; Administrator's Guide, Managing the Redo Log:
Dropping Redo Log Groups (two stay in each thread, ORA-01567; not the current one, ORA-01623, nor one that crash recovery needs,
ORA-01624, nor one that is not archived, ORA-00350).
"""

from __future__ import annotations

import re

from lab.plsql.database import Emulated, RedoGroup
from lab.plsql.machine import Raised

ADD = re.compile(
    r"ALTER DATABASE ADD (?P<standby>STANDBY )?LOGFILE THREAD (?P<thread>\d+) GROUP (?P<group>\d+) \((?P<members>[^)]+)\)"
    r" SIZE (?P<size>\d+) BLOCKSIZE (?P<block>\d+)(?P<reuse> REUSE)?"
)
DROP = re.compile(r"ALTER DATABASE DROP (?P<standby>STANDBY )?LOGFILE GROUP (?P<group>\d+)")


def add(emulated: Emulated, said: re.Match[str]) -> None:
    number, members = int(said["group"]), [each.strip("' ") for each in said["members"].split(",")]
    if any(one.number == number for one in emulated.redo):
        raise Raised(-1184, f"ORA-01184: logfile group {number} already exists")
    named = [f"{each}/onlinelog/group_{number}.{at}" if "/" not in each else each for at, each in enumerate(members)]
    standby = said["standby"] is not None
    status = "UNASSIGNED" if standby else "UNUSED"
    emulated.redo.append(
        RedoGroup(
            number,
            int(said["thread"]),
            named,
            int(said["size"]),
            int(said["block"]),
            status,
            archived=True,
            standby=standby,
        )
    )


def drop(emulated: Emulated, said: re.Match[str]) -> None:
    group = next((one for one in emulated.redo if one.number == int(said["group"])), None)
    if group is None or group.standby is not (said["standby"] is not None):
        raise Raised(-1514, f"ORA-01514: error in log specification: no such log {said['group']}")
    of_thread = [one for one in emulated.redo if one.thread == group.thread and not one.standby]
    if group.standby:
        emulated.redo.remove(group)
        return
    if len(of_thread) <= 2:
        raise Raised(-1567, f"ORA-01567: dropping log {group.number} would leave less than 2 log files")
    if group.status == "CURRENT":
        raise Raised(-1623, f"ORA-01623: log {group.number} is current log - cannot drop")
    if group.status == "ACTIVE":
        raise Raised(-1624, f"ORA-01624: log {group.number} needed for crash recovery")
    if emulated.archivelog and not group.archived:
        raise Raised(-350, f"ORA-00350: log {group.number} needs to be archived")
    emulated.redo.remove(group)


def switch(emulated: Emulated) -> None:
    """In each thread the next group is current, an unused one first; the one before is archived."""
    for thread in sorted({one.thread for one in emulated.redo}):
        groups = [one for one in emulated.redo if one.thread == thread and not one.standby]
        now = next(one for one in groups if one.status == "CURRENT")
        free = [one for one in groups if one.status == "UNUSED"] or [one for one in groups if one.status == "INACTIVE"]
        if free:
            now.status, now.archived = "ACTIVE", True
            free[0].status, free[0].archived = "CURRENT", False


def archive_one(emulated: Emulated) -> None:
    """Some seconds later: the archiver has got on by one group."""
    waiting = [one for one in emulated.redo if not one.archived and one.status not in ("CURRENT", "UNUSED")]
    if waiting and not emulated.stuck:
        waiting[0].archived = True


def checkpoint(emulated: Emulated) -> None:
    for one in emulated.redo:
        if one.status == "ACTIVE":
            one.status = "INACTIVE"

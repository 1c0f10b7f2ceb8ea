"""The redo groups an inventory lists: the new ones are written out, the old ones only held against what is there now.

Groups of several members become groups of one; plan.md says so, and what protects the one.

New groups take the numbers above all others, those of standby redo logs included: both kinds share them.
Source: SQL Language Reference, ALTER DATABASE, logfile_clauses; Reference, V$LOG and V$STANDBY_LOG; ASM Administrator's Guide,
Mirroring, Redundancy, and Failure Group Options (EXTERNAL redundancy keeps one copy).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.errors import Infeasible
from segtier.model.inventory import RedoGroup
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.quoting import markdown_text
from segtier.plan.sqlplus.template import template
from segtier.units import format_bytes

_DEFAULT_BLOCK_BYTES = 512
"""What every release uses unless the devices have 4096-byte sectors."""

_COPIES = {
    "EXTERN": "Oracle keeps no second copy; only mirrored devices below it protect the redo",
    "NORMAL": "ASM keeps two copies",
    "HIGH": "ASM keeps three copies",
}


@dataclass(frozen=True, slots=True)
class RedoPlan:
    """`old` goes, `new` comes in its place with the same thread and size, `stays` is at the flash already."""

    old: tuple[RedoGroup, ...]
    new: tuple[RedoGroup, ...]
    stays: tuple[RedoGroup, ...]
    standby: tuple[RedoGroup, ...]

    @property
    def new_bytes(self) -> int:
        return sum(group.size_bytes or 0 for group in self.new) + (self._standby_bytes if self.standby else 0)

    @property
    def _standby_bytes(self) -> int:
        """One more than the online groups of each thread, each as large as the largest of them."""
        sizes: dict[int | None, list[int]] = {}
        for group in self.online:
            sizes.setdefault(group.thread, []).append(group.size_bytes or 0)
        return sum((len(each) + 1) * max(each) for each in sizes.values())

    @property
    def online(self) -> tuple[RedoGroup, ...]:
        return (*self.old, *self.stays)


def redo_plan(request: TargetedRequest) -> RedoPlan | None:
    """None where no inventory lists the groups with thread and size: the script then looks them up.

    Raises Infeasible where all groups are at the flash already, or the new ones do not fit on it.
    """
    groups = (request.known.redo_groups if request.known else None) or ()
    online = sorted((group for group in groups if not group.standby), key=lambda group: group.group)
    if not online or any(group.thread is None or not group.size_bytes for group in online):
        return None
    where = request.place.start
    old = tuple(group for group in online if not any(member.startswith(where) for member in group.members))
    stays = tuple(group for group in online if group not in old)
    plan = RedoPlan(old, _new(old, groups), stays, tuple(group for group in groups if group.standby))
    _check(plan, request)
    return plan


def _new(old: Sequence[RedoGroup], all_groups: Sequence[RedoGroup]) -> tuple[RedoGroup, ...]:
    first = max(group.group for group in all_groups) + 1
    return tuple(
        RedoGroup(first + number, group.thread, group.size_bytes, group.block_size_bytes or _DEFAULT_BLOCK_BYTES)
        for number, group in enumerate(old)
    )


def _check(plan: RedoPlan, request: TargetedRequest) -> None:
    if not plan.old:
        raise Infeasible(
            f"every redo group is at {request.place.setting} already, by the inventory", code="nothing-to-move"
        )
    if plan.new_bytes > request.tier.usable_bytes:
        raise Infeasible(
            f"the redo needs {format_bytes(plan.new_bytes)}, the SSD holds {format_bytes(request.tier.usable_bytes)}",
            code="does-not-fit",
        )


STATE = """\
  l_same NUMBER;
  l_made NUMBER := 0;
  l_old NUMBER := 0;
"""


def hold(plan: RedoPlan) -> str:
    """Procedures that hold the groups against now, for a declare section after `STATE` and `l_need`.

    What is made already counts, and an old group may be gone once every new one is there: the script runs again.
    """
    return template("redo/hold.sql", NEW=str(len(plan.new)))


def held(plan: RedoPlan) -> str:
    """Calls that stop where the redo is not what the inventory said; `l_need` is then what is still to be made."""
    new = "".join(f"  hold_new({group.group}, {group.thread}, {group.size_bytes});\n" for group in plan.new)
    old = "".join(f"  hold_old({group.group}, {group.thread}, {group.size_bytes});\n" for group in plan.online)
    return f"  l_need := 0;\n{new}{old}{template('redo/all_held.sql')}"


def adds(plan: RedoPlan) -> str:
    """One call for each new group: number, thread, bytes, block size."""
    return "".join(
        f"  add_group({group.group}, {group.thread}, {group.size_bytes}, {group.block_size_bytes});\n"
        for group in plan.new
    )


def described(plan: RedoPlan) -> list[str]:
    """What plan.md says: what comes, what stays, and what is unusual about the standby redo logs."""
    lines = [
        f"Redo, thread {thread}: {count} group(s) of {format_bytes(size or 0)} come to the SSD"
        for (thread, size), count in sorted(Counter((one.thread, one.size_bytes) for one in plan.new).items())
    ]
    numbers = f"{plan.new[0].group} to {plan.new[-1].group}"
    lines.append(f"They get the group numbers {numbers}; {len(plan.old)} old group(s) go")
    if plan.stays:
        lines.append(f"{len(plan.stays)} group(s) are at the SSD already and stay")
    return lines + _standby(plan)


def _standby(plan: RedoPlan) -> list[str]:
    """Source: Data Guard Concepts and Administration, "Managing Standby Redo Logs": their size and their number."""
    if not plan.standby:
        return ["There are no standby redo logs"]
    threads = len({group.thread for group in plan.online})
    return [
        f"{len(plan.standby)} standby redo log(s) go, {len(plan.online) + threads} come to the SSD, of the size of the online"
        f" groups: one more than those for each of {threads} thread(s), as Data Guard asks"
    ]


def members_told(plan: RedoPlan, request: TargetedRequest) -> list[str]:
    """Empty where no old group has a second member."""
    several = [group for group in plan.old if len(group.members) > 1]
    if not several:
        return []
    counts = sorted({len(group.members) for group in several})
    places = list(dict.fromkeys(_place(member) for group in several for member in group.members))
    today = " or ".join(str(count) for count in counts)
    return [
        f"{len(several)} of {len(plan.old)} old group(s) have {today} members today, in"
        f" {' and '.join(markdown_text(place) for place in places)}. The new groups have ONE member each,"
        f" {_where(request)}: Oracle's own second copy of the redo is gone, unless settings.sql names a redo_second_place for it",
        f"What protects the one member: {_protection(request)}",
    ]


def _place(member: str) -> str:
    """The disk group, or the directory."""
    return member.split("/", maxsplit=1)[0] if member.startswith("+") else member.rpartition("/")[0] or member


def _where(request: TargetedRequest) -> str:
    place = request.place
    if place.asked:
        return "at the flash_place of settings.sql"
    return f"in disk group +{place.group}" if place.group else f"in directory {place.directory}"


def _protection(request: TargetedRequest) -> str:
    place, group = request.place, request.listed_group
    if group is not None:
        kind = (group.redundancy or "").upper()
        copies = _COPIES.get("EXTERN" if kind.startswith("EXTERN") else kind, "look at its type in v$asm_diskgroup")
        return f"the redundancy of disk group +{place.group}, {kind or 'not known'}: {copies}"
    if place.group is None:
        return "only the devices below the file system; Oracle keeps no second copy"
    name = "its disk group" if place.asked else f"disk group +{place.group}"
    if not request.tier.mirrored:
        return f"the redundancy of {name}, which 20_asm_diskgroups.sql makes EXTERNAL: {_COPIES['EXTERN']}"
    normal = f"the redundancy of {name}: NORMAL as 20_asm_diskgroups.sql makes it ({_COPIES['NORMAL']})"
    if not request.may_mirror_by_md:
        return normal
    return f"{normal}, EXTERNAL with 20_asm_diskgroups_md.sql (the md arrays keep the second copy, Oracle none)"

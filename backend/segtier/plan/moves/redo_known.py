"""The redo groups an inventory lists: the new ones are written out, the old ones only held against what is there now.

New groups take the numbers above all others, those of standby redo logs included: both kinds share them.
Source: SQL Language Reference, ALTER DATABASE, logfile_clauses; Reference, V$LOG and V$STANDBY_LOG.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.errors import Infeasible
from segtier.model.inventory import RedoGroup
from segtier.plan.contract import TargetedRequest
from segtier.plan.template import template
from segtier.units import format_bytes

_DEFAULT_BLOCK_BYTES = 512
"""What every release uses unless the devices have 4096-byte sectors."""


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

"""What becomes of redo groups with several members, as plan.md says it: one member each, and what protects it.

Source: ASM Administrator's Guide, "Mirroring, Redundancy, and Failure Group Options": EXTERNAL redundancy keeps one copy.
"""

from __future__ import annotations

from segtier.plan.contract import TargetedRequest
from segtier.plan.disk_group import existing_group
from segtier.plan.moves.redo_known import RedoPlan
from segtier.plan.quoting import markdown_text

_COPIES = {
    "EXTERN": "Oracle keeps no second copy; only mirrored devices below it protect the redo",
    "NORMAL": "ASM keeps two copies",
    "HIGH": "ASM keeps three copies",
}


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
    place, group = request.place, existing_group(request)
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

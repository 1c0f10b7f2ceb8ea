"""The disk group of the option: its room is the limit, whether the inventory lists it or the bundle makes it.

In a group that the bundle makes every disk is a failure group of its own.

ASM needs room to mirror again what a lost disk held: the largest failure group with NORMAL, two of them with HIGH. With as
many disks as copies there is no other disk to mirror on, and nothing is kept.
Source: ASM Administrator's Guide, Managing Capacity in Disk Groups (REQUIRED_MIRROR_FREE_MB); Reference, V$ASM_DISKGROUP
(USABLE_FILE_MB is the room after mirroring and with one failure group lost).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from segtier.model.inventory import DiskGroup
from segtier.plan.contract import TargetedRequest
from segtier.plan.storage.flash_cache import flash_location
from segtier.units import format_bytes

Redundancy = Literal["EXTERNAL", "NORMAL", "HIGH"]
_COPIES: dict[Redundancy, int] = {"EXTERNAL": 1, "NORMAL": 2, "HIGH": 3}
_TWO = 2


def usable_bytes(raw_bytes: int, disks: int, redundancy: Redundancy) -> int:
    """Of equal disks that hold `raw_bytes` together."""
    copies = _COPIES[redundancy]
    kept = raw_bytes * (copies - 1) // disks if disks > copies else 0
    return (raw_bytes - kept) // copies


def made_usable_bytes(request: TargetedRequest) -> int:
    """The flash of the request, or less where 20_asm_diskgroups.sql makes it NORMAL.

    What moves and fits on pairs of md alone keeps their room; `usable_notes` says so.
    """
    normal = _normal_bytes(request)
    return request.tier.usable_bytes if normal is None or _needs_md(request, normal) else normal


def usable_notes(request: TargetedRequest) -> list[str]:
    """How much is usable, by redundancy, for a mirrored disk group that the bundle makes."""
    tier = request.tier
    if not _made_normal(request):
        return []
    if tier.count < _TWO:
        return [
            "How many disks the SSD has is not known. Over more than two of them, NORMAL redundancy keeps the room of one to"
            " mirror again after a loss, so that less is usable than half of all; give their number (device, count)."
        ]
    if tier.count == _TWO:
        return [
            "NORMAL redundancy over two disks has no third to mirror on: after a loss one disk holds everything alone until"
            " the other is replaced. usable_file_mb does not go down for that."
        ]
    normal = usable_bytes(tier.raw_bytes, tier.count, "NORMAL")
    notes = [
        f"NORMAL redundancy over {tier.count} disks: {format_bytes(normal)} are usable, since ASM needs the room of one disk to"
        " mirror again when one is lost."
    ]
    if request.may_mirror_by_md and tier.count % 2 == 0:
        pairs = usable_bytes(tier.raw_bytes // 2, tier.count // 2, "EXTERNAL")
        notes.append(
            f"As {tier.count // 2} pairs of md, striped by ASM with EXTERNAL redundancy (MIRROR=md in segtier.env, then"
            f" 20_asm_diskgroups_md.sql), {format_bytes(pairs)} are usable. A lost disk is replaced in its pair."
        )
        if _needs_md(request, normal):
            notes.append(
                "**What moves fits with MIRROR=md only**, not with NORMAL redundancy: 00_precheck.sql would FAIL."
            )
    return notes


def _made_normal(request: TargetedRequest) -> bool:
    on_device = request.spec.per_node and flash_location(request).startswith("/dev/")
    return request.tier.mirrored and request.place.group is not None and not on_device


def _normal_bytes(request: TargetedRequest) -> int | None:
    """None where that is no less than the flash of the request."""
    tier = request.tier
    if not _made_normal(request) or tier.count <= _TWO:
        return None
    normal = usable_bytes(tier.raw_bytes, tier.count, "NORMAL")
    return normal if normal < tier.usable_bytes else None


def _needs_md(request: TargetedRequest, normal: int) -> bool:
    moved = sum(segment.size_bytes or 0 for segment in request.move) if request.spec.by_name else 0
    return request.may_mirror_by_md and request.tier.count % 2 == 0 and moved > normal


def room_bytes(group: DiskGroup) -> int | None:
    """What files can still take after mirroring, never negative; groups of FLEX redundancy show 0: then what is free."""
    if group.usable_bytes is None:
        return None
    return max(0, (group.free_bytes or 0) if group.usable_bytes == 0 else group.usable_bytes)


def within_group(request: TargetedRequest) -> TargetedRequest:
    """The request with no more flash than its disk group has room for, so that sizes and refusals follow it."""
    if request.place_there:
        return request  # what earlier folders free is free in the tablespaces, not in the group
    group = request.listed_group
    room = room_bytes(group) if group else made_usable_bytes(request)
    if room is None or room >= request.tier.usable_bytes:
        return request
    return replace(request, tier=replace(request.tier, usable_bytes=room))

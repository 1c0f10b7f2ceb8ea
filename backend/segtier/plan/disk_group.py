"""The disk group of the option: its room is the limit, whether the inventory lists it already or the bundle makes it.

Source: Reference, V$ASM_DISKGROUP; USABLE_FILE_MB is the room after mirroring and with one failure group lost.
"""

from __future__ import annotations

from dataclasses import replace

from segtier.model.inventory import DiskGroup
from segtier.plan.contract import TargetedRequest
from segtier.plan.usable import made_usable_bytes


def existing_group(request: TargetedRequest) -> DiskGroup | None:
    """None where the group is not listed (the bundle makes it), or where the administrator must name the place first."""
    listed = (request.known.disk_groups if request.known else None) or ()
    place = request.place if listed else None
    if place is None or place.asked or place.group is None:
        return None
    return next((group for group in listed if group.name == place.group), None)


def room_bytes(group: DiskGroup) -> int | None:
    """What files can still take after mirroring, never negative; groups of FLEX redundancy show 0: then what is free."""
    if group.usable_bytes is None:
        return None
    return max(0, (group.free_bytes or 0) if group.usable_bytes == 0 else group.usable_bytes)


def within_group(request: TargetedRequest) -> TargetedRequest:
    """The request with no more flash than its disk group has room for, so that sizes and refusals follow it."""
    group = existing_group(request)
    room = room_bytes(group) if group else made_usable_bytes(request)
    if room is None or room >= request.tier.usable_bytes:
        return request
    return replace(request, tier=replace(request.tier, usable_bytes=room))

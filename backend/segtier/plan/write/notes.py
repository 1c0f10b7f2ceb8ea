"""What a reader of the bundle should know that no table says, per option."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import PlanRequest
from segtier.plan.by_platform import by_platform, has_checklist
from segtier.plan.disk_group import existing_group
from segtier.plan.duration import FASTEST_MB_PER_S, SLOWEST_MB_PER_S
from segtier.plan.options import scripts_of
from segtier.plan.place import EXAMPLE, place_of
from segtier.plan.usable import usable_notes
from segtier.plan.write.rds.notes import rds_notes

_FILE_SYSTEM = (
    "The files go to a file system. SQL cannot see its room; 10_os_setup.sh looks at it. Mount it with the options Oracle"
    " asks for, and set filesystemio_options so that the SSD is read directly."
)
_ASKED_BY_HAND = (
    f"Nobody has said where the SSD is. Fill in flash_place in settings.sql; every script stops on {EXAMPLE}."
)
_ASKED = f"{_ASKED_BY_HAND} For a file system fill in DIRECTORY in segtier.env as well."
_TIMES = (
    f"Expected durations are assumed at {SLOWEST_MB_PER_S} to {FASTEST_MB_PER_S} MB/s for one stream; nothing was measured."
    " The first log tells what this machine does."
)


def notes_for(lists: Sequence[Operation], request: PlanRequest) -> list[str]:
    """Notes of the option, with the figures of this request."""
    scripts = scripts_of(request)
    return [
        *place_notes(request),
        *scripts.figures(lists, request),
        *_mirroring(request),
        *([] if existing_group(request) else usable_notes(request)),
        _TIMES,
        *scripts.notes(lists, request),
    ]


def place_notes(request: PlanRequest) -> list[str]:
    """What must be filled in or looked at before the files can lie where they should."""
    if request.on_rds:
        return [] if request.is_part else list(rds_notes(request))
    if request.spec.per_node:
        return []
    place = place_of(request)
    notes = [_ASKED_BY_HAND if has_checklist(request) else _ASKED] if place.asked else []
    return notes if place.group else [*notes, by_platform(_FILE_SYSTEM, request)]


def _mirroring(request: PlanRequest) -> list[str]:
    if place_of(request).group is None or request.tier.mirrored or not request.spec.places_data:
        return []
    return [
        "The SSD is not known to be mirrored, so the disk group is created with EXTERNAL redundancy: losing one"
        " device then means restoring from backup."
    ]

"""What a reader of the bundle should know that no table says, per option."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.plan.contract import TargetedRequest
from segtier.plan.disk_group import existing_group
from segtier.plan.duration import FASTEST_MB_PER_S, SLOWEST_MB_PER_S
from segtier.plan.usable import usable_notes

_TIMES = (
    f"Expected durations are assumed at {SLOWEST_MB_PER_S} to {FASTEST_MB_PER_S} MB/s for one stream; nothing was measured."
    " The first log tells what this machine does."
)


def notes_for(lists: Sequence[Operation], request: TargetedRequest) -> list[str]:
    """Notes of the option, with the figures of this request."""
    scripts = request.scripts
    return [
        *request.target.notes(request),
        *scripts.figures(lists, request),
        *_mirroring(request),
        *([] if existing_group(request) else usable_notes(request)),
        _TIMES,
        *scripts.notes(lists, request),
    ]


def _mirroring(request: TargetedRequest) -> list[str]:
    if request.place.group is None or request.tier.mirrored or not request.spec.places_data:
        return []
    return [
        "The SSD is not known to be mirrored, so the disk group is created with EXTERNAL redundancy: losing one"
        " device then means restoring from backup."
    ]

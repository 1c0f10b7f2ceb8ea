"""What plan.md says of the volume and the instance store."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.oracle.releases import release_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.targets.rds.instance_store import shares, uses_store
from segtier.plan.targets.rds.volume import uses_volume, volume_gib

_VOLUME = (
    "The volume is added by the AWS CLI. Terraform's hashicorp/aws had no argument for additional volumes when this was written"
    " (its issue 46093). Adding or removing a volume starts a"
    " backup, and other changes of the instance wait for it. RDS wants an instance class with 64 GiB of memory or more for it."
)
_CAN_GROW = "A volume grows and never shrinks: the way back is to move the segments back, empty it and remove it."
_FIRST_OFFERED = (19, 0)


def rds_notes(request: TargetedRequest) -> Sequence[str]:
    release = release_of(request.database)
    notes = []
    if release is not None and release < _FIRST_OFFERED:
        notes.append(
            f"RDS no longer offers releases before 19c; the inputs are of {request.database.release}. On another release"
            " every script stops: make the plan again from a report of the RDS instance."
        )
    if uses_volume(request):
        rds = request.targets.rds
        notes += [f"Volume: {rds.volume}, {rds.volume_type}, {volume_gib(request)} GiB.", _VOLUME, _CAN_GROW]
    if uses_store(request):
        notes.append(_divided(request))
    return notes


def _divided(request: TargetedRequest) -> str:
    divided = shares(request)
    if divided is None:
        return "Standard Edition 2: all of the instance store is temp, no parameter is set."
    return (
        f"Instance store: {divided.cache}/10 flash cache, {divided.temp}/10 temp. Its content is lost when the instance stops or"
        " moves to another host."
    )

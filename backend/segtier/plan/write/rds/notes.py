"""What the pages of a bundle for RDS say where those of one's own machine say something else."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import PlanRequest
from segtier.oracle.releases import release_of
from segtier.plan.write.rds.instance_store import shares, uses_store
from segtier.plan.write.rds.volume import uses_volume, volume_gib

HOW = """\
For Amazon RDS for Oracle. Unpack into a folder of its own, `sha256sum -c SHA256SUMS`, stay there. Fill in `settings.sql` and
`rds.env`. Run each .sql file with `sqlplus MASTER_USER@ENDPOINT @FILE`, each .sh file with the AWS CLI signed in, first as
it is (it looks), then with `--apply`. Every script looks whether this is its database, stops with an error that says why, and may
be run again: what is done is skipped. Keep the logs and `old_...` files: the way back reads them. A bundle that nobody
approved asks once for what `REVIEW.txt` names. No Oracle server has run these scripts yet: try them on a copy first.
"""
STORAGE = """\
## The instance, once for all parts

The volume and the parameter group are those of all parts. Run this after the prechecks and before part 1.

"""
REPLICAS = "read replicas, if there are any, are known: each takes the redo, and has its own parameter group and instance store"
_VOLUME = (
    "The volume is added by the AWS CLI. Terraform's hashicorp/aws had no argument for additional volumes when this was written"
    " (its issue 46093). Adding or removing a volume starts a"
    " backup, and other changes of the instance wait for it. RDS wants an instance class with 64 GiB of memory or more for it."
)
_CAN_GROW = "A volume grows and never shrinks: the way back is to move the segments back, empty it and remove it."
_FIRST_OFFERED = (19, 0)


def rds_notes(request: PlanRequest) -> Sequence[str]:
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


def _divided(request: PlanRequest) -> str:
    divided = shares(request)
    if divided is None:
        return "Standard Edition 2: all of the instance store is temp, no parameter is set."
    return (
        f"Instance store: {divided.cache}/10 flash cache, {divided.temp}/10 temp. Its content is lost when the instance stops or"
        " moves to another host."
    )

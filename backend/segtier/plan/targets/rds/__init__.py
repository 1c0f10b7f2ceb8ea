"""Amazon RDS for Oracle: the same operations, written for a master user and the AWS CLI.

Nothing here decides what moves. What RDS cannot do is refused with the route that works (`screen.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from segtier.model.option import OptionName
from segtier.model.plan import BundleFile, PlanRequest, Step, TargetName
from segtier.plan import ddl
from segtier.plan.contract import Scripts, Target, TargetedRequest, Terms
from segtier.plan.place import Place
from segtier.plan.targets.rds.container import in_its_container
from segtier.plan.targets.rds.data_files import AllDataOnRds
from segtier.plan.targets.rds.flash_cache import FlashCacheOnRds
from segtier.plan.targets.rds.notes import rds_notes
from segtier.plan.targets.rds.redo import RedoOnRds, without_redo
from segtier.plan.targets.rds.segments import IndexesOnRds, SegmentsOnRds
from segtier.plan.targets.rds.shell import instance_files
from segtier.plan.targets.rds.steps import DBA, common_steps
from segtier.plan.targets.rds.temp import TempOnRds

SCRIPTS: Mapping[OptionName, Scripts] = {
    "all": AllDataOnRds(),
    "indexes": IndexesOnRds(),
    "segments": SegmentsOnRds(),
    "redo": RedoOnRds(),
    "temp": TempOnRds(),
    "flash-cache": FlashCacheOnRds(),
}
TERMS = Terms(
    administered=False,
    dba=DBA,
    how="""\
For Amazon RDS for Oracle. Unpack into a folder of its own, `sha256sum -c SHA256SUMS`, stay there. Fill in `settings.sql` and
`rds.env`. Run each .sql file with `sqlplus MASTER_USER@ENDPOINT @FILE`, each .sh file with the AWS CLI signed in, first as
it is (it looks), then with `--apply`. Every script looks whether this is its database, stops with an error that says why, and may
be run again: what is done is skipped. Keep the logs and `old_...` files: the way back reads them. A bundle that nobody
approved asks once for what `REVIEW.txt` names. No Oracle server has run these scripts yet: try them on a copy first.
""",
    once="""\
## The instance, once for all parts

The volume and the parameter group are those of all parts. Run this after the prechecks and before part 1.

""",
    usable="SSD asked for",
    unplaced="on the instance store",
    copies="read replicas, if there are any, are known: each takes the redo, and has its own parameter group and instance store",
    report="After a busy hour take another one, then rdsadmin.rdsadmin_diagnostic_util.awr_report writes the report to BDUMP.",
    repair="rdsadmin.rdsadmin_dbms_repair",
    unkept="1 = 0",
    force_logging="rdsadmin.rdsadmin_util.force_logging, or ALTER TABLESPACE ... FORCE LOGGING for each of these tablespaces",
    mend_standby="a replica lacks those blocks. Make the replica anew.",
    created=ddl.CREATE_MANAGED,
    created_encrypted=ddl.CREATE_MANAGED_ENCRYPTED,
    made_in=ddl.FILE_DESTINATION.plsql(place="'''' || :s_flash_place || ''''"),
)
_PLACE_NOTE = "-- flash_place: the place of the additional storage volume, which 10_volume.sh adds\n"


class Rds(Target):
    name: ClassVar[TargetName] = "rds"

    def place(self, request: TargetedRequest) -> Place:
        """DB_CREATE_FILE_DEST of the additional volume."""
        where = f"/{request.targets.rds.volume}/db"
        return Place(None, where, where, _PLACE_NOTE)

    def place_guard(self, request: TargetedRequest) -> str:
        return request.piece("place.sql")

    def storage_files(self, request: TargetedRequest, needed_bytes: int) -> Sequence[BundleFile]:  # noqa: ARG002  # as large as asked
        return instance_files(request)

    def steps(self, _: TargetedRequest) -> Sequence[Step]:
        return common_steps()

    def notes(self, request: TargetedRequest) -> Sequence[str]:
        return () if request.is_part else rds_notes(request)

    def told(self, request: PlanRequest, rented: bool) -> PlanRequest:  # noqa: ARG002  # they are meant to
        return without_redo(request)

    def alone(self, request: TargetedRequest) -> TargetedRequest:
        return in_its_container(request)


RDS = Rds("Amazon RDS", SCRIPTS, TERMS)

"""Amazon RDS for Oracle: the same operations, written for a master user and the AWS CLI.

Nothing here decides what moves. What RDS cannot do is refused with the route that works (`screen.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from segtier.model.option import OptionName
from segtier.model.plan import BundleFile, Destination, PlanRequest, PlanTier, Step, TargetName
from segtier.oracle.releases import release_of
from segtier.plan.contract import NOTHING, Place, Scripts, Target, TargetedRequest, Terms
from segtier.plan.sqlplus.template import piece
from segtier.plan.targets.rds.data_files import AllDataOnRds
from segtier.plan.targets.rds.flash_cache import FlashCacheOnRds
from segtier.plan.targets.rds.instance_store import shares, uses_store
from segtier.plan.targets.rds.redo import RedoOnRds, without_redo
from segtier.plan.targets.rds.screen import in_its_container
from segtier.plan.targets.rds.segments import IndexesOnRds, NamedSegmentsOnRds, SegmentsOnRds
from segtier.plan.targets.rds.shell import instance_files
from segtier.plan.targets.rds.temp import TempOnRds
from segtier.plan.targets.rds.tiers import placed, volume_of
from segtier.plan.targets.rds.volume import sold_as, uses_volume, volume_gib
from segtier.units import format_us

DBA, _CLI = "master user", "AWS CLI"
SCRIPTS: Mapping[OptionName, Scripts] = {
    "all": AllDataOnRds(),
    "indexes": IndexesOnRds(),
    "segments": SegmentsOnRds(),
    "set": NamedSegmentsOnRds(),
    "redo": RedoOnRds(),
    "temp": TempOnRds(),
    "flash-cache": FlashCacheOnRds(),
}
TERMS = Terms(
    administered=False,
    dba=DBA,
    how="""\
For Amazon RDS for Oracle. Unpack into a folder of its own, `sha256sum -c SHA256SUMS`. Fill in `settings.sql` and `rds.env`.
Run the files from %%FOLDER%%, in order: each .sql file with `sqlplus MASTER_USER@ENDPOINT @FILE`, each .sh file with the AWS
CLI signed in, first as it is (it looks), then with `--apply`. Every script looks whether this is its database, stops with an
error that says why, and may be run again: what is done is skipped. Keep the logs and `old_...` files: the way back reads them.
A bundle that nobody approved asks once for what `REVIEW.txt` names. No Oracle server has run these scripts yet: try them on a
copy first.
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
    unkept="1 = 0",  # RDS backs up the volumes itself, and no view of the database tells of it
    force_logging="rdsadmin.rdsadmin_util.force_logging, or ALTER TABLESPACE ... FORCE LOGGING for each of these tablespaces",
    mend_standby="a replica lacks those blocks. Create the replica again.",
    names_files=False,
)
_VOLUME = (
    "The volume is added by the AWS CLI. Terraform's hashicorp/aws had no argument for additional volumes when this was written"
    " (its issue 46093). Adding or removing a volume starts a"
    " backup, and other changes of the instance wait for it. RDS wants an instance class with 64 GiB of memory or more for it."
)
_CAN_GROW = "A volume grows and never shrinks: the way back is to move the segments back, empty it and remove it."
_FIRST_OFFERED = (19, 0)
_PLACE_NOTE = "-- flash_place: the place of the additional storage volume, which 10_volume.sh adds\n"


class Rds(Target):
    name: ClassVar[TargetName] = "rds"

    def place(self, request: TargetedRequest) -> Place:
        """DB_CREATE_FILE_DEST of the additional volume."""
        where = f"/{request.targets.rds.volume}/db"
        return Place(None, where, where, _PLACE_NOTE)

    def place_guard(self, request: TargetedRequest) -> str:
        return piece("place", request, MAIN="?" if request.place_there else "")

    def storage_files(self, request: TargetedRequest, needed_bytes: int) -> Sequence[BundleFile]:  # noqa: ARG002  # as large as asked
        return instance_files(request)

    def steps(self, _: TargetedRequest) -> Sequence[Step]:
        return (
            Step("00_precheck.sql", DBA, "Looks, changes nothing, prints PASS or FAIL.", "none", NOTHING, "-"),
            Step(
                "10_volume.sh",
                _CLI,
                "Adds the storage volume; --apply. Shows those there are.",
                "none; a backup follows",
                "the price of the volume",
                "90_remove_volume.sh, when it is empty",
            ),
            Step(
                "20_parameters.sh",
                _CLI,
                "Divides the instance store by the parameter group; --apply. The same as parameters.tf.",
                "a reboot",
                NOTHING,
                "90_rollback_parameters.sh, with a reboot",
            ),
        )

    def notes(self, request: TargetedRequest) -> Sequence[str]:
        if request.is_part or request.place_there:
            return ()
        release = release_of(request.database)
        notes = []
        if release is not None and release < _FIRST_OFFERED:
            notes.append(
                f"RDS no longer offers releases before 19c; the inputs are of {request.database.release}. On another release"
                " every script stops: make the plan again from a report of the RDS instance."
            )
        if uses_volume(request):
            rds = request.targets.rds
            sold = sold_as(rds.volume_type)
            if request.tier_name and request.tier.read_us < sold.read_us_low:
                notes.append(
                    f"{request.tier_name} was to read in {format_us(request.tier.read_us)}; an {rds.volume_type} volume takes"
                    f" {format_us(sold.read_us_low)} to {format_us(sold.read_us_high)}. Ask again with that."
                )
            notes += [f"Volume: {rds.volume}, {rds.volume_type}, {volume_gib(request)} GiB.", _VOLUME, _CAN_GROW]
        if uses_store(request):
            notes.append(_divided(request))
        return notes

    def placed(self, request: TargetedRequest) -> tuple[PlanTier, ...]:
        return placed(request)

    def at(self, tier: PlanTier, targets: Destination) -> Destination:
        return replace(targets, rds=volume_of(tier, targets.rds))

    def told(self, request: PlanRequest, rented: bool) -> PlanRequest:  # noqa: ARG002  # they are meant to
        return without_redo(request)

    def alone(self, request: TargetedRequest) -> TargetedRequest:
        return in_its_container(request)


def _divided(request: TargetedRequest) -> str:
    divided = shares(request)
    if divided is None:
        return "Standard Edition 2: all of the instance store is temp, no parameter is set."
    return (
        f"Instance store: {divided.cache}/10 flash cache, {divided.temp}/10 temp. Its content is lost when the instance stops or"
        " moves to another host."
    )


RDS = Rds("Amazon RDS", SCRIPTS, TERMS)

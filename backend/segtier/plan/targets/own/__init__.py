"""A machine whose administrator is SYSDBA and root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from segtier.model.plan import BundleFile, PlanRequest, Step, TargetName
from segtier.plan import ddl
from segtier.plan.contract import Target, TargetedRequest, Terms
from segtier.plan.options import SCRIPTS
from segtier.plan.place import Place
from segtier.plan.targets.own.place import place_guard, place_of
from segtier.plan.targets.own.steps import common_steps
from segtier.plan.targets.own.storage import storage_files, storage_notes

TERMS = Terms(
    administered=True,
    dba="SYSDBA",
    how="""\
Unpack into a folder of its own, `sha256sum -c SHA256SUMS`, fill in `settings.sql`. Run the files from that folder, in order:
`sqlplus / as sysdba @steps/00_precheck.sql`, `sqlplus / as sysasm @steps/...`, as root `bash os/...`. Every SYSDBA script
checks that this is its database, stops with an error that says why, and may be run again: what is done is skipped. Keep logs
and `old_...` files: the way back reads them. A bundle that nobody approved asks once for what `REVIEW.txt` names. No Oracle
server has run these scripts yet: try them on a copy first.
""",
    once="""\
## The SSD, once for all parts

All files of all parts go to one place, `flash_place` in `settings.sql`. Run this after the prechecks and before part 1.

""",
    usable="SSD",
    unplaced="looked up by its precheck, not counted here",
    copies="a standby, if there is one, has STANDBY_FILE_MANAGEMENT = AUTO and room for the same files",
    report="After a busy hour take another one, then @?/rdbms/admin/awrrpt.sql writes the report: give it to Segtier.",
    repair="DBMS_REPAIR",
    unkept="""\
NOT EXISTS (SELECT 1 FROM v$backup_datafile b
                                           WHERE b.file# = d.file# AND b.checkpoint_change# > d.unrecoverable_change#)""",
    force_logging="ALTER DATABASE FORCE LOGGING, or ALTER TABLESPACE ... FORCE LOGGING for each of these tablespaces",
    mend_standby="a standby lacks those blocks. There, in RMAN: RECOVER DATABASE NONLOGGED BLOCK; before 12.2 copy that file"
    " again.",
    created=ddl.CREATE_TABLESPACE,
    created_encrypted=ddl.CREATE_ENCRYPTED,
    made_in=None,
)
_LOOKS_RENTED = (
    "These inputs look like those of Amazon RDS for Oracle, where nobody is SYSDBA or root: these scripts cannot run there."
    " Make the plan with --target rds (target=rds over REST)."
)


class Own(Target):
    name: ClassVar[TargetName] = "own"

    def place(self, request: TargetedRequest) -> Place:
        return place_of(request)

    def place_guard(self, request: TargetedRequest) -> str:
        return place_guard(request)

    def storage_files(self, request: TargetedRequest, needed_bytes: int) -> Sequence[BundleFile]:
        return storage_files(request, needed_bytes)

    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        return common_steps(request)

    def notes(self, request: TargetedRequest) -> Sequence[str]:
        return storage_notes(request)

    def told(self, request: PlanRequest, rented: bool) -> PlanRequest:
        return replace(request, warnings=(*request.warnings, _LOOKS_RENTED)) if rented else request


OWN = Own("a machine of your own", SCRIPTS, TERMS)

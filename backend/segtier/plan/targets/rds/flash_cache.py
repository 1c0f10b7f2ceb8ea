"""Database Smart Flash Cache on RDS: its size is a parameter of the group, its file is RDS's own; what it keeps is plain DDL.

Source: Amazon RDS User Guide, Configuring an RDS for Oracle instance store.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from segtier.model.option import Spec
from segtier.model.plan import BundleFile, Step
from segtier.model.workload import Database
from segtier.oracle.gates import Gate, is_enterprise
from segtier.plan.checks.verify import must_hold
from segtier.plan.contract import Gates, Lists, TargetedRequest
from segtier.plan.moves.flash_cache_use import NAME as USE
from segtier.plan.moves.flash_cache_use import flash_cache_use_files
from segtier.plan.options.flash_cache import FlashCache
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.template import template
from segtier.plan.targets.rds.instance_store import shares
from segtier.plan.targets.rds.screen import screen

_SOURCE = "Amazon RDS User Guide, Configuring an RDS for Oracle instance store"
_NOTES = (
    "The instance store is part of the DB instance's server: only some instance classes have one (those with a d). On others"
    " both parameters come to 0.",
    "The cache is on after a reboot and fills slowly: judge it after a busy hour that repeats. It is empty again after each stop,"
    " failover or change of the instance class.",
    "A read replica has its own parameter group and instance store: it needs the same there, and a reboot.",
    "Each block in the cache takes about 100 bytes of the buffer cache.",
)


def _gate(database: Database) -> Gate:
    enterprise = is_enterprise(database)
    known = "this is Enterprise Edition" if enterprise else "00_precheck.sql looks"
    return Gate(enterprise, f"Smart Flash Cache on RDS needs Enterprise Edition; {known}.", _SOURCE)


class FlashCacheOnRds(FlashCache):
    title = "Set up Database Smart Flash Cache on RDS"
    gates: ClassVar[Gates] = (_gate,)

    def files(self, _: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        """A share of the instance store has no size that an input gives: what the advice asks for, where it does."""
        return flash_cache_use_files(request, request.flash_cache_bytes)

    def needed_bytes(self, _: Lists, __: TargetedRequest) -> int:
        """Nothing of the volume."""
        return 0

    def checks(self, _: Lists, request: TargetedRequest) -> str:
        divided = shares(request)
        return block("rds/cache_look.sql", TEMP=str(divided.temp if divided else 0))

    def verified(self, _: Lists, __: TargetedRequest) -> str:
        return template("rds/cache_verify.sql") + must_hold(
            (
                "v$parameter WHERE name = 'db_flash_cache_size' AND NOT REGEXP_LIKE(value, '[1-9]')",
                "parameter(s) that leave the flash cache off: is the group set, has the instance been rebooted",
            )
        )

    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        what = "Marks what the cache keeps and what it leaves out."
        who = f"{request.target.terms.dba}, after the reboot"
        return (Step(USE, who, what, "none", "nothing is rewritten", "90_rollback_flash_cache_use.sql"),)

    def notes(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        return _NOTES

    def figures(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        return ()

    def screen(self, request: TargetedRequest) -> None:
        screen(request)

    def beside(self, _: Sequence[Spec]) -> Iterable[str]:
        return ()

"""The redo logs on flash: new groups, then the old ones go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.option import Spec
from segtier.model.plan import BundleFile, Step
from segtier.plan.checks.verify import must_hold
from segtier.plan.contract import MEASURED, Lists, Scripts, TargetedRequest
from segtier.plan.moves.redo import redo_files, standby_missing
from segtier.plan.moves.redo_known import STATE, described, held, hold, members_told, redo_plan
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.template import template
from segtier.units import format_bytes

_STEP = Step(
    "50_redo.sql",
    "SYSDBA",
    "Adds groups on the SSD, then drops the old ones when they are INACTIVE.",
    "none; log switches and checkpoints",
    "room for the redo logs",
    "90_rollback_redo.sql",
)

_NOTES = (
    "As many groups as each thread has now, of the same size and block size, come to the SSD; only then the"
    " old ones go, one by one, when they are INACTIVE and archived."
    " The script waits up to ten minutes for each, then stops; run it again.",
    "One member per group, or two where settings.sql names redo_second_place. Where groups have more members today the script"
    " stops until that place or one_member_ok says how it is to be. What protects a single member is the redundancy of the disk"
    " group; with EXTERN, or in a directory, Oracle keeps no second copy. If the SSD is not mirrored, losing it loses committed"
    " work; the script stops there too (unmirrored_ok).",
    "A block size of 512 fails on devices with 4096-byte sectors only (ORA-01378). The script does not touch hidden parameters.",
    "Where there are standby redo logs, new ones of the same size come to the SSD too, one more than the groups of each thread,"
    " and the old ones go. Those of a standby database are its own: move them there.",
    "Redo is written all the time: look at the endurance of the device.",
)

_MINED = (
    "Supplemental logging is on, so something may read the redo. A classic Extract of GoldenGate must reach the new place too: in"
    " a disk group by TRANLOGOPTIONS DBLOGREADER or by a user of ASM."
)
"""Source: Using Oracle GoldenGate for Oracle Database 19.1, Accessing the Transaction Logs in ASM."""
_BESIDE = (
    "Redo and data share the SSD: a scan that fills the device can hold up commits. Look at log file parallel write"
    " after a busy hour."
)


def _slots(request: TargetedRequest) -> dict[str, str]:
    plan = redo_plan(request)
    if plan is None:
        return {"STATE": "", "PROCEDURES": "", "WEIGHED": template("redo/pieces.sql#looked_up")}
    weighed = f"{held(plan)}  l_bytes := l_need;\n  l_count := {len(plan.new)};\n"
    return {"STATE": f"  l_need NUMBER;\n{STATE}", "PROCEDURES": hold(plan), "WEIGHED": weighed}


_AFTER = (
    MEASURED,
    "Roll back when `log file sync` and `log file parallel write` of the busy hour do not wait less on average than before:"
    " then the log writer was not what commits waited for. `80_verify.sql` shows both.",
)


class Redo(Scripts):
    title = "Move the redo logs to SSD"
    after = _AFTER

    def files(self, _: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        return redo_files(request)

    def needed_bytes(self, _: Lists, request: TargetedRequest) -> int:
        redo = redo_plan(request)
        return redo.new_bytes if redo else 0

    def checks(self, _: Lists, request: TargetedRequest) -> str:
        weighed = block(
            "redo/weigh.sql",
            **_slots(request),
            STANDBY_MISSING=standby_missing(),
            USABLE=str(request.tier.usable_bytes),
        )
        return template("redo/look.sql") + weighed

    def verified(self, _: Lists, __: TargetedRequest) -> str:
        outside = template("redo/pieces.sql#outside").rstrip()
        return template("redo/verify.sql") + must_hold(
            (f"v$logfile f WHERE f.type = 'ONLINE' {outside}", "log member(s) outside the SSD"),
            (f"v$logfile f WHERE f.type = 'STANDBY' {outside}", "member(s) of standby redo logs outside the SSD"),
            (
                "(SELECT thread# FROM v$log GROUP BY thread# HAVING COUNT(*) < 2)",
                "thread(s) with fewer than two groups",
            ),
            (
                "v$log WHERE members < CASE WHEN :s_redo_second_place IS NULL THEN 1 ELSE 2 END",
                "log group(s) without the second member that settings.sql asks for",
            ),
            (
                "v$logfile WHERE status IN ('INVALID', 'STALE', 'DELETED')",
                "log member(s) that are INVALID, STALE or DELETED",
            ),
        )

    def steps(self, _: TargetedRequest) -> Sequence[Step]:
        return (_STEP,)

    def notes(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        mined = request.known is not None and request.known.supplemental_logging is True
        return (*_NOTES, _MINED) if mined else _NOTES

    def figures(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        if request.redo_bytes_per_s:
            twenty = request.redo_bytes_per_s * 1200
            yield (
                f"The report shows {format_bytes(request.redo_bytes_per_s)} of redo a second: twenty minutes are"
                f" {format_bytes(twenty)}. If your groups are much smaller, log switches are too frequent; the script keeps the"
                " size."
            )

    def known(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        plan = redo_plan(request)
        return [*described(plan), *members_told(plan, request)] if plan else []

    def asked(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        if redo_plan(request) is None:
            yield "Redo groups, their threads and sizes"

    def going_back(self, _: Lists, __: TargetedRequest) -> str:
        return (
            "It is never too late while the old places keep room for the groups: `90_rollback_redo.sql` adds them there again"
            " and drops the new ones, in the open database. Until then an SSD that fails takes the redo of the last minutes"
            " with it, unless it is mirrored."
        )

    def beside(self, _: Sequence[Spec]) -> Iterable[str]:
        yield _BESIDE

"""What stands in the way of an option, one sentence each. Gates: oracle-facts of Smart Flash Cache, RAC and ASM."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.model.device import SAY_SHARED
from segtier.oracle import gates
from segtier.units import format_bytes


def not_shared(case: Case, what: str) -> tuple[str, ...]:
    """RAC needs every file on storage all nodes see; a card inside one server is not that. Engineered storage rules it out."""
    if case.rac and not case.request.tier.shared and not engineered(case):
        return (f"RAC: the other nodes could not reach {what} on flash inside one server. {SAY_SHARED}",)
    return ()


def engineered(case: Case) -> tuple[str, ...]:
    reason = gates.engineered(case.workload.database)
    return () if reason is None else (reason,)


def does_not_fit(case: Case, needed_bytes: int | None, what: str) -> tuple[str, ...]:
    if needed_bytes is None:
        return (f"The size of {what} is not known: add a dba_segments export.",)
    if needed_bytes > case.capacity_bytes:
        return (
            f"Does not fit: {what} needs {format_bytes(needed_bytes)}, "
            f"{format_bytes(case.capacity_bytes)} are usable ({case.request.headroom_pct:.0f} % kept free).",
        )
    return ()


def flash_cache(case: Case) -> tuple[str, ...]:
    """Release, platform, edition and machine gates of Database Smart Flash Cache."""
    reasons = [*engineered(case), *gates.flash_cache_refusals(case.workload.database)]
    if case.request.flash_cache_os is False:
        reasons.append("Smart Flash Cache runs on Oracle Linux and Solaris only; you said the server runs neither.")
    if case.profile.buffer_cache_bytes is None:
        reasons.append("The size of the buffer cache is not in the report, so the flash cache cannot be sized.")
    return tuple(reasons)

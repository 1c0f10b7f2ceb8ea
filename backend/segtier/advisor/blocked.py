"""What stands in the way of an option, one sentence each. Gates: oracle-facts of Smart Flash Cache, RAC and ASM."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.analysis.words import machine
from segtier.model.device import SAY_SHARED
from segtier.units import format_bytes

FIRST_FLASH_CACHE_RELEASE = (11, 2, 0, 2)

_LONGEST_PART = 10
"""Digits of a part of a release, and one more."""


def release_tuple(release: str | None) -> tuple[int, ...] | None:
    """`11.2.0.4.0` as numbers; None where it is not known."""
    parts = (release or "").split(".")
    return (
        tuple(int(part) for part in parts)
        if release and all(part.isdecimal() and len(part) < _LONGEST_PART for part in parts)
        else None
    )


def not_shared(case: Case, what: str) -> tuple[str, ...]:
    """RAC needs every file on storage all nodes see; a card inside one server is not that. Engineered storage rules it out."""
    if case.rac and not case.request.tier.shared and not engineered(case):
        return (f"RAC: the other nodes could not reach {what} on flash inside one server. {SAY_SHARED}",)
    return ()


def engineered(case: Case) -> tuple[str, ...]:
    kind = case.workload.database.engineered
    if kind in (None, "none"):
        return ()
    return (f"The database runs on engineered storage ({machine(kind)}); its cells hold the flash and place the data.",)


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
    database = case.workload.database
    platform = database.platform or ""
    reasons = list(engineered(case))
    release = release_tuple(database.release)
    if release is not None and release < FIRST_FLASH_CACHE_RELEASE:
        reasons.append(f"Smart Flash Cache needs release 11.2.0.2 or later; this is {database.release}.")
    if platform and not any(word in platform.lower() for word in ("linux", "solaris")):
        reasons.append(f"Smart Flash Cache runs on Oracle Linux and Solaris only; this is {platform}.")
    if (database.edition or "").upper().startswith(("SE", "STANDARD", "XE", "EXPRESS")):
        reasons.append(f"Smart Flash Cache needs Enterprise Edition; this is {database.edition}.")
    if case.request.flash_cache_os is False:
        reasons.append("Smart Flash Cache runs on Oracle Linux and Solaris only; you said the server runs neither.")
    if case.profile.buffer_cache_bytes is None:
        reasons.append("The size of the buffer cache is not in the report, so the flash cache cannot be sized.")
    return tuple(reasons)

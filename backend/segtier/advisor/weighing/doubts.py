"""Why an option's gain is not to be counted on, though its forecast says that there may be one."""

from __future__ import annotations

from collections.abc import Callable

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import OPTIONS
from segtier.advisor.today.on_flash_today import data_on_flash
from segtier.analysis.doubt import doubt_of_reads
from segtier.analysis.words import pct

STALLED = 0.10
"""Part of DB time in waits for DBWR from which a Smart Flash Cache, which DBWR fills, is no remedy."""
READS_MATTER = 0.10
"""Part of DB time in buffered reads from which an average of theirs that means nothing spoils an option's gain."""


def not_counted_on(case: Case, draft: Draft) -> str | None:
    """The first reason as a sentence; None where there is none."""
    for look in (*_LOOKS, OPTIONS[draft.option].doubt):
        reason = look(case, draft)
        if reason is not None:
            return reason
    return None


def _of_reads(draft: Draft) -> bool:
    return any(spec.needs_flash and "single-block-read" in spec.helps for spec in draft.specs)


def _doubtful_reads(case: Case, draft: Draft) -> str | None:
    reads = case.profile.share("single-block-read", "multi-block-read")
    if not _of_reads(draft) or reads < READS_MATTER:
        return None
    return doubt_of_reads(case.profile)


def _on_flash(case: Case, draft: Draft) -> str | None:
    if not _of_reads(draft) or not data_on_flash(case):
        return None
    return "The data is on SSD today, as stated."


def _no_advisory(case: Case, draft: Draft) -> str | None:
    today = case.profile.advised_cache_bytes or 0
    if not draft.change.flash_cache_bytes or any(point.size_bytes > today for point in case.profile.cache_advice):
        return None
    return "No buffer pool advisory says how reads fall with a cache larger than today's."


def _stalled_writer(case: Case, draft: Draft) -> str | None:
    stalls = case.profile.share("write-stall")
    if not draft.change.flash_cache_bytes or stalls < STALLED:
        return None
    return f"DBWR keeps sessions waiting for {pct(stalls)} of DB time already, and it would also have to fill the flash cache."


def _flash_cache_there(case: Case, draft: Draft) -> str | None:
    if not draft.change.flash_cache_bytes or not case.profile.share("flash-read"):
        return None
    return "The database has a Smart Flash Cache already; what a bigger one would add is not in the report."


_LOOKS: tuple[Callable[[Case, Draft], str | None], ...] = (
    _doubtful_reads,
    _on_flash,
    _no_advisory,
    _stalled_writer,
    _flash_cache_there,
)

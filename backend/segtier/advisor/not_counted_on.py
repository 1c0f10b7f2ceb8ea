"""Why an option's gain is not to be counted on although its range is clear of nothing."""

from __future__ import annotations

from collections.abc import Callable

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.analysis.doubt import doubt_of_reads
from segtier.analysis.words import ms, pct
from segtier.forecast.constants import LOG_WRITES_MOST_US, UNSEEN_SHARE

STALLED = 0.10
"""Part of DB time in waits for DBWR from which a Smart Flash Cache, which DBWR fills, is no remedy."""
READS_MATTER = 0.10
"""Part of DB time in buffered reads from which an average of theirs that means nothing spoils an option's gain."""
_READS = frozenset({"all", "indexes", "segments", "flash-cache"})


def not_counted_on(case: Case, draft: Draft) -> str | None:
    """The first reason as a sentence; None where there is none."""
    for look in _LOOKS:
        reason = look(case, draft)
        if reason is not None:
            return reason
    return None


def _doubtful_reads(case: Case, draft: Draft) -> str | None:
    reads = case.profile.share("single-block-read", "multi-block-read")
    if _READS.isdisjoint(draft.made_of) or reads < READS_MATTER:
        return None
    return doubt_of_reads(case.profile)


def _on_flash(case: Case, draft: Draft) -> str | None:
    if _READS.isdisjoint(draft.made_of) or not case.data_on_flash:
        return None
    return "The data is on flash today, as stated."


def _no_advisory(case: Case, draft: Draft) -> str | None:
    today = case.profile.buffer_cache_bytes or 0
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


def _beyond_disks(case: Case, draft: Draft) -> str | None:
    sync_us, most_us = case.profile.demand("commit").latency_us or 0.0, LOG_WRITES_MOST_US.high
    if draft.option != "redo" or case.profile.redo_write_us or sync_us <= most_us:
        return None
    return (
        f"A commit takes {ms(sync_us)}, longer than its log writes take on any disk: bandwidth, archiving or CPU may keep "
        "it, and the report does not show the log write itself."
    )


def _unseen(case: Case, draft: Draft) -> str | None:
    extra, named = 1 - (case.segments.read_coverage or 0.0), draft.change.buffered_reads
    # More than half of what it is taken to move is I/O that no list names.
    if draft.option != "indexes" or extra * UNSEEN_SHARE.expected <= named:
        return None
    return (
        f"{pct(extra)} of the reads are of segments that no list names; how many of them are of indexes is not known."
    )


_LOOKS: tuple[Callable[[Case, Draft], str | None], ...] = (
    _doubtful_reads,
    _on_flash,
    _no_advisory,
    _stalled_writer,
    _flash_cache_there,
    _beyond_disks,
    _unseen,
)

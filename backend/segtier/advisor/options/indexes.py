"""All indexes on flash, those that no list names included."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked
from segtier.advisor.options.option import Option, Weighing
from segtier.advisor.segments.shares import share_of
from segtier.analysis.words import pct
from segtier.forecast.constants import UNSEEN_SHARE
from segtier.oracle.names import SYSTEM_TABLESPACES


def _draft(weighing: Weighing) -> Draft:
    case = weighing.case
    stay = weighing.ranking.placer.held.excluded
    indexes = (load for load in case.segments.loads if load.is_index and load.unmovable_reason is None)
    rows = [load for load in indexes if load.key not in stay]
    used = case.segments.index_size_bytes
    if used is not None:
        left = (load for load in case.segments.loads if load.is_index and (load.key in stay or load.on_flash))
        used -= sum(load.size_bytes or 0 for load in left)
    stops = (
        *blocked.not_shared(case, "index data files"),
        *blocked.engineered(case),
        *blocked.does_not_fit(case, used, "all indexes together"),
        *blocked.past_limits(case, len(rows), used),
    )
    change = share_of(case, rows)
    if not _all_named(case):
        # Indexes that no list names move as well; how much of the unlisted I/O is theirs is not known.
        unseen_reads = 1 - (case.segments.read_coverage or 0.0)
        unseen_writes = 1 - (case.segments.write_coverage or 0.0)
        change = replace(change, reads_extra=unseen_reads, writes_extra=unseen_writes)
    return Draft("indexes", change, used, stops, frozenset(row.key for row in rows))


def _all_named(case: Case) -> bool:
    """The indexes whose reads are listed are as many bytes as all indexes there are: no other one moves. Sizes without any
    index say nothing of indexes.
    """
    total = case.segments.index_size_bytes
    own = (load for load in case.segments.loads if load.is_index and load.tablespace not in SYSTEM_TABLESPACES)
    return total is not None and 0 < total <= sum(load.size_bytes or 0 for load in own)


def _unseen(_: Case, draft: Draft) -> str | None:
    extra, named = draft.change.reads_extra, draft.change.buffered_reads
    # More than half of what it is taken to move is I/O that no list names.
    if extra * UNSEEN_SHARE.expected <= named:
        return None
    return (
        f"{pct(extra)} of the reads are of segments that no list names; how many of them are of indexes is not known."
    )


OPTION = Option("indexes", _draft, doubt=_unseen)

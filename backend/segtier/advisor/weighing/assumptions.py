"""What an option takes for granted: inputs of its forecast, and what else nobody has measured; by what they change first."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.today.on_flash_today import assumed
from segtier.analysis.dated_sizes import line_of_sizes
from segtier.analysis.words import pct
from segtier.model.assumption import KINDS
from segtier.model.forecast import Assumption, Forecast
from segtier.plurals import plural


def assumptions_of(case: Case, draft: Draft, forecast: Forecast) -> tuple[Assumption, ...]:
    """The largest influence first; those without one as the forecast meets them."""
    rows = (
        *forecast.assumptions,
        *_unconfirmed_os(case, draft),
        *_in_a_cluster(case, draft),
        *_headroom(case, draft),
        *assumed(case, draft),
        *_hits_beside_segments(draft),
    )
    return tuple(sorted((_in_words(row) for row in rows), key=lambda row: -(row.influence or 0.0)))


def _in_words(row: Assumption) -> Assumption:
    kind = KINDS[row.name]
    return replace(row, title=kind.title, least=kind.least, most=kind.most)


def _unconfirmed_os(case: Case, draft: Draft) -> tuple[Assumption, ...]:
    """A report says Linux, not which one; Smart Flash Cache cares."""
    if not draft.change.flash_cache_bytes or case.request.flash_cache_os is not None:
        return ()
    seen = case.workload.database.platform or "no platform"
    return (Assumption("server_os", "Oracle Linux or Solaris", source=f"not confirmed; the report says {seen}"),)


def _in_a_cluster(case: Case, draft: Draft) -> tuple[Assumption, ...]:
    """Oracle's own warning of the flash cache in RAC."""
    if not draft.change.flash_cache_bytes or not case.rac:
        return ()
    source = (
        "support note 2120400.1: on two or more nodes DBWR may spin and sessions hang, and not every user meets it; test one "
        "instance under load, with a way back"
    )
    return (Assumption("flash_cache_in_rac", "no hangs", source=source),)


def _headroom(case: Case, draft: Draft) -> tuple[Assumption, ...]:
    """What a placement leaves free, so that the tablespaces on the flash can grow."""
    if not any(spec.places_data for spec in draft.specs):
        return ()
    kept = case.request.headroom_pct
    source = f"of the usable SSD, kept free for growth and rebuilds; {_how_it_grows(case)}"
    return (Assumption("headroom", kept, unit="%", source=source),)


def _how_it_grows(case: Case) -> str:
    sizes = case.known.weekly
    line = line_of_sizes(sizes)
    if line is None or line.now <= 0:
        return "nobody has measured how fast this database grows"
    seen = plural(len(sizes), "week")
    if line.low <= 0:
        return f"in {seen} this database has not grown beyond chance"
    low, high = line.low / line.now, line.high / line.now
    return f"in {seen} this database grew by {pct(low)} to {pct(high)} a week"


def _hits_beside_segments(draft: Draft) -> tuple[Assumption, ...]:
    """What nobody has measured where a flash cache works beside segments that have moved."""
    if not draft.change.flash_cache_bytes or not any(spec.places_data for spec in draft.specs):
        return ()
    source = "no advisory tells the reads that stay on disk from all reads"
    return (Assumption("hits_beside_segments", "as of all reads", source=source),)

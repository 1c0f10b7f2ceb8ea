"""A report lists only the top segments; what it does not list cannot be placed."""

from __future__ import annotations

from segtier.analysis.coverage import reads_beyond_total
from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding
from segtier.model.evidence import AS_WRITTEN

AT_LEAST = 0.60
_LIST = "Segments by Physical Reads"


def find(facts: Facts) -> Finding | None:
    if facts.segments.basis == "export":
        return None
    reads = facts.listed_reads
    if reads is not None and reads >= AT_LEAST:
        return None
    unread = any(one.state == "unreadable" and one.name == _LIST for one in facts.workload.sections)
    if reads is None and unread:
        return Finding("low-coverage", "info", f"{_LIST} is in the reports and could not be read. {AS_WRITTEN}")
    if reads is None and reads_beyond_total(facts.workload) is not None:
        return None
    seen = f"name only {pct(reads)} of the physical reads" if reads is not None else "name no segment with its reads"
    text = (
        f"The reports {seen}. Upload a v$segment_statistics export (no licence needed) and dba_segments sizes "
        "to have the rest ranked and placed."
    )
    return Finding("low-coverage", "info", text)

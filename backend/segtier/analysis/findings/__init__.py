"""One judged fact per file. A finding's code is its file's name; the order here is the order on the page."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.findings import (
    bigger_cache_helps,
    cluster_waits,
    commits_wait,
    cpu_bound,
    double_counted,
    doubtful_reads,
    engineered_storage,
    few_segments_dominate,
    few_statements_dominate,
    logons,
    long_window,
    low_coverage,
    parsing,
    reads_already_fast,
    row_locks,
    scans,
    temp_spill,
    throttled,
    unexplained_time,
    write_stalls,
)
from segtier.model.advice import Finding

_ALL = (
    row_locks,
    doubtful_reads,
    throttled,
    unexplained_time,
    parsing,
    logons,
    cpu_bound,
    reads_already_fast,
    write_stalls,
    commits_wait,
    scans,
    engineered_storage,
    cluster_waits,
    few_statements_dominate,
    few_segments_dominate,
    bigger_cache_helps,
    temp_spill,
    double_counted,
    low_coverage,
    long_window,
)


def all_findings(facts: Facts) -> tuple[Finding, ...]:
    """Every finding that holds, in reading order."""
    found = (module.find(facts) for module in _ALL)
    return tuple(finding for finding in found if finding is not None)

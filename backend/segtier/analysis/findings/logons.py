"""Sessions that come and go: connecting costs more than the work."""

from __future__ import annotations

from segtier.analysis.connecting import CONNECTING, connecting_share
from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.10


def find(facts: Facts) -> Finding | None:
    share = connecting_share(facts.workload, facts.profile.db_time_per_s * facts.profile.elapsed_s)
    if share < AT_LEAST:
        return None
    text = f"Connecting takes {pct(share)} of DB time. Keep sessions open (a connection pool); no storage shortens it."
    rows = [row for row in facts.workload.time_model if row.name.lower() == CONNECTING]
    return Finding("logons", "warning", text, tuple(e for row in rows for e in row.evidence[:2]))

"""Sessions wait for rows that other sessions hold; storage has no part in it."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding

AT_LEAST = 0.10


def find(facts: Facts) -> Finding | None:
    share = facts.profile.share("locks")
    if share < AT_LEAST:
        return None
    worst = facts.profile.events_of("locks")[0]
    text = (
        f"Locks take {pct(share)} of DB time, most of it {worst.event} at {ms(worst.avg_wait_us)} a wait. "
        "Find who holds them (v$session.blocking_session, ASH) before anything else."
    )
    return Finding("row-locks", "critical" if share > 0.3 else "warning", text, facts.evidence("locks"))

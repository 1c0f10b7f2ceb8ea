"""Sessions wait for rows that other sessions hold; those may wait for storage meanwhile."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import ms, pct
from segtier.model.advice import Finding
from segtier.model.profile import HOLDERS_ELSEWHERE

AT_LEAST = 0.10


def find(facts: Facts) -> Finding | None:
    share = facts.profile.share("locks")
    if share < AT_LEAST:
        return None
    worst = facts.profile.events_of("locks")[0]
    text = (
        f"Locks take {pct(share)} of DB time, mostly {worst.event} at {ms(worst.avg_wait_us)} a wait. "
        "Find who holds them (v$session.blocking_session, ASH)"
    )
    holders = facts.profile.holders_on_storage
    if holders < HOLDERS_ELSEWHERE:
        text += " before anything else."
    else:
        text += f". Without lock waits {pct(holders)} of DB time is waits for storage, so they may wait for that."
    return Finding("row-locks", "critical" if share > 0.3 else "warning", text, facts.evidence("locks"))

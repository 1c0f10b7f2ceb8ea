"""Sessions wait because redo or dirty blocks are not written fast enough."""

from __future__ import annotations

from segtier.analysis.facts import Facts
from segtier.analysis.words import pct
from segtier.model.advice import Finding

AT_LEAST = 0.05


def _cure(event: str) -> str:
    """What a DBA does first; log writes that are too slow are told by the commits."""
    if "checkpoint" in event:
        return " More and larger redo logs come first: they give the checkpoint time."
    if "free buffer" in event:
        return " Look at asynchronous I/O and the number of DBWR processes first."
    return ""


def find(facts: Facts) -> Finding | None:
    share = facts.profile.share("write-stall", "log-stall")
    if share < AT_LEAST:
        return None
    worst = facts.profile.events_of("write-stall", "log-stall")[:2]
    named = " and ".join(f"{row.event} ({pct(facts.profile.share_of(row))})" for row in worst)
    text = (
        f"The write side stalls sessions for {pct(share)} of DB time: {named}.{_cure(worst[0].event)} A Smart Flash Cache makes "
        "this worse, because DBWR also has to fill it."
    )
    return Finding("write-stalls", "warning", text, facts.evidence("write-stall", "log-stall"))

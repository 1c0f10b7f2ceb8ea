"""The rule for storage behind a limit: raise the limit first."""

from __future__ import annotations

from segtier.advisor.verdict.bench import Bench, say
from segtier.analysis.words import pct
from segtier.model.profile import STORAGE_WAITS
from segtier.model.verdict import Verdict

AT_LEAST = 0.2
"""Of DB time in waits for storage."""


def throttled(bench: Bench) -> Verdict | None:
    throttle, share = bench.case.facts.throttle, bench.share(*STORAGE_WAITS)
    if throttle is None or share < AT_LEAST:
        return None
    text = (
        f"{throttle.text} Storage waits are {pct(share)} of DB time; faster devices behind the same limit gain nothing, nor "
        "do faster redo logs."
    )
    commits = throttle.sign == "commits"
    headline = f"Storage is throttled{':' if commits else ''} {throttle.short}."
    return say(bench, "throttled", "commit" if commits else "storage-read", headline, text)

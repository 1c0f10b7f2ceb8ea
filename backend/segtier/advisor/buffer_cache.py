"""The rival of flash: a bigger buffer cache, as far as the buffer pool advisory looks."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.analysis.findings.bigger_cache_helps import LARGEST
from segtier.forecast import Change
from segtier.forecast.constants import Spread

ADVISORY_ERROR = 0.1
"""The advisory samples: relative error taken of the reads it expects to save."""


def buffer_cache(case: Case) -> Draft:
    """Today's cache at the largest size the advisory gives; blocked where there is no advisory above today's size."""
    profile = case.profile
    today = profile.buffer_cache_bytes
    larger = [p for p in profile.cache_advice if today and today * 1.05 < p.size_bytes <= today * LARGEST]
    if not larger:
        reason = "No buffer pool advisory says what a bigger buffer cache would save."
        return Draft("buffer-cache", Change(), 0, (reason,), known=False)
    best = larger[-1]
    saved = 1 - min(best.read_factor, 1.0)
    spread = Spread(
        1 - saved * (1 + ADVISORY_ERROR),
        1 - saved,
        1 - saved * (1 - ADVISORY_ERROR),
        f"{profile.cache_advice_source}: reads with a cache of {best.size_bytes / 1024**3:.3g} GiB",
    )
    return Draft("buffer-cache", Change(read_factor=spread), 0)

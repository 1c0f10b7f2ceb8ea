"""The rival of flash: a bigger buffer cache, as far as the buffer pool advisory looks."""

from __future__ import annotations

from segtier.advisor.draft import Draft
from segtier.advisor.options.option import Option, Weighing
from segtier.analysis.more_memory import larger_caches, pool_named
from segtier.errors import Refused
from segtier.forecast import Change
from segtier.forecast.constants import Spread
from segtier.model.advice import Advice
from segtier.model.verdict import Blocker

ADVISORY_ERROR = 0.1
"""The advisory samples: relative error taken of the reads it expects to save."""


def _draft(weighing: Weighing) -> Draft:
    """Today's cache at the largest size the advisory gives; blocked where there is no advisory above today's size."""
    profile = weighing.case.profile
    today = profile.advised_cache_bytes
    larger = [p for p in larger_caches(profile) if today and today * 1.05 < p.size_bytes]
    if not larger:
        reason = "No buffer pool advisory says what a bigger buffer cache that fits the server would save."
        return Draft("buffer-cache", Change(), 0, (Blocker("no-advisory", reason, "cache-advisory"),), known=False)
    best = larger[-1]
    saved = 1 - min(best.read_factor, 1.0)
    spread = Spread(
        1 - saved * (1 + ADVISORY_ERROR),
        1 - saved,
        1 - saved * (1 - ADVISORY_ERROR),
        f"{profile.cache_advice_source}: reads with a {pool_named(profile)} of {best.size_bytes / 1024**3:.3g} GiB",
    )
    return Draft("buffer-cache", Change(read_factor=spread), 0)


def _no_scripts(_: Advice) -> Refused:
    return Refused(
        "a bigger buffer cache places nothing on SSD, so no scripts belong to it",
        code="no-scripts",
        advice="Raise db_cache_size (or sga_target) as far as the server's memory allows, then collect a new report.",
    )


OPTION = Option("buffer-cache", _draft, no_scripts=_no_scripts)

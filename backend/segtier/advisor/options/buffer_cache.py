"""The rival of flash: a bigger buffer cache, as far as the buffer pool advisory looks."""

from __future__ import annotations

from segtier.advisor.draft import Draft
from segtier.advisor.options.option import Option, Weighing
from segtier.analysis.more_memory import larger_caches, pool_named
from segtier.errors import Refused
from segtier.forecast import Change
from segtier.forecast.constants import Spread
from segtier.model.advice import Advice
from segtier.model.profile import CachePoint, Profile
from segtier.model.verdict import Blocker

ADVISORY_ERROR = 0.1
"""The advisory samples: relative error taken of the reads it expects to save."""
NO_ADVISORY = "No buffer pool advisory says what a bigger buffer cache that fits the server would save."


def largest_cache(profile: Profile) -> CachePoint | None:
    """The largest above today's that the advisory gives and the server has the memory for."""
    today = profile.advised_cache_bytes
    larger = [p for p in larger_caches(profile) if today and today * 1.05 < p.size_bytes]
    return larger[-1] if larger else None


def reads_left(profile: Profile, point: CachePoint) -> Spread:
    """Physical reads with a cache of this size, relative to today's."""
    saved = 1 - min(point.read_factor, 1.0)
    return Spread(
        1 - saved * (1 + ADVISORY_ERROR),
        1 - saved,
        1 - saved * (1 - ADVISORY_ERROR),
        f"{profile.cache_advice_source}: reads with a {pool_named(profile)} of {point.size_bytes / 1024**3:.3g} GiB",
    )


def _draft(weighing: Weighing) -> Draft:
    """Today's cache at the largest size the advisory gives; blocked where there is no advisory above today's size."""
    profile = weighing.case.profile
    best = largest_cache(profile)
    if best is None:
        return Draft("buffer-cache", Change(), 0, (Blocker("no-advisory", NO_ADVISORY, "cache-advisory"),), known=False)
    return Draft("buffer-cache", Change(read_factor=reads_left(profile, best)), 0)


def _no_scripts(_: Advice) -> Refused:
    return Refused(
        "a bigger buffer cache places nothing on SSD, so no scripts belong to it",
        code="no-scripts",
        advice="Raise db_cache_size (or sga_target) as far as the server's memory allows, then collect a new report.",
    )


OPTION = Option("buffer-cache", _draft, no_scripts=_no_scripts)

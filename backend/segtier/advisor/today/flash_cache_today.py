"""The Smart Flash Cache in use today, where parameters or statistics of the reports show one."""

from __future__ import annotations

import re

from segtier.advisor.case import Case
from segtier.analysis.figures import statistic
from segtier.model.advice import FlashCacheInUse
from segtier.model.workload import Workload
from segtier.units import GIB, KIB, MIB, TIB

_SIZE = re.compile(r"(\d{1,18})\s?([KMGT]?)", re.IGNORECASE)
_UNITS = {"": 1, "K": KIB, "M": MIB, "G": GIB, "T": TIB}


def in_use(case: Case) -> FlashCacheInUse | None:
    """None where neither a size is set nor a hit counted."""
    size, hits = _size_bytes(case.workload), statistic(case.workload, "physical read flash cache hits")
    if not size and not hits:
        return None
    reads = statistic(case.workload, "physical reads cache")
    return FlashCacheInUse(
        size_bytes=size,
        hits_per_s=None if hits is None else hits / case.profile.elapsed_s,
        hit_share=None if hits is None or not reads else min(hits / reads, 1.0),
    )


def _size_bytes(workload: Workload) -> int | None:
    """Of the instance with the largest; with several devices their sum."""
    texts = [row.end or row.begin for row in workload.parameters if row.name == "db_flash_cache_size"]
    sizes = [size for text in texts if text and (size := _sum_bytes(text)) is not None]
    return max(sizes, default=None)


def _sum_bytes(text: str) -> int | None:
    found = [_SIZE.fullmatch(part.strip()) for part in text.split(",")]
    sizes = [int(match[1]) * _UNITS[match[2].upper()] for match in found if match is not None]
    return sum(sizes) if len(sizes) == len(found) else None

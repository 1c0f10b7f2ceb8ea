"""The Smart Flash Cache in use today, where parameters or statistics of the reports show one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from segtier.advisor.case import Case
from segtier.analysis.figures import statistic
from segtier.analysis.words import pct
from segtier.model.advice import FlashCacheInUse, FlashCacheSkip
from segtier.model.profile import Profile
from segtier.model.workload import Workload
from segtier.units import GIB, KIB, MIB, TIB

_SIZE = re.compile(r"(\d{1,18})\s?([KMGT]?)", re.IGNORECASE)
_UNITS = {"": 1, "K": KIB, "M": MIB, "G": GIB, "T": TIB}


def in_use(case: Case) -> FlashCacheInUse | None:
    """None where neither a size is set nor a hit counted."""
    size, hits = _size_bytes(case.workload), statistic(case.workload, "physical read flash cache hits")
    if not size and not hits:
        return None
    reads, inserts = (statistic(case.workload, name) for name in ("physical reads cache", "flash cache inserts"))
    skipped, evicted = _by_reason(case.workload, _SKIPPED), _by_reason(case.workload, _EVICTED)
    elapsed = case.profile.elapsed_s
    filled = (inserts or 0.0) * case.profile.block_size_bytes / elapsed
    return FlashCacheInUse(
        size_bytes=size,
        hits_per_s=None if hits is None else hits / elapsed,
        hit_share=None if hits is None or not reads else min(hits / reads, 1.0),
        inserts_per_s=None if inserts is None else inserts / elapsed,
        evictions_per_s=sum(evicted.values()) / elapsed if evicted else None,
        skipped=tuple(FlashCacheSkip(reason, blocks / elapsed) for reason, blocks in skipped.items() if blocks),
        # Of a cluster the size is one instance's, and what comes in is all of theirs.
        stays_s=size / filled if size and filled and not case.rac else None,
        stalled_pct=_stalled_pct(case.profile),
        remarks=tuple(_remarks(inserts, hits, skipped)),
    )


def _stalled_pct(profile: Profile) -> float | None:
    """None where free buffer waits may be among what has no name."""
    share = profile.share("write-stall")
    return 100 * share if share or not profile.may_take_time("write-stall") else None


_SKIPPED, _EVICTED = "flash cache insert skip: ", "flash cache eviction: "
_BUSY = "DBWR overloaded"
_MANY = 0.1
"""Part of the blocks that might have come in from which a reason counts."""


def _by_reason(workload: Workload, begins: str) -> dict[str, float]:
    """Blocks, the most frequent reason first; empty where no such statistic is there."""
    names = {row.name for row in workload.instance_statistics if row.name.startswith(begins)}
    found = {name.removeprefix(begins): statistic(workload, name) for name in names}
    told = [(reason, blocks) for reason, blocks in found.items() if blocks is not None]
    return dict(sorted(told, key=lambda one: (-one[1], one[0])))


def _remarks(inserts: float | None, hits: float | None, skipped: Mapping[str, float]) -> Iterator[str]:
    """What its own counters say against a larger one. A block that is there already was not left out."""
    left_out = {reason: blocks for reason, blocks in skipped.items() if reason != "exists"}
    busy, whole = left_out.get(_BUSY, 0.0), (inserts or 0.0) + sum(left_out.values())
    if inserts is not None and busy > _MANY * whole:
        yield (
            f"DBWR was too busy to fill it with {pct(busy / whole)} of the blocks that left the buffer cache: faster data files "
            "or fewer writes come before a larger flash cache."
        )
    if inserts and hits is not None and hits < inserts:
        yield (
            f"It stores {inserts / hits:.3g} blocks for each one that it serves: most are not read again while there."
            if hits
            else "It stores blocks but serves none of them."
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

"""What a map of the segments is drawn from, as rows of an answer's file: worked out once, whichever option is looked at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any

from segtier.model.advice import RankedSegment

ONE_BY_ONE = 300
"""So many of the largest are drawn one by one."""
Row = dict[str, Any]


def facet_rows(segments: Sequence[RankedSegment]) -> Iterator[Row]:
    """What the segments can be narrowed by: each owner, tablespace and type, with how many it has."""
    for name in ("owner", "tablespace", "type"):
        counts = Counter(map(attrgetter(name), segments))
        for value, count in counts.items():
            if value is not None:
                yield {"of": name, "value": value, "segments": count}


def drawn_rows(segments: Iterable[RankedSegment]) -> Iterator[Row]:
    """The ranks of the largest, the largest first. One of 0 bytes is weighed as of unknown size, and has no area."""
    sized = (row for row in segments if row.size_bytes)
    for row in nlargest(ONE_BY_ONE, sized, key=attrgetter("size_bytes")):
        yield {"rank": row.rank}


def rest_rows(segments: Sequence[RankedSegment]) -> Iterator[Row]:
    """The smaller ones, summed where no option tells them apart."""
    drawn = {row["rank"] for row in drawn_rows(segments)}
    sums: dict[tuple[Any, ...], list[float]] = defaultdict(lambda: [0, 0, 0.0, 0.0])
    for row in segments:
        if not row.size_bytes or row.rank in drawn:
            continue
        saves, over_tiers = row.benefit_s_per_hour, row.tier_benefit_s_per_hour
        total = sums[row.owner, row.options, row.fast_today, saves is not None, over_tiers is not None]
        _add(total, (1, row.size_bytes, saves or 0.0, over_tiers or 0.0))
    for (owner, options, fast, known, tier_known), (count, size, saved, tier_saved) in sums.items():
        yield {
            "owner": owner,
            "options": options_text(options),
            "fast": fast,
            "segments": count,
            "size": size,
            "benefit": saved if known else None,
            "tier_benefit": tier_saved if tier_known else None,
        }


def unsized_rows(segments: Iterable[RankedSegment]) -> Iterator[Row]:
    """Those without a size, by tablespace."""
    sums: dict[str | None, list[float]] = defaultdict(lambda: [0, 0, 0.0, 0, 0.0])
    for row in segments:
        if row.size_bytes:
            continue
        saves, over_tiers = row.benefit_s_per_hour, row.tier_benefit_s_per_hour
        known = (saves is not None, saves or 0.0, over_tiers is not None, over_tiers or 0.0)
        _add(sums[row.tablespace], (1, *known))
    names = ("segments", "known", "benefit", "tier_known", "tier_benefit")
    for tablespace, total in sums.items():
        yield {"tablespace": tablespace, **dict(zip(names, total, strict=True))}


def options_text(options: Iterable[str]) -> str:
    """A space on either side of each."""
    return f" {' '.join(options)} "


def _add(total: list[float], one: Iterable[float]) -> None:
    for place, value in enumerate(one):
        total[place] += value

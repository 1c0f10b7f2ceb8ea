"""Counters of another time say how the hour's requests are shared only where the hour's own lists leave that open.

What a list of the hour says of a segment stands, and a segment that a full list does not name has no more than its last row:
counters of another day change neither. Within these bounds they share out what is left of the hour's requests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from segtier.analysis.segment_rates import Rates
from segtier.columns import Floats
from segtier.dataclass import dataclass
from segtier.model.workload import Segment
from segtier.oracle.names import is_numbered

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
TEMPORARY = ("TEMP",)
_HALVINGS = 60
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Which rows of the hour and of an export are one segment: a group of either, since PDB and type may not be named."""

    own: Ints
    """The group of each row of the hour; -1 for one that the export does not hold, as it may be cut by value."""
    exported: Ints

    @property
    def only_own(self) -> Flags:
        return self.own < 0

    def of_hour(self, figures: Floats | Flags) -> Floats:
        """The sum of each group; what is not known counts as nothing."""
        there = ~self.only_own
        return _sums(self.own[there], figures[there], len(self.exported))

    def of_export(self, figures: Floats | Flags) -> Floats:
        return _sums(self.exported, figures, len(self.exported))


def _sums(of: Ints, figures: Floats | Flags, groups: int) -> Floats:
    sums: Floats = np.bincount(of, np.where(np.isnan(figures), 0.0, figures), groups).astype(np.float64)
    return sums


@dataclass(frozen=True, slots=True)
class Lists:
    """What the hour's own lists leave open."""

    alone: bool
    """They are those of one report; sums over several are the least of each segment."""
    ranked: bool
    """Each names those that have most of its statistic: no other has more than the last of them."""

    def most(self, own: Floats, below: Sequence[float | None]) -> tuple[Floats, float]:
        """(of each row of the hour, of a segment without one); endless where nothing says so."""
        if not self.alone:
            return np.full(len(own), np.inf), np.inf
        limits = np.array(below, np.float64)
        bounds, listed = limits[~np.isnan(limits)], own[~np.isnan(own)]
        other = bounds.max() if len(bounds) else listed.min() if self.ranked and len(listed) else np.inf
        limits[np.isnan(limits)] = other
        return np.where(np.isnan(own), limits, own), float(other)


def matches(own: Sequence[Segment], exported: Sequence[Segment]) -> Matches:
    names: dict[tuple[str, str, str | None], list[int]] = {(row.owner, row.name, row.subobject): [] for row in own}
    for place, row in enumerate(exported):
        if (same_name := names.get((row.owner, row.name, row.subobject))) is not None:
            same_name.append(place)
    of_own, of_exported = np.full(len(own), -1, np.int64), np.arange(len(exported), dtype=np.int64)
    for number, row in enumerate(own):
        places = names[row.owner, row.name, row.subobject]
        found = sorted({int(of_exported[place]) for place in places if _one_segment(row, exported[place])})
        for other in found[1:]:
            of_exported[of_exported == other] = of_own[of_own == other] = found[0]
        if found:
            of_own[number] = found[0]
    return Matches(of_own, of_exported)


def _one_segment(row: Segment, exported: Segment) -> bool:
    same_kind = None in (row.key[4], exported.key[4]) or row.key[4] == exported.key[4]
    return same_kind and (None in (row.pdb, exported.pdb) or row.pdb == exported.pdb or is_numbered(exported.pdb))


def filled(own: Rates, export: Rates, same: Matches, most: tuple[float, float], lists: Lists) -> Rates:
    """The export's rows, with the hour's figures where the hour has them. Rows of `own` that the export lacks are not among them.

    `export`: scaled to the hour's requests. `most`: read and write requests per second that its rows can make together.
    """
    reads = _shared(own.reads, own.reads_below, export.reads, export.rows, same, most[0], lists)
    writes = _shared(own.writes, own.writes_below, export.writes, export.rows, same, most[1], lists)
    read_blocks = _blocks(own.read_blocks, export.read_blocks, same, reads, export.reads)
    direct, open_ = _direct(own, export, same, reads, read_blocks, lists)
    part = np.divide(direct, reads, out=np.zeros(len(reads)), where=np.nan_to_num(reads) > 0)
    return replace(
        export,
        rows=_with_places(own.rows, _untold_no_more(export.rows, open_), same),
        reads=reads,
        writes=writes,
        read_blocks=read_blocks,
        write_blocks=_blocks(own.write_blocks, export.write_blocks, same, writes, export.writes),
        direct=direct,
        direct_blocks=read_blocks * part,
        reads_estimated=_guessed(own.reads, own.reads_estimated, export.reads_estimated, same),
        writes_estimated=_guessed(own.writes, own.writes_estimated, export.writes_estimated, same),
    )


def of_other_time(own: Rates, made: Rates, same: Matches) -> tuple[Floats, Floats]:
    """(of the reads, of the writes) of each row that `filled` made: the part that the hour does not say."""
    pairs = (own.reads, made.reads), (own.writes, made.writes)
    return tuple(_not_of_hour(same.of_hour(of_hour), figures, same) for of_hour, figures in pairs)  # type: ignore[return-value]


def _not_of_hour(told: Floats, made: Floats, same: Matches) -> Floats:
    all_ = same.of_export(made)
    part = np.divide(told, all_, out=np.ones(len(all_)), where=all_ > 0)
    open_: Floats = np.clip(1 - part, 0.0, 1.0)[same.exported]
    return np.where(open_ < _ROUNDING, 0.0, open_)


def _shared(
    own: Floats,
    below: Sequence[float | None],
    export: Floats,
    rows: Sequence[Segment],
    same: Matches,
    most: float,
    lists: Lists,
) -> Floats:
    parts, least = same.of_export(export), same.of_hour(own)
    each, other = lists.most(own, below)
    highest = same.of_hour(each)
    highest[same.of_hour(np.ones(len(own))) == 0] = other
    highest = np.maximum(highest, least)
    counts = same.of_export(np.array([(row.tablespace or "") not in TEMPORARY for row in rows], np.bool_)) > 0
    total = min(float(parts[counts].sum()), most)
    scale = _scale(least[counts], highest[counts], parts[counts], total)
    told = same.of_hour(~np.isnan(own)) > 0
    return _among_rows(np.clip(parts * scale, least, highest), export, parts, told, same)


def _scale(least: Floats, most: Floats, parts: Floats, total: float) -> float:
    """The factor that makes the parts add up to the total, each within its bounds, or to as much of it as the bounds allow."""
    if not least.any() and np.isinf(most).all():
        return total / float(parts.sum()) if total < parts.sum() else 1.0
    if least.sum() >= total or not parts.any():
        return 0.0
    below, above = 0.0, total / float(parts[parts > 0].min())
    for _ in range(_HALVINGS):
        middle = (below + above) / 2
        made = np.clip(parts * middle, least, most).sum()
        below, above = (middle, above) if made < total else (below, middle)
    return above


def _among_rows(shared: Floats, export: Floats, parts: Floats, told: Flags, same: Matches) -> Floats:
    """Of each group's figure what each row has; NaN where neither the hour nor the export knows it."""
    group = same.exported
    rows = np.bincount(group, minlength=len(group))[group]
    part = np.divide(np.nan_to_num(export), parts[group], out=1 / rows, where=parts[group] > 0)
    unknown = np.isnan(export) & ~(told[group] & (parts[group] == 0))
    return np.where(unknown, np.nan, shared[group] * part)


def _blocks(own: Floats, export: Floats, same: Matches, requests: Floats, counted: Floats) -> Floats:
    """As the hour lists them; else as many to a request as in the export."""
    told, parts = same.of_hour(~np.isnan(own)) > 0, same.of_export(export)
    of_hour = _among_rows(same.of_hour(own), export, parts, told, same)
    scale = np.divide(requests, counted, out=np.ones(len(export)), where=np.nan_to_num(counted) > 0)
    return np.where(told[same.exported], of_hour, export * scale)


def _guessed(own: Floats, guessed: Flags, export: Flags, same: Matches) -> Flags:
    told = same.of_hour(~np.isnan(own)) > 0
    return np.where(told[same.exported], same.of_hour(guessed)[same.exported] > 0, export)


def _direct(
    own: Rates, export: Rates, same: Matches, reads: Floats, blocks: Floats, lists: Lists
) -> tuple[Floats, Floats]:
    """(direct requests, the part of the reads that may be): what the hour says; else as the export has it, no more blocks than a
    full list leaves open.
    """
    _, other = lists.most(own.direct_blocks, own.direct_below)
    told = (same.of_hour(~np.isnan(own.direct_blocks)) > 0)[same.exported]
    of_reads, of_direct = same.of_hour(own.reads), same.of_hour(own.direct)
    part = np.divide(of_direct, of_reads, out=np.zeros(len(of_reads)), where=of_reads > 0)[same.exported]
    there = np.nan_to_num(export.reads) > 0
    exported = np.divide(export.direct, export.reads, out=np.zeros(len(reads)), where=there)
    most = np.divide(other, blocks, out=np.ones(len(reads)), where=np.nan_to_num(blocks) > 0)
    direct: Floats = np.nan_to_num(reads) * np.where(told, part, np.minimum(exported, most))
    return direct, np.where(told, 0.0, np.clip(most, 0.0, 1.0))


def _untold_no_more(rows: Sequence[Segment], open_: Floats) -> list[Segment]:
    """Direct reads that the export does not tell are no more than this part of a segment's reads."""
    return [
        replace(row, direct_untold_blocks=min(row.direct_untold_blocks, part * (row.physical_reads_blocks or 0.0)))
        if row.direct_untold_blocks
        else row
        for row, part in zip(rows, open_.tolist(), strict=True)
    ]


def _with_places(own: Sequence[Segment], exported: Sequence[Segment], same: Matches) -> Sequence[Segment]:
    """Each with where the hour names it, too."""
    rows = list(exported)
    by_group: dict[int, list[Segment]] = {}
    for row, group in zip(own, same.own.tolist(), strict=True):
        by_group.setdefault(group, []).append(row)
    for place in np.flatnonzero(np.isin(same.exported, list(by_group))).tolist():
        of_hour = [one for row in by_group[int(same.exported[place])] for one in row.evidence]
        rows[place] = replace(rows[place], evidence=(*of_hour, *rows[place].evidence))
    return rows

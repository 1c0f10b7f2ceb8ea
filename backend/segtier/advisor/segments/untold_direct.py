"""What some segments may read directly where nobody tells it: as little, and as much, as the instance leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from segtier.advisor.case import Case
from segtier.advisor.segments.movers import shares_of
from segtier.analysis.direct_reads import most_direct_per_s
from segtier.columns import Floats
from segtier.forecast.today import TIME
from segtier.model.profile import SegmentLoad


def as_may_be(case: Case, rows: Sequence[SegmentLoad]) -> Iterator[list[SegmentLoad]]:
    """The rows with the fewest direct reads, and with the most. Where some of them must be buffered, those that take longest,
    and those that take least.
    """
    if all(row.direct_between is None for row in rows):
        return
    least = np.array([_least(row) for row in rows])
    most = np.array([row.direct_between[1] if row.direct_between else _least(row) for row in rows])
    yield _reading(rows, least)
    room, whole = np.inf, most_direct_per_s(case.profile)
    if whole is not None:
        room = max(whole - sum(map(_least, case.segments.loads)), 0.0)
    if (most - least).sum() <= room:
        yield _reading(rows, most)
        return
    longest_first = np.argsort(-_times(case, rows), kind="stable")
    for order in (longest_first, longest_first[::-1]):
        before = np.cumsum((most - least)[order]) - (most - least)[order]
        more = np.zeros(len(rows))
        more[order] = np.clip(room - before, 0.0, (most - least)[order])
        yield _reading(rows, least + more)


def _least(row: SegmentLoad) -> float:
    return row.direct_read_requests_per_s if row.direct_between is None else row.direct_between[0]


def _reading(rows: Sequence[SegmentLoad], direct: Floats) -> list[SegmentLoad]:
    return [
        replace(row, direct_read_requests_per_s=own, direct_between=None)
        for row, own in zip(rows, direct.tolist(), strict=True)
    ]


def _times(case: Case, rows: Sequence[SegmentLoad]) -> Floats:
    """Of a buffered read of each, relative to the others; all alike where nobody tells them apart."""
    if not case.basis.today.apart:
        return np.ones(len(rows))
    shares = shares_of(case, rows).reshape(len(rows), -1, 4)
    reads, times = shares[:, :, 0].sum(axis=1), shares[:, :, TIME].sum(axis=1)
    each: Floats = np.divide(times, reads, out=np.zeros(len(rows)), where=reads > 0)
    return each

"""Shares of today's requests that a change moves to each tier, over the draws.

What is not known of the shares is of all that moves: whether a read of it takes longer or not as long, whether more or less of it
moves, to whichever tier it goes. So all of it is bounded by what there is, and each tier gets its part: two halves of a tier get
what it would get whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Literal, NamedTuple

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.change import Change, Onto
from segtier.forecast.draws import Column, Draws
from segtier.forecast.moved import Moved, MovedFrom
from segtier.forecast.today import DIRECT, READS, TIME, WRITES, Today
from segtier.forecast.untimed_reads import Untimed, end_of

Apart = Literal["drawn", "least", "most"]
"""Times of what moves that nobody knows."""


def moved_to_each(
    change: Change,
    draws: Draws,
    todays: Sequence[Today],
    unseen_share: float | None = None,
    *,
    perhaps: bool = False,
    apart: Apart | None = None,
) -> tuple[Moved, ...]:
    """To the flash, then to each further tier: the shares the segment lists name, off by their error, and what the change moves
    of the I/O no list names. All tiers together get no more than there is.

    `unseen_share`: of that, where it is not to be drawn. `perhaps`: what is fast today comes from a cache and gains. `apart`:
    nobody knows how long the reads of what moves take (`Today.reads_apart`): longer than what stays, or not as
    long; drawn, or at an end.
    """
    today = todays[0]
    counted, unseen = _off_by(change, draws, today, unseen_share, apart)
    asked: list[tuple[Change | Onto, Today]] = [(change, today), *zip(change.onto, todays[1:], strict=False)]
    named = [counted.by_blocks(one, unseen_share) for one, _ in asked]
    each = [_asked(one, there, own, perhaps) for (one, there), own in zip(asked, named, strict=True)]
    reads_extra, writes_extra = change.reads_extra * unseen, change.writes_extra * unseen
    each[0] = _with_unseen(each[0], reduce(_both, each), today, reads_extra, writes_extra)
    whole = reduce(_both, each)
    untimed = Untimed(
        np.sum([one.untimed * own.reads for (one, _), own in zip(asked, named, strict=True)], axis=0),
        reads_extra,
        today.untimed_share,
    )
    moved = _with_untimed(_bounded(whole, today, counted, apart), untimed, apart)
    return (moved,) if len(each) == 1 else tuple(_part(moved, one, whole) for one in each)


class _Named(NamedTuple):
    """Of what the segment lists name, what is really moved, times what they say."""

    reads: Column
    direct: Column
    writes: Column
    longer: Column
    """A read of it takes so many times what one that stays takes, beside what the read times say."""
    right: Column
    """Read times by tablespace are so many times what they say."""

    def by_blocks(self, one: Change | Onto, unseen_share: float | None) -> _Named:
        """Times what its shares are taken for, at an end; as it is where requests are counted, and where it is to be drawn."""
        if unseen_share is None or one.not_counted is None:
            return self
        reads, direct, writes = one.not_counted.at(round(unseen_share))
        return self._replace(reads=self.reads * reads, direct=self.direct * direct, writes=self.writes * writes)


def _off_by(
    change: Change, draws: Draws, today: Today, unseen_share: float | None, apart: Apart | None
) -> tuple[_Named, Column]:
    """And the part of what no list names."""
    named, unseen, longer, right = (
        np.ones(draws.count),
        np.zeros(draws.count),
        np.ones(draws.count),
        np.ones(draws.count),
    )
    if error := change.share_error:
        spread = c.Spread(1 - error, 1.0, 1 + error, "a segment's share of the I/O, relative")
        named = draws.triangle("segment_share", spread)
    if change.open:
        drawn = draws.triangle("unseen_share", c.UNSEEN_SHARE)
        unseen = drawn if unseen_share is None else np.full(draws.count, unseen_share)
    counted = named * (change.share_least + (1 - change.share_least) * unseen)
    if apart is not None and today.reads_apart is not None:
        longer = _longer(change, draws, today.reads_apart, apart)
    if today.error:
        spread = c.Spread(1 - today.error, 1.0, 1 + today.error, "read times by tablespace against the waits for reads")
        right = draws.triangle("class_latency", spread)
    return _Named(counted, counted, named, longer, right), unseen


def _asked(one: Change | Onto, today: Today, named: _Named, perhaps: bool) -> Moved:
    """As the shares of what the lists name have it, whatever there is."""
    if not today.apart:
        reads, direct = one.buffered_reads * named.reads, one.direct_reads * named.direct
        writes = one.writes * named.writes
        return Moved(reads, direct, writes, (MovedFrom(reads, direct, writes),))
    alike = today.average * np.array([one.buffered_reads, one.buffered_reads, one.direct_reads, one.writes])
    shares = np.array(one.by_queue) if one.by_queue else alike
    gains = one.perhaps if perhaps and one.perhaps else (0.0,) * len(shares)
    fast = [
        gain * queue.perhaps_time / queue.perhaps if queue.perhaps else gain
        for queue, gain in zip(today.queues, gains, strict=True)
    ]
    stations = tuple(
        MovedFrom((own[TIME] + time) * named.reads, own[DIRECT] * named.direct, own[WRITES] * named.writes)
        for own, time in zip(shares, fast, strict=True)
    )
    whole = shares.sum(axis=0)
    return Moved(
        whole[READS] * named.reads,
        whole[DIRECT] * named.direct,
        whole[WRITES] * named.writes,
        stations,
        (sum(fast) - sum(gains)) * named.reads,
    )


def _with_unseen(first: Moved, named: Moved, today: Today, reads: Column, writes: Column) -> Moved:
    """And what no list names beside all that they name: from all stations alike, as far as they have it.

    Indexes are read block by block: of what no list names only buffered reads are credited.
    """
    if not today.apart:
        more_reads, more_writes = first.reads + reads, first.writes + writes
        return first._replace(
            reads=more_reads, writes=more_writes, stations=(MovedFrom(more_reads, first.direct, more_writes),)
        )
    average, stations = today.average, named.stations
    times = _unseen(
        [one.credited_time for one in today.queues],
        [one.time for one in stations],
        [part * reads for part in average[:, TIME]],
    )
    written = _unseen(
        [one.writes for one in today.queues],
        [one.writes for one in stations],
        [part * writes for part in average[:, WRITES]],
    )
    whole = average.sum(axis=0)
    return first._replace(
        reads=first.reads + whole[READS] * reads,
        writes=first.writes + whole[WRITES] * writes,
        stations=tuple(
            MovedFrom(own.time + time, own.direct, own.writes + wrote)
            for own, time, wrote in zip(first.stations, times, written, strict=True)
        ),
    )


def _unseen(most: Sequence[float], named: Sequence[Column], unseen: Sequence[Column]) -> list[Column]:
    """What no list names; where a station has less of it, the others have it. `most`: of each that flash would gain by."""
    rooms = [np.maximum(all_ - own, 0.0) for all_, own in zip(most, named, strict=True)]
    over = sum(np.maximum(more - room, 0.0) for more, room in zip(unseen, rooms, strict=True))
    free = [np.maximum(room - more, 0.0) for more, room in zip(unseen, rooms, strict=True)]
    part = np.divide(over, sum(free), out=np.zeros(np.shape(over)), where=np.asarray(sum(free)) > 0)
    return [more + np.minimum(part, 1.0) * rest for more, rest in zip(unseen, free, strict=True)]


def _bounded(whole: Moved, today: Today, named: _Named, apart: Apart | None) -> Moved:
    """No more than there is, and as much of the time as the reads that move take."""
    reads, direct, writes = (_no_more(part) for part in whole[:3])
    if not today.apart:
        time = _time_of(reads, named.longer) if apart else reads
        return Moved(reads, direct, writes, (MovedFrom(time, direct, writes),))
    stations = tuple(
        MovedFrom(
            _part_of(queue.time, one.time, named.right * named.longer), _no_more(one.direct), _no_more(one.writes)
        )
        for queue, one in zip(today.queues, whole.stations, strict=True)
    )
    return Moved(reads, direct, writes, stations, whole.cached)


def _part(moved: Moved, one: Moved, whole: Moved) -> Moved:
    """Of what moves in all, what goes to one tier: as much of it as it has of the shares."""
    reads = _of(moved.reads, one.reads, whole.reads)
    stations = tuple(
        MovedFrom(
            reads if all_.time is moved.reads else _of(all_.time, own.time, sum_.time),
            _of(all_.direct, own.direct, sum_.direct),
            _of(all_.writes, own.writes, sum_.writes),
        )
        for all_, own, sum_ in zip(moved.stations, one.stations, whole.stations, strict=True)
    )
    direct, writes = _of(moved.direct, one.direct, whole.direct), _of(moved.writes, one.writes, whole.writes)
    return Moved(reads, direct, writes, stations, one.cached)


def _both(one: Moved, other: Moved) -> Moved:
    stations = zip(one.stations, other.stations, strict=True)
    return Moved(
        one.reads + other.reads,
        one.direct + other.direct,
        one.writes + other.writes,
        tuple(MovedFrom(a.time + b.time, a.direct + b.direct, a.writes + b.writes) for a, b in stations),
        one.cached + other.cached,
    )


def _of(moved: Column, part: Column, whole: Column) -> Column:
    """None where nothing moves."""
    shares = np.broadcast_to(np.asarray(part, np.float64), np.shape(moved))
    found: Column = moved * np.divide(shares, whole, out=np.zeros(np.shape(moved)), where=np.asarray(whole) > 0)
    return found


def _no_more(part: Column) -> Column:
    bounded: Column = np.clip(part, 0, 1)
    return bounded


def _longer(change: Change, draws: Draws, spread: c.Spread, apart: Apart) -> Column:
    """So many times as long as one that stays a read of what moves takes.

    Where tablespaces are not told apart segments of one are not either: at the ends it may be both.
    """
    if spread is c.READS_APART and change.by_kind:
        spread = c.KINDS_APART
    if apart == "drawn" or "reads_apart" in draws.pinned:
        return np.exp(draws.triangle("reads_apart", spread))
    beside = c.SEGMENTS_APART if spread is c.READS_APART else c.Spread(0.0, 0.0, 0.0, "")
    end = spread.low + beside.low if apart == "least" else spread.high + beside.high
    return np.full(draws.count, np.exp(end))


def _with_untimed(found: Moved, untimed: Untimed, apart: Apart | None) -> Moved:
    if apart not in ("least", "most") or not (untimed.all_ or np.any(untimed.named)):
        return found
    time: Column = np.sum([one.time for one in found.stations], axis=0)
    end = end_of(time, untimed, apart)
    scale = np.divide(end, time, out=np.ones(np.shape(end)), where=time > 0)
    return found._replace(stations=tuple(one._replace(time=one.time * scale) for one in found.stations))


def _time_of(reads: Column, times: Column) -> Column:
    """The part of the time in reads that a part of them takes, each so many times as long as one of the others."""
    slow = reads * times
    time: Column = np.minimum(slow / np.maximum(slow + 1 - reads, 1e-12), 1.0)
    return time


def _part_of(whole: float, part: Column, times: Column) -> Column:
    """The same for a station: of its part of all time, where all of it moves that is all, however long a read takes."""
    if not whole:
        return np.zeros(part.shape)
    time: Column = whole * _time_of(np.clip(part / whole, 0.0, 1.0), times)
    return time

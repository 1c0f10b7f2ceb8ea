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
    named, unseen = _off_by(change, draws, today, unseen_share, apart)
    onto = zip(change.onto, todays[1:], strict=False)
    each = [
        _asked(change, today, named, perhaps, change.reads_extra * unseen, change.writes_extra * unseen),
        *(_asked(one, there, named, perhaps) for one, there in onto),
    ]
    whole = each[0] if len(each) == 1 else reduce(_both, each)
    untimed = change.untimed + sum(one.untimed for one in change.onto)
    moved = _with_untimed(_bounded(whole, today, named, apart), untimed, today.untimed_share, apart)
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
    reads_in, direct_in, writes_in = _by_blocks(change, unseen_share)
    if apart is not None and today.reads_apart is not None:
        longer = _longer(change, draws, today.reads_apart, apart)
    if today.error:
        spread = c.Spread(1 - today.error, 1.0, 1 + today.error, "read times by tablespace against the waits for reads")
        right = draws.triangle("class_latency", spread)
    return _Named(counted * reads_in, counted * direct_in, named * writes_in, longer, right), unseen


def _asked(
    one: Change | Onto,
    today: Today,
    named: _Named,
    perhaps: bool,
    reads_extra: Column | float = 0.0,
    writes_extra: Column | float = 0.0,
) -> Moved:
    """As the shares have it, whatever there is. What no list names is taken from all stations alike.

    Indexes are read block by block: of what no list names only buffered reads are credited.
    """
    if not today.apart:
        reads = one.buffered_reads * named.reads + reads_extra
        direct, writes = one.direct_reads * named.direct, one.writes * named.writes + writes_extra
        return Moved(reads, direct, writes, (MovedFrom(reads, direct, writes),))
    average = today.average
    alike = average * np.array([one.buffered_reads, one.buffered_reads, one.direct_reads, one.writes])
    shares = np.array(one.by_queue) if one.by_queue else alike
    gains = one.perhaps if perhaps and one.perhaps else (0.0,) * len(shares)
    fast = [
        gain * queue.perhaps_time / queue.perhaps if queue.perhaps else gain
        for queue, gain in zip(today.queues, gains, strict=True)
    ]
    stations = tuple(
        MovedFrom(
            (own[TIME] + time) * named.reads + more[TIME] * reads_extra,
            own[DIRECT] * named.direct,
            own[WRITES] * named.writes + more[WRITES] * writes_extra,
        )
        for own, more, time in zip(shares, average, fast, strict=True)
    )
    whole, more = shares.sum(axis=0), average.sum(axis=0)
    return Moved(
        whole[READS] * named.reads + more[READS] * reads_extra,
        whole[DIRECT] * named.direct,
        whole[WRITES] * named.writes + more[WRITES] * writes_extra,
        stations,
        (sum(fast) - sum(gains)) * named.reads,
    )


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


def _by_blocks(change: Change, unseen_share: float | None) -> tuple[float, float, float]:
    """What the shares are times what they are taken for, at an end; 1 where requests are counted, and where it is to be drawn."""
    if unseen_share is None or change.not_counted is None:
        return 1.0, 1.0, 1.0
    return change.not_counted.at(round(unseen_share))


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


def _with_untimed(found: Moved, moves: float, share: float, apart: Apart | None) -> Moved:
    """At an end, where reads of tablespaces whose times are missing take as long, or not as long, as suits it.

    `moves` and `share`: of the time in all reads what is theirs, of what moves and in all. Neither those that move, those that
    stay nor the others are further from each other than kinds are.
    """
    if apart not in ("least", "most") or not (moves or share):
        return found
    time = sum(one.time for one in found.stations)
    theirs = np.minimum(moves, time)
    all_ = np.maximum(share, theirs)
    told = np.minimum(time - theirs, 1 - all_)
    whole = c.KINDS_APART.high if apart == "most" else c.KINDS_APART.low
    ends = []
    for part in (0.0, 0.5, 1.0):
        moving, staying = theirs * np.exp(whole * part), (all_ - theirs) * np.exp(whole * (part - 1))
        ends.append((told + moving) / (1 - all_ + moving + staying))
    end = np.min(ends, axis=0) if apart == "least" else np.max(ends, axis=0)
    scale = np.divide(end, time, out=np.ones(np.shape(end)), where=np.asarray(time) > 0)
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

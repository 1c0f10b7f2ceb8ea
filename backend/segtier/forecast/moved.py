"""Shares of today's requests that a change moves to flash, over the draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from segtier.forecast import constants as c
from segtier.forecast.change import Change
from segtier.forecast.draws import Column, Draws
from segtier.forecast.today import Today
from segtier.forecast.untimed_reads import Untimed, end_of

Apart = Literal["drawn", "least", "most"]
"""Times of what moves that nobody knows."""


class MovedFrom(NamedTuple):
    """What one station loses, each 0 to 1 of the whole database's."""

    time: Column
    """Of the time in buffered reads."""
    direct: Column
    writes: Column


class Moved(NamedTuple):
    """Each 0 to 1."""

    reads: Column
    """Buffered reads."""
    direct: Column
    writes: Column
    stations: tuple[MovedFrom, ...]
    cached: float | Column = 0.0
    """Of the time in buffered reads, what those take on the flash which a cache may make fast today (`Change.perhaps`)."""


def moved_shares(
    change: Change,
    draws: Draws,
    today: Today,
    unseen_share: float | None = None,
    *,
    perhaps: bool = False,
    apart: Apart | None = None,
) -> Moved:
    """The shares the segment lists name, off by their error, and what the change moves of the I/O no list names.

    `unseen_share`: of that, where it is not to be drawn. `perhaps`: what is fast today comes from a cache and gains. `apart`:
    nobody knows how long the reads of what moves take (`Today.reads_apart`): longer than what stays, or not as
    long; drawn, or at an end.
    """
    named, unseen = np.ones(draws.count), np.zeros(draws.count)
    if error := change.share_error:
        spread = c.Spread(1 - error, 1.0, 1 + error, "a segment's share of the I/O, relative")
        named = draws.triangle("segment_share", spread)
    if change.open:
        drawn = draws.triangle("unseen_share", c.UNSEEN_SHARE)
        unseen = drawn if unseen_share is None else np.full(draws.count, unseen_share)
    counted = named * (change.share_least + (1 - change.share_least) * unseen)
    reads_in, direct_in, writes_in = _by_blocks(change, unseen_share)
    own = _Named(counted * reads_in, counted * direct_in, named * writes_in, np.ones(draws.count))
    reads = np.clip(change.buffered_reads * own.reads + change.reads_extra * unseen, 0, 1)
    # Indexes are read block by block: of what no list names only buffered reads are credited.
    direct = np.clip(change.direct_reads * own.direct, 0, 1)
    writes = np.clip(change.writes * own.writes + change.writes_extra * unseen, 0, 1)
    longer = np.ones(draws.count)
    if apart is not None and today.reads_apart is not None:
        longer = _longer(change, draws, today.reads_apart, apart)
    if not today.apart:
        time = _time_of(reads, longer) if apart else reads
        found = Moved(reads, direct, writes, (MovedFrom(time, direct, writes),))
    else:
        found = _by_station(change, draws, today, own._replace(longer=longer), unseen, perhaps)
    untimed = Untimed(change.untimed * own.reads, change.reads_extra * unseen, today.untimed_share)
    return _with_untimed(found, untimed, apart)


def _by_blocks(change: Change, unseen_share: float | None) -> tuple[float, float, float]:
    """What the shares are times what they are taken for, at an end; 1 where requests are counted, and where it is to be drawn."""
    if unseen_share is None or change.not_counted is None:
        return 1.0, 1.0, 1.0
    return change.not_counted.at(round(unseen_share))


def moved_to_each(
    change: Change,
    draws: Draws,
    todays: Sequence[Today],
    unseen_share: float | None = None,
    *,
    perhaps: bool = False,
    apart: Apart | None = None,
) -> tuple[Moved, ...]:
    """To the flash, then to each further tier: all tiers together get no more than there is. As `moved_shares`."""
    found = [moved_shares(change, draws, todays[0], unseen_share, perhaps=perhaps, apart=apart)]
    for onto, today in zip(change.onto, todays[1:], strict=False):
        own = Change(
            buffered_reads=onto.buffered_reads,
            direct_reads=onto.direct_reads,
            writes=onto.writes,
            share_error=change.share_error,
            share_least=change.share_least,
            by_queue=onto.by_queue,
            perhaps=onto.perhaps,
            untimed=onto.untimed,
            not_counted=onto.not_counted,
        )
        found.append(_no_more(moved_shares(own, draws, today, unseen_share, perhaps=perhaps, apart=apart), found))
    return tuple(found)


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


def _no_more(one: Moved, others: Sequence[Moved]) -> Moved:
    """What the others leave of it."""
    before = together(others)
    stations = tuple(
        MovedFrom(_rest(own.time, out.time), _rest(own.direct, out.direct), _rest(own.writes, out.writes))
        for own, out in zip(one.stations, before.stations, strict=True)
    )
    return Moved(
        _rest(one.reads, before.reads),
        _rest(one.direct, before.direct),
        _rest(one.writes, before.writes),
        stations,
        one.cached,
    )


def _rest(part: Column, taken: Column) -> Column:
    rest: Column = np.minimum(part, 1 - taken)
    return rest


def together(each: Sequence[Moved]) -> Moved:
    """What leaves today's storage."""
    if len(each) == 1:
        return each[0]
    stations = zip(*(one.stations for one in each), strict=True)
    return Moved(
        _sum([one.reads for one in each]),
        _sum([one.direct for one in each]),
        _sum([one.writes for one in each]),
        tuple(
            MovedFrom(_sum([m.time for m in rows]), _sum([m.direct for m in rows]), _sum([m.writes for m in rows]))
            for rows in stations
        ),
    )


def _sum(parts: Sequence[Column]) -> Column:
    total: Column = np.minimum(sum(parts), 1.0)
    return total


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


def _filled(most: Sequence[float], named: Sequence[Column], unseen: Sequence[Column]) -> list[Column]:
    """With what no list names; where a station has less of it, the others have it. `most`: of each that flash would gain by."""
    rooms = [np.maximum(all_ - own, 0.0) for all_, own in zip(most, named, strict=True)]
    over = sum(np.maximum(more - room, 0.0) for more, room in zip(unseen, rooms, strict=True))
    free = [np.maximum(room - more, 0.0) for more, room in zip(unseen, rooms, strict=True)]
    part = np.divide(over, sum(free), out=np.zeros(np.shape(over)), where=np.asarray(sum(free)) > 0)
    return [own + more + np.minimum(part, 1.0) * rest for own, more, rest in zip(named, unseen, free, strict=True)]


class _Named(NamedTuple):
    """Of what the segment lists name, what is really moved, times what they say."""

    reads: Column
    direct: Column
    writes: Column
    longer: Column
    """A read of it takes so many times what one that stays takes, beside what the read times say."""


def _by_station(change: Change, draws: Draws, today: Today, named: _Named, unseen: Column, perhaps: bool) -> Moved:
    """Of each station; what no list names is taken from all alike, as far as they have it."""
    right = np.ones(draws.count)
    if today.error:
        spread = c.Spread(1 - today.error, 1.0, 1 + today.error, "read times by tablespace against the waits for reads")
        right = draws.triangle("class_latency", spread)
    average = today.average
    alike = average * np.array([change.buffered_reads, change.buffered_reads, change.direct_reads, change.writes])
    extra = average * np.array([change.reads_extra, change.reads_extra, 0.0, change.writes_extra])
    shares = np.array(change.by_queue) if change.by_queue else alike
    reads, direct, writes = (
        np.clip(shares[:, at].sum() * own + extra[:, at].sum() * unseen, 0, 1)
        for at, own in ((0, named.reads), (2, named.direct), (3, named.writes))
    )
    gains = change.perhaps if perhaps and change.perhaps else (0.0,) * len(shares)
    fast = [
        gain * queue.perhaps_time / queue.perhaps if queue.perhaps else gain
        for queue, gain in zip(today.queues, gains, strict=True)
    ]
    times = _filled(
        [queue.credited_time for queue in today.queues],
        [(own[1] + time) * named.reads for own, time in zip(shares, fast, strict=True)],
        [more[1] * unseen for more in extra],
    )
    written = _filled(
        [queue.writes for queue in today.queues],
        [own[3] * named.writes for own in shares],
        [more[3] * unseen for more in extra],
    )
    stations = tuple(
        MovedFrom(
            _part_of(queue.time, time, right * named.longer), np.clip(own[2] * named.direct, 0, 1), np.clip(wrote, 0, 1)
        )
        for queue, own, time, wrote in zip(today.queues, shares, times, written, strict=True)
    )
    return Moved(reads, direct, writes, stations, (sum(fast) - sum(gains)) * named.reads)


def stacked(many: Sequence[Moved]) -> Moved:
    """A row for each."""
    stations = zip(*(one.stations for one in many), strict=True)
    return Moved(
        np.stack([one.reads for one in many]),
        np.stack([one.direct for one in many]),
        np.stack([one.writes for one in many]),
        tuple(MovedFrom(*map(np.stack, zip(*rows, strict=True))) for rows in stations),
    )


def left(parts: Sequence[float], moved: Sequence[Column]) -> list[Column]:
    """What stations keep of what they do today: together all that does not move, though lists of segments and of files differ."""
    kept = [np.maximum(part - gone, 0.0) for part, gone in zip(parts, moved, strict=True)]
    if len(kept) == 1:
        return [1 - moved[0]]
    whole, stays = sum(kept), np.maximum(1 - sum(moved), 0.0)
    scale = np.divide(stays, whole, out=np.zeros(np.shape(whole)), where=whole > 0)
    return [one * scale for one in kept]

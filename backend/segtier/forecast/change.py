"""What an option changes, as shares of the demands it moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from segtier.dataclass import dataclass
from segtier.forecast.constants import Spread
from segtier.forecast.draws import Column
from segtier.forecast.not_counted import NotCounted


@dataclass(frozen=True, slots=True)
class HitCurve:
    """Share of buffered reads a flash cache of a size serves, where it was measured: two parameters.

    h(F) = hot_share + (1 - hot_share) min(F / working_set, 1): a hot part that any cache holds, and the rest read evenly.
    One entry for each draw.
    """

    hot_share: Column
    working_set_bytes: Column

    def hit_share(self, flash_bytes: int) -> Column:
        """One share for each draw."""
        cold = np.minimum(flash_bytes / self.working_set_bytes, 1.0)
        share: Column = self.hot_share + (1 - self.hot_share) * cold
        return share


@dataclass(frozen=True, slots=True)
class Onto:
    """Shares (0 to 1) of today's requests that go to a further tier (`Basis.further`)."""

    buffered_reads: float = 0.0
    direct_reads: float = 0.0
    writes: float = 0.0
    by_queue: tuple[tuple[float, float, float, float], ...] = ()
    """As of `Change`."""
    perhaps: tuple[float, ...] = ()
    """As of `Change`."""
    untimed: float = 0.0
    """As of `Change`."""
    not_counted: NotCounted | None = None
    """As of `Change`."""


@dataclass(frozen=True, slots=True)
class Change:
    """Shares (0 to 1) of today's requests that go to flash. `*_extra` is the most that unseen segments may add."""

    buffered_reads: float = 0.0
    direct_reads: float = 0.0
    writes: float = 0.0
    reads_extra: float = 0.0
    writes_extra: float = 0.0
    share_error: float = 0.0
    """Relative uncertainty of the three shares."""
    share_least: float = 1.0
    """The least part of the shares of reads that they may be: below 1 where nobody counted all reads, and there may be more."""
    not_counted: NotCounted | None = None
    """By how much the three shares may be wrong where nobody counted requests by segment; None: they are counted."""
    by_queue: tuple[tuple[float, float, float, float], ...] = ()
    """The shares by station (`Today.queues`): of the buffered reads, of their time, of direct path reads, of writes. Empty: of
    all stations alike.
    """
    by_kind: bool = False
    """What moves is told by what it is, and not by how much is read: its reads may as well be the faster ones."""
    otherwise: tuple[Change, ...] = ()
    """What the shares of reads may as well be, where no counter tells how many of them are direct."""
    onto: tuple[Onto, ...] = ()
    """What goes to each further tier; empty: nothing."""
    perhaps: tuple[float, ...] = ()
    """By station, of the time in all buffered reads: what moves that is fast today would save if a cache makes it so."""
    untimed: float = 0.0
    """Of the time in all buffered reads, what moves of tablespaces whose read times are missing beside those of others."""
    redo: bool = False
    temp: bool = False
    flash_already: float = 0.0
    """Of the buffered reads those that flash serves today, as stated: a flash cache gains nothing for them."""
    flash_cache_bytes: int = 0
    flash_cache_metadata_bytes: int = 0
    read_factor: Spread | None = None
    """Physical reads after / today with a bigger buffer cache, from the buffer pool advisory."""
    disk_arrivals: float = 1.0
    """Of the requests each of today's disks gets, those that it gets after: 0.5 with as many disks again."""
    hit_share: Spread | None = None
    """The flash cache's hit share where it is known (measured), instead of the buffer pool advisory's curve."""
    hit_curve: HitCurve | None = None

    @property
    def open(self) -> bool:
        """Whether what moves of the requests is not known: the range has two ends."""
        untold = self.not_counted or any(one.not_counted for one in self.onto)
        return bool(self.reads_extra or self.writes_extra or self.share_least < 1 or untold)

    @property
    def others(self) -> tuple[Change, ...]:
        """What it may as well be (`otherwise`), with all else that it changes."""
        return tuple(
            replace(
                self,
                buffered_reads=one.buffered_reads,
                direct_reads=one.direct_reads,
                by_queue=one.by_queue,
                perhaps=one.perhaps,
                untimed=one.untimed,
                otherwise=(),
            )
            for one in self.otherwise
        )

    @property
    def empty(self) -> bool:
        nothing = Change(
            share_error=self.share_error,
            share_least=self.share_least,
            not_counted=self.not_counted,
            flash_already=self.flash_already,
            onto=self.onto,
        )
        return self == nothing and all(one == Onto() for one in self.onto)

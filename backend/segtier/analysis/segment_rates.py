"""Counters of segments as requests and blocks per second: a column for each figure, a number for each segment."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from segtier.columns import Floats
from segtier.dataclass import dataclass
from segtier.model.workload import Segment


@dataclass(frozen=True, slots=True, eq=False)
class Rates:
    """Per second and in the order of `rows`; NaN where a figure is not known."""

    rows: Sequence[Segment]
    reads: Floats
    """Requests."""
    direct: Floats
    """Of these, as the blocks are shared out; 0 where it is not known."""
    direct_blocks: Floats
    writes: Floats
    read_blocks: Floats
    write_blocks: Floats
    reads_estimated: NDArray[np.bool_]
    """Requests that follow from blocks."""
    writes_estimated: NDArray[np.bool_]
    reads_below: Sequence[float | None]
    """The most read requests a segment can have that the full reads list does not name."""
    writes_below: Sequence[float | None]
    direct_below: Sequence[float | None]
    """Blocks."""

    def only(self, those: NDArray[np.bool_]) -> Rates:
        """The same of these rows."""
        at = np.flatnonzero(those).tolist()
        return Rates(
            [self.rows[one] for one in at],
            self.reads[those],
            self.direct[those],
            self.direct_blocks[those],
            self.writes[those],
            self.read_blocks[those],
            self.write_blocks[those],
            self.reads_estimated[those],
            self.writes_estimated[those],
            [self.reads_below[one] for one in at],
            [self.writes_below[one] for one in at],
            [self.direct_below[one] for one in at],
        )


def rates_of(rows: Sequence[Segment], per_request: tuple[float, float], scales: tuple[float, float]) -> Rates:
    """`per_request`: blocks of the instance's read and write requests, `scales`: from counters to a second, of both.

    Requests as printed, else blocks divided by the instance's blocks per request (marked as estimated).
    """
    read_blocks, write_blocks = figures_of(rows, "physical_reads_blocks"), figures_of(rows, "physical_writes_blocks")
    reads, guessed_reads = _requests(figures_of(rows, "physical_read_requests"), read_blocks, per_request[0])
    writes, guessed_writes = _requests(figures_of(rows, "physical_write_requests"), write_blocks, per_request[1])
    some = np.nan_to_num(read_blocks) != 0
    share = np.zeros(len(rows))
    direct_blocks = figures_of(rows, "direct_reads_blocks")
    np.divide(np.nan_to_num(direct_blocks), read_blocks, out=share, where=some)
    return Rates(
        rows,
        reads * scales[0],
        np.nan_to_num(reads) * np.minimum(share, 1.0) * scales[0],
        direct_blocks * scales[0],
        writes * scales[1],
        read_blocks * scales[0],
        write_blocks * scales[1],
        guessed_reads,
        guessed_writes,
        [_below(row, "read", per_request[0], scales[0]) for row in rows],
        [_below(row, "write", per_request[1], scales[1]) for row in rows],
        [_scaled(row.below.get("direct_reads_blocks"), scales[0]) for row in rows],
    )


def joined(one: Rates, other: Rates) -> Rates:
    """The rows of the one, then those of the other."""
    return Rates(
        [*one.rows, *other.rows],
        np.concatenate((one.reads, other.reads)),
        np.concatenate((one.direct, other.direct)),
        np.concatenate((one.direct_blocks, other.direct_blocks)),
        np.concatenate((one.writes, other.writes)),
        np.concatenate((one.read_blocks, other.read_blocks)),
        np.concatenate((one.write_blocks, other.write_blocks)),
        np.concatenate((one.reads_estimated, other.reads_estimated)),
        np.concatenate((one.writes_estimated, other.writes_estimated)),
        [*one.reads_below, *other.reads_below],
        [*one.writes_below, *other.writes_below],
        [*one.direct_below, *other.direct_below],
    )


def figures_of(rows: Sequence[Segment], name: str) -> Floats:
    """NaN where it is not known."""
    return np.array(list(map(attrgetter(name), rows)), np.float64)


def _requests(requests: Floats, blocks: Floats, per_request: float) -> tuple[Floats, NDArray[np.bool_]]:
    unknown = np.isnan(requests)
    return np.where(unknown, blocks / per_request, requests), unknown & ~np.isnan(blocks)


def _below(row: Segment, what: Literal["read", "write"], per_request: float, scale: float) -> float | None:
    if not row.below:
        return None
    blocks = row.below.get(f"physical_{what}s_blocks")
    return _scaled(row.below.get(f"physical_{what}_requests", None if blocks is None else blocks / per_request), scale)


def _scaled(figure: float | None, scale: float) -> float | None:
    return None if figure is None else figure * scale

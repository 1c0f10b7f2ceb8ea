"""Figures of the flash at hand that somebody measured, instead of a data sheet's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from segtier.dataclass import dataclass
from segtier.model.names import Sentence, Word

FigureName = Literal["read_us", "write_us", "read_iops", "write_iops", "read_bytes_per_s", "write_bytes_per_s"]
FIGURES: tuple[FigureName, ...] = get_args(FigureName)
TakenFrom = Literal["data-sheet", "measured", "bound", "stated"]
"""stated: of a tier, by whoever asks; nobody says that it was measured. bound: a measurement that only says at least, or at most,
and so much the data sheet did not say.
"""
LATENCIES: tuple[FigureName, ...] = ("read_us", "write_us")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a figure is called, its unit, and what no flash goes below or beyond."""

    title: Word
    unit: Word
    least: float
    most: float


_LATENCY, _RATE, _BYTES = (5.0, 1e7), (1.0, 1e8), (1e5, 1e12)
"""A read from memory takes less than 5 µs; nobody waits 10 s for flash; arrays end below 10^8 requests a second."""
KINDS: dict[FigureName, Kind] = {
    "read_us": Kind("read latency", "µs", *_LATENCY),
    "write_us": Kind("write latency", "µs", *_LATENCY),
    "read_iops": Kind("reads", "requests/s", *_RATE),
    "write_iops": Kind("writes", "requests/s", *_RATE),
    "read_bytes_per_s": Kind("bytes read", "bytes/s", *_BYTES),
    "write_bytes_per_s": Kind("bytes written", "bytes/s", *_BYTES),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as Oracle sees it. A latency has a range; a rate has none."""

    value: float
    low: float | None = None
    high: float | None = None
    bound: bool = False
    """The device was not seen at its limit: it does so much at least, or takes so long at most."""
    source: Sentence = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured; None: not measured, and the data sheet stays."""

    read_us: Figure | None = None
    write_us: Figure | None = None
    read_iops: Figure | None = None
    write_iops: Figure | None = None
    read_bytes_per_s: Figure | None = None
    write_bytes_per_s: Figure | None = None

    def __iter__(self) -> Iterator[tuple[FigureName, Figure]]:
        """Those that were measured."""
        for name in FIGURES:
            figure = self.of(name)
            if figure is not None:
                yield name, figure

    def of(self, name: FigureName) -> Figure | None:
        figure: Figure | None = getattr(self, name)
        return figure


NOTHING_MEASURED = Measured()

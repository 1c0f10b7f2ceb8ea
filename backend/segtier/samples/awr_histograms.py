"""Wait event histograms: shares of the waits in powers of two of a microsecond, in four overlapping ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from segtier.samples.activity import Report
from segtier.samples.html import Section, histogram_table, section
from segtier.samples.printed import BLANK, bare, short_count
from segtier.samples.wait_model import IDLE, Event

_HISTOGRAM = "This table displays total number of waits, and information about total wait time, for each wait event"
_MICRO = ([8, 16, 32, 64, 128, 256, 512], "<8us <16us <32us <64us <128us <256us <512us >=512us")
_TINY = ([1, 2, 4, 8, 16, 32, 64], "<1us <2us <4us <8us <16us <32us <64us >=64us")
_MILLI = ([512, 1024, 2048, 4096, 8192, 16384, 32768], "<512us <1ms <2ms <4ms <8ms <16ms <32ms >=32ms")
_LONG = (
    [32768, 65536, 131072, 262144, 524288, 1048576, 2097152],
    "<32ms <64ms <1/8s <1/4s <1/2s <1s <2s >=2s",
)


def histograms(report: Report) -> Iterable[Section]:
    """The sections of anchors 7400 to 7440, foreground and background waits together."""
    merged = _both_sides(report)
    everything = [e for e in merged if e.waits]
    waiting = [e for e in merged if e.wait_class != IDLE]
    yield _histogram("7400", "Wait Event Histogram", "Total Waits", _MICRO, everything, lambda e: e.waits)
    yield _histogram("7405", "Wait Event Histogram (up to 64 us)", "Waits 1us  - 64us", _TINY, waiting, _between(0, 64))
    yield _histogram(
        "7410", "Wait Event Histogram (up to 32 ms)", "Waits 1ms  to 32ms", _MILLI, waiting, _between(512, 32768)
    )
    yield _histogram(
        "7420", "Wait Event Histogram (up to 2 sec)", "Waits 64ms  to 2s", _LONG, waiting, _between(32768, 2097152)
    )
    yield section("7430", "Wait Event Histogram (up to 2 min)")
    yield section("7440", "Wait Event Histogram (up to 1 hr)")


def _both_sides(report: Report) -> list[Event]:
    merged: dict[str, Event] = {}
    for e in report.spent.events:
        parts = merged[e.name].parts + e.parts if e.name in merged else e.parts
        merged[e.name] = Event(e.name, e.wait_class, True, parts)
    return sorted(merged.values(), key=lambda e: (e.wait_class == IDLE, e.name.lower()))


def _below(event: Event, limit_us: float) -> int:
    return round(sum(part.below(limit_us) for part in event.parts))


def _between(low_us: float, high_us: float) -> Callable[[Event], int]:
    return lambda e: _below(e, high_us) - _below(e, low_us)


def _histogram(
    anchor: str,
    title: str,
    counted: str,
    scale: tuple[list[int], str],
    events: Iterable[Event],
    waits: Callable[[Event], int],
) -> Section:
    limits, headings = scale
    rows = [(e.name, short_count(waits(e)), *_shares(e, limits)) for e in events if waits(e)]
    body = histogram_table(_HISTOGRAM, ("Event", counted), headings.split(), rows)
    notes = (
        "K is 1000, M is 1000000, G is 1000000000; ms is 1024 microseconds",
        "Blank: no wait; .0: fewer than 1 in 2000",
    )
    return section(anchor, title, body, notes)


def _shares(event: Event, limits: Sequence[int]) -> Iterable[str]:
    edges = [0, *(_below(event, limit) for limit in limits), event.waits]
    for low, high in pairwise(edges):
        yield bare(100 * (high - low) / event.waits, 1) if high > low else BLANK

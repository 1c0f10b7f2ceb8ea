"""Which run counts for which figure of the flash (docs/internals/measured-flash.md says why)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

from segtier.errors import NotUsable
from segtier.measured.run import FEW, LARGE_BYTES, SMALL_BYTES, Measurement, Part, reads_of, writes_of
from segtier.model.evidence import Warn
from segtier.model.measured import FIGURES, LATENCIES, NOTHING_MEASURED, Figure, FigureName, Measured
from segtier.oracle.devices import oracle_share
from segtier.oracle.measured import ONE_HOUR, refuse_impossible
from segtier.units import MIB, format_bytes

MANY = 128.0
"""Requests under way from which on a device is at its limit, whatever its latency says."""
STRETCHED = 2.0
"""So many times the latency with few under way: the queue shows, and with it the limit."""
MANY_BYTES = 8 * MIB
"""Of large requests under way: the same for bytes."""
_NEEDED = (
    f"Latency is taken of random requests up to {format_bytes(SMALL_BYTES)} with at most {FEW:.0f} under way, requests a second "
    f"of the same with {MANY:.0f} and more, bytes a second of requests from {format_bytes(LARGE_BYTES)} on with "
    f"{format_bytes(MANY_BYTES)} and more under way (docs/use/measured-flash.md)."
)
_MOST_TOLD = 3
"""Runs that a source names."""


def choose(measurements: Sequence[Measurement]) -> Measured:
    """The figures all of them together give. Raises Refused for what no flash does, NotUsable where there is none."""
    runs = [run for one in measurements for run in one.runs]
    found: dict[FigureName, list[Figure]] = {name: [] for name in FIGURES}
    for one in measurements:
        for name, figure in one.figures or NOTHING_MEASURED:
            found[name].append(figure)
    for way, parts in (("read", list(reads_of(runs))), ("write", list(writes_of(runs)))):
        for ending, figures in (("us", _latencies), ("iops", _requests), ("bytes_per_s", _bytes)):
            name = next(one for one in FIGURES if one == f"{way}_{ending}")
            found[name] += figures(parts, name)
    best = {name: _best(name, figures) for name, figures in found.items() if figures}
    if not best:
        raise NotUsable(
            "nothing that was measured says what the SSD does with Oracle's requests",
            code="nothing-measured",
            advice="Measure random reads of one block (--rw=randread --bs=8k --direct=1): docs/use/measured-flash.md.",
        )
    for name, figure in best.items():
        refuse_impossible(name, figure.value, figure.source, bound=figure.bound)
    return Measured(**best)


def with_use_told(measurement: Measurement, file: str) -> Measurement:
    """The measurement, warned of where no figure of it takes the place of a data sheet's."""
    try:
        bounds = choose([measurement])
    except NotUsable:
        bounds = NOTHING_MEASURED
    if any(not figure.bound for _, figure in bounds):
        return measurement
    said = ", ".join(
        f"{name} {'at most' if name in LATENCIES else 'at least'} {one.value:,.0f}" for name, one in bounds
    )
    what = f"only bounds, which change what lies beyond them and nothing else: {said}" if said else "nothing"
    ran = _told([part.source for part in (*reads_of(measurement.runs), *writes_of(measurement.runs))])
    warn = Warn("no-figure", f"{file} gives {what}. {_NEEDED} It ran: {ran}.")
    return replace(measurement, warnings=(*measurement.warnings, warn))


def _best(name: FigureName, figures: Sequence[Figure]) -> Figure:
    """What shows the device before a bound; of those the first, which is Oracle's; of bounds the one that says most."""
    exact = [figure for figure in figures if not figure.bound]
    return exact[0] if exact else (min if name in LATENCIES else max)(figures, key=lambda figure: figure.value)


def _latencies(parts: Sequence[Part], name: FigureName) -> list[Figure]:
    """Of small random requests with few under way, those inside of Oracle as one figure, then the others; else a bound."""
    seen = [_seen(part, part.stream.us, name) for part in parts if part.small and part.stream.us is not None]
    few = [[one for one in seen if one.part.few and one.part.run.oracle is inside] for inside in (True, False)]
    together = [
        Figure(
            fmean(one.us for one in group),
            min(one.low for one in group),
            max(one.high for one in group),
            source=_told([one.part.source for one in group]),
        )
        for group in few
        if group
    ]
    return together + [Figure(one.us, bound=True, source=one.part.source) for one in seen if not one.part.few]


def _told(sources: Sequence[str]) -> str:
    others = len(sources) - _MOST_TOLD
    return "; ".join(sources[:_MOST_TOLD]) + (f"; and {others} more" if others > 0 else "")


class _Seen(NamedTuple):
    """A latency as Oracle sees it."""

    part: Part
    low: float
    us: float
    high: float


def _seen(part: Part, us: float, name: FigureName) -> _Seen:
    """From its median to its 95th percentile, the mean between them. A run outside of Oracle lacks Oracle's own share."""
    refuse_impossible(name, us, part.source)
    low = us * (1 - ONE_HOUR) if part.stream.us_low is None else min(part.stream.us_low, us)
    high = us * (1 + ONE_HOUR) if part.stream.us_high is None else max(part.stream.us_high, us)
    share = oracle_share(name)
    more = (0.0, 0.0, 0.0) if part.run.oracle else (share.low, share.expected, share.high)
    return _Seen(part, low + more[0], us + more[1], high + more[2])


def _requests(parts: Sequence[Part], _name: FigureName) -> list[Figure]:
    """Of small random requests: the limit where the queue shows, else what it did at least."""
    small = [part for part in parts if part.small]
    alone_us = min((part.stream.us for part in small if part.few and part.stream.us is not None), default=None)

    def full(part: Part) -> bool:
        us, under_way = part.stream.us, part.run.under_way or 0.0
        stretched = us is not None and alone_us is not None and us >= STRETCHED * alone_us and not part.few
        return under_way >= MANY or stretched

    return _rates(small, lambda part: part.stream.iops, full)


def _bytes(parts: Sequence[Part], _name: FigureName) -> list[Figure]:
    """Of large requests with many bytes under way; any other is what it did at least."""
    return _rates(
        parts,
        lambda part: part.stream.bytes_per_s,
        lambda part: part.large and (part.run.under_way or 0.0) * part.stream.request_bytes >= MANY_BYTES,
    )


def _rates(parts: Sequence[Part], rate: Callable[[Part], float], full: Callable[[Part], bool]) -> list[Figure]:
    """The fastest first. Beside requests the other way none is at its limit."""
    fastest = sorted(parts, key=lambda part: (not part.run.oracle, -rate(part)))
    return [Figure(rate(part), bound=not (part.alone and full(part)), source=part.source) for part in fastest]

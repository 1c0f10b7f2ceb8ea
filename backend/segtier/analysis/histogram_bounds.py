"""What a histogram says of an event that no list of waits names: the least and the most its waits took.

A histogram counts the waits of all processes, DB time those of the foreground alone. So the most holds as it is; the least holds
once the background's part is taken off.
"""

from __future__ import annotations

from collections import defaultdict
from math import inf

from segtier.analysis.events import background_rows, event_time_s, foreground_rows
from segtier.analysis.latencies import Span, spans_of
from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.model.workload import WaitHistogram, Workload
from segtier.oracle.wait_events import is_known
from segtier.units import US_PER_S

_IN_BACKGROUND = 0.05
"""Of the time of an event that counts: in reports that print both, the background takes up to 4 % of it."""
_LONGEST_MS = 1.024
"""From 12.2 Oracle's millisecond has 1024 microseconds, in whatever unit a bucket is headed."""
_HALF_A_TENTH = 0.05
"""What rounding may take off or add to a share that is printed in tenths of a per cent."""


@dataclass(frozen=True, slots=True)
class Held:
    """The waits of one event in one report."""

    event: str
    waits: float
    least_s: float
    """Of the foreground."""
    most_s: float | None
    """None where a bucket has no upper end."""
    mean_us: float
    """As the middles of the buckets have it."""
    evidence: tuple[Evidence, ...]


def held_by_histograms(workload: Workload) -> tuple[Held, ...]:
    """Of each event that a histogram counts and no list of foreground waits tells the time of, as far as a catalogue knows it."""
    named = {row.event for row in foreground_rows(workload) if event_time_s(row) is not None}
    behind: dict[str, float] = defaultdict(float)
    for row in background_rows(workload):
        behind[row.event] += event_time_s(row) or 0.0
    rows: dict[str, list[WaitHistogram]] = defaultdict(list)
    for one in workload.wait_histograms:
        rows[one.event].append(one)
    alone = (one for (one, *others) in rows.values() if not others and one.event not in named)
    return tuple(held for one in alone if (held := _held(one, behind[one.event])) is not None)


def means_us(workload: Workload) -> dict[str, float]:
    """How long a wait of each event takes by its histogram, as the middles of its buckets have it."""
    return {row.event: held.mean_us for row in workload.wait_histograms if (held := _held(row, 0.0)) is not None}


def _held(row: WaitHistogram, background_s: float) -> Held | None:
    """None where the waits are not counted, or a share is not readable."""
    if not row.waits or not is_known(row.event) or any(bucket.pct_of_waits is None for bucket in row.buckets):
        return None
    spans = spans_of(row)
    slack = _HALF_A_TENTH if all(round(span.pct, 1) == span.pct for span in spans) else 0.0
    each = row.waits / 100 / US_PER_S
    least_s = each * sum(max(span.pct - slack, 0.0) * span.from_us for span in spans)
    most_s = each * sum((span.pct + slack) * span.to_us for span in spans if span.pct + slack) * _LONGEST_MS
    mean_us = sum(span.pct * _middle_us(span) for span in spans) / 100
    if not mean_us:
        return None
    return Held(
        row.event,
        float(row.waits),
        max(least_s * (1 - _IN_BACKGROUND) - background_s, 0.0),
        None if most_s == inf else most_s,
        mean_us,
        row.evidence,
    )


def _middle_us(span: Span) -> float:
    return span.from_us if span.to_us == inf else span.middle_us

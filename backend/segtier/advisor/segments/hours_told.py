"""What a placement does in every hour, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from segtier.advisor.segments.hours import MOST_SEGMENTS
from segtier.analysis.words import pct
from segtier.model.option import BEST
from segtier.model.placement import BestSegments, InOtherHours
from segtier.model.verdict import Verdict
from segtier.plurals import plural
from segtier.units import minute

SHORT = 0.01
"""Of DB time: less is no reason for another choice."""
PROVED = 0.0005
"""A gap that no figure shows."""


def told(hours: InOtherHours) -> Iterator[str]:
    saved = f"{pct(hours.least_saved)} to {pct(hours.most_saved)}"
    text = f"In the {plural(hours.intervals, 'interval')} it would save {saved} of DB time, by the segments their reports name"
    when = f" ({minute(hours.worst_begin)})" if hours.worst_begin else ""
    if hours.worst_short_at_most < SHORT:
        yield f"{text}, and no other choice would save even {pct(SHORT)} more in any of them."
    elif hours.worst_short >= SHORT:
        yield f"{text}; another choice would save {pct(hours.worst_short)} more in the interval it suits least{when}."
    else:
        most = pct(hours.worst_short_at_most)
        yield f"{text}; no choice tried would save {pct(SHORT)} more in any of them, and none more than {most}."
    if hours.least_worst is not None and hours.worst_short_at_most >= SHORT:
        yield _proof(hours, hours.worst_short_at_most - hours.least_worst)
    if hours.intervals_left_out:
        yield f"{plural(hours.intervals_left_out, 'less busy interval')} left out."


def _proof(hours: InOtherHours, gap: float) -> str:
    if gap <= PROVED:
        return "No other choice has a better worst hour."
    text = f"Another choice has a better worst hour by {pct(gap)} at most"
    if not hours.only_elsewhere:
        return f"{text}."
    return f"{text}; {plural(hours.only_elsewhere, 'segment')} that only other hours name cannot be chosen."


def asked(hours: InOtherHours | None, intervals: int) -> str:
    """What `--hold every-hour` asks for, as part of a sentence."""
    if hours is not None:
        return "the least loss in the worst hour"
    if intervals < 2:
        return "every hour, of which the inputs have one"
    return f"every hour, not compared with more than {MOST_SEGMENTS:,} segments or with nothing to move"


def with_worst_hour(verdict: Verdict, best: BestSegments | None) -> Verdict:
    """Where the placement is for all hours, the headline says its worst."""
    hours = best.hours if best else None
    if hours is None or hours.least_worst is None or verdict.option != BEST:
        return verdict
    if hours.worst_short_at_most < SHORT:
        loss = f"no hour loses {pct(SHORT)}"
    else:
        when = f" {minute(hours.worst_begin)}" if hours.worst_begin else ""
        loss = f"worst hour{when} loses {pct(max(hours.worst_short, PROVED))}"
    return replace(verdict, headline=f"{verdict.headline.rstrip('.')}; {loss}.")

"""Growth in sentences."""

from __future__ import annotations

from dataclasses import replace

from segtier.analysis.dated_sizes import WEEKS_NEEDED
from segtier.model.growth import GrowthLimit, GrowthOf, KeepFree, Trend
from segtier.plurals import plural
from segtier.units import format_bytes

_NAMES: dict[GrowthOf, str] = {
    "db-time": "DB time",
    "reads": "Buffered read requests",
    "redo": "Redo",
    "all-segments": "Size of all segments",
    "ssd-segments": "Size of the segments on SSD",
}
_SIZES: tuple[GrowthOf, ...] = ("all-segments", "ssd-segments")


def trend(found: Trend) -> Trend:
    return replace(found, text=f"{_NAMES[found.of]}: {_words(found)}")


def _words(found: Trend) -> str:
    is_size = found.of in _SIZES
    if found.state == "unknown":
        missing = "no complete list of segments with a date gives it" if is_size else "no report counts it"
        return f"trend unknown, {missing}."
    seen = plural(found.weeks, "week") + ("" if is_size else f" with {plural(found.like_hours or 0, 'like hour')} each")
    if found.state == "too-short" or found.per_week is None or found.now is None:
        return f"no trend yet, {seen} of at least {WEEKS_NEEDED}. A week is not a trend."
    low, high = found.per_week.low, found.per_week.high
    if found.state == "no-trend":
        way, ends = "no trend beyond chance,", (low, high)
    else:
        way, ends = f"{found.state} by", (min(abs(low), abs(high)), max(abs(low), abs(high)))
    return f"{way} {_between(found, *ends)} a week (now {_now(found, found.now)}; {seen})."


def _between(found: Trend, low: float, high: float) -> str:
    """Loads in per cent of today's, sizes in bytes."""
    if found.of in _SIZES or not found.now or found.now <= 0:
        return f"{_now(found, low)} to {_now(found, high)}"
    return f"{low / found.now * 100:.2g} to {high / found.now * 100:.2g} %"


def _now(found: Trend, figure: float) -> str:
    if found.unit in ("bytes", "bytes/h"):
        return f"{format_bytes(figure)}{found.unit.removeprefix('bytes')}"
    return f"{figure:,.0f} {found.unit}"


_NEW_PARTS = " It leaves out segments that came since, such as partitions made later."
_OTHER_LIMITS = " Limits of CPU and throughput are not looked at."


def with_rest(found: GrowthLimit, *, named: bool) -> GrowthLimit:
    """And what a date leaves out. `named`: the segments on SSD are those somebody named, and no others count."""
    if found.state not in ("between", "from", "not-within") or (found.of == "bytes" and not named):
        return found
    return replace(found, text=found.text + (_NEW_PARTS if found.of == "bytes" else _OTHER_LIMITS))


def limit(found: GrowthLimit, *, short: bool = False, unstated: bool = False) -> GrowthLimit:
    """`short`: unknown because weeks are too few; `unstated`: because nobody said what the SSD takes."""
    if found.of == "bytes":
        return replace(found, text=_bytes(found, short))
    return replace(found, text=_requests(found, short, unstated))


def _bytes(found: GrowthLimit, short: bool) -> str:
    if found.state == "reached":
        return "The SSD is full: its segments take all of its usable bytes."
    if found.state == "between":
        return f"The SSD is full between {found.earliest} and {found.latest}."
    if found.state == "from":
        return f"The SSD is full on {found.earliest} at the earliest, perhaps not by {found.followed_to}."
    if found.state == "not-within":
        return f"The SSD is not full by {found.followed_to}, as far as this trend can be followed."
    if found.state == "no-trend":
        return "When the SSD is full: its segments have no trend beyond chance. The part kept free stays a guess."
    why = (
        f"sizes of at least {WEEKS_NEEDED} weeks are needed"
        if short
        else "no complete list of segments with a date gives the size of those on SSD"
    )
    return f"When the SSD is full is unknown: {why}."


def _requests(found: GrowthLimit, short: bool, unstated: bool) -> str:
    if found.state == "from":
        return (
            f"The SSD takes no more requests in the busiest hour on {found.earliest} at the earliest, "
            "if all reads and writes came to it."
        )
    if found.state == "not-within":
        return f"The SSD takes all reads and writes of the busiest hour until {found.followed_to} at least."
    if found.state == "no-trend":
        return "When the SSD takes no more requests: they have no trend beyond chance."
    why = "no report counts reads and writes"
    if short:
        why = f"at least {WEEKS_NEEDED} weeks with like hours are needed"
    if unstated:
        why = "nobody said how many it takes"
    return f"When the SSD takes no more requests is unknown: {why}."


def kept(found: KeepFree) -> KeepFree:
    low, high = found.pct.low, found.pct.high
    return replace(
        found, text=f"To last {plural(found.weeks, 'week')}, the SSD needs {low:.0f} to {high:.0f} % kept free."
    )

"""Figures as short words, the same everywhere a sentence is made."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.forecast import Range
from segtier.model.profile import Profile

LEAST_NAMED = 0.0001
"""Shares below it are told as such: their digits say nothing."""


def pct(share: float) -> str:
    """A share of 0 to 1 in percent: `71 %`, `7.4 %`, `0.03 %`, `less than 0.01 %`."""
    value = share * 100
    if value >= 9.95:
        return f"{value:.0f} %"
    if share >= LEAST_NAMED:
        return f"{value:.2g} %"
    return f"less than {LEAST_NAMED * 100:g} %" if value > 0 else "0 %"


def more(ratio: float) -> str:
    """What something is of what it was: `58 % less`, `48 % more`, from twice on `21 times what it was`."""
    if ratio < 1:
        return f"{pct(1 - ratio)} less"
    if ratio < 2:
        return f"{pct(ratio - 1)} more"
    return f"{times(ratio)} times what it was"


def times(ratio: float) -> str:
    """`21`, `1.4`: how many times."""
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def than_before(ratio: float) -> str:
    """The same as the end of a sentence: `58 % less than it was`, `21 times what it was`."""
    return more(ratio) if ratio >= 2 else f"{more(ratio)} than it was"


def ms(latency_us: float | None) -> str:
    """A latency as DBAs read it, two significant digits below 10 ms: `8.8 ms`, `0.76 ms`, `95.7 s`."""
    if latency_us is None:
        return "an unknown time"
    value = latency_us / 1000
    if value >= 10_000:
        return f"{value / 1000:.3g} s"
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.2g} ms"


def amount(value: float) -> str:
    """Three figures; whole ones from 100 on: `9,150`, `33.9`, `0.722`."""
    return f"{value:,.0f}" if abs(value) >= 99.95 else f"{value:.3g}"


def some_of(names: Sequence[str], most: int, count: int | None = None) -> str:
    """`A, B and 4 more`. `count`: how many there are, where not all are given."""
    more = (len(names) if count is None else count) - min(most, len(names))
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


def all_named(names: Sequence[object]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    *first, last = map(str, names)
    return f"{', '.join(first)} and {last}" if first else last


def seconds(value: float) -> str:
    """Three figures; whole ones from 100 s on: `2,998 s`, `81.5 s`, `0.0432 s`."""
    return f"{amount(value)} s"


def room_told(profile: Profile) -> str:
    """How a sentence on more memory begins: what is advised fits where the server's memory is known at all."""
    return "If the server has the memory," if profile.server_memory_bytes is None else "The server has the memory:"


def less_short(ratio: Range) -> str:
    """The same in fewer words, for a headline: `55-66 % less`; `unchanged to 5 % less` stays as it is."""
    best, worst = _percents(ratio)
    return f"{worst}-{best} % less" if 0 < worst < best else less(ratio)


def less(ratio: Range) -> str:
    """How much less DB time a response ratio means: `55 to 66 % less`, or from less to more."""
    best, worst = _percents(ratio)
    if worst > 0:
        return f"{worst} to {best} % less" if worst < best else f"{best} % less"
    if best <= 0:
        return f"{-best} to {-worst} % more" if worst < 0 else "unchanged"
    return f"between {best} % less and {-worst} % more" if worst < 0 else f"unchanged to {best} % less"


def _percents(ratio: Range) -> tuple[int, int]:
    return round((1 - ratio.low) * 100), round((1 - ratio.high) * 100)

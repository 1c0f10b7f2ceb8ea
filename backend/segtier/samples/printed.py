"""How AWR prints numbers and dates (12.2): units on averages, 1024-based M and G on data, K and M on counts."""

from __future__ import annotations

from datetime import datetime

BLANK = "\xa0"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day(moment: datetime) -> str:
    """`12-Mar`, in English whatever the locale of the process."""
    return f"{moment:%d}-{_MONTHS[moment.month - 1]}"


def count(value: float) -> str:
    return f"{value:,.0f}"


def fixed(value: float, places: int) -> str:
    return f"{value:,.{places}f}"


def bare(value: float, places: int) -> str:
    """Without a zero before the point, as SQL*Plus prints: `.6`, `12.0`."""
    text = f"{value:.{places}f}"
    return text[1:] if text.startswith("0.") else text


def wait(value_us: float) -> str:
    """An average wait with its unit: `883.61ns`, `353.90us`, `13.39ms`, `88.26 s`."""
    if value_us < 1:
        return f"{value_us * 1000:.2f}ns"
    if value_us < 1_000:
        return f"{value_us:.2f}us"
    if value_us < 10_000_000:
        return f"{value_us / 1000:.2f}ms"
    return f"{value_us / 1e6:.2f} s"


def top_seconds(value_s: float) -> str:
    """Seconds in the Top 10 list: `26.4K`, `1097`, `489.7`, `.4`."""
    if value_s >= 10_000:
        return f"{value_s / 1000:.1f}K"
    return f"{value_s:.0f}" if value_s >= 1_000 else bare(value_s, 1)


def short_count(value: int) -> str:
    """A count in little room: `4678`, `18.3K`, `3.3M`."""
    for size, suffix in ((1_000_000, "M"), (10_000, "K")):
        if value >= size:
            return f"{value / (1_000_000 if suffix == 'M' else 1_000):.1f}".removesuffix(".0") + suffix
    return str(value)


def data(value_bytes: float) -> str:
    """An amount of data: `80M`, `46.1G`."""
    megabytes = value_bytes / 1_048_576
    return f"{megabytes / 1024:.1f}G" if megabytes >= 1024 else f"{megabytes:.0f}M"


def data_rate(bytes_per_s: float) -> str:
    """Data per second: `26.18M`, `.061M`, `0M`."""
    text = bare(bytes_per_s / 1_048_576, 3).rstrip("0").rstrip(".")
    return f"{text or '0'}M"

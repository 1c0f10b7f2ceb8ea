"""Bytes, blocks and times: the constants and conversions every stage shares.

Data suffixes are binary in Oracle reports (K = 1024); capacities typed by people follow the standards:
`700GB` is 700 * 10^9 bytes, `700GiB` is 700 * 2^30.
"""

from __future__ import annotations

import math
import re
from datetime import datetime

from segtier.errors import UnreadableInput

KIB = 1024
MIB = 1024**2
GIB = 1024**3
TIB = 1024**4
US_PER_S = 1_000_000
US_PER_MS = 1_000
S_PER_HOUR = 3_600
S_PER_DAY = 24 * S_PER_HOUR

MOST_COUNTED = 2**63
"""Blocks, bytes, waits: Oracle counts in 64 bits (Linux states a limit of 2^63 - 1 for TCP buffers, and AWR prints it)."""
MOST_ID = 2**63 - 1
"""Of databases, snapshots, objects: 64 bits here and in Oracle."""
_MOST_CAPACITY_BYTES = 10**18

CAPACITY = r"(\d{1,30}(?:\.\d{1,30})?)\s{0,9}([KMGTPkmgtp]?)([Ii]?)[Bb]?"
_CAPACITY = re.compile(CAPACITY)
CAPACITY_EXAMPLE = "700GB or 652GiB"
RATE_EXAMPLE = "800MB/s or 800MB"
NOT_A_SIZE = "{what} {given} is not a size"
SIZE_ADVICE = "Write a number with a unit, for example {example}."
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_LEAST_WHOLE = 1_000
"""From here on digits behind the point say nothing."""
_LEAST_PLAIN_BYTES = 10**9
"""A smaller number without a unit is a forgotten unit, not bytes."""


def minute(moment: datetime) -> str:
    """A moment as sentences name it: `2026-11-20 14:00`."""
    return f"{moment:%Y-%m-%d %H:%M}"


def counted(text: str | None, most_digits: int = 20) -> int | None:
    """A count or identifier written with digits alone; None for all else, also for one longer than any can be.

    Python refuses to read thousands of digits, so nobody asks it to.
    """
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > most_digits:
        return None
    return int(text)


def parse_rate_bytes_per_s(text: str) -> float:
    """Bytes a second as people type them: `800MB/s`, or `800MB`. Raises UnreadableInput as for a capacity."""
    return float(parse_capacity_bytes(text.strip().removesuffix("/s"), "rate", RATE_EXAMPLE))


def parse_capacity_bytes(text: str, what: str = "capacity", example: str = CAPACITY_EXAMPLE) -> int:
    """Bytes in a capacity as people type it: `700GB` (decimal), `652 GiB` (binary), `1099511627776`.

    `what` is called so where it is wrong. Raises UnreadableInput for anything else, for zero and for more than 10^18 bytes.
    """
    if not text.strip():
        raise UnreadableInput(f"{what} is empty", code="bad-capacity", advice=SIZE_ADVICE.format(example=example))
    match = _CAPACITY.fullmatch(text.strip())
    if match is None:
        raise UnreadableInput(
            NOT_A_SIZE.format(what=what, given=repr(text[:40])),
            code="bad-capacity",
            advice=SIZE_ADVICE.format(example=example),
        )
    number, power, binary = match.groups()
    if not float(number):
        above = f"Write a size above 0, for example {example}."
        raise UnreadableInput(f"{what} {text[:40]!r} is nothing", code="bad-capacity", advice=above)
    if not power and float(number) < _LEAST_PLAIN_BYTES:
        raise UnreadableInput(f"{what} {text[:40]!r} has no unit", code="bad-capacity", advice=f"Write {example}.")
    base = 1024 if binary else 1000
    value = round(float(number) * float(base ** _POWERS[power.upper()]))
    if not 0 < value <= _MOST_CAPACITY_BYTES:
        raise UnreadableInput(f"{what} {text[:40]!r} is not between 1 byte and 10^18 bytes", code="bad-capacity")
    return value


def format_bytes(value: float) -> str:
    """A size for people, in binary units, as Oracle counts, to three digits as on the pages: `12.5 GiB`, `1,020 MiB`."""
    for unit, size in (("TiB", TIB), ("GiB", GIB), ("MiB", MIB), ("KiB", KIB)):
        if abs(value) >= size:
            amount = value / size
            return f"{amount:,.0f} {unit}" if abs(amount) >= 1000 else f"{amount:.3g} {unit}"
    return f"{value:.0f} B"


def at_least_gb(size: float) -> str:
    """A device that holds so many bytes, as makers and `--ssd` count it: three digits of GB, rounded up: `12 GB`, `1,240 GB`."""
    gigabytes = size / 10**9
    step = 10.0 ** (math.floor(math.log10(gigabytes)) - 2) if gigabytes > 0 else 1.0
    whole = math.ceil(gigabytes / step - 1e-9) * step
    return f"{whole:,.0f} GB" if whole >= 100 else f"{whole:.3g} GB"


def format_us(value_us: float) -> str:
    """A latency for people: `13.6 ms`, `280 µs`, `1.2 s`."""
    if value_us >= US_PER_S:
        return f"{value_us / US_PER_S:.3g} s"
    if value_us >= US_PER_MS:
        return f"{value_us / US_PER_MS:.3g} ms"
    return f"{value_us:.3g} µs"


def format_figure(value: float | str | None, unit: str = "") -> str:
    """An input of a forecast for people: `6.36 ms`, `0.369`, `10 %`, `not known`."""
    if value is None:
        return "not known"
    if isinstance(value, str):
        return f"{value} {unit}".strip()
    if unit == "µs":
        return format_us(value)
    return f"{f'{value:,.0f}' if abs(value) >= _LEAST_WHOLE else f'{value:.3g}'} {unit}".strip()

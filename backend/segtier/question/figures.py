"""Measured figures as people type them: `read_us=212 (180-260) from fio randread`, `read_iops>=10400`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from segtier.errors import Refused, UnreadableInput
from segtier.model.measured import FIGURES, LATENCIES, Figure, FigureName, Measured
from segtier.oracle.measured import refuse_impossible
from segtier.units import US_PER_MS, US_PER_S, parse_rate_bytes_per_s

_NUMBER = r"\d{1,18}(?:\.\d{1,18})?"
PATTERN = (
    rf"(?P<name>\w{{1,40}})\s{{0,9}}(?P<sign><=|>=|=)\s{{0,9}}(?P<value>{_NUMBER})\s{{0,9}}(?P<unit>[A-Za-zµ]{{0,6}}(?:/s)?)"
    rf"(?:\s{{0,9}}\((?P<low>{_NUMBER})\s{{0,9}}-\s{{0,9}}(?P<high>{_NUMBER})\))?(?:\s{{1,9}}from\s{{1,9}}(?P<source>[\s\S]+))?"
)
_TEXT = re.compile(PATTERN)
NO_FIGURE = "{given} is no figure of the SSD"
ADVICE = (
    f"NAME=VALUE, for a latency with (LOW-HIGH), and FROM where: read_us=212 (180-260) from a run of fio. "
    f"Names: {', '.join(FIGURES)}; latencies in microseconds, rates a second. With >= or <= it is a bound."
)
STATED = "as stated"
_IN_US = {"us": 1, "µs": 1, "usec": 1, "ms": US_PER_MS, "msec": US_PER_MS, "s": US_PER_S}
_TIMES = {"k": 1e3, "m": 1e6, "/s": 1, "iops": 1, "k/s": 1e3, "kiops": 1e3}
"""What a unit stands for where none belongs."""


def read_figures(texts: Sequence[str]) -> Measured:
    """Raises UnreadableInput for a text of another form, Refused for a figure no flash has and for one given twice."""
    found: dict[FigureName, Figure] = {}
    for text in texts:
        name, figure = _read(text)
        if name in found:
            raise Refused(f"{name} is given twice", code="figure-twice", advice="Give each figure once.")
        found[name] = figure
    return Measured(**found)


def figure_texts(measured: Measured) -> tuple[str, ...]:
    """The texts that `read_figures` makes the same of."""
    return tuple(_text(name, figure) for name, figure in measured)


def typed_over(figures: Sequence[str], typed: Sequence[str]) -> tuple[str, ...]:
    """The figures with those that are typed in their place."""
    return figure_texts(replace(read_figures(figures), **dict(read_figures(typed))))


def _read(text: str) -> tuple[FigureName, Figure]:
    match = _TEXT.fullmatch(text.strip())
    name = next((one for one in FIGURES if match is not None and one == match["name"]), None)
    if match is None or name is None:
        raise UnreadableInput(NO_FIGURE.format(given=repr(text[:80])), code="bad-figure", advice=ADVICE)
    value = _value(name, match["value"], match["unit"])
    low, high = (None if match[end] is None else float(match[end]) for end in ("low", "high"))
    latency, sign = name in LATENCIES, match["sign"]
    if sign != "=" and (sign == "<=") != latency:
        raise UnreadableInput(
            f"{text[:80]!r}: a latency is at most (<=), a rate at least (>=)", code="bad-figure", advice=ADVICE
        )
    if low is not None and high is not None and (not latency or sign != "=" or not low <= value <= high):
        raise Refused(
            f"{text[:80]!r}: only a latency takes a range, and the range must include the value",
            code="bad-figure",
            advice=ADVICE,
        )
    for one in (value, low, high):
        if one is not None:
            refuse_impossible(name, one, "as stated", bound=sign != "=")
    return name, Figure(value, low, high, sign != "=", (match["source"] or STATED).strip())


def _value(name: FigureName, number: str, unit: str) -> float:
    """Plain, or for bytes with a unit: 2500MB."""
    if not unit:
        return float(number)
    if name.endswith("bytes_per_s"):
        return parse_rate_bytes_per_s(number + unit)
    latency = name in LATENCIES
    times = (_IN_US if latency else _TIMES).get(unit if latency else unit.lower())
    form = "in microseconds, without a unit" if latency else "as the number of requests a second, without a unit"
    shown = "" if times is None else f": {name}={float(number) * times:.15g}"
    raise UnreadableInput(
        f"{number + unit!r} has a unit; {name} is written {form}", code="bad-figure", advice=f"Write it {form}{shown}."
    )


def _text(name: FigureName, figure: Figure) -> str:
    sign = "=" if not figure.bound else "<=" if name in LATENCIES else ">="
    ends = "" if figure.low is None or figure.high is None else f" ({figure.low:.15g}-{figure.high:.15g})"
    return f"{name}{sign}{figure.value:.15g}{ends} from {figure.source or STATED}"

"""A comparison as tables: the hours, the load and the work of both periods, then each wait event."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from segtier.analysis.hours_used import between
from segtier.cli.support.terminal import cell, page
from segtier.model.advice import Input
from segtier.model.comparison import Change, ClassJudgement, Comparison
from segtier.plurals import plural
from segtier.units import S_PER_HOUR

_NOT_PRINTED = "not printed"
_SHOWN_MS = 0.0005
"""Less is 0 in three digits."""
_CHANGE: dict[Change | None, str] = {
    "more": "changed",
    "less": "changed",
    "new": "new",
    "gone": "gone",
    "as-before": "as before",
    "not-printed": "not known",
    None: "",
}
_JUDGED: dict[ClassJudgement | None, str] = {
    "inside": "inside",
    "outside": "outside",
    "as-it-is": "",
    "not-judged": "not judged",
    None: "",
}


def print_comparison(result: Comparison, before_given: int, after_given: int) -> None:
    """`before_given`, `after_given`: how many reports of each there were to choose from."""
    console = page(140)
    for line in (*hours(result, before_given, after_given), *_judgement(result)):
        console.print(cell(line))
    for reason in result.reasons:
        console.print(cell(f"- {reason}"))
    console.print(_waits(result))
    console.print(_figures(result))
    if result.parts:
        console.print(_parts(result))
    if result.classes:
        console.print(_classes(result))
    console.print(_events(result))


def hours(result: Comparison, before_given: int, after_given: int) -> tuple[str, str]:
    """Which hours stand for before and for after."""
    before = _chosen(result.before, before_given, "after")
    after = _chosen(result.after, after_given, "before")
    return f"Before: {_hours(result.before, before)}", f"After:  {_hours(result.after, after)}"


def _chosen(inputs: Sequence[Input], given: int, other: str) -> str:
    used = len(_reports(inputs))
    if used >= given:
        return ""
    return f"{used} of {plural(given, 'report')}, those with about the load of hours {other}"


def _hours(inputs: Sequence[Input], chosen: str) -> str:
    reports = _reports(inputs)
    count = chosen or ("1 report" if len(reports) == 1 else f"all {plural(len(reports), 'report')}")
    begins = [one.begin_time for one in reports if one.begin_time]
    ends = [one.end_time for one in reports if one.end_time]
    return f"{count}: {between(min(begins), max(ends)) if begins and ends else 'time not known'}"


def _reports(inputs: Sequence[Input]) -> list[Input]:
    return [one for one in inputs if one.kind != "segment-counters"]


def _judgement(result: Comparison) -> list[str]:
    lines = [line for line in (result.headline, result.text) if line]
    predicted = result.predicted_response_ratio
    if predicted is not None and result.option is not None:
        text = f"{predicted.expected:.2f} (P10-P90 {predicted.low:.2f}-{predicted.high:.2f})"
        lines.append(f"Forecast for {result.option}: {text}. {result.forecast_text}")
    return lines


def _waits(result: Comparison) -> Table:
    """Average waits, the work of a transaction and rates, first: what a device answers is seen here."""
    table = Table("", "before", "after", "", box=None)
    words = {True: "changed", False: "as before", None: ""}
    for row in result.figures:
        scale, unit, digits = (1e-3, "ms", 2) if row.unit == "µs" else (1.0, row.unit, 1 if row.unit == "/s" else 2)
        values = [None if value is None else value * scale for value in (row.before, row.after)]
        table.add_row(cell(f"{row.name}, {unit}"), *(_number(value, digits) for value in values), words[row.moved])
    return table


def _figures(result: Comparison) -> Table:
    table = Table("", "before", "after", "after/before", box=None)
    rates = result.before_txn_per_s, result.after_txn_per_s
    loads = result.before_db_time_s_per_hour, result.after_db_time_s_per_hour
    work = tuple(_ms_per_txn(load, rate) for load, rate in zip(loads, rates, strict=True))
    for name, (before, after), digits in (
        ("transactions/s", rates, 1),
        ("DB time, s in an hour", loads, 0),
        ("DB time, ms per transaction", work, 2),
    ):
        ratio = after / before if before and after is not None else None
        table.add_row(name, _number(before, digits), _number(after, digits), _number(ratio, 2))
    return table


def _ms_per_txn(s_per_hour: float | None, txn_per_s: float | None) -> float | None:
    return s_per_hour / S_PER_HOUR / txn_per_s * 1e3 if s_per_hour is not None and txn_per_s else None


def _parts(result: Comparison) -> Table:
    """What the difference in DB time per transaction is made of."""
    table = Table("difference in DB time", "ms per transaction", "mostly", box=None)
    for row in result.parts:
        if abs(row.ms_per_txn) >= _SHOWN_MS:
            table.add_row(cell(row.name), f"{row.ms_per_txn:+,.3f}", cell(row.event or ""))
    return table


def _classes(result: Comparison) -> Table:
    table = Table("ms per transaction", "before", "forecast", "P10-P90", "after", "", "", box=None)
    for row in result.classes:
        span = row.predicted_ms_per_txn
        table.add_row(
            cell(row.wait_class),
            _number(row.before_ms_per_txn, 3, _NOT_PRINTED),
            _number(span.expected, 3) if span else "none",
            f"{span.low:,.3f}-{span.high:,.3f}" if span else "",
            _number(row.after_ms_per_txn, 3, _NOT_PRINTED),
            _CHANGE[row.change],
            _JUDGED[row.judgement],
        )
    return table


def _events(result: Comparison) -> Table:
    table = Table("event", "before s/h", "forecast s/h", "after s/h", "before ms/txn", "after ms/txn", "", box=None)
    for row in result.events[:20]:
        table.add_row(
            cell(row.event),
            _number(row.before_s_per_hour, 0, _NOT_PRINTED),
            _number(row.predicted_s_per_hour, 0),
            _number(row.after_s_per_hour, 0, _NOT_PRINTED),
            _number(row.before_ms_per_txn, 3, _NOT_PRINTED),
            _number(row.after_ms_per_txn, 3, _NOT_PRINTED),
            _CHANGE[row.change],
        )
    return table


def _number(value: float | None, digits: int, unknown: str = "not known") -> str:
    return unknown if value is None else f"{value:,.{digits}f}"

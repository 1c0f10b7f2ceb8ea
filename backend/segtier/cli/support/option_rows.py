"""The options of an advice as CSV, with figures in full: `segtier advise --format csv`."""

from __future__ import annotations

from segtier.cli.support.csv_text import csv_text
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.forecast import Range

_HEADINGS = ("option", "title", "state", "feasible", "ssd_bytes", *(f"db_time_{end}" for end in ("expected", "low", "high")),
             *(f"saved_s_per_hour_{end}" for end in ("expected", "low", "high")))  # fmt: skip
"""DB time at the same work, as a ratio to that of today. Empty: not known."""


def option_rows(advice: Advice) -> str:
    return csv_text(_HEADINGS, map(_row, advice.options))


def _row(option: OptionAdvice) -> tuple[str, ...]:
    used = "" if option.used_bytes is None else str(option.used_bytes)
    feasible = str(option.feasible).lower()
    return (
        *(option.option, option.title, option.state, feasible, used),
        *_figures(option.response_ratio, option),
        *_figures(option.db_time_saved_s_per_hour, option),
    )


def _figures(range_: Range | None, option: OptionAdvice) -> tuple[str, ...]:
    if range_ is None:
        return ("", "", "")
    return ("" if option.ranges_only else f"{range_.expected!r}", f"{range_.low!r}", f"{range_.high!r}")

"""A range of ratios in a few signs, the same wherever a command prints one."""

from __future__ import annotations

from segtier.model.advice import OptionAdvice
from segtier.model.forecast import Range


def response_text(option: OptionAdvice) -> str:
    """DB time after / before; where nobody knows it, between which two it lies."""
    unknown = option.not_known
    if unknown is not None:
        return f"({1 - unknown.most_pct / 100:.2f}-{1 - unknown.least_pct / 100:.2f})"
    return ratio_text(option.response_ratio, option.ranges_only)


def ratio_text(ratio: Range | None, only: bool) -> str:
    """`0.42 (0.35-0.51)`; without the point figure where `only` the range counts."""
    if ratio is None:
        return ""
    span = f"({ratio.low:.2f}-{ratio.high:.2f})"
    return span if only else f"{ratio.expected:.2f} {span}"

"""What options save, and which save about as much as another."""

from __future__ import annotations

from segtier.analysis.words import less
from segtier.model.advice import OptionAdvice

GOOD_ENOUGH = 0.8
"""Of the best gain: of the options within it the least is taken (`Spec.preference`)."""


def taken_off(option: OptionAdvice) -> float:
    """The part of DB time the option takes off, as expected."""
    return 1 - option.response_ratio.expected if option.response_ratio else 0.0


def saved(option: OptionAdvice) -> float:
    """Seconds of DB time an hour, as expected."""
    return option.db_time_saved_s_per_hour.expected if option.db_time_saved_s_per_hour else 0.0


def or_else(option: OptionAdvice | None) -> str:
    """What is left where the server has no more memory."""
    if option is None or option.response_ratio is None:
        return ""
    return f" If not, {option.title} is the choice: DB time {less(option.response_ratio)}."

"""The whole story as pure functions: workloads, sizes and flash in; advice, comparison and plan out.

This is the only room that knows all five stages; it carries values between them.
"""

from segtier.advisor.advise import advise
from segtier.advisor.comparison.periods import alike, compare
from segtier.advisor.plan_option import plan_option

__all__ = ["advise", "alike", "compare", "plan_option"]

"""The whole story as pure functions: workloads, sizes and flash in; advice, comparison and plan out.

This is the only room that knows all five stages; it carries values between them.
"""

from segtier.advisor.advise import advise

__all__ = ["advise"]

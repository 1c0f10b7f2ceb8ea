"""How what something costs grows with its size: 1 is in step with it, 2 with its square."""

from __future__ import annotations

import math
from collections.abc import Sequence


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The slope of the straight line that fits best in logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(taken) for taken in seconds]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((one - x) ** 2 for one in xs)
    return sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True)) / across

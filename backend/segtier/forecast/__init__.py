"""What a change would do: a queueing model with named parts that can be checked by hand."""

from segtier.forecast.basis import Basis
from segtier.forecast.ceiling import ceiling
from segtier.forecast.change import Change, HitCurve
from segtier.forecast.flash_cache import sizes_to_try
from segtier.forecast.load_curve import load_curve
from segtier.forecast.outcome import forecast_change, same_work
from segtier.forecast.solve import Solved, solve, users_at_response, users_range

__all__ = [
    "Basis",
    "Change",
    "HitCurve",
    "Solved",
    "ceiling",
    "forecast_change",
    "load_curve",
    "same_work",
    "sizes_to_try",
    "solve",
    "users_at_response",
    "users_range",
]

"""What the fit of a measured hit curve leaves: a curve for each draw, and how far the points lie beside it."""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.forecast import HitCurve
from segtier.forecast.draws import Column


@dataclass(frozen=True, slots=True)
class FittedCurves:
    """One curve for each draw of the inputs, with an entry for each draw of the model."""

    curves: tuple[HitCurve, ...]
    misfit: float
    """Standard deviation of a point beside its curve: logarithm of the response."""
    freedom: int
    """Points less fitted parameters."""

    def beside(self, name: str, count: int) -> Column:
        """Draws of what a point may lie beside the curve, as a factor: Student's t with the fit's degrees of freedom."""
        return np.exp(self.misfit * np.random.default_rng([*name.encode()]).standard_t(self.freedom, count))

"""What files of measurements say of the flash."""

from __future__ import annotations

from segtier.api.schemas.base import Answer
from segtier.model.evidence import Warn
from segtier.model.measured import Measured


class FlashFigures(Answer):
    """Figures as Oracle sees them, each with its source; null was not measured. A `bound` is at least, or at most, so much."""

    measured: Measured
    figures: list[str]
    """As the parameter `figure` takes them."""
    query: str
    """The same, encoded: `figure=...&figure=...`."""
    warnings: list[Warn]

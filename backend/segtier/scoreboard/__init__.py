"""How right the forecasts were: sealed before, measured after, misses first."""

from segtier.scoreboard.export import csv_text, pooled
from segtier.scoreboard.published import lab_scores, published_scores
from segtier.scoreboard.score import misses_first, score, totals
from segtier.scoreboard.seal import class_ratios, seal_digest, seal_fault

__all__ = [
    "class_ratios",
    "csv_text",
    "lab_scores",
    "misses_first",
    "pooled",
    "published_scores",
    "score",
    "seal_digest",
    "seal_fault",
    "totals",
]
